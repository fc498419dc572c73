// How many elements of a kind a map has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/map.hpp"

namespace flatline::engine {

/// 0 for what is no kind of element.
inline std::uint32_t element_count(const flatline_arrays& arrays, std::uint8_t element) noexcept {
    const std::uint32_t counts[] = {arrays.vertex_count, arrays.linedef_count, arrays.sidedef_count,
                                    arrays.sector_count, arrays.thing_count};
    return element <= FLATLINE_THING ? counts[element] : 0;
}
inline std::size_t element_count(const Map& map, std::uint8_t element) noexcept {
    return element_count(map.arrays(), element);
}

}  // namespace flatline::engine
