// Scripts that the map's BEHAVIOR does not have, in its three forms.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "support/wad_builder.hpp"

namespace scripts_test {

using check_maps::checked;
using check_maps::only;
using check_maps::Parts;
using testing_support::put_u16;
using testing_support::put_u32;

std::string old_form() {
    std::string out("ACS\0", 4);
    put_u32(out, 8);
    put_u32(out, 2);
    for (const std::uint32_t number : {5u, 1007u}) {  // 7 runs when the map begins
        put_u32(out, number);
        put_u32(out, 0);
        put_u32(out, 0);
    }
    return out;
}

std::string chunk(const std::string& name, const std::string& body) {
    std::string out = name;
    put_u32(out, static_cast<std::uint32_t>(body.size()));
    return out + body;
}

std::string pointers(bool wide) {
    std::string out;
    for (const std::uint32_t number : {5u, 7u}) {
        put_u16(out, number);
        out.append(wide ? 10 : 6, '\0');
    }
    return out;
}

std::string new_form(const std::string& more = "") {
    std::string out("ACSE");
    put_u32(out, 8);
    return out + chunk("FUNC", "abc") + more + chunk("SPTR", pointers(true));
}

std::string hidden_form() {
    std::string out("ACS\0", 4);
    const std::string chunks = chunk("SPTR", pointers(false));
    put_u32(out, static_cast<std::uint32_t>(8 + chunks.size() + 8));
    out += chunks;
    put_u32(out, 8);
    out += "ACSe";
    put_u32(out, 0);
    return out;
}

std::string says(const std::string& behavior, const std::string& line,
                 const std::string& thing = "", const std::string& name_space = "zdoom") {
    Parts parts;
    parts.map_namespace = name_space;
    parts.linedefs = "linedef{v1=0;v2=1;sidefront=0;" + line +
                     "}linedef{v1=1;v2=2;sidefront=1;}linedef{v1=2;v2=0;sidefront=2;}";
    parts.things = "thing{x=8;y=8;type=1;" + thing + "}";
    flatline::engine::CheckOptions options = only({flatline::engine::Rule::line_script_unknown,
                                                   flatline::engine::Rule::thing_script_unknown});
    options.behavior = {reinterpret_cast<const unsigned char*>(behavior.data()), behavior.size()};
    return checked(parts.text(), options);
}

const std::string kLine = "line-script-unknown linedef 0 arg0";

TEST(CheckScripts, AllFormsOfBehavior) {
    for (const std::string& behavior : {old_form(), new_form(), hidden_form()}) {
        EXPECT_EQ(says(behavior, "special=80;arg0=5;"), "");
        EXPECT_EQ(says(behavior, "special=226;arg0=7;"), "");
        EXPECT_EQ(says(behavior, "special=80;arg0=6;"), kLine);
        EXPECT_EQ(says(behavior, "special=85;arg0=0;"), kLine);
        EXPECT_EQ(says(behavior, "", "special=84;arg0=6;"), "thing-script-unknown thing 0 arg0");
        EXPECT_EQ(says(behavior, "", "special=84;arg0=7;"), "");
    }
}

TEST(CheckScripts, ThoseOfLibrariesAreNotes) {
    EXPECT_EQ(says(new_form(), "special=80;arg0=999;"), kLine);
    EXPECT_EQ(says(new_form(), "special=80;arg0=1000;"), kLine + " as note");
    EXPECT_EQ(says(new_form(), "", "special=84;arg0=3002;"),
              "thing-script-unknown thing 0 arg0 as note");
}

TEST(CheckScripts, WhatCannotBeToldIsSilent) {
    const std::string line = "special=80;arg0=6;";
    EXPECT_EQ(says("", line), "") << "no BEHAVIOR";
    EXPECT_EQ(says(new_form(chunk("LOAD", "library")), line), "");
    EXPECT_EQ(says(new_form(chunk("LOAD", std::string(1, '\0'))), line), kLine) << "loads nothing";
    EXPECT_EQ(says(new_form(chunk("LOAD", "")), line), kLine) << "the same";
    EXPECT_EQ(says(new_form(), line + "arg1=2;"), "") << "of another map";
    EXPECT_EQ(says(new_form(), line + "arg0str=\"name\";"), "");
    EXPECT_EQ(says(new_form(), line + "arg0str=\"\";"), kLine);
    EXPECT_EQ(says(new_form(), "special=86;arg0=6;"), "");
    EXPECT_EQ(says(new_form(), line, "", "hexen"), "");
}

TEST(CheckScripts, DamagedOnesAreSilent) {
    for (const std::string& whole : {old_form(), new_form(), hidden_form()}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const std::string says_cut = says(whole.substr(0, size), "special=80;arg0=6;");
            EXPECT_TRUE(says_cut.empty() || says_cut == kLine) << size;
        }
        std::string spoilt = whole;
        for (std::size_t i = 0; i < spoilt.size(); ++i) {
            spoilt[i] = '\xFF';
            (void)says(spoilt, "special=80;arg0=6;");
            spoilt[i] = whole[i];
        }
    }
    EXPECT_EQ(says("nonsense", "special=80;arg0=6;"), "");
}

// Whether all scripts are known, for every cut of each form.
TEST(CheckScripts, CutsThatAreSilent) {
    const std::string line = "special=80;arg0=6;";
    const std::string whole_old = old_form();
    for (std::size_t size = 0; size < whole_old.size(); ++size) {
        EXPECT_EQ(says(whole_old.substr(0, size), line), "") << size;
    }
    const std::string whole_new = new_form();
    const std::size_t chunks[] = {8, 8 + 8 + 3, whole_new.size()};
    for (std::size_t size = 0; size < whole_new.size(); ++size) {
        bool between = false;  // too little for another head
        for (const std::size_t end : chunks) between = between || (size >= end && size < end + 8);
        EXPECT_EQ(says(whole_new.substr(0, size), line), between ? kLine : "") << size;
    }
    const std::string whole_hidden = hidden_form();
    const std::size_t directory = whole_hidden.size() - 4;
    for (std::size_t size = 0; size < directory; ++size) {
        EXPECT_EQ(says(whole_hidden.substr(0, size), line), "") << size;
    }
    EXPECT_EQ(says(whole_hidden.substr(0, directory), line), kLine);
    EXPECT_EQ(says(new_form(chunk("SPTR", "abcd")), line), "") << "no whole entry";
}

// The letters of the form with chunks, too near the front for chunks before them.
TEST(CheckScripts, ADirectoryTooNearTheFront) {
    std::string behavior("ACS\0", 4);
    put_u32(behavior, 12);
    behavior += "ACSE";
    for (const std::uint32_t word : {1u, 5u, 0u, 0u}) put_u32(behavior, word);
    EXPECT_EQ(says(behavior, "special=80;arg0=6;"), kLine);
    EXPECT_EQ(says(behavior, "special=80;arg0=5;"), "");
}

}  // namespace scripts_test
