// The families of sanity rules; check.cpp runs them all.
#pragma once

#include "flatline/archive.hpp"
#include "flatline/doom3.hpp"
#include "flatline/doom3_geometry.hpp"
#include "flatline/findings.hpp"
#include "flatline/map.hpp"

namespace flatline::sanity {

/// What concerns the map as a whole: kinds without elements, player starts, distinct flats.
void check_map(const Map& map, FindingList& findings) noexcept;
/// Lines without length, flags that contradict each other or the sides.
void check_lines(const Map& map, FindingList& findings) noexcept;
/// Sides that no line uses, sectors that no side is in.
void check_unused(const Map& map, FindingList& findings) noexcept;
/// What the text holds that is read here and stops ports, or reads otherwise there.
void check_portability(const Map& map, FindingList& findings) noexcept;
/// Lumps that ports want beside a TEXTMAP.
void check_lumps(const Map& map, const MapEntry& entry, FindingList& findings) noexcept;

/// The same for Doom 3 maps: classes, names, keys, targets, origins.
void check_entities(const Doom3Map& map, FindingList& findings) noexcept;
/// Planes and volumes. `windings` are those of the map.
void check_brushes(const Doom3Map& map, const Windings& windings, FindingList& findings) noexcept;
/// Patches: sizes, subdivisions, places of control points.
void check_patches(const Doom3Map& map, FindingList& findings) noexcept;
/// Materials of brushes and patches.
void check_materials(const Doom3Map& map, FindingList& findings) noexcept;

/// The element that a finding is about, and its place in the text.
struct Place {
    std::uint8_t element;
    std::uint32_t index;
    std::uint64_t offset;
    std::uint32_t length;
};
inline constexpr Place kWholeMap{FLATLINE_MAP, FLATLINE_NONE, FLATLINE_NO_OFFSET, 0};
/// A finding of `rule` in the text of a Doom 3 map.
void report_at(FindingList& findings, Rule rule, const Place& place, std::int64_t a = 0,
               std::int64_t b = 0) noexcept;
/// A finding of `rule` in a TEXTMAP.
void report_in_textmap(FindingList& findings, Rule rule, const Place& place,
                       FieldId field) noexcept;

/// A finding of `rule` about an element (or the map: FLATLINE_MAP). In a TEXTMAP it has no place
/// yet; `lump` is where it is then.
void report(const Map& map, FindingList& findings, Rule rule, std::uint8_t element,
            std::uint32_t index, FieldId field = FLATLINE_NO_FIELD, std::int64_t a = 0,
            std::int64_t b = 0, Lump lump = Lump::textmap) noexcept;

}  // namespace flatline::sanity
