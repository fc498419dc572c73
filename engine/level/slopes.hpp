// Slope planes: every way a sector becomes sloped (docs/slopes.md, "Order of steps").
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/types.h"
#include "level/geometry.hpp"
#include "model/findings.hpp"
#include "model/load.hpp"

namespace flatline::engine::level {

/// The parts of a resolved map that slopes depend on.
struct SlopeInput {
    Geometry geometry;
    flatline_sector* sectors = nullptr;  // geometry.sector_count of them; `planes` is written
    View<flatline_thing> things;
    View<flatline_column> columns;        // ascending by field
    const std::int32_t* ids = nullptr;    // what columns of FLATLINE_IDS point into
    const flatline_bsp* nodes = nullptr;  // verified, for places of things; null: a sweep
    SlopeRules rules = SlopeRules::none;  // not automatic
    bool gzdoom_plane_d = false;
    std::uint64_t step_limit = 0;  // Limits::slope_steps, or what is left of the file's work
    Rule limit_rule = Rule::limit_slope_steps;  // that of the step_limit
};

/// The planes as flatline_arrays has them; all null if every sector is flat.
struct SlopeArrays {
    const flatline_plane* planes = nullptr;
    const flatline_plane_source* sources = nullptr;
    std::uint32_t count = 0;
    std::uint64_t steps = 0;  // that were taken
};

/// Runs the steps of the port (slope_tables.hpp) in its order. Bad input leaves the plane as it was
/// and gives a finding. A map without slopes costs one look at its specials and types, and no
/// memory. Cost: n log n, and as many looks at lines as step_limit allows. `scratch` is worked in;
/// what it holds afterwards is of no use.
Outcome derive_planes(const SlopeInput& input, const MemoryHooks& hooks, Budget& budget,
                      Reservation& scratch, Reservation& memory, FindingList& findings,
                      SlopeArrays& out) noexcept;

/// The column of a field; null if there is none. Precondition: the columns ascend by field.
const flatline_column* find_column(View<flatline_column> columns, FieldId field) noexcept;

}  // namespace flatline::engine::level
