// The geometry of a generated map: everything that one element must know of another. What concerns
// an element alone (offsets, flags, names) is drawn when it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flatline::engine::mapgen {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFU;
inline constexpr std::int16_t kNoHeight = -32768;

enum class LineRole : std::uint8_t { Wall, Jamb, Pillar, Mouth, DoorFace, Chord, Step };

enum class SectorRole : std::uint8_t { Room, Alcove, Doorway, Door, Platform, Tile, Triangle };

enum class ThingRole : std::uint8_t { Player1, Player2, Player3, Player4, Any };

// Coordinates count thousandths of a map unit.
struct Vertex {
    std::int32_t x;
    std::int32_t y;
    std::int16_t floor_height = kNoHeight;
    std::int16_t ceiling_height = kNoHeight;
};

struct Line {
    std::uint32_t v1;
    std::uint32_t v2;
    std::uint32_t front;
    std::uint32_t back;  // kNone: one-sided
    LineRole role;
};

struct Side {
    std::uint32_t sector;
    std::uint32_t other;  // the sector behind the line, kNone if there is none
    LineRole role;
};

struct Sector {
    std::uint32_t anchor;  // a vertex where a sloped plane has the sector's height
    std::int16_t floor;
    std::int16_t ceiling;
    std::uint8_t light;
    std::uint8_t theme;
    SectorRole role;
    bool sloped_floor;
    bool sloped_ceiling;
};

struct Thing {
    std::int32_t x;
    std::int32_t y;
    ThingRole role;
};

struct Layout {
    std::vector<Vertex> vertices;
    std::vector<Line> lines;
    std::vector<Side> sides;
    std::vector<Sector> sectors;
    std::vector<Thing> things;
};

struct LayoutOptions {
    std::uint64_t seed = 1;
    std::uint32_t rooms = 1;
    std::uint32_t sloped_permille = 0;
    bool plain = false;  // rooms with little in them, so that a small map still has several
};

[[nodiscard]] Layout build_layout(const LayoutOptions& options);

// A thing beyond those that build_layout makes; `number` counts them from 0.
[[nodiscard]] Thing extra_thing(const LayoutOptions& options, std::uint64_t number);

}  // namespace flatline::engine::mapgen
