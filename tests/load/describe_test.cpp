// Place and sentence of a finding by one call, in C++ and in C.
#include "model/describe.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "flatline/flatline.h"
#include "model/check.hpp"
#include "model/load.hpp"
#include "support/load_text.hpp"

namespace describe_test {

using flatline::engine::Finding;
using flatline::engine::FindingSource;
using flatline::engine::Lump;
using flatline::engine::make_finding;
using flatline::engine::Rule;

const std::string kRefused =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; }\n"
    "linedef { v1 = 0; v2 = 7; sidefront = 0; }\n"
    "sidedef { sector = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; }\n";
const std::string kLoaded =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; } vertex { x = 8; y = 0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; }\n"
    "  linedef { v1 = 1; v2 = 1; sidefront = 0; }\n"
    "sidedef { sector = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; }\n";

std::string at(const Finding& finding, const FindingSource& source) {
    std::string text(flatline::engine::describe_at(finding, source, nullptr, 0), '?');
    flatline::engine::describe_at(finding, source, text.data(), text.size());
    return text;
}
// The sentence without its element.
std::string bare(Finding finding, std::string_view text) {
    finding.index = FLATLINE_NONE;
    std::string out(flatline::engine::describe(finding, text, nullptr, 0), '?');
    flatline::engine::describe(finding, text, out.data(), out.size());
    return out;
}

Finding of_line(Rule rule, Lump lump, std::uint64_t offset) {
    Finding finding = make_finding(rule, lump, offset, 9, 4);
    finding.element = FLATLINE_LINEDEF;
    finding.index = 7;
    finding.field = flatline::engine::find_field(FLATLINE_LINEDEF, "v2");
    return finding;
}

TEST(DescribeAt, EveryPartThatIsKnown) {
    const std::string sentence = "v2 is 9, but the map has 4 vertices";
    const std::string text = "ab\ncd\n";
    const Finding finding = of_line(Rule::line_vertex_range, Lump::textmap, 4);
    EXPECT_EQ(at(finding, {"maps.wad", "MAP01", text}),
              "maps.wad:MAP01 TEXTMAP line 2 column 2, linedef 7: " + sentence);
    EXPECT_EQ(at(finding, {"maps.wad", "", text}),
              "maps.wad TEXTMAP line 2 column 2, linedef 7: " + sentence);
    EXPECT_EQ(at(finding, {"", "MAP01", text}),
              "MAP01 TEXTMAP line 2 column 2, linedef 7: " + sentence);
    EXPECT_EQ(at(finding, {}), "TEXTMAP byte 4, linedef 7: " + sentence);
    EXPECT_EQ(at(of_line(Rule::line_vertex_range, Lump::textmap, FLATLINE_NO_OFFSET), {}),
              "TEXTMAP, linedef 7: " + sentence);
    EXPECT_EQ(at(of_line(Rule::line_vertex_range, Lump::none, FLATLINE_NO_OFFSET), {}),
              "linedef 7: " + sentence);
    EXPECT_EQ(at(of_line(Rule::line_vertex_range, Lump::none, FLATLINE_NO_OFFSET), {"f", "M"}),
              "f:M, linedef 7: " + sentence);
    EXPECT_EQ(at(of_line(Rule::line_vertex_range, Lump::linedefs, 98), {"f", "M", text}),
              "f:M LINEDEFS byte 98, linedef 7: " + sentence)
        << "no text, so no line";
    EXPECT_EQ(at(make_finding(Rule::out_of_memory), {}),
              load_text::sentence(make_finding(Rule::out_of_memory), ""));
}

TEST(DescribeAt, ARefusedMapByItsText) {
    const auto loaded = load_text::load(kRefused);
    ASSERT_FALSE(loaded);
    const Finding* finding = load_text::find(loaded, "line-vertex-range");
    ASSERT_NE(finding, nullptr);
    FindingSource source{"maps.wad", "MAP01", kRefused};
    source.loaded = &loaded.value;
    EXPECT_EQ(at(*finding, source),
              "maps.wad:MAP01 TEXTMAP line 3 column 24, linedef 0: v2 is 7, but the map has 1 "
              "vertices");
}

TEST(DescribeAt, AnElementOfALoadedMapIsLookedUp) {
    const auto loaded = load_text::load(kLoaded);
    ASSERT_TRUE(loaded) << load_text::story(loaded, kLoaded);
    const auto report = flatline::engine::check(loaded.value);
    ASSERT_TRUE(report);
    int met = 0;
    for (const Finding& finding : report.findings.kept()) {
        if (finding.element != FLATLINE_LINEDEF || finding.index != 1) continue;
        FindingSource source;
        source.loaded = &loaded.value;
        EXPECT_EQ(at(finding, source).substr(0, 19), "TEXTMAP line 4 colu") << at(finding, source);
        ++met;
    }
    EXPECT_GT(met, 0);
    const flatline::engine::Map empty;
    FindingSource nothing;
    nothing.loaded = &empty;
    EXPECT_EQ(at(of_line(Rule::line_vertex_range, Lump::textmap, FLATLINE_NO_OFFSET), nothing),
              "TEXTMAP, linedef 7: v2 is 9, but the map has 4 vertices");
}

TEST(DescribeAt, WithoutAnIndexTheElementIsLeftOut) {
    Finding finding = of_line(Rule::line_vertex_range, Lump::textmap, 4);
    EXPECT_EQ(load_text::sentence(finding, ""), "linedef 7: v2 is 9, but the map has 4 vertices");
    EXPECT_EQ(bare(finding, ""), "v2 is 9, but the map has 4 vertices");
    finding.element = FLATLINE_MAP;
    EXPECT_EQ(load_text::sentence(finding, ""), "v2 is 9, but the map has 4 vertices");
    const std::string text = kRefused;
    const auto loaded = load_text::load(text);
    for (const Finding& each : loaded.findings.kept()) {
        const std::string whole = load_text::sentence(each, text);
        const std::string end = bare(each, text);
        EXPECT_EQ(whole.substr(whole.size() - end.size()), end);
    }
}

TEST(DescribeAt, HostileNamesAndForeignNumbers) {
    Finding finding = make_finding(Rule::out_of_memory);
    EXPECT_EQ(at(finding, {"m\xC3\xBC.wad\x1b[31m", "A\n\x7F"}).substr(0, 27),
              "m\xC3\xBC.wad\\x1b[31m:A\\x0a\\x7f: ");
    finding.lump = 200;
    EXPECT_EQ(at(finding, {}), "");
    finding.lump = 0;
    finding.rule = 0xFFFF;
    EXPECT_EQ(at(finding, {"f", "M"}), "");
    EXPECT_EQ(bare(finding, ""), "");
    finding = of_line(Rule::line_vertex_range, Lump::textmap, 1000);
    EXPECT_EQ(at(finding, {"", "", "ab\nc"}).substr(0, 23), "TEXTMAP line 2 column 2") << "the end";
}

TEST(DescribeAt, WritesNoMoreThanItsRoom) {
    const Finding finding = of_line(Rule::line_vertex_range, Lump::textmap, 4);
    const FindingSource source{"maps.wad", "MAP01", "ab\ncd\n"};
    const std::string whole = at(finding, source);
    for (std::size_t room = 0; room <= whole.size() + 2; ++room) {
        std::string out(whole.size() + 2, '#');
        EXPECT_EQ(flatline::engine::describe_at(finding, source, out.data(), room), whole.size());
        const std::size_t written = room < whole.size() ? room : whole.size();
        EXPECT_EQ(out.substr(0, written), whole.substr(0, written));
        EXPECT_EQ(out.find_first_not_of('#', written), std::string::npos);
    }
}

TEST(DescribeAt, InC) {
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, kRefused.data(), kRefused.size(), nullptr, &map),
              FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(map, &count);
    ASSERT_GT(count, 0u);
    char out[200];
    flatline_finding_source source = FLATLINE_FINDING_SOURCE_INIT;
    source.file = "maps.wad";
    source.map_name = "MAP01";
    source.map = map;
    const std::string whole =
        "maps.wad:MAP01 TEXTMAP line 3 column 24, linedef 0: v2 is 7, but the map has 1 vertices";
    EXPECT_EQ(flatline_describe_at(&findings[0], &source, out, sizeof out), whole.size());
    EXPECT_EQ(out, whole);
    EXPECT_EQ(flatline_describe_at(&findings[0], &source, out, 9), whole.size());
    EXPECT_STREQ(out, "maps.wad");
    flatline_describe_at(&findings[0], nullptr, out, sizeof out);
    EXPECT_EQ(std::string(out).substr(0, 13), "TEXTMAP byte ");
    // A program that was built when only `file` was there.
    source.struct_size = offsetof(flatline_finding_source, map_name);
    flatline_describe_at(&findings[0], &source, out, sizeof out);
    EXPECT_EQ(std::string(out).substr(0, 22), "maps.wad TEXTMAP byte ");
    source.struct_size = 0;
    EXPECT_EQ(flatline_describe_at(&findings[0], &source, out, sizeof out), 0u);
    EXPECT_STREQ(out, "");
    EXPECT_EQ(flatline_describe_at(nullptr, nullptr, out, sizeof out), 0u);
    flatline_finding without = findings[0];
    without.index = FLATLINE_NONE;
    flatline_describe(map, &without, out, sizeof out);
    EXPECT_STREQ(out, "v2 is 7, but the map has 1 vertices");
    flatline_free(map);
}

TEST(DescribeAt, OfADoom3MapInC) {
    const std::string text = "Version 2\n{\n\"classname\" \"worldspawn\"\n{ brushDef9 }\n}\n";
    flatline_doom3_map* map = nullptr;
    flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map);
    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(map, &count);
    ASSERT_GT(count, 0u);
    flatline_finding_source source = FLATLINE_FINDING_SOURCE_INIT;
    source.file = "admin.map";
    source.map = map;
    char out[200];
    flatline_describe_at(&findings[0], &source, out, sizeof out);
    EXPECT_EQ(std::string(out).substr(0, 20), "admin.map MAP line 4") << out;
    flatline_free(map);
}

}  // namespace describe_test
