#include "base/long_decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "base/real_text.hpp"

namespace flatline::engine {
namespace {

constexpr int kMostDigits = 17;  // so many always read back as the same double

// An integer of 1,280 bits: 2^1074 times ten, and what lies between, fits.
class LongInteger {
public:
    explicit LongInteger(std::uint64_t value) noexcept
        : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {}

    void times(std::uint32_t factor) noexcept {
        std::uint64_t carry = 0;
        for (std::uint32_t& word : words_) {
            carry += std::uint64_t{word} * factor;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    void times_two_to(int power) noexcept {
        for (; power >= 31; power -= 31) times(1u << 31);
        times(1u << power);
    }
    void minus(const LongInteger& other) noexcept {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < std::size(words_); ++i) {
            const std::uint64_t word = std::uint64_t{words_[i]} - other.words_[i] - borrow;
            words_[i] = static_cast<std::uint32_t>(word);
            borrow = word >> 63;
        }
    }
    bool operator<(const LongInteger& other) const noexcept {
        return std::lexicographical_compare(std::rbegin(words_), std::rend(words_),
                                            std::rbegin(other.words_), std::rend(other.words_));
    }
    bool is_zero() const noexcept {
        return std::all_of(std::begin(words_), std::end(words_), [](auto w) { return w == 0; });
    }

private:
    std::uint32_t words_[40] = {};
};

// Gives the digits of a positive number one after another, without an end.
class Digits {
public:
    explicit Digits(double value) noexcept : over_(0), under_(1) {
        int exponent = 0;
        const double fraction = std::frexp(value, &exponent);
        over_ = LongInteger(static_cast<std::uint64_t>(std::ldexp(fraction, 53)));
        exponent -= 53;
        (exponent >= 0 ? over_ : under_).times_two_to(std::abs(exponent));
        // From here on the number is over_ / under_, below 1, times ten to the dot.
        for (; !(over_ < under_); ++dot_) under_.times(10);
        for (;; --dot_) {
            LongInteger ten_times = over_;
            ten_times.times(10);
            if (!(ten_times < under_)) break;
            over_ = ten_times;
        }
    }
    int dot() const noexcept { return dot_; }
    char next() noexcept {
        over_.times(10);
        char digit = '0';
        for (; !(over_ < under_); ++digit) over_.minus(under_);
        return digit;
    }
    bool at_end() const noexcept { return over_.is_zero(); }

private:
    LongInteger over_;
    LongInteger under_;
    int dot_ = 0;
};

ShortestDigits next_above(ShortestDigits d) noexcept {
    int i = d.count - 1;
    for (; i >= 0 && d.digits[i] == '9'; --i) d.digits[i] = '0';
    if (i >= 0) {
        ++d.digits[i];
    } else {
        d.digits[0] = '1';  // 99 becomes 100; the zero after is none of its digits
        ++d.dot;
    }
    return d;
}

bool reads_as(const ShortestDigits& d, double value) noexcept {
    char text[40];
    std::memcpy(text, d.digits, static_cast<std::size_t>(d.count));
    char* end = text + d.count;
    *end++ = 'e';
    end = std::to_chars(end, std::end(text), d.dot - d.count).ptr;
    double read = -1;
    return read_real({text, static_cast<std::size_t>(end - text)}, Exponent::allowed, read) &&
           read == value;
}

char* put_fixed(char* p, double magnitude, const ShortestDigits& d) noexcept {
    if (d.dot > d.count) {  // a whole number: all of its digits, not zeros
        Digits all(magnitude);
        for (int i = 0; i < d.dot; ++i) *p++ = all.next();
        return p;
    }
    if (d.dot <= 0) {
        *p++ = '0';
        *p++ = '.';
        p = std::fill_n(p, -d.dot, '0');
    }
    for (int i = 0; i < d.count; ++i) {
        if (i == d.dot && i > 0) *p++ = '.';
        *p++ = d.digits[i];
    }
    return p;
}

char* put_scientific(char* p, const ShortestDigits& d) noexcept {
    *p++ = d.digits[0];
    if (d.count > 1) *p++ = '.';
    p = std::copy_n(d.digits + 1, d.count - 1, p);
    const int exponent = d.dot - 1;
    *p++ = 'e';
    *p++ = exponent < 0 ? '-' : '+';
    if (std::abs(exponent) < 10) *p++ = '0';
    return std::to_chars(p, p + 4, std::abs(exponent)).ptr;
}

}  // namespace

ShortestDigits long_shortest_digits(double magnitude) noexcept {
    ShortestDigits all;
    all.digits[0] = '0';
    all.count = 1;
    if (magnitude == 0) return all;
    Digits digits(magnitude);
    all.dot = digits.dot();
    for (char& digit : all.digits) digit = digits.next();
    const bool at_end = digits.at_end();
    for (int count = 1;; ++count) {
        ShortestDigits below = all;
        below.count = count;
        const ShortestDigits above = next_above(below);
        // What is left out, compared with a half; a tie goes to the even digit.
        char half[sizeof all.digits] = {'5'};
        std::fill(std::begin(half) + 1, std::end(half), '0');
        const auto rest = static_cast<std::size_t>(count);
        int order = std::memcmp(all.digits + rest, half, sizeof half - rest);
        if (order == 0 && !at_end) order = 1;
        const bool up = order > 0 || (order == 0 && (below.digits[count - 1] - '0') % 2 != 0);
        const ShortestDigits& closer = up ? above : below;
        const ShortestDigits& other = up ? below : above;
        if (count == kMostDigits || reads_as(closer, magnitude)) return closer;
        if (reads_as(other, magnitude)) return other;
    }
}

char* long_put_shortest(char* p, double value) noexcept {
    if (std::signbit(value)) *p++ = '-';
    const double magnitude = std::fabs(value);
    if (!std::isfinite(value)) return std::copy_n(std::isnan(value) ? "nan" : "inf", 3, p);
    const ShortestDigits d = long_shortest_digits(magnitude);
    const int fixed = d.dot <= 0 ? 2 - d.dot + d.count : d.dot >= d.count ? d.dot : d.count + 1;
    const int scientific = d.count + (d.count > 1) + (std::abs(d.dot - 1) < 100 ? 4 : 5);
    return fixed <= scientific ? put_fixed(p, magnitude, d) : put_scientific(p, d);
}

}  // namespace flatline::engine
