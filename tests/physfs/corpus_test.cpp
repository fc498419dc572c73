// Every file of the open corpus lists the maps that its manifest says.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "archive/names.hpp"
#include "physfs/open.hpp"
#include "support/fake_file.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"

namespace {

using namespace flatline::engine;
using std::string;
using std::string_view;

std::vector<string_view> split(string_view text, string_view mark) {
    std::vector<string_view> parts;
    for (;;) {
        const std::size_t at = text.find(mark);
        parts.push_back(text.substr(0, at));
        if (at == string_view::npos) return parts;
        text.remove_prefix(at + mark.size());
    }
}

struct Row {
    string file;
    string category;
    string summary;
};

std::vector<Row> open_rows(const std::filesystem::path& manifest) {
    std::vector<Row> rows;
    std::ifstream in(manifest);
    string line;
    std::getline(in, line);
    const std::vector<string_view> head = split(line, "\t");
    const auto column = [&](string_view name) {
        return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
    };
    const std::size_t file = column("file");
    const std::size_t set = column("set");
    const std::size_t category = column("category");
    const std::size_t summary = column("per_map_summary");
    const string first_line = line;
    while (std::getline(in, line)) {
        const std::vector<string_view> cells = split(line, "\t");
        if (cells.size() <= summary || cells[set] != "open") continue;
        rows.push_back({string(cells[file]), string(cells[category]), string(cells[summary])});
    }
    return rows;
}

// One map of the summary: "MAP01 (maps/MAP01.wad) udmf ns=zdoom ... lumps=TEXTMAP:12|ENDMAP:0 [x]".
// As this: "MAP01 udmf maps/MAP01.wad TEXTMAP:12|ENDMAP:0".
// A map that is a file of its own has the corpus' name for it.
string expected_line(string_view summary, string_view file) {
    std::vector<string_view> words = split(summary, " ");
    string path;
    if (words.size() > 1 && words[1].starts_with('(')) {
        path = words[1].substr(1, words[1].size() - 2);
        words.erase(words.begin() + 1);
    }
    const bool bare = words[0].ends_with(".map");
    const string_view format = words[1] == "doom-binary"    ? "doom"
                               : words[1] == "hexen-binary" ? "hexen"
                               : words[1] == "d3map"        ? "doom3"
                                                            : words[1];
    string lumps;
    for (const string_view word : words) {
        if (word.starts_with("lumps=")) lumps = word.substr(6);
    }
    return string(bare ? archive::stem(file) : words[0]) + " " + string(format) + " " + path + " " +
           lumps + "\n";
}

string listed_line(const MapEntry& map) {
    string lumps;
    // The manifest has the lumps of UDMF maps in WADs only.
    if (map.format == MapFormat::udmf && map.lumps.size() > 1) {
        for (const MapLump& lump : map.lumps) {
            lumps +=
                (lumps.empty() ? "" : "|") + string(lump.name) + ":" + std::to_string(lump.size);
        }
    }
    return string(map.name) + " " + string(map_format_name(map.format)) + " " + string(map.path) +
           " " + lumps + "\n";
}

string without_lumps(const Archive& archive) {
    string out;
    for (MapEntry map : archive.maps()) {
        map.lumps = {};
        out += listed_line(map);
    }
    return out;
}

TEST(ArchiveCorpus, EveryFileListsItsMaps) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    const std::filesystem::path corpus = paths::corpus();
    std::size_t files = 0;
    for (const Row& row : open_rows(corpus / "MANIFEST.tsv")) {
        const string path = (corpus / row.file).string();
        if (!std::filesystem::exists(path)) continue;
        const physfs::OpenResult opened = physfs::open_path(path, {});
        ASSERT_EQ(opened.error, physfs::OpenError::ok) << path;
        const Archive& archive = *opened.archive;
        ++files;
        string listed;
        for (const MapEntry& map : archive.maps()) listed += listed_line(map);
        if (row.category == "d3map-dialect") {
            // Maps of Quake 3 and its kin are like Doom 3's to the eye; the reader refuses them.
            EXPECT_EQ(archive.maps().size(), 1u) << path;
            EXPECT_EQ(archive.maps()[0].format, MapFormat::doom3);
            continue;
        }
        if (row.category == "malformed" && row.summary.empty()) {
            EXPECT_TRUE(archive.broken() || archive.maps().size() <= 1) << path;
            continue;
        }
        string expected;
        for (const string_view map : split(row.summary, " || "))
            expected += expected_line(map, row.file);
        // Of some files the manifest has the maps only.
        if (row.summary.find("lumps=") == string::npos) listed = without_lumps(archive);
        EXPECT_EQ(listed, expected) << path;
        EXPECT_FALSE(archive.broken()) << path;
        EXPECT_EQ(archive.finding_count(Severity::error), 0u)
            << path << "\n"
            << testing_support::finding_lines(archive);
    }
    EXPECT_GT(files, 100u);
}

TEST(ArchiveCorpus, BrokenContainersHaveTheirRule) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    const std::filesystem::path malformed =
        std::filesystem::path(paths::corpus()) / "open" / "malformed";
    const auto rules = [&](const char* file) {
        const physfs::OpenResult opened = physfs::open_path((malformed / file).string(), {});
        return opened.archive == nullptr ? "" : testing_support::finding_lines(*opened.archive);
    };
    const string fixture = "TrenchBroom__TrenchBroom/lib__TbFsLib__test__fixture__fs__";
    EXPECT_EQ(rules((fixture + "Wad__bad_magic.wad").c_str()), "wad-magic\n");
    EXPECT_EQ(rules((fixture + "Wad__too_small.wad").c_str()), "wad-header\n");
    EXPECT_EQ(rules((fixture + "Zip__not_a_zip.zip").c_str()), "archive-unreadable\n");
    EXPECT_EQ(rules("kraflab__dsda-doom/prboom__LUMPS__TEST@58054a9c.WAD"),
              "wad-directory-range\n");
}

}  // namespace
