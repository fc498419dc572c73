// The tables of what is baked. Writing and opening share them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "flatline/types.h"
#include "nodes/reject.hpp"

namespace flatline::engine::bake {

/// How the entries of an array go into the file: as they are, or with what is in them changed.
enum class Form : std::uint8_t {
    plain,
    names,     // texts, which count through the strings of the file
    columns,   // BakedColumn
    unknowns,  // their texts, too
};

/// One array of `Arrays`. `optional`: its pointer may be null whatever its count is.
template <class Arrays>
struct ArrayRow {
    const char* name;
    std::size_t pointer;    // of the member, from the begin of Arrays
    std::uint32_t element;  // bytes of an entry in the file
    Form form;
    bool optional;
    std::uint64_t (*count)(const Arrays&) noexcept;
};

/// Members beside the pointers, one behind the other.
struct ScalarRow {
    std::size_t begin, end;
};

/// A column of a map without its pointers.
struct BakedColumn {
    std::uint16_t field;
    std::uint8_t element, kind;
    std::uint32_t count;
};

/// More than any file holds; such a count fits no section.
inline constexpr std::uint64_t kTooMany = std::uint64_t{1} << 40;

constexpr std::uint64_t product_of(std::uint32_t a, std::uint32_t b) noexcept {
    const std::uint64_t product = std::uint64_t{a} * b;
    return product < kTooMany ? product : kTooMany;
}

/// The rows of Arrays: kArrays, kScalars.
template <class Arrays>
struct BakedRows;

// clang-format off
#define FLATLINE_BAKED(type, member, entry, form, optional, counted)                               \
    {#member, offsetof(type, member), sizeof(entry), Form::form, optional,                         \
     [](const type& a) noexcept -> std::uint64_t { return counted; }}

template <>
struct BakedRows<flatline_arrays> {
    static constexpr ArrayRow<flatline_arrays> kArrays[] = {
        FLATLINE_BAKED(flatline_arrays, vertices, flatline_vertex, plain, false, a.vertex_count),
        FLATLINE_BAKED(flatline_arrays, linedefs, flatline_linedef, plain, false, a.linedef_count),
        FLATLINE_BAKED(flatline_arrays, sidedefs, flatline_sidedef, plain, false, a.sidedef_count),
        FLATLINE_BAKED(flatline_arrays, sectors, flatline_sector, plain, false, a.sector_count),
        FLATLINE_BAKED(flatline_arrays, things, flatline_thing, plain, false, a.thing_count),
        FLATLINE_BAKED(flatline_arrays, names, flatline_text, names, false, a.name_count),
        FLATLINE_BAKED(flatline_arrays, columns, BakedColumn, columns, false, a.column_count),
        FLATLINE_BAKED(flatline_arrays, ids, std::int32_t, plain, false, a.id_count),
        FLATLINE_BAKED(flatline_arrays, unknowns, flatline_unknown, unknowns, false, a.unknown_count),
        FLATLINE_BAKED(flatline_arrays, sector_line_rows, std::uint32_t, plain, false,
                       std::uint64_t{a.sector_count} + 1),
        FLATLINE_BAKED(flatline_arrays, sector_lines, std::uint32_t, plain, false, a.sector_line_count),
        FLATLINE_BAKED(flatline_arrays, nodes.vertices, flatline_vertex, plain, false, a.nodes.vertex_count),
        FLATLINE_BAKED(flatline_arrays, nodes.segs, flatline_seg, plain, false, a.nodes.seg_count),
        FLATLINE_BAKED(flatline_arrays, nodes.subsectors, flatline_subsector, plain, false,
                       a.nodes.subsector_count),
        FLATLINE_BAKED(flatline_arrays, nodes.nodes, flatline_node, plain, false, a.nodes.node_count),
        FLATLINE_BAKED(flatline_arrays, nodes.stored_boxes, flatline_stored_box, plain, true,
                       a.nodes.node_count),
        FLATLINE_BAKED(flatline_arrays, nodes.stored_angles, flatline_stored_angle, plain, true,
                       a.nodes.seg_count),
        FLATLINE_BAKED(flatline_arrays, blockmap.cells, flatline_blockmap_cell, plain, false,
                       product_of(a.blockmap.columns, a.blockmap.rows)),
        FLATLINE_BAKED(flatline_arrays, blockmap.lines, std::uint32_t, plain, false,
                       a.blockmap.entry_count),
        FLATLINE_BAKED(flatline_arrays, reject.bits, unsigned char, plain, true,
                       a.reject.sector_count > 0xFFFFFFFF ? kTooMany
                                                          : nodes::reject_bytes(a.reject.sector_count)),
        FLATLINE_BAKED(flatline_arrays, planes, flatline_plane, plain, false, a.plane_count),
        FLATLINE_BAKED(flatline_arrays, plane_sources, flatline_plane_source, plain, false, a.plane_count),
    };
    static constexpr ScalarRow kScalars[] = {
        {offsetof(flatline_arrays, vertex_count), offsetof(flatline_arrays, sector_line_count) + 4},
        {offsetof(flatline_arrays, nodes.vertex_count), offsetof(flatline_arrays, nodes.kind) + 4},
        {offsetof(flatline_arrays, blockmap.origin_x),
         offsetof(flatline_arrays, blockmap.skipped_zero) + 4},
        {offsetof(flatline_arrays, reject.sector_count),
         offsetof(flatline_arrays, reject.sector_count) + 8},
        {offsetof(flatline_arrays, plane_count), offsetof(flatline_arrays, plane_count) + 4},
    };
};

template <>
struct BakedRows<flatline_doom3_arrays> {
    using A = flatline_doom3_arrays;
    static constexpr ArrayRow<A> kArrays[] = {
        FLATLINE_BAKED(A, entities, flatline_doom3_entity, plain, false, a.entity_count),
        FLATLINE_BAKED(A, pairs, flatline_doom3_pair, plain, false, a.pair_count),
        FLATLINE_BAKED(A, primitive_pairs, flatline_doom3_pair, plain, false, a.primitive_pair_count),
        FLATLINE_BAKED(A, brushes, flatline_doom3_brush, plain, false, a.brush_count),
        FLATLINE_BAKED(A, sides, flatline_doom3_side, plain, false, a.side_count),
        FLATLINE_BAKED(A, quake_textures, flatline_doom3_quake_texture, plain, false, a.quake_texture_count),
        FLATLINE_BAKED(A, patches, flatline_doom3_patch, plain, false, a.patch_count),
        FLATLINE_BAKED(A, points, flatline_doom3_point, plain, false, a.point_count),
        FLATLINE_BAKED(A, materials, flatline_text, plain, false, a.material_count),
    };
    static constexpr ScalarRow kScalars[] = {
        {offsetof(A, entity_count), offsetof(A, has_version) + 4},
        {offsetof(A, version), offsetof(A, version) + 8},
    };
};

template <>
struct BakedRows<flatline_runtime> {
    using A = flatline_runtime;
    static constexpr ArrayRow<A> kArrays[] = {
        FLATLINE_BAKED(A, line_data, flatline_line_data, plain, true, a.line_count),
        FLATLINE_BAKED(A, side_lines, std::uint32_t, plain, true, a.side_count),
        FLATLINE_BAKED(A, vertex_line_rows, std::uint32_t, plain, true, std::uint64_t{a.vertex_count} + 1),
        FLATLINE_BAKED(A, vertex_lines, std::uint32_t, plain, true, a.vertex_line_count),
        FLATLINE_BAKED(A, neighbour_rows, std::uint32_t, plain, true, std::uint64_t{a.sector_count} + 1),
        FLATLINE_BAKED(A, neighbours, std::uint32_t, plain, true, a.neighbour_count),
        FLATLINE_BAKED(A, sector_bounds, flatline_sector_bounds, plain, true, a.sector_count),
        FLATLINE_BAKED(A, sector_tags.tags, std::int32_t, plain, true, a.sector_tags.tag_count),
        FLATLINE_BAKED(A, sector_tags.rows, std::uint32_t, plain, true,
                       std::uint64_t{a.sector_tags.tag_count} + 1),
        FLATLINE_BAKED(A, sector_tags.elements, std::uint32_t, plain, true, a.sector_tags.element_count),
        FLATLINE_BAKED(A, line_tags.tags, std::int32_t, plain, true, a.line_tags.tag_count),
        FLATLINE_BAKED(A, line_tags.rows, std::uint32_t, plain, true, std::uint64_t{a.line_tags.tag_count} + 1),
        FLATLINE_BAKED(A, line_tags.elements, std::uint32_t, plain, true, a.line_tags.element_count),
        FLATLINE_BAKED(A, thing_tags.tags, std::int32_t, plain, true, a.thing_tags.tag_count),
        FLATLINE_BAKED(A, thing_tags.rows, std::uint32_t, plain, true,
                       std::uint64_t{a.thing_tags.tag_count} + 1),
        FLATLINE_BAKED(A, thing_tags.elements, std::uint32_t, plain, true, a.thing_tags.element_count),
        FLATLINE_BAKED(A, thing_places, flatline_thing_place, plain, true, a.thing_count),
        FLATLINE_BAKED(A, polyobjects, flatline_polyobject, plain, true, a.polyobject_count),
        FLATLINE_BAKED(A, polyobject_lines, std::uint32_t, plain, true, a.polyobject_line_count),
        FLATLINE_BAKED(A, gap_rows, std::uint32_t, plain, true, std::uint64_t{a.sector_count} + 1),
        FLATLINE_BAKED(A, gaps, flatline_gap, plain, true, a.gap_count),
        FLATLINE_BAKED(A, trail_vertices, flatline_trail_vertex, plain, true, a.trail_vertex_count),
        FLATLINE_BAKED(A, seg_data, flatline_seg_data, plain, true, a.seg_count),
        FLATLINE_BAKED(A, subsector_line_rows, std::uint32_t, plain, true,
                       std::uint64_t{a.subsector_count} + 1),
        FLATLINE_BAKED(A, subsector_lines, std::uint32_t, plain, true, a.subsector_line_count),
        FLATLINE_BAKED(A, sound_groups, std::uint32_t, plain, true, a.sector_count),
        FLATLINE_BAKED(A, sound_neighbour_rows, std::uint32_t, plain, true,
                       std::uint64_t{a.sound_group_count} + 1),
        FLATLINE_BAKED(A, sound_neighbours, std::uint32_t, plain, true, a.sound_neighbour_count),
    };
    static constexpr ScalarRow kScalars[] = {
        {offsetof(A, sector_tags.tag_count), offsetof(A, sector_tags.element_count) + 4},
        {offsetof(A, line_tags.tag_count), offsetof(A, line_tags.element_count) + 4},
        {offsetof(A, thing_tags.tag_count), offsetof(A, thing_tags.element_count) + 4},
        {offsetof(A, line_count), offsetof(A, subsector_line_count) + 4},
        {offsetof(A, sound_group_count), offsetof(A, sound_neighbour_count) + 4},
    };
};
#undef FLATLINE_BAKED
// clang-format on

template <class Arrays>
inline constexpr std::size_t kRowCount = sizeof(BakedRows<Arrays>::kArrays) /
                                         sizeof(BakedRows<Arrays>::kArrays[0]);

/// Whether a row names byte `at` of Arrays.
template <class Arrays>
constexpr bool is_named(std::size_t at) noexcept {
    for (const auto& row : BakedRows<Arrays>::kArrays) {
        if (at >= row.pointer && at < row.pointer + sizeof(void*)) return true;
    }
    for (const ScalarRow& row : BakedRows<Arrays>::kScalars) {
        if (at >= row.begin && at < row.end) return true;
    }
    return false;
}

/// Bytes of Arrays that no row names: padding in front of pointers and at the end.
template <class Arrays>
constexpr std::size_t unnamed_bytes() noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i < sizeof(Arrays); ++i) count += is_named<Arrays>(i) ? 0u : 1u;
    return count;
}

template <class Arrays>
const unsigned char* array_of(const Arrays& arrays, const ArrayRow<Arrays>& row) noexcept {
    const unsigned char* data = nullptr;
    std::memcpy(&data, reinterpret_cast<const unsigned char*>(&arrays) + row.pointer, sizeof data);
    return data;
}
template <class Arrays>
void set_array(Arrays& arrays, const ArrayRow<Arrays>& row, const unsigned char* data) noexcept {
    std::memcpy(reinterpret_cast<unsigned char*>(&arrays) + row.pointer, &data, sizeof data);
}

/// Copies what is no pointer. The rest of `to` stays as it is.
template <class Arrays>
void copy_scalars(const unsigned char* from, unsigned char* to) noexcept {
    for (const ScalarRow& row : BakedRows<Arrays>::kScalars) {
        std::memcpy(to + row.begin, from + row.begin, row.end - row.begin);
    }
}

}  // namespace flatline::engine::bake
