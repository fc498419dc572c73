// Which sides disagree with what is around their region: by the definition, slowly. Angles by
// atan2, regions by areas and crossings; for maps on a small grid in which no line crosses another,
// lies on it or holds a vertex of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/map.hpp"

namespace slow_regions {

using Place = std::pair<double, double>;

constexpr int kNone = -1;   // no side
constexpr int kMixed = -2;  // several sectors

// A side, there or not, with its region on the right.
struct Arrow {
    Place from, to;
    std::uint32_t line;
    std::uint32_t side;  // FLATLINE_NONE: there is none
    int sector;
};

inline std::vector<Arrow> arrows_of(const flatline::engine::Map& map) {
    std::vector<Arrow> arrows;
    const auto sector = [&](std::uint32_t side) {
        return side == FLATLINE_NONE ? kNone : static_cast<int>(map.sidedefs()[side].sector);
    };
    for (std::uint32_t i = 0; i < map.linedefs().size(); ++i) {
        const auto& l = map.linedefs()[i];
        const Place a{map.vertices()[l.v1].x, map.vertices()[l.v1].y};
        const Place b{map.vertices()[l.v2].x, map.vertices()[l.v2].y};
        if (a == b || sector(l.sidefront) == sector(l.sideback)) continue;
        arrows.push_back({a, b, i, l.sidefront, sector(l.sidefront)});
        arrows.push_back({b, a, i, l.sideback, sector(l.sideback)});
    }
    return arrows;
}

// The first way on from the end of an arrow, against the clock from the way back.
inline std::size_t next(const std::vector<Arrow>& arrows, std::size_t at) {
    const Arrow& a = arrows[at];
    const auto angle = [](const Place& p, const Place& q) {
        return std::atan2(q.second - p.second, q.first - p.first);
    };
    const double back = angle(a.to, a.from);
    std::size_t best = at;
    double least = 10;
    for (std::size_t i = 0; i < arrows.size(); ++i) {
        if (arrows[i].from != a.to) continue;
        double turn = angle(arrows[i].from, arrows[i].to) - back;
        while (turn <= 1e-9) turn += 2 * 3.14159265358979323846;
        if (turn < least) {
            least = turn;
            best = i;
        }
    }
    return best;
}

struct ArrowLoop {
    std::vector<std::size_t> arrows;
    double area = 0;  // twice; below 0 where the walk goes round its region, with the clock
    int sector = kNone;
};

inline bool contains(const std::vector<Arrow>& arrows, const ArrowLoop& walk, const Place& p) {
    bool inside = false;
    for (const std::size_t i : walk.arrows) {
        const auto& [ax, ay] = arrows[i].from;
        const auto& [bx, by] = arrows[i].to;
        const double turn = (bx - ax) * (p.second - ay) - (by - ay) * (p.first - ax);
        if (turn == 0 && (p.first - ax) * (p.first - bx) + (p.second - ay) * (p.second - by) <= 0) {
            return false;  // on it
        }
        if ((ay > p.second) != (by > p.second) && (turn > 0) == (by > ay)) inside = !inside;
    }
    return inside;
}

/// The sidedefs that side-sector-suspect is about.
inline std::set<std::uint32_t> suspects(const flatline::engine::Map& map) {
    const std::vector<Arrow> arrows = arrows_of(map);
    std::vector<ArrowLoop> walks;
    std::vector<bool> met(arrows.size());
    std::set<std::uint32_t> found;
    for (std::size_t first = 0; first < arrows.size(); ++first) {
        if (met[first]) continue;
        ArrowLoop walk;
        walk.sector = arrows[first].sector;
        for (std::size_t a = first; !met[a]; a = next(arrows, a)) {
            met[a] = true;
            walk.arrows.push_back(a);
            const auto& [ax, ay] = arrows[a].from;
            const auto& [bx, by] = arrows[a].to;
            walk.area += ax * by - bx * ay;
            if (arrows[a].sector != walk.sector) walk.sector = kMixed;
        }
        walks.push_back(walk);
    }
    for (const ArrowLoop& walk : walks) {
        const std::size_t count = walk.arrows.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Arrow& before = arrows[walk.arrows[(i + count - 1) % count]];
            const Arrow& own = arrows[walk.arrows[i]];
            const Arrow& after = arrows[walk.arrows[(i + 1) % count]];
            if (own.side == FLATLINE_NONE || before.line == own.line || after.line == own.line) {
                continue;
            }
            if (before.sector == after.sector && before.sector != own.sector)
                found.insert(own.side);
        }
        if (walk.area < 0 || walk.sector < 0) continue;
        const ArrowLoop* around = nullptr;
        for (const ArrowLoop& other : walks) {
            if (other.area >= 0 || !contains(arrows, other, arrows[walk.arrows[0]].from)) continue;
            if (around == nullptr || other.area > around->area) around = &other;
        }
        const int outer = around == nullptr ? kNone : around->sector;
        if (outer == kMixed || outer == walk.sector) continue;
        for (const std::size_t a : walk.arrows) found.insert(arrows[a].side);
    }
    return found;
}

}  // namespace slow_regions
