// Fields into structs of a host, in C++ and in C.
#include "model/scatter.hpp"

#include <gtest/gtest.h>

#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "model/load.hpp"
#include "support/load_text.hpp"

namespace scatter_test {

using flatline::engine::find_field;
using flatline::engine::Scattered;
using flatline::engine::ScatterStatus;

const std::string kText =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0.0; y = 0.0; zfloor = 8.5; }\nvertex { x = 64.25; y = -0.75; }\n"
    "vertex { x = -32000.0; y = 32768.0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; id = 70000; alpha = 0.25; }\n"
    "linedef { v1 = 1; v2 = 2; sidefront = 1; sideback = 2; twosided = true; }\n"
    "linedef { v1 = 2; v2 = 0; sidefront = 2; special = -3; alpha = 1e300; }\n"
    "sidedef { sector = 0; texturemiddle = \"STONE\"; }\nsidedef { sector = 0; }\n"
    "sidedef { sector = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"B\"; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"B\"; gravity = 0.5; lightcolor = 255;\n"
    "  silent = true; soundsequence = \"HUM\"; moreids = \"4 5\"; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"B\"; lightlevel = -7; }\n"
    "thing { x = 1.0; y = 2.0; type = 1; }\n";

class ScatterTest : public ::testing::Test {
protected:
    ScatterTest() : result_(load_text::load(kText)), map_(result_.value) {}
    void SetUp() override { ASSERT_TRUE(result_) << load_text::story(result_, kText); }

    template <class T>
    flatline_host_column column(std::vector<T>& to, std::int32_t type,
                                std::int32_t range = FLATLINE_RANGE_REFUSE) {
        return {to.data(), sizeof(T), to.size(), type, range, 0, 0, FLATLINE_OTHERWISE_DEFAULT};
    }
    // Three entries of a field; `first` is what stood there before.
    template <class T>
    std::vector<T> three(std::uint8_t block, const char* name, std::int32_t type,
                         std::int32_t range = FLATLINE_RANGE_REFUSE, T before = T(77)) {
        std::vector<T> to(3, before);
        last_ = flatline::engine::scatter(map_, find_field(block, name), column(to, type, range));
        return to;
    }

    flatline::engine::LoadResult<flatline::engine::Map> result_;
    const flatline::engine::Map& map_;
    Scattered last_;
};

TEST_F(ScatterTest, StandardFieldsOfEveryKind) {
    EXPECT_EQ(three<double>(FLATLINE_VERTEX, "x", FLATLINE_HOST_DOUBLE),
              (std::vector<double>{0, 64.25, -32000}));
    EXPECT_EQ(three<std::int32_t>(FLATLINE_LINEDEF, "id", FLATLINE_HOST_INT32),
              (std::vector<std::int32_t>{70000, -1, -1}));
    EXPECT_EQ(three<std::uint8_t>(FLATLINE_LINEDEF, "twosided", FLATLINE_HOST_BOOL),
              (std::vector<std::uint8_t>{0, 1, 0}));
    EXPECT_EQ(three<float>(FLATLINE_LINEDEF, "special", FLATLINE_HOST_FLOAT),
              (std::vector<float>{0, 0, -3}));
    const auto names =
        three<std::uint16_t>(FLATLINE_SIDEDEF, "texturemiddle", FLATLINE_HOST_UINT16);
    EXPECT_EQ(map_.name(names[0]), "STONE");
    EXPECT_EQ(names[1], 0u);
    EXPECT_TRUE(last_);
    EXPECT_EQ(last_.element, FLATLINE_NONE);
}

TEST_F(ScatterTest, NoElementIsMinusOneOrTheHighestNumber) {
    const char* const field = "sideback";
    EXPECT_EQ(three<std::int16_t>(FLATLINE_LINEDEF, field, FLATLINE_HOST_INT16),
              (std::vector<std::int16_t>{-1, 2, -1}));
    EXPECT_EQ(three<std::uint16_t>(FLATLINE_LINEDEF, field, FLATLINE_HOST_UINT16),
              (std::vector<std::uint16_t>{0xFFFF, 2, 0xFFFF}));
    EXPECT_EQ(three<std::uint32_t>(FLATLINE_LINEDEF, field, FLATLINE_HOST_UINT32),
              (std::vector<std::uint32_t>{FLATLINE_NONE, 2, FLATLINE_NONE}));
    EXPECT_EQ(three<double>(FLATLINE_LINEDEF, field, FLATLINE_HOST_DOUBLE),
              (std::vector<double>{-1, 2, -1}));
    EXPECT_TRUE(last_);
}

TEST_F(ScatterTest, AnIndexThatLooksLikeNoneDoesNotFit) {
    std::string text =
        "namespace = \"zdoom\"; vertex { x = 0; y = 0; }\n"
        "vertex { x = 8; y = 0; } linedef { v1 = 0; v2 = 1; sidefront = 255; }\n";
    for (int i = 0; i < 256; ++i) text += "sidedef { sector = 0; }\n";
    text += "sector { texturefloor = \"A\"; textureceiling = \"B\"; }\n";
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded) << load_text::story(loaded, text);
    std::uint8_t to = 9;
    const flatline::engine::FieldId field = find_field(FLATLINE_LINEDEF, "sidefront");
    flatline_host_column host{&to, 1, 1, FLATLINE_HOST_UINT8, FLATLINE_RANGE_REFUSE, 0, 0, 0};
    const Scattered refused = flatline::engine::scatter(loaded.value, field, host);
    EXPECT_EQ(refused.status, ScatterStatus::refused);
    EXPECT_EQ(refused.element, 0u);
    EXPECT_EQ(to, 9u);
    host.type = FLATLINE_HOST_BOOL;
    EXPECT_TRUE(flatline::engine::scatter(loaded.value, field, host));
    EXPECT_EQ(to, 1u);
}

TEST_F(ScatterTest, ColumnsAndTheirDefaults) {
    EXPECT_EQ(three<double>(FLATLINE_SECTOR, "gravity", FLATLINE_HOST_DOUBLE),
              (std::vector<double>{1, 0.5, 1}));
    EXPECT_EQ(three<std::int32_t>(FLATLINE_SECTOR, "gravity", FLATLINE_HOST_FIXED),
              (std::vector<std::int32_t>{65536, 32768, 65536}));
    EXPECT_EQ(three<std::uint32_t>(FLATLINE_SECTOR, "lightcolor", FLATLINE_HOST_UINT32),
              (std::vector<std::uint32_t>{0xFFFFFF, 255, 0xFFFFFF}));
    EXPECT_EQ(three<std::uint8_t>(FLATLINE_SECTOR, "silent", FLATLINE_HOST_BOOL),
              (std::vector<std::uint8_t>{0, 1, 0}));
    EXPECT_EQ(three<std::int8_t>(FLATLINE_SECTOR, "hidden", FLATLINE_HOST_INT8),
              (std::vector<std::int8_t>{0, 0, 0}))
        << "no sector gives it";
    EXPECT_TRUE(last_);
}

TEST_F(ScatterTest, WithoutADefaultTheMemberStays) {
    EXPECT_EQ(
        three<float>(FLATLINE_VERTEX, "zfloor", FLATLINE_HOST_FLOAT, FLATLINE_RANGE_REFUSE, -1.0f),
        (std::vector<float>{8.5f, -1.0f, -1.0f}));
    EXPECT_EQ(three<float>(FLATLINE_VERTEX, "zceiling", FLATLINE_HOST_FLOAT, FLATLINE_RANGE_REFUSE,
                           -1.0f),
              (std::vector<float>{-1.0f, -1.0f, -1.0f}));
    EXPECT_TRUE(last_);
}

// A map in namespace doom, whose dialect has no alpha: what it says of it is an unknown field.
TEST_F(ScatterTest, AFieldThatTheDialectLacksIsTheHostsDefault) {
    std::string text = kText;
    text.replace(text.find("zdoom"), 5, "doom");
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded) << load_text::story(loaded, text);
    const flatline::engine::Map& doom = loaded.value;
    std::vector<float> alpha(4, 77);
    flatline_host_column host = column(alpha, FLATLINE_HOST_FLOAT);
    host.host_default = 0.75;
    const flatline::engine::FieldId field = find_field(FLATLINE_LINEDEF, "alpha");
    const Scattered done = flatline::engine::scatter(doom, field, host);
    EXPECT_EQ(done.status, ScatterStatus::field_absent);
    EXPECT_TRUE(done) << "it is no error";
    EXPECT_EQ(done.element, FLATLINE_NONE);
    EXPECT_EQ(alpha, (std::vector<float>{0.75f, 0.75f, 0.75f, 77}));
    // A host that says nothing has 0.
    std::vector<std::int32_t> fixed(3, 77);
    EXPECT_EQ(flatline::engine::scatter(doom, field, column(fixed, FLATLINE_HOST_FIXED)).status,
              ScatterStatus::field_absent);
    EXPECT_EQ(fixed, (std::vector<std::int32_t>{0, 0, 0}));
    // In its own dialect the field has its default, and the host's is not asked for.
    EXPECT_EQ(flatline::engine::scatter(map_, find_field(FLATLINE_SECTOR, "gravity"), host).status,
              ScatterStatus::ok);
    EXPECT_EQ(alpha, (std::vector<float>{1, 0.5f, 1, 77}));
}

TEST_F(ScatterTest, TheHostsDefaultFitsAsAnyNumberDoes) {
    const flatline::engine::FieldId field = find_field(FLATLINE_LINEDEF, "arg9");  // of SRB2
    std::vector<std::int8_t> to(3, 77);
    flatline_host_column host = column(to, FLATLINE_HOST_INT8);
    host.host_default = 300;
    const Scattered refused = flatline::engine::scatter(map_, field, host);
    EXPECT_EQ(refused.status, ScatterStatus::refused);
    EXPECT_EQ(refused.element, 0u);
    EXPECT_EQ(to, (std::vector<std::int8_t>{77, 77, 77}));
    host.range = FLATLINE_RANGE_CLAMP;
    EXPECT_EQ(flatline::engine::scatter(map_, field, host).status, ScatterStatus::field_absent);
    EXPECT_EQ(to, (std::vector<std::int8_t>{127, 127, 127}));
    host.count = 2;
    EXPECT_EQ(flatline::engine::scatter(map_, field, host).status, ScatterStatus::bad_argument);
    // A string in the dialect that has it is no number in any.
    host.count = 3;
    EXPECT_EQ(
        flatline::engine::scatter(map_, find_field(FLATLINE_LINEDEF, "stringarg0"), host).status,
        ScatterStatus::bad_argument);
    EXPECT_EQ(to, (std::vector<std::int8_t>{127, 127, 127}));
}

TEST_F(ScatterTest, FractionsAreCutTowardsZero) {
    EXPECT_EQ(three<std::int32_t>(FLATLINE_VERTEX, "x", FLATLINE_HOST_INT32),
              (std::vector<std::int32_t>{0, 64, -32000}));
    const std::string text =
        "namespace = \"zdoom\"; vertex { x = -0.75; y = 0.00001; } vertex { x = 1.99; y = -3.1; }";
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    std::int32_t fixed[2] = {};
    flatline_host_column host{fixed, 4, 2, FLATLINE_HOST_FIXED, FLATLINE_RANGE_REFUSE, 0, 0, 0};
    ASSERT_TRUE(flatline::engine::scatter(loaded.value, find_field(FLATLINE_VERTEX, "y"), host));
    EXPECT_EQ(fixed[0], 0);
    EXPECT_EQ(fixed[1], -203161);  // -203161.6
    host.type = FLATLINE_HOST_INT32;
    ASSERT_TRUE(flatline::engine::scatter(loaded.value, find_field(FLATLINE_VERTEX, "x"), host));
    EXPECT_EQ(fixed[0], 0);
    EXPECT_EQ(fixed[1], 1);
}

TEST_F(ScatterTest, OutOfRangeRefusesAndWritesNothing) {
    const struct {
        std::uint8_t block;
        const char* field;
        std::int32_t type;
        std::uint32_t element;
    } kCases[] = {
        {FLATLINE_LINEDEF, "id", FLATLINE_HOST_INT16, 0},
        {FLATLINE_LINEDEF, "id", FLATLINE_HOST_UINT16, 0},
        {FLATLINE_LINEDEF, "special", FLATLINE_HOST_UINT8, 2},
        {FLATLINE_LINEDEF, "special", FLATLINE_HOST_UINT32, 2},
        {FLATLINE_VERTEX, "y", FLATLINE_HOST_FIXED, 2},
        {FLATLINE_VERTEX, "x", FLATLINE_HOST_INT8, 2},
        {FLATLINE_LINEDEF, "alpha", FLATLINE_HOST_FLOAT, 2},
        {FLATLINE_LINEDEF, "alpha", FLATLINE_HOST_INT32, 2},
    };
    for (const auto& row : kCases) {
        std::vector<std::int32_t> to(3, 77);
        last_ =
            flatline::engine::scatter(map_, find_field(row.block, row.field), column(to, row.type));
        EXPECT_EQ(last_.status, ScatterStatus::refused) << row.field << " " << row.type;
        EXPECT_FALSE(last_);
        EXPECT_EQ(last_.element, row.element) << row.field << " " << row.type;
        EXPECT_EQ(to, (std::vector<std::int32_t>{77, 77, 77})) << row.field;
    }
}

TEST_F(ScatterTest, OutOfRangeIsClamped) {
    const auto clamp = FLATLINE_RANGE_CLAMP;
    EXPECT_EQ(three<std::int16_t>(FLATLINE_LINEDEF, "id", FLATLINE_HOST_INT16, clamp),
              (std::vector<std::int16_t>{32767, -1, -1}));
    EXPECT_EQ(last_.element, 0u);
    EXPECT_TRUE(last_);
    EXPECT_EQ(three<std::uint8_t>(FLATLINE_LINEDEF, "special", FLATLINE_HOST_UINT8, clamp),
              (std::vector<std::uint8_t>{0, 0, 0}));
    EXPECT_EQ(three<float>(FLATLINE_LINEDEF, "alpha", FLATLINE_HOST_FLOAT, clamp),
              (std::vector<float>{0.25f, 1, FLT_MAX}));
    EXPECT_EQ(three<std::int32_t>(FLATLINE_VERTEX, "y", FLATLINE_HOST_FIXED, clamp),
              (std::vector<std::int32_t>{0, -49152, INT32_MAX}));
    EXPECT_EQ(last_.element, 2u);
}

TEST_F(ScatterTest, OutOfRangeKeepsTheLowBits) {
    const auto wrap = FLATLINE_RANGE_WRAP;
    EXPECT_EQ(three<std::int16_t>(FLATLINE_LINEDEF, "id", FLATLINE_HOST_INT16, wrap),
              (std::vector<std::int16_t>{70000 - 65536, -1, -1}));
    EXPECT_EQ(three<std::uint8_t>(FLATLINE_LINEDEF, "special", FLATLINE_HOST_UINT8, wrap),
              (std::vector<std::uint8_t>{0, 0, 253}));
    EXPECT_EQ(three<std::int32_t>(FLATLINE_VERTEX, "y", FLATLINE_HOST_FIXED, wrap),
              (std::vector<std::int32_t>{0, -49152, static_cast<std::int32_t>(32768u * 65536u)}));
    EXPECT_EQ(three<std::int32_t>(FLATLINE_LINEDEF, "alpha", FLATLINE_HOST_INT32, wrap),
              (std::vector<std::int32_t>{0, 1, 0}));
    EXPECT_EQ(three<float>(FLATLINE_LINEDEF, "alpha", FLATLINE_HOST_FLOAT, wrap)[2], FLT_MAX);
    EXPECT_TRUE(last_);
    EXPECT_EQ(last_.element, 2u);
}

TEST_F(ScatterTest, OnlyTheMemberIsWritten) {
    struct Sector {
        std::uint8_t before[3];
        std::int16_t light;  // packed: not aligned for its type
        std::uint8_t after[2];
    };
    unsigned char packed[3 * 7];
    std::memset(packed, 0xEE, sizeof packed);
    const flatline_host_column host{packed + 3, 7, 3, FLATLINE_HOST_INT16, FLATLINE_RANGE_REFUSE,
                                    0,          0, 0};
    ASSERT_TRUE(flatline::engine::scatter(map_, find_field(FLATLINE_SECTOR, "lightlevel"), host));
    const std::int16_t expected[] = {160, 160, -7};
    for (std::size_t i = 0; i < 3; ++i) {
        std::int16_t light = 0;
        std::memcpy(&light, packed + 7 * i + 3, sizeof light);
        EXPECT_EQ(light, expected[i]);
        for (const std::size_t k : {0, 1, 2, 5, 6}) EXPECT_EQ(packed[7 * i + k], 0xEE);
    }
}

TEST_F(ScatterTest, WhatCannotHoldTheFieldIsABadArgument) {
    std::vector<std::int32_t> to(4, 77);
    const flatline::engine::FieldId field = find_field(FLATLINE_SECTOR, "lightlevel");
    const flatline_host_column good = column(to, FLATLINE_HOST_INT32);
    struct Case {
        const char* what;
        flatline::engine::FieldId field;
        flatline_host_column host;
    };
    std::vector<Case> cases(9, {"", field, good});
    cases[0] = {"no field", FLATLINE_NO_FIELD, good};
    cases[1] = {"of no element", find_field(FLATLINE_GLOBAL, "namespace"), good};
    cases[2] = {"a string", find_field(FLATLINE_SECTOR, "soundsequence"), good};
    cases[3] = {"ids", find_field(FLATLINE_SECTOR, "moreids"), good};
    cases[4].host.count = 2;
    cases[5].host.stride = 3;
    cases[6].host.base = nullptr;
    cases[7].host.type = FLATLINE_HOST_FIXED + 1;
    cases[8].host.range = -1;
    cases.push_back({"beyond memory", field, good});
    cases.back().host.stride = SIZE_MAX / 2;
    cases.push_back({"a string that nobody gives", find_field(FLATLINE_THING, "comment"), good});
    cases.push_back({"negative type", field, good});
    cases.back().host.type = -1;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        last_ = flatline::engine::scatter(map_, cases[i].field, cases[i].host);
        EXPECT_EQ(last_.status, ScatterStatus::bad_argument) << i << " " << cases[i].what;
        EXPECT_EQ(last_.element, FLATLINE_NONE) << i;
    }
    EXPECT_EQ(to, (std::vector<std::int32_t>{77, 77, 77, 77}));
    EXPECT_TRUE(flatline::engine::scatter(map_, field, good));
    EXPECT_EQ(to, (std::vector<std::int32_t>{160, 160, -7, 77})) << "entries behind are left alone";
}

TEST_F(ScatterTest, AnEmptyMapWritesNothing) {
    const flatline::engine::Map empty;
    const flatline_host_column host{nullptr, 0, 0, FLATLINE_HOST_INT32, FLATLINE_RANGE_REFUSE,
                                    0,       0, 0};
    EXPECT_TRUE(flatline::engine::scatter(empty, find_field(FLATLINE_SECTOR, "lightlevel"), host));
    EXPECT_TRUE(flatline::engine::scatter(empty, find_field(FLATLINE_SECTOR, "gravity"), host));
}

TEST_F(ScatterTest, ABooleanIsOneBitOfAMember) {
    std::vector<std::uint16_t> flags = {0xFFFF, 0x0000, 0x1234};
    flatline_host_column host = column(flags, FLATLINE_HOST_UINT16);
    host.bits = 0x8000;
    const auto scatter = [&](std::uint8_t block, const char* field) {
        return flatline::engine::scatter(map_, find_field(block, field), host);
    };
    EXPECT_TRUE(scatter(FLATLINE_LINEDEF, "twosided"));
    EXPECT_EQ(flags, (std::vector<std::uint16_t>{0x7FFF, 0x8000, 0x1234}));
    host.bits = 0x0081;
    EXPECT_TRUE(scatter(FLATLINE_SECTOR, "silent")) << "a column";
    EXPECT_EQ(flags, (std::vector<std::uint16_t>{0x7F7E, 0x8081, 0x1234}));
    host.bits = 4;
    EXPECT_TRUE(scatter(FLATLINE_LINEDEF, "id")) << "any number, 70000 too";
    EXPECT_EQ(flags, (std::vector<std::uint16_t>{0x7F7E, 0x8085, 0x1234}));
    host.bits = 0x10000;
    EXPECT_EQ(scatter(FLATLINE_LINEDEF, "id").status, ScatterStatus::bad_argument);
    host.bits = 1;
    host.type = FLATLINE_HOST_FLOAT;
    EXPECT_EQ(scatter(FLATLINE_LINEDEF, "id").status, ScatterStatus::bad_argument);
    std::vector<std::int8_t> narrow = {0, 0, 0};
    host = column(narrow, FLATLINE_HOST_INT8);
    host.bits = 0x80;
    EXPECT_TRUE(scatter(FLATLINE_LINEDEF, "twosided"));
    EXPECT_EQ(narrow, (std::vector<std::int8_t>{0, -128, 0}));
}

TEST_F(ScatterTest, NotGivenIsNotTheDefault) {
    const auto floats = [&](std::uint8_t block, const char* name, std::int32_t otherwise,
                            double host_default) {
        std::vector<double> to(3, 77);
        flatline_host_column host = column(to, FLATLINE_HOST_DOUBLE);
        host.otherwise = otherwise;
        host.host_default = host_default;
        last_ = flatline::engine::scatter(map_, find_field(block, name), host);
        return to;
    };
    using Numbers = std::vector<double>;
    // A column, and a member of which only the text knows whether it was given.
    EXPECT_EQ(floats(FLATLINE_SECTOR, "gravity", FLATLINE_OTHERWISE_DEFAULT, 9),
              (Numbers{1, .5, 1}));
    EXPECT_EQ(floats(FLATLINE_SECTOR, "gravity", FLATLINE_OTHERWISE_HOST, 9), (Numbers{9, .5, 9}));
    EXPECT_EQ(floats(FLATLINE_SECTOR, "gravity", FLATLINE_OTHERWISE_KEEP, 9),
              (Numbers{77, .5, 77}));
    EXPECT_EQ(floats(FLATLINE_SECTOR, "lightlevel", FLATLINE_OTHERWISE_HOST, 9),
              (Numbers{9, 9, -7}));
    EXPECT_EQ(floats(FLATLINE_SECTOR, "lightlevel", FLATLINE_OTHERWISE_KEEP, 9),
              (Numbers{77, 77, -7}));
    EXPECT_EQ(floats(FLATLINE_LINEDEF, "arg9", FLATLINE_OTHERWISE_KEEP, 9), (Numbers{77, 77, 77}))
        << "of another dialect";
    EXPECT_EQ(last_.status, ScatterStatus::field_absent);
    EXPECT_EQ(floats(FLATLINE_SECTOR, "gravity", 3, 9), (Numbers{77, 77, 77}));
    EXPECT_EQ(last_.status, ScatterStatus::bad_argument);
}

TEST_F(ScatterTest, AMaskSaysWhichElementsGiveAField) {
    std::vector<std::uint8_t> mask(3, 77);
    const auto given = [&](std::uint8_t block, const char* name) {
        last_ = flatline::engine::scatter_given(map_, find_field(block, name),
                                                column(mask, FLATLINE_HOST_BOOL));
        return mask;
    };
    using Mask = std::vector<std::uint8_t>;
    EXPECT_EQ(given(FLATLINE_SECTOR, "gravity"), (Mask{0, 1, 0}));
    EXPECT_EQ(given(FLATLINE_SECTOR, "lightlevel"), (Mask{0, 0, 1}));
    EXPECT_EQ(given(FLATLINE_SECTOR, "moreids"), (Mask{0, 1, 0})) << "no number";
    EXPECT_EQ(given(FLATLINE_SIDEDEF, "texturemiddle"), (Mask{1, 0, 0})) << "a name";
    EXPECT_EQ(given(FLATLINE_LINEDEF, "twosided"), (Mask{0, 1, 0}));
    EXPECT_TRUE(last_);
    EXPECT_EQ(given(FLATLINE_LINEDEF, "arg9"), (Mask{0, 0, 0}));
    EXPECT_EQ(last_.status, ScatterStatus::field_absent);
    EXPECT_EQ(
        flatline::engine::scatter_given(map_, FLATLINE_NO_FIELD, column(mask, FLATLINE_HOST_BOOL))
            .status,
        ScatterStatus::bad_argument);
    mask.resize(2);
    given(FLATLINE_SECTOR, "gravity");
    EXPECT_EQ(last_.status, ScatterStatus::bad_argument);
}

TEST_F(ScatterTest, AMaskInC) {
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, kText.data(), kText.size(), nullptr, &map),
              FLATLINE_OK);
    std::vector<std::uint32_t> flags(3, 1);
    flatline_host_column host = column(flags, FLATLINE_HOST_UINT32);
    host.bits = 2;
    const std::uint16_t gravity = flatline_find_field(FLATLINE_SECTOR, "gravity");
    EXPECT_EQ(flatline_map_given(map, gravity, &host), FLATLINE_OK);
    EXPECT_EQ(flags, (std::vector<std::uint32_t>{1, 3, 1}));
    EXPECT_EQ(flatline_map_given(nullptr, gravity, &host), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_given(map, gravity, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_free(map);
}

TEST_F(ScatterTest, InC) {
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, kText.data(), kText.size(), nullptr, &map),
              FLATLINE_OK);
    std::vector<std::int16_t> to(3, 77);
    flatline_host_column host = column(to, FLATLINE_HOST_INT16);
    std::uint32_t element = 5;
    EXPECT_EQ(flatline_scatter(map, flatline_find_field(FLATLINE_LINEDEF, "id"), &host, &element),
              FLATLINE_REFUSED);
    EXPECT_EQ(element, 0u);
    EXPECT_EQ(to[0], 77);
    host.range = FLATLINE_RANGE_CLAMP;
    EXPECT_EQ(flatline_scatter(map, flatline_find_field(FLATLINE_LINEDEF, "id"), &host, nullptr),
              FLATLINE_OK);
    EXPECT_EQ(to, (std::vector<std::int16_t>{32767, -1, -1}));
    host.host_default = -12;
    element = 5;
    EXPECT_EQ(flatline_scatter(map, flatline_find_field(FLATLINE_LINEDEF, "arg9"), &host, &element),
              FLATLINE_FIELD_ABSENT);
    EXPECT_EQ(element, FLATLINE_NONE);
    EXPECT_EQ(to, (std::vector<std::int16_t>{-12, -12, -12}));
    EXPECT_EQ(flatline_scatter(map, FLATLINE_NO_FIELD, &host, &element), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(element, FLATLINE_NONE);
    EXPECT_EQ(flatline_scatter(nullptr, 0, &host, &element), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_scatter(map, 0, nullptr, &element), FLATLINE_BAD_ARGUMENT);
    flatline_free(map);
}

}  // namespace scatter_test
