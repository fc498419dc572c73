#include "text/plain_values.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/bytes.hpp"

namespace plain_values_test {

namespace text = flatline::engine::text;

const unsigned char* bytes(const std::string& value) {
    return reinterpret_cast<const unsigned char*>(value.data());
}

// "12|": what was read, and where it ended; "" if the slow path must look.
template <class Number, class Read>
std::string read(const std::string& value, Read plain) {
    Number number{};
    const unsigned char* const behind = plain(bytes(value), number);
    if (behind == nullptr) return "";
    return std::to_string(number) + "|" + reinterpret_cast<const char*>(behind);
}

TEST(PlainValues, Integers) {
    const auto integer = [](const std::string& value) {
        return read<std::int32_t>(value, text::plain_integer);
    };
    EXPECT_EQ(integer("0;"), "0|;");
    EXPECT_EQ(integer("-0;"), "0|;");
    EXPECT_EQ(integer("-42 ;"), "-42| ;");
    EXPECT_EQ(integer("999999999;"), "999999999|;");
    EXPECT_EQ(integer("1.5;"), "1|.5;") << "what ends it is for the caller to judge";
    for (const char* value : {"1000000000;", "+1;", "--1;", ";", "-;", "x;"}) {
        EXPECT_EQ(integer(value), "") << value;
    }
}

TEST(PlainValues, Reals) {
    const auto real = [](const std::string& value) {
        return read<double>(value, text::plain_real);
    };
    EXPECT_EQ(real("1;"), "1.000000|;");
    EXPECT_EQ(real("-1.5;"), "-1.500000|;");
    EXPECT_EQ(real(".5)"), "0.500000|)");
    EXPECT_EQ(real("5.;"), "5.000000|;");
    EXPECT_EQ(real("123456789012345;"), "123456789012345.000000|;");
    EXPECT_EQ(real("1.5e3;"), "1.500000|e3;");
    for (const char* value : {".;", ";", "-;", "1234567890123456;", "0.123456789012345;"}) {
        EXPECT_EQ(real(value), "") << value;
    }
}

TEST(PlainValues, PlacesOfTheDot) {
    const std::string value = "0012.0340;";
    text::PlainDecimal decimal;
    EXPECT_EQ(text::plain_decimal(bytes(value), decimal), bytes(value) + 9);
    EXPECT_EQ(decimal.mantissa, 120340u);
    EXPECT_EQ(decimal.whole, 4);
    EXPECT_EQ(decimal.fraction, 4);
    EXPECT_TRUE(decimal.has_dot);
}

TEST(PlainValues, Booleans) {
    const auto boolean = [](const std::string& value) {
        bool on = false;
        const unsigned char* const behind = text::plain_boolean(bytes(value), on);
        return behind == nullptr ? "" : (on ? "+" : "-") + std::to_string(behind - bytes(value));
    };
    EXPECT_EQ(boolean("true; "), "+4");
    EXPECT_EQ(boolean("TrUe/*"), "+4");
    EXPECT_EQ(boolean("false;"), "-5");
    EXPECT_EQ(boolean("FALSE "), "-5");
    for (const char* value :
         {"truee;", "true0;", "falsy;", "falsee", "fals; ", "tru;  ", "\"true\""}) {
        EXPECT_EQ(boolean(value), "") << value;
    }
}

}  // namespace plain_values_test
