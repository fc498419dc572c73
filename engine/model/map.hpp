// model/map.hpp: a loaded map: immutable flat arrays, every index already checked.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/fields.hpp"
#include "model/map_format.hpp"
#include "model/owned.hpp"
#include "model/planes.hpp"
#include "model/view.hpp"

namespace flatline::engine {

namespace detail {
struct MapStorage;
void destroy(MapStorage* storage) noexcept;
}  // namespace detail

/// The grammars of UDMF. `automatic` is for options only: it takes 0.99 where the text shows signs
/// of it and 1.1 elsewhere. Source: docs/udmf.md, "UDMF 0.99".
enum class Grammar : std::uint8_t {
    automatic = FLATLINE_GRAMMAR_AUTOMATIC,
    v1_1 = FLATLINE_GRAMMAR_1_1,
    v0_99 = FLATLINE_GRAMMAR_0_99
};

/// One loaded map, of a TEXTMAP or of binary lumps, which become what the text of a lossless
/// converter would. Elements stand in file order, and every index in them has been checked.
/// A Map never changes after the load, so any number of threads may read it at once. All views and
/// texts live as long as the Map; where the text was borrowed, texts also need the caller's bytes.
/// Move-only. A default-made Map is empty: it has no elements, no names and no text.
class Map {
public:
    /// The elements of each kind in file order, coordinates and heights in map units.
    View<flatline_vertex> vertices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().vertices, arrays().vertex_count};
    }
    View<flatline_linedef> linedefs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().linedefs, arrays().linedef_count};
    }
    View<flatline_sidedef> sidedefs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().sidedefs, arrays().sidedef_count};
    }
    View<flatline_sector> sectors() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().sectors, arrays().sector_count};
    }
    View<flatline_thing> things() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().things, arrays().thing_count};
    }

    /// Texture and flat names: each spelling once, in the order in which the text uses them first.
    /// Name 0 is always "-", which means no texture. Sidedefs and sectors hold indices into these.
    View<flatline_text> names() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().names, arrays().name_count};
    }
    /// The spelling of one name. Precondition: `id` is below names().size().
    std::string_view name(std::uint32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return text(arrays().names[id]);
    }

    /// One column for each field beyond the standard ones that some element of this map gives, in
    /// ascending order of FieldId.
    View<flatline_column> columns() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().columns, arrays().column_count};
    }
    /// The column of a field, null where no element gives it. It lives as long as the Map.
    /// Logarithmic in the number of columns.
    const flatline_column* column(FieldId field) const noexcept FLATLINE_LIFETIMEBOUND;
    /// The column of the field `name`, in any case, of a block (FLATLINE_VERTEX .. FLATLINE_THING).
    const flatline_column* column(std::uint8_t block,
                                  std::string_view name) const noexcept FLATLINE_LIFETIMEBOUND {
        return column(find_field(block, name));
    }
    /// The integers of all columns of kind FLATLINE_IDS, whose entries are ranges of this array.
    View<std::int32_t> ids() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().ids, arrays().id_count};
    }

    /// Fields and blocks that the dialect does not know, in file order. The contents of an unknown
    /// block stand right after it (flatline_unknown says up to where).
    View<flatline_unknown> unknowns() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().unknowns, arrays().unknown_count};
    }

    /// The indices of the linedefs that have a side in a sector, ascending. A line with both sides
    /// in the sector is listed once. Precondition: `sector` is below sectors().size(). O(1).
    View<std::uint32_t> sector_lines(std::uint32_t sector) const noexcept FLATLINE_LIFETIMEBOUND {
        const std::uint32_t first = arrays().sector_line_rows[sector];
        return {arrays().sector_lines + first, arrays().sector_line_rows[sector + 1] - first};
    }

    /// True where no slope rule (SlopeRules in load.hpp) gave the sector's floor or ceiling a
    /// plane, so that heightfloor and heightceiling say all about them. O(1). Precondition, here
    /// and in the functions of planes below: `sector` is below sectors().size().
    bool is_flat(std::uint32_t sector) const noexcept {
        return arrays().sectors[sector].planes == 0;
    }
    /// The plane a x + b y + c z + d = 0 of a sector's floor in map units. The normal (a, b, c) has
    /// length 1 and points up (c > 0). Where nothing slopes the floor, the plane is level at
    /// heightfloor. z_at (planes.hpp) gives its height at a point. O(1).
    /// Source: docs/slopes.md, "Order of steps".
    flatline_plane floor_plane(std::uint32_t sector) const noexcept {
        const flatline_plane* plane = plane_of(sector, 0);
        return plane != nullptr
                   ? *plane
                   : flatline_plane{0, 0, 1, 0.0 - arrays().sectors[sector].heightfloor};
    }
    /// The plane of a sector's ceiling, as floor_plane, but its normal points down (c < 0). Where
    /// nothing slopes the ceiling, the plane is level at heightceiling.
    flatline_plane ceiling_plane(std::uint32_t sector) const noexcept {
        const flatline_plane* plane = plane_of(sector, 1);
        return plane != nullptr
                   ? *plane
                   : flatline_plane{0, 0, -1, arrays().sectors[sector].heightceiling + 0.0};
    }
    /// What gave a sector's floor or ceiling its plane: fields, vertices, a line, a thing or
    /// another sector. The kind is FLATLINE_PLANE_FLAT where nothing slopes it. O(1).
    flatline_plane_source floor_source(std::uint32_t sector) const noexcept {
        return source_of(sector, 0);
    }
    flatline_plane_source ceiling_source(std::uint32_t sector) const noexcept {
        return source_of(sector, 1);
    }
    /// The planes that are stored: those that something slopes, in order of sectors, a floor before
    /// the ceiling of its sector. Flat floors and ceilings have no entry. Entry i of
    /// plane_sources() says what gave plane i.
    View<flatline_plane> planes() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().planes, arrays().plane_count};
    }
    View<flatline_plane_source> plane_sources() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().plane_sources, arrays().plane_count};
    }

    /// The map's tree of nodes, verified: the stored one, or a built one where the load was asked
    /// to build (FLATLINE_PRODUCT_BUILD_NODES). Where there is none, all its counts are 0.
    const flatline_bsp& nodes() const noexcept FLATLINE_LIFETIMEBOUND { return arrays().nodes; }
    /// Which lines are in which cell of 128 by 128 map units; blockmap.hpp walks it. `columns` is 0
    /// if the load did not include it or if it is over a limit.
    const flatline_blockmap& blockmap() const noexcept FLATLINE_LIFETIMEBOUND {
        return arrays().blockmap;
    }
    /// Which sectors cannot see each other; `sees` (reject.hpp) asks it. `bits` is null where the
    /// map has no usable table or the load did not include it.
    const flatline_reject& reject() const noexcept FLATLINE_LIFETIMEBOUND {
        return arrays().reject;
    }

    /// The bytes of a string, without a copy. Precondition: `t` comes from this map.
    std::string_view text(flatline_text t) const noexcept FLATLINE_LIFETIMEBOUND;

    /// The namespace in lower case: LoadOptions::namespace_override where that was set, else what
    /// the text says. "" where the text says none.
    std::string_view map_namespace() const noexcept FLATLINE_LIFETIMEBOUND;
    /// What the text says, spelled as there, also where another was asked for.
    std::string_view own_namespace() const noexcept FLATLINE_LIFETIMEBOUND;
    /// The records of a lump of a binary map (FLATLINE_PRODUCT_STORED_RECORDS); all zero where they
    /// were not asked for. They live as long as the caller's lumps.
    flatline_stored stored(std::uint8_t element) const noexcept FLATLINE_LIFETIMEBOUND;
    /// The table of fields that the map was read with; udmf11 for an empty Map.
    Dialect dialect() const noexcept;
    /// The grammar that the map was read with: v1_1 or v0_99, never automatic.
    Grammar grammar() const noexcept;
    /// The value, as text, that a field has in elements that do not give it and so are not in its
    /// column. "" where the field is unset there or no dialect of this map has it. Static.
    std::string_view field_default(FieldId field) const noexcept;
    /// The same as a value of the field's kind: FLATLINE_NO_VALUE where there is none.
    flatline_value default_value(FieldId field) const noexcept;

    /// What the map was loaded from: udmf, doom or hexen; udmf for an empty Map.
    MapFormat format() const noexcept;
    /// The bytes of the TEXTMAP as they were given to the load; "" for a binary map, and for one
    /// that was opened (bake.hpp) without its text.
    std::string_view textmap() const noexcept FLATLINE_LIFETIMEBOUND;

    /// Whether a string stands in the TEXTMAP, at its offset. False for what had an escape, and in
    /// maps whose strings were copied.
    bool is_in_textmap(flatline_text t) const noexcept;

    /// All arrays with their counts, in the struct that the C functions give.
    const flatline_arrays& arrays() const noexcept FLATLINE_LIFETIMEBOUND { return owned_.value(); }
    /// True for a default-made Map and for one that was moved from.
    bool empty() const noexcept { return owned_.storage() == nullptr; }

private:
    friend struct detail::Access;

    // `surface` 0: floor, 1: ceiling. Null where it has none.
    const flatline_plane* plane_of(std::uint32_t sector,
                                   std::uint32_t surface) const noexcept FLATLINE_LIFETIMEBOUND {
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

/// True for a name that stands for no texture or flat.
inline bool is_no_texture(const Map& map, std::string_view name) noexcept {
    return name.empty() || name == "-" || (map.dialect() == Dialect::srb2 && name.front() == '-');
}

}  // namespace flatline::engine
