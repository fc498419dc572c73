// flatline/check.hpp: sanity rules over a finished map. Never run by the load.
#pragma once

#include "flatline/archive.hpp"
#include "flatline/doom3.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/map.hpp"

namespace flatline {

/// Runs every sanity rule that needs only the map (reference sanity-checks.md, part C) and adds
/// what it finds to `findings`: zero-length lines, unused elements, player starts, empty kinds,
/// flags that contradict sides. Findings have element and field, and no offset (see locate).
/// Linear in the map, a byte an element of working memory. Any thread on a const Map.
void check(const Map& map, FindingList& findings) noexcept;

/// The same and the rules that need the lumps around the TEXTMAP: nodes-missing. `entry` is the one
/// that the map was loaded from.
void check(const Map& map, const MapEntry& entry, FindingList& findings) noexcept;

/// The same for a Doom 3 map: entities and their keys, brushes and patches (reference
/// doom3-features.tsv). Builds the windings of all brushes, clipped to `limits.world_coordinate`.
/// Findings have the offset of what they are about. Where memory is out, out-of-memory is one.
void check(const Doom3Map& map, const Limits& limits, FindingList& findings) noexcept;

}  // namespace flatline
