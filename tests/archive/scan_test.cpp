#include "archive/scan.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace {

using namespace flatline::engine;
using testing_support::FakeSource;
using testing_support::Faults;
using testing_support::finding_lines;
using testing_support::map_lines;
using testing_support::open_bytes;
using testing_support::open_tree;
using testing_support::WadBuilder;

const std::string& small_wad() {
    static const std::string bytes = WadBuilder().map("MAP07", "namespace=\"doom\";").build();
    return bytes;
}

// ---- One file ----------------------------------------------------------------------------------

TEST(ScanFile, ContentDecides) {
    const char* const map = "MAP07 udmf TEXTMAP,ENDMAP\n";
    EXPECT_EQ(map_lines(open_bytes(small_wad(), "a.wad")), map);
    EXPECT_EQ(map_lines(open_bytes(small_wad(), "a.txt")), map);
    EXPECT_EQ(map_lines(open_bytes(small_wad(), "maps")), map);
    EXPECT_EQ(map_lines(open_bytes("namespace = \"doom\";", "dir/Hub.v2.dat")),
              "Hub.v2 udmf TEXTMAP\n");
    EXPECT_EQ(map_lines(open_bytes("namespace = \"doom\";", "SEC7.map")), "SEC7 udmf TEXTMAP\n");
    EXPECT_EQ(map_lines(open_bytes("Version 2\n{\n}\n", "altar.map")), "altar doom3 MAP\n");
    EXPECT_EQ(map_lines(open_bytes("{\n}\n", "altar")), "altar doom3 MAP\n");
}

TEST(ScanFile, BareMapIsOneLumpOfTheWholeFile) {
    const Archive archive = open_bytes("namespace = \"doom\";", "a.udmf");
    ASSERT_EQ(archive.maps().size(), 1u);
    const MapLump& lump = archive.maps()[0].lumps[0];
    EXPECT_EQ(lump.offset, 0u);
    EXPECT_EQ(lump.size, 19u);
    EXPECT_TRUE(lump.readable);
    EXPECT_EQ(archive.maps()[0].path, "");
}

TEST(ScanFile, SuffixDecidesWhereContentDoesNot) {
    EXPECT_EQ(map_lines(open_bytes("= 3;", "a.udmf")), "a udmf TEXTMAP\n");
    EXPECT_EQ(map_lines(open_bytes("", "a.TextMap")), "a udmf TEXTMAP\n");
    EXPECT_EQ(map_lines(open_bytes("{", "a.textmap")), "a udmf TEXTMAP\n");
    EXPECT_EQ(map_lines(open_bytes("= 3;", "a.txt")), "a udmf TEXTMAP\n");
    EXPECT_EQ(finding_lines(open_bytes("", "a")), "file-format-unknown\n");
    EXPECT_EQ(finding_lines(open_bytes("this is not a zip", "a.zip")), "archive-unreadable\n");
    EXPECT_EQ(finding_lines(open_bytes("PK\3\4", "a")), "archive-unreadable\n");
    for (const std::string_view name : {"a", "a.zip"}) {
        EXPECT_TRUE(open_bytes("= 3;", name).broken()) << name;
    }
}

// A text that has ended shows what it is, one that is only cut could go on.
TEST(ScanFile, TheWholeFileIsItsHead) {
    const Archive archive = open_bytes("Version {", "a.map");
    ASSERT_EQ(archive.maps().size(), 1u);
    EXPECT_EQ(archive.maps()[0].format, flatline::engine::MapFormat::udmf);
}

TEST(ScanFile, BrokenWads) {
    EXPECT_EQ(finding_lines(open_bytes("WAD2 and more bytes", "a.wad")), "wad-magic\n");
    EXPECT_EQ(finding_lines(open_bytes("WAD2", "a.WAD")), "wad-header\n");
    EXPECT_EQ(finding_lines(open_bytes("", "a.wad")), "wad-header\n");
    EXPECT_EQ(finding_lines(open_bytes("PWAD", "any")), "wad-header\n");
    EXPECT_EQ(finding_lines(open_bytes("namespace = \"doom\";", "a.wad")), "wad-magic\n");
    EXPECT_EQ(finding_lines(open_bytes("{ this is not a WAD }", "a.wad")), "wad-magic\n");
    const Archive archive = open_bytes(WadBuilder().map("A", "").build("PWAD", 1000, 12), "a.wad");
    EXPECT_EQ(finding_lines(archive), "wad-directory-range\n");
    EXPECT_TRUE(archive.broken());
    EXPECT_TRUE(archive.maps().empty());
}

TEST(ScanFile, FileThatCouldNotBeOpened) {
    const Archive archive = Archive::from_file(nullptr, "a.wad", {});
    EXPECT_EQ(finding_lines(archive), "file-unreadable\n");
    EXPECT_TRUE(archive.broken());
    EXPECT_TRUE(archive.maps().empty());
}

TEST(ScanFile, EmptyWadIsFine) {
    const Archive archive = open_bytes(WadBuilder().build("IWAD"));
    EXPECT_FALSE(archive.broken());
    EXPECT_TRUE(archive.maps().empty());
    EXPECT_EQ(finding_lines(archive), "no-maps\n");
    EXPECT_EQ(archive.finding_count(flatline::engine::Severity::note), 1u);
}

TEST(ScanFile, LongCommentsBeforeTheText) {
    const std::string comment = "//" + std::string(100000, '-') + "\n";
    EXPECT_EQ(map_lines(open_bytes(comment + "namespace = \"doom\";", "a")), "a udmf TEXTMAP\n");
    EXPECT_EQ(map_lines(open_bytes(comment + "Version 2", "a")), "a doom3 MAP\n");
    // Somewhere the search ends; the suffix still helps.
    const std::string blanks(3 << 20, ' ');
    EXPECT_EQ(finding_lines(open_bytes(blanks + "namespace = \"doom\";", "a")),
              "file-format-unknown\n");
    EXPECT_EQ(map_lines(open_bytes(blanks + "namespace = \"doom\";", "a.udmf")),
              "a udmf TEXTMAP\n");
}

TEST(ScanFile, OpensWithoutReadingLumps) {
    auto faults = std::make_shared<Faults>();
    const std::string text(1 << 20, ' ');
    const Archive archive =
        open_bytes(WadBuilder().map("MAP01", text).build(), "a.wad", {}, faults);
    EXPECT_EQ(archive.maps().size(), 1u);
    EXPECT_LE(faults->reads, 3u);
}

// MEM-03: exactly the limit opens, one more does not.
TEST(ScanFile, MEM_03_Limits) {
    const std::string wad = WadBuilder().map("A", "").build();
    Limits limits;
    limits.container_bytes = wad.size();
    limits.archive_entries = 3;
    EXPECT_EQ(finding_lines(open_bytes(wad, "a.wad", limits)), "");
    limits.archive_entries = 2;
    const Archive entries = open_bytes(wad, "a.wad", limits);
    EXPECT_EQ(finding_lines(entries), "limit-archive-entries\n");
    EXPECT_TRUE(entries.broken());
    EXPECT_TRUE(entries.maps().empty());
    limits.container_bytes = wad.size() - 1;
    const Archive bytes = open_bytes(wad, "a.wad", limits);
    EXPECT_EQ(finding_lines(bytes), "limit-container-bytes\n");
    EXPECT_EQ(bytes.findings()[0].finding.a, static_cast<std::int64_t>(wad.size()));
    EXPECT_EQ(bytes.findings()[0].finding.b, static_cast<std::int64_t>(wad.size() - 1));
    EXPECT_TRUE(bytes.broken());
}

// IO-01: an error at any read gives a finding or the whole answer, and nothing else.
TEST(ScanFile, IO_01_FaultAtEveryRead) {
    for (const std::uint64_t most : {Faults::kNever, std::uint64_t{1}, std::uint64_t{7}}) {
        const std::string good = map_lines(open_bytes(small_wad()));
        std::uint64_t k = 0;
        for (;; ++k) {
            auto faults = std::make_shared<Faults>();
            faults->most = most;
            faults->fail_from = k;
            const Archive archive = open_bytes(small_wad(), "a.wad", {}, faults);
            if (faults->reads <= k) {
                EXPECT_EQ(map_lines(archive), good);
                break;
            }
            EXPECT_EQ(finding_lines(archive), "short-read\n") << k;
            EXPECT_TRUE(archive.broken());
        }
        EXPECT_GT(k, 1u);
    }
}

TEST(ScanFile, IO_01_LyingSizes) {
    for (const std::int64_t lie : {-1, 1, 1000}) {
        auto faults = std::make_shared<Faults>();
        faults->size_lie = lie;
        const Archive archive = open_bytes(small_wad(), "a.wad", {}, faults);
        // A longer file still holds its directory; of a shorter one it is cut.
        EXPECT_EQ(finding_lines(archive), lie < 0 ? "wad-directory-range\n" : "") << lie;
    }
    auto faults = std::make_shared<Faults>();
    faults->cut_at = 0;
    EXPECT_EQ(finding_lines(open_bytes("namespace = \"a\";", "a", {}, faults)), "short-read\n");
}

// ---- A tree ------------------------------------------------------------------------------------

TEST(ScanTree, FindsMapsByPlaceAndContent) {
    const Archive archive = open_tree({{"maps/hub.wad", small_wad()},
                                       {"MAPS/e1m1.WAD", small_wad()},
                                       {"maps/deep/x.wad", small_wad()},
                                       {"maps/noext", small_wad()},
                                       {"other/noext", small_wad()},
                                       {"resource.wad", small_wad()},
                                       {"loose.textmap", "namespace = \"doom\";"},
                                       {"base/maps/altar.map", "Version 2\n{}"},
                                       {"maps/raw.map", "namespace = \"doom\";"},
                                       {"maps/build.map", "\x07\0\0\0"},
                                       {"readme.txt", "namespace = \"doom\";"},
                                       {"sprites/A.png", "PNG"}});
    EXPECT_EQ(map_lines(archive),
              "MAPS/e1m1.WAD: E1M1 udmf TEXTMAP,ENDMAP\n"
              "base/maps/altar.map: altar doom3 MAP\n"
              "loose.textmap: loose udmf TEXTMAP\n"
              "maps/deep/x.wad: MAP07 udmf TEXTMAP,ENDMAP\n"
              "maps/hub.wad: HUB udmf TEXTMAP,ENDMAP\n"
              "maps/noext: NOEXT udmf TEXTMAP,ENDMAP\n"
              "maps/raw.map: raw udmf TEXTMAP\n"
              "resource.wad: MAP07#2 udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(finding_lines(archive), "");
    EXPECT_FALSE(archive.broken());
}

TEST(ScanTree, OnlyTheFirstMapHasTheNameOfTheFile) {
    EXPECT_EQ(map_lines(open_tree({{"maps/long_name_01.wad",
                                    WadBuilder().map("MAP01", "").map("MAP02", "").build()}})),
              "maps/long_name_01.wad: LONG_NAME_01 udmf TEXTMAP,ENDMAP\n"
              "maps/long_name_01.wad: MAP02 udmf TEXTMAP,ENDMAP\n");
}

TEST(ScanTree, BrokenFilesAreFindingsWithTheirPath) {
    const Archive archive = open_tree({{"maps/a.wad", "PK\3\4"},
                                       {"maps/b.wad", "no WAD, but long enough"},
                                       {"maps/c.wad", ""},
                                       {"maps/closed.wad", std::string(FakeSource::kClosed)},
                                       {"maps/good.wad", small_wad()},
                                       {"noaccess/", ""}});
    EXPECT_EQ(finding_lines(archive),
              "archive-nesting maps/a.wad\n"
              "file-unreadable maps/closed.wad\n"
              "file-unreadable noaccess/\n"
              "wad-header maps/c.wad\n"
              "wad-magic maps/b.wad\n");
    EXPECT_EQ(archive.maps().size(), 1u);
    EXPECT_FALSE(archive.broken());
}

// ARC-12: a container and the WADs in it, no deeper.
TEST(ScanTree, ARC_12_ArchivesInArchives) {
    const Archive archive =
        open_tree({{"a.pk3", "PK\3\4"}, {"b.ZIP", ""}, {"c.7z", "7z"}, {"d.Pk7", ""}});
    EXPECT_EQ(finding_lines(archive),
              "archive-nesting a.pk3\narchive-nesting b.ZIP\n"
              "archive-nesting c.7z\narchive-nesting d.Pk7\nno-maps\n");
    EXPECT_EQ(archive.finding_count(Severity::warning), 5u);
}

// ARC-07: bytewise order, whatever order the source has.
TEST(ScanTree, ARC_07_NamesThatDifferInCase) {
    const Archive archive = open_tree({{"maps/map01.wad", small_wad()},
                                       {"MAPS/MAP01.WAD", small_wad()},
                                       {"x.txt", ""},
                                       {"X.TXT", ""}});
    EXPECT_EQ(map_lines(archive),
              "MAPS/MAP01.WAD: MAP01 udmf TEXTMAP,ENDMAP\n"
              "maps/map01.wad: MAP01#2 udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(finding_lines(archive),
              "archive-name-conflict maps/map01.wad\narchive-name-conflict x.txt\n");
}

TEST(ScanTree, ARC_06_PathsThatNobodyCanWant) {
    const std::string longest(1024 - 4, 'a');
    const Archive archive = open_tree({{longest + ".wad", small_wad()},
                                       {longest + "b.wad", small_wad()},
                                       {"../../evil.wad", small_wad()},
                                       {"", ""}});
    EXPECT_EQ(archive.maps().size(), 2u);
    ASSERT_EQ(archive.findings().size(), 1u);
    EXPECT_EQ(archive.findings()[0].path.size(), 1024u);
}

TEST(ScanTree, SourceThatCouldNotBeOpened) {
    const Archive archive = Archive::from_source(nullptr, {});
    EXPECT_EQ(finding_lines(archive), "archive-unreadable\n");
    EXPECT_TRUE(archive.broken());
    EXPECT_EQ(finding_lines(open_tree({{"/", ""}})), "archive-unreadable\n");
    EXPECT_EQ(finding_lines(open_tree({{"/", ""}}, {}, false)), "file-unreadable\n");
    EXPECT_TRUE(open_tree({{"/", ""}}).broken());
}

// That an archive without files has no maps is a note, unless some of its entries were left out.
TEST(ScanTree, NoFilesAndAFinding) {
    class LeftOut final : public flatline::engine::Source {
    public:
        explicit LeftOut(bool reports) : reports_(reports) {}
        bool packed() const noexcept override { return true; }
        bool list(std::uint64_t, Entries&) noexcept override { return true; }
        std::unique_ptr<flatline::engine::File> open(std::string_view) noexcept override {
            return nullptr;
        }
        void report(Report report, void* context) const noexcept override {
            if (reports_) report(context, "x", reason("x"));
        }

    private:
        bool reports_;
    };
    for (const bool reports : {false, true}) {
        const Archive archive = Archive::from_source(std::make_unique<LeftOut>(reports), {});
        ASSERT_EQ(archive.findings().size(), reports ? 2u : 1u);
        const Finding& last = archive.findings()[archive.findings().size() - 1].finding;
        EXPECT_EQ(last.rule, static_cast<std::uint16_t>(Rule::no_maps));
        EXPECT_EQ(last.severity == static_cast<std::uint8_t>(flatline::engine::Severity::note),
                  !reports);
    }
}

TEST(ScanTree, MEM_03_LimitOfEntries) {
    Limits limits;
    limits.archive_entries = 3;  // the map has two lumps, its WAD three
    EXPECT_EQ(finding_lines(open_tree({{"a", ""}, {"b", ""}, {"c.wad", small_wad()}}, limits)), "");
    const Archive over =
        open_tree({{"a", ""}, {"b", ""}, {"c.wad", small_wad()}, {"d", ""}}, limits);
    EXPECT_EQ(finding_lines(over), "limit-archive-entries\n");
    EXPECT_EQ(over.findings()[0].finding.a, 4);
    EXPECT_EQ(over.findings()[0].finding.b, 3);
    EXPECT_TRUE(over.broken());
    EXPECT_TRUE(over.maps().empty());
}

// A map of an archive counts as 16 entries, after the first 64: 31 KB of a 7z held 131,000.
TEST(ScanTree, ARC_14_MapsOfAnArchive) {
    const auto maps_of = [](int count, std::uint64_t entries, bool is_packed,
                            std::uint64_t& refused) {
        std::vector<std::pair<std::string, std::string>> files;
        for (int i = 0; i < count; ++i) files.emplace_back(std::to_string(i) + ".udmf", "a=1;");
        Limits limits;
        limits.archive_entries = entries;
        const Archive archive = open_tree(files, limits, is_packed);
        refused = archive.finding_count(Severity::error);
        return archive.maps().size();
    };
    std::uint64_t refused = 0;
    EXPECT_EQ(maps_of(64, 100, true, refused), 64u);
    EXPECT_EQ(refused, 0u);
    EXPECT_EQ(maps_of(67, 100, true, refused), 64u);
    EXPECT_EQ(refused, 3u);
    EXPECT_EQ(maps_of(67, 100, false, refused), 67u) << "files of a folder are files of their own";
    EXPECT_EQ(maps_of(101, 100 * 8, true, refused), 100u);
    EXPECT_EQ(refused, 1u);
    // The maps of a WAD come all or not at all.
    WadBuilder wad;
    for (int i = 0; i < 65; ++i) wad.map("M" + std::to_string(i), "a=1;");
    Limits limits;
    limits.archive_entries = 65 * 8;
    EXPECT_EQ(open_bytes(wad.build(), "a.wad", limits).maps().size(), 65u);
    limits.archive_entries -= 1;
    const Archive over = open_bytes(wad.build(), "a.wad", limits);
    EXPECT_TRUE(over.maps().empty());
    EXPECT_EQ(finding_lines(over), "limit-archive-entries\nno-maps\n");
    EXPECT_EQ(over.findings()[0].finding.a, 65 * 8);
}

// ARC-08, ARC-09: every file that comes out of a packed tree counts, by what it claims.
TEST(ScanTree, ARC_09_BudgetOfInflatedBytes) {
    Limits limits;
    limits.inflated_bytes = 2 * small_wad().size();
    const std::vector<std::pair<std::string, std::string>> files = {
        {"a.wad", small_wad()}, {"b.wad", small_wad()}, {"c.wad", small_wad()}};
    const Archive archive = open_tree(files, limits);
    EXPECT_EQ(archive.maps().size(), 2u);
    EXPECT_EQ(finding_lines(archive), "limit-inflated-bytes c.wad\n");
    EXPECT_EQ(archive.findings()[0].finding.a, static_cast<std::int64_t>(3 * small_wad().size()));
    EXPECT_EQ(archive.findings()[0].finding.b, static_cast<std::int64_t>(2 * small_wad().size()));
    // Out of a folder nothing is inflated.
    EXPECT_EQ(open_tree(files, limits, false).maps().size(), 3u);
}

TEST(ScanTree, LimitOfContainerBytesHoldsForFilesInside) {
    Limits limits;
    limits.container_bytes = small_wad().size() - 1;
    EXPECT_EQ(finding_lines(open_tree({{"a.wad", small_wad()}}, limits)),
              "limit-container-bytes a.wad\nno-maps\n");
}

// ARC-10: a size that lies low would leave bytes out, and would not be charged for them.
TEST(ScanTree, ARC_10_SizeThatLiesLow) {
    auto faults = std::make_shared<Faults>();
    const std::string wad = small_wad() + "more";
    faults->size_lie = -4;
    const Archive archive = open_tree({{"a.wad", wad}}, {}, true, faults);
    EXPECT_EQ(finding_lines(archive), "no-maps\nshort-read a.wad\n");
    EXPECT_TRUE(archive.maps().empty());
}

TEST(ScanTree, ARC_10_SizeThatLiesHigh) {
    auto faults = std::make_shared<Faults>();
    faults->size_lie = 1ll << 31;
    Limits limits;
    // The claim is charged, and not one lump is read by unpacking all before it.
    const Archive archive = open_tree({{"a.wad", small_wad()}}, limits, true, faults);
    EXPECT_EQ(finding_lines(archive), "no-maps\nshort-read a.wad\n");
    for (const auto& found : archive.findings()) {
        if (found.finding.rule != static_cast<std::uint16_t>(flatline::engine::Rule::short_read))
            continue;
        const auto size = static_cast<std::int64_t>(small_wad().size());
        EXPECT_EQ(found.finding.a, size);
        EXPECT_EQ(found.finding.b, size + (std::int64_t{1} << 31));
    }
    limits.inflated_bytes = 1ull << 31;
    EXPECT_EQ(finding_lines(open_tree({{"a.wad", small_wad()}}, limits, true, faults)),
              "limit-inflated-bytes a.wad\nno-maps\n");
}

TEST(ScanTree, PackedFilesAreReadForward) {
    auto faults = std::make_shared<Faults>();
    const Archive archive = open_tree({{"a.wad", small_wad()}}, {}, true, faults);
    EXPECT_EQ(archive.maps().size(), 1u);
    EXPECT_LE(faults->backward, 1u);  // the head is read twice, once to tell what it is
}

}  // namespace
