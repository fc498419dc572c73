// Beside a host's own PhysFS, whose state Flatline must not change.
#include "physfs/mount.hpp"

#include <gtest/gtest.h>
#include <physfs.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "model/archive_map.hpp"
#include "physfs/open.hpp"
#include "support/fake_file.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace {

using namespace flatline::engine;
using physfs::Mount;
using physfs::open_mounted;
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

std::string one_map() { return WadBuilder().map("MAP01", square_text()).build(); }
std::string a_pk3() { return ZipBuilder().file("maps/a.wad", one_map()).build(); }

bool loads(Archive& archive) {
    Loader loader;
    return !archive.maps().empty() && load_map(archive, 0, loader, {}).status == Status::ok;
}

// The search path with its mount points, and what else is the host's.
std::string host_state() {
    std::string out = PHYSFS_isInit() != 0 ? "init " : "no init ";
    if (PHYSFS_isInit() == 0) return out;
    char** names = PHYSFS_getSearchPath();
    for (char** name = names; *name != nullptr; ++name) {
        out += std::string(*name) + "=" + PHYSFS_getMountPoint(*name) + " ";
    }
    PHYSFS_freeList(names);
    for (const PHYSFS_ArchiveInfo** info = PHYSFS_supportedArchiveTypes(); *info != nullptr;
         ++info) {
        out += std::string((*info)->extension) + " ";
    }
    if (PHYSFS_getWriteDir() != nullptr) out += PHYSFS_getWriteDir();
    return out + (PHYSFS_symbolicLinksPermitted() != 0 ? " links" : "");
}

/// A host that has initialised PhysFS.
class Host {
public:
    Host() { EXPECT_NE(PHYSFS_init("host"), 0); }
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    ~Host() {
        if (PHYSFS_isInit() != 0) {
            EXPECT_NE(PHYSFS_deinit(), 0);
        }
    }
};

TEST(PhysfsHost, StartsAndStopsPhysfsItself) {
    const TempFolder folder;
    const std::string wad = folder.write("a.wad", one_map());
    const std::string pk3 = folder.write("a.pk3", a_pk3());
    for (const std::string& path : {wad, pk3, folder.path().string()}) {
        ASSERT_EQ(PHYSFS_isInit(), 0);
        {
            const OpenResult opened = open_path(path, {});
            EXPECT_TRUE(loads(*opened.archive));
            EXPECT_NE(PHYSFS_isInit(), 0);
        }
        EXPECT_EQ(PHYSFS_isInit(), 0);
    }
    // What opens nothing starts nothing for longer.
    EXPECT_EQ(open_path(folder.at("missing"), {}).error, OpenError::not_found);
    const OpenResult broken = open_path(folder.write("b.zip", "PK\3\4"), {});
    EXPECT_TRUE(broken.archive->broken());
    EXPECT_EQ(PHYSFS_isInit(), 0);
}

TEST(PhysfsHost, TheLastArchiveStopsPhysfs) {
    const TempFolder folder;
    const std::string wad = folder.write("a.wad", one_map());
    const std::string pk3 = folder.write("a.pk3", a_pk3());
    for (const bool first_goes_first : {true, false}) {
        OpenResult a = open_path(wad, {});
        OpenResult b = open_path(pk3, {});
        EXPECT_TRUE(loads(*a.archive));
        EXPECT_TRUE(loads(*b.archive));
        if (!first_goes_first) std::swap(a, b);
        a.archive.reset();
        EXPECT_NE(PHYSFS_isInit(), 0);
        EXPECT_TRUE(loads(*b.archive));
        b.archive.reset();
        EXPECT_EQ(PHYSFS_isInit(), 0);
    }
}

TEST(PhysfsHost, OneFileManyTimes) {
    const TempFolder folder;
    for (const std::string& path :
         {folder.write("a.pk3", a_pk3()), folder.write("dir/a.wad", one_map()), folder.at("dir")}) {
        OpenResult a = open_path(path, {});
        OpenResult b = open_path(path, {});
        OpenResult c = open_path(path, {});
        b.archive.reset();
        EXPECT_TRUE(loads(*a.archive));
        a.archive.reset();
        EXPECT_TRUE(loads(*c.archive));
        OpenResult d = open_path(path, {});
        EXPECT_TRUE(loads(*d.archive));
        EXPECT_TRUE(loads(*c.archive));
    }
    EXPECT_EQ(PHYSFS_isInit(), 0);
}

TEST(PhysfsHost, HostStateIsAsItWas) {
    const TempFolder folder;
    const std::string pk3 = folder.write("a.pk3", a_pk3());
    const std::string wad = folder.write("dir/a.wad", one_map());
    folder.write("data/maps/x.txt", "host");
    const Host host;
    // The host has mounted the very files that are opened, at the root.
    ASSERT_NE(PHYSFS_mount(folder.at("data").c_str(), nullptr, 1), 0);
    ASSERT_NE(PHYSFS_mount(pk3.c_str(), nullptr, 1), 0);
    ASSERT_NE(PHYSFS_mount(folder.at("dir").c_str(), "/sub", 1), 0);
    ASSERT_NE(PHYSFS_setWriteDir(folder.at("data").c_str()), 0);
    const std::string before = host_state();
    PHYSFS_File* open_file = PHYSFS_openRead("maps/x.txt");
    ASSERT_NE(open_file, nullptr);
    {
        const OpenResult a = open_path(pk3, {});
        const OpenResult b = open_path(wad, {});
        const OpenResult c = open_path(folder.at("dir"), {});
        const OpenResult d = open_path(pk3, {});
        for (const OpenResult* opened : {&a, &b, &c, &d}) EXPECT_TRUE(loads(*opened->archive));
        // The host still finds its own first.
        EXPECT_STREQ(PHYSFS_getRealDir("maps/a.wad"), pk3.c_str());
        EXPECT_STREQ(PHYSFS_getMountPoint(pk3.c_str()), "/");
    }
    EXPECT_EQ(host_state(), before);
    char text[8] = {};
    EXPECT_EQ(PHYSFS_readBytes(open_file, text, 4), 4);
    EXPECT_STREQ(text, "host");
    PHYSFS_close(open_file);
}

// While ours is registered a host mounts as ever: ours looks at nothing that is not its own.
TEST(PhysfsHost, OurArchiverTakesNothingOfTheHosts) {
    const TempFolder folder;
    const std::string pk3 = folder.write("a.pk3", a_pk3());
    const std::string text = folder.write("a.flatline-container", "no archive at all");
    const std::string named = folder.write("b.flatline-container", a_pk3());
    const Host host;
    const OpenResult opened = open_path(pk3, {});
    ASSERT_NE(PHYSFS_mount(pk3.c_str(), "/zip", 1), 0);
    EXPECT_EQ(PHYSFS_mount(text.c_str(), "/text", 1), 0);
    ASSERT_NE(PHYSFS_mount(named.c_str(), "/named", 1), 0);
    EXPECT_NE(PHYSFS_exists("zip/maps/a.wad"), 0);
    EXPECT_NE(PHYSFS_exists("named/maps/a.wad"), 0);
    EXPECT_TRUE(loads(*opened.archive));
}

// A host that looks into our folder sees the files, and may keep one open for longer than we do.
TEST(PhysfsHost, OurFolderIsAFolderLikeOthers) {
    const TempFolder folder;
    const std::string bytes = one_map();
    const std::string pk3 = folder.write(
        "a.pk3",
        ZipBuilder().file("maps/a.wad", bytes).file("maps/b.wad", bytes).file("c", "x").build());
    const Host host;
    ASSERT_NE(PHYSFS_mount(folder.path().c_str(), nullptr, 1), 0);
    OpenResult opened = open_path(pk3, {});
    std::string point;
    char** names = PHYSFS_getSearchPath();
    for (char** name = names; *name != nullptr; ++name) {
        if (std::string(*name).ends_with(".flatline-container"))
            point = PHYSFS_getMountPoint(*name);
    }
    EXPECT_EQ(std::string(*names), folder.path().string()) << "ours hides nothing";
    PHYSFS_freeList(names);
    ASSERT_NE(point, "");
    const auto list = [](const std::string& path) {
        std::string out;
        char** files = PHYSFS_enumerateFiles(path.c_str());
        for (char** file = files; *file != nullptr; ++file) out += std::string(*file) + " ";
        PHYSFS_freeList(files);
        return out;
    };
    EXPECT_EQ(list(point), "c maps ");
    EXPECT_EQ(list(point + "maps"), "a.wad b.wad ");
    PHYSFS_Stat stat = {};
    ASSERT_NE(PHYSFS_stat((point + "maps").c_str(), &stat), 0);
    EXPECT_EQ(stat.filetype, PHYSFS_FILETYPE_DIRECTORY);
    EXPECT_EQ(PHYSFS_stat((point + "map").c_str(), &stat), 0);
    EXPECT_EQ(PHYSFS_openRead((point + "maps").c_str()), nullptr);
    PHYSFS_File* file = PHYSFS_openRead((point + "maps/b.wad").c_str());
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(PHYSFS_fileLength(file), static_cast<PHYSFS_sint64>(bytes.size()));
    std::string read(bytes.size(), ' ');
    EXPECT_NE(PHYSFS_seek(file, 20), 0);
    EXPECT_NE(PHYSFS_seek(file, 4), 0);
    EXPECT_EQ(PHYSFS_readBytes(file, read.data(), 30), 30);
    EXPECT_EQ(read.substr(0, 30), bytes.substr(4, 30));
    opened.archive.reset();
    EXPECT_NE(PHYSFS_seek(file, 0), 1);
    EXPECT_NE(PHYSFS_close(file), 0);
}

TEST(PhysfsHost, HostWithAFolderOfOurName) {
    const TempFolder folder;
    folder.write("data/.flatline-0/maps/a.wad", "this is the host's file");
    const std::string pk3 = folder.write("a.pk3", a_pk3());
    const Host host;
    ASSERT_NE(PHYSFS_mount(folder.at("data").c_str(), nullptr, 1), 0);
    const OpenResult opened = open_path(pk3, {});
    EXPECT_EQ(map_lines(*opened.archive), "maps/a.wad: A udmf TEXTMAP,ENDMAP\n");
    EXPECT_TRUE(loads(*opened.archive));
}

TEST(PhysfsHost, HostThatComesToUsePhysfsMeanwhileKeepsIt) {
    const TempFolder folder;
    const std::string pk3 = folder.write("a.pk3", a_pk3());
    OpenResult opened = open_path(pk3, {});
    ASSERT_NE(PHYSFS_mount(folder.path().c_str(), nullptr, 1), 0);
    opened.archive.reset();
    EXPECT_NE(PHYSFS_isInit(), 0);
    EXPECT_NE(PHYSFS_exists("a.pk3"), 0);
    EXPECT_NE(PHYSFS_deinit(), 0);
}

// The host takes our mount away and has one of the same name elsewhere, which stays its own.
TEST(PhysfsHost, AMountOfTheSameNameElsewhereIsTheHosts) {
    const TempFolder folder;
    const Host host;
    {
        Mount::Failure failure = Mount::Failure::none;
        const Mount::Ref mount = Mount::of_path(folder.path().string(), failure);
        ASSERT_TRUE(mount);
        EXPECT_TRUE(mount->alive());
        char** const names = PHYSFS_getSearchPath();
        const std::string name = *names;
        PHYSFS_freeList(names);
        ASSERT_NE(PHYSFS_unmount(name.c_str()), 0);
        EXPECT_FALSE(mount->alive());
        const std::string longer = std::string(mount->point()) + "0";
        ASSERT_NE(PHYSFS_mount(name.c_str(), longer.c_str(), 1), 0);
        EXPECT_FALSE(mount->alive());
    }
    EXPECT_NE(host_state().find(folder.path().string()), std::string::npos);
}

// IO-02: the host stops PhysFS under an open archive.
TEST(PhysfsHost, IO_02_HostStopsPhysfs) {
    const TempFolder folder;
    const std::string pk3 = folder.write("a.pk3", a_pk3());
    const std::string wad = folder.write("a.wad", one_map());
    for (const bool starts_again : {false, true}) {
        auto host = std::make_unique<Host>();
        OpenResult a = open_path(pk3, {});
        OpenResult b = open_path(wad, {});
        EXPECT_TRUE(loads(*a.archive));
        host.reset();
        if (starts_again) host = std::make_unique<Host>();
        Loader loader;
        // The WAD of the PK3 was read when it was opened.
        EXPECT_EQ(refusal_lines(load_map(*a.archive, 0, loader, {})), "");
        EXPECT_NE(refusal_lines(load_map(*b.archive, 0, loader, {})), "");
        a.archive.reset();
        b.archive.reset();
        EXPECT_EQ(PHYSFS_isInit() != 0, starts_again);
    }
}

TEST(PhysfsHost, LinksStayForbiddenAndAreNotFollowedWhereTheHostAllowsThem) {
    const TempFolder folder;
    folder.write("outside/two.wad", one_map());
    folder.write("top/x.udmf", square_text());
    std::filesystem::create_symlink("../outside/two.wad", folder.at("top/two.wad"));
    std::filesystem::create_directory_symlink("../outside", folder.at("top/out"));
    std::filesystem::create_directory_symlink(".", folder.at("top/loop"));
    const Host host;
    for (const int permitted : {0, 1}) {
        PHYSFS_permitSymbolicLinks(permitted);
        const OpenResult opened = open_path(folder.at("top"), {});
        EXPECT_EQ(map_lines(*opened.archive), "x.udmf: x udmf TEXTMAP\n");
        EXPECT_EQ(PHYSFS_symbolicLinksPermitted(), permitted);
    }
}

TEST(Mount, NamesAndPlacesAreNobodyElses) {
    const TempFolder folder;
    const Host host;
    Mount::Failure failure = Mount::Failure::none;
    const auto a = Mount::of_path(folder.path().string(), failure);
    const auto b = Mount::of_path(folder.path().string(), failure);
    ASSERT_TRUE(static_cast<bool>(a));
    ASSERT_TRUE(static_cast<bool>(b));
    EXPECT_EQ(failure, Mount::Failure::none);
    EXPECT_NE(a->point(), b->point());
    EXPECT_TRUE(a->alive());
    EXPECT_NE(PHYSFS_exists(std::string(a->point()).c_str()), 0);
    EXPECT_FALSE(static_cast<bool>(Mount::of_path(folder.at("missing"), failure)));
    EXPECT_EQ(failure, Mount::Failure::refused);
    EXPECT_TRUE(static_cast<bool>(Mount::of_path("/", failure)));
    const auto root = Mount::of_path("/", failure);
    const auto again = Mount::of_path("/", failure);
    EXPECT_TRUE(static_cast<bool>(root));
    EXPECT_TRUE(static_cast<bool>(again));
}

// ---- open_mounted ------------------------------------------------------------------------------

TEST(OpenMounted, NeedsAHost) {
    const OpenResult opened = open_mounted("a.wad", {});
    EXPECT_EQ(opened.error, OpenError::no_physfs);
    EXPECT_EQ(opened.archive, nullptr);
    EXPECT_EQ(PHYSFS_isInit(), 0);
}

TEST(OpenMounted, FilesAndFoldersOfTheHost) {
    const TempFolder folder;
    folder.write("game/maps/a.wad", one_map());
    folder.write("game/hub.udmf", square_text());
    folder.write("game/mods/m.pk3", a_pk3());
    folder.write("mod.pk3",
                 ZipBuilder().file("maps/b.wad", one_map()).file("in.pk3", a_pk3()).build());
    const Host host;
    ASSERT_NE(PHYSFS_mount(folder.at("game").c_str(), "/", 1), 0);
    ASSERT_NE(PHYSFS_mount(folder.at("mod.pk3").c_str(), "/mod", 1), 0);
    const std::string before = host_state();
    const auto seen = [](const char* path) {
        const OpenResult opened = open_mounted(path, {});
        if (opened.archive == nullptr) return std::string("error\n");
        EXPECT_TRUE(opened.archive->maps().empty() || loads(*opened.archive)) << path;
        return map_lines(*opened.archive) + finding_lines(*opened.archive);
    };
    EXPECT_EQ(seen("maps/a.wad"), "MAP01 udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(seen("/maps/a.wad"), "MAP01 udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(seen("hub.udmf"), "hub udmf TEXTMAP\n");
    EXPECT_EQ(seen("mod/maps/b.wad"), "MAP01 udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(seen("maps"), "a.wad: MAP01 udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(seen("mods/m.pk3"), "maps/a.wad: A udmf TEXTMAP,ENDMAP\n");
    EXPECT_EQ(seen("mod"), "maps/b.wad: B udmf TEXTMAP,ENDMAP\narchive-nesting in.pk3\n");
    EXPECT_EQ(seen("mod/in.pk3"), "archive-nesting\n");
    EXPECT_EQ(seen("/"),
              "hub.udmf: hub udmf TEXTMAP\n"
              "maps/a.wad: A udmf TEXTMAP,ENDMAP\n"
              "mod/maps/b.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
              "archive-nesting mod/in.pk3\narchive-nesting mods/m.pk3\n");
    for (const char* path : {"missing", "../x", "maps\\a.wad", "a:b", "./maps"}) {
        EXPECT_EQ(seen(path), "error\n") << path;
    }
    EXPECT_EQ(host_state(), before);
}

TEST(OpenMounted, ArchiveInAFolderKeepsItsFile) {
    const TempFolder folder;
    folder.write("m.pk3", a_pk3());
    const Host host;
    ASSERT_NE(PHYSFS_mount(folder.path().c_str(), "/", 1), 0);
    const OpenResult a = open_mounted("m.pk3", {});
    OpenResult b = open_mounted("m.pk3", {});
    EXPECT_TRUE(loads(*a.archive));
    b.archive.reset();
    EXPECT_TRUE(loads(*a.archive));
    // PhysFS itself keeps the host from pulling the folder away.
    EXPECT_EQ(PHYSFS_unmount(folder.path().c_str()), 0);
    EXPECT_TRUE(loads(*a.archive));
}

TEST(OpenMounted, BrokenArchives) {
    const TempFolder folder;
    folder.write("bad.zip", "PK\3\4");
    folder.write("bad.7z", "7z\xBC\xAF\x27\x1C");
    const Host host;
    ASSERT_NE(PHYSFS_mount(folder.path().c_str(), "/", 1), 0);
    for (const char* path : {"bad.zip", "bad.7z"}) {
        const OpenResult opened = open_mounted(path, {});
        EXPECT_EQ(finding_lines(*opened.archive), "archive-unreadable\n") << path;
        EXPECT_TRUE(opened.archive->broken());
    }
}

}  // namespace
