// A whole map as one string, for comparing two loads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/map.hpp"
#include "support/map_arrays.hpp"

namespace map_content {

inline void append(std::string& all, const void* data, std::size_t size) {
    if (size > 0) all.append(static_cast<const char*>(data), size);
}
template <class Value>
void append_value(std::string& all, const Value& value) {
    append(all, &value, sizeof value);
}
inline void append_value(std::string& all, std::string_view text) {
    all += std::string(text) + "\n";
}
inline void append_value(std::string& all, flatline::engine::View<std::int32_t> ids) {
    append_value(all, ids.size());
    append(all, ids.data(), ids.size() * sizeof *ids.data());
}

inline void append_text(std::string& all, const flatline::engine::Map& map, flatline_text text) {
    append_value(all, map.text(text));
}

/// Everything that a map publishes; its texts by their bytes.
inline std::string of(const flatline::engine::Map& map) {
    const flatline_arrays& a = map.arrays();
    std::string all = std::string(map.map_namespace()) + "\n" +
                      std::to_string(static_cast<int>(map.dialect())) +
                      std::to_string(static_cast<int>(map.grammar())) + "\n";
    for (const map_arrays::Elements& elements : map_arrays::elements(map)) {
        append(all, elements.data, elements.count * elements.size);
    }
    append(all, a.ids, a.id_count * sizeof *a.ids);
    append(all, a.sector_lines, a.sector_line_count * sizeof *a.sector_lines);
    for (const flatline_text name : map.names()) append_text(all, map, name);
    for (const flatline_column& column : map.columns()) {
        append(all, &column.field, sizeof column.field);
        append(all, column.elements, column.count * sizeof *column.elements);
        for (std::uint32_t i = 0; i < column.count; ++i) {
            map_arrays::column_value(map, column, i,
                                     [&](const auto& value) { append_value(all, value); });
        }
    }
    for (const flatline_unknown& u : map.unknowns()) {
        append_text(all, map, u.name);
        append(all, &u.index, sizeof u.index + 4);  // element, kind and depth after it
        if (u.kind == FLATLINE_STRING || u.kind == FLATLINE_KEYWORD)
            append_text(all, map, u.value.string);
        else
            append(all, &u.value, sizeof u.value);
    }
    return all;
}

template <class Element>
void append_array(std::string& all, const Element* elements, std::size_t count) {
    append_value(all, count);
    append(all, elements, count * sizeof *elements);
}

inline std::string of(const flatline_bsp& bsp) {
    std::string all(bsp.format);
    append_array(all, bsp.vertices, bsp.vertex_count);
    append_array(all, bsp.segs, bsp.seg_count);
    append_array(all, bsp.subsectors, bsp.subsector_count);
    append_array(all, bsp.nodes, bsp.node_count);
    append_array(all, bsp.stored_boxes, bsp.stored_boxes != nullptr ? bsp.node_count : 0);
    for (const std::uint32_t value : {bsp.original_vertices, bsp.depth, bsp.kind}) {
        append_value(all, value);
    }
    return all;
}

inline std::string of(const flatline_blockmap& map) {
    std::string all;
    append_array(all, map.cells, std::size_t{map.columns} * map.rows);
    append_array(all, map.lines, map.entry_count);
    append_value(all, map.origin_x);
    append_value(all, map.origin_y);
    append_value(all, map.columns);
    append_value(all, map.from_lump);
    return all;
}

/// What is made of a map's other lumps and of its slopes: planes, nodes, blockmap, REJECT.
inline std::string of_products(const flatline::engine::Map& map) {
    const flatline_arrays& a = map.arrays();
    std::string all;
    append_array(all, a.planes, a.plane_count);
    append_array(all, a.plane_sources, a.plane_count);
    all += of(a.nodes) + of(a.blockmap);
    const std::uint64_t bits = a.reject.sector_count * a.reject.sector_count;
    append_array(all, a.reject.bits,
                 a.reject.bits != nullptr ? static_cast<std::size_t>((bits + 7) / 8) : 0);
    return all;
}

inline void append_tags(std::string& all, const flatline_tags& tags) {
    append_array(all, tags.tags, tags.tag_count);
    append_array(all, tags.rows, tags.rows != nullptr ? tags.tag_count + std::size_t{1} : 0);
    append_array(all, tags.elements, tags.element_count);
}

inline std::string of(const flatline_runtime& r) {
    std::string all;
    append_value(all, r.tables);
    const auto list = [&all](const auto* elements, std::size_t count) {
        append_array(all, elements, elements != nullptr ? count : 0);
    };
    list(r.line_data, r.line_count);
    list(r.side_lines, r.side_count);
    list(r.vertex_line_rows, r.vertex_count + std::size_t{1});
    list(r.vertex_lines, r.vertex_line_count);
    list(r.neighbour_rows, r.sector_count + std::size_t{1});
    list(r.neighbours, r.neighbour_count);
    list(r.sector_bounds, r.sector_count);
    for (const flatline_tags& tags : {r.sector_tags, r.line_tags, r.thing_tags}) {
        append_tags(all, tags);
    }
    list(r.thing_places, r.thing_count);
    list(r.polyobjects, r.polyobject_count);
    list(r.polyobject_lines, r.polyobject_line_count);
    list(r.gap_rows, r.sector_count + std::size_t{1});
    list(r.gaps, r.gap_count);
    return all;
}

}  // namespace map_content
