// The stage of a load that reads or builds derived data: nodes, blockmap, reject, planes.
#pragma once

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "base/reservation.hpp"
#include "binary/reader.hpp"
#include "flatline/types.h"
#include "load/map_storage.hpp"
#include "model/binary.hpp"
#include "model/load.hpp"
#include "nodes/read_binary.hpp"

namespace flatline::engine {

/// The lumps of a binary map with what reads them. Nothing but a load of one names these functions,
/// so a program that loads texts alone is linked without them.
struct BinarySource {
    const BinaryLumps& lumps;
    decltype(&binary::read) read;
    decltype(&nodes::read_binary_nodes) read_nodes;
};

/// Fills nodes, blockmap, reject and planes of `arrays`, whose other arrays are resolved, as far as
/// options.products asks for them; `sectors` are those of `arrays`. What is stored, in `source` of
/// a binary map or else in options.lumps, is verified and else dropped with a finding, which
/// options.strict makes a refusal; what is missing is built where that was asked for. Budgets and
/// memory are announced and taken product by product, into `storage`; `scratch` is worked in.
/// Between products `progress` may end it.
Outcome load_derived(const LoadOptions& options, const BinarySource* source,
                     const MemoryHooks& hooks, Budget& budget, Progress& progress,
                     Reservation& scratch, detail::MapStorage& storage, FindingList& findings,
                     flatline_sector* sectors, flatline_arrays& arrays) noexcept;

}  // namespace flatline::engine
