// flatline/map.hpp: a loaded map: immutable flat arrays, every index already checked.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/fields.hpp"
#include "flatline/owned.hpp"
#include "flatline/planes.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

namespace detail {
struct MapStorage;
void destroy(MapStorage* storage) noexcept;
}  // namespace detail

enum class Grammar : std::uint8_t { automatic, v1_1, v0_99 };

/// One map, in file order. Never changes after the load; any number of threads may read it.
/// All views and texts live as long as the Map (and, for a borrowed text, the caller's bytes).
/// Move-only; a default-made Map is empty.
class Map {
public:
    View<flatline_vertex> vertices() const noexcept {
        return {arrays().vertices, arrays().vertex_count};
    }
    View<flatline_linedef> linedefs() const noexcept {
        return {arrays().linedefs, arrays().linedef_count};
    }
    View<flatline_sidedef> sidedefs() const noexcept {
        return {arrays().sidedefs, arrays().sidedef_count};
    }
    View<flatline_sector> sectors() const noexcept {
        return {arrays().sectors, arrays().sector_count};
    }
    View<flatline_thing> things() const noexcept { return {arrays().things, arrays().thing_count}; }

    /// Texture and flat names, each spelling once, in order of first use after "-" (name 0).
    View<flatline_text> names() const noexcept { return {arrays().names, arrays().name_count}; }
    std::string_view name(std::uint32_t id) const noexcept { return text(arrays().names[id]); }

    /// Fields beyond the standard ones that this map uses, in order of FieldId.
    View<flatline_column> columns() const noexcept {
        return {arrays().columns, arrays().column_count};
    }
    /// The column of a field, null where no element gives it.
    const flatline_column* column(FieldId field) const noexcept;
    const flatline_column* column(std::uint8_t block, std::string_view name) const noexcept {
        return column(find_field(block, name));
    }
    View<std::int32_t> ids() const noexcept { return {arrays().ids, arrays().id_count}; }

    /// What the dialect does not know, in file order (types.h says how blocks nest).
    View<flatline_unknown> unknowns() const noexcept {
        return {arrays().unknowns, arrays().unknown_count};
    }

    /// Lines of a sector, ascending, a line with both sides in it once. Precondition: an index.
    View<std::uint32_t> sector_lines(std::uint32_t sector) const noexcept {
        const std::uint32_t first = arrays().sector_line_rows[sector];
        return {arrays().sector_lines + first, arrays().sector_line_rows[sector + 1] - first};
    }

    /// Whether heightfloor and heightceiling say all about a sector: neither plane comes from
    /// slope rules (load.hpp). Precondition, here and below: an index. O(1).
    bool is_flat(std::uint32_t sector) const noexcept {
        return arrays().sectors[sector].planes == 0;
    }
    /// a x + b y + c z + d = 0, (a, b, c) of length 1, c > 0; z_at (planes.hpp) gives heights.
    /// Level at heightfloor where nothing slopes it. Source: docs/slopes.md, "Order of steps".
    flatline_plane floor_plane(std::uint32_t sector) const noexcept {
        const flatline_plane* plane = plane_of(sector, 0);
        return plane != nullptr
                   ? *plane
                   : flatline_plane{0, 0, 1, 0.0 - arrays().sectors[sector].heightfloor};
    }
    /// The same with c < 0.
    flatline_plane ceiling_plane(std::uint32_t sector) const noexcept {
        const flatline_plane* plane = plane_of(sector, 1);
        return plane != nullptr
                   ? *plane
                   : flatline_plane{0, 0, -1, arrays().sectors[sector].heightceiling + 0.0};
    }
    /// Where they came from: kind FLATLINE_PLANE_FLAT where nothing slopes them.
    flatline_plane_source floor_source(std::uint32_t sector) const noexcept {
        return source_of(sector, 0);
    }
    flatline_plane_source ceiling_source(std::uint32_t sector) const noexcept {
        return source_of(sector, 1);
    }
    /// All planes that are stored and, one each, their sources: of the sectors that are not flat,
    /// in order, floor before ceiling. Flat ones take no memory.
    View<flatline_plane> planes() const noexcept { return {arrays().planes, arrays().plane_count}; }
    View<flatline_plane_source> plane_sources() const noexcept {
        return {arrays().plane_sources, arrays().plane_count};
    }

    /// The tree of the map, verified: stored, or built where that was asked for; node_count and
    /// subsector_count are 0 where there is none.
    const flatline_bsp& nodes() const noexcept { return arrays().nodes; }
    /// The grid of lines (blockmap.hpp walks it); columns is 0 where it was not asked for.
    const flatline_blockmap& blockmap() const noexcept { return arrays().blockmap; }
    /// What cannot see what (reject.hpp asks it); bits is null where the map has none.
    const flatline_reject& reject() const noexcept { return arrays().reject; }

    /// The bytes of a string of this map, without a copy.
    std::string_view text(flatline_text t) const noexcept;

    /// Lower case; "" where the map has none. With an override, the override.
    std::string_view map_namespace() const noexcept;
    /// The table that the map was read with.
    Dialect dialect() const noexcept;
    /// The grammar that the map was read with: v1_1 or v0_99, never automatic.
    Grammar grammar() const noexcept;
    /// The default of a field in this map as text ("" where unset), for elements not in its column.
    std::string_view field_default(FieldId field) const noexcept;

    /// The TEXTMAP, as given.
    std::string_view textmap() const noexcept;

    /// All arrays at once, as C has them.
    const flatline_arrays& arrays() const noexcept { return owned_.value(); }
    /// True for a default-made Map and for one that was moved from.
    bool empty() const noexcept { return owned_.storage() == nullptr; }

private:
    friend struct detail::Access;

    // `surface` 0: floor, 1: ceiling. Null where it has none.
    const flatline_plane* plane_of(std::uint32_t sector, std::uint32_t surface) const noexcept {
        const std::uint32_t planes = arrays().sectors[sector].planes;
        if ((planes >> surface & 1) == 0) return nullptr;
        return arrays().planes + (planes >> 2) + (surface & planes);
    }
    flatline_plane_source source_of(std::uint32_t sector, std::uint32_t surface) const noexcept {
        const flatline_plane* plane = plane_of(sector, surface);
        if (plane == nullptr) return {FLATLINE_NONE, FLATLINE_PLANE_FLAT, 0, 0};
        return arrays().plane_sources[plane - arrays().planes];
    }

    detail::Owned<detail::MapStorage, flatline_arrays> owned_;
};

}  // namespace flatline
