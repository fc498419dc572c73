// Walks every array of a Runtime and of a blockmap, and says what breaks their promises. Needs no
// test library, so that fuzzers use it too.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "model/blockmap.hpp"
#include "model/map.hpp"
#include "model/nodes.hpp"
#include "model/reject.hpp"
#include "model/runtime.hpp"

namespace runtime_oracle {

/// `rows` has count + 1 entries, which ascend from 0 to `end`.
inline bool rows_ascend(const std::uint32_t* rows, std::uint32_t count, std::uint32_t end) {
    if (rows == nullptr) return end == 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (rows[i] > rows[i + 1]) return false;
    }
    return rows[0] == 0 && rows[count] == end;
}

inline bool all_below(const std::uint32_t* items, std::uint32_t count, std::uint32_t end) {
    for (std::uint32_t i = 0; i < count; ++i) {
        if (items[i] >= end) return false;
    }
    return true;
}

inline bool good_tags(const flatline_tags& tags, std::uint32_t elements) {
    for (std::uint32_t i = 1; i < tags.tag_count; ++i) {
        if (tags.tags[i - 1] >= tags.tags[i]) return false;
    }
    return rows_ascend(tags.rows, tags.tag_count, tags.element_count) &&
           all_below(tags.elements, tags.element_count, elements);
}

inline bool good_polyobjects(const flatline_runtime& a) {
    for (std::uint32_t i = 0; i < a.polyobject_count; ++i) {
        const flatline_polyobject& object = a.polyobjects[i];
        if (object.spawn >= a.thing_count) return false;
        if (object.anchor >= a.thing_count && object.anchor != FLATLINE_NONE) return false;
        if (object.first_line > a.polyobject_line_count ||
            object.line_count > a.polyobject_line_count - object.first_line) {
            return false;
        }
    }
    return all_below(a.polyobject_lines, a.polyobject_line_count, a.line_count);
}

/// "" if every index is one of `map`, else what is wrong. All tables were asked for.
inline std::string first_fault(const flatline::engine::Map& map, const flatline_runtime& a) {
    const flatline_arrays& m = map.arrays();
    if (a.line_count != m.linedef_count || a.side_count != m.sidedef_count ||
        a.vertex_count != m.vertex_count || a.sector_count != m.sector_count ||
        a.thing_count != m.thing_count) {
        return "runtime: counts of another map";
    }
    for (std::uint32_t i = 0; i < a.line_count; ++i) {
        const flatline_line_data& line = a.line_data[i];
        if (!std::isfinite(line.dx) || !std::isfinite(line.dy)) return "runtime: line direction";
        if (line.front_sector >= a.sector_count) return "runtime: front sector";
        if (line.back_sector >= a.sector_count && line.back_sector != FLATLINE_NONE) {
            return "runtime: back sector";
        }
    }
    for (std::uint32_t i = 0; i < a.side_count; ++i) {
        if (a.side_lines[i] >= a.line_count && a.side_lines[i] != FLATLINE_NONE) {
            return "runtime: line of a side";
        }
    }
    for (std::uint32_t i = 0; i < a.thing_count; ++i) {
        const flatline_thing_place& place = a.thing_places[i];
        if (place.sector >= a.sector_count && place.sector != FLATLINE_NONE) {
            return "runtime: sector of a thing";
        }
    }
    if (!rows_ascend(a.vertex_line_rows, a.vertex_count, a.vertex_line_count) ||
        !all_below(a.vertex_lines, a.vertex_line_count, a.line_count)) {
        return "runtime: lines of vertices";
    }
    if (!rows_ascend(a.neighbour_rows, a.sector_count, a.neighbour_count) ||
        !all_below(a.neighbours, a.neighbour_count, a.sector_count)) {
        return "runtime: neighbours";
    }
    if (!good_tags(a.sector_tags, a.sector_count) || !good_tags(a.line_tags, a.line_count) ||
        !good_tags(a.thing_tags, a.thing_count)) {
        return "runtime: tags";
    }
    if (!good_polyobjects(a)) return "runtime: polyobjects";
    if (!rows_ascend(a.gap_rows, a.sector_count, a.gap_count)) return "runtime: rows of gaps";
    for (std::uint32_t i = 0; i < a.gap_count; ++i) {
        if (a.gaps[i].sector >= a.sector_count || a.gaps[i].vertex >= a.vertex_count) {
            return "runtime: gap";
        }
    }
    return "";
}

/// The same for a blockmap of `line_count` lines; one without cells is good.
inline std::string first_fault(const flatline_blockmap& map, std::uint32_t line_count) {
    const std::uint64_t cells = std::uint64_t{map.columns} * map.rows;
    for (std::uint64_t i = 0; i < cells; ++i) {
        const flatline_blockmap_cell& cell = map.cells[i];
        if (cell.first > map.entry_count || cell.count > map.entry_count - cell.first) {
            return "blockmap: a list outside the lists";
        }
    }
    for (std::uint32_t i = 0; i < map.entry_count; ++i) {
        if (map.lines[i] >= line_count && map.lines[i] != FLATLINE_NONE) {
            return "blockmap: line out of range";
        }
    }
    return "";
}

/// The same for a reject table, whose every bit is asked for, or those of a raster of `most`.
inline std::string first_fault(const flatline_reject& reject, std::uint32_t sector_count,
                               std::uint32_t most = 64) {
    if (reject.bits == nullptr) return "";
    if (reject.sector_count != sector_count) return "reject: sectors";
    if (sector_count == 0) return "";
    const std::uint32_t step = 1 + sector_count / most;
    std::uint64_t seen = 0;
    for (std::uint32_t from = 0; from < sector_count; from += step) {
        for (std::uint32_t to = 0; to < sector_count; to += step) {
            seen += flatline::engine::sees(reject, from, to) ? 1 : 0;
        }
    }
    seen += flatline::engine::sees(reject, sector_count - 1, sector_count - 1) ? 1 : 0;
    return seen <= std::uint64_t{most + 1} * (most + 1) + 1 ? "" : "reject: more than all";
}

}  // namespace runtime_oracle
