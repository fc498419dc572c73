// All of a map as one string, to compare two loads by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "flatline/map.hpp"
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
inline void append_value(std::string& all, flatline::View<std::int32_t> ids) {
    append_value(all, ids.size());
    append(all, ids.data(), ids.size() * sizeof *ids.data());
}

inline void append_text(std::string& all, const flatline::Map& map, flatline_text text) {
    append_value(all, map.text(text));
}

/// Everything that a map publishes; its texts by their bytes.
inline std::string of(const flatline::Map& map) {
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
        append(all, &u.index, sizeof u.index + 4);  // element, kind and depth behind it
        if (u.kind == FLATLINE_STRING || u.kind == FLATLINE_KEYWORD)
            append_text(all, map, u.value.string);
        else
            append(all, &u.value, sizeof u.value);
    }
    return all;
}

}  // namespace map_content
