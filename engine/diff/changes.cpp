#include "diff/changes.hpp"

#include <algorithm>
#include <limits>

namespace flatline::engine::compare {
namespace {

class ChangeLister {
public:
    ChangeLister(Pairing& pairing, Changes& out) noexcept
        : pairing_(pairing), out_(out), comparer_(pairing, out), a_(pairing.a), b_(pairing.b) {}

    bool run() noexcept {
        return list_outside(pairing_, out_) && list_sectors() && list_lines() && list_vertices() &&
               list_things();
    }

private:
    std::uint32_t field_count() const noexcept {
        return static_cast<std::uint32_t>(out_.fields.size());
    }
    bool push(const flatline_change& change) noexcept {
        return out_.rows.push(pairing_.memory, change);
    }
    /// A changed element, with the fields from `first` on; nothing where there are none.
    bool push_changed(flatline_change change, std::uint32_t first) noexcept {
        change.first_field = first;
        change.field_count = field_count() - first;
        return (change.field_count == 0 && change.flipped == 0) || push(change);
    }

    bool same_content(std::uint8_t kind, std::uint32_t before, std::uint32_t after) const noexcept {
        return a_.content[kind][before] == b_.content[kind][after];
    }
    bool compare(std::uint8_t kind, std::uint32_t before, std::uint32_t after) noexcept {
        return same_content(kind, before, after) || comparer_.compare(kind, before, after);
    }

    // ---- Sectors ----

    static void place_sector(const Map& map, std::uint32_t sector,
                             flatline_change& change) noexcept {
        constexpr double kFar = std::numeric_limits<double>::infinity();
        double left = kFar;
        double bottom = kFar;
        double right = -kFar;
        double top = -kFar;
        for (const std::uint32_t line : map.sector_lines(sector)) {
            for (const std::uint32_t vertex : {map.linedefs()[line].v1, map.linedefs()[line].v2}) {
                const flatline_vertex& at = map.vertices()[vertex];
                left = std::min(left, at.x);
                right = std::max(right, at.x);
                bottom = std::min(bottom, at.y);
                top = std::max(top, at.y);
            }
        }
        if (left > right) return;
        change.x = left / 2 + right / 2;
        change.y = bottom / 2 + top / 2;
    }

    bool list_sectors() noexcept {
        for (std::uint32_t i = 0; i < a_.map.sectors().size(); ++i) {
            const std::uint32_t partner = a_.partner[FLATLINE_SECTOR][i];
            const bool removed = partner == FLATLINE_NONE;
            if (!removed && same_content(FLATLINE_SECTOR, i, partner)) continue;
            flatline_change change = make_change(removed ? FLATLINE_REMOVED : FLATLINE_CHANGED,
                                                 FLATLINE_SECTOR, i, partner);
            place_sector(removed ? a_.map : b_.map, removed ? i : partner, change);
            const std::uint32_t first = field_count();
            if (removed ? !push(change)
                        : !compare(FLATLINE_SECTOR, i, partner) || !push_changed(change, first)) {
                return false;
            }
        }
        for (std::uint32_t i = 0; i < b_.map.sectors().size(); ++i) {
            if (b_.partner[FLATLINE_SECTOR][i] != FLATLINE_NONE) continue;
            flatline_change change = make_change(FLATLINE_ADDED, FLATLINE_SECTOR, FLATLINE_NONE, i);
            place_sector(b_.map, i, change);
            if (!push(change)) return false;
        }
        return true;
    }

    // ---- Lines and their sides ----

    static void place_line(const Map& map, std::uint32_t index, flatline_change& change) noexcept {
        const flatline_linedef& line = map.linedefs()[index];
        const flatline_vertex& from = map.vertices()[line.v1];
        const flatline_vertex& to = map.vertices()[line.v2];
        change.x = from.x / 2 + to.x / 2;
        change.y = from.y / 2 + to.y / 2;
    }

    // A line of one map only, with its sides.
    bool push_line(const Map& map, std::uint8_t kind, std::uint32_t index) noexcept {
        const bool removed = kind == FLATLINE_REMOVED;
        const std::uint32_t before = removed ? index : FLATLINE_NONE;
        const std::uint32_t after = removed ? FLATLINE_NONE : index;
        flatline_change change = make_change(kind, FLATLINE_LINEDEF, before, after);
        place_line(map, index, change);
        if (!push(change)) return false;
        const flatline_linedef& line = map.linedefs()[index];
        return push_side(change, kind, line.sidefront, 0) &&
               push_side(change, kind, line.sideback, 1);
    }
    bool push_side(const flatline_change& line, std::uint8_t kind, std::uint32_t side,
                   std::uint8_t face) noexcept {
        if (side == FLATLINE_NONE) return true;
        const bool removed = kind == FLATLINE_REMOVED;
        return push(side_change(line, kind, removed ? side : FLATLINE_NONE,
                                removed ? FLATLINE_NONE : side, face));
    }
    static flatline_change side_change(const flatline_change& line, std::uint8_t kind,
                                       std::uint32_t before, std::uint32_t after,
                                       std::uint8_t face) noexcept {
        flatline_change change = make_change(kind, FLATLINE_SIDEDEF, before, after);
        change.x = line.x;
        change.y = line.y;
        change.owner_before = line.before;
        change.owner_after = line.after;
        change.side = face;
        return change;
    }

    bool same_side(std::uint32_t before, std::uint32_t after) const noexcept {
        if (before == FLATLINE_NONE || after == FLATLINE_NONE) return before == after;
        return a_.partner[FLATLINE_SECTOR][a_.sector_of(before)] == b_.sector_of(after) &&
               same_content(FLATLINE_SIDEDEF, before, after);
    }

    // `face_before` and `face_after` differ where the line is flipped.
    bool compare_side(const flatline_change& line, std::uint32_t before, std::uint8_t face_before,
                      std::uint32_t after, std::uint8_t face_after) noexcept {
        if (same_side(before, after)) return true;
        if (after == FLATLINE_NONE) {
            return push(side_change(line, FLATLINE_REMOVED, before, FLATLINE_NONE, face_before));
        }
        if (before == FLATLINE_NONE) {
            return push(side_change(line, FLATLINE_ADDED, FLATLINE_NONE, after, face_after));
        }
        const std::uint32_t first = field_count();
        const std::uint32_t sector = a_.sector_of(before);
        if (a_.partner[FLATLINE_SECTOR][sector] != b_.sector_of(after) &&
            !comparer_.add("sector", integer_value(sector), integer_value(b_.sector_of(after)))) {
            return false;
        }
        return compare(FLATLINE_SIDEDEF, before, after) &&
               push_changed(side_change(line, FLATLINE_CHANGED, before, after, face_after), first);
    }

    bool compare_ends(const flatline_linedef& before, const flatline_linedef& after,
                      bool flipped) noexcept {
        const std::uint32_t ends[][2] = {{before.v1, flipped ? after.v2 : after.v1},
                                         {before.v2, flipped ? after.v1 : after.v2}};
        constexpr std::string_view kNames[] = {"v1", "v2"};
        for (int i = 0; i < 2; ++i) {
            if (pairing_.node(a_, ends[i][0]) == pairing_.node(b_, ends[i][1])) continue;
            if (!comparer_.add(kNames[i], integer_value(ends[i][0]), integer_value(ends[i][1])))
                return false;
        }
        return true;
    }

    bool compare_line(std::uint32_t before, std::uint32_t after) noexcept {
        const flatline_linedef& a = a_.map.linedefs()[before];
        const flatline_linedef& b = b_.map.linedefs()[after];
        const Turn turn = pairing_.turns[before];
        const bool flipped = turn == Turn::flipped;
        flatline_change change = make_change(FLATLINE_CHANGED, FLATLINE_LINEDEF, before, after);
        change.flipped = flipped;
        place_line(b_.map, after, change);
        const std::uint32_t first = field_count();
        if (!compare_ends(a, b, flipped)) return false;
        if (!compare(FLATLINE_LINEDEF, before, after) || !push_changed(change, first)) return false;
        const std::uint32_t front = flipped ? b.sideback : b.sidefront;
        const std::uint32_t back = flipped ? b.sidefront : b.sideback;
        return compare_side(change, a.sidefront, 0, front, flipped ? 1 : 0) &&
               compare_side(change, a.sideback, 1, back, flipped ? 0 : 1);
    }

    bool list_lines() noexcept {
        for (std::uint32_t i = 0; i < a_.map.linedefs().size(); ++i) {
            const std::uint32_t partner = a_.partner[FLATLINE_LINEDEF][i];
            if (partner == FLATLINE_NONE ? !push_line(a_.map, FLATLINE_REMOVED, i)
                                         : !compare_line(i, partner)) {
                return false;
            }
        }
        for (std::uint32_t i = 0; i < b_.map.linedefs().size(); ++i) {
            if (b_.partner[FLATLINE_LINEDEF][i] != FLATLINE_NONE) continue;
            if (!push_line(b_.map, FLATLINE_ADDED, i)) return false;
        }
        return true;
    }

    // ---- Vertices and things ----

    template <class Element>
    static void place(const Element& element, flatline_change& change) noexcept {
        change.x = element.x;
        change.y = element.y;
    }

    // Elements that have a place of their own. counts(i): element i of the first map is compared,
    // with partner(i) of the second. is_added(i): element i of the second has no partner.
    template <class Element, class Counts, class Partner, class IsAdded>
    bool list_placed(std::uint8_t kind, View<Element> in_a, View<Element> in_b,
                     const Counts& counts, const Partner& partner,
                     const IsAdded& is_added) noexcept {
        for (std::uint32_t i = 0; i < in_a.size(); ++i) {
            if (!counts(i)) continue;
            const std::uint32_t after = partner(i);
            const bool removed = after == FLATLINE_NONE;
            flatline_change change =
                make_change(removed ? FLATLINE_REMOVED : FLATLINE_CHANGED, kind, i, after);
            place(removed ? in_a[i] : in_b[after], change);
            if (removed) {
                if (!push(change)) return false;
                continue;
            }
            const bool stays = bits_of(in_a[i].x) == bits_of(in_b[after].x) &&
                               bits_of(in_a[i].y) == bits_of(in_b[after].y);
            if (stays && same_content(kind, i, after)) continue;
            const std::uint32_t first = field_count();
            if (!comparer_.compare(kind, i, after) || !push_changed(change, first)) return false;
        }
        for (std::uint32_t i = 0; i < in_b.size(); ++i) {
            if (!is_added(i)) continue;
            flatline_change change = make_change(FLATLINE_ADDED, kind, FLATLINE_NONE, i);
            place(in_b[i], change);
            if (!push(change)) return false;
        }
        return true;
    }

    bool list_vertices() noexcept {
        const Nodes& nodes = pairing_.nodes;
        return list_placed(
            FLATLINE_VERTEX, a_.map.vertices(), b_.map.vertices(),
            [&](std::uint32_t i) {
                return a_.nodes[i] != FLATLINE_NONE && nodes.before[a_.nodes[i]] == i;
            },
            [&](std::uint32_t i) { return nodes.after[a_.nodes[i]]; },
            [&](std::uint32_t i) {
                const std::uint32_t node = b_.nodes[i];
                return node != FLATLINE_NONE && nodes.alias[node] == node &&
                       nodes.after[node] == i && nodes.before[node] == FLATLINE_NONE;
            });
    }

    bool list_things() noexcept {
        return list_placed(
            FLATLINE_THING, a_.map.things(), b_.map.things(), [](std::uint32_t) { return true; },
            [&](std::uint32_t i) { return a_.partner[FLATLINE_THING][i]; },
            [&](std::uint32_t i) { return b_.partner[FLATLINE_THING][i] == FLATLINE_NONE; });
    }

    Pairing& pairing_;
    Changes& out_;
    FieldComparer comparer_;
    const Half& a_;
    const Half& b_;
};

}  // namespace

bool list_changes(Pairing& pairing, Changes& out) noexcept {
    return ChangeLister(pairing, out).run();
}

}  // namespace flatline::engine::compare
