// Counts the bytes that bound the memory of a text.
#pragma once

#include <cstdint>

#include "model/kernel.hpp"
#include "model/view.hpp"

namespace flatline::engine::text {

/// Upper bounds of a text: there is no block without '{', no assignment without '=', and nothing to
/// decode without a backslash. `nul` tells whether there is a NUL, which a text may not hold. Bytes
/// in strings and comments count too.
struct Counts {
    std::uint64_t braces = 0;
    std::uint64_t equals = 0;
    bool backslash = false;
    bool nul = false;
};

/// Counts in one pass, at the speed of memory.
Counts count(Bytes text, Kernel kernel = Kernel::automatic) noexcept;

/// The same for Doom 3 maps: no entity, brush or patch without '{', no side with fewer than three
/// '(', no control point without one.
struct MapCounts {
    std::uint64_t braces = 0;
    std::uint64_t parentheses = 0;
    bool nul = false;
};
MapCounts count_map(Bytes text, Kernel kernel = Kernel::automatic) noexcept;

}  // namespace flatline::engine::text
