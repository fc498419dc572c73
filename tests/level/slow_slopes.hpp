// Slope planes the slow way: told by the sentences of docs/slopes.md, "Sloped planes", with a look
// at everything for each thing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "level/slow_level.hpp"
#include "level/slow_planes.hpp"
#include "model/load.hpp"

namespace slow_slopes {

using flatline::engine::Map;
using flatline::engine::SlopeRules;
using slow_level::back;
using slow_level::front;

class Slow {
public:
    Slow(const Map& map, SlopeRules rules) : map_(map), rules_(rules) {
        for (const flatline_sector& sector : map.sectors()) {
            planes[0].push_back({0, 0, sector.heightfloor});
            planes[1].push_back({0, 0, sector.heightceiling});
        }
        sector_tags_ = slow_level::tags(map, FLATLINE_SECTOR);
        line_tags_ = slow_level::tags(map, FLATLINE_LINEDEF);
        if (rules_ == SlopeRules::zdoom) take_away();
    }

    void run() {
        if (rules_ == SlopeRules::zdoom) {
            plane_fields();
            each_line(181, [&](std::uint32_t i) { align(i); });
            slope_things();
            triangles();
            copy_things();
            each_line(118, [&](std::uint32_t i) { copy(i); });
        } else if (rules_ == SlopeRules::srb2) {
            plane_fields();
            triangles();
            for (std::uint32_t i = 0; i < map_.linedefs().size(); ++i) {
                if (map_.linedefs()[i].special == 700) align(i);
                if (map_.linedefs()[i].special == 704) three_things(i);
            }
            each_line(720, [&](std::uint32_t i) { copy(i); });
        } else if (rules_ == SlopeRules::eternity) {
            for (std::uint32_t i = 0; i < map_.linedefs().size(); ++i) {
                const int special = map_.linedefs()[i].special;
                if (special == 181 || (special >= 386 && special <= 393)) align(i);
            }
            for (std::uint32_t i = 0; i < map_.linedefs().size(); ++i) {
                const int special = map_.linedefs()[i].special;
                if (special == 118) copy(i);
                if (special >= 394 && special <= 396) copy_front(i);
            }
        }
    }

    std::vector<Slope> planes[2];  // floors, ceilings
    std::uint64_t unclear = 0;     // things whose sector hangs on a hair

private:
    // What GZDoom has no longer when it comes to slopes: lines without length, and tags of sectors
    // that have no line then.
    void take_away() {
        std::set<std::uint32_t> with_lines;
        for (std::uint32_t i = 0; i < map_.linedefs().size(); ++i) {
            const flatline_linedef& line = map_.linedefs()[i];
            const flatline_vertex from = map_.vertices()[line.v1];
            const flatline_vertex to = map_.vertices()[line.v2];
            if (from.x == to.x && from.y == to.y) {
                gone_.insert(i);
                continue;
            }
            with_lines.insert(front(map_, line));
            if (back(map_, line) != FLATLINE_NONE) with_lines.insert(back(map_, line));
        }
        std::set<std::uint32_t> untagged;
        for (std::uint32_t i = 0; i < map_.sectors().size(); ++i) {
            if (with_lines.count(i) == 0) untagged.insert(i);
        }
        for (auto& [tag, sectors] : sector_tags_) {
            if (tag == 0) untagged.insert(sectors.begin(), sectors.end());
            sectors.erase(std::remove_if(sectors.begin(), sectors.end(),
                                         [&](std::uint32_t i) { return with_lines.count(i) == 0; }),
                          sectors.end());
        }
        sector_tags_[0] = slow_level::as_list(untagged);
        for (auto& [tag, lines] : line_tags_) {
            lines.erase(std::remove_if(lines.begin(), lines.end(),
                                       [&](std::uint32_t i) { return gone_.count(i) != 0; }),
                        lines.end());
        }
    }
    slow_level::List lines_of(std::uint32_t sector) const {
        slow_level::List lines;
        for (const std::uint32_t i : map_.sector_lines(sector)) {
            if (gone_.count(i) == 0) lines.push_back(i);
        }
        return lines;
    }

    template <class Use>
    void each_line(int special, Use use) {
        for (std::uint32_t i = 0; i < map_.linedefs().size(); ++i) {
            if (map_.linedefs()[i].special == special && gone_.count(i) == 0) use(i);
        }
    }

    static void name(Slope& s, std::uint8_t kind, std::uint32_t index) {
        s.kind = kind;
        s.index = index;
        s.sloped = true;
    }
    void set(int s, std::uint32_t sector, std::optional<Slope> slope, std::uint8_t kind,
             std::uint32_t index = FLATLINE_NONE) {
        if (!slope) return;
        name(*slope, kind, index);
        planes[s][sector] = *slope;
    }
    Real height(int s, std::uint32_t sector) const {
        return s == 0 ? map_.sectors()[sector].heightfloor : map_.sectors()[sector].heightceiling;
    }

    std::optional<double> field(std::uint8_t block, std::string_view field_name,
                                std::uint32_t element) const {
        const flatline_column* column = map_.column(block, field_name);
        for (std::uint32_t i = 0; column != nullptr && i < column->count; ++i) {
            if (column->elements[i] == element) return column->values.reals[i];
        }
        return std::nullopt;
    }

    void plane_fields() {
        const char* const names[2][4] = {
            {"floorplane_a", "floorplane_b", "floorplane_c", "floorplane_d"},
            {"ceilingplane_a", "ceilingplane_b", "ceilingplane_c", "ceilingplane_d"}};
        for (int s = 0; s < 2; ++s) {
            std::map<std::uint32_t, std::vector<Real>> given;
            for (const char* field_name : names[s]) {
                const flatline_column* column = map_.column(FLATLINE_SECTOR, field_name);
                for (std::uint32_t i = 0; column != nullptr && i < column->count; ++i) {
                    given[column->elements[i]].push_back(column->values.reals[i]);
                }
            }
            for (const auto& [sector, v] : given) {
                if (v.size() != 4) continue;
                const Real length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
                if (length == 0 || std::fabs(v[2] / length) < 1e-9L) continue;
                set(s, sector, Slope{-v[0] / v[2], -v[1] / v[2], -v[3] / v[2]},
                    FLATLINE_PLANE_FIELDS);
            }
        }
    }

    void triangles() {
        for (std::uint32_t sector = 0; sector < map_.sectors().size(); ++sector) {
            const slow_level::List lines = lines_of(sector);
            if (lines.size() != 3) continue;
            const flatline_linedef& l1 = map_.linedefs()[lines[0]];
            const flatline_linedef& l2 = map_.linedefs()[lines[1]];
            std::uint32_t third = l2.v1;
            if (third == l1.v1 || third == l1.v2) third = l2.v2;
            const std::uint32_t corners[3] = {l1.v1, l1.v2, third};
            for (int s = 0; s < 2; ++s) {
                Point points[3];
                bool any = false;
                for (int i = 0; i < 3; ++i) {
                    const flatline_vertex& v = map_.vertices()[corners[i]];
                    const auto z = vertex_height(s, corners[i]);
                    any = any || z.has_value();
                    points[i] = {v.x, v.y, z ? Real(*z) : height(s, sector)};
                }
                if (any) {
                    set(s, sector, through(points[0], points[1], points[2]),
                        FLATLINE_PLANE_VERTICES);
                }
            }
        }
    }
    std::optional<double> vertex_height(int s, std::uint32_t vertex) const {
        if (const auto z = field(FLATLINE_VERTEX, s == 0 ? "zfloor" : "zceiling", vertex)) return z;
        std::optional<double> found;
        if (rules_ != SlopeRules::zdoom) return found;
        for (const flatline_thing& thing : map_.things()) {
            if (thing.type == (s == 0 ? 1504 : 1505) && thing.x == map_.vertices()[vertex].x &&
                thing.y == map_.vertices()[vertex].y) {
                found = thing.height;
            }
        }
        return found;
    }

    // ---- Along a line.

    struct Wanted {
        bool front[2] = {}, back[2] = {};  // floor, ceiling
    };
    Wanted wanted(const flatline_linedef& line) const {
        Wanted w;
        const int special = line.special;
        for (int s = 0; s < 2; ++s) {
            if (special == 181 && rules_ == SlopeRules::zdoom) {
                int bits = line.arg[s] & 3;
                if (s == 1 && bits == 0) bits = line.arg[0] >> 2 & 3;
                w.front[s] = bits == 1;
                w.back[s] = bits == 2;
            } else if (special == 181) {
                w.front[s] = line.arg[s] == 1 || line.arg[s] == 3;
                w.back[s] = line.arg[s] == 2 || line.arg[s] == 3;
            } else if (special == 700) {
                w.front[s] = line.arg[s] == 1;
                w.back[s] = line.arg[s] == 2;
            }
        }
        switch (rules_ == SlopeRules::eternity ? special : 0) {
            case 386:
                w.front[0] = true;
                break;
            case 387:
                w.front[1] = true;
                break;
            case 388:
                w.front[0] = w.front[1] = true;
                break;
            case 389:
                w.back[0] = true;
                break;
            case 390:
                w.back[1] = true;
                break;
            case 391:
                w.back[0] = w.back[1] = true;
                break;
            case 392:
                w.back[0] = w.front[1] = true;
                break;
            case 393:
                w.front[0] = w.back[1] = true;
                break;
            default:
                break;
        }
        return w;
    }

    void align(std::uint32_t index) {
        const flatline_linedef& line = map_.linedefs()[index];
        if (back(map_, line) == FLATLINE_NONE) return;
        const Wanted w = wanted(line);
        for (int s = 0; s < 2; ++s) {
            for (const bool is_front : {true, false}) {
                if (!(is_front ? w.front[s] : w.back[s])) continue;
                const std::uint32_t own = is_front ? front(map_, line) : back(map_, line);
                const std::uint32_t other = is_front ? back(map_, line) : front(map_, line);
                const auto slope = align_one(line, own, other, is_front, s);
                set(s, own, slope, FLATLINE_PLANE_LINE, index);
                if (slope && line.special == 700 && (line.arg[2] & 4) != 0 &&
                    !planes[s][other].sloped && own != other) {
                    planes[s][other] = planes[s][own];
                    name(planes[s][other], FLATLINE_PLANE_COPY, own);
                }
            }
        }
    }

    std::optional<Slope> align_one(const flatline_linedef& line, std::uint32_t own,
                                   std::uint32_t other, bool is_front, int s) const {
        const flatline_vertex a = map_.vertices()[line.v1];
        const flatline_vertex b = map_.vertices()[line.v2];
        const Real dx = Real(b.x) - a.x;
        const Real dy = Real(b.y) - a.y;
        const Real length = std::sqrt(dx * dx + dy * dy);
        if (length == 0) return std::nullopt;
        // Distance to the right of the line.
        const auto distance = [&](const flatline_vertex& v) {
            return ((Real(v.x) - a.x) * dy - (Real(v.y) - a.y) * dx) / length;
        };
        Real far = 0;
        flatline_vertex far_vertex = a;
        for (const std::uint32_t one : lines_of(own)) {
            const flatline_linedef& l = map_.linedefs()[one];
            for (const std::uint32_t i : {l.v1, l.v2}) {
                const Real d = distance(map_.vertices()[i]);
                if (std::fabs(d) > std::fabs(far)) {
                    far = d;
                    far_vertex = map_.vertices()[i];
                }
            }
        }
        if (far == 0) return std::nullopt;
        if (rules_ == SlopeRules::zdoom) {
            return through({a.x, a.y, height(s, other)}, {b.x, b.y, height(s, other)},
                           {far_vertex.x, far_vertex.y, height(s, own)});
        }
        // Origin, direction and rise, as SRB2 keeps them: from the far edge of the sector's side
        // back to the line.
        const Real side = is_front ? 1 : -1;
        const Real nx = side * dy / length;
        const Real ny = side * -dx / length;
        const Real extent = std::fabs(far);
        const Real ox = (Real(a.x) + b.x) / 2 + nx * extent;
        const Real oy = (Real(a.y) + b.y) / 2 + ny * extent;
        const Real rise = (height(s, other) - height(s, own)) / extent;
        Slope slope{-nx * rise, -ny * rise, 0};
        slope.z0 = height(s, own) - slope.dx * ox - slope.dy * oy;
        if (!(std::fabs(rise) < 1e9L)) return std::nullopt;
        return slope;
    }

    void three_things(std::uint32_t index) {
        const flatline_linedef& line = map_.linedefs()[index];
        if (line.arg[0] < 0 || line.arg[0] > 3) return;
        const std::uint32_t sector = line.arg[0] < 2 ? front(map_, line) : back(map_, line);
        if (sector == FLATLINE_NONE) return;
        std::uint32_t found[3] = {FLATLINE_NONE, FLATLINE_NONE, FLATLINE_NONE};
        for (std::uint32_t i = 0; i < map_.things().size(); ++i) {
            if (map_.things()[i].type != 750) continue;
            const auto ids = slow_level::numbers(map_, FLATLINE_THING, i);
            for (int k = 0; k < 3; ++k) {
                const bool has = std::any_of(ids.begin(), ids.end(), [&](std::int32_t id) {
                    return static_cast<std::int16_t>(id) ==
                           static_cast<std::int16_t>(line.arg[1 + k]);
                });
                if (found[k] != FLATLINE_NONE || !has) continue;
                found[k] = i;
                break;
            }
        }
        Point points[3];
        for (int k = 0; k < 3; ++k) {
            if (found[k] == FLATLINE_NONE) return;
            const flatline_thing& thing = map_.things()[found[k]];
            points[k] = {std::trunc(thing.x), std::trunc(thing.y), std::trunc(thing.height)};
            if (thing.arg[0] != 0) continue;
            const std::uint32_t stands = sector_of(found[k]);
            if (stands == FLATLINE_NONE) return;
            points[k].z += height(0, stands);
        }
        set(line.arg[0] & 1, sector, through(points[0], points[1], points[2]), FLATLINE_PLANE_LINE,
            index);
    }

    // ---- Things.

    // Right on a line or vertex it is the sector just beside: SRB2 looks to the west and south
    // first, GZDoom here to the east and north.
    std::uint32_t sector_of(std::uint32_t thing) {
        const bool srb2 = rules_ == SlopeRules::srb2;
        const flatline_thing& t = map_.things()[thing];
        const double x = srb2 ? std::trunc(t.x) : t.x;
        const double y = srb2 ? std::trunc(t.y) : t.y;
        const auto point = slow_level::sector_at(map_, x, y);
        if (point.clear) return point.sector;
        const double first = srb2 ? -1 : 1;
        bool clear = true;
        for (const double dx : {first, -first}) {
            for (const double dy : {first, -first}) {
                const auto beside = slow_level::sector_at(map_, x + 3e-6 * dx, y + 1e-3 * dy);
                clear = clear && beside.clear;
                if (beside.sector == FLATLINE_NONE) continue;
                unclear += clear ? 0 : 1;
                return beside.sector;
            }
        }
        unclear += clear ? 0 : 1;
        return FLATLINE_NONE;
    }

    void slope_things() {
        for (std::uint32_t i = 0; i < map_.things().size(); ++i) {
            const flatline_thing& t = map_.things()[i];
            const int s = t.type == 9501 || t.type == 9503 || t.type == 1501 ? 1 : 0;
            if ((t.type < 9500 || t.type > 9503) && t.type != 1500 && t.type != 1501) continue;
            const std::uint32_t own = sector_of(i);
            if (own == FLATLINE_NONE) continue;
            const Real z = t.height + planes[s][own].at(t.x, t.y);
            if (t.type == 9500 || t.type == 9501) {
                for (const std::uint32_t l : line_tags_[t.arg[0]]) {
                    if (!point_and_line(i, s, l, z)) break;
                }
            } else if (t.type == 9502 || t.type == 9503) {
                const Real pi = std::acos(Real(-1));
                const Real tilt = std::clamp(t.arg[0], 1, 179) * pi / 180;
                // Rises by -cot(tilt) a unit, towards the angle in floors and in ceilings.
                const Real rise = -std::cos(tilt) / std::sin(tilt);
                const Real angle = t.angle * pi / 180;
                Slope slope{rise * std::cos(angle), rise * std::sin(angle), 0};
                slope.z0 = z - slope.dx * t.x - slope.dy * t.y;
                set(s, own, slope, FLATLINE_PLANE_THING, i);
            } else {
                for (const std::uint32_t l : lines_of(own)) {
                    const flatline_linedef& line = map_.linedefs()[l];
                    if (line.arg[0] != t.id) continue;
                    const flatline_vertex a = map_.vertices()[line.v1];
                    const flatline_vertex b = map_.vertices()[line.v2];
                    set(s, own,
                        through({a.x, a.y, height(s, own)}, {b.x, b.y, height(s, own)},
                                {t.x, t.y, t.height}),
                        FLATLINE_PLANE_THING, i);
                    break;
                }
            }
        }
    }

    bool point_and_line(std::uint32_t thing, int s, std::uint32_t l, Real z) {
        const flatline_thing& t = map_.things()[thing];
        const flatline_linedef& line = map_.linedefs()[l];
        const flatline_vertex a = map_.vertices()[line.v1];
        const flatline_vertex b = map_.vertices()[line.v2];
        const Real right =
            (Real(t.x) - a.x) * (Real(b.y) - a.y) - (Real(t.y) - a.y) * (Real(b.x) - a.x);
        const std::uint32_t sector = right >= 0 ? front(map_, line) : back(map_, line);
        if (sector == FLATLINE_NONE) return true;
        if (right == 0) return false;
        const Slope was = planes[s][sector];
        set(s, sector,
            through({a.x, a.y, was.at(a.x, a.y)}, {b.x, b.y, was.at(b.x, b.y)}, {t.x, t.y, z}),
            FLATLINE_PLANE_THING, thing);
        return true;
    }

    // ---- Copies.

    std::uint32_t tagged(std::int32_t tag, int s) {
        for (const std::uint32_t sector : sector_tags_[tag]) {
            if (rules_ == SlopeRules::zdoom || planes[s][sector].sloped) return sector;
        }
        return FLATLINE_NONE;
    }
    void copy_plane(std::uint32_t from, std::uint32_t to, int s) {
        if (from == FLATLINE_NONE || to == FLATLINE_NONE || from == to) return;
        const bool sloped = planes[s][from].sloped;
        planes[s][to] = planes[s][from];
        name(planes[s][to], FLATLINE_PLANE_COPY, from);
        planes[s][to].sloped = sloped;
    }

    void copy_things() {
        for (std::uint32_t i = 0; i < map_.things().size(); ++i) {
            const flatline_thing& t = map_.things()[i];
            if (t.type != 9510 && t.type != 9511) continue;
            copy_plane(tagged(t.arg[0], t.type == 9511), sector_of(i), t.type == 9511);
        }
    }

    void copy(std::uint32_t index) {
        const flatline_linedef& line = map_.linedefs()[index];
        const std::uint32_t f = front(map_, line);
        const std::uint32_t b = back(map_, line);
        const bool srb2 = rules_ == SlopeRules::srb2;
        for (int i = 0; i < 4; ++i) {
            const std::uint32_t to = i < 2 ? f : b;
            const int tag = srb2 ? static_cast<std::int16_t>(line.arg[i]) : line.arg[i];
            if (line.arg[i] == 0 || to == FLATLINE_NONE) continue;
            if (srb2 && planes[i & 1][to].sloped) continue;
            copy_plane(tagged(tag, i & 1), to, i & 1);
        }
        if (b == FLATLINE_NONE) return;
        const int bits = line.arg[4];
        for (int s = 0; s < 2; ++s) {
            const bool to_back = (bits >> (2 * s) & 1) != 0;
            const bool to_front = (bits >> (2 * s) & 2) != 0;
            if (srb2) {
                if (to_back && planes[s][f].sloped && !planes[s][b].sloped) copy_plane(f, b, s);
                if (to_front && planes[s][b].sloped && !planes[s][f].sloped) copy_plane(b, f, s);
            } else if (to_back != to_front) {
                copy_plane(to_back ? f : b, to_back ? b : f, s);
            }
        }
    }

    void copy_front(std::uint32_t index) {
        const flatline_linedef& line = map_.linedefs()[index];
        for (int s = 0; s < 2; ++s) {
            const bool asked = line.special == 396 || line.special == 394 + s;
            const std::uint32_t to = front(map_, line);
            if (asked && !planes[s][to].sloped) copy_plane(tagged(line.arg[0], s), to, s);
        }
    }

    const Map& map_;
    SlopeRules rules_;
    std::map<std::int32_t, slow_level::List> sector_tags_, line_tags_;
    std::set<std::uint32_t> gone_;  // lines
};

}  // namespace slow_slopes
