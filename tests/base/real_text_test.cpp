#include "base/real_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/bits.hpp"

namespace {

using flatline::engine::Exponent;
using flatline::engine::ShortestDigits;

// Numbers for each path of the code, and random doubles.
std::vector<double> numbers() {
    std::vector<double> all = {0.0, 1.0, 0.1, 0.5, 9.5, 99.0, 1e21, 1e22, 1e23, 5e-324, 1e-5, 1e-4,
                               std::numeric_limits<double>::max(),
                               std::numeric_limits<double>::min(),
                               // Lie in the middle of two decimals of 17 digits.
                               1125899906842624.25, 1125899906842624.75, 2251799813685248.5};
    for (int i = -1074; i < 1024; ++i) all.push_back(std::ldexp(1.0, i));
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const auto any = flatline::engine::bit_cast<double>(random() >> 1);
        if (std::isfinite(any)) all.push_back(any);
        all.push_back(static_cast<double>(random() >> (i % 60)));
        all.push_back(static_cast<double>(random() % 100000000) / std::pow(10, i % 12));
    }
    return all;
}

std::string text_of(const ShortestDigits& d) {
    return std::string(d.digits, static_cast<std::size_t>(d.count)) + "e" + std::to_string(d.dot);
}

TEST(RealText, ShortestDigitsReadBack) {
    for (const double number : numbers()) {
        const ShortestDigits d = flatline::engine::long_shortest_digits(number);
        double read = -1;
        ASSERT_TRUE(flatline::engine::read_real("." + text_of(d), Exponent::allowed, read))
            << number;
        ASSERT_EQ(read, number);
    }
}

TEST(RealText, LongIntegersGiveTheDigitsOfTheLibrary) {
    for (const double number : numbers()) {
        ASSERT_EQ(text_of(flatline::engine::long_shortest_digits(number)),
                  text_of(flatline::engine::shortest_digits(number)));
    }
}

TEST(RealText, LongIntegersGiveTheTextOfTheLibrary) {
    for (double number : numbers()) {
        for (int sign = 0; sign < 2; ++sign, number = -number) {
            char a[flatline::engine::kShortestBytes];
            char b[flatline::engine::kShortestBytes];
            const std::string want(a, flatline::engine::put_shortest(a, number));
            ASSERT_EQ(std::string(b, flatline::engine::long_put_shortest(b, number)), want);
        }
    }
}

// The digits left out are 5000000 and something after, so the even digit becomes the next one.
TEST(RealText, ALittleMoreThanATieIsNone) {
    for (const double number : {0x1.00030ed19c186p+0, 0x1.13890ed19c186p+0, 0x1.ea610ed19c186p+0}) {
        char want[32];
        std::snprintf(want, sizeof want, "%.17g", number);
        char text[64];
        EXPECT_EQ(std::string(text, flatline::engine::long_put_shortest(text, number)), want);
    }
}

TEST(RealText, NumbersThatAreNotFiniteHaveWords) {
    for (const double number : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
        char a[flatline::engine::kShortestBytes];
        char b[flatline::engine::kShortestBytes];
        const std::string want(a, flatline::engine::put_shortest(a, number));
        EXPECT_EQ(std::string(b, flatline::engine::long_put_shortest(b, number)), want);
    }
}

TEST(RealText, ReadsWholeNumbersOnly) {
    double out = 7;
    EXPECT_TRUE(flatline::engine::read_real("-1.5e1", Exponent::allowed, out));
    EXPECT_EQ(out, -15);
    EXPECT_TRUE(flatline::engine::read_real(".5", Exponent::refused, out));
    EXPECT_EQ(out, 0.5);
    out = 7;
    for (const char* bad : {"", ".", "+1", "1x", " 1", "1e", "inf", "nan", "-"}) {
        EXPECT_FALSE(flatline::engine::read_real(bad, Exponent::allowed, out)) << bad;
    }
    EXPECT_FALSE(flatline::engine::read_real({}, Exponent::allowed, out));
    EXPECT_FALSE(flatline::engine::read_real("1e1", Exponent::refused, out));
    EXPECT_EQ(out, 7);
}

TEST(RealText, WhatNoDoubleHoldsIsRefused) {
    double out = 7;
    EXPECT_FALSE(flatline::engine::read_real("1e400", Exponent::allowed, out));
    EXPECT_FALSE(flatline::engine::read_real("-1e400", Exponent::allowed, out));
    EXPECT_FALSE(flatline::engine::read_real("1e-400", Exponent::allowed, out));
    EXPECT_FALSE(
        flatline::engine::read_real("0." + std::string(400, '0') + "1", Exponent::refused, out));
    EXPECT_EQ(out, 7);
    EXPECT_TRUE(flatline::engine::read_real("0e9999", Exponent::allowed, out));
    EXPECT_EQ(out, 0);
}

}  // namespace
