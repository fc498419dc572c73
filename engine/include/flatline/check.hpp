// flatline/check.hpp: sanity rules over a finished map. Never run by the load.
#pragma once

#include "flatline/archive.hpp"
#include "flatline/doom3.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/map.hpp"

namespace flatline {

/// Runs every sanity rule that needs only the map, and adds what it finds to `findings`: lines
/// without length, unused elements, player starts, kinds without elements, flags that contradict
/// sides. Findings have element and field, and no offset (see locate). Linear in the map, with one
/// byte of working memory an element. Any thread may call it on a const Map.
/// Source: docs/rules.md, "Sanity rules of UDMF maps".
void check(const Map& map, FindingList& findings) noexcept;

/// The same and the rules that need the lumps around the TEXTMAP: nodes-missing. `entry` is the one
/// that the map was loaded from.
void check(const Map& map, const MapEntry& entry, FindingList& findings) noexcept;

/// The same for a Doom 3 map: entities and their keys, brushes and patches (docs/doom3.md,
/// "Checks"). It builds the windings of all brushes, clipped to `limits.world_coordinate`. Findings
/// have the offset of what they are about. Where memory is out, one of them is out-of-memory.
void check(const Doom3Map& map, const Limits& limits, FindingList& findings) noexcept;

}  // namespace flatline
