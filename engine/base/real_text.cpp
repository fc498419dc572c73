#include "base/real_text.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#if !defined(FLATLINE_FAST_FLOAT)
#if defined(__cpp_lib_to_chars)
#define FLATLINE_FAST_FLOAT 0
#else
#define FLATLINE_FAST_FLOAT 1
#endif
#endif
#if FLATLINE_FAST_FLOAT
#include <fast_float/fast_float.h>
#endif

namespace flatline::engine {

std::string_view real_reader() noexcept {
    return FLATLINE_FAST_FLOAT ? "fast_float" : "std::from_chars";
}

#if FLATLINE_FAST_FLOAT

bool read_real(std::string_view text, Exponent exponent, double& out) noexcept {
    const char* const last = text.data() + text.size();
    double value = 0;
    const auto [stop, error] =
        fast_float::from_chars(text.data(), last, value,
                               exponent == Exponent::allowed ? fast_float::chars_format::general
                                                             : fast_float::chars_format::fixed);
    if (error != std::errc{} || stop != last || !std::isfinite(value)) return false;
    if (value == 0) {
        // Some versions take what is too small for 0.
        const std::string_view digits = text.substr(0, text.find_first_of("eE"));
        if (digits.find_first_of("123456789") != digits.npos) return false;
    }
    out = value;
    return true;
}

ShortestDigits shortest_digits(double magnitude) noexcept {
    return long_shortest_digits(magnitude);
}

char* put_shortest(char* p, double value) noexcept { return long_put_shortest(p, value); }

#else

bool read_real(std::string_view text, Exponent exponent, double& out) noexcept {
    const char* const last = text.data() + text.size();
    double value = 0;
    const auto [stop, error] = std::from_chars(
        text.data(), last, value,
        exponent == Exponent::allowed ? std::chars_format::general : std::chars_format::fixed);
    if (error != std::errc{} || stop != last || !std::isfinite(value)) return false;
    out = value;
    return true;
}

ShortestDigits shortest_digits(double magnitude) noexcept {
    char text[kShortestBytes];
    const char* const end =
        std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific).ptr;
    // "d.ddde+xx" or "de+xx"
    ShortestDigits d;
    const char* c = text;
    for (; *c != 'e'; ++c) {
        if (*c != '.') d.digits[d.count++] = *c;
    }
    c += c[1] == '+' ? 2 : 1;
    std::from_chars(c, end, d.dot);
    ++d.dot;
    return d;
}

char* put_shortest(char* p, double value) noexcept {
    return std::to_chars(p, p + kShortestBytes, value).ptr;
}

#endif

}  // namespace flatline::engine
