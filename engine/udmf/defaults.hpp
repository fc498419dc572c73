// The defaults of an element's standard fields, and the fields that a text must give.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

struct Defaults {
    flatline_vertex vertex = {};
    flatline_linedef linedef = {};
    flatline_sidedef sidedef = {};
    flatline_sector sector = {};
    flatline_thing thing = {};
    /// By kind of block: bit i is set where its standard field number i is required.
    std::uint64_t required[kBlockKinds] = {};
};

/// The defaults in text of a dialect. `zero_line_id` is that of the namespace's row.
Defaults make_defaults(Dialect dialect, bool v0_99, bool zero_line_id) noexcept;

}  // namespace flatline::engine::udmf
