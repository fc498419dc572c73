// Trees that the host has mounted: what PhysFS says of names and sizes is not always so.
#include "physfs/tree.hpp"

#include <gtest/gtest.h>
#include <physfs.h>

#include <cstring>
#include <string>
#include <string_view>

#include "physfs/open.hpp"
#include "support/fake_file.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"

namespace tree_test {

using namespace flatline::engine;
using physfs::open_mounted;
using physfs::OpenResult;
using testing_support::finding_lines;
using testing_support::map_lines;
using testing_support::square_text;
using testing_support::TempFolder;

// An archiver of the host's: "a.udmf", of which PhysFS cannot tell how long it is, and a child
// whose name is empty. PhysFS's own archiver makes such children of a ZIP's "a//b".
PHYSFS_sint64 no_bytes(PHYSFS_Io*, void*, PHYSFS_uint64) { return 0; }
PHYSFS_sint64 no_write(PHYSFS_Io*, const void*, PHYSFS_uint64) { return -1; }
int seek_nowhere(PHYSFS_Io*, PHYSFS_uint64) { return 0; }
PHYSFS_sint64 at_start(PHYSFS_Io*) { return 0; }
PHYSFS_sint64 no_length(PHYSFS_Io*) { return -1; }
PHYSFS_Io* no_other(PHYSFS_Io*) { return nullptr; }
int flushed(PHYSFS_Io*) { return 1; }
void destroy(PHYSFS_Io* io) { delete io; }

void* open_odd(PHYSFS_Io* io, const char*, int, int* claimed) {
    *claimed = 1;
    return io;
}
void close_odd(void* opaque) {
    auto* const io = static_cast<PHYSFS_Io*>(opaque);
    io->destroy(io);
}
PHYSFS_EnumerateCallbackResult enumerate_odd(void*, const char* folder,
                                             PHYSFS_EnumerateCallback each, const char* origin,
                                             void* data) {
    if (*folder != '\0') return PHYSFS_ENUM_OK;
    const PHYSFS_EnumerateCallbackResult result = each(data, origin, "");
    return result == PHYSFS_ENUM_OK ? each(data, origin, "a.udmf") : result;
}
PHYSFS_Io* open_odd_file(void*, const char*) {
    return new PHYSFS_Io{0,        nullptr,   no_bytes, no_write, seek_nowhere,
                         at_start, no_length, no_other, flushed,  destroy};
}
PHYSFS_Io* no_writing(void*, const char*) { return nullptr; }
int no_change(void*, const char*) { return 0; }
int stat_odd(void*, const char* name, PHYSFS_Stat* out) {
    *out = {};
    const bool is_file = std::strcmp(name, "a.udmf") == 0;
    out->filetype = is_file ? PHYSFS_FILETYPE_REGULAR : PHYSFS_FILETYPE_DIRECTORY;
    out->filesize = is_file ? 10 : 0;
    return 1;
}
constexpr PHYSFS_Archiver kOdd = {0,
                                  {"odd", "", "", "", 0},
                                  open_odd,
                                  enumerate_odd,
                                  open_odd_file,
                                  no_writing,
                                  no_writing,
                                  no_change,
                                  no_change,
                                  stat_odd,
                                  close_odd};

/// A host that has initialised PhysFS.
class Tree : public testing::Test {
protected:
    Tree() { EXPECT_NE(PHYSFS_init("host"), 0); }
    ~Tree() override { EXPECT_NE(PHYSFS_deinit(), 0); }

    void mount(const std::string& path) {
        ASSERT_NE(PHYSFS_mount(path.c_str(), "/at", 1), 0) << path;
    }
    TempFolder folder_;
};

TEST_F(Tree, NamesThatAreEmptyAndFilesOfNoLength) {
    ASSERT_NE(PHYSFS_registerArchiver(&kOdd), 0);
    mount(folder_.write("x.odd", "bytes"));
    {
        const OpenResult opened = open_mounted("at", {});
        ASSERT_NE(opened.archive, nullptr);
        EXPECT_EQ(finding_lines(*opened.archive), "file-unreadable a.udmf\nno-maps\n");
    }
    EXPECT_EQ(open_mounted("at/a.udmf", {}).archive->broken(), true);
}

// PhysFS lists the names of both. The first in order is one of them.
TEST_F(Tree, AFileThatTwoMountsHaveIsListedOnce) {
    using testing_support::WadBuilder;
    const std::string wad = WadBuilder().map("MAP01", square_text()).build();
    for (const char* mounted : {"one", "two"}) {
        folder_.write(std::string(mounted) + "/a.wad", wad);
        folder_.write(std::string(mounted) + "/b.wad", wad);
        mount(folder_.at(mounted));
    }
    const OpenResult opened = open_mounted("at", {});
    ASSERT_NE(opened.archive, nullptr);
    EXPECT_EQ(map_lines(*opened.archive),
              "a.wad: MAP01 udmf TEXTMAP,ENDMAP\nb.wad: MAP01#2 udmf TEXTMAP,ENDMAP\n");
}

// PhysFS keeps what it last failed of until somebody asks: here that nobody had memory.
TEST_F(Tree, AFolderThatIsTooDeepIsNoLackOfMemory) {
    std::string deep;
    for (int i = 0; i < 40; ++i) deep += "d/";
    folder_.write("top/" + deep + "x.txt", "");
    folder_.write("top/y.udmf", square_text());
    mount(folder_.at("top"));
    PHYSFS_setErrorCode(PHYSFS_ERR_OUT_OF_MEMORY);
    const OpenResult opened = open_mounted("at", {});
    ASSERT_NE(opened.archive, nullptr);
    EXPECT_EQ(finding_lines(*opened.archive), "file-unreadable " + deep.substr(0, 66) + "\n");
    EXPECT_EQ(map_lines(*opened.archive), "y.udmf: y udmf TEXTMAP\n");
}

}  // namespace tree_test
