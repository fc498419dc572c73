#include "text/fixed.hpp"

#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::engine::text {
namespace {

using Byte = unsigned char;

// Beyond it nothing fits, and sums still do.
constexpr std::uint64_t kMostWhole = 1ull << 40;

// The digits of a decimal number: 16 after the dot are enough, because 10^16 = 2^16 * 5^16, so
// what follows can never carry into the last bit.
struct FixedDigits {
    static constexpr int kDigits = 16;

    std::uint64_t whole = 0;
    std::uint64_t part = 0;  // the first kDigits digits after the dot
    bool negative = false;
    bool has_exponent = false;

    // False if the bytes are no decimal number. `wrap`: the whole part is kept modulo 2^32.
    bool read(const Byte* p, const Byte* end, bool wrap) noexcept {
        if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
        const Byte* const digits = p;
        const Byte* const stop = exponent_at(p, end);
        has_exponent = stop != end;
        const Byte* const dot = dot_at(p, stop);
        // The dot stands after this many digits, counted with the exponent.
        std::int64_t before = (dot - digits) + (has_exponent ? exponent(stop + 1, end) : 0);
        int behind = 0;
        for (; before < 0 && behind < kDigits; ++before) ++behind;
        for (const Byte* c = digits; c < stop; ++c) {
            if (c == dot) continue;
            if (before > 0) {
                --before;
                whole = whole * 10 + digit(*c);
                if (wrap) whole &= UINT32_MAX;
                if (whole > kMostWhole) whole = kMostWhole;
            } else if (behind < kDigits) {
                part = part * 10 + digit(*c);
                ++behind;
            }
        }
        for (; before > 0 && whole != 0 && whole < kMostWhole; --before) whole *= 10;
        for (; behind < kDigits; ++behind) part *= 10;
        return stop > digits;
    }

private:
    static std::uint64_t digit(Byte c) noexcept { return static_cast<std::uint64_t>(c - '0'); }
    static const Byte* exponent_at(const Byte* p, const Byte* end) noexcept {
        while (p < end && to_lower(*p) != 'e') ++p;
        return p;
    }
    static const Byte* dot_at(const Byte* p, const Byte* end) noexcept {
        while (p < end && *p != '.') ++p;
        return p;
    }
    static std::int64_t exponent(const Byte* p, const Byte* end) noexcept {
        const bool down = p < end && *p == '-';
        if (p < end && (*p == '-' || *p == '+')) ++p;
        std::int64_t value = 0;
        for (; p < end && value < (1 << 30); ++p) {
            value = value * 10 + static_cast<std::int64_t>(digit(*p));
        }
        return down ? -value : value;
    }
};

constexpr std::uint64_t kFive16 = 152'587'890'625;  // 5^16
constexpr std::uint64_t kTen8 = 100'000'000;

bool give(bool negative, std::uint64_t units, std::int32_t& out) noexcept {
    if (units > (negative ? 0x80000000ull : 0x7FFFFFFFull)) return false;
    const auto signed_units = static_cast<std::int64_t>(units);
    out = static_cast<std::int32_t>(negative ? -signed_units : signed_units);
    return true;
}

bool give(double number, std::int32_t& out) noexcept {
    const double units = number * 65536;
    if (!(units > -2147483649.0 && units < 2147483648.0)) return false;
    out = static_cast<std::int32_t>(units);
    return true;
}

}  // namespace

bool read_fixed(const Byte* begin, const Byte* end, FixedCut cut, std::int32_t& out) noexcept {
    const Number number = read_number(begin, end);
    if (number.end != end || number.kind == NumberKind::malformed ||
        number.kind == NumberKind::not_finite) {
        return false;
    }
    if (cut == FixedCut::cast) return give(number.real, out);
    if (cut == FixedCut::single)
        return give(static_cast<double>(static_cast<float>(number.real)), out);
    bool hexadecimal = false;
    for (const Byte* p = begin; p < end; ++p) hexadecimal = hexadecimal || to_lower(*p) == 'x';
    if (hexadecimal) return cut == FixedCut::exact && give(number.real, out);
    FixedDigits digits;
    const bool wraps = cut == FixedCut::digits;
    if (!digits.read(begin, end, wraps)) return false;
    if (!wraps) return give(digits.negative, digits.whole * 65536 + digits.part / kFive16, out);
    if (digits.has_exponent) return false;
    const std::uint64_t eight = digits.part / kTen8;
    const auto units = static_cast<std::uint32_t>(digits.whole * 65536 + eight * 65536 / kTen8);
    out = static_cast<std::int32_t>(digits.negative ? 0 - units : units);
    return true;
}

}  // namespace flatline::engine::text
