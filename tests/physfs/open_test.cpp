// open_path on real files: every kind of container, and paths of every shape.
#include <gtest/gtest.h>
#include <physfs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

#include "flatline/archive_map.hpp"
#include "flatline/physfs.hpp"
#include "support/fake_file.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace {

using namespace flatline;
using physfs::open_path;
using physfs::OpenError;
using physfs::OpenResult;
using testing_support::finding_lines;
using testing_support::map_lines;
using testing_support::refusal_lines;
using testing_support::square_text;
using testing_support::TempFolder;
using testing_support::WadBuilder;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;

std::string two_maps() {
    return WadBuilder()
        .map("MAP01", square_text("zdoom"))
        .map("MAP02", square_text("doom"))
        .build();
}

// Every map loads and has the four vertices of the square.
void expect_loads(Archive& archive) {
    Loader loader;
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        const LoadResult result = load_map(archive, i, loader, {});
        EXPECT_EQ(result.status, Status::ok) << archive.maps()[i].name << refusal_lines(result);
        EXPECT_EQ(result.map.vertices().size(), 4u);
    }
}

// Opens, loads everything, and gives what it saw. Each test ends without PhysFS, as it began.
std::string seen(const std::string& path, const Limits& limits = {}) {
    EXPECT_EQ(PHYSFS_isInit(), 0);
    std::string out;
    {
        const OpenResult opened = open_path(path, limits);
        if (opened.error != OpenError::ok) {
            EXPECT_EQ(opened.archive, nullptr);
            return "error " + std::to_string(static_cast<int>(opened.error));
        }
        expect_loads(*opened.archive);
        out = map_lines(*opened.archive) + finding_lines(*opened.archive);
        if (opened.archive->broken()) out += "broken\n";
    }
    EXPECT_EQ(PHYSFS_isInit(), 0);
    return out;
}

const std::string kNotFound = "error " + std::to_string(static_cast<int>(OpenError::not_found));
constexpr const char* kTwoMaps =
    "MAP01 udmf TEXTMAP,ENDMAP\n"
    "MAP02 udmf TEXTMAP,ENDMAP\n";

TEST(OpenPath, Wad) {
    const TempFolder folder;
    EXPECT_EQ(seen(folder.write("two.wad", two_maps())), kTwoMaps);
    EXPECT_EQ(seen(folder.write("wad without suffix", two_maps())), kTwoMaps);
    EXPECT_EQ(seen(folder.write("wad.pk3", two_maps())), kTwoMaps);
}

TEST(OpenPath, BareMaps) {
    const TempFolder folder;
    EXPECT_EQ(seen(folder.write("hub.udmf", square_text())), "hub udmf TEXTMAP\n");
    EXPECT_EQ(seen(folder.write("x.txt", square_text())), "x udmf TEXTMAP\n");
    const OpenResult doom3 = open_path(folder.write("altar.map", "Version 2\n{\n}\n"), {});
    EXPECT_EQ(map_lines(*doom3.archive), "altar doom3 MAP\n");
}

TEST(OpenPath, WhatIsNoMap) {
    const TempFolder folder;
    EXPECT_EQ(seen(folder.write("a.png", "\x89PNG")), "file-format-unknown\nbroken\n");
    EXPECT_EQ(seen(folder.write("a.wad", "WAD2 and some more")), "wad-magic\nbroken\n");
    EXPECT_EQ(seen(folder.write("b.wad", "PWAD")), "wad-header\nbroken\n");
    EXPECT_EQ(seen(folder.write("empty", "")), "file-format-unknown\nbroken\n");
    EXPECT_EQ(seen(folder.write("a.zip", "this is no archive")), "archive-unreadable\nbroken\n");
    EXPECT_EQ(seen(folder.write("a.7z", "this is no archive")), "archive-unreadable\nbroken\n");
    EXPECT_EQ(seen(folder.write("b.7z", "7z\xBC\xAF\x27\x1C")), "archive-unreadable\nbroken\n");
    EXPECT_EQ(seen(folder.write("b.zip", "PK\3\4 and then nothing")),
              "archive-unreadable\nbroken\n");
}

constexpr const char* kTree =
    "maps/e1m1.wad: E1M1 udmf TEXTMAP,ENDMAP\n"
    "maps/hub.wad: HUB udmf TEXTMAP,ENDMAP\n"
    "maps/hub.wad: MAP02 udmf TEXTMAP,ENDMAP\n"
    "textures/more.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
    "textures/more.wad: MAP02#2 udmf TEXTMAP,ENDMAP\n";

void write_tree(const TempFolder& folder) {
    folder.write("tree/maps/hub.wad", two_maps());
    folder.write("tree/maps/e1m1.wad", WadBuilder().map("X", square_text()).build());
    folder.write("tree/textures/more.wad", two_maps());
    folder.write("tree/decorate.txt", "actor x = {}");
}

TEST(OpenPath, FolderLikeAPk3) {
    const TempFolder folder;
    write_tree(folder);
    EXPECT_EQ(seen(folder.at("tree")), kTree);
    EXPECT_EQ(seen(folder.at("tree/")), kTree);
    EXPECT_EQ(seen(folder.at("tree/maps/..//")), kTree);
}

TEST(OpenPath, Zip) {
    const TempFolder folder;
    write_tree(folder);
    if (!folder.run("cd tree && zip -r ../deflated.pk3 .") ||
        !folder.run("cd tree && zip -0 -r ../stored.zip .") ||
        !folder.run("cd tree && zip -r -fd ../streamed.pk4 .")) {
        GTEST_SKIP() << "no zip command";
    }
    EXPECT_EQ(seen(folder.at("deflated.pk3")), kTree);
    EXPECT_EQ(seen(folder.at("stored.zip")), kTree);
    EXPECT_EQ(seen(folder.at("streamed.pk4")), kTree);
    ASSERT_TRUE(folder.run("printf junk | cat - stored.zip > junk.pk3"));
    EXPECT_EQ(seen(folder.at("junk.pk3")), kTree);
    ASSERT_TRUE(folder.run("cp deflated.pk3 archive.wad && cp deflated.pk3 nosuffix"));
    EXPECT_EQ(seen(folder.at("archive.wad")), kTree);
    EXPECT_EQ(seen(folder.at("nosuffix")), kTree);
    // An archive with nothing in it is one that PhysFS does not take.
    EXPECT_EQ(seen(folder.write("empty.pk3", ZipBuilder().build())),
              "archive-unreadable\nbroken\n");
}

// PhysFS 3.0.2 never frees what it unpacks from a 7z: its count of users goes wrong.
class AllowLeaks {
#if defined(__SANITIZE_ADDRESS__)
public:
    AllowLeaks() { __lsan_disable(); }
    ~AllowLeaks() { __lsan_enable(); }
#endif
};

TEST(OpenPath, SevenZip) {
    [[maybe_unused]] const AllowLeaks leaks;
    const TempFolder folder;
    write_tree(folder);
    if (!folder.run("cd tree && 7z a ../solid.7z . && 7z a -ms=off ../loose.pk7 .")) {
        GTEST_SKIP() << "no 7z command";
    }
    EXPECT_EQ(seen(folder.at("solid.7z")), kTree);
    EXPECT_EQ(seen(folder.at("loose.pk7")), kTree);
}

TEST(OpenPath, PathsOfEveryShape) {
    const TempFolder folder;
    const std::string names[] = {
        "with space.wad", "\xC3\xA4\xE2\x82\xAC.wad", "\xFF\xFE.wad", "..wad", "a.b.c.wad", "-"};
    for (const std::string& name : names) {
        EXPECT_EQ(seen(folder.write("dir/" + name, two_maps())), kTwoMaps) << name;
        EXPECT_EQ(seen(folder.at("dir/../dir/./" + name)), kTwoMaps) << name;
    }
    // PhysFS gets the folder as it is, so a colon there does no harm.
    EXPECT_EQ(seen(folder.write("a:b\\c d/x.wad", two_maps())), kTwoMaps);

    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    EXPECT_EQ(seen("dir/with space.wad"), kTwoMaps);
    EXPECT_EQ(seen("./dir/../dir/with space.wad"), kTwoMaps);
    std::filesystem::current_path(folder.path() / "dir");
    EXPECT_EQ(seen("with space.wad"), kTwoMaps);
    EXPECT_EQ(seen("-"), kTwoMaps);
    std::filesystem::current_path(before);
}

TEST(OpenPath, LinksThatTheCallerNames) {
    const TempFolder folder;
    folder.write("real/two.wad", two_maps());
    std::filesystem::create_symlink("real/two.wad", folder.at("link.wad"));
    std::filesystem::create_directory_symlink("real", folder.at("linked"));
    std::filesystem::create_symlink("nowhere", folder.at("dangling.wad"));
    std::filesystem::create_symlink("loop.wad", folder.at("loop.wad"));
    EXPECT_EQ(seen(folder.at("link.wad")), kTwoMaps);
    EXPECT_EQ(seen(folder.at("linked/two.wad")), kTwoMaps);
    EXPECT_EQ(seen(folder.at("linked")),
              "two.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
              "two.wad: MAP02 udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(seen(folder.at("dangling.wad")), kNotFound);
    EXPECT_EQ(seen(folder.at("loop.wad")), kNotFound);
    // The name that the caller knows is the one that names the map.
    folder.write("real/data.bin", square_text());
    std::filesystem::create_symlink("real/data.bin", folder.at("hub.udmf"));
    EXPECT_EQ(seen(folder.at("hub.udmf")), "hub udmf TEXTMAP\n");
}

TEST(OpenPath, PathsThatAreNoFile) {
    const TempFolder folder;
    folder.write("two.wad", two_maps());
    ASSERT_EQ(::mkfifo(folder.at("fifo.wad").c_str(), 0600), 0);
    EXPECT_EQ(seen(""), kNotFound);
    EXPECT_EQ(seen(folder.at("missing.wad")), kNotFound);
    EXPECT_EQ(seen(folder.at("two.wad/")), kNotFound);
    EXPECT_EQ(seen(folder.at("two.wad/x")), kNotFound);
    EXPECT_EQ(seen(folder.at("fifo.wad")), kNotFound);
    EXPECT_EQ(seen("/dev/null"), kNotFound);
    EXPECT_EQ(seen(std::string("a\0b", 3)), kNotFound);
    EXPECT_EQ(seen(std::string(10000, 'a')), kNotFound);
}

TEST(OpenPath, CHK_02_DevicesInAFolderArePassedOver) {
    const TempFolder folder;
    folder.write("two.wad", two_maps());
    ASSERT_EQ(::mkfifo(folder.at("fifo.wad").c_str(), 0600), 0);
    EXPECT_EQ(seen(folder.path().string()),
              "two.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
              "two.wad: MAP02 udmf TEXTMAP,ENDMAP\n");
}

TEST(OpenPath, NamesThatPhysfsRefuses) {
    const TempFolder folder;
    EXPECT_EQ(seen(folder.write("a:b.wad", two_maps())), "file-name\nbroken\n");
    EXPECT_EQ(seen(folder.write("a\\b.wad", two_maps())), "file-name\nbroken\n");
    folder.write("tree/c:d.wad", two_maps());
    folder.write("tree/c:d/x.wad", two_maps());
    folder.write("tree/e:f.txt", "");
    EXPECT_EQ(seen(folder.at("tree")), "file-name c:d.wad\nfile-name c:d/\n");
}

TEST(OpenPath, NoPermission) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    const TempFolder folder;
    const std::string path = folder.write("two.wad", two_maps());
    ASSERT_EQ(::chmod(path.c_str(), 0), 0);
    EXPECT_EQ(seen(path), "file-unreadable\nbroken\n");
}

// ---- Hostile archives --------------------------------------------------------------------------

TEST(OpenPath, ARC_06_PathsInArchives) {
    const TempFolder folder;
    const std::string wad = two_maps();
    ZipBuilder zip;
    for (const char* name : {"a//b.wad", "../x.wad", "a/../c.wad", "./d.wad", "maps//", "C:\\e.wad",
                             "dos\\f.wad", "good.wad"}) {
        zip.file(name, wad);
    }
    ZipEntry link;
    link.name = "link.wad";
    link.data = "good.wad";
    link.attributes = 0120777u << 16;
    zip.add(link);
    EXPECT_EQ(seen(folder.write("hostile.pk3", zip.build())),
              "good.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
              "good.wad: MAP02 udmf TEXTMAP,ENDMAP\n"
              "file-name C:\\e.wad\n"
              "file-name dos\\f.wad\n");
    // PhysFS makes a file of the root where a name begins with a slash.
    EXPECT_EQ(seen(folder.write("root.pk3", ZipBuilder().file("/abs.wad", wad).build())),
              "archive-unreadable\nbroken\n");
}

TEST(OpenPath, ARC_06_DeepPaths) {
    const TempFolder folder;
    const auto nested = [](int depth) {
        std::string name;
        for (int i = 0; i < depth; ++i) name += "d/";
        return name + "x.wad";
    };
    EXPECT_NE(seen(folder.write("32.pk3", ZipBuilder().file(nested(32), two_maps()).build()))
                  .find("x.wad: MAP01 udmf"),
              std::string::npos);
    const std::string deeper =
        seen(folder.write("33.pk3", ZipBuilder().file(nested(33), two_maps()).build()));
    EXPECT_EQ(deeper.find("x.wad"), std::string::npos);
    EXPECT_NE(deeper.find("file-unreadable d/d/"), std::string::npos);
    // PhysFS recurses over the folders of a name: it must not see these.
    for (const int depth : {65, 5000, 32765}) {
        EXPECT_EQ(seen(folder.write("deep.pk3", ZipBuilder().file(nested(depth), "x").build())),
                  "archive-unreadable\nbroken\n");
    }
}

TEST(OpenPath, ARC_06_DeepFolders) {
    const TempFolder folder;
    std::string name;
    for (int i = 0; i < 40; ++i) name += "d/";
    folder.write("top/" + name + "x.wad", two_maps());
    folder.write("top/y.udmf", square_text());
    const std::string out = seen(folder.at("top"));
    EXPECT_EQ(out.find("x.wad"), std::string::npos);
    EXPECT_NE(out.find("y.udmf: y udmf"), std::string::npos);
    EXPECT_NE(out.find("file-unreadable d/d/"), std::string::npos);
}

TEST(OpenPath, ARC_06_LinksInFoldersAreNotFollowed) {
    const TempFolder folder;
    folder.write("outside/two.wad", two_maps());
    folder.write("top/y.udmf", square_text());
    std::filesystem::create_directory_symlink("../outside", folder.at("top/linked"));
    std::filesystem::create_directory_symlink(".", folder.at("top/loop"));
    std::filesystem::create_symlink("../outside/two.wad", folder.at("top/two.wad"));
    EXPECT_EQ(seen(folder.at("top")), "y.udmf: y udmf TEXTMAP\n");
}

TEST(OpenPath, ARC_07_ConflictsOfCase) {
    const TempFolder folder;
    const std::string wad = WadBuilder().map("X", square_text()).build();
    EXPECT_EQ(seen(folder.write(
                  "case.pk3",
                  ZipBuilder().file("maps/map01.wad", wad).file("MAPS/MAP01.WAD", wad).build())),
              "MAPS/MAP01.WAD: MAP01 udmf TEXTMAP,ENDMAP\n"
              "maps/map01.wad: MAP01#2 udmf TEXTMAP,ENDMAP\n"
              "archive-name-conflict maps/map01.wad\n");
    // The same name twice: PhysFS gives up.
    EXPECT_EQ(
        seen(folder.write("twice.pk3", ZipBuilder().file("a.wad", wad).file("a.wad", wad).build())),
        "archive-unreadable\nbroken\n");
}

TEST(OpenPath, ARC_08_BombsMeetTheBudget) {
    const TempFolder folder;
    folder.write("big/bomb.udmf", std::string(8 << 20, ' '));
    folder.write("big/maps/bomb.wad", WadBuilder().map("A", std::string(8 << 20, ' ')).build());
    if (!folder.run("cd big && zip -r ../bomb.pk3 .")) GTEST_SKIP() << "no zip command";
    ASSERT_LT(std::filesystem::file_size(folder.at("bomb.pk3")), 100000u);
    Limits limits;
    limits.inflated_bytes = 8 << 20;
    const OpenResult opened = open_path(folder.at("bomb.pk3"), limits);
    EXPECT_EQ(finding_lines(*opened.archive), "limit-inflated-bytes maps/bomb.wad\n");
    ASSERT_EQ(map_lines(*opened.archive), "bomb.udmf: bomb udmf TEXTMAP\n");
    Loader loader;
    // Exactly the limit is read; what is wrong then is the text.
    EXPECT_EQ(refusal_lines(load_map(*opened.archive, 0, loader, {})).find("limit"),
              std::string::npos);
    limits.inflated_bytes -= 1;
    const OpenResult over = open_path(folder.at("bomb.pk3"), limits);
    EXPECT_EQ(refusal_lines(load_map(*over.archive, 0, loader, {})), "limit-inflated-bytes\n");
}

TEST(OpenPath, ARC_09_EntriesThatShareOneRecord) {
    const TempFolder folder;
    const std::string wad = WadBuilder().map("A", std::string(100000, ' ')).build();
    ZipBuilder zip;
    zip.file("00.wad", wad);
    for (int i = 10; i < 30; ++i) {
        ZipEntry entry;
        entry.name = std::to_string(i) + ".wad";
        entry.data = wad;
        entry.shares = 0;
        zip.add(entry);
    }
    Limits limits;
    limits.inflated_bytes = 500000;
    const OpenResult opened = open_path(folder.write("overlap.pk3", zip.build()), limits);
    EXPECT_EQ(opened.archive->maps().size(), 4u);
    EXPECT_EQ(opened.archive->finding_count(Severity::error), 17u);
}

TEST(OpenPath, ARC_10_LyingSizes) {
    const TempFolder folder;
    const std::string wad = two_maps();
    // Of a stored file PhysFS believes the smaller of its two sizes.
    for (const std::int64_t size : {4ll, 1ll << 31, 0xFFFFFFF0ll}) {
        ZipEntry entry;
        entry.name = "a.wad";
        entry.data = wad;
        entry.size = size;
        EXPECT_EQ(seen(folder.write("lie.pk3", ZipBuilder().add(entry).build())),
                  size == 4 ? "wad-header a.wad\n"
                            : "a.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
                              "a.wad: MAP02 udmf TEXTMAP,ENDMAP\n");
    }
}

TEST(OpenPath, ARC_10_DeflatedFileWithALyingSize) {
    const TempFolder folder;
    folder.write("d/a.udmf", square_text());
    if (!folder.run("cd d && zip ../a.pk3 a.udmf")) GTEST_SKIP() << "no zip command";
    // The claimed size stands twice: in the local header at 22, in the directory at 24.
    std::ifstream in(folder.at("a.pk3"), std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const std::size_t directory = good.find("PK\x01\x02");
    for (const std::uint32_t claim : {10u, 100000u, 0xFFFFFFF0u}) {
        std::string lie = good;
        std::string bytes;
        testing_support::put_u32(bytes, claim);
        lie.replace(22, 4, bytes);
        lie.replace(directory + 24, 4, bytes);
        const OpenResult opened = open_path(folder.write("lie.pk3", lie), {});
        Loader loader;
        if (opened.archive->maps().empty()) continue;
        const LoadResult result = load_map(*opened.archive, 0, loader, {});
        EXPECT_NE(result.status, Status::ok) << claim;
        // Cut short by PhysFS the text still ends in the middle of something: a syntax error.
        if (claim > 10) {
            EXPECT_NE(refusal_lines(result).find(claim > 1u << 31 ? "limit-" : "short-read"),
                      std::string::npos)
                << claim << refusal_lines(result);
        }
    }
}

TEST(OpenPath, ARC_11_DamagedContent) {
    const TempFolder folder;
    folder.write("d/maps/a.wad", two_maps());
    if (!folder.run("cd d && zip -r ../a.pk3 .")) GTEST_SKIP() << "no zip command";
    std::ifstream in(folder.at("a.pk3"), std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    // Whatever byte is wrong: no crash, and what loads is no more than was there.
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 0x41);
        const OpenResult opened = open_path(folder.write("bad.pk3", bad), {});
        if (opened.error != OpenError::ok) continue;
        Loader loader;
        for (std::size_t m = 0; m < opened.archive->maps().size(); ++m) {
            const LoadResult result = load_map(*opened.archive, m, loader, {});
            EXPECT_LE(result.map.vertices().size(), 64u);
        }
    }
    // Cut anywhere it has no end record, and is no archive.
    for (std::size_t size = 4; size < good.size(); size += 7) {
        EXPECT_EQ(seen(folder.write("cut.pk3", good.substr(0, size))),
                  "archive-unreadable\nbroken\n");
    }
}

TEST(OpenPath, ARC_12_ArchiveInArchive) {
    const TempFolder folder;
    const std::string inner = ZipBuilder().file("a.wad", two_maps()).build();
    EXPECT_EQ(seen(folder.write("outer.pk3", ZipBuilder().file("inner.pk3", inner).build())),
              "archive-nesting inner.pk3\n");
    folder.write("tree/maps/inner.pk3", inner);
    EXPECT_EQ(seen(folder.at("tree")), "archive-nesting maps/inner.pk3\n");
}

// PhysFS 3.0.2 gives out the packed bytes of such files as if they were their content.
TEST(OpenPath, ARC_13_MethodsThatPhysfsDoesNotKnow) {
    const TempFolder folder;
    struct Row {
        std::uint32_t method;
        const char* name;
    };
    for (const Row row : {Row{1, "shrink"}, Row{12, "bzip2"}, Row{14, "LZMA"}, Row{99, "no.99"}}) {
        ZipEntry entry;
        entry.name = "maps/a.wad";
        entry.data = two_maps();
        entry.method = row.method;
        const std::string path =
            folder.write("m.pk3", ZipBuilder().add(entry).file("b.wad", two_maps()).build());
        EXPECT_EQ(seen(path),
                  "b.wad: MAP01 udmf TEXTMAP,ENDMAP\nb.wad: MAP02 udmf TEXTMAP,ENDMAP\n"
                  "archive-method maps/a.wad\n");
        const OpenResult opened = open_path(path, {});
        ASSERT_EQ(opened.archive->findings().size(), 1u);
        char sentence[200];
        const std::size_t size =
            describe(opened.archive->findings()[0].finding, {}, sentence, sizeof sentence);
        EXPECT_NE(std::string(sentence, size).find("'" + std::string(row.name) + "'"),
                  std::string::npos)
            << sentence;
    }
}

// ARC-14: the count is met before PhysFS makes a tree of it.
TEST(OpenPath, ARC_14_LimitOfEntries) {
    const TempFolder folder;
    ZipBuilder zip;
    for (int i = 0; i < 100; ++i) zip.file("f" + std::to_string(i), "");
    const std::string path = folder.write("many.pk3", zip.build());
    Limits limits;
    limits.archive_entries = 100;
    EXPECT_EQ(seen(path, limits), "");
    limits.archive_entries = 99;
    EXPECT_EQ(seen(path, limits), "limit-archive-entries\nbroken\n");
    // Folders are not in the ZIP's directory but in the tree.
    EXPECT_EQ(seen(folder.write("deep.pk3", ZipBuilder().file("a/b/c/d", "").build()),
                   [] {
                       Limits three;
                       three.archive_entries = 3;
                       return three;
                   }()),
              "limit-archive-entries\nbroken\n");
    for (int i = 0; i < 20; ++i) folder.write("tree/" + std::to_string(i) + "/x", "");
    limits.archive_entries = 40;
    EXPECT_EQ(seen(folder.at("tree"), limits), "");
    limits.archive_entries = 39;
    EXPECT_EQ(seen(folder.at("tree"), limits), "limit-archive-entries\nbroken\n");
}

TEST(OpenPath, MEM_03_LimitOfContainerBytes) {
    const TempFolder folder;
    const std::string zip = ZipBuilder().file("a.wad", two_maps()).build();
    const std::string path = folder.write("a.pk3", zip);
    Limits limits;
    limits.container_bytes = zip.size();
    EXPECT_EQ(seen(path, limits).find("limit"), std::string::npos);
    limits.container_bytes -= 1;
    EXPECT_EQ(seen(path, limits), "limit-container-bytes\nbroken\n");
}

}  // namespace
