// The functions that find the rules, those of one family in one file.
#pragma once

#include "check/context.hpp"
#include "check/report.hpp"
#include "model/check.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"

namespace flatline::engine::sanity {

/// Runs every rule that is on and has what it needs.
Outcome run_rules(const Map& map, const CheckOptions& options, Budget& budget,
                  FindingList& findings, CheckReport& report) noexcept;
/// The same for a Doom 3 map. Not ok: refused and out_of_memory come with their finding.
Status run_rules(const Doom3Map& map, const CheckOptions& options, FindingList& findings) noexcept;

#define FLATLINE_FINDER(first, last, find, needs) void find(Context& context) noexcept;
#include "check/finders.inc"
#undef FLATLINE_FINDER

// Doom 3 maps: classes, names, keys, targets, origins; planes and volumes, by the windings of the
// map; sizes, subdivisions and control points of patches; materials of both.
void check_entities(const Doom3Map& map, const Report& report) noexcept;
void check_brushes(const Doom3Map& map, const Windings& windings, const Report& report) noexcept;
void check_patches(const Doom3Map& map, const Report& report) noexcept;
void check_materials(const Doom3Map& map, const Report& report) noexcept;

}  // namespace flatline::engine::sanity
