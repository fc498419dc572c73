#include "write/numbers.hpp"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "text/numbers.hpp"

namespace write_numbers_test {

using flatline::engine::text::NumberKind;

std::string real(double value, bool whole_as_integer = false) {
    unsigned char text[flatline::engine::write::kNumberBytes];
    const unsigned char* end = flatline::engine::write::put_real(text, value, whole_as_integer);
    EXPECT_LE(end - text, static_cast<std::ptrdiff_t>(sizeof text));
    return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(end - text)};
}

std::string integer(std::int64_t value) {
    unsigned char text[flatline::engine::write::kNumberBytes];
    const unsigned char* end = flatline::engine::write::put_integer(text, value);
    return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(end - text)};
}

// The text must be a real for the reader, and the same double to the bit.
void expect_back(double value) {
    const std::string text = real(value);
    const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
    const auto number = flatline::engine::text::read_number(begin, begin + text.size());
    EXPECT_EQ(number.kind, NumberKind::real) << text;
    EXPECT_EQ(number.end, begin + text.size()) << text;
    EXPECT_EQ(std::memcmp(&number.real, &value, sizeof value), 0) << text;
    const std::string whole = real(value, true);
    const auto* short_begin = reinterpret_cast<const unsigned char*>(whole.data());
    const auto other = flatline::engine::text::read_number(short_begin, short_begin + whole.size());
    EXPECT_EQ(std::memcmp(&other.real, &value, sizeof value), 0) << whole;
}

TEST(WriteNumbers, RealsHaveADotAndAreShort) {
    const struct {
        double value;
        const char* text;
    } rows[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {-1.0, "-1.0"},
        {64.5, "64.5"},
        {-64.125, "-64.125"},
        {0.1, "0.1"},
        {0.29, "0.29"},
        {0.3, "0.3"},
        {100.25, "100.25"},
        {999999999999999.875, "999999999999999.9"},
        {0.001, "0.001"},
        {0.000001, "0.000001"},
        {0.1234567, "0.1234567"},
        {1.0 / 3, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
        {32767.99998, "32767.99998"},
        {-32768.0, "-32768.0"},
        {999999.999999, "999999.999999"},
        {1e15, "1000000000000000.0"},
        {999999999999999.0, "999999999999999.0"},
        {123456789012345680.0, "123456789012345680.0"},
        {1e20, "100000000000000000000.0"},
        {1e21, "1.0e21"},
        {1.5e300, "1.5e300"},
        {0.0000001, "0.0000001"},
        {6.123233995736766e-17, "0.00000000000000006123233995736766"},
        {1e-20, "0.00000000000000000001"},
        {1e-21, "1.0e-21"},
        {2.5e-7, "0.00000025"},
        {-2.5e-25, "-2.5e-25"},
        {DBL_MAX, "1.7976931348623157e308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {std::numeric_limits<double>::denorm_min(), "5.0e-324"},
        {-std::numeric_limits<double>::denorm_min(), "-5.0e-324"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(real(row.value), row.text);
        expect_back(row.value);
    }
}

TEST(WriteNumbers, WholeNumbersMayStandWithoutTheDot) {
    EXPECT_EQ(real(64, true), "64");
    EXPECT_EQ(real(-64, true), "-64");
    EXPECT_EQ(real(0, true), "0");
    EXPECT_EQ(real(-0.0, true), "-0.0") << "an integer has no sign";
    EXPECT_EQ(real(0.5, true), "0.5");
    EXPECT_EQ(real(-2147483648.0, true), "-2147483648");
}

TEST(WriteNumbers, RandomDoublesComeBack) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200000; ++i) {
        std::uint64_t bits = random();
        double value;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isfinite(value)) expect_back(value);
        // What maps have: few digits after the dot, and what scaling makes of them.
        const auto near_zero = static_cast<double>(static_cast<std::int64_t>(bits) >> 40);
        for (const double unit : {1.0, 10.0, 1000.0, 65536.0, 1e6, 3.0, 1e9}) {
            expect_back(near_zero / unit);
        }
        if (testing::Test::HasFailure()) return;
    }
}

TEST(WriteNumbers, IntegersOfEveryLength) {
    EXPECT_EQ(integer(0), "0");
    EXPECT_EQ(integer(-1), "-1");
    EXPECT_EQ(integer(INT32_MIN), "-2147483648");
    EXPECT_EQ(integer(INT64_MIN), "-9223372036854775808");
    EXPECT_EQ(integer(INT64_MAX), "9223372036854775807");
    for (std::int64_t power = 1; power < INT64_MAX / 10; power *= 10) {
        for (const std::int64_t value : {power - 1, power, power + 1, -power}) {
            EXPECT_EQ(integer(value), std::to_string(value));
        }
    }
}

}  // namespace write_numbers_test
