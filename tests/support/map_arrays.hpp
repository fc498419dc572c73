// The elements of a map of any kind by their bytes, and the values of columns by their types.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/map.hpp"

namespace map_arrays {

struct Elements {
    const char* data;
    std::size_t size;  ///< of one
    std::uint32_t count;

    const char* operator[](std::size_t i) const { return data + i * size; }
};

/// By FLATLINE_VERTEX .. FLATLINE_THING.
inline std::array<Elements, 5> elements(const flatline::engine::Map& map) {
    const flatline_arrays& a = map.arrays();
    const auto of = [](const auto* data, std::uint32_t count) {
        return Elements{reinterpret_cast<const char*>(data), sizeof *data, count};
    };
    return {of(a.vertices, a.vertex_count), of(a.linedefs, a.linedef_count),
            of(a.sidedefs, a.sidedef_count), of(a.sectors, a.sector_count),
            of(a.things, a.thing_count)};
}

/// Calls `use` with a value of a column: int32_t, double, bool, string_view or a view of int32_t.
template <class Use>
auto column_value(const flatline::engine::Map& map, const flatline_column& column, std::uint32_t i,
                  Use&& use) {
    switch (column.kind) {
        case FLATLINE_INTEGER:
            return use(column.values.integers[i]);
        case FLATLINE_REAL:
            return use(column.values.reals[i]);
        case FLATLINE_BOOLEAN:
            return use(column.values.booleans[i] != 0);
        case FLATLINE_STRING:
            return use(map.text(column.values.texts[i]));
        default: {
            const flatline_text range = column.values.ids[i];
            return use(
                flatline::engine::View<std::int32_t>(map.ids().data() + range.offset, range.size));
        }
    }
}

}  // namespace map_arrays
