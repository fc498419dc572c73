// The derived structures the slow way: sets and maps over the public arrays of a Map.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "model/map.hpp"

namespace slow_level {

using List = std::vector<std::uint32_t>;

inline List as_list(flatline::engine::View<std::uint32_t> view) {
    return {view.begin(), view.end()};
}
inline List as_list(const std::set<std::uint32_t>& set) { return {set.begin(), set.end()}; }

inline std::uint32_t front(const flatline::engine::Map& map, const flatline_linedef& line) {
    return map.sidedefs()[line.sidefront].sector;
}
inline std::uint32_t back(const flatline::engine::Map& map, const flatline_linedef& line) {
    return line.sideback == FLATLINE_NONE ? FLATLINE_NONE : map.sidedefs()[line.sideback].sector;
}

inline std::vector<std::set<std::uint32_t>> neighbours(const flatline::engine::Map& map) {
    std::vector<std::set<std::uint32_t>> sets(map.sectors().size());
    for (const flatline_linedef& line : map.linedefs()) {
        const std::uint32_t a = front(map, line);
        const std::uint32_t b = back(map, line);
        if (b != FLATLINE_NONE && a != b) {
            sets[a].insert(b);
            sets[b].insert(a);
        }
    }
    return sets;
}

inline std::vector<std::set<std::uint32_t>> vertex_lines(const flatline::engine::Map& map) {
    std::vector<std::set<std::uint32_t>> sets(map.vertices().size());
    for (std::uint32_t i = 0; i < map.linedefs().size(); ++i) {
        sets[map.linedefs()[i].v1].insert(i);
        sets[map.linedefs()[i].v2].insert(i);
    }
    return sets;
}

inline std::uint32_t side_line(const flatline::engine::Map& map, std::uint32_t side) {
    for (std::uint32_t i = static_cast<std::uint32_t>(map.linedefs().size()); i-- > 0;) {
        if (map.linedefs()[i].sidefront == side || map.linedefs()[i].sideback == side) {
            return i;
        }
    }
    return FLATLINE_NONE;
}

/// All numbers of an element: its id, then its moreids.
inline std::vector<std::int32_t> numbers(const flatline::engine::Map& map, std::uint8_t kind,
                                         std::uint32_t element) {
    std::vector<std::int32_t> ids;
    ids.push_back(kind == FLATLINE_SECTOR    ? map.sectors()[element].id
                  : kind == FLATLINE_LINEDEF ? map.linedefs()[element].id
                                             : map.things()[element].id);
    const flatline_column* more = map.column(kind, "moreids");
    for (std::uint32_t i = 0; more != nullptr && i < more->count; ++i) {
        if (more->elements[i] == element) {
            for (std::uint32_t k = 0; k < more->values.ids[i].size; ++k) {
                ids.push_back(map.ids()[more->values.ids[i].offset + k]);
            }
        }
    }
    return ids;
}

/// Elements by tag, told by the sentences of docs/runtime.md, "Tags and ids", and by nothing else.
inline std::map<std::int32_t, List> tags(const flatline::engine::Map& map, std::uint8_t kind) {
    using flatline::engine::Dialect;
    const Dialect dialect = map.dialect();
    const bool zdoom = dialect == Dialect::zdoom;
    const bool srb2 = dialect == Dialect::srb2;
    const bool dsda = dialect == Dialect::dsda;
    const std::size_t count = kind == FLATLINE_SECTOR    ? map.sectors().size()
                              : kind == FLATLINE_LINEDEF ? map.linedefs().size()
                                                         : map.things().size();
    std::map<std::int32_t, List> table;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::vector<std::int32_t> ids = numbers(map, kind, i);
        List tagged;
        const auto add = [&](std::int32_t tag) {
            List& list = table[tag];
            if (dsda || list.empty() || list.back() != i) {
                list.push_back(i);
            }
            tagged.push_back(i);
        };
        for (std::size_t k = 0; k < ids.size(); ++k) {
            std::int32_t id = ids[k];
            if (srb2) {
                id = (id & 0xFFFF) >= 0x8000 ? (id & 0xFFFF) - 0x10000 : id & 0xFFFF;
                if (id != -1) {
                    add(id);
                }
            } else if (zdoom) {
                const bool unset =
                    kind == FLATLINE_LINEDEF ? id == -1 || (k > 0 && id == 0) : id == 0;
                if (!unset) {
                    add(id);
                }
            } else if (dsda) {
                if (k > 0 || kind == FLATLINE_SECTOR) {
                    if (id > 0) {
                        add(id);
                    }
                } else if (kind == FLATLINE_LINEDEF) {
                    add(id < 0 ? 0 : id);
                } else if (id != 0) {
                    add(id);
                }
            } else if (k == 0 && !(kind == FLATLINE_LINEDEF && id == -1) &&
                       !(kind == FLATLINE_THING && id == 0)) {
                add(id);
            }
        }
        if (zdoom && kind == FLATLINE_SECTOR && tagged.empty()) {
            table[0].push_back(i);
        }
        if (srb2) {
            table[-1].push_back(i);
        }
    }
    return table;
}

struct Point {
    std::uint32_t sector = FLATLINE_NONE;
    bool clear = true;  // false: the answer hangs on rounding, or lines cross or overlap here
};

/// The sector at a point: of all lines below it, the nearest; O(lines).
inline Point sector_at(const flatline::engine::Map& map, double x, double y) {
    Point point;
    double best = -INFINITY;
    const flatline_linedef* found = nullptr;
    for (const flatline_linedef& line : map.linedefs()) {
        flatline_vertex a = map.vertices()[line.v1];
        flatline_vertex b = map.vertices()[line.v2];
        if (a.x > b.x) {
            std::swap(a, b);
        }
        const double near = 1e-6;
        if (a.x == b.x) {
            if (std::fabs(a.x - x) < near && std::min(a.y, b.y) <= y && y <= std::max(a.y, b.y)) {
                point.clear = false;
            }
            continue;
        }
        if (x < a.x || x >= b.x) {
            continue;
        }
        const double at = a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
        if (std::fabs(at - y) < near || std::fabs(at - best) < near) {
            point.clear = false;
        }
        if (at <= y && at > best) {
            best = at;
            found = &line;
        }
    }
    if (found != nullptr) {
        const bool to_right = map.vertices()[found->v1].x < map.vertices()[found->v2].x;
        point.sector = to_right ? back(map, *found) : front(map, *found);
    }
    return point;
}

struct Gap {
    std::uint32_t vertex, starts, ends;
    friend bool operator<(const Gap& a, const Gap& b) { return a.vertex < b.vertex; }
    friend bool operator==(const Gap& a, const Gap& b) {
        return a.vertex == b.vertex && a.starts == b.starts && a.ends == b.ends;
    }
};

inline std::vector<std::vector<Gap>> gaps(const flatline::engine::Map& map) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, Gap> at;  // by sector and vertex
    const auto arrow = [&](std::uint32_t sector, std::uint32_t from, std::uint32_t to) {
        Gap& one = at[{sector, from}];
        one.vertex = from;
        ++one.starts;
        Gap& two = at[{sector, to}];
        two.vertex = to;
        ++two.ends;
    };
    for (const flatline_linedef& line : map.linedefs()) {
        if (front(map, line) == back(map, line)) {
            continue;
        }
        arrow(front(map, line), line.v1, line.v2);
        if (line.sideback != FLATLINE_NONE) {
            arrow(back(map, line), line.v2, line.v1);
        }
    }
    std::vector<std::vector<Gap>> all(map.sectors().size());
    for (const auto& [key, gap] : at) {
        if (gap.starts != gap.ends) {
            all[key.first].push_back(gap);
        }
    }
    return all;
}

}  // namespace slow_level
