// Numbers of a text as 16.16, cut toward zero.
#pragma once

#include <cstdint>

#include "model/fixed.hpp"

namespace flatline::engine::text {

/// As fixed_of_text of fixed.hpp, for the bytes from `begin` to `end`.
bool read_fixed(const unsigned char* begin, const unsigned char* end, FixedCut cut,
                std::int32_t& out) noexcept;

}  // namespace flatline::engine::text
