#include "bake/verify.hpp"

namespace flatline::engine::bake {
namespace {

class RuntimeCheck {
public:
    RuntimeCheck(const flatline_runtime& runtime, const flatline_arrays& map) noexcept
        : r_(runtime), map_(map) {}

    bool run() const noexcept {
        return r_.line_count == map_.linedef_count && r_.side_count == map_.sidedef_count &&
               r_.vertex_count == map_.vertex_count && r_.sector_count == map_.sector_count &&
               r_.thing_count == map_.thing_count &&
               (r_.tables & ~std::uint32_t{FLATLINE_RUNTIME_ALL}) == 0 && tables() && lines() &&
               sectors() && are_tags(r_.sector_tags, map_.sector_count) &&
               are_tags(r_.line_tags, map_.linedef_count) &&
               are_tags(r_.thing_tags, map_.thing_count) && things() && polyobjects() && segs() &&
               sounds();
    }

private:
    // A list of lists with entries below `size`; without rows there are no entries.
    static bool are_lists(const std::uint32_t* rows, const std::uint32_t* entries,
                          std::uint64_t lists, std::uint64_t count, std::uint64_t size) noexcept {
        if (rows == nullptr) return count == 0;
        return (entries != nullptr || count == 0) && are_rows(rows, lists, count) &&
               all_below(entries, count, size);
    }
    static bool is_below_or_none(std::uint32_t index, std::uint64_t size) noexcept {
        return index < size || index == FLATLINE_NONE;
    }

    // A table that is said to be here has its arrays, but for what would have no entries.
    bool tables() const noexcept {
        const struct {
            std::uint32_t table;
            const void* array;
            std::uint64_t count;
        } rows[] = {
            {FLATLINE_RUNTIME_LINE_DATA, r_.line_data, r_.line_count},
            {FLATLINE_RUNTIME_SIDE_LINES, r_.side_lines, r_.side_count},
            {FLATLINE_RUNTIME_VERTEX_LINES, r_.vertex_line_rows, 1},
            {FLATLINE_RUNTIME_NEIGHBOURS, r_.neighbour_rows, 1},
            {FLATLINE_RUNTIME_SECTOR_BOUNDS, r_.sector_bounds, r_.sector_count},
            {FLATLINE_RUNTIME_TAGS, r_.sector_tags.rows, 1},
            {FLATLINE_RUNTIME_TAGS, r_.line_tags.rows, 1},
            {FLATLINE_RUNTIME_TAGS, r_.thing_tags.rows, 1},
            {FLATLINE_RUNTIME_THING_PLACES, r_.thing_places, r_.thing_count},
            {FLATLINE_RUNTIME_GAPS, r_.gap_rows, 1},
            {FLATLINE_RUNTIME_TRAILS, r_.trail_vertices,
             std::uint64_t{map_.vertex_count} + map_.nodes.vertex_count},
            {FLATLINE_RUNTIME_SEG_DATA, r_.seg_data, map_.nodes.seg_count},
            {FLATLINE_RUNTIME_SUBSECTOR_LINES, r_.subsector_line_rows, map_.nodes.subsector_count},
            {FLATLINE_RUNTIME_SOUND_GROUPS, r_.sound_groups, r_.sector_count},
            {FLATLINE_RUNTIME_SOUND_GROUPS, r_.sound_neighbour_rows, 1},
        };
        for (const auto& row : rows) {
            const bool is_said = (r_.tables & row.table) != 0;
            if (is_said && row.array == nullptr && row.count != 0) return false;
        }
        return true;
    }

    bool lines() const noexcept {
        bool good = true;
        if (r_.line_data != nullptr) {
            for (std::uint32_t i = 0; i < r_.line_count; ++i) {
                const flatline_line_data& line = r_.line_data[i];
                good &= is_finite(line.dx) && is_finite(line.dy) && is_finite(line.left) &&
                        is_finite(line.bottom) && is_finite(line.right) && is_finite(line.top) &&
                        (line.front_sector < r_.sector_count) &&
                        is_below_or_none(line.back_sector, r_.sector_count) &&
                        (line.slope <= FLATLINE_SLOPE_NEGATIVE) && (line.unused == 0);
            }
        }
        if (r_.side_lines != nullptr) {
            for (std::uint32_t i = 0; i < r_.side_count; ++i) {
                good &= is_below_or_none(r_.side_lines[i], r_.line_count);
            }
        }
        return good && are_lists(r_.vertex_line_rows, r_.vertex_lines, r_.vertex_count,
                                 r_.vertex_line_count, r_.line_count);
    }

    bool sectors() const noexcept {
        bool good = are_lists(r_.neighbour_rows, r_.neighbours, r_.sector_count, r_.neighbour_count,
                              r_.sector_count);
        if (r_.sector_bounds != nullptr) {
            for (std::uint32_t i = 0; i < r_.sector_count; ++i) {
                const flatline_sector_bounds& b = r_.sector_bounds[i];
                const bool none = (b.first_column > b.last_column) && (b.first_row > b.last_row);
                const bool inside =
                    (b.first_column <= b.last_column) && (b.last_column < map_.blockmap.columns) &&
                    (b.first_row <= b.last_row) && (b.last_row < map_.blockmap.rows);
                good &= (none || inside) && is_finite(b.centre_x) && is_finite(b.centre_y);
            }
        }
        if (r_.gap_rows == nullptr) return good && r_.gap_count == 0;
        if (!are_rows(r_.gap_rows, r_.sector_count, r_.gap_count)) return false;
        if (r_.gaps == nullptr) return good && r_.gap_count == 0;
        for (std::uint32_t i = 0; i < r_.gap_count; ++i) {
            good &= (r_.gaps[i].sector < r_.sector_count) && (r_.gaps[i].vertex < r_.vertex_count);
        }
        return good;
    }

    static bool are_tags(const flatline_tags& t, std::uint64_t size) noexcept {
        if (t.tags == nullptr || t.rows == nullptr) {
            return t.tag_count == 0 && t.element_count == 0;
        }
        bool good = true;
        for (std::uint32_t i = 1; i < t.tag_count; ++i) good &= (t.tags[i - 1] < t.tags[i]);
        return good && are_lists(t.rows, t.elements, t.tag_count, t.element_count, size) &&
               are_ascending_lists(t.rows, t.elements, t.tag_count, size);
    }

    bool things() const noexcept {
        bool good = true;
        if (r_.thing_places == nullptr) return good;
        for (std::uint32_t i = 0; i < r_.thing_count; ++i) {
            const flatline_thing_place& place = r_.thing_places[i];
            good &= is_below_or_none(place.sector, r_.sector_count) &&
                    is_below_or_none(place.subsector, map_.nodes.subsector_count);
        }
        return good;
    }

    bool polyobjects() const noexcept {
        if ((r_.polyobjects == nullptr && r_.polyobject_count != 0) ||
            (r_.polyobject_lines == nullptr && r_.polyobject_line_count != 0)) {
            return false;
        }
        bool good = all_below(r_.polyobject_lines, r_.polyobject_line_count, r_.line_count);
        for (std::uint32_t i = 0; i < r_.polyobject_count; ++i) {
            const flatline_polyobject& p = r_.polyobjects[i];
            good &= (p.spawn < r_.thing_count) && is_below_or_none(p.anchor, r_.thing_count) &&
                    lies_in(p.first_line, p.line_count, r_.polyobject_line_count) &&
                    (p.closed <= 1);
        }
        return good;
    }

    // Of the map's own tree, not of one that the host has built.
    bool segs() const noexcept {
        const flatline_bsp& bsp = map_.nodes;
        const bool own =
            r_.trail_vertex_count == (r_.trail_vertices == nullptr
                                          ? 0
                                          : std::uint64_t{map_.vertex_count} + bsp.vertex_count) &&
            r_.seg_count == (r_.seg_data == nullptr ? 0 : bsp.seg_count) &&
            r_.subsector_count == (r_.subsector_line_rows == nullptr ? 0 : bsp.subsector_count);
        return own && are_lists(r_.subsector_line_rows, r_.subsector_lines, r_.subsector_count,
                                r_.subsector_line_count, bsp.seg_count);
    }

    bool sounds() const noexcept {
        if (r_.sound_groups == nullptr) {
            return r_.sound_neighbour_rows == nullptr && r_.sound_neighbour_count == 0 &&
                   r_.sound_group_count == 0;
        }
        return all_below(r_.sound_groups, r_.sector_count, r_.sound_group_count) &&
               are_lists(r_.sound_neighbour_rows, r_.sound_neighbours, r_.sound_group_count,
                         r_.sound_neighbour_count, r_.sound_group_count);
    }

    const flatline_runtime& r_;
    const flatline_arrays& map_;
};

}  // namespace

bool verify_runtime(const flatline_runtime& runtime, const flatline_arrays& arrays) noexcept {
    return RuntimeCheck(runtime, arrays).run();
}

}  // namespace flatline::engine::bake
