// How many elements of a kind a map has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/map.hpp"

namespace flatline::engine {

/// 0 for what is no kind of element.
inline std::size_t element_count(const Map& map, std::uint8_t element) noexcept {
    const std::size_t counts[] = {map.vertices().size(), map.linedefs().size(),
                                  map.sidedefs().size(), map.sectors().size(), map.things().size()};
    return element <= FLATLINE_THING ? counts[element] : 0;
}

}  // namespace flatline::engine
