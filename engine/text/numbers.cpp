#include "text/numbers.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/bits.hpp"
#include "base/compiler.hpp"
#include "base/real_text.hpp"
#include "text/chars.hpp"
#include "text/scan.hpp"

namespace flatline::engine::text {
namespace {

using Byte = unsigned char;

#if FLATLINE_WORD128
constexpr auto kPowers = [] {
    std::array<std::uint64_t, kQuotientDigits + 1> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
    return powers;
}();
#endif

constexpr int kBeyondDouble =
    1024;  // with so many more digits, of any base, a number is beyond a double
constexpr bool fits_integer(std::uint64_t magnitude, bool negative) noexcept {
    return magnitude <= 0x7FFF'FFFF'FFFF'FFFFu + std::uint64_t{negative};
}

bool is_not_finite_word(const Byte* p, const Byte* end) noexcept {
    if (p == end || !is_letter(*p)) return false;
    const std::string_view word = as_text(p, static_cast<std::size_t>(skip_identifier(p, end) - p));
    return same_name(word, "nan") || same_name(word, "inf") || same_name(word, "infinity");
}

// A sign belongs to the token wherever it stands, so `32+768` is one malformed number.
const Byte* token_end(const Byte* p, const Byte* end) noexcept {
    while (p < end && (is_identifier(*p) || *p == '.' || *p == '+' || *p == '-')) ++p;
    return p;
}

Number read_hex(const Byte* p, const Byte* end, bool negative) noexcept {
    Number number;
    number.end = end;
    if (p == end) return number;
    std::uint64_t value = 0;
    int dropped = 0;  // hexadecimal digits below `value`, once it has 61 bits; any that is not 0
    for (; p < end; ++p) {  // sticks to its last bit, so that the conversion rounds correctly
        const Byte c = to_lower(*p);
        unsigned digit = 0;
        if (is_digit(c))
            digit = c - unsigned{'0'};
        else if (c >= 'a' && c <= 'f')
            digit = c - unsigned{'a'} + 10;
        else
            return number;
        if (value < (1ull << 60)) {
            value = value << 4 | digit;
        } else {
            dropped += dropped < kBeyondDouble;
            value |= digit != 0;
        }
    }
    const double magnitude = std::ldexp(static_cast<double>(value), 4 * dropped);
    if (std::isinf(magnitude)) {
        number.kind = NumberKind::not_finite;
        return number;
    }
    number.real = negative ? -magnitude : magnitude;
    const bool fits = dropped == 0 && fits_integer(value, negative);
    number.kind = fits ? NumberKind::integer : NumberKind::big_integer;
    if (fits) number.integer = static_cast<std::int64_t>(negative ? 0 - value : value);
    return number;
}

// The parts of a decimal token, digits still as bytes.
struct Decimal {
    std::uint64_t mantissa = 0;  // the first 19 digits that count
    int digits = 0;              // how many of them
    bool exact = true;           // no digit was left out of the mantissa
    bool any = false;            // at least one digit
    bool real = false;           // a dot or an exponent
    std::int64_t scale = 0;      // power of ten of the mantissa
    std::int64_t magnitude = 0;  // power of ten of the first digit that counts, plus one
    bool ok = false;
};

Decimal split(const Byte* p, const Byte* end) noexcept {
    Decimal d;
    bool after_dot = false;
    for (; p < end; ++p) {
        if (*p == '.') {
            if (after_dot) return d;
            after_dot = d.real = true;
            continue;
        }
        if (!is_digit(*p)) break;
        d.any = true;
        if (d.digits == 0 && *p == '0') {
            if (after_dot) --d.scale;
            continue;
        }
        if (d.digits < 19) {
            d.mantissa = d.mantissa * 10 + (*p - unsigned{'0'});
            ++d.digits;
            if (after_dot) --d.scale;
        } else {
            d.exact = false;
            if (!after_dot) ++d.scale;
        }
    }
    if (p < end && to_lower(*p) == 'e' && d.any) {
        d.real = true;
        ++p;
        const bool negative = p < end && *p == '-';
        if (p < end && (*p == '+' || *p == '-')) ++p;
        if (p == end || !is_digit(*p)) return d;
        std::int64_t exponent = 0;
        for (; p < end && is_digit(*p); ++p) {
            if (exponent < 1'000'000) exponent = exponent * 10 + (*p - '0');
        }
        d.scale += negative ? -exponent : exponent;
    }
    d.magnitude = d.scale + d.digits;
    d.ok = d.any && p == end;
    return d;
}

double to_double(const Decimal& d, const Byte* start, const Byte* end) noexcept {
    if (d.digits == 0) return 0;
    if (d.exact && d.mantissa <= kExactMantissa && d.scale >= -22 && d.scale <= 22) {
        const auto mantissa = static_cast<double>(d.mantissa);
        return d.scale < 0 ? mantissa / kExactPowers[-d.scale] : mantissa * kExactPowers[d.scale];
    }
    if constexpr (kQuotientDigits != 0) {
        if (d.exact && d.scale <= 0 && d.scale >= -kQuotientDigits) {
            return decimal_quotient(d.mantissa, static_cast<std::ptrdiff_t>(-d.scale));
        }
    }
    // read_real reports a number too large and one too small in the same way, so the code
    // distinguishes them here.
    if (d.magnitude > 310) return std::numeric_limits<double>::infinity();
    if (d.magnitude < -325) return 0;
    double value = 0;
    const std::string_view text = as_text(start, static_cast<std::size_t>(end - start));
    if (!read_real(text, Exponent::allowed, value)) {
        return d.magnitude > 0 ? std::numeric_limits<double>::infinity() : 0;
    }
    return value;
}

}  // namespace

bool begins_number(const unsigned char* p, const unsigned char* end) noexcept {
    if (p == end) return false;
    return is_digit(*p) || *p == '+' || *p == '-' || *p == '.' || is_not_finite_word(p, end);
}

Number read_number(const unsigned char* p, const unsigned char* end) noexcept {
    const bool negative = p < end && *p == '-';
    const Byte* body = p < end && (*p == '-' || *p == '+') ? p + 1 : p;
    const Byte* stop = token_end(body, end);
    Number number;
    number.end = stop;
    if (is_not_finite_word(body, stop)) {
        number.kind = NumberKind::not_finite;
        return number;
    }
    if (stop - body >= 2 && body[0] == '0' && to_lower(body[1]) == 'x') {
        return read_hex(body + 2, stop, negative);
    }
    const Decimal d = split(body, stop);
    if (!d.ok) return number;
    const double magnitude = to_double(d, body, stop);
    if (std::isinf(magnitude)) {
        number.kind = NumberKind::not_finite;
        return number;
    }
    number.real = negative ? -magnitude : magnitude;
    if (d.real) {
        number.kind = NumberKind::real;
        return number;
    }
    if (!d.exact || d.scale != 0 || !fits_integer(d.mantissa, negative)) {
        number.kind = NumberKind::big_integer;
        return number;
    }
    number.kind = NumberKind::integer;
    number.integer = static_cast<std::int64_t>(negative ? 0 - d.mantissa : d.mantissa);
    return number;
}

bool read_decimal(const unsigned char* begin, const unsigned char* end, double& out) noexcept {
    return read_real(as_text(begin, static_cast<std::size_t>(end - begin)), Exponent::refused, out);
}

#if FLATLINE_WORD128
double decimal_quotient(std::uint64_t digits, std::ptrdiff_t power) noexcept {
    if (digits == 0) return 0;
    std::uint64_t divisor = kPowers[static_cast<std::size_t>(power)];
    // Both fill 64 bits, so the quotient has 63 or 64. The last of them, far below what a double
    // keeps, tells whether something is left, so the conversion rounds as the number itself would.
    const int up = std::countl_zero(digits);
    const int down = std::countl_zero(divisor);
    divisor <<= down;
    const Word128 dividend = Word128{digits << up} << 63;
    const auto quotient = static_cast<std::uint64_t>(dividend / divisor);
    const std::uint64_t rest = quotient * divisor != static_cast<std::uint64_t>(dividend);
    const auto exponent = static_cast<std::uint64_t>(1023 + down - up - 63);
    return static_cast<double>(quotient | rest) * bit_cast<double>(exponent << 52);
}
#endif

std::uint32_t low_word(const unsigned char* p, const unsigned char* end) noexcept {
    const bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) ++p;
    const bool hexadecimal = end - p > 2 && *p == '0' && to_lower(p[1]) == 'x';
    if (hexadecimal) p += 2;
    std::uint32_t low = 0;
    for (; p < end; ++p) {
        const unsigned char c = to_lower(*p);
        const auto digit = static_cast<std::uint32_t>(is_digit(c) ? c - '0' : c - 'a' + 10);
        low = low * (hexadecimal ? 16 : 10) + digit;
    }
    return negative ? 0 - low : low;
}

}  // namespace flatline::engine::text
