// The stage of the pipeline that takes or makes derived data: nodes, blockmap, reject,
// planes.
#pragma once

#include "api/map_storage.hpp"
#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "base/reservation.hpp"
#include "flatline/binary.hpp"
#include "flatline/load.hpp"
#include "flatline/types.h"

namespace flatline {

/// Fills nodes, blockmap, reject and planes of `arrays`, whose other arrays are resolved, as far as
/// options.products asks for them; `sectors` are those of `arrays`. What is stored, in `lumps` of a
/// binary map or else in options.lumps, is verified and else dropped with a finding, which
/// options.strict makes a refusal; what is missing is built where that was asked for. Budgets and
/// memory are announced and taken product by product, into `storage`; `scratch` is worked in.
/// Between products `progress` may end it.
Outcome load_derived(const LoadOptions& options, const BinaryLumps* lumps, const MemoryHooks& hooks,
                     Budget& budget, Progress& progress, Reservation& scratch,
                     detail::MapStorage& storage, FindingList& findings, flatline_sector* sectors,
                     flatline_arrays& arrays) noexcept;

}  // namespace flatline
