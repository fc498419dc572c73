#include "udmf/locate_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "flatline/types.h"
#include "support/guarded_text.hpp"

namespace {

using flatline::engine::Dialect;
using flatline::engine::FieldId;
using flatline::engine::Finding;
using flatline::engine::udmf::PlaceRequest;

PlaceRequest request(std::uint8_t element, std::uint32_t index, const char* field = nullptr) {
    PlaceRequest r;
    r.element = element;
    r.index = index;
    r.field = field != nullptr ? flatline::engine::find_field(element, field)
                               : FieldId{FLATLINE_NO_FIELD};
    return r;
}

// The bytes that the requests find, in their own order, as "text@offset"; "" if none.
std::vector<std::string> located(const std::string& text, std::vector<PlaceRequest> requests,
                                 Dialect dialect = Dialect::zdoom, bool v0_99 = false) {
    guarded::Page page(text.size());
    for (std::size_t i = 0; i < requests.size(); ++i) requests[i].owner = i;
    flatline::engine::udmf::locate_fields(page.put(text), dialect, v0_99, requests.data(),
                                          requests.size());
    std::vector<std::string> found(requests.size());
    for (const PlaceRequest& r : requests) {
        if (r.offset == FLATLINE_NO_OFFSET) continue;
        found[r.owner] = text.substr(r.offset, r.length) + "@" + std::to_string(r.offset);
    }
    return found;
}

std::string one(const std::string& text, const PlaceRequest& r, Dialect dialect = Dialect::zdoom,
                bool v0_99 = false) {
    return located(text, {r}, dialect, v0_99)[0];
}

TEST(Places, ValuesAndBlocks) {
    //                        0         1         2         3         4
    const std::string text = "vertex{x=1;y=-2;}Vertex //c\n{ X = 3.5 ;}vertex{}";
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, 0, "y")), "-2@13");
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, 1, "x")), "3.5@34");
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, 1, "y")), "Vertex@17") << "not given: the block";
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, 2)), "vertex@40");
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, 3)), "") << "there is none";
    EXPECT_EQ(one(text, request(FLATLINE_THING, 0)), "");
    EXPECT_EQ(one(text, request(FLATLINE_MAP, 0)), "");
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, FLATLINE_NONE)), "");
    EXPECT_EQ(one("", request(FLATLINE_VERTEX, 0)), "");
}

TEST(Places, ManyInOnePassInAnyOrder) {
    std::string text = "namespace=\"zdoom\";";
    std::vector<PlaceRequest> requests;
    std::vector<std::string> expected;
    for (std::uint32_t i = 0; i < 50; ++i) {
        text += "thing{";
        expected.insert(expected.begin(), "thing@" + std::to_string(text.size() - 6));
        requests.insert(requests.begin(), request(FLATLINE_THING, i, "x"));
        text += "type=" + std::to_string(i) + ";}sector{";
        const std::string value = std::to_string(1000 + i);
        text += "id=" + value + ";}";
        expected.push_back(value + "@" + std::to_string(text.size() - 6));
        requests.push_back(request(FLATLINE_SECTOR, i, "id"));
    }
    EXPECT_EQ(located(text, requests), expected);
}

TEST(Places, SeveralFieldsOfOneElement) {
    const std::string text = "linedef{v1=7;v2=8;sidefront=9;}";
    EXPECT_EQ(located(text, {request(FLATLINE_LINEDEF, 0, "v2"), request(FLATLINE_LINEDEF, 0, "v1"),
                             request(FLATLINE_LINEDEF, 0), request(FLATLINE_LINEDEF, 0, "v1")}),
              (std::vector<std::string>{"8@16", "7@11", "linedef@0", "7@11"}));
}

TEST(Places, TheLastOfARepeatedFieldCounts) {
    EXPECT_EQ(one("vertex{x=1;y=2;x=3;}", request(FLATLINE_VERTEX, 0, "x")), "3@17");
}

TEST(Places, LooksThroughCommentsStringsAndUnknownBlocks) {
    const std::string text =
        "/*vertex{x=1;}*/a=\"vertex{x=2;}\";b{vertex{x=3;}}//vertex{x=4;}\n"
        "vertex{user=\"x=5;\\\"}\";b{x=6;c{x=7;}}/**/x/**/=/**/8/**/;}";
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, 0, "x")), "8@" + std::to_string(text.rfind('8')));
    EXPECT_EQ(one(text, request(FLATLINE_VERTEX, 1)), "");
}

TEST(Places, StringsKeepTheirQuotes) {
    EXPECT_EQ(one("sector{texturefloor=\"A\\\"B\" ;}", request(FLATLINE_SECTOR, 0, "texturefloor")),
              "\"A\\\"B\"@20");
}

TEST(Places, FieldsOfTheDialectAndOf0_99) {
    const std::string text = "sector{floorpic=F_SKY1;gravity=0.5;}";
    EXPECT_EQ(one(text, request(FLATLINE_SECTOR, 0, "texturefloor"), Dialect::udmf11, true),
              "F_SKY1@16");
    EXPECT_EQ(one(text, request(FLATLINE_SECTOR, 0, "texturefloor")), "sector@0");
    EXPECT_EQ(one(text, request(FLATLINE_SECTOR, 0, "gravity")), "0.5@31");
    EXPECT_EQ(one(text, request(FLATLINE_SECTOR, 0, "gravity"), Dialect::udmf11), "sector@0");
    const std::string aliases = "thing{class0=true;class1=false;tid=4;}";
    EXPECT_EQ(one(aliases, request(FLATLINE_THING, 0, "class1"), Dialect::udmf11, true), "true@13");
    EXPECT_EQ(one(aliases, request(FLATLINE_THING, 0, "class2"), Dialect::udmf11, true),
              "false@25");
    EXPECT_EQ(one(aliases, request(FLATLINE_THING, 0, "id"), Dialect::udmf11, true), "4@35");
}

TEST(Places, OffsetsCountFromTheFirstByteOfTheText) {
    EXPECT_EQ(one("\xEF\xBB\xBFvertex{x=1;}", request(FLATLINE_VERTEX, 0, "x")), "1@12");
    EXPECT_EQ(one(std::string("vertex{x=1;}\0\0", 14), request(FLATLINE_VERTEX, 0, "x")), "1@9");
}

TEST(Places, TextsThatNoReaderTakes) {
    for (const char* text : {"vertex{x", "vertex{x=", "vertex{x=\"a", "vertex{/*", "}}}}vertex",
                             "{{{", "vertex{=;}", "=5;", "vertex = ;{", "\x80\xFF{}"}) {
        located(text, {request(FLATLINE_VERTEX, 0, "x"), request(FLATLINE_VERTEX, 5)});
    }
    // Keys longer than any field, and those that end where memory does.
    const std::string longest(200, 'x');
    EXPECT_EQ(one("vertex{" + longest + "=1;x=2;}", request(FLATLINE_VERTEX, 0, "x")),
              "2@" + std::to_string(7 + 200 + 3 + 2));
    const std::string whole = "vertex{x=1;b{}y=\"\\\"\";}";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        located(whole.substr(0, size), {request(FLATLINE_VERTEX, 0, "y")});
    }
}

// ---- Findings ----

Finding finding(std::uint64_t offset, std::uint32_t length, std::uint8_t element,
                std::uint32_t index, const char* field = nullptr) {
    Finding f{};
    f.offset = offset;
    f.length = length;
    f.element = element;
    f.index = index;
    f.field = field != nullptr ? flatline::engine::find_field(element, field)
                               : FieldId{FLATLINE_NO_FIELD};
    return f;
}

TEST(PlacesOfFindings, FillsInWhatHasNoPlace) {
    const std::string text = "vertex{x=1;y=2;}linedef{v1=7;}";
    const flatline::engine::Bytes bytes{reinterpret_cast<const unsigned char*>(text.data()),
                                        text.size()};
    const Finding findings[] = {
        finding(FLATLINE_NO_OFFSET, 0, FLATLINE_LINEDEF, 0, "v1"),
        finding(3, 2, FLATLINE_VERTEX, 0, "x"),  // has its own
        finding(FLATLINE_NO_OFFSET, 0, FLATLINE_MAP, FLATLINE_NONE),
        finding(FLATLINE_NO_OFFSET, 0, FLATLINE_VERTEX, 0),
        finding(FLATLINE_NO_OFFSET, 0, FLATLINE_VERTEX, 9),
    };
    std::uint64_t places[5];
    std::uint32_t lengths[5];
    flatline::engine::udmf::locate_findings(bytes, Dialect::zdoom, false, {findings, 5}, places,
                                            lengths);
    EXPECT_EQ(places[0], 27u);
    EXPECT_EQ(lengths[0], 1u);
    EXPECT_EQ(places[1], 3u);
    EXPECT_EQ(lengths[1], 2u);
    EXPECT_EQ(places[2], FLATLINE_NO_OFFSET);
    EXPECT_EQ(places[3], 0u);
    EXPECT_EQ(lengths[3], 6u);
    EXPECT_EQ(places[4], FLATLINE_NO_OFFSET);
    std::uint64_t again[5];
    flatline::engine::udmf::locate_findings(bytes, Dialect::zdoom, false, {findings, 5}, again,
                                            nullptr);
    EXPECT_TRUE(std::equal(places, places + 5, again));
    flatline::engine::udmf::locate_findings(bytes, Dialect::zdoom, false, {}, nullptr, nullptr);
}

// A key that is longer than any field is none, also where it begins like one.
TEST(Places, KeysLongerThanAnyField) {
    for (const std::size_t size : {32u, 33u, 34u, 64u, 300u}) {
        std::string key = "angle";
        key.resize(size, '_');
        const std::string text = "thing{angle=7;" + key + "=8;}";
        EXPECT_EQ(located(text, {request(FLATLINE_THING, 0, "angle")}),
                  std::vector<std::string>{"7@12"})
            << size;
    }
}

}  // namespace
