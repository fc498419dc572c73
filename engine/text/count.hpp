// How often the bytes occur that bound a text's memory.
#pragma once

#include <cstdint>

#include "flatline/kernel.hpp"
#include "flatline/view.hpp"

namespace flatline::text {

/// Upper bounds: no block without '{', no assignment without '=', nothing to decode without a
/// backslash; and whether there is a NUL, which a text may not hold. Strings and comments are
/// looked at like all else.
struct Counts {
    std::uint64_t braces = 0;
    std::uint64_t equals = 0;
    bool backslash = false;
    bool nul = false;
};

/// One pass at the speed of memory.
Counts count(Bytes text, Kernel kernel = Kernel::automatic) noexcept;

/// The same for Doom 3 maps: no entity, brush or patch without '{', no side with fewer than three
/// '(', no control point without one.
struct MapCounts {
    std::uint64_t braces = 0;
    std::uint64_t parentheses = 0;
    bool nul = false;
};
MapCounts count_map(Bytes text, Kernel kernel = Kernel::automatic) noexcept;

}  // namespace flatline::text
