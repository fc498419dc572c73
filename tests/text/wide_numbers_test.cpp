// Numbers eight and sixteen bytes at a time against those read digit by digit.
#include "text/wide_numbers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <random>
#include <string>

#include "support/needs.hpp"
#include "text/kernel.hpp"

namespace {

using flatline::engine::text::plain_integer;
using flatline::engine::text::plain_real;
using flatline::engine::text::wide_digits_of;
using flatline::engine::text::wide_integer;
using flatline::engine::text::wide_integer_of;

/// A value with the bytes after it that wide functions may look at.
struct Text {
    explicit Text(const std::string& value, char behind = ';')
        : text(value + behind + std::string(flatline::engine::text::kWideBytes, '7')) {}
    const unsigned char* data() const {
        return reinterpret_cast<const unsigned char*>(text.data());
    }
    /// How many bytes were read; -1 for none.
    std::ptrdiff_t size(const unsigned char* end) const {
        return end == nullptr ? -1 : end - data();
    }
    std::string text;
};

void expect_same_integer(const Text& text) {
    std::int32_t expected = 0;
    std::int32_t number = 0;
    const std::ptrdiff_t size = text.size(plain_integer(text.data(), expected));
    ASSERT_EQ(text.size(wide_integer(text.data(), number)), size) << text.text;
    if (size >= 0) {
        ASSERT_EQ(number, expected) << text.text;
    }
    const std::size_t sign = text.text[0] == '-' ? 1 : 0;
    const std::size_t digits = text.text.find_first_not_of("0123456789", sign) - sign;
    for (std::size_t asked = 0; asked <= 12; ++asked) {
        // Fewer digits than there are is a number, too: it is for the caller to look after them.
        const bool fits = asked > sign && asked - sign <= 8 && asked - sign <= digits;
        ASSERT_EQ(wide_integer_of(text.data(), asked, number), fits) << text.text << ' ' << asked;
        if (fits) {
            ASSERT_EQ(number, std::atoi(text.text.substr(0, asked).c_str())) << text.text;
        }
    }
}

TEST(WideInteger, ReadsWhatTheLoopReads) {
    for (const char* value :
         {"",          "0",         "-0",         "7",         "-7",      "12",
          "123",       "1234",      "-12345",     "123456",    "1234567", "12345678",
          "-12345678", "123456789", "-123456789", "999999999", "-",       "--1",
          "+1",        "1x",        "x",          "1.5",       "0x10",    " 1",
          "00000000",  "000000001", "0000000001", "12345678x"}) {
        expect_same_integer(Text(value));
    }
    expect_same_integer(Text("1234567890"));  // ten digits may not fit
}

TEST(WideInteger, DigitsOfALengthThatIsKnown) {
    for (std::size_t size = 1; size <= 8; ++size) {
        const std::string digits = std::string("90817263").substr(0, size);
        std::int32_t number = 0;
        EXPECT_TRUE(wide_digits_of(Text(digits).data(), size, number)) << digits;
        EXPECT_EQ(number, std::atoi(digits.c_str()));
        for (std::size_t at = 0; at < size; ++at) {
            for (const char other : {'-', '/', ':', ' ', ';', '.', '\0', '\xB0'}) {
                std::string odd = digits;
                odd[at] = other;
                EXPECT_FALSE(wide_digits_of(Text(odd).data(), size, number)) << odd;
            }
        }
    }
    std::int32_t number = 0;
    EXPECT_FALSE(wide_digits_of(Text("").data(), 0, number));
}

TEST(WideInteger, EveryByteBehindADigitEndsIt) {
    for (int c = 0; c < 256; ++c) {
        if (c >= '0' && c <= '9') continue;
        expect_same_integer(Text("4711", static_cast<char>(c)));
        expect_same_integer(Text(std::string("12") + static_cast<char>(c) + "34"));
    }
}

TEST(WideInteger, RandomTexts) {
    std::mt19937 random(42);
    for (int i = 0; i < 20000; ++i) {
        std::string value(random() % 12, '0');
        for (char& c : value) {
            c = static_cast<char>(random() % 40 == 0 ? random() % 256 : '0' + random() % 10);
        }
        expect_same_integer(Text((random() % 3 == 0 ? "-" : "") + value));
    }
}

#if FLATLINE_AVX2
FLATLINE_TARGET_AVX2 const unsigned char* read_real(const unsigned char* p, double& out) {
    return flatline::engine::text::wide_real<flatline::engine::text::Avx2Kernel>(p, out);
}

void expect_same_real(const Text& text) {
    double expected = 0;
    double number = 0;
    const std::ptrdiff_t size = text.size(plain_real(text.data(), expected));
    ASSERT_EQ(text.size(read_real(text.data(), number)), size) << text.text;
    if (size < 0) return;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(number), std::bit_cast<std::uint64_t>(expected))
        << text.text;
}

class WideReal : public testing::Test {
    void SetUp() override {
        if (flatline::engine::text::choose_kernel(flatline::engine::Kernel::avx2) !=
            flatline::engine::Kernel::avx2) {
            GTEST_SKIP() << needs::other("a machine with AVX2");
        }
    }
};

TEST_F(WideReal, ReadsWhatTheLoopReads) {
    for (const char* value : {"",
                              "0",
                              "-0",
                              "0.0",
                              "-0.000",
                              "1",
                              "1.",
                              ".5",
                              "-.5",
                              ".",
                              "-.",
                              "-",
                              "--1.0",
                              "1..2",
                              "1.2.3",
                              "1e5",
                              "-13180.000",
                              "0.1",
                              "123456789012345",
                              "1234567890123456",
                              "12345678901234.",
                              "12345678901234.5",
                              "123456789012345.6",
                              "0.12345678901234",
                              "0.123456789012345",
                              "999999999999999",
                              "99999999.9999999",
                              "-1234567.12345678",
                              ".00000000000001",
                              "000000000000001",
                              "x",
                              " 1",
                              "1 "}) {
        expect_same_real(Text(value));
    }
}

TEST_F(WideReal, EveryPlaceOfTheDot) {
    const std::string digits = "987654321012345";
    for (std::size_t size = 1; size <= digits.size(); ++size) {
        for (std::size_t dot = 0; dot <= size; ++dot) {
            std::string value = digits.substr(0, size);
            value.insert(dot, ".");
            expect_same_real(Text(value));
            expect_same_real(Text("-" + value));
            double number = 0;
            const Text text(value);
            ASSERT_EQ(text.size(read_real(text.data(), number)),
                      static_cast<std::ptrdiff_t>(value.size()));
            ASSERT_EQ(number, std::strtod(value.c_str(), nullptr)) << value;
        }
    }
}

TEST_F(WideReal, RandomTexts) {
    std::mt19937 random(4711);
    for (int i = 0; i < 50000; ++i) {
        std::string value(random() % 18, '0');
        for (char& c : value) {
            c = static_cast<char>(random() % 60 == 0 ? random() % 256 : '0' + random() % 10);
        }
        if (random() % 4 != 0) value.insert(random() % (value.size() + 1), ".");
        expect_same_real(Text((random() % 3 == 0 ? "-" : "") + value));
    }
}
#endif

}  // namespace
