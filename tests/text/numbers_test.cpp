#include "text/numbers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "support/guarded_text.hpp"
#include "support/needs.hpp"

namespace {

using flatline::engine::text::Number;
using flatline::engine::text::NumberKind;

const unsigned char* bytes(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

Number read(const std::string& text) {
    return flatline::engine::text::read_number(bytes(text), bytes(text) + text.size());
}

std::size_t length(const std::string& text) {
    const unsigned char* p = bytes(text);
    return static_cast<std::size_t>(flatline::engine::text::read_number(p, p + text.size()).end -
                                    p);
}

// ---- Integers ----

void expect_integer(const std::string& text, std::int64_t value) {
    const Number number = read(text);
    EXPECT_EQ(number.kind, NumberKind::integer) << text;
    EXPECT_EQ(number.integer, value) << text;
    EXPECT_EQ(number.real, static_cast<double>(value)) << text;
    EXPECT_EQ(length(text), text.size()) << text;
}

TEST(ReadNumber, Integers) {
    expect_integer("0", 0);
    expect_integer("-0", 0);
    expect_integer("+0", 0);
    expect_integer("1", 1);
    expect_integer("+5", 5);
    expect_integer("-5", -5);
    expect_integer("0123", 123);
    expect_integer("08", 8);
    expect_integer("-007", -7);
    expect_integer("2147483647", 2147483647);
    expect_integer("-2147483648", -2147483648ll);
    expect_integer("4294967296", 4294967296);
    expect_integer("9223372036854775807", INT64_MAX);
    expect_integer("-9223372036854775807", -INT64_MAX);
    expect_integer("-9223372036854775808", INT64_MIN);
    expect_integer("00000000000000000000000000000000000000000000000042", 42);
}

TEST(ReadNumber, IntegersThatDoNotFitKeepTheirDouble) {
    for (const char* text :
         {"9223372036854775808", "-9223372036854775809", "18446744073709551615",
          "18446744073709551616", "99999999999999999999", "-10000000000000000000",
          "123456789012345678901234567890", "000018446744073709551616"}) {
        const Number number = read(text);
        EXPECT_EQ(number.kind, NumberKind::big_integer) << text;
        EXPECT_EQ(number.real, std::strtod(text, nullptr)) << text;
    }
    EXPECT_EQ(read("1" + std::string(400, '0')).kind, NumberKind::not_finite);
}

TEST(ReadNumber, Hexadecimal) {
    expect_integer("0x0", 0);
    expect_integer("0x10", 16);
    expect_integer("0XfF", 255);
    expect_integer("-0x10", -16);
    expect_integer("+0xABCDEF", 0xABCDEF);
    expect_integer("0x7FFFFFFFFFFFFFFF", INT64_MAX);
    expect_integer("-0x8000000000000000", INT64_MIN);
    expect_integer("0x00000000000000000000000000000000000007", 7);
    expect_integer("0x1e5", 0x1E5);  // no exponent
    for (const char* text :
         {"0x8000000000000000", "-0x8000000000000001", "0xFFFFFFFFFFFFFFFF", "0x10000000000000000",
          "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "0x8000000000000400", "0x8000000000000401",
          "0x8000000000000C00", "0x80000000000004000000000", "0x80000000000004000000001"}) {
        const Number number = read(text);
        EXPECT_EQ(number.kind, NumberKind::big_integer) << text;
        EXPECT_EQ(number.real, std::strtod(text, nullptr)) << text;
    }
    for (const char* text : {"0x", "0xG", "0x1G", "0x1.8", "0x1p3", "-0x", "0x_1"}) {
        EXPECT_EQ(read(text).kind, NumberKind::malformed) << text;
        EXPECT_EQ(length(text), std::string(text).size()) << text;
    }
}

TEST(ReadNumber, HexadecimalBeyondTheRangeOfDouble) {
    // 2^1024 - 2^970 is the largest double; half a step above it rounds to infinity.
    const std::string largest = "0xFFFFFFFFFFFFF8" + std::string(242, '0');
    EXPECT_EQ(read(largest).kind, NumberKind::big_integer);
    EXPECT_EQ(read(largest).real, std::numeric_limits<double>::max());
    EXPECT_EQ(read("-" + largest).real, -std::numeric_limits<double>::max());
    for (const std::string& text : {"0xFFFFFFFFFFFFFC" + std::string(242, '0'),
                                    "0x1" + std::string(256, '0'), "0x" + std::string(4000, 'f')}) {
        EXPECT_EQ(read(text).kind, NumberKind::not_finite) << text.size();
        EXPECT_EQ(read("-" + text).kind, NumberKind::not_finite) << text.size();
    }
}

// ---- Decimals ----

void expect_real(const std::string& text) {
    const double expected = std::strtod(text.c_str(), nullptr);
    const Number number = read(text);
    if (std::isinf(expected)) {
        EXPECT_EQ(number.kind, NumberKind::not_finite) << text;
        return;
    }
    ASSERT_NE(number.kind, NumberKind::malformed) << text;
    ASSERT_NE(number.kind, NumberKind::not_finite) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(number.real), std::bit_cast<std::uint64_t>(expected))
        << text << " read as " << number.real << ", is " << expected;
    EXPECT_EQ(length(text), text.size()) << text;
}

TEST(ReadNumber, Decimals) {
    for (const char* text :
         {"0.0",
          "-0.0",
          ".5",
          "5.",
          "-.5",
          "+.5",
          "+5.",
          "1e5",
          "1E5",
          "1e+5",
          "1e-5",
          "5.e3",
          ".5e-3",
          "0.1",
          "0.3",
          "1.5e2",
          "10e2",
          "00.50",
          "1e22",
          "1e23",
          "9007199254740993.0",
          "9007199254740992e22",
          "123456789012345678e-5",
          "3.14159265358979323846",
          "2.2250738585072014e-308",
          "2.2250738585072011e-308",
          "4.9406564584124654e-324",
          "2.4703282292062327e-324",
          "2.4703282292062328e-324",
          "1e-323",
          "1e-324",
          "1e-325",
          "1e-326",
          "1e-400",
          "-1e-400",
          "1e-99999999999999999999",
          "0e99999999999999999999",
          "0.000e999",
          "1.7976931348623157e308",
          "1.7976931348623158e308",
          "1.7976931348623159e308",
          "1e308",
          "1e309",
          "1e310",
          "1e311",
          "-1e400",
          "1e99999999999999999999",
          "179769313486231580793e289",
          "0.0000000000000000000000000000000000000000000000000000000000000001e64"}) {
        expect_real(text);
    }
    EXPECT_EQ(read("1.0").kind, NumberKind::real);
    EXPECT_EQ(read("1e0").kind, NumberKind::real);
    EXPECT_EQ(read("5.").kind, NumberKind::real);
    EXPECT_TRUE(std::signbit(read("-0.0").real));
    EXPECT_TRUE(std::signbit(read("-1e-400").real));
}

TEST(ReadNumber, AgreesWithStrtodOnRandomDecimals) {
    std::mt19937_64 random(20261121);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    const auto digits = [&](std::uint64_t n) {
        std::string text;
        for (std::uint64_t i = 0; i < n; ++i) text += static_cast<char>('0' + below(10));
        return text;
    };
    for (int i = 0; i < 200'000; ++i) {
        std::string text;
        char buffer[64];
        switch (i % 8) {
            case 0:  // as tools write coordinates
                text = digits(1 + below(5)) + "." + digits(1 + below(15));
                break;
            case 1:  // more digits than a double has
                text = digits(1 + below(25)) + "." + digits(below(25));
                break;
            case 2:
                text = digits(1 + below(20)) + "e" +
                       std::to_string(static_cast<int>(below(700)) - 350);
                break;
            case 3:
                text = digits(below(3)) + "." + digits(1 + below(24)) + "E" +
                       std::to_string(static_cast<int>(below(60)) - 30);
                break;
            case 4: {  // any double at all, by 17 digits
                const auto value = std::bit_cast<double>(random());
                if (!std::isfinite(value)) continue;
                std::snprintf(buffer, sizeof buffer, "%.*e", static_cast<int>(16 + below(9)),
                              std::fabs(value));
                text = buffer;
                break;
            }
            case 5: {  // subnormals
                const auto value = std::bit_cast<double>(random() & 0x000F'FFFF'FFFF'FFFF);
                std::snprintf(buffer, sizeof buffer, "%.*e", static_cast<int>(below(20)), value);
                text = buffer;
                break;
            }
            case 6: {  // halfway between two doubles, exactly, and a hair beside it
                const std::uint64_t odd = (1ull << 53) + 2 * below(1ull << 52) + 1;
                text = std::to_string(odd);
                if (below(2) == 0)
                    text += "." + std::string(below(12), '0') + (below(2) ? "1" : "0");
                break;
            }
            default:  // the ends of the quick ways: 2^53, 10^22, 15 and 19 digits
                text = std::to_string((1ull << 53) - 4 + below(8)) + "e" +
                       std::to_string(static_cast<int>(below(50)) - 25);
                break;
        }
        if (below(4) == 0) text = "-" + text;
        expect_real(text);
        if (testing::Test::HasFailure()) break;
    }
}

TEST(ReadNumber, HalfwayCasesOfManyDigits) {
    // Decimal expansions of halfway points, exact to the last digit, then one digit more.
    for (const int exponent : {-1074, -1073, -1060, -1022, -1000, -60, -1, 0, 10, 60, 900, 970}) {
        for (const std::uint64_t mantissa : {1ull, 3ull, (1ull << 53) + 1, (1ull << 53) + 3}) {
            const double lower = std::ldexp(static_cast<double>(mantissa / 2), exponent + 1);
            if (!std::isfinite(lower) || exponent - 1 < -1075) continue;
            char buffer[2048];
            // mantissa * 2^exponent needs 54 bits at most: exact as a long double.
            const long double value = std::ldexp(static_cast<long double>(mantissa), exponent);
            std::snprintf(buffer, sizeof buffer, "%.1100Lf", value);
            const std::string exact = buffer;
            expect_real(exact);
            expect_real(exact + "1");
            expect_real(exact + std::string(900, '0') + "1");
        }
    }
}

// ---- What is no number ----

TEST(ReadNumber, Malformed) {
    for (const char* text : {".",     "+",    "-",  "+-1", "--1", "-+1", "..5",   "1..2", "1.2.3",
                             "5u",    "1.5f", "1e", "1e+", "1e-", "1.e", ".e5",   "e5",   "1e5.5",
                             "1e5e5", "12_3", "_",  "0b1", "0o7", "1x",  "5STONE"}) {
        const Number number = read(text);
        EXPECT_EQ(number.kind, NumberKind::malformed) << text;
    }
    EXPECT_EQ(read("").kind, NumberKind::malformed);
}

TEST(ReadNumber, NotFinite) {
    for (const char* text : {"nan", "NaN", "-nan", "+inf", "-inf", "INF", "infinity", "-Infinity",
                             "1e999", "-1e999"}) {
        EXPECT_EQ(read(text).kind, NumberKind::not_finite) << text;
        EXPECT_EQ(length(text), std::string(text).size()) << text;
    }
    for (const char* text : {"nano", "-infant", "infinit", "nan0"}) {
        EXPECT_EQ(read(text).kind, NumberKind::malformed) << text;
    }
}

TEST(ReadNumber, TheTokenEndsWhereItsBytesDo) {
    struct Row {
        const char* text;
        std::size_t length;
    };
    for (const Row& row :
         {Row{"5;", 1}, Row{"5 6", 1}, Row{"5}", 1}, Row{"-5/*", 2}, Row{"5+6", 3}, Row{"5-6", 3},
          Row{"1e5-6", 5}, Row{"1e-5-6", 6}, Row{"5u+1", 4}, Row{"5ee+1;", 5}, Row{"0xe+1", 5},
          Row{"1.5.6;7", 5}, Row{"- 5", 1}, Row{"+", 1}, Row{"5\n", 1}, Row{"5\"", 1}}) {
        EXPECT_EQ(length(row.text), row.length) << row.text;
    }
}

TEST(DecimalQuotient, RoundsAsTheTextDoes) {
    if (flatline::engine::text::kQuotientDigits == 0)
        GTEST_SKIP() << needs::other("integers of 128 bits");
    std::mt19937_64 random(5);
    constexpr std::uint64_t kMost = 9'999'999'999'999'999'999u;
    const auto check = [](std::uint64_t digits, std::ptrdiff_t power) {
        const std::string text = std::to_string(digits) + "e-" + std::to_string(power);
        double expected = 0;
        std::from_chars(text.data(), text.data() + text.size(), expected);
        const double value = flatline::engine::text::decimal_quotient(digits, power);
        EXPECT_EQ(std::memcmp(&value, &expected, sizeof value), 0) << text;
    };
    for (std::ptrdiff_t power = 0; power <= flatline::engine::text::kQuotientDigits; ++power) {
        for (int i = 0; i < 5'000; ++i) check(random() % kMost >> random() % 64, power);
        for (const std::uint64_t digits : {0ull, 1ull, 9ull, 10ull}) check(digits, power);
        check(kMost, power);
    }
    // Halfway between two doubles, and beside it.
    for (std::uint64_t odd = (1ull << 53) + 1; odd < (1ull << 53) + 2001; odd += 2) {
        for (std::uint64_t digits = odd * 1000 - 1; digits <= odd * 1000 + 1; ++digits) {
            check(digits, 3);
        }
    }
}

TEST(LowWord, IsTheIntegerModulo32Bits) {
    const struct {
        const char* text;
        std::uint32_t low;
    } rows[] = {{"0", 0},
                {"+5", 5},
                {"-1", 0xFFFFFFFF},
                {"4294967295", 0xFFFFFFFF},
                {"4294967296", 0},
                {"-4294967297", 0xFFFFFFFF},
                {"99999999999999999999", 1661992959},
                {"0x1F", 31},
                {"-0X10", 0xFFFFFFF0},
                {"0x1FFFFFFFF", 0xFFFFFFFF},
                {"0x123456789abcDEF01234", 3740275252},
                {"", 0},
                {"-", 0},
                {"00", 0}};
    for (const auto& row : rows) {
        guarded::Page page(32);
        const flatline::engine::Bytes text = page.put(row.text);
        EXPECT_EQ(flatline::engine::text::low_word(text.data(), text.data() + text.size()), row.low)
            << row.text;
    }
}

TEST(BeginsNumber, ByTheFirstBytes) {
    for (const char* text :
         {"0", "9", "+", "-", ".", "-x", "nan", "NAN", "nan;", "inf ", "infinity"}) {
        const std::string token = text;
        EXPECT_TRUE(
            flatline::engine::text::begins_number(bytes(token), bytes(token) + token.size()))
            << text;
    }
    for (const char* text : {"", "a", "true", "nano", "infant", "in", "na", "_", "\"5\"", "/"}) {
        const std::string token = text;
        EXPECT_FALSE(
            flatline::engine::text::begins_number(bytes(token), bytes(token) + token.size()))
            << text;
    }
}

TEST(ReadNumber, ReadsNothingBehindTheEnd) {
    guarded::Page page(64);
    for (const char* text : {"",
                             "-",
                             "+",
                             ".",
                             "5",
                             "5.",
                             "-5.5",
                             "1e",
                             "1e+",
                             "1e5",
                             "0",
                             "0x",
                             "-0x",
                             "0x1",
                             "n",
                             "na",
                             "nan",
                             "-na",
                             "i",
                             "inf",
                             "infinit",
                             "infinity",
                             "12345678901234567890",
                             "1.2345678901234567890123",
                             "1e999",
                             "0xFFFFFFFFFFFFFFFFFF",
                             "5u"}) {
        const flatline::engine::Bytes at = page.put(text);
        const Number number = flatline::engine::text::read_number(at.data(), at.data() + at.size());
        EXPECT_LE(number.end, at.data() + at.size()) << text;
        flatline::engine::text::begins_number(at.data(), at.data() + at.size());
    }
}

}  // namespace
