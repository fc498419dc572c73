#include "write/numbers.hpp"

#include <cmath>
#include <cstring>

#include "base/real_text.hpp"

namespace flatline::engine::write {
namespace {

using Byte = unsigned char;

// The numbers 00 to 99, two digits each.
struct Pairs {
    char digits[200];
};
constexpr Pairs make_pairs() noexcept {
    Pairs pairs{};
    for (std::size_t i = 0; i < 100; ++i) {
        pairs.digits[2 * i] = static_cast<char>('0' + i / 10);
        pairs.digits[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}
constexpr Pairs kPairs = make_pairs();

// Writes the last `count` digits of `value`, zeros in front included.
void put_digits(Byte* p, std::uint64_t value, std::size_t count) noexcept {
    while (count >= 2) {
        count -= 2;
        std::memcpy(p + count, kPairs.digits + 2 * (value % 100), 2);
        value /= 100;
    }
    if (count == 1) *p = static_cast<Byte>('0' + value % 10);
}

std::size_t digit_count(std::uint64_t value) noexcept {
    std::size_t count = 1;
    for (; value >= 10000; value /= 10000) count += 4;
    return count + (value >= 10) + (value >= 100) + (value >= 1000);
}

// Decimals with up to 15 digits are all different doubles, so one of them that is `value` is the
// shortest text of it once zeros after are gone. Dividing by an exact power of ten rounds once, as
// reading does.
constexpr double kFewDigits = 1e15;

// `magnitude` as a decimal with `places` after the dot at most; null if it is none.
Byte* put_decimal(Byte* p, double magnitude, std::size_t places, std::uint64_t power) noexcept {
    const double scaled = magnitude * static_cast<double>(power) + 0.5;
    if (!(scaled < kFewDigits)) return nullptr;
    auto digits = static_cast<std::uint64_t>(scaled);
    if (static_cast<double>(digits) / static_cast<double>(power) != magnitude) return nullptr;
    std::uint64_t fraction = digits % power;
    p = put_natural(p, digits / power);
    *p++ = '.';
    while (fraction % 10 == 0) {  // it is not 0: whole numbers do not come here
        fraction /= 10;
        --places;
    }
    put_digits(p, fraction, places);
    return p + places;
}

// Any magnitude, from its shortest digits.
Byte* put_any(Byte* p, double magnitude) noexcept {
    const auto [digits, count, digits_dot] = shortest_digits(magnitude);
    const int exponent = digits_dot - 1;
    const bool fixed = exponent >= -20 && exponent < 21;
    const int dot = fixed ? digits_dot : 1;  // so many digits stand before the dot
    if (dot <= 0) {
        *p++ = '0';
        *p++ = '.';
        for (int i = dot; i < 0; ++i) *p++ = '0';
    }
    for (int i = 0; i < count || i < dot; ++i) {
        if (i == dot && dot > 0) *p++ = '.';
        *p++ = i < count ? static_cast<Byte>(digits[i]) : Byte{'0'};
    }
    if (count <= dot) {
        *p++ = '.';
        *p++ = '0';
    }
    if (fixed) return p;
    *p++ = 'e';
    return put_integer(p, exponent);
}

}  // namespace

Byte* put_natural(Byte* p, std::uint64_t value) noexcept {
    if (value < 10) {
        *p = static_cast<Byte>('0' + value);
        return p + 1;
    }
    const std::size_t count = digit_count(value);
    put_digits(p, value, count);
    return p + count;
}

Byte* put_integer(Byte* p, std::int64_t value) noexcept {
    if (value >= 0) return put_natural(p, static_cast<std::uint64_t>(value));
    *p = '-';
    return put_natural(p + 1, 0 - static_cast<std::uint64_t>(value));
}

Byte* put_real(Byte* p, double value, bool whole_as_integer) noexcept {
    const double magnitude = std::fabs(value);
    if (std::signbit(value)) *p++ = '-';
    if (magnitude < kFewDigits) {
        const auto whole = static_cast<std::uint64_t>(magnitude);
        if (static_cast<double>(whole) == magnitude) {
            p = put_natural(p, whole);
            // "-0" would be an integer, which has no sign.
            if (whole_as_integer && (whole != 0 || !std::signbit(value))) return p;
            std::memcpy(p, ".0", 2);
            return p + 2;
        }
        Byte* end = put_decimal(p, magnitude, 3, 1000);
        if (end == nullptr) end = put_decimal(p, magnitude, 6, 1000000);
        if (end != nullptr) return end;
    }
    return put_any(p, magnitude);
}

}  // namespace flatline::engine::write
