// All of a map as one string, to compare two loads by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "flatline/map.hpp"

namespace map_content {

inline void append(std::string& all, const void* data, std::size_t size) {
    if (size > 0) all.append(static_cast<const char*>(data), size);
}
inline void append_text(std::string& all, const flatline::Map& map, flatline_text text) {
    all += std::string(map.text(text)) + "\n";
}

/// Everything that a map publishes; its texts by their bytes.
inline std::string of(const flatline::Map& map) {
    const flatline_arrays& a = map.arrays();
    std::string all = std::string(map.map_namespace()) + "\n" +
                      std::to_string(static_cast<int>(map.dialect())) +
                      std::to_string(static_cast<int>(map.grammar())) + "\n";
    append(all, a.vertices, a.vertex_count * sizeof *a.vertices);
    append(all, a.linedefs, a.linedef_count * sizeof *a.linedefs);
    append(all, a.sidedefs, a.sidedef_count * sizeof *a.sidedefs);
    append(all, a.sectors, a.sector_count * sizeof *a.sectors);
    append(all, a.things, a.thing_count * sizeof *a.things);
    append(all, a.ids, a.id_count * sizeof *a.ids);
    append(all, a.sector_lines, a.sector_line_count * sizeof *a.sector_lines);
    for (const flatline_text name : map.names()) append_text(all, map, name);
    for (const flatline_column& column : map.columns()) {
        append(all, &column.field, sizeof column.field);
        append(all, column.elements, column.count * sizeof *column.elements);
        for (std::uint32_t i = 0; i < column.count; ++i) {
            switch (column.kind) {
                case FLATLINE_INTEGER:
                    append(all, column.values.integers + i, 4);
                    break;
                case FLATLINE_BOOLEAN:
                    append(all, column.values.booleans + i, 1);
                    break;
                case FLATLINE_STRING:
                    append_text(all, map, column.values.texts[i]);
                    break;
                default:
                    append(all, column.values.reals + i, 8);
                    break;
            }
        }
    }
    for (const flatline_unknown& u : map.unknowns()) {
        append_text(all, map, u.name);
        append(all, &u.index, sizeof u.index + 4);  // element, kind and depth behind it
        if (u.kind == FLATLINE_STRING || u.kind == FLATLINE_KEYWORD)
            append_text(all, map, u.value.string);
        else
            append(all, &u.value, sizeof u.value);
    }
    return all;
}

}  // namespace map_content
