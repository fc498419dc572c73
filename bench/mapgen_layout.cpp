// Builds rooms one after the other: outline, alcoves, islands, things, and the doorways back to the
// rooms that are already there.

#include "mapgen_layout.hpp"

#include "mapgen_builder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace flatline::engine::mapgen {

std::uint32_t Builder::add_vertex(Point place) {
    layout_.vertices.push_back({place.x, place.y});
    return static_cast<std::uint32_t>(layout_.vertices.size() - 1);
}

std::uint32_t Builder::add_sector(const Sector& sector, Random& random) {
    Sector added = sector;
    // Triangles slope by the heights of their vertices, and doors must close.
    const bool may_slope = sector.role != SectorRole::Triangle &&
                           sector.role != SectorRole::Doorway && sector.role != SectorRole::Door;
    const bool slopes = may_slope && random.chance(options_.sloped_permille);
    const std::uint32_t which = slopes ? random.below(4) : 0;
    added.sloped_floor = slopes && which != 3;
    added.sloped_ceiling = slopes && which >= 2;
    layout_.sectors.push_back(added);
    return static_cast<std::uint32_t>(layout_.sectors.size() - 1);
}

void Builder::add_line(std::uint32_t v1, std::uint32_t v2, std::uint32_t right, std::uint32_t left,
                       LineRole role, Random& random) {
    if (left != kNone && random.chance(300)) {
        std::swap(v1, v2);
        std::swap(right, left);
    }
    const auto front = static_cast<std::uint32_t>(layout_.sides.size());
    layout_.sides.push_back({right, left, role});
    if (left != kNone) {
        layout_.sides.push_back({left, right, role});
    }
    layout_.lines.push_back({v1, v2, front, left != kNone ? front + 1 : kNone, role});
}

namespace {

// Where a doorway meets a room.
struct Mouth {
    std::uint32_t low = kNone;
    std::uint32_t high = kNone;
    std::uint32_t sector = kNone;
};

enum RoomWall : std::size_t { kWest, kNorth, kEast, kSouth, kRoomWalls };

class RoomBuilder {
public:
    RoomBuilder(const LayoutOptions& options, Layout& layout)
        : builder_(options, layout), grid_(options), north_mouths_(grid_.columns()) {}

    void build_all() {
        for (std::uint32_t number = 0; number < grid_.rooms(); ++number) {
            build_room(number);
        }
    }

private:
    void build_room(std::uint32_t number) {
        Random random(builder_.options().seed, Stream::RoomWalls, number);
        const std::size_t first_sector = builder_.layout().sectors.size();
        const RoomShape shape = grid_.room(number);
        const std::uint32_t column = number % grid_.columns();

        std::array<DoorwayShape, kRoomWalls> doorways{};
        doorways[kEast] = grid_.doorway(number, Direction::East);
        doorways[kNorth] = grid_.doorway(number, Direction::North);
        if (column > 0) {
            doorways[kWest] = grid_.doorway(number - 1, Direction::East);
        }
        if (number >= grid_.columns()) {
            doorways[kSouth] = grid_.doorway(number - grid_.columns(), Direction::North);
        }

        std::array<Mouth, kRoomWalls> mouths = build_outline(number, shape, doorways, random);
        if (doorways[kWest].present) {
            build_doorway(doorways[kWest], Direction::East, east_mouth_, mouths[kWest], random);
        }
        if (doorways[kSouth].present) {
            build_doorway(doorways[kSouth], Direction::North, north_mouths_[column], mouths[kSouth],
                          random);
        }
        east_mouth_ = mouths[kEast];
        north_mouths_[column] = mouths[kNorth];

        // A stream of its own: a room keeps its content when it gets other neighbours, so that the
        // size of a map grows evenly with the number of rooms.
        Random content(builder_.options().seed, Stream::RoomContent, number);
        places_.clear();
        build_islands(number, shape, content);
        const std::size_t sectors = builder_.layout().sectors.size() - first_sector;
        build_things(number, shape, sectors, content);
    }

    // Walks round the room clockwise, which keeps the room on the right of every wall.
    std::array<Mouth, kRoomWalls> build_outline(
        std::uint32_t number, const RoomShape& shape,
        const std::array<DoorwayShape, kRoomWalls>& doorways, Random& random) {
        outline_.clear();
        std::array<Mouth, kRoomWalls> mouths{};
        std::array<std::uint32_t, 4> chord_ends{kNone, kNone, kNone, kNone};
        const Sector room{0,           shape.floor,      shape.ceiling, shape.light,
                          shape.theme, SectorRole::Room, false,         false};
        centre_ = builder_.add_sector(room, random);
        const std::uint32_t low = shape.chord_low != 0 ? add_alcove(room, random) : centre_;
        const std::uint32_t high = shape.chord_high != 0 ? add_alcove(room, random) : centre_;

        std::uint32_t current = low;
        for (std::size_t wall = 0; wall < kRoomWalls; ++wall) {
            // West and north walls are walked towards larger coordinates.
            const bool rising = wall == kWest || wall == kNorth;
            const bool upright = wall == kWest || wall == kEast;
            const auto place = [&](int along) {
                const int across = wall == kWest    ? shape.left
                                   : wall == kNorth ? shape.top
                                   : wall == kEast  ? shape.right
                                                    : shape.bottom;
                return builder_.add_vertex(upright ? grid_.at(number, across, along)
                                                   : grid_.at(number, along, across));
            };
            const int wall_low = upright ? shape.bottom : shape.left;
            const int wall_high = upright ? shape.top : shape.right;
            const int bevel_before = shape.bevels[wall];
            const int bevel_after = shape.bevels[(wall + 1) % kRoomWalls];
            const bool chords =
                shape.chords == (upright ? ChordKind::Horizontal : ChordKind::Vertical);

            outline_.push_back({place(rising ? wall_low + bevel_before : wall_high - bevel_before),
                                current, false});
            const auto chord = [&](bool at_low) {
                const int along = at_low ? shape.chord_low : shape.chord_high;
                if (!chords || along == 0) {
                    return;
                }
                const std::uint32_t vertex = place(along);
                // West and south ends first: the chord is drawn from there.
                const bool second = wall == kNorth || wall == kEast;
                chord_ends[(at_low ? 0U : 2U) + (second ? 1U : 0U)] = vertex;
                current = at_low == rising ? centre_ : (at_low ? low : high);
                outline_.push_back({vertex, current, false});
            };
            chord(rising);
            if (doorways[wall].present) {
                Mouth& mouth = mouths[wall];
                mouth.sector = current;
                const std::uint32_t first =
                    place(rising ? doorways[wall].low : doorways[wall].high);
                const std::uint32_t last = place(rising ? doorways[wall].high : doorways[wall].low);
                outline_.push_back({first, current, true});
                outline_.push_back({last, current, false});
                mouth.low = rising ? first : last;
                mouth.high = rising ? last : first;
            }
            chord(!rising);
            if (bevel_after != 0) {
                outline_.push_back(
                    {place(rising ? wall_high - bevel_after : wall_low + bevel_after), current,
                     false});
            }
        }

        for (std::size_t i = 0; i < outline_.size(); ++i) {
            const Corner& corner = outline_[i];
            builder_.layout().sectors[corner.sector].anchor = corner.vertex;
            if (!corner.opens_mouth) {
                builder_.add_line(corner.vertex, outline_[(i + 1) % outline_.size()].vertex,
                                  corner.sector, kNone, LineRole::Wall, random);
            }
        }
        // Drawn upwards a chord has the larger coordinates on its right, drawn to the right the
        // smaller ones.
        const bool upwards = shape.chords == ChordKind::Vertical;
        if (shape.chord_low != 0) {
            builder_.add_line(chord_ends[0], chord_ends[1], upwards ? centre_ : low,
                              upwards ? low : centre_, LineRole::Chord, random);
        }
        if (shape.chord_high != 0) {
            builder_.add_line(chord_ends[2], chord_ends[3], upwards ? high : centre_,
                              upwards ? centre_ : high, LineRole::Chord, random);
        }
        return mouths;
    }

    std::uint32_t add_alcove(const Sector& room, Random& random) {
        Sector alcove = room;
        alcove.role = SectorRole::Alcove;
        alcove.floor = static_cast<std::int16_t>(alcove.floor + 8 * random.range(-2, 4));
        alcove.ceiling = static_cast<std::int16_t>(alcove.ceiling - 8 * random.range(0, 4));
        alcove.light = static_cast<std::uint8_t>(16 * random.range(6, 15));
        return builder_.add_sector(alcove, random);
    }

    // Builds the passage from the room west or south of another to that room.
    void build_doorway(const DoorwayShape& shape, Direction direction, const Mouth& from,
                       const Mouth& to, Random& random) {
        const bool east = direction == Direction::East;
        const Vertex start = builder_.layout().vertices[from.low];
        const Vertex end = builder_.layout().vertices[to.low];
        const Vertex start_high = builder_.layout().vertices[from.high];
        const Sector& here = builder_.sector(from.sector);
        const Sector& there = builder_.sector(to.sector);
        Sector passage = here;
        passage.role = SectorRole::Doorway;
        passage.floor = std::max(here.floor, there.floor);
        const int headroom = passage.floor + 8 * random.range(9, 14);
        passage.ceiling = static_cast<std::int16_t>(std::max(
            std::min({headroom, int{here.ceiling}, int{there.ceiling}}), passage.floor + 64));
        passage.light = std::min(here.light, there.light);

        std::uint32_t previous = from.sector;
        std::uint32_t low = from.low;
        std::uint32_t high = from.high;
        for (int k = 0; k < shape.sections; ++k) {
            const bool door = shape.door && k == 1;
            const bool last = k + 1 == shape.sections;
            Sector section = passage;
            section.anchor = low;
            if (door) {
                section.role = SectorRole::Door;
                section.ceiling = section.floor;
            }
            const std::uint32_t sector = builder_.add_sector(section, random);
            const LineRole role = k == 0                             ? LineRole::Mouth
                                  : shape.door && (k == 1 || k == 2) ? LineRole::DoorFace
                                                                     : LineRole::Step;
            add_across(east, low, high, sector, previous, role, random);

            std::uint32_t next_low = to.low;
            std::uint32_t next_high = to.high;
            if (!last) {
                const auto between = [&](std::int32_t a, std::int32_t b) {
                    return snap_to(a + std::int64_t{b - a} * (k + 1) / shape.sections,
                                   grid_.snap());
                };
                const std::int32_t along = east ? between(start.x, end.x) : between(start.y, end.y);
                next_low =
                    builder_.add_vertex(east ? Point{along, start.y} : Point{start.x, along});
                next_high = builder_.add_vertex(east ? Point{along, start_high.y}
                                                     : Point{start_high.x, along});
            }
            if (east) {
                builder_.add_line(high, next_high, sector, kNone, LineRole::Jamb, random);
                builder_.add_line(next_low, low, sector, kNone, LineRole::Jamb, random);
            } else {
                builder_.add_line(low, next_low, sector, kNone, LineRole::Jamb, random);
                builder_.add_line(next_high, high, sector, kNone, LineRole::Jamb, random);
            }
            previous = sector;
            low = next_low;
            high = next_high;
        }
        add_across(east, low, high, to.sector, previous, LineRole::Mouth, random);
    }

    // A line across a passage, with `ahead` on its right.
    void add_across(bool east, std::uint32_t low, std::uint32_t high, std::uint32_t ahead,
                    std::uint32_t behind, LineRole role, Random& random) {
        builder_.add_line(east ? low : high, east ? high : low, ahead, behind, role, random);
    }

    void build_islands(std::uint32_t number, const RoomShape& shape, Random& random) {
        const bool plain = builder_.options().plain;
        if (random.chance(plain ? 400 : 120)) {
            return;
        }
        const int columns = plain ? 1 : random.range(1, 2);
        const int rows = plain ? 1 : random.range(1, 2);
        const int width = (shape.inner_right() - shape.inner_left()) / columns;
        const int height = (shape.inner_top() - shape.inner_bottom()) / rows;
        for (int j = 0; j < rows; ++j) {
            for (int i = 0; i < columns; ++i) {
                if (columns * rows > 1 && random.chance(250)) {
                    continue;
                }
                const int left = shape.inner_left() + i * width;
                const int bottom = shape.inner_bottom() + j * height;
                const Slot slot{left + width / 12, left + width - width / 12, bottom + height / 12,
                                bottom + height - height / 12};
                if (add_island(builder_, grid_, number, slot, centre_, random)) {
                    // A little off the middle, where the lines of tiles and fans meet.
                    places_.push_back(grid_.at(number, slot.left + (width * 5) / 12 + width / 30,
                                               bottom + height / 2 + height / 50));
                }
            }
        }
    }

    void build_things(std::uint32_t number, const RoomShape& shape, std::size_t sectors,
                      Random& random) {
        std::vector<Thing>& things = builder_.layout().things;
        if (number == 0) {
            for (int player = 0; player < 4; ++player) {
                const Point place = grid_.in_band(number, shape, player, random);
                things.push_back({place.x, place.y, static_cast<ThingRole>(player)});
            }
        }
        const std::uint32_t most = static_cast<std::uint32_t>(sectors) + 1;
        const std::uint32_t count = random.below(most);
        for (std::uint32_t i = 0; i < count; ++i) {
            Point place = grid_.in_band(number, shape, static_cast<int>(random.below(4)), random);
            if (!places_.empty() && random.chance(200)) {
                place = places_.back();
                places_.pop_back();
            }
            things.push_back({place.x, place.y, ThingRole::Any});
        }
    }

    struct Corner {
        std::uint32_t vertex;
        std::uint32_t sector;
        bool opens_mouth;
    };

    Builder builder_;
    Grid grid_;
    Mouth east_mouth_;
    std::vector<Mouth> north_mouths_;
    std::vector<Corner> outline_;
    std::vector<Point> places_;
    std::uint32_t centre_ = 0;
};

}  // namespace

Layout build_layout(const LayoutOptions& options) {
    Layout layout;
    RoomBuilder(options, layout).build_all();
    return layout;
}

Thing extra_thing(const LayoutOptions& options, std::uint64_t number) {
    const Grid grid(options);
    Random random(options.seed, Stream::ExtraThing, number);
    const std::uint32_t room = random.below(grid.rooms());
    const Point place =
        grid.in_band(room, grid.room(room), static_cast<int>(random.below(4)), random);
    return {place.x, place.y, ThingRole::Any};
}

}  // namespace flatline::engine::mapgen
