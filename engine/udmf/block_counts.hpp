// Counts the blocks of a text by kind, without reading their fields.
#pragma once

#include <cstdint>

#include "model/view.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

/// Upper bounds for a text that is a map: of each kind there are at most blocks[kind] + unsure.
/// Braces in strings and comments count too.
struct BlockCounts {
    std::uint64_t blocks[kBlockKinds] = {};
    std::uint64_t others = 0;  // of no known kind
    std::uint64_t unsure = 0;  // of any kind: comments hide it
};

/// Looks at the word before each '{'. Linear in the text; any bytes are safe.
BlockCounts count_blocks(Bytes text) noexcept;

}  // namespace flatline::engine::udmf
