// What stands inside a room. An island touches no wall: its lines close among themselves.

#include "mapgen_builder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace flatline::engine::mapgen {

namespace {

// Cosines of 0, 15, ... degrees in thousandths; the sine is the cosine six places before.
constexpr std::array<int, 24> kCosines = {1000, 966,  866,  707,  500,   259,  0,    -259,
                                          -500, -707, -866, -966, -1000, -966, -866, -707,
                                          -500, -259, 0,    259,  500,   707,  866,  966};
constexpr std::array<int, 4> kCorners = {4, 6, 8, 12};
constexpr std::array<int, 3> kRingSizes = {1000, 680, 420};
constexpr std::int32_t kUnit = 1000;

struct Ring {
    std::array<std::uint32_t, 12> vertices;
    std::size_t count;

    [[nodiscard]] std::uint32_t after(std::size_t i) const { return vertices[(i + 1) % count]; }
};

class Island {
public:
    Island(Builder& builder, const Grid& grid, std::uint32_t room, const Slot& slot,
           std::uint32_t surrounding, Random& random)
        : builder_(builder),
          grid_(grid),
          room_(room),
          slot_(slot),
          surrounding_(surrounding),
          random_(random) {}

    void pillar() {
        choose_outline();
        const Ring outline = ring(kRingSizes[0]);
        // The other way round than a platform: the room is on the right.
        for (std::size_t i = 0; i < outline.count; ++i) {
            builder_.add_line(outline.after(i), outline.vertices[i], surrounding_, kNone,
                              LineRole::Pillar, random_);
        }
    }

    void platform(int levels) {
        choose_outline();
        std::uint32_t outside = surrounding_;
        int step = 8 * random_.range(1, 4);
        if (random_.chance(300)) {
            step = -step;
        }
        for (std::size_t level = 0; level < static_cast<std::size_t>(levels); ++level) {
            const Ring outline = ring(kRingSizes[level]);
            Sector sector = builder_.sector(outside);
            sector.anchor = outline.vertices[0];
            sector.role = SectorRole::Platform;
            raise(sector, step);
            vary(sector);
            const std::uint32_t inside = builder_.add_sector(sector, random_);
            for (std::size_t i = 0; i < outline.count; ++i) {
                builder_.add_line(outline.vertices[i], outline.after(i), inside, outside,
                                  LineRole::Step, random_);
            }
            outside = inside;
        }
    }

    // Triangles round a middle vertex.
    void fan() {
        choose_outline();
        const Ring outline = ring(kRingSizes[0]);
        const std::uint32_t middle = builder_.add_vertex(centre());
        std::array<std::uint32_t, 12> triangles{};
        for (std::size_t i = 0; i < outline.count; ++i) {
            triangles[i] = add_piece(SectorRole::Triangle, outline.vertices[i]);
        }
        for (std::size_t i = 0; i < outline.count; ++i) {
            const std::size_t before = (i + outline.count - 1) % outline.count;
            builder_.add_line(outline.vertices[i], outline.after(i), triangles[i], surrounding_,
                              LineRole::Step, random_);
            builder_.add_line(middle, outline.vertices[i], triangles[i], triangles[before],
                              LineRole::Step, random_);
        }
        if (sloped()) {
            for (std::size_t i = 0; i < outline.count; ++i) {
                bend(outline.vertices[i]);
            }
            bend(middle);
        }
    }

    // Squares, or triangles in pairs, side by side; a single row of squares makes stairs.
    void tiles(int columns, int rows, bool triangles) {
        columns_ = columns;
        rows_ = rows;
        const std::uint32_t first_vertex = add_lattice();
        const auto vertex = [&](int i, int j) {
            return first_vertex + static_cast<std::uint32_t>(j * (columns_ + 1) + i);
        };
        first_sector_ = static_cast<std::uint32_t>(builder_.layout().sectors.size());
        per_tile_ = triangles ? 2 : 1;
        for (int j = 0; j < rows_; ++j) {
            for (int i = 0; i < columns_; ++i) {
                for (std::uint32_t k = 0; k < per_tile_; ++k) {
                    add_piece(triangles ? SectorRole::Triangle : SectorRole::Tile, vertex(i, j));
                }
            }
        }
        for (int j = 0; j <= rows_; ++j) {
            for (int i = 0; i < columns_; ++i) {
                builder_.add_line(vertex(i, j), vertex(i + 1, j), upper_left(i, j - 1),
                                  lower_right(i, j), LineRole::Step, random_);
            }
        }
        for (int j = 0; j < rows_; ++j) {
            for (int i = 0; i <= columns_; ++i) {
                builder_.add_line(vertex(i, j), vertex(i, j + 1), upper_left(i, j),
                                  lower_right(i - 1, j), LineRole::Step, random_);
            }
        }
        if (!triangles) {
            return;
        }
        for (int j = 0; j < rows_; ++j) {
            for (int i = 0; i < columns_; ++i) {
                builder_.add_line(vertex(i, j), vertex(i + 1, j + 1), lower_right(i, j),
                                  upper_left(i, j), LineRole::Step, random_);
            }
        }
        if (sloped()) {
            for (std::uint32_t v = first_vertex; v <= vertex(columns_, rows_); ++v) {
                bend(v);
            }
        }
    }

private:
    [[nodiscard]] Point centre() const {
        return grid_.at(room_, (slot_.left + slot_.right) / 2, (slot_.bottom + slot_.top) / 2);
    }

    [[nodiscard]] bool sloped() { return random_.chance(builder_.options().sloped_permille); }

    void choose_outline() {
        corners_ = static_cast<std::size_t>(kCorners[random_.below(4)]);
        turn_ = random_.below(static_cast<std::uint32_t>(kCosines.size() / corners_));
        // Round shapes in real maps often lie off the grid.
        step_ = random_.chance(350) ? 1 : std::min(kUnit, grid_.snap());
    }

    Ring ring(int size) {
        Ring result{};
        result.count = corners_;
        const Point middle = centre();
        const std::int64_t half_x = grid_.length((slot_.right - slot_.left) / 2);
        const std::int64_t half_y = grid_.length((slot_.top - slot_.bottom) / 2);
        const std::size_t directions = kCosines.size();
        for (std::size_t i = 0; i < corners_; ++i) {
            // Downwards in angle: clockwise, so that the inside is on the right of each line.
            const std::size_t angle =
                (2 * directions + turn_ - i * (directions / corners_)) % directions;
            const int cosine = kCosines[angle];
            const int sine = kCosines[(angle + directions - 6) % directions];
            result.vertices[i] =
                builder_.add_vertex({snap_to(middle.x + half_x * cosine * size / 1'000'000, step_),
                                     snap_to(middle.y + half_y * sine * size / 1'000'000, step_)});
        }
        return result;
    }

    std::uint32_t add_lattice() {
        const auto first = static_cast<std::uint32_t>(builder_.layout().vertices.size());
        const int width = (slot_.right - slot_.left) / columns_;
        const int height = (slot_.top - slot_.bottom) / rows_;
        const bool uneven = random_.chance(400);
        const bool fine = random_.chance(200);
        for (int j = 0; j <= rows_; ++j) {
            for (int i = 0; i <= columns_; ++i) {
                int x = slot_.left + i * width;
                int y = slot_.bottom + j * height;
                if (uneven && i > 0 && i < columns_ && j > 0 && j < rows_) {
                    x += random_.range(-width, width) / 6;
                    y += random_.range(-height, height) / 6;
                }
                Point place = grid_.at(room_, x, y);
                if (fine) {
                    // Less than half a step of the grid away, so nothing can meet.
                    place.x += random_.range(0, grid_.snap() / 3);
                    place.y += random_.range(0, grid_.snap() / 3);
                }
                builder_.add_vertex(place);
            }
        }
        return first;
    }

    std::uint32_t add_piece(SectorRole role, std::uint32_t anchor) {
        Sector sector = builder_.sector(surrounding_);
        sector.anchor = anchor;
        sector.role = role;
        raise(sector, 8 * random_.range(-3, 3));
        vary(sector);
        return builder_.add_sector(sector, random_);
    }

    void raise(Sector& sector, int step) {
        const int floor = std::min(sector.floor + step, sector.ceiling - 24);
        sector.floor = static_cast<std::int16_t>(std::max(floor, -256));
        if (random_.chance(250)) {
            const int ceiling = sector.ceiling + 8 * random_.range(-4, 4);
            sector.ceiling = static_cast<std::int16_t>(std::max(ceiling, sector.floor + 16));
        }
    }

    void vary(Sector& sector) {
        if (random_.chance(300)) {
            sector.light = static_cast<std::uint8_t>(16 * random_.range(6, 15));
        }
        if (random_.chance(200)) {
            sector.theme = static_cast<std::uint8_t>(random_.below(20));
        }
    }

    void bend(std::uint32_t index) {
        const Sector& base = builder_.sector(surrounding_);
        Vertex& vertex = builder_.layout().vertices[index];
        vertex.floor_height = static_cast<std::int16_t>(base.floor + random_.range(-4, 8) * 8);
        if (random_.chance(200)) {
            vertex.ceiling_height =
                static_cast<std::int16_t>(base.ceiling + random_.range(0, 8) * 8);
        }
    }

    // The sector of a tile, or `surrounding_` beyond the edge. A tile of two triangles is cut from
    // its lower left to its upper right corner.
    [[nodiscard]] std::uint32_t tile(int i, int j, std::uint32_t part) const {
        if (i < 0 || i >= columns_ || j < 0 || j >= rows_) {
            return surrounding_;
        }
        return first_sector_ + static_cast<std::uint32_t>(j * columns_ + i) * per_tile_ + part;
    }
    [[nodiscard]] std::uint32_t lower_right(int i, int j) const { return tile(i, j, 0); }
    [[nodiscard]] std::uint32_t upper_left(int i, int j) const { return tile(i, j, per_tile_ - 1); }

    Builder& builder_;
    const Grid& grid_;
    std::uint32_t room_;
    Slot slot_;
    std::uint32_t surrounding_;
    Random& random_;
    std::size_t corners_ = 4;
    std::size_t turn_ = 0;
    std::int32_t step_ = kUnit;
    int columns_ = 1;
    int rows_ = 1;
    std::uint32_t first_sector_ = 0;
    std::uint32_t per_tile_ = 1;
};

}  // namespace

bool add_island(Builder& builder, const Grid& grid, std::uint32_t room, const Slot& slot,
                std::uint32_t surrounding, Random& random) {
    Island island(builder, grid, room, slot, surrounding, random);
    const std::uint32_t kind = random.below(100);
    if (builder.options().plain ? kind < 25 : kind < 22) {
        island.pillar();
        return false;
    }
    if (builder.options().plain) {
        island.platform(1);
    } else if (kind < 62) {
        island.platform(random.range(1, 3));
    } else if (kind < 74) {
        island.fan();
    } else if (kind < 84) {
        const int steps = random.range(3, 7);
        const bool northwards = random.chance(500);
        island.tiles(northwards ? 1 : steps, northwards ? steps : 1, false);
    } else if (kind < 93) {
        const int columns = random.range(2, 5);
        island.tiles(columns, random.range(2, 5), false);
    } else {
        const int columns = random.range(1, 4);
        island.tiles(columns, random.range(1, 4), true);
    }
    return true;
}

}  // namespace flatline::engine::mapgen
