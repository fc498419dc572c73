// Adds elements to a layout while the rooms are built.
#pragma once

#include "mapgen_layout.hpp"
#include "mapgen_random.hpp"
#include "mapgen_room.hpp"

#include <cstdint>
#include <vector>

namespace flatline::engine::mapgen {

class Builder {
public:
    Builder(const LayoutOptions& options, Layout& layout) : options_(options), layout_(layout) {}

    [[nodiscard]] const LayoutOptions& options() const { return options_; }
    [[nodiscard]] Layout& layout() { return layout_; }
    [[nodiscard]] const Sector& sector(std::uint32_t index) const { return layout_.sectors[index]; }

    std::uint32_t add_vertex(Point place);
    std::uint32_t add_sector(const Sector& sector, Random& random);
    // The line's right side looks into `right`, its left side into `left`; with kNone for `left`
    // the line is one-sided. Some two-sided lines are turned round, so that fronts point both ways.
    void add_line(std::uint32_t v1, std::uint32_t v2, std::uint32_t right, std::uint32_t left,
                  LineRole role, Random& random);

private:
    const LayoutOptions& options_;
    Layout& layout_;
};

// Part of a room's floor, in thousandths of the cell.
struct Slot {
    int left;
    int right;
    int bottom;
    int top;
};

// Puts a pillar, a platform or a piece of terrain into the slot, all inside the sector
// `surrounding`. Returns whether a thing may stand in the middle of it.
bool add_island(Builder& builder, const Grid& grid, std::uint32_t room, const Slot& slot,
                std::uint32_t surrounding, Random& random);

}  // namespace flatline::engine::mapgen
