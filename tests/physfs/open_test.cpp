// open_path on real files: every kind of container, and paths of every shape.
#include <gtest/gtest.h>
#include <physfs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "model/archive_map.hpp"
#include "physfs/open.hpp"
#include "support/bombs.hpp"
#include "support/fake_file.hpp"
#include "support/needs.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace {

using namespace flatline::engine;
using physfs::open_path;
using physfs::OpenError;
using physfs::OpenResult;
using testing_support::deflated;
using testing_support::Deflated;
using testing_support::finding_lines;
using testing_support::map_lines;
using testing_support::refusal_lines;
using testing_support::seven_zip_of;
using testing_support::square_text;
using testing_support::TempFolder;
using testing_support::WadBuilder;
using testing_support::zip_of;
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
        const LoadResult<flatline::engine::Map> result = load_map(archive, i, loader, {});
        EXPECT_EQ(result.status, Status::ok) << archive.maps()[i].name << refusal_lines(result);
        EXPECT_EQ(result.value.vertices().size(), 4u);
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
    const std::string path = folder.write("x.txt", square_text());
    EXPECT_EQ(seen(path), "x udmf TEXTMAP\n");
    EXPECT_EQ(seen(path + std::string("\0x", 2)), kNotFound) << "no path has a NUL";
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
    if (!needs::has_program("zip")) GTEST_SKIP() << needs::package("zip");
    ASSERT_TRUE(folder.run("cd tree && zip -r ../deflated.pk3 ."));
    ASSERT_TRUE(folder.run("cd tree && zip -0 -r ../stored.zip ."));
    ASSERT_TRUE(folder.run("cd tree && zip -r -fd ../streamed.pk4 ."));
    EXPECT_EQ(seen(folder.at("deflated.pk3")), kTree);
    EXPECT_EQ(seen(folder.at("stored.zip")), kTree);
    EXPECT_EQ(seen(folder.at("streamed.pk4")), kTree);
    ASSERT_TRUE(folder.run("printf junk | cat - stored.zip > junk.pk3"));
    EXPECT_EQ(seen(folder.at("junk.pk3")), kTree);
    ASSERT_TRUE(folder.run("cp deflated.pk3 archive.wad && cp deflated.pk3 nosuffix"));
    EXPECT_EQ(seen(folder.at("archive.wad")), kTree);
    EXPECT_EQ(seen(folder.at("nosuffix")), kTree);
    // One that unpacks itself: its content decides, not its name.
    ASSERT_TRUE(folder.run("printf 'MZ program' | cat - deflated.pk3 > setup.exe"));
    EXPECT_EQ(seen(folder.at("setup.exe")), kTree);
}

// What `git archive` makes of a link is an entry that points nowhere; the maps beside it load.
TEST(OpenPath, LinkInMapsOfAPk3) {
    const TempFolder folder;
    folder.write("maps/a.wad", WadBuilder().map("X", square_text()).build());
    std::filesystem::create_symlink("a.wad", folder.at("maps/link.wad"));
    if (!needs::has_program("git")) GTEST_SKIP() << needs::package("git");
    ASSERT_TRUE(
        folder.run("git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit "
                   "-qm a && git archive --format=zip -o a.pk3 HEAD"));
    EXPECT_EQ(seen(folder.at("a.pk3")),
              "maps/a.wad: A udmf TEXTMAP,ENDMAP\narchive-link maps/link.wad\n");
}

TEST(OpenPath, NothingInIt) {
    const TempFolder folder;
    const auto severity = [](const std::string& path) {
        const OpenResult opened = open_path(path, {});
        EXPECT_EQ(finding_lines(*opened.archive), "no-maps\n") << path;
        EXPECT_FALSE(opened.archive->broken());
        return opened.archive->finding_count(Severity::note) == 1 ? "note" : "warning";
    };
    EXPECT_STREQ(severity(folder.write("empty.pk3", ZipBuilder().build())), "note");
    EXPECT_STREQ(severity(folder.write("a.pk3", ZipBuilder().file("a.txt", "x").build())),
                 "warning");
    EXPECT_STREQ(severity(folder.write("a.wad", WadBuilder().lump("DATA", "x").build())),
                 "warning");
    folder.write("tree/readme.txt", "x");
    EXPECT_STREQ(severity(folder.at("tree")), "warning");
}

// A bad readme, a link or a lying size in one place: each is named, and all maps beside it load.
TEST(OpenPath, OneBadEntryCostsNoMap) {
    const TempFolder folder;
    const std::string wad = WadBuilder().map("X", square_text()).build();
    const auto with = [&](const ZipEntry& bad) {
        ZipBuilder zip;
        zip.file("maps/a.wad", wad).add(bad).file("maps/c.wad", wad);
        return seen(folder.write("one.pk3", zip.build()));
    };
    const std::string maps =
        "maps/a.wad: A udmf TEXTMAP,ENDMAP\nmaps/c.wad: C udmf TEXTMAP,ENDMAP\n";
    ZipEntry readme;
    readme.name = "readme.txt";
    readme.data = "x";
    readme.place = 0x7FFFFFFF;
    EXPECT_EQ(with(readme), maps + "archive-entry readme.txt\n");
    ZipEntry map;
    map.name = "maps/b.wad";
    map.data = wad;
    map.place = 12345678;
    EXPECT_EQ(with(map), maps + "archive-entry maps/b.wad\n");
    map.place = -1;
    map.packed = 1 << 30;
    EXPECT_EQ(with(map), maps + "archive-entry maps/b.wad\n");
    map.packed = -1;
    map.flags = 1;
    EXPECT_EQ(with(map), maps + "archive-encrypted maps/b.wad\n");
    map.flags = 0;
    map.data = "\x99 this is no deflate stream";
    map.method = 8;
    map.size = 5000;
    EXPECT_EQ(with(map), maps + "short-read maps/b.wad\n");
    // A stated size that leaves the directory of the WAD out: the WAD is not at fault.
    map.data = deflated(wad);
    map.size = static_cast<std::int64_t>(wad.size()) - 40;
    EXPECT_EQ(with(map), maps + "short-read maps/b.wad\n");
}

// Where the content is damaged, the archive says so too, not the WAD alone.
TEST(OpenPath, ChecksumOfAWadThatIsNone) {
    const TempFolder folder;
    ZipEntry map;
    map.name = "maps/b.wad";
    map.data = WadBuilder().map("X", square_text()).build("PWAD", 3, 1u << 30);
    map.crc = 1;
    EXPECT_EQ(seen(folder.write("crc.pk3", ZipBuilder().add(map).build())),
              "archive-checksum maps/b.wad\nno-maps\nwad-directory-range maps/b.wad\n");
}

TEST(OpenPath, ChecksumsThatAreWrong) {
    const TempFolder folder;
    ZipEntry map;
    map.name = "maps/b.wad";
    map.data = WadBuilder().map("X", square_text()).build();
    map.crc = 1;
    EXPECT_EQ(seen(folder.write("crc.pk3", ZipBuilder().add(map).build())),
              "maps/b.wad: B udmf TEXTMAP,ENDMAP\narchive-checksum maps/b.wad\n");
}

// PhysFS shows a file to ten archivers, by its name first; its ISO 9660 one recursed for ever here.
TEST(OpenPath, ContentDecidesAndNeverTheName) {
    const TempFolder folder;
    std::string image(40 * 2048, '\0');
    image.replace(0, 4, "PK\3\4");
    const auto put = [&](std::size_t at, std::string_view bytes) {
        image.replace(at, bytes.size(), bytes);
    };
    const auto record = [](char name, char sector) {
        std::string out(34, '\0');
        out[0] = 34;
        out[2] = out[9] = sector;
        out[11] = out[16] = 8;  // 2048 bytes, in both orders
        out[25] = 2;
        out[28] = out[31] = 1;
        out[32] = 1;
        out[33] = name;
        return out;
    };
    put(16 * 2048, "\1CD001\1");
    put(16 * 2048 + 156, record('\0', 20));
    put(17 * 2048,
        "\xFF"
        "CD001\1");
    // A in the root holds B, which is the root.
    put(20 * 2048, record('\0', 20) + record('\1', 20) + record('A', 21));
    put(21 * 2048, record('\0', 21) + record('\1', 20) + record('B', 20));
    for (const char* name : {"x.iso", "x.pk3", "x.7z", "x.grp", "x.hog", "x.mvl", "x.pak", "x.slb",
                             "x.vdf", "x.wad"}) {
        EXPECT_EQ(seen(folder.write(name, image)), "archive-unreadable\nbroken\n") << name;
    }
    const std::string wad = WadBuilder().map("X", square_text()).build();
    const std::string zip = ZipBuilder().file("maps/a.wad", wad).build();
    for (const char* name : {"y.iso", "y.7z", "y.grp", "y.wad", "y.txt", "y"}) {
        EXPECT_EQ(seen(folder.write(name, zip)), "maps/a.wad: A udmf TEXTMAP,ENDMAP\n") << name;
    }
}

TEST(OpenPath, SevenZip) {
    const TempFolder folder;
    write_tree(folder);
    if (!needs::has_program("7z")) GTEST_SKIP() << needs::package("p7zip-full");
    ASSERT_TRUE(folder.run("cd tree && 7z a ../solid.7z . && 7z a -ms=off ../loose.pk7 ."));
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
    // What the caller names is opened all the same.
    const std::string plain = seen(folder.write("plain.wad", two_maps()));
    EXPECT_NE(plain.find("MAP02"), plain.npos);
    EXPECT_EQ(seen(folder.write("a:b.wad", two_maps())), plain);
    EXPECT_EQ(seen(folder.write("a\\b.wad", two_maps())), plain);
    folder.write("tree/c:d.wad", two_maps());
    folder.write("tree/c:d/x.wad", two_maps());
    folder.write("tree/e:f.txt", "");
    EXPECT_EQ(seen(folder.at("tree")), "file-name c:d.wad\nfile-name c:d/\nno-maps\n");
}

TEST(OpenPath, NoPermission) {
    if (::geteuid() == 0) GTEST_SKIP() << needs::other("another user than root");
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
              "a/b.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
              "a/b.wad: MAP02 udmf TEXTMAP,ENDMAP\n"
              "d.wad: MAP01#2 udmf TEXTMAP,ENDMAP\n"
              "d.wad: MAP02#2 udmf TEXTMAP,ENDMAP\n"
              "dos/f.wad: MAP01#3 udmf TEXTMAP,ENDMAP\n"
              "dos/f.wad: MAP02#3 udmf TEXTMAP,ENDMAP\n"
              "good.wad: MAP01#4 udmf TEXTMAP,ENDMAP\n"
              "good.wad: MAP02#4 udmf TEXTMAP,ENDMAP\n"
              "archive-link link.wad\n"
              "archive-name C:/e.wad\n"
              "archive-name a/b.wad\n"
              "archive-name d.wad\n"
              "archive-name dos/f.wad\n"
              "archive-name-outside ../x.wad\n"
              "archive-name-outside a/../c.wad\n"
              "file-name C:/e.wad\n");
    EXPECT_EQ(seen(folder.write("root.pk3", ZipBuilder().file("/abs.wad", wad).build())),
              "abs.wad: MAP01 udmf TEXTMAP,ENDMAP\nabs.wad: MAP02 udmf TEXTMAP,ENDMAP\n"
              "archive-name abs.wad\n");
}

TEST(OpenPath, ARC_06_DeepPaths) {
    const TempFolder folder;
    const auto nested = [](int depth) {
        std::string name;
        for (int i = 0; i < depth; ++i) name += "d/";
        return name + "x.wad";
    };
    // No folders are made of a name, so it may be as deep as a path may be long.
    for (const int depth : {32, 33, 500}) {
        EXPECT_NE(
            seen(folder.write("deep.pk3", ZipBuilder().file(nested(depth), two_maps()).build()))
                .find("x.wad: MAP01 udmf"),
            std::string::npos);
    }
    for (const int depth : {5000, 32765}) {
        const std::string out =
            seen(folder.write("deep.pk3", ZipBuilder().file(nested(depth), "x").build()));
        EXPECT_EQ(out.substr(0, 20), "file-unreadable d/d/");
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
    EXPECT_EQ(
        seen(folder.write("twice.pk3", ZipBuilder().file("a.wad", "x").file("a.wad", wad).build())),
        "a.wad: X udmf TEXTMAP,ENDMAP\narchive-duplicate a.wad\n");
}

TEST(OpenPath, ARC_08_BombsMeetTheBudget) {
    const TempFolder folder;
    folder.write("big/bomb.udmf", std::string(8 << 20, ' '));
    folder.write("big/maps/bomb.wad", WadBuilder().map("A", std::string(8 << 20, ' ')).build());
    if (!needs::has_program("zip")) GTEST_SKIP() << needs::package("zip");
    ASSERT_TRUE(folder.run("cd big && zip -r ../bomb.pk3 ."));
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

TEST(OpenPath, ARC_08_SevenZipBombsMeetTheBudget) {
    const TempFolder folder;
    const std::string wad = WadBuilder().map("A", std::string(8 << 20, ' ')).build();
    for (const char* name : {"a", "b", "c"}) folder.write(std::string("big/") + name + ".wad", wad);
    if (!needs::has_program("7z")) GTEST_SKIP() << needs::package("p7zip-full");
    ASSERT_TRUE(folder.run("cd big && 7z a ../solid.7z . && 7z a ../one.7z a.wad"));
    ASSERT_LT(std::filesystem::file_size(folder.at("solid.7z")), 100000u);
    const auto findings = [&](const char* name, std::uint64_t inflated, std::uint64_t arena) {
        Limits limits;
        limits.inflated_bytes = inflated;
        limits.arena_bytes = arena;
        return finding_lines(*open_path(folder.at(name), limits).archive);
    };
    constexpr std::uint64_t kMuch = 1ull << 30;
    EXPECT_EQ(findings("one.7z", kMuch, kMuch), "");
    EXPECT_EQ(findings("one.7z", wad.size() - 1, kMuch), "limit-inflated-bytes a.wad\nno-maps\n");
    EXPECT_EQ(findings("one.7z", kMuch, wad.size() - 1), "limit-arena-bytes a.wad\nno-maps\n");
    EXPECT_EQ(findings("solid.7z", kMuch, kMuch), "");
    EXPECT_EQ(findings("solid.7z", 2 * wad.size(), kMuch),
              "limit-inflated-bytes a.wad\nlimit-inflated-bytes b.wad\n"
              "limit-inflated-bytes c.wad\nno-maps\n");
    EXPECT_EQ(findings("solid.7z", kMuch, 2 * wad.size()),
              "limit-arena-bytes a.wad\nlimit-arena-bytes b.wad\nlimit-arena-bytes c.wad\n"
              "no-maps\n");
}

// 33 MB out of 160 KB: more than 32 MB come only where the archive is in proportion to them.
TEST(OpenPath, ARC_08_ShortArchivesUnpackToLittle) {
    const TempFolder folder;
    constexpr std::uint64_t kFree = 32u << 20;
    const Deflated fits = Deflated().text("", " ", kFree);
    const Deflated over = Deflated().text("", " ", kFree).add(" ");
    const auto findings = [&](const std::string& bytes, std::uint64_t ratio) {
        Limits limits;
        limits.inflation_ratio = ratio;
        const OpenResult opened = open_path(folder.write("a", bytes), limits);
        if (opened.archive->maps().empty()) return finding_lines(*opened.archive);
        Loader loader;
        return refusal_lines(load_map(*opened.archive, 0, loader, {}));
    };
    EXPECT_EQ(findings(zip_of("a.udmf", fits), 64).find("limit"), std::string::npos);
    EXPECT_EQ(findings(zip_of("a.udmf", over), 64), "limit-inflation-ratio\n");
    EXPECT_EQ(findings(zip_of("a.udmf", over), 2000).find("limit"), std::string::npos);
    EXPECT_EQ(findings(seven_zip_of("a.udmf", fits), 64).find("limit"), std::string::npos);
    EXPECT_EQ(findings(seven_zip_of("a.udmf", over), 64), "limit-inflation-ratio\n");
    // All files of a block together.
    const Deflated third = Deflated().text("", " ", kFree / 3);
    EXPECT_EQ(findings(seven_zip_of(".udmf", third, 4), 64),
              "limit-inflation-ratio 0.udmf\nlimit-inflation-ratio 1.udmf\n"
              "limit-inflation-ratio 2.udmf\nlimit-inflation-ratio 3.udmf\nno-maps\n");
}

// Heads are read to find out what files are: that work counts too.
TEST(OpenPath, ARC_08_ListingMeetsTheBudget) {
    const TempFolder folder;
    const std::string comment = "/*" + std::string(1 << 20, 'x');
    for (int i = 0; i < 8; ++i) folder.write("d/" + std::to_string(i) + ".udmf", comment);
    if (!needs::has_program("zip")) GTEST_SKIP() << needs::package("zip");
    ASSERT_TRUE(folder.run("cd d && zip -r ../a.pk3 ."));
    Limits limits;
    limits.inflated_bytes = 4 << 20;
    const OpenResult opened = open_path(folder.at("a.pk3"), limits);
    EXPECT_LT(opened.archive->maps().size(), 5u);
    EXPECT_GE(opened.archive->finding_count(Severity::error), 4u);
}

TEST(OpenPath, ARC_09_EntriesThatShareOneRecord) {
    const TempFolder folder;
    ZipBuilder zip;
    zip.file("00.wad", two_maps());
    for (int i = 10; i < 30; ++i) {
        ZipEntry entry;
        entry.name = std::to_string(i) + ".wad";
        entry.data = two_maps();
        entry.shares = 0;
        zip.add(entry);
    }
    const OpenResult opened = open_path(folder.write("overlap.pk3", zip.build()), {});
    EXPECT_EQ(opened.archive->maps().size(), 2u);
    EXPECT_EQ(opened.archive->finding_count(Severity::error), 20u);
}

TEST(OpenPath, ARC_10_LyingSizes) {
    const TempFolder folder;
    const std::string wad = two_maps();
    // What is stored is as long as it is, whatever the length of its content says.
    for (const std::int64_t size : {4ll, 1ll << 31, 0xFFFFFFF0ll}) {
        ZipEntry entry;
        entry.name = "a.wad";
        entry.data = wad;
        entry.size = size;
        EXPECT_EQ(seen(folder.write("lie.pk3", ZipBuilder().add(entry).build())),
                  "a.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
                  "a.wad: MAP02 udmf TEXTMAP,ENDMAP\n");
    }
}

TEST(OpenPath, ARC_10_DeflatedFileWithALyingSize) {
    const TempFolder folder;
    folder.write("d/a.udmf", square_text());
    if (!needs::has_program("zip")) GTEST_SKIP() << needs::package("zip");
    ASSERT_TRUE(folder.run("cd d && zip ../a.pk3 a.udmf"));
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
        const LoadResult<flatline::engine::Map> result = load_map(*opened.archive, 0, loader, {});
        EXPECT_NE(result.status, Status::ok) << claim;
        EXPECT_NE(refusal_lines(result).find(claim > 1u << 31 ? "limit-" : "short-read"),
                  std::string::npos)
            << claim << refusal_lines(result);
    }
}

TEST(OpenPath, ARC_11_DamagedContent) {
    const TempFolder folder;
    folder.write("d/maps/a.wad", two_maps());
    if (!needs::has_program("zip")) GTEST_SKIP() << needs::package("zip");
    ASSERT_TRUE(folder.run("cd d && zip -r ../a.pk3 ."));
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
            const LoadResult<flatline::engine::Map> result =
                load_map(*opened.archive, m, loader, {});
            EXPECT_LE(result.value.vertices().size(), 64u);
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
              "archive-nesting inner.pk3\nno-maps\n");
    folder.write("tree/maps/inner.pk3", inner);
    EXPECT_EQ(seen(folder.at("tree")), "archive-nesting maps/inner.pk3\nno-maps\n");
}

TEST(OpenPath, ARC_13_UnsupportedMethodsAreNamed) {
    const TempFolder folder;
    struct Row {
        std::uint32_t method;
        const char* name;
    };
    for (const Row row : {Row{1, "shrink"}, Row{12, "bzip2"}, Row{14, "LZMA"}, Row{97, "no.97"}}) {
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

TEST(OpenPath, ARC_14_LimitOfEntries) {
    const TempFolder folder;
    ZipBuilder zip;
    for (int i = 0; i < 100; ++i) zip.file("f" + std::to_string(i), "");
    const std::string path = folder.write("many.pk3", zip.build());
    Limits limits;
    limits.archive_entries = 100;
    EXPECT_EQ(seen(path, limits), "no-maps\n");
    limits.archive_entries = 99;
    EXPECT_EQ(seen(path, limits), "limit-archive-entries\nbroken\n");
    for (int i = 0; i < 20; ++i) folder.write("tree/" + std::to_string(i) + "/x", "");
    limits.archive_entries = 40;
    EXPECT_EQ(seen(folder.at("tree"), limits), "no-maps\n");
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
