#include "archive/names.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

#include "archive/suffix.hpp"

namespace {

using namespace flatline::engine::archive;

TEST(ArchiveNames, ComparesAsciiWithoutCase) {
    EXPECT_TRUE(same_name("TEXTMAP", "TextMap"));
    EXPECT_TRUE(same_name("", ""));
    EXPECT_FALSE(same_name("TEXTMAP", "TEXTMA"));
    EXPECT_FALSE(same_name("[", "{"));
    // Letters beyond ASCII depend on an encoding that nobody knows.
    EXPECT_FALSE(same_name("\xC3\x84", "\xC3\xA4"));
    EXPECT_EQ(to_upper('e'), 'E');
    EXPECT_EQ(to_upper('{'), '{');
    EXPECT_EQ(to_upper('\xE4'), '\xE4');
    EXPECT_TRUE(is_before("Maps/a", "maps/B"));
    EXPECT_FALSE(is_before("maps/B", "Maps/a"));
    EXPECT_FALSE(is_before("A", "a"));
    EXPECT_TRUE(is_before("a", "\xC3")) << "bytes have no sign";
}

TEST(ArchiveNames, SplitsPaths) {
    EXPECT_EQ(file_name("maps/a.wad"), "a.wad");
    EXPECT_EQ(file_name("a.wad"), "a.wad");
    EXPECT_EQ(file_name("maps/"), "");
    EXPECT_EQ(stem("maps.old/map01.v2.wad"), "map01.v2");
    EXPECT_EQ(suffix("maps.old/map01.v2.wad"), ".wad");
    EXPECT_EQ(stem("maps.old/MAP01"), "MAP01");
    EXPECT_EQ(suffix("maps.old/MAP01"), "");
    EXPECT_EQ(stem(".wad"), ".wad");
    EXPECT_EQ(suffix(".wad"), "");
    EXPECT_EQ(suffix("a."), ".");
    EXPECT_EQ(stem("-"), "-");
}

TEST(ArchiveNames, FilesInMaps) {
    for (const char* path : {"maps/a", "MAPS/a.wad", "maps/"}) EXPECT_TRUE(in_maps(path)) << path;
    for (const char* path : {"maps", "a", "", "maps/a/b", "map/a", "/maps", "a/maps/b"}) {
        EXPECT_FALSE(in_maps(path)) << path;
    }
    EXPECT_TRUE(may_hold_map("maps/a"));
    EXPECT_FALSE(may_hold_map("maps"));
}

TEST(ArchiveNames, PacksLumpNames) {
    const std::int64_t packed = pack_lump_name("AB");
    char bytes[8];
    std::memcpy(bytes, &packed, sizeof bytes);
    EXPECT_EQ(std::string_view(bytes, 8), std::string_view("AB\0\0\0\0\0\0", 8));
    EXPECT_EQ(pack_lump_name("LONGNAME"), pack_lump_name("LONGNAME9"));
}

}  // namespace
