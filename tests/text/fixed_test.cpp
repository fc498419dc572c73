// 16.16 of texts, where ports cut at different places.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/fixed.hpp"
#include "model/load.hpp"
#include "support/load_text.hpp"

namespace fixed_test {

using flatline::engine::FixedCut;

constexpr std::int64_t kNone = INT64_MIN;

std::int64_t of(std::string_view text, FixedCut cut) {
    std::int32_t out = 77;
    if (flatline::engine::fixed_of_text(text, cut, out)) return out;
    EXPECT_EQ(out, 77);
    return kNone;
}

TEST(Fixed, WherePortsCutDifferently) {
    const struct {
        const char* text;
        std::int64_t exact, cast, digits, single;
    } rows[] = {
        {"0", 0, 0, 0, 0},
        {"-1.5", -98304, -98304, -98304, -98304},
        {"+.5", 32768, 32768, 32768, 32768},
        {"5.", 327680, 327680, 327680, 327680},
        // The nearest double is 1, that of the ninth digit is not asked.
        {"0.99999999999999999999", 65535, 65536, 65535, 65536},
        {"-0.99999999999999999999", -65535, -65536, -65535, -65536},
        // 9 * 2^-16 = 0.0001373291015625: one digit less, and eight of them.
        {"0.0001373291015625", 9, 9, 8, 9},
        {"0.0001373291015624999999999999999", 8, 9, 8, 9},
        {"0.0000152587890625", 1, 1, 0, 1},
        // A float has 24 bits: 8 behind the dot from 32768 down to 16384 are 9.
        {"16384.0009765625", 1073741888, 1073741888, 1073741887, 1073741824},
        {"32767.99998474121", 2147483646, 2147483647, 2147483646, kNone},
        {"32768", kNone, kNone, INT32_MIN, kNone},
        {"-32768", INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN},
        {"40000", kNone, kNone, -25536 * 65536LL, kNone},
        {"-40000.5", kNone, kNone, 1673494528, kNone},
        {"1.25e2", 8192000, 8192000, kNone, 8192000},
        {"125e-2", 81920, 81920, kNone, 81920},
        {"0x10", 1048576, 1048576, kNone, 1048576},
        {"1e999999999999", kNone, kNone, kNone, kNone},
        {"0.0e5", 0, 0, kNone, 0},
        // 2^64, and a multiple of it: nothing wraps but what dsda-doom wraps.
        {"18446744073709551616", kNone, kNone, 0, kNone},
        {"1e64", kNone, kNone, kNone, kNone},
        {"", kNone, kNone, kNone, kNone},
        {"x", kNone, kNone, kNone, kNone},
        {"5 ", kNone, kNone, kNone, kNone},
        {"nan", kNone, kNone, kNone, kNone},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(of(row.text, FixedCut::exact), row.exact) << row.text;
        EXPECT_EQ(of(row.text, FixedCut::cast), row.cast) << row.text;
        EXPECT_EQ(of(row.text, FixedCut::digits), row.digits) << row.text;
        EXPECT_EQ(of(row.text, FixedCut::single), row.single) << row.text;
    }
}

// Every 16.16 number, written with all its digits, is itself; a little nearer to zero it is the
// one before.
TEST(Fixed, ExactIsExact) {
    std::mt19937 random(3);
    for (int round = 0; round < 20'000; ++round) {
        const auto units = static_cast<std::int32_t>(random());
        const std::uint64_t size = units < 0 ? 0ull - static_cast<std::uint64_t>(units)
                                             : static_cast<std::uint64_t>(units);
        std::string part = std::to_string((size & 65535) * 152'587'890'625);
        part.insert(0, 16 - part.size(), '0');
        const std::string sign = units < 0 ? "-" : "";
        const std::string text = sign + std::to_string(size >> 16) + "." + part;
        ASSERT_EQ(of(text, FixedCut::exact), units) << text;
        if ((size & 65535) == 0) continue;
        std::string below = std::to_string((size & 65535) * 152'587'890'625 - 1);
        below.insert(0, 16 - below.size(), '0');
        const std::string less = sign + std::to_string(size >> 16) + "." + below + "99999";
        ASSERT_EQ(of(less, FixedCut::exact), units < 0 ? units + 1 : units - 1) << less;
    }
}

// Exponents move the dot, also beyond all digits.
TEST(Fixed, Exponents) {
    const struct {
        const char* text;
        std::int64_t exact;
    } rows[] = {{"1e4", 655360000},
                {"1e+4", 655360000},
                {"-32767e0", -2147418112},
                {"1e5", kNone},
                {"3.2768E4", kNone},
                {"-.00032768e8", INT32_MIN},
                {"12345e-5", 8090},
                {"1e-3", 65},
                {"5e-5", 3},
                {"-15258789.0625e-12", -1},
                {"1e-16", 0},
                {"1e-300", 0},
                {"0e99999999999", 0},
                {"0e-99999999999", 0},
                {"0.0000000000000000000000000000001e31", 65536},
                {"10000000000000000000000000000000e-31", 65536},
                {"000000000000000000000000000000001", 65536},
                {"99999999999999999999", kNone},
                {"1e300", kNone},
                {"1e99999999999", kNone},
                {"", kNone},
                {"e5", kNone},
                {"5e", kNone}};
    for (const auto& row : rows) {
        EXPECT_EQ(of(row.text, FixedCut::exact), row.exact) << row.text;
    }
    EXPECT_EQ(of("1e4", FixedCut::digits), kNone) << "dsda-doom knows no exponents";
    EXPECT_EQ(of("0x10", FixedCut::exact), 16 * 65536);
    EXPECT_EQ(of("-0x8000", FixedCut::exact), INT32_MIN);
    EXPECT_EQ(of("0x8000", FixedCut::exact), kNone);
    EXPECT_EQ(of("0x10", FixedCut::digits), kNone);
}

const char kText[] =
    "namespace=\"zdoom\";vertex{x=1.5;y=2;}vertex /* x */ {x = /* 3 */ -0.99999999999999999999\n;"
    "y=7;}sector{heightfloor=8;texturefloor=\"A\";textureceiling=\"B\";}"
    "sector{texturefloor=\"A\";textureceiling=\"B\";}";

TEST(Fixed, OfAMap) {
    const auto result = flatline::engine::load_borrowed(load_text::bytes(kText));
    ASSERT_TRUE(result);
    const flatline::engine::Map& map = result.value;
    const flatline::engine::FieldId x = flatline::engine::find_field(FLATLINE_VERTEX, "x");
    EXPECT_EQ(flatline::engine::value_text(map, FLATLINE_VERTEX, 1, x), "-0.99999999999999999999");
    EXPECT_EQ(flatline::engine::value_text(map, FLATLINE_VERTEX, 2, x), "");
    const flatline::engine::FieldId flat =
        flatline::engine::find_field(FLATLINE_SECTOR, "texturefloor");
    EXPECT_EQ(flatline::engine::value_text(map, FLATLINE_SECTOR, 0, flat), "A");
    std::int32_t out[2] = {};
    ASSERT_TRUE(flatline::engine::fixed_values(map, x, FixedCut::exact, 5, out, 2));
    EXPECT_EQ(out[0], 98304);
    EXPECT_EQ(out[1], -65535);
    ASSERT_TRUE(flatline::engine::fixed_values(map, x, FixedCut::cast, 5, out, 2));
    EXPECT_EQ(out[1], -65536);
    const flatline::engine::FieldId height =
        flatline::engine::find_field(FLATLINE_SECTOR, "heightfloor");
    ASSERT_TRUE(flatline::engine::fixed_values(map, height, FixedCut::exact, -1, out, 2));
    EXPECT_EQ(out[0], 8 * 65536);
    EXPECT_EQ(out[1], -1) << "not given";
    EXPECT_FALSE(flatline::engine::fixed_values(map, x, FixedCut::exact, 0, out, 1));
}

struct Place {
    char before;
    std::int32_t x, y, height;
};

TEST(Fixed, SeveralFieldsInOnePass) {
    const auto result = flatline::engine::load_borrowed(load_text::bytes(kText));
    ASSERT_TRUE(result);
    const flatline::engine::Map& map = result.value;
    Place vertices[2] = {{'a', 7, 7, 7}, {'b', 7, 7, 7}};
    Place sectors[2] = {{'c', 7, 7, 7}, {'d', 7, 7, 7}};
    const auto column = [](Place* in, std::int32_t Place::*member, std::uint8_t block,
                           const char* name, std::int32_t otherwise) {
        return flatline_fixed_column{&(in->*member),
                                     sizeof(Place),
                                     2,
                                     FLATLINE_FIXED_EXACT,
                                     otherwise,
                                     -5,
                                     flatline::engine::find_field(block, name),
                                     0};
    };
    flatline_fixed_column columns[] = {
        column(vertices, &Place::x, FLATLINE_VERTEX, "x", FLATLINE_OTHERWISE_DEFAULT),
        column(vertices, &Place::y, FLATLINE_VERTEX, "y", FLATLINE_OTHERWISE_DEFAULT),
        column(vertices, &Place::height, FLATLINE_VERTEX, "zfloor", FLATLINE_OTHERWISE_KEEP),
        column(sectors, &Place::x, FLATLINE_SECTOR, "gravity", FLATLINE_OTHERWISE_DEFAULT),
        column(sectors, &Place::y, FLATLINE_SECTOR, "heightfloor", FLATLINE_OTHERWISE_KEEP),
        column(sectors, &Place::height, FLATLINE_SECTOR, "heightfloor", FLATLINE_OTHERWISE_HOST),
    };
    ASSERT_TRUE(flatline::engine::fixed_columns(map, {columns, 6}));
    EXPECT_EQ(vertices[0].x, 98304);
    EXPECT_EQ(vertices[1].x, -65535);
    EXPECT_EQ(vertices[1].y, 7 * 65536);
    EXPECT_EQ(vertices[0].height, 7);
    EXPECT_EQ(sectors[1].x, 65536) << "the default";
    EXPECT_EQ(sectors[0].y, 8 * 65536);
    EXPECT_EQ(sectors[1].y, 7) << "kept";
    EXPECT_EQ(sectors[0].height, 8 * 65536);
    EXPECT_EQ(sectors[1].height, -5) << "the host's";
    EXPECT_EQ(vertices[1].before, 'b');

    // More columns than a pass looks for, each once as one call for each field gives it.
    std::vector<std::vector<std::int32_t>> many(40, std::vector<std::int32_t>(2));
    std::vector<flatline_fixed_column> all;
    for (auto& one : many) {
        all.push_back({one.data(), sizeof one[0], 2, FLATLINE_FIXED_CAST, FLATLINE_OTHERWISE_HOST,
                       3, flatline::engine::find_field(FLATLINE_VERTEX, "x"), 0});
    }
    ASSERT_TRUE(flatline::engine::fixed_columns(map, {all.data(), all.size()}));
    for (const auto& one : many) EXPECT_EQ(one, (std::vector<std::int32_t>{98304, -65536}));

    for (int bad = 0; bad < 8; ++bad) {
        flatline_fixed_column one = columns[0];
        if (bad == 0) one.count = 1;
        if (bad == 1) one.stride = 3;
        if (bad == 2) one.base = nullptr;
        if (bad == 3) one.cut = 4;
        if (bad == 4) one.otherwise = 3;
        if (bad == 5) one.unused = 1;
        if (bad == 6) one.field = flatline::engine::find_field(FLATLINE_SECTOR, "texturefloor");
        if (bad == 7) one.field = FLATLINE_NO_FIELD;
        vertices[0].x = 7;
        const flatline_fixed_column both[] = {columns[0], one};
        EXPECT_FALSE(flatline::engine::fixed_columns(map, {both, 2})) << bad;
        EXPECT_EQ(vertices[0].x, 7) << "nothing is written";
    }
    EXPECT_FALSE(flatline::engine::fixed_columns({}, {columns, 6}));
}

}  // namespace fixed_test
