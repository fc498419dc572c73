// Mends vertices, sides, lines, things and lumps.
#include <cmath>
#include <iterator>

#include "fix/planner.hpp"
#include "model/column.hpp"
#include "model/fields.hpp"

namespace flatline::engine::mend {
namespace {

bool same_value(const Map& map, const flatline_column& column, std::uint32_t a,
                std::uint32_t b) noexcept {
    switch (column.kind) {
        case FLATLINE_INTEGER:
            return column.values.integers[a] == column.values.integers[b];
        case FLATLINE_REAL:
            return column.values.reals[a] == column.values.reals[b];
        case FLATLINE_BOOLEAN:
            return column.values.booleans[a] == column.values.booleans[b];
        case FLATLINE_STRING:
            return map.text(column.values.texts[a]) == map.text(column.values.texts[b]);
        default:
            return false;
    }
}

// Whether two vertices have the same fields beyond x and y.
bool same_fields(const Map& map, std::uint32_t a, std::uint32_t b) noexcept {
    for (const flatline_column& column : map.columns()) {
        if (column.element != FLATLINE_VERTEX) continue;
        const std::uint32_t first = find_entry(column, a);
        const std::uint32_t second = find_entry(column, b);
        if (first == FLATLINE_NONE && second == FLATLINE_NONE) continue;
        if (first == FLATLINE_NONE || second == FLATLINE_NONE ||
            !same_value(map, column, first, second)) {
            return false;
        }
    }
    for (const flatline_unknown& unknown : map.unknowns()) {
        if (unknown.element == FLATLINE_VERTEX && (unknown.index == a || unknown.index == b)) {
            return false;
        }
    }
    return true;
}

// GZDoom finds the lines of a polyobject by the numbers of their vertices, Hexen by places
// (docs/fix.md, "Vertices at one place").
bool has_polyobjects(const Map& map) noexcept {
    constexpr std::int32_t kFirst = 9300;
    constexpr std::int32_t kLast = 9303;
    constexpr std::int32_t kHexenFirst = 3000;
    constexpr std::int32_t kHexenLast = 3002;
    const bool hexen = map.map_namespace() == "hexen";
    for (const flatline_thing& thing : map.things()) {
        if (thing.type >= kFirst && thing.type <= kLast) return true;
        if (hexen && thing.type >= kHexenFirst && thing.type <= kHexenLast) return true;
    }
    return false;
}

}  // namespace

FixOutcome mend_unused_vertex(Planner& p, const Finding& f, std::uint32_t) noexcept {
    // Without them the map would be empty.
    if (p.map.linedefs().empty()) return FixOutcome::exempt;
    p.plan.remove(FLATLINE_VERTEX, f.index);
    return FixOutcome::mended;
}

FixOutcome mend_duplicate_vertex(Planner& p, const Finding& f, std::uint32_t) noexcept {
    if (!same_fields(p.map, f.index, f.related)) return FixOutcome::left;
    if (!p.unsafe && has_polyobjects(p.map)) return FixOutcome::unsafe;
    if (!p.count_uses()) return FixOutcome::left;
    if (p.plan.is_removed(FLATLINE_VERTEX, f.related)) return FixOutcome::later;
    if (p.plan.is_removed(FLATLINE_VERTEX, f.index)) return FixOutcome::mended;
    p.merge_vertices(f.index, f.related);
    return FixOutcome::mended;
}

FixOutcome mend_unused_side(Planner& p, const Finding& f, std::uint32_t) noexcept {
    if (!p.count_uses() || !p.can_spare_side(f.index)) return FixOutcome::left;
    p.remove_side(f.index);
    return FixOutcome::mended;
}

// What has a special or a tag may do something wherever it is.
FixOutcome mend_line_without_length(Planner& p, const Finding& f, std::uint32_t) noexcept {
    const flatline_linedef& line = p.map.linedefs()[f.index];
    const flatline_column* const more_ids = p.map.column(FLATLINE_LINEDEF, "moreids");
    if (line.special != 0 || (line.id != 0 && line.id != -1)) return FixOutcome::left;
    if (more_ids != nullptr && find_entry(*more_ids, f.index) != FLATLINE_NONE)
        return FixOutcome::left;
    if (!p.count_uses()) return FixOutcome::left;
    if (p.is_touched(f.index)) return FixOutcome::later;
    return p.remove_line(f.index) ? FixOutcome::mended : FixOutcome::left;
}

FixOutcome mend_flag(Planner& p, const Finding& f, std::uint32_t) noexcept {
    p.plan.set_flag(FLATLINE_LINEDEF, f.index, f.field, false);
    return FixOutcome::mended;
}

FixOutcome mend_thing_outside(Planner& p, const Finding& f, std::uint32_t) noexcept {
    if (!p.unsafe) return FixOutcome::unsafe;
    p.plan.remove(FLATLINE_THING, f.index);
    return FixOutcome::mended;
}

// Without its special, too: with tag 0 it would act on all sectors that have no tag.
FixOutcome mend_dangling_tag(Planner& p, const Finding& f, std::uint32_t) noexcept {
    constexpr std::string_view kArguments[] = {"arg0", "arg1", "arg2", "arg3", "arg4"};
    if (!p.unsafe) return FixOutcome::unsafe;
    const bool is_line = f.element == FLATLINE_LINEDEF;
    const std::int32_t* const arg =
        is_line ? p.map.linedefs()[f.index].arg : p.map.things()[f.index].arg;
    p.plan.set_integer(f.element, f.index, find_field(f.element, "special"), 0);
    for (std::size_t i = 0; i < std::size(kArguments); ++i) {
        if (arg[i] == 0) continue;
        p.plan.set_integer(f.element, f.index, find_field(f.element, kArguments[i]), 0);
    }
    return FixOutcome::mended;
}

FixOutcome mend_vertex_on_line(Planner& p, const Finding& f, std::uint32_t) noexcept {
    if (!p.unsafe) return FixOutcome::unsafe;
    constexpr std::size_t kMostBinary = 65'000;  // numbers of sides have 16 bits
    if (p.map.format() != MapFormat::udmf &&
        (p.map.sidedefs().size() > kMostBinary || p.map.linedefs().size() > kMostBinary)) {
        return FixOutcome::left;
    }
    if (!p.count_uses()) return FixOutcome::left;
    if ((p.touched(f.related) & kTouchedWhole) != 0 ||
        p.plan.is_removed(FLATLINE_VERTEX, f.index)) {
        return FixOutcome::later;
    }
    const flatline_linedef& line = p.map.linedefs()[f.related];
    const flatline_vertex& from = p.map.vertices()[line.v1];
    const flatline_vertex& at = p.map.vertices()[f.index];
    p.touch(f.related, kTouchedSplit);
    p.plan.split(f.related, p.plan.vertex_of(f.index), std::hypot(at.x - from.x, at.y - from.y));
    return FixOutcome::mended;
}

// ---- Lumps ----

FixOutcome mend_remainder(Planner& p, const Finding& f, std::uint32_t) noexcept {
    p.plan.cut(static_cast<Lump>(f.lump), static_cast<std::uint64_t>(f.a));
    return FixOutcome::mended;
}

FixOutcome mend_nodes(Planner& p, const Finding&, std::uint32_t) noexcept {
    p.plan.make_anew(Lump::nodes);
    return FixOutcome::mended;
}

// In a compressed lump they may lie inside of the stream.
FixOutcome mend_bytes_after_nodes(Planner& p, const Finding& f, std::uint32_t row) noexcept {
    return p.map.nodes().format[0] == 'X' ? mend_remainder(p, f, row) : mend_nodes(p, f, row);
}

FixOutcome mend_blockmap(Planner& p, const Finding&, std::uint32_t) noexcept {
    p.plan.make_anew(Lump::blockmap);
    return FixOutcome::mended;
}

FixOutcome mend_reject(Planner& p, const Finding&, std::uint32_t) noexcept {
    p.plan.make_anew(Lump::reject);
    return FixOutcome::mended;
}

}  // namespace flatline::engine::mend
