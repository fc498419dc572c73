// flatline/physfs.hpp: files and archives through PhysFS.
#include "flatline/physfs.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "boundary/maps.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"

namespace public_header_test {

using namespace boundary;
using testing_support::WadBuilder;

TEST(PhysFs, OpensFilesAndFolders) {
    const testing_support::TempFolder folder;
    const std::string wad = folder.write("maps/one.wad", WadBuilder().map("MAP01", kRooms).build());
    flatline::Result<flatline::Archive> file = flatline::physfs::open_path(wad.c_str());
    ASSERT_TRUE(file);
    EXPECT_EQ(file->load(0)->linedefs().size(), 7u);
    const flatline::Result<flatline::Archive> tree =
        flatline::physfs::open_path(folder.path().c_str());
    ASSERT_TRUE(tree);
    ASSERT_EQ(tree->maps().size(), 1u);
    EXPECT_STREQ(tree->maps()[0].path, "maps/one.wad");
    const flatline::Result<flatline::Archive> none =
        flatline::physfs::open_path(folder.at("none.wad").c_str());
    EXPECT_EQ(none.status(), flatline::Status::refused);
    EXPECT_TRUE(none.has(flatline::Rule::file_not_found));
}

TEST(PhysFs, OpensAFileOfTheHosts) {
    auto bytes =
        std::make_unique<flatline::detail::BytesFile>(WadBuilder().map("MAP01", kRooms).build());
    flatline::Result<flatline::Archive> archive =
        flatline::physfs::open_file(std::move(bytes), "my.wad");
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->load(0)->linedefs().size(), 7u);
    EXPECT_TRUE(
        flatline::physfs::open_file(nullptr, "none.wad").has(flatline::Rule::file_unreadable));
}

TEST(PhysFs, MountedPathsNeedPhysFs) {
    const flatline::Result<flatline::Archive> archive =
        flatline::physfs::open_mounted("maps/one.wad");
    EXPECT_EQ(archive.status(), flatline::Status::refused);
    EXPECT_TRUE(archive.has(flatline::Rule::physfs_unavailable));
}

}  // namespace public_header_test
