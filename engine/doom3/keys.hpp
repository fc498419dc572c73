// Reads keys and values of entities as Doom 3 does.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::engine::doom3 {

/// The engine drops white space after keys and values.
constexpr std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    return text;
}

/// Reads up to three numbers with blanks between them, as scanf does; missing ones are 0. True
/// where the value is three numbers and nothing else.
inline bool read_origin(std::string_view value, double (&out)[3]) noexcept {
    const auto* p = reinterpret_cast<const unsigned char*>(value.data());
    const unsigned char* const end = p + value.size();
    out[0] = out[1] = out[2] = 0;
    for (double& part : out) {
        while (p < end && *p <= ' ') ++p;
        const text::Number number = text::read_number(p, end);
        if (number.kind == text::NumberKind::malformed ||
            number.kind == text::NumberKind::not_finite) {
            return false;
        }
        part = number.real;
        p = number.end;
        if (p<end&& * p> ' ') return false;
    }
    while (p < end && *p <= ' ') ++p;
    return p == end;
}

}  // namespace flatline::engine::doom3
