// Rows of numbers by vectors against numbers one by one: the same values, and a bit for each number
// that is left to the other path.
#include "doom3/wide_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include "support/needs.hpp"
#include "text/numbers.hpp"

namespace {

namespace doom3 = flatline::engine::doom3;
namespace text = flatline::engine::text;

class WideRows : public testing::Test {
protected:
    void SetUp() override {
        if (text::choose_kernel(flatline::engine::Kernel::avx2) != flatline::engine::Kernel::avx2) {
            GTEST_SKIP() << needs::other("a machine with AVX2");
        }
    }
};

// A line with text on both sides of it.
struct Line {
    explicit Line(const std::string& line) : size(line.size()) {
        all = std::string(doom3::kWideBefore, 'x') + line + std::string(doom3::kWideBehind, ' ');
    }
    const unsigned char* begin() const {
        return reinterpret_cast<const unsigned char*>(all.data()) + doom3::kWideBefore;
    }
    std::string all;
    std::size_t size;
};

// Whether a number is what vectors read; *value is then what it says.
bool is_plain(const std::string& number, double* value) {
    const std::string digits = number.substr(number[0] == '-');
    const std::size_t dot = digits.find('.');
    const bool has_dot = dot != std::string::npos;
    const std::size_t count = digits.size() - has_dot;
    if (digits.find_first_not_of("0123456789.") != std::string::npos) return false;
    if (has_dot && digits.find('.', dot + 1) != std::string::npos) return false;
    if (count == 0 || count > (has_dot ? 15 : 9)) return false;
    if (digits[0] == '0' && (has_dot ? dot : count) > 1) return false;
    const auto* const begin = reinterpret_cast<const unsigned char*>(number.data());
    *value = text::read_number(begin, begin + number.size()).real;
    return true;
}

std::string some_number(std::mt19937& random) {
    static const char* const kOdd[] = {
        "1e-05", "-",  ".",   "-.", "",  "007", "00.5", "1.2.", "--1",  "1-2", "+1", "0x10",
        "a",     "1)", "nan", "-0", "0", "-00", ".5",   "5.",   "-.25", "0.",  "(",  "99999999999"};
    if (random() % 16 == 0) return kOdd[random() % std::size(kOdd)];
    std::string out = random() % 3 == 0 ? "-" : "";
    for (std::size_t digits = random() % 9; digits > 0; --digits) {
        out += static_cast<char>('0' + random() % 10);
    }
    if (random() % 2 == 0) out += '.';
    for (std::size_t digits = random() % 10; digits > 0; --digits) {
        out += static_cast<char>('0' + random() % 10);
    }
    return out;
}

template <std::size_t kCount>
void expect_same(const std::string (&numbers)[kCount], const double (&read)[kCount], unsigned odd) {
    for (std::size_t i = 0; i < kCount; ++i) {
        double value = 0;
        const bool plain = is_plain(numbers[i], &value);
        EXPECT_EQ((odd >> i & 1) == 0, plain) << numbers[i];
        if (!plain) continue;
        EXPECT_EQ(std::memcmp(&read[i], &value, sizeof value), 0) << numbers[i];
    }
}

TEST_F(WideRows, ReadWhatOthersRead) {
    std::mt19937 random(11);
    for (int i = 0; i < 50'000 && !HasFailure(); ++i) {
        std::string n[6];
        for (std::string& number : n) number = some_number(random);
        const Line plane("( " + n[0] + ' ' + n[1] + ' ' + n[2] + ' ' + n[3] + " )");
        double four[4];
        unsigned odd = 0;
        ASSERT_EQ(doom3::wide_plane(plane.begin(), four, odd), plane.begin() + plane.size);
        expect_same({n[0], n[1], n[2], n[3]}, four, odd);

        const Line matrix(" ( ( " + n[0] + ' ' + n[1] + ' ' + n[2] + " ) ( " + n[3] + ' ' + n[4] +
                          ' ' + n[5] + " ) )");
        double rows[2][3];
        ASSERT_EQ(doom3::wide_matrix(matrix.begin(), rows, odd), matrix.begin() + matrix.size);
        expect_same(n, {rows[0][0], rows[0][1], rows[0][2], rows[1][0], rows[1][1], rows[1][2]},
                    odd);

        const Line point("( " + n[0] + ' ' + n[1] + ' ' + n[2] + ' ' + n[3] + ' ' + n[4] + " )");
        double five[5];
        ASSERT_EQ(doom3::wide_point(point.begin(), five, odd), point.begin() + point.size);
        expect_same({n[0], n[1], n[2], n[3], n[4]}, five, odd);
    }
}

TEST_F(WideRows, OtherBlanksAreLeftToOthers) {
    double four[4];
    double rows[2][3];
    double five[5];
    unsigned odd = 0;
    for (const char* line : {"(1 2 3 4 )", "( 1 2 3 4)", "( 1 2 3\t4 )", "( 1 2 3 4\n)",
                             "( 1 2 3 )", "( 1 2 3 4 5 )", "[ 1 2 3 4 )"}) {
        EXPECT_EQ(doom3::wide_plane(Line(line).begin(), four, odd), nullptr) << line;
    }
    for (const char* line :
         {" ( ( 1 2 3 ) ( 4 5 6 ))", " ( ( 1 2 3 )  ( 4 5 6 ) )", "( ( 1 2 3 ) ( 4 5 6 ) )",
          " ( ( 1 2 ) ( 4 5 6 ) )", " ( ( 1 2 3 ) ( 4 5\t6 ) )"}) {
        EXPECT_EQ(doom3::wide_matrix(Line(line).begin(), rows, odd), nullptr) << line;
    }
    for (const char* line : {"(1 2 3 4 5 )", "( 1 2 3 4 )", "( 1 2\n3 4 5 )", "( 1 2 3 4 5)"}) {
        EXPECT_EQ(doom3::wide_point(Line(line).begin(), five, odd), nullptr) << line;
    }
    // A number longer than what is looked at.
    const Line longest("( 1 " + std::string(80, '1') + " 2 3 )");
    EXPECT_EQ(doom3::wide_plane(longest.begin(), four, odd), nullptr);
}

}  // namespace
