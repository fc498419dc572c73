#include "archive/sniff.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using namespace flatline::engine;
using namespace flatline::engine::archive;
using std::string_view;

Bytes bytes_of(string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

FileKind kind(string_view text) { return sniff(bytes_of(text), true).kind; }

TEST(Sniff, Containers) {
    EXPECT_EQ(kind("IWAD"), FileKind::wad);
    EXPECT_EQ(kind("PWAD\1\2\3"), FileKind::wad);
    EXPECT_EQ(kind("PK\3\4rest"), FileKind::zip);
    EXPECT_EQ(kind("PK\5\6rest"), FileKind::zip);
    EXPECT_EQ(kind("7z\xBC\xAF\x27\x1C"), FileKind::seven_zip);
    EXPECT_EQ(kind("WAD2"), FileKind::unknown);
    EXPECT_EQ(kind("PWA"), FileKind::unknown);
    EXPECT_EQ(kind("PK"), FileKind::unknown);
}

TEST(Sniff, Textmaps) {
    for (const string_view text :
         {"namespace = \"zdoom\";", "namespace=\"doom\";", "\xEF\xBB\xBFnamespace = \"x\";",
          "  \r\n\t// comment\nnamespace//glued\n= 1;", "/* a */ /* b */ thing{}", "thing//#0\n{",
          "vertex\n{\nx = 1;", "; ;namespace = 2;", "_a1 = 1;", "Version = 2;",
          "Version { a = 1; }", "version\n{\n\"a\"", "/*unfinished* / */ vertex {"}) {
        EXPECT_EQ(kind(text), FileKind::textmap) << text;
    }
}

TEST(Sniff, Doom3Maps) {
    for (const string_view text : {"Version 2\n// entity 0\n{", "version 3", "\n\nVersion 2\n",
                                   "// Game: Doom 3 BFG\n// entity 0\n{\n\"mapversion\" \"220\"",
                                   "{\n\"classname\" \"worldspawn\"", "/* x */{",
                                   "Version\n{\n\"classname\"", "Version // 2\n{ {"}) {
        EXPECT_EQ(kind(text), FileKind::doom3) << text;
    }
}

TEST(Sniff, Others) {
    for (const string_view text :
         {"", " ", "this is not a zip file", "1 = 2;", "\"a\" = 2;", "= 3;", "}", "word", "/", "/*",
          "// only a comment", "Version two", "a/b = 1", "\xEF\xBB", "MZ\x90", "a\0= 1"}) {
        EXPECT_EQ(kind(text), FileKind::unknown) << text;
    }
    EXPECT_EQ(kind(string_view("\0namespace = 1;", 15)), FileKind::unknown);
}

// Wherever the head is cut, sniff asks for more bytes or gives the same answer.
TEST(Sniff, CutHeads) {
    for (const string_view text :
         {"\xEF\xBB\xBF /* c */ // d\n namespace // e\n = \"x\";", "// a\n Version /* b */ 2",
          "  /**/ {", "Version // 2\n{ // c\n \"a\"", "Version { /* b */ a = 1; }"}) {
        const FileKind whole = kind(text);
        ASSERT_NE(whole, FileKind::unknown);
        for (std::size_t size = 3; size <= text.size(); ++size) {
            const Sniffed head = sniff(bytes_of(text.substr(0, size)), false);
            EXPECT_TRUE(head.cut || head.kind == whole) << size << " of " << text;
            EXPECT_FALSE(head.cut && head.kind != FileKind::unknown);
        }
    }
    EXPECT_FALSE(sniff(bytes_of("no map"), false).cut);
    EXPECT_FALSE(sniff(bytes_of("// all of it"), true).cut);
}

}  // namespace
