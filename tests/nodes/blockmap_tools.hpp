// A blockmap that was read or built, with all that a test asks of it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "model/blockmap.hpp"
#include "model/findings.hpp"

namespace blockmap_tools {

using Cells = std::vector<std::vector<std::uint32_t>>;

inline Cells cells_of(const flatline_blockmap& map) {
    Cells cells(std::size_t{map.columns} * map.rows);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const flatline::engine::View<std::uint32_t> lines = flatline::engine::cell_lines(map, i);
        cells[i].assign(lines.begin(), lines.end());
    }
    return cells;
}

struct Blockmap {
    flatline::engine::Outcome status = flatline::engine::Outcome::out_of_memory;
    flatline_blockmap map = {};
    flatline::engine::FindingList findings;
    flatline::engine::Reservation memory;
    std::uint64_t announced = 0, used = 0;

    Cells cells() const { return cells_of(map); }
};

}  // namespace blockmap_tools
