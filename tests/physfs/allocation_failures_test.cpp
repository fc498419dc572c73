// Opening what PhysFS opens, with one allocation failing: of the host's hooks or of the system.
// That is an error and no archive of half its maps, nothing is lost, and the same call gives all
// once there is memory again. PhysFS takes its own memory by itself; a host's allocator for it
// fails in the second half.
#include <gtest/gtest.h>
#include <physfs.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "model/archive_map.hpp"
#include "physfs/open.hpp"
#include "support/allocation_faults.hpp"
#include "support/fake_file.hpp"
#include "support/seven_zip_builder.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace physfs_failures_test {

using namespace flatline::engine;
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

std::string write_wad(const TempFolder& folder) { return folder.write("a.wad", wad()); }

std::string write_tree(const TempFolder& folder) {
    folder.write("tree/maps/a.wad", wad());
    folder.write("tree/b.udmf", square_text());
    return folder.at("tree");
}

std::string write_zip(const TempFolder& folder) {
    ZipBuilder zip;
    zip.file("maps/a.wad", wad()).file("b.udmf", square_text());
    return folder.write("a.pk3", zip.build());
}

// Whether opening or loading has told of an error. Where it has not all maps are there. `disarm` is
// called before anything is looked at.
template <class Disarm>
bool is_told(const std::string& path, const MemoryHooks& hooks, const std::string& expected,
             const Disarm& disarm) {
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
            const auto map = load_map(*opened.archive, i, loader, options);
            if (map) continue;
            told = true;
            disarm();
            EXPECT_TRUE(load_map(*opened.archive, i, loader, options)) << "the same call again";
        }
    }
    disarm();
    if (!told) {
        EXPECT_EQ(map_lines(*opened.archive), expected);
    }
    return told;
}

std::string lines_of(const std::string& path) {
    const physfs::OpenResult opened = open_path(path, {});
    return opened.error == OpenError::ok ? map_lines(*opened.archive) : "";
}

void expect_each_is_told(const std::string& path) {
    const std::string expected = lines_of(path);
    ASSERT_NE(expected, "");
    with_each_failure(
        [&](Faults& faults) {
            bool failed = false;
            const auto disarm = [&] { failed = faults.disarm() || failed; };
            const bool told = is_told(path, faults.hooks(), expected, disarm);
            EXPECT_FALSE(told && !failed);
            EXPECT_EQ(PHYSFS_isInit(), 0);
            if (told) {
                EXPECT_FALSE(is_told(path, faults.hooks(), expected, [] {}));
            }
            EXPECT_EQ(PHYSFS_isInit(), 0);
            return failed;
        },
        3000);
}

TEST(PhysfsFailures, OfAWad) {
    const TempFolder folder;
    expect_each_is_told(write_wad(folder));
}

TEST(PhysfsFailures, OfAFolder) {
    const TempFolder folder;
    expect_each_is_told(write_tree(folder));
}

TEST(PhysfsFailures, OfAZip) {
    const TempFolder folder;
    expect_each_is_told(write_zip(folder));
}

TEST(PhysfsFailures, OfASevenZip) {
    const TempFolder folder;
    SevenZipBuilder archive;
    archive.file("maps/a.wad", wad()).file("b.udmf", square_text());
    expect_each_is_told(folder.write("a.pk7", archive.build()));
}

// ---- PhysFS's own memory -----------------------------------------------------------------------

// Memory of PhysFS, one call of which fails. It is one for the whole process.
std::int64_t calls_left = -1;
std::int64_t open_blocks = 0;

bool is_failing() { return calls_left >= 0 && calls_left-- == 0; }

void* physfs_malloc(PHYSFS_uint64 size) {
    if (is_failing()) return nullptr;
    ++open_blocks;
    return std::malloc(size != 0 ? size : 1);
}
void* physfs_realloc(void* memory, PHYSFS_uint64 size) {
    if (is_failing()) return nullptr;
    if (memory == nullptr) ++open_blocks;
    return std::realloc(memory, size != 0 ? size : 1);
}
void physfs_free(void* memory) {
    if (memory != nullptr) --open_blocks;
    std::free(memory);
}

// A host that has set an allocator and initialised PhysFS, or one that leaves that to open_path.
class PhysfsMemoryFailures : public testing::TestWithParam<bool> {
protected:
    // Of the calls in PHYSFS_init the first two make mutexes. Where either fails PhysFS 3.0.2 locks
    // one that it has not, before any code of ours can know.
    static constexpr std::int64_t kMutexes = 2;

    void SetUp() override {
        const PHYSFS_Allocator allocator = {nullptr, nullptr, physfs_malloc, physfs_realloc,
                                            physfs_free};
        ASSERT_NE(PHYSFS_setAllocator(&allocator), 0);
        open_blocks = 0;
        if (host_starts()) {
            ASSERT_NE(PHYSFS_init(nullptr), 0);
        }
    }
    void TearDown() override {
        calls_left = -1;
        if (host_starts()) PHYSFS_deinit();
        EXPECT_EQ(PHYSFS_isInit(), 0);
        EXPECT_EQ(open_blocks, 0);
        EXPECT_NE(PHYSFS_setAllocator(nullptr), 0);
    }
    static bool host_starts() { return GetParam(); }

    void expect_each_is_told(const std::string& path) {
        const std::string expected = lines_of(path);
        ASSERT_NE(expected, "");
        const std::int64_t before = open_blocks;
        bool failed = true;
        std::int64_t k = host_starts() ? 0 : kMutexes;
        for (; failed && !HasFailure(); ++k) {
            SCOPED_TRACE(k);
            ASSERT_LT(k, 3000);
            calls_left = k;
            failed = false;
            const auto disarm = [&] {
                failed = failed || calls_left < 0;
                calls_left = INT64_MAX;
            };
            const bool told = is_told(path, {}, expected, disarm);
            EXPECT_FALSE(told && !failed);
            EXPECT_EQ(open_blocks, before);
            if (told) {
                EXPECT_FALSE(is_told(path, {}, expected, [] {}));
            }
        }
        EXPECT_GE(k, 5);
    }
};

TEST_P(PhysfsMemoryFailures, OfAWad) {
    const TempFolder folder;
    expect_each_is_told(write_wad(folder));
}

TEST_P(PhysfsMemoryFailures, OfAFolder) {
    const TempFolder folder;
    expect_each_is_told(write_tree(folder));
}

TEST_P(PhysfsMemoryFailures, OfAZip) {
    const TempFolder folder;
    expect_each_is_told(write_zip(folder));
}

INSTANTIATE_TEST_SUITE_P(HostStarts, PhysfsMemoryFailures, testing::Bool());

}  // namespace physfs_failures_test
