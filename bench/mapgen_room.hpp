// Where the rooms stand: the shape of each room and doorway follows from the seed and its number
// alone, so that a room can ask for its neighbour's walls before that neighbour is built.
#pragma once

#include "mapgen_layout.hpp"
#include "mapgen_random.hpp"

#include <cstdint>

namespace flatline::engine::mapgen {

struct Point {
    std::int32_t x;
    std::int32_t y;
};

enum class ChordKind : std::uint8_t { None, Vertical, Horizontal };

// All lengths are thousandths of the cell. These bounds keep the parts apart: walls stand below
// 150, bevels end below 230, chords lie in 240-280, doorways in 310-690, islands begin at 200
// beside a wall or at 320 beside a chord; the far side mirrors them.
struct RoomShape {
    int left;
    int right;
    int bottom;
    int top;
    int bevels[4];  // at the corners left-bottom, left-top, right-top, right-bottom; 0: none
    ChordKind chords;
    int chord_low;   // 0: none
    int chord_high;  // 0: none
    std::int16_t floor;
    std::int16_t ceiling;
    std::uint8_t light;
    std::uint8_t theme;

    // The free band around the islands lies between the outer and the inner values.
    [[nodiscard]] bool has_low(ChordKind kind) const { return chords == kind && chord_low != 0; }
    [[nodiscard]] bool has_high(ChordKind kind) const { return chords == kind && chord_high != 0; }
    [[nodiscard]] int outer_left() const;
    [[nodiscard]] int outer_right() const;
    [[nodiscard]] int outer_bottom() const;
    [[nodiscard]] int outer_top() const;
    [[nodiscard]] int inner_left() const;
    [[nodiscard]] int inner_right() const;
    [[nodiscard]] int inner_bottom() const;
    [[nodiscard]] int inner_top() const;
};

struct DoorwayShape {
    bool present;
    int low;
    int high;
    int sections;
    bool door;  // the middle section is a closed door
};

[[nodiscard]] std::int32_t snap_to(std::int64_t value, std::int32_t step);

enum class Direction : std::uint8_t { East, North };

// The grid of square cells, as square as the number of rooms allows, centred on the origin.
class Grid {
public:
    explicit Grid(const LayoutOptions& options);

    [[nodiscard]] std::uint32_t columns() const { return columns_; }
    [[nodiscard]] std::uint32_t rooms() const { return rooms_; }
    [[nodiscard]] std::int32_t snap() const { return snap_; }

    [[nodiscard]] RoomShape room(std::uint32_t number) const;
    // The doorway from a room to its neighbour; not present where there is no neighbour.
    [[nodiscard]] DoorwayShape doorway(std::uint32_t number, Direction direction) const;
    // A place inside the cell, on the grid that walls stand on.
    [[nodiscard]] Point at(std::uint32_t number, int x, int y) const;
    // A length in thousandths of the cell, on no grid.
    [[nodiscard]] std::int32_t length(int thousandths) const {
        return static_cast<std::int32_t>(std::int64_t{cell_} * thousandths / 1000);
    }
    // A place in the free band of a room; `side` is 0 to 3 for left, right, bottom, top.
    [[nodiscard]] Point in_band(std::uint32_t number, const RoomShape& shape, int side,
                                Random& random) const;

private:
    std::uint64_t seed_;
    std::uint32_t rooms_;
    std::uint32_t columns_;
    std::uint32_t rows_;
    std::int32_t cell_;
    std::int32_t snap_;
};

}  // namespace flatline::engine::mapgen
