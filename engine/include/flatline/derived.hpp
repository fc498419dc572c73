// flatline/derived.hpp: what is computed from a loaded map: nodes, walks of the blockmap, the
// tables of a port, user fields, 16.16 numbers, and fields for a host's own structs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/map.hpp"
#include "flatline/result.hpp"

namespace flatline {

// ---- Nodes -------------------------------------------------------------------------------------

/// A tree that build_nodes or read_nodes made. It refers to the map by index only, so it may
/// outlive the map. It never changes; any number of threads may read it. Views live as long as it.
class Nodes : public detail::Arrays<flatline_built_nodes> {
public:
    using Arrays::Arrays;

    /// The vertices that cuts made: entry i is vertex bsp().original_vertices + i of a seg.
    View<flatline_vertex> vertices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().vertices, arrays().vertex_count};
    }
    /// The edges of all subsectors; each subsector's are together and run clockwise around it.
    View<flatline_seg> segs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().segs, arrays().seg_count};
    }
    View<flatline_subsector> subsectors() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().subsectors, arrays().subsector_count};
    }
    /// The inner nodes, the root last; none where the whole map is one convex subsector.
    View<flatline_node> nodes() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().nodes, arrays().node_count};
    }
    /// The tree in the struct that Map::nodes() gives too; flatline_subsector_at takes both.
    const flatline_bsp& bsp() const noexcept FLATLINE_LIFETIMEBOUND { return arrays(); }
    /// The subsector that holds a point, at the border for a point outside the map.
    std::uint32_t subsector_at(double x, double y) const noexcept {
        return flatline_subsector_at(&arrays(), x, y);
    }
};

using NodesOptions = detail::Options<flatline_nodes_options>;

/// Builds GL nodes, verified as stored nodes are; equal maps give equal trees. Errors: refused
/// where no line has a length, where a vertex is beyond 16.16 and at a limit; out_of_memory,
/// cancelled. About n log n steps. Any thread. Source: docs/nodes.md, "The node builder".
inline Result<Nodes> build_nodes(const Map& map, const NodesOptions& options = {}) noexcept {
    return detail::made<Nodes>(
        [&](auto** nodes) noexcept { return flatline_build_nodes(map.raw(), &options, nodes); });
}

/// Reads a ZNODES lump in any form for a map and verifies it as a load does. The bytes are not
/// kept. Errors: refused where the nodes are damaged, of another map or over a limit, with places
/// in the lump; out_of_memory. Linear. Any thread. Source: docs/nodes.md.
inline Result<Nodes> read_nodes(const Map& map, Bytes znodes,
                                const NodesOptions& options = {}) noexcept {
    return detail::made<Nodes>([&](auto** nodes) noexcept {
        return flatline_read_nodes(map.raw(), znodes.data(), znodes.size(), &options, nodes);
    });
}

// ---- Blockmap and reject -----------------------------------------------------------------------

/// The linedefs listed in a cell, ascending in a built blockmap, in the lump's order in a stored
/// one. Precondition: `cell` is below columns * rows.
inline View<std::uint32_t> cell_lines(const flatline_blockmap& blockmap,
                                      std::size_t cell) noexcept {
    return {blockmap.lines + blockmap.cells[cell].first, blockmap.cells[cell].count};
}

namespace detail {

/// Calls walk(visit, context) with the C function that stands for `visit`, which returns false to
/// stop, or nothing.
template <class Visit, class Walk>
bool walk(Visit& visit, const Walk& walk) noexcept {
    void* context = const_cast<void*>(static_cast<const void*>(&visit));
    return walk(visited<Visit, std::uint32_t>, context) != 0;
}

}  // namespace detail

/// Calls visit(cell) once for every cell that the box, or the segment, meets, where touching an
/// edge is meeting it. A box goes row by row from the bottom, a segment column by column from its
/// first end. `visit` does not throw; the walk ends where it returns false, and returns false then.
/// Coordinates are map units; NaN and those beyond 2^32 meet no cell. Any thread.
/// Source: docs/blockmap.md, "Queries".
template <class Visit>
bool for_each_cell_in_box(const flatline_blockmap& blockmap, double left, double bottom,
                          double right, double top, Visit&& visit) noexcept {
    return detail::walk(visit, [&](flatline_visit_cell call, void* context) noexcept {
        return flatline_cells_in_box(&blockmap, left, bottom, right, top, call, context);
    });
}
template <class Visit>
bool for_each_cell_on_segment(const flatline_blockmap& blockmap, double x1, double y1, double x2,
                              double y2, Visit&& visit) noexcept {
    return detail::walk(visit, [&](flatline_visit_cell call, void* context) noexcept {
        return flatline_cells_on_segment(&blockmap, x1, y1, x2, y2, call, context);
    });
}

/// Which lines a walk has met, so that it visits each once. `memory` is the caller's, with an entry
/// for each linedef. Walks that run at the same time, or one inside another, need marks each.
class LineMarks {
public:
    LineMarks(std::uint32_t* memory, std::size_t count) noexcept {
        flatline_line_marks_init(&raw_, memory, count);
    }
    flatline_line_marks* raw() noexcept FLATLINE_LIFETIMEBOUND { return &raw_; }
    /// For walks of the host's own: forgets all lines; and true for the first call with a line.
    void begin() noexcept { flatline_line_marks_begin(&raw_); }
    bool first(std::uint32_t line) noexcept { return flatline_line_marks_first(&raw_, line) != 0; }

private:
    flatline_line_marks raw_{};
};

/// Calls visit(line) once for every line listed in a cell that the box, or the segment, meets; some
/// may not meet it themselves. Cells go as above, lines in the order of their cell. The rest is as
/// above.
template <class Visit>
bool for_each_line_in_box(const flatline_blockmap& blockmap, LineMarks& marks, double left,
                          double bottom, double right, double top, Visit&& visit) noexcept {
    return detail::walk(visit, [&](flatline_visit_line call, void* context) noexcept {
        return flatline_lines_in_box(&blockmap, marks.raw(), left, bottom, right, top, call,
                                     context);
    });
}
template <class Visit>
bool for_each_line_near_segment(const flatline_blockmap& blockmap, LineMarks& marks, double x1,
                                double y1, double x2, double y2, Visit&& visit) noexcept {
    return detail::walk(visit, [&](flatline_visit_line call, void* context) noexcept {
        return flatline_lines_near_segment(&blockmap, marks.raw(), x1, y1, x2, y2, call, context);
    });
}

/// Whether something in sector `from` might see something in sector `to`; true without a table. It
/// need not be symmetric. Precondition: both are sectors of the map. O(1), any thread.
/// Source: docs/blockmap.md, "The REJECT lump".
inline bool sees(const flatline_reject& reject, std::uint32_t from, std::uint32_t to) noexcept {
    if (reject.bits == nullptr) return true;
    const std::uint64_t bit = from * reject.sector_count + to;
    return (reject.bits[bit >> 3] >> (bit & 7) & 1) == 0;
}

// ---- What ports compute after loading ----------------------------------------------------------

/// Flat arrays made from one map; they hold indices, no pointers into it. A table that was not
/// asked for is empty. It never changes; any number of threads may read it. Views live as long as
/// it. Preconditions: arguments are indices of the map.
class Runtime : public detail::Arrays<flatline_built_runtime> {
public:
    using Arrays::Arrays;

    /// One a line: direction, box, slope, sectors.
    View<flatline_line_data> line_data() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().line_data, arrays().line_count);
    }
    /// One a side: the last line that uses it, or FLATLINE_NONE.
    View<std::uint32_t> side_lines() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().side_lines, arrays().side_count);
    }
    /// Lines that begin or end at a vertex, ascending, each once.
    View<std::uint32_t> vertex_lines(std::uint32_t vertex) const noexcept FLATLINE_LIFETIMEBOUND {
        return row(arrays().vertex_line_rows, arrays().vertex_lines, vertex);
    }
    /// Sectors beyond the lines of a sector, ascending, each once, not itself.
    View<std::uint32_t> neighbours(std::uint32_t sector) const noexcept FLATLINE_LIFETIMEBOUND {
        return row(arrays().neighbour_rows, arrays().neighbours, sector);
    }
    /// One a sector: box, sound origin, cells.
    View<flatline_sector_bounds> sector_bounds() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().sector_bounds, arrays().sector_count);
    }

    /// Elements by tag, ascending, moreids included, as the map's dialect has them: in ZDoom maps 0
    /// finds the sectors without tag; in SRB2 maps 0 finds the untagged and -1 everything; dsda has
    /// no sector tag below 1; a line id of -1 is unset except in dsda.
    View<std::uint32_t> sectors_with(std::int32_t tag) const noexcept FLATLINE_LIFETIMEBOUND {
        return tagged(arrays().sector_tags, tag);
    }
    View<std::uint32_t> lines_with(std::int32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return tagged(arrays().line_tags, id);
    }
    View<std::uint32_t> things_with(std::int32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return tagged(arrays().thing_tags, id);
    }

    /// One a thing: its sector and, with nodes, its subsector.
    View<flatline_thing_place> thing_places() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().thing_places, arrays().thing_count);
    }
    /// One a spot, in order of things, and the lines of one. They stay where they are.
    View<flatline_polyobject> polyobjects() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().polyobjects, arrays().polyobject_count};
    }
    View<std::uint32_t> lines_of(const flatline_polyobject& object) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().polyobject_lines + object.first_line, object.line_count};
    }
    /// Vertices at which the sides of a sector do not go on; none: the sector is closed.
    View<flatline_gap> gaps(std::uint32_t sector) const noexcept FLATLINE_LIFETIMEBOUND {
        return row(arrays().gap_rows, arrays().gaps, sector);
    }

    /// What ports compute of vertices, segs and subsectors; RuntimeOptions::trails says which
    /// ports.
    View<flatline_trail_vertex> trail_vertices() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().trail_vertices, arrays().trail_vertex_count);
    }
    View<flatline_seg_data> seg_data() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().seg_data, arrays().seg_count);
    }
    /// The first seg of each line of a subsector, in the order of its segs.
    View<std::uint32_t> subsector_lines(std::uint32_t i) const noexcept FLATLINE_LIFETIMEBOUND {
        return row(arrays().subsector_line_rows, arrays().subsector_lines, i);
    }
    /// One a sector: the group in which sound passes; and the groups beyond a line that blocks it.
    View<std::uint32_t> sound_groups() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().sound_groups, arrays().sector_count);
    }
    View<std::uint32_t> sound_neighbours(std::uint32_t group) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return row(arrays().sound_neighbour_rows, arrays().sound_neighbours, group);
    }

private:
    template <class T>
    static View<T> view(const T* data, std::uint32_t size) noexcept {
        return data != nullptr ? View<T>(data, size) : View<T>();
    }
    template <class T>
    static View<T> row(const std::uint32_t* rows, const T* items, std::uint32_t i) noexcept {
        return rows != nullptr ? View<T>(items + rows[i], rows[i + 1] - rows[i]) : View<T>();
    }
    static View<std::uint32_t> tagged(const flatline_tags& table, std::int32_t tag) noexcept {
        return detail::array([&](auto* count) { return flatline_find_tag(&table, tag, count); });
    }
};

using RuntimeOptions = detail::Options<flatline_runtime_options>;

/// Builds the `tables` (FLATLINE_RUNTIME_*, or-ed). Linear in the map, but for things
/// without nodes and polyobjects (n log n). Errors: refused where arena-bytes is too low,
/// out_of_memory, cancelled, bad_argument for unknown tables. Any thread. The Runtime may outlive
/// the map. Source: docs/runtime.md.
inline Result<Runtime> build_runtime(const Map& map, std::uint32_t tables = FLATLINE_RUNTIME_ALL,
                                     const RuntimeOptions& options = {}) noexcept {
    return detail::made<Runtime>([&](auto** runtime) noexcept {
        return flatline_build_runtime(map.raw(), tables, &options, runtime);
    });
}

// ---- Fields that no dialect knows --------------------------------------------------------------

/// The fields of all elements that the map's dialect does not know, found by element. It refers to
/// texts and unknowns of its map by index, so it is of use as long as the map. Any thread.
class UserFields : public detail::Arrays<flatline_built_user_fields> {
public:
    using Arrays::Arrays;

    /// The names, each once without case, as the text spells them first, ascending.
    View<flatline_text> names() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().names, arrays().name_count};
    }
    /// The number of a name, in any case, of the map of these fields; FLATLINE_NONE where no
    /// element has it. Logarithmic.
    std::uint32_t find_name(const Map& map, const char* name) const noexcept {
        return flatline_find_user_name(map.raw(), &arrays(), name);
    }
    /// The fields of one element (FLATLINE_VERTEX .. FLATLINE_THING) in the order of the text;
    /// empty for what is no element. O(1).
    View<flatline_user_field> of(std::uint8_t kind,
                                 std::uint32_t index) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::array(
            [&](auto* count) { return flatline_user_fields_of(&arrays(), kind, index, count); });
    }
    /// The last field of that name of an element; null where it has none.
    const flatline_user_field* find(std::uint8_t kind, std::uint32_t index,
                                    std::uint32_t name) const noexcept FLATLINE_LIFETIMEBOUND {
        return flatline_find_user_field(&arrays(), kind, index, name);
    }
};

using UserFieldsOptions = detail::Options<flatline_user_fields_options>;

/// Builds the index. Errors: refused where arena-bytes is too low, out_of_memory. Linear, but for
/// the names (n log n). Any thread.
inline Result<UserFields> build_user_fields(const Map& map,
                                            const UserFieldsOptions& options = {}) noexcept {
    return detail::made<UserFields>([&](auto** fields) noexcept {
        return flatline_build_user_fields(map.raw(), &options, fields);
    });
}

// ---- Numbers for a host's own structs ----------------------------------------------------------

/// The 16.16 of a number as UDMF writes it, by FLATLINE_FIXED_*. bad_argument where the text is no
/// number or does not fit. No locale. Any thread. Source: docs/udmf.md, "Numbers as 16.16".
inline Result<std::int32_t> fixed_of_text(std::string_view number, std::int32_t cut) noexcept {
    std::int32_t fixed = 0;
    const flatline_status ended = flatline_fixed_of_text(number.data(), number.size(), cut, &fixed);
    return {detail::status(ended), fixed};
}

/// Writes the 16.16 of a field for every element of its kind to `out`, which has room for `count`,
/// their number: `otherwise` where the text does not give it. One pass over the text.
/// Errors: bad_argument for another count and for a binary or refused map.
inline Status fixed_values(const Map& map, FieldId field, std::int32_t cut, std::int32_t otherwise,
                           std::int32_t* out, std::size_t count) noexcept {
    return detail::status(flatline_map_fixed(map.raw(), field, cut, otherwise, out, count));
}

namespace detail {

/// FLATLINE_HOST_* of a member; -1 where no value can be written to it.
template <class Member>
constexpr std::int32_t host_type() noexcept {
    if (std::is_same_v<Member, bool>) return FLATLINE_HOST_BOOL;
    if (std::is_same_v<Member, float>) return FLATLINE_HOST_FLOAT;
    if (std::is_same_v<Member, double>) return FLATLINE_HOST_DOUBLE;
    if (!std::is_integral_v<Member> || sizeof(Member) > 4) return -1;
    constexpr std::int32_t kSigned = sizeof(Member) == 1   ? FLATLINE_HOST_INT8
                                     : sizeof(Member) == 2 ? FLATLINE_HOST_INT16
                                                           : FLATLINE_HOST_INT32;
    return std::is_signed_v<Member> ? kSigned : kSigned + 1;
}

}  // namespace detail

/// One member of `count` structs, for scatter; set `type` for 16.16 (FLATLINE_HOST_FIXED). `range`
/// (FLATLINE_RANGE_*) says what becomes of a number that the member cannot hold; `absent` is
/// written where the map's dialect lacks the field.
template <class Struct, class Member>
flatline_host_column host_column(Struct* structs, std::size_t count, Member Struct::*member,
                                 std::int32_t range = FLATLINE_RANGE_REFUSE,
                                 double absent = 0) noexcept {
    constexpr std::int32_t kType = detail::host_type<Member>();
    static_assert(kType >= 0, "a number of at most 32 bits, a double or a bool");
    void* base = count != 0 ? &(structs->*member) : nullptr;
    return {base, sizeof(Struct), count, kType, range, absent, 0, FLATLINE_OTHERWISE_DEFAULT};
}
/// The same for some bits of a whole member, which a field sets or clears; its other bits stay.
template <class Struct, class Member>
flatline_host_column host_bits(Struct* structs, std::size_t count, Member Struct::*member,
                               std::uint32_t bits) noexcept {
    flatline_host_column column = host_column(structs, count, member);
    column.bits = bits;
    return column;
}

/// Writes 1 to the members of elements that give a field and 0 to all others. field_absent and
/// bad_argument as of scatter.
inline Status given(const Map& map, FieldId field, const flatline_host_column& to) noexcept {
    return detail::status(flatline_map_given(map.raw(), field, &to));
}

/// One int32_t of `count` structs that gets the 16.16 of a field, for fixed_columns.
template <class Struct>
flatline_fixed_column fixed_column(FieldId field, Struct* structs, std::size_t count,
                                   std::int32_t Struct::*member, std::int32_t cut) noexcept {
    void* base = count != 0 ? &(structs->*member) : nullptr;
    return {base, sizeof(Struct), count, cut, FLATLINE_OTHERWISE_DEFAULT, 0, field, 0};
}
/// Writes the 16.16 of several fields in one pass over the text. bad_argument, and nothing written,
/// for a binary or refused map, a field that is no number and a column too short.
inline Status fixed_columns(const Map& map, View<flatline_fixed_column> columns) noexcept {
    return detail::status(flatline_map_fixed_columns(map.raw(), columns.data(), columns.size()));
}

/// Writes a field of every element, standard or not, to one member of the host's structs: entry i
/// gets the value of element i, or the field's default; without one the member stays as it is. A
/// texture is written as its index among the names, no element as -1 or the highest number. The
/// value is the first element whose number did not fit, FLATLINE_NONE where all did. field_absent,
/// which is no error: the dialect lacks the field, host_default was written. Errors, with nothing
/// written: refused for such a number with FLATLINE_RANGE_REFUSE, bad_argument.
inline Result<std::uint32_t> scatter(const Map& map, FieldId field,
                                     const flatline_host_column& to) noexcept {
    std::uint32_t element = FLATLINE_NONE;
    const flatline_status ended = flatline_scatter(map.raw(), field, &to, &element);
    return {detail::status(ended), element};
}

}  // namespace flatline
