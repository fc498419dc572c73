// Numbers as C reads them, and which reader is whose.
#include "verdict/port_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::engine::verdict {
namespace {

using text::is_digit;
using text::same_name;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool digit_at(std::string_view t, std::size_t at) noexcept {
    return at < t.size() && is_digit(static_cast<unsigned char>(t[at]));
}
bool byte_at(std::string_view t, std::size_t at, char folded) noexcept {
    return at < t.size() && text::to_lower(t[at]) == folded;
}

int hex_digit(std::string_view t, std::size_t at) noexcept {
    if (digit_at(t, at)) return t[at] - '0';
    const char c = at < t.size() ? text::to_lower(t[at]) : '\0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// The digits of an exponent after `at`, which is that of its letter; `at` if there are none.
std::size_t exponent_end(std::string_view t, std::size_t at, int& exponent) noexcept {
    constexpr int kMost = 100'000;
    std::size_t p = at + 1;
    const bool negative = p < t.size() && t[p] == '-';
    if (p < t.size() && (t[p] == '-' || t[p] == '+')) ++p;
    if (!digit_at(t, p)) return at;
    int value = 0;
    for (; digit_at(t, p); ++p) value = std::min(kMost, value * 10 + (t[p] - '0'));
    exponent = negative ? -value : value;
    return p;
}

// inf, infinity, nan and nan(word). 0 where none of them stands here.
std::size_t word_end(std::string_view t, std::size_t at, double& value) noexcept {
    value = kInfinity;
    if (same_name(t.substr(at, 8), "infinity")) return at + 8;
    if (same_name(t.substr(at, 3), "inf")) return at + 3;
    if (!same_name(t.substr(at, 3), "nan")) return 0;
    value = std::numeric_limits<double>::quiet_NaN();
    std::size_t p = at + 3;
    if (p == t.size() || t[p] != '(') return at + 3;
    for (++p; p < t.size() && text::is_identifier(static_cast<unsigned char>(t[p])); ++p) {
    }
    return p < t.size() && t[p] == ')' ? p + 1 : at + 3;
}

// Hexadecimal digits after 0x, with a dot and an exponent of 2. 0 if there are none.
std::size_t hex_end(std::string_view t, std::size_t at, double& value) noexcept {
    double whole = 0;
    int scale = 0;
    bool dot = false;
    bool any = false;
    std::size_t p = at;
    for (; p < t.size(); ++p) {
        const int digit = hex_digit(t, p);
        if (digit < 0 && (dot || t[p] != '.')) break;
        if (digit < 0) {
            dot = true;
            continue;
        }
        any = true;
        whole = whole * 16 + digit;
        if (dot) scale -= 4;
    }
    if (!any) return 0;
    int exponent = 0;
    if (byte_at(t, p, 'p')) p = exponent_end(t, p, exponent);
    value = std::ldexp(whole, scale + exponent);
    return p;
}

std::size_t decimal_end(std::string_view t, std::size_t at) noexcept {
    std::size_t p = at;
    while (digit_at(t, p)) ++p;
    std::size_t digits = p - at;
    if (p < t.size() && t[p] == '.') {
        const std::size_t dot = p++;
        while (digit_at(t, p)) ++p;
        digits += p - dot - 1;
    }
    if (digits == 0) return at;
    int exponent = 0;
    return byte_at(t, p, 'e') ? exponent_end(t, p, exponent) : p;
}

}  // namespace

CReal c_real(std::string_view t) noexcept {
    const bool negative = !t.empty() && t[0] == '-';
    const std::size_t at = negative || (!t.empty() && t[0] == '+') ? 1 : 0;
    double value = 0;
    std::size_t end = word_end(t, at, value);
    if (end == 0 && at < t.size() && t[at] == '0' && byte_at(t, at + 1, 'x')) {
        end = hex_end(t, at + 2, value);
    }
    if (end != 0) return {end, negative ? -value : value};
    end = decimal_end(t, at);
    if (end == at) return {};
    const auto* const first = reinterpret_cast<const unsigned char*>(t.data());
    const text::Number number = text::read_number(first + at, first + end);
    value = number.real;
    if (number.kind == text::NumberKind::integer) value = static_cast<double>(number.integer);
    if (number.kind == text::NumberKind::not_finite) value = kInfinity;
    return {end, negative ? -value : value};
}

std::int32_t c_int(double value) noexcept {
    constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
    return value > -2147483649.0 && value < 2147483648.0 ? static_cast<std::int32_t>(value)
                                                         : kLeast;
}

PortText read_as(Port port, std::string_view text) noexcept {
    switch (port) {
        case Port::srb2:
            return read_srb2(text);
        case Port::dsda:
        case Port::woof:
            return read_scanned(port, text);
        case Port::eternity:
            return read_eternity(text);
        case Port::zdbsp:
            return read_zdbsp(text);
        default:
            return {};
    }
}

}  // namespace flatline::engine::verdict
