// The C functions that open paths through PhysFS.
#include <gtest/gtest.h>
#include <physfs.h>

#include <string>

#include "flatline/physfs.h"
#include "support/host_files.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace physfs_capi_test {

using testing_support::square_text;
using testing_support::WadBuilder;

class CApiPhysfs : public testing::Test {
protected:
    ~CApiPhysfs() override { flatline_free(archive); }
    std::string first_rule() const {
        const flatline_finding* finding = flatline_archive_finding(archive, 0, nullptr, nullptr);
        return finding != nullptr ? flatline_rule_id(finding->rule) : "";
    }

    flatline_archive* archive = nullptr;
};

TEST_F(CApiPhysfs, OpensFilesAndFoldersOfTheSystem) {
    const testing_support::TempFolder folder;
    const std::string wad = WadBuilder().map("MAP01", square_text()).build();
    const std::string pk3 =
        folder.write("a.pk3", testing_support::ZipBuilder().file("maps/a.wad", wad).build());
    for (const std::string& path : {folder.write("b/maps/a.wad", wad), pk3, folder.at("b")}) {
        ASSERT_EQ(flatline_physfs_open_path(path.c_str(), nullptr, &archive), FLATLINE_OK) << path;
        ASSERT_EQ(flatline_archive_map_count(archive), 1u) << path;
        flatline_map* map = nullptr;
        EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_OK) << path;
        flatline_free(archive);
        archive = nullptr;
        EXPECT_EQ(flatline_map_arrays(map)->vertex_count, 4u) << path;
        flatline_free(map);
        EXPECT_EQ(PHYSFS_isInit(), 0);
    }
}

TEST_F(CApiPhysfs, OpensAFileOfTheHostsOwn) {
    const std::string wad = WadBuilder().map("MAP01", square_text()).build();
    capi_tools::HostFiles files;
    files.files = {{"a", testing_support::ZipBuilder().file("maps/a.wad", wad).build()}};
    const flatline_source source = files.source();
    ASSERT_EQ(flatline_physfs_open_file(&source, "a.pk3", nullptr, &archive), FLATLINE_OK);
    ASSERT_EQ(flatline_archive_map_count(archive), 1u);
    EXPECT_STREQ(flatline_archive_map(archive, 0).path, "maps/a.wad");
    flatline_map* map = nullptr;
    EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_OK);
    flatline_free(map);
    EXPECT_EQ(flatline_archive_packed(archive), 1);
    flatline_file* file = nullptr;
    ASSERT_EQ(flatline_archive_open(archive, "maps/a.wad", &file, nullptr), FLATLINE_OK);
    EXPECT_EQ(flatline_file_size(file), wad.size());
    flatline_free(file);
    flatline_free(archive);

    files.files = {{"b", wad}};
    ASSERT_EQ(flatline_physfs_open_file(&source, "b.wad", nullptr, &archive), FLATLINE_OK);
    EXPECT_STREQ(flatline_archive_map(archive, 0).name, "MAP01");
    flatline_free(archive);

    files.closed = 0;
    EXPECT_EQ(flatline_physfs_open_file(&source, "b.wad", nullptr, &archive), FLATLINE_REFUSED);
    EXPECT_EQ(first_rule(), "file-unreadable");
    EXPECT_EQ(PHYSFS_isInit(), 0);
}

TEST_F(CApiPhysfs, BadArgumentsOfAFileOfTheHostsOwn) {
    capi_tools::HostFiles files;
    flatline_source source = files.source();
    EXPECT_EQ(flatline_physfs_open_file(nullptr, "a", nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_physfs_open_file(&source, "a", nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_archive_options options = FLATLINE_ARCHIVE_OPTIONS_INIT;
    options.struct_size = 1;
    EXPECT_EQ(flatline_physfs_open_file(&source, "a", &options, &archive), FLATLINE_BAD_ARGUMENT);
    source.read = nullptr;
    EXPECT_EQ(flatline_physfs_open_file(&source, "a", nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_physfs_open_path(nullptr, nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_physfs_open_mounted(nullptr, nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(archive, nullptr);
}

TEST_F(CApiPhysfs, SaysWhyThereIsNothing) {
    const testing_support::TempFolder folder;
    EXPECT_EQ(flatline_physfs_open_path(folder.at("missing").c_str(), nullptr, &archive),
              FLATLINE_REFUSED);
    EXPECT_EQ(first_rule(), "file-not-found");
    EXPECT_EQ(flatline_archive_map_count(archive), 0u);
    flatline_free(archive);
    EXPECT_EQ(flatline_physfs_open_path(folder.write("a.zip", "PK\3\4").c_str(), nullptr, &archive),
              FLATLINE_REFUSED);
    EXPECT_NE(first_rule(), "");
    flatline_free(archive);
    EXPECT_EQ(flatline_physfs_open_mounted("a.wad", nullptr, &archive), FLATLINE_REFUSED);
    EXPECT_EQ(first_rule(), "physfs-unavailable");
}

TEST_F(CApiPhysfs, OpensWhatTheHostHasMounted) {
    const testing_support::TempFolder folder;
    folder.write("maps/a.wad", WadBuilder().map("MAP01", square_text()).build());
    ASSERT_NE(PHYSFS_init(nullptr), 0);
    ASSERT_NE(PHYSFS_mount(folder.path().c_str(), nullptr, 1), 0);
    EXPECT_EQ(flatline_physfs_open_mounted("maps/a.wad", nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_map_count(archive), 1u);
    flatline_free(archive);
    EXPECT_EQ(flatline_physfs_open_mounted("maps/b.wad", nullptr, &archive), FLATLINE_REFUSED);
    EXPECT_EQ(first_rule(), "file-not-found");
    flatline_free(archive);
    archive = nullptr;
    EXPECT_NE(PHYSFS_deinit(), 0);
}

TEST_F(CApiPhysfs, OptionsAndBadArguments) {
    const testing_support::TempFolder folder;
    const std::string wad = folder.write("a.wad", WadBuilder().map("MAP01", "x").build());
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "archive-entries", "1"), FLATLINE_OK);
    flatline_archive_options options = FLATLINE_ARCHIVE_OPTIONS_INIT;
    options.limits = &limits;
    EXPECT_EQ(flatline_physfs_open_path(wad.c_str(), &options, &archive), FLATLINE_REFUSED);
    EXPECT_EQ(first_rule(), "limit-archive-entries");
    flatline_free(archive);
    options.struct_size = 0;
    EXPECT_EQ(flatline_physfs_open_path(wad.c_str(), &options, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_physfs_open_mounted(wad.c_str(), &options, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_physfs_open_path(nullptr, nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_physfs_open_path(wad.c_str(), nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_physfs_open_mounted(nullptr, nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(archive, nullptr);
}

}  // namespace physfs_capi_test
