// The families of sanity rules; check.cpp runs them all.
#pragma once

#include "flatline/archive.hpp"
#include "flatline/findings.hpp"
#include "flatline/map.hpp"

namespace flatline::sanity {

/// Empty kinds, player starts, distinct flats: what concerns the map as a whole.
void check_map(const Map& map, FindingList& findings) noexcept;
/// Lines without length, flags that contradict each other or the sides.
void check_lines(const Map& map, FindingList& findings) noexcept;
/// Sides and sectors that nothing uses.
void check_unused(const Map& map, FindingList& findings) noexcept;
/// Lumps that ports want beside a TEXTMAP.
void check_lumps(const Map& map, const MapEntry& entry, FindingList& findings) noexcept;

/// A finding of `rule` about an element (or the map: FLATLINE_MAP), without a place.
void report(FindingList& findings, Rule rule, std::uint8_t element, std::uint32_t index,
            FieldId field = FLATLINE_NO_FIELD, std::int64_t a = 0, std::int64_t b = 0,
            Lump lump = Lump::textmap) noexcept;

}  // namespace flatline::sanity
