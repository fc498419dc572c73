// Fields that a port reads in some namespaces only.
#pragma once

#include "flatline/types.h"
#include "load/map_storage.hpp"
#include "model/load.hpp"

namespace flatline::engine {

/// Takes from the arrays of a map that nobody else has yet what the port of options.field_gate does
/// not read in the text's own namespace: members get their defaults, columns are left out. With
/// options.arg0_is_id the arg0 of lines becomes their id in the namespaces doom, heretic and
/// strife. Source: docs/udmf.md, "Fields by namespace".
void gate_fields(const LoadOptions& options, const detail::MapStorage& storage,
                 flatline_arrays& arrays) noexcept;

}  // namespace flatline::engine
