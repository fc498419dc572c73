// How often the bytes occur that bound a text's memory.
#pragma once

#include <cstdint>

#include "flatline/view.hpp"

namespace flatline::text {

/// Upper bounds: no block without '{', no assignment without '=', no string without two quotes,
/// nothing to decode without a backslash; and NULs, which a text may not hold. Strings and comments are counted too.
struct Counts {
    std::uint64_t braces = 0;
    std::uint64_t equals = 0;
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t nuls = 0;
};

/// One pass at the speed of memory.
Counts count(Bytes text) noexcept;

}  // namespace flatline::text
