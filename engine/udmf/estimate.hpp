// Estimates from samples how many blocks of each kind a text has. Only advice to the system depends
// on it.
#pragma once

#include <cstdint>

#include "model/view.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

struct Estimate {
    std::uint64_t blocks[kBlockKinds] = {};
};

/// Looks at 128 KB of `text` in all, however long it is. Any bytes are safe; for a text that is no
/// map the result means nothing.
Estimate estimate_blocks(Bytes text) noexcept;

}  // namespace flatline::engine::udmf
