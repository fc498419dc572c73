// Files that the library opens by their names.
#include "physfs/native_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "model/archive_map.hpp"
#include "physfs/open.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"

namespace native_file_test {

using namespace flatline::engine;
using physfs::NativeFile;
using testing_support::refusal_lines;
using testing_support::square_text;
using testing_support::TempFolder;

std::unique_ptr<NativeFile> opened(const TempFolder& folder, const char* path) {
    bool no_memory = true;
    auto file = NativeFile::open(folder.path().c_str(), path, no_memory);
    EXPECT_FALSE(no_memory);
    return file;
}

TEST(NativeFile, ReadsAtAnyPlace) {
    const TempFolder folder;
    folder.write("a/b/c.txt", "0123456789");
    const auto file = opened(folder, "a/b/c.txt");
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(file->size(), 10u);
    char out[16] = {};
    EXPECT_EQ(file->read_at(4, out, 3), 3u);
    EXPECT_EQ(std::string(out, 3), "456");
    EXPECT_EQ(file->read_at(0, out, 16), 10u);
    EXPECT_EQ(std::string(out, 10), "0123456789");
    EXPECT_EQ(file->read_at(9, out, 5), 1u);
    EXPECT_EQ(file->read_at(10, out, 1), 0u);
    EXPECT_EQ(file->read_at(UINT64_MAX, out, 1), 0u);
    EXPECT_EQ(file->read_at(0, out, 0), 0u);
}

TEST(NativeFile, OnlyRegularFilesAndNoLinks) {
    const TempFolder folder;
    folder.write("a/b.txt", "x");
    std::filesystem::create_symlink("b.txt", folder.at("a/link"));
    std::filesystem::create_directory_symlink("a", folder.at("linked"));
    std::filesystem::create_symlink("/dev/zero", folder.at("zero"));
    ASSERT_EQ(::mkfifo(folder.at("fifo").c_str(), 0600), 0);
    for (const char* path :
         {"a", "a/link", "linked/b.txt", "zero", "fifo", "none", "none/x", "a/b.txt/x", "", "a/"}) {
        EXPECT_EQ(opened(folder, path), nullptr) << path;
    }
    EXPECT_NE(opened(folder, "a/b.txt"), nullptr);
    bool no_memory = true;
    EXPECT_EQ(NativeFile::open("/dev", "null", no_memory), nullptr);
    EXPECT_EQ(NativeFile::open(folder.at("gone").c_str(), "x", no_memory), nullptr);
    EXPECT_FALSE(no_memory);
}

// A file that was listed is a FIFO, a link or a folder when it is opened.
TEST(NativeFile, CHK_02_WhatTakesThePlaceOfAFileIsNotWaitedFor) {
    const TempFolder folder;
    const std::string path = folder.write("tree/maps/a.udmf", square_text());
    const std::string other = folder.write("other.udmf", square_text());
    folder.write("tree/maps/z.udmf", square_text());
    const physfs::OpenResult tree = physfs::open_path(folder.at("tree"), {});
    ASSERT_EQ(tree.archive->maps().size(), 2u);
    const auto loads = [&] {
        Loader loader;
        // The file of the last map stays open.
        (void)load_map(*tree.archive, 1, loader, {});
        return refusal_lines(load_map(*tree.archive, 0, loader, {})).empty();
    };
    EXPECT_TRUE(loads());
    std::filesystem::remove(path);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_FALSE(loads());
    std::filesystem::remove(path);
    std::filesystem::create_symlink(other, path);
    EXPECT_FALSE(loads());
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    EXPECT_FALSE(loads());
    std::filesystem::remove(path);
    folder.write("tree/maps/a.udmf", square_text());
    EXPECT_TRUE(loads());
    std::filesystem::rename(folder.at("tree/maps"), folder.at("maps"));
    std::filesystem::create_directory_symlink("../maps", folder.at("tree/maps"));
    EXPECT_FALSE(loads()) << "the folder leads out";
}

}  // namespace native_file_test
