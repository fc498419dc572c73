// A host that uses the files of our folder as any others, as far as PhysFS lets it.
#include "physfs/archiver.hpp"

#include <gtest/gtest.h>
#include <physfs.h>

#include <memory>
#include <string>

#include "physfs/container.hpp"
#include "physfs/open.hpp"
#include "support/container_tools.hpp"
#include "support/fake_file.hpp"
#include "support/zip_builder.hpp"

namespace archiver_test {

using namespace flatline::engine;
using testing_support::FakeFile;
using testing_support::HeldContainer;
using testing_support::ZipBuilder;

/// PhysFS with a container mounted at "/at".
class Archiver : public testing::Test {
protected:
    Archiver() {
        EXPECT_NE(PHYSFS_init("host"), 0);
        ZipBuilder inner;
        inner.file("deep/x", "inner x").file("y", "inner y");
        mount(ZipBuilder()
                  .file("a", "0123456789")
                  .file("b/c", "c")
                  .file("b/d", "d")
                  .file("bb", "beside b")
                  .file("inner.zip", inner.build())
                  .build());
    }
    ~Archiver() override {
        PHYSFS_unmount(kName);
        physfs::forget_archiver();
        EXPECT_NE(PHYSFS_deinit(), 0);
    }
    void mount(const std::string& bytes) {
        Finding problem = {};
        container_.reset(physfs::open_zip(std::make_unique<FakeFile>(bytes), {}, {}, problem));
        ASSERT_NE(container_, nullptr);
        ASSERT_TRUE(physfs::mount_container(*container_, kName, "/at"));
    }

    static constexpr const char* kName = "x.flatline-container";
    HeldContainer container_;
};

TEST_F(Archiver, APlaceInAFile) {
    PHYSFS_File* file = PHYSFS_openRead("at/a");
    ASSERT_NE(file, nullptr);
    char bytes[4] = {};
    EXPECT_EQ(PHYSFS_tell(file), 0);
    EXPECT_EQ(PHYSFS_readBytes(file, bytes, 3), 3);
    EXPECT_EQ(PHYSFS_tell(file), 3);
    EXPECT_NE(PHYSFS_seek(file, 8), 0);
    EXPECT_EQ(PHYSFS_readBytes(file, bytes, 4), 2);
    EXPECT_EQ(std::string(bytes, 2), "89");
    EXPECT_NE(PHYSFS_eof(file), 0);
    EXPECT_EQ(PHYSFS_seek(file, 11), 0);
    EXPECT_EQ(PHYSFS_getLastErrorCode(), PHYSFS_ERR_PAST_EOF);
    EXPECT_NE(PHYSFS_close(file), 0);
}

// PhysFS asks for a file of its own for each file that it opens in there.
TEST_F(Archiver, AnArchiveInOursThatTheHostMounts) {
    PHYSFS_File* file = PHYSFS_openRead("at/inner.zip");
    ASSERT_NE(file, nullptr);
    ASSERT_NE(PHYSFS_mountHandle(file, "inner.zip", "/inner", 1), 0);
    PHYSFS_File* x = PHYSFS_openRead("inner/deep/x");
    PHYSFS_File* y = PHYSFS_openRead("inner/y");
    ASSERT_NE(x, nullptr);
    ASSERT_NE(y, nullptr);
    char bytes[16] = {};
    for (PHYSFS_File* each : {x, y}) {
        EXPECT_EQ(PHYSFS_readBytes(each, bytes, 16), 7);
        EXPECT_EQ(std::string(bytes, 7), each == x ? "inner x" : "inner y");
        EXPECT_NE(PHYSFS_close(each), 0);
    }
    EXPECT_NE(PHYSFS_unmount("inner.zip"), 0);
}

struct Seen {
    std::string names;
    PHYSFS_EnumerateCallbackResult answer = PHYSFS_ENUM_OK;
};
PHYSFS_EnumerateCallbackResult note(void* data, const char*, const char* name) {
    auto& seen = *static_cast<Seen*>(data);
    seen.names += std::string(name) + " ";
    return seen.answer;
}

TEST_F(Archiver, AListEndsWhereTheHostSaysSo) {
    Seen all;
    EXPECT_NE(PHYSFS_enumerate("at", note, &all), 0);
    EXPECT_EQ(all.names, "a b bb inner.zip ");
    Seen below;
    EXPECT_NE(PHYSFS_enumerate("at/b", note, &below), 0);
    EXPECT_EQ(below.names, "c d ");
    Seen one{"", PHYSFS_ENUM_STOP};
    EXPECT_NE(PHYSFS_enumerate("at", note, &one), 0);
    EXPECT_EQ(one.names, "a ");
    Seen failing{"", PHYSFS_ENUM_ERROR};
    EXPECT_EQ(PHYSFS_enumerate("at", note, &failing), 0);
    EXPECT_EQ(PHYSFS_getLastErrorCode(), PHYSFS_ERR_APP_CALLBACK);
    EXPECT_EQ(failing.names, "a ");
}

TEST_F(Archiver, NothingIsWritten) {
    EXPECT_EQ(PHYSFS_setWriteDir("x.flatline-container"), 0);
    EXPECT_EQ(PHYSFS_openWrite("at/new"), nullptr);
    EXPECT_EQ(PHYSFS_delete("at/a"), 0);
    EXPECT_NE(PHYSFS_exists("at/a"), 0);
    PHYSFS_Stat stat = {};
    ASSERT_NE(PHYSFS_stat("at/a", &stat), 0);
    EXPECT_EQ(stat.readonly, 1);
    EXPECT_EQ(stat.filesize, 10);
}

TEST_F(Archiver, TheSameNameTwiceIsTheFirst) {
    EXPECT_TRUE(physfs::mount_container(*container_, kName, "/at"));
    EXPECT_EQ(std::string(PHYSFS_getMountPoint(kName)), "at/");
    // It stays as long as something is mounted.
    physfs::forget_archiver();
    EXPECT_NE(PHYSFS_exists("at/a"), 0);
    Finding problem = {};
    const HeldContainer other(
        physfs::open_zip(std::make_unique<FakeFile>(ZipBuilder().build()), {}, {}, problem));
    EXPECT_TRUE(physfs::mount_container(*other, "other.flatline-container", "/other"));
    EXPECT_NE(PHYSFS_unmount("other.flatline-container"), 0);
}

TEST_F(Archiver, NoPathHasANul) {
    EXPECT_EQ(physfs::open_mounted("at/a", {}).error, physfs::OpenError::ok);
    EXPECT_EQ(physfs::open_mounted(std::string("at/a\0x", 6), {}).error,
              physfs::OpenError::not_found);
}

}  // namespace archiver_test
