// utf8.hpp: decodes bytes that may be UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flatline::engine::tool {

/// One code point and the number of bytes that hold it. `size` is 0 where they are not UTF-8, which
/// includes overlong forms, surrogates and what lies beyond U+10FFFF.
struct CodePoint {
    std::uint32_t value = 0;
    std::size_t size = 0;
};

/// The code point at the start of `bytes`. Precondition: not empty.
CodePoint first_code_point(std::string_view bytes);

bool is_utf8(std::string_view bytes);

}  // namespace flatline::engine::tool
