// Opening what PhysFS opens, with one allocation failing: of the host's hooks or of the system.
// That is an error and no archive of half its maps, nothing is lost, and the same call gives all
// once there is memory again. PhysFS takes its own memory by itself.
#include <gtest/gtest.h>
#include <physfs.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "flatline/archive_map.hpp"
#include "flatline/physfs.hpp"
#include "support/allocation_faults.hpp"
#include "support/failing_memory.hpp"
#include "support/fake_file.hpp"
#include "support/seven_zip_builder.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace physfs_failures_test {

using namespace flatline;
using allocation_faults::Faults;
using allocation_faults::with_each_failure;
using physfs::open_path;
using physfs::OpenError;
using testing_support::map_lines;
using testing_support::SevenZipBuilder;
using testing_support::square_text;
using testing_support::TempFolder;
using testing_support::WadBuilder;
using testing_support::ZipBuilder;

std::string wad() { return WadBuilder().map("MAP01", square_text()).build(); }

// Whether opening or loading has told of an error. Where it has not all maps are there.
bool is_told(const std::string& path, const MemoryHooks& hooks, const std::string& expected,
             Faults& faults) {
    physfs::OpenResult opened = open_path(path, {}, hooks);
    bool told = opened.error != OpenError::ok;
    if (!told) {
        told = opened.archive->broken();
        for (const ArchiveFinding& found : opened.archive->findings()) {
            told = told || found.finding.severity == static_cast<std::uint8_t>(Severity::error);
        }
    }
    if (!told) {
        LoadOptions options;
        options.memory = hooks;
        for (std::size_t i = 0; i < opened.archive->maps().size(); ++i) {
            Loader loader(hooks);
            told = told || !load_map(*opened.archive, i, loader, options);
        }
    }
    faults.disarm();
    if (!told) {
        EXPECT_EQ(map_lines(*opened.archive), expected);
    }
    return told;
}

void expect_each_is_told(const std::string& path) {
    std::string expected;
    {
        const physfs::OpenResult opened = open_path(path, {});
        ASSERT_EQ(opened.error, OpenError::ok);
        expected = map_lines(*opened.archive);
    }
    ASSERT_NE(expected, "");
    with_each_failure(
        [&](Faults& faults) {
            const bool told = is_told(path, faults.hooks(), expected, faults);
            const bool failed = faults.disarm();
            EXPECT_FALSE(told && !failed);
            EXPECT_EQ(PHYSFS_isInit(), 0);
            if (told) {
                EXPECT_FALSE(is_told(path, faults.hooks(), expected, faults));
            }
            EXPECT_EQ(PHYSFS_isInit(), 0);
            return failed;
        },
        3000);
}

TEST(PhysfsFailures, OfAWad) {
    const TempFolder folder;
    expect_each_is_told(folder.write("a.wad", wad()));
}

TEST(PhysfsFailures, OfAFolder) {
    const TempFolder folder;
    folder.write("tree/maps/a.wad", wad());
    folder.write("tree/b.udmf", square_text());
    expect_each_is_told(folder.at("tree"));
}

TEST(PhysfsFailures, OfAZip) {
    const TempFolder folder;
    ZipBuilder zip;
    zip.file("maps/a.wad", wad()).file("b.udmf", square_text());
    expect_each_is_told(folder.write("a.pk3", zip.build()));
}

TEST(PhysfsFailures, OfASevenZip) {
    const TempFolder folder;
    SevenZipBuilder archive;
    archive.file("maps/a.wad", wad()).file("b.udmf", square_text());
    expect_each_is_told(folder.write("a.pk7", archive.build()));
}

}  // namespace physfs_failures_test
