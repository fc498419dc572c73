// Estimates from samples how many blocks of each kind a text has. Advice to the system depends on
// it, and where arrays that grow begin.
#pragma once

#include <cstdint>

#include "model/view.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

struct Estimate {
    std::uint64_t blocks[kBlockKinds] = {};
};

/// Looks at a sixteenth of `text`, at 8 KB at least and 128 KB at most. Any bytes are safe; for a
/// text that is no map the result means nothing.
Estimate estimate_blocks(Bytes text) noexcept;

}  // namespace flatline::engine::udmf
