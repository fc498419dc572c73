#include "mapgen_room.hpp"

#include <algorithm>

namespace flatline::engine::mapgen {

namespace {

// The map stays within 31,900 units of the origin, so that no rounding can reach 32,000.
constexpr std::int64_t kMapWidth = 63'800'000;
constexpr std::int64_t kLargestCell = 1'024'000;
constexpr int kCellParts = 1000;

// Walls stand on the coarsest of these grids that keeps 5 thousandths of a cell apart.
constexpr std::int32_t kSnaps[] = {8000, 4000, 2000, 1000, 500, 250, 125, 25, 5, 1};

}  // namespace

std::int32_t snap_to(std::int64_t value, std::int32_t step) {
    const std::int64_t half = step / 2;
    const std::int64_t away = value >= 0 ? value + half : value - half;
    return static_cast<std::int32_t>(away / step * step);
}

int RoomShape::outer_left() const { return has_low(ChordKind::Vertical) ? chord_low : left; }
int RoomShape::outer_right() const { return has_high(ChordKind::Vertical) ? chord_high : right; }
int RoomShape::outer_bottom() const { return has_low(ChordKind::Horizontal) ? chord_low : bottom; }
int RoomShape::outer_top() const { return has_high(ChordKind::Horizontal) ? chord_high : top; }
int RoomShape::inner_left() const { return has_low(ChordKind::Vertical) ? 320 : 200; }
int RoomShape::inner_right() const { return has_high(ChordKind::Vertical) ? 680 : 800; }
int RoomShape::inner_bottom() const { return has_low(ChordKind::Horizontal) ? 320 : 200; }
int RoomShape::inner_top() const { return has_high(ChordKind::Horizontal) ? 680 : 800; }

Grid::Grid(const LayoutOptions& options) : seed_(options.seed), rooms_(options.rooms) {
    std::uint32_t columns = 1;
    while (std::uint64_t{columns} * columns < rooms_) {
        ++columns;
    }
    columns_ = columns;
    rows_ = (rooms_ + columns - 1) / columns;
    const std::int64_t widest = std::min(kLargestCell, kMapWidth / columns_);
    snap_ = 1;
    for (const std::int32_t snap : kSnaps) {
        if (widest >= std::int64_t{200} * snap) {
            snap_ = snap;
            break;
        }
    }
    // An even number of steps, so that the middle of the map lies on the grid too.
    const std::int64_t step = std::int64_t{2} * snap_;
    cell_ = static_cast<std::int32_t>(widest / step * step);
}

RoomShape Grid::room(std::uint32_t number) const {
    Random random(seed_, Stream::Room, number);
    RoomShape shape{};
    shape.left = random.range(60, 150);
    shape.right = kCellParts - random.range(60, 150);
    shape.bottom = random.range(60, 150);
    shape.top = kCellParts - random.range(60, 150);
    for (int& bevel : shape.bevels) {
        bevel = random.chance(200) ? random.range(40, 80) : 0;
    }
    if (random.chance(550)) {
        shape.chords = random.chance(500) ? ChordKind::Vertical : ChordKind::Horizontal;
        const std::uint32_t which = random.below(3);
        shape.chord_low = which != 1 ? random.range(240, 280) : 0;
        shape.chord_high = which != 0 ? kCellParts - random.range(240, 280) : 0;
    }
    shape.floor = static_cast<std::int16_t>(8 * random.range(-8, 8));
    shape.ceiling = static_cast<std::int16_t>(shape.floor + 8 * random.range(16, 40));
    shape.light = static_cast<std::uint8_t>(16 * random.range(6, 15));
    shape.theme = static_cast<std::uint8_t>(random.below(20));
    return shape;
}

DoorwayShape Grid::doorway(std::uint32_t number, Direction direction) const {
    const bool east = direction == Direction::East;
    DoorwayShape shape{};
    const std::uint32_t column = number % columns_;
    if (east ? column + 1 >= columns_ || number + 1 >= rooms_ : number + columns_ >= rooms_) {
        return shape;
    }
    Random random(seed_, Stream::Doorway, std::uint64_t{number} * 2 + (east ? 1U : 0U));
    // Every row is joined from end to end and the first column joins the rows: nothing is cut off.
    shape.present = east || column == 0 || random.chance(550);
    const int centre = random.range(400, 600);
    const int half = random.range(50, 90);
    shape.low = centre - half;
    shape.high = centre + half;
    shape.sections = random.range(1, 3);
    shape.door = shape.sections == 3 && random.chance(600);
    return shape;
}

Point Grid::at(std::uint32_t number, int x, int y) const {
    const std::int64_t left =
        std::int64_t{number % columns_} * cell_ - std::int64_t{columns_} * cell_ / 2;
    const std::int64_t bottom =
        std::int64_t{number / columns_} * cell_ - std::int64_t{rows_} * cell_ / 2;
    return {snap_to(left + std::int64_t{cell_} * x / kCellParts, snap_),
            snap_to(bottom + std::int64_t{cell_} * y / kCellParts, snap_)};
}

Point Grid::in_band(std::uint32_t number, const RoomShape& shape, int side, Random& random) const {
    // 320 to 680 along the wall is clear of bevels and of the chords that meet this band.
    const int along = random.range(320, 680);
    const int across = random.range(300, 700);
    const auto between = [across](int outer, int inner) {
        return outer + (inner - outer) * across / 1000;
    };
    Point place{};
    switch (side) {
        case 0:
            place = at(number, between(shape.outer_left(), shape.inner_left()), along);
            break;
        case 1:
            place = at(number, between(shape.outer_right(), shape.inner_right()), along);
            break;
        case 2:
            place = at(number, along, between(shape.outer_bottom(), shape.inner_bottom()));
            break;
        default:
            place = at(number, along, between(shape.outer_top(), shape.inner_top()));
            break;
    }
    return place;
}

}  // namespace flatline::engine::mapgen
