#include "nodes/verify.hpp"

#include <algorithm>
#include <cmath>

#include "nodes/verify_classic.hpp"
#include "nodes/verify_order.hpp"
#include "nodes/verify_own.hpp"
#include "nodes/verify_sound.hpp"
#include "nodes/verify_tree.hpp"

namespace flatline::engine::nodes {
namespace {

// Coordinates of vertices in a lump are multiples of this, those of the map are any doubles. A
// builder that puts a vertex of its own on one of the map's comes this near.
constexpr double kSamePlace = 1.0 / 65536;

// Counts what is only a note, and remembers the first.
struct Tally {
    std::uint32_t count = 0;
    std::uint32_t first = 0;

    void add(std::uint32_t i) noexcept {
        if (count++ == 0) first = i;
    }
    void report(Reporter& reporter, Rule rule, LumpPlace at) const noexcept {
        if (count != 0) reporter.add(rule, at, count, first);
    }
};

class SegCheck {
public:
    SegCheck(const Arrays& arrays, const Places& places, const MapView& map,
             Reporter& reporter) noexcept
        : a_(arrays),
          places_(places),
          map_(map),
          reporter_(reporter),
          vertices_(a_.original_vertices + a_.vertex_count) {}

    void run() noexcept {
        a_.gl ? check_all<true>() : check_all<false>();
        if (reporter_.dropped()) return;
        bad_partners_.report(reporter_, Rule::nodes_partner,
                             places_.seg(bad_partners_.first, SegField::v2));
        unpaired_.report(reporter_, Rule::nodes_unpaired,
                         places_.seg(unpaired_.first, SegField::v2));
        partner_line_.report(reporter_, Rule::nodes_partner_line,
                             places_.seg(partner_line_.first, SegField::v2));
        degenerate_.report(reporter_, Rule::nodes_degenerate, places_.subsector(degenerate_.first));
    }

    bool has_bad_partners() const noexcept { return bad_partners_.count != 0; }

private:
    // Block by block, for the fast check.
    template <bool kGl>
    void check_all() noexcept {
        SoundCheck<kGl> quick(a_, map_);
        const bool has_lines = map_.linedefs.size() != 0;
        // Built nodes have to form loops, stored ones do as they are decoded.
        const bool by_blocks = has_lines && (!kGl || places_.known());
        std::uint32_t end = 0;
        for (std::uint32_t first = 0; first < a_.subsector_count; first = end) {
            end = std::min(first + SoundCheck<kGl>::kSubsectorsAtOnce, a_.subsector_count);
            if (!by_blocks || !quick.take(first, end)) {
                for (std::uint32_t i = first; i < end; ++i) check_all_of(i, has_lines, quick);
            }
        }
        quick.finish();
    }

    template <class Quick>
    void check_all_of(std::uint32_t i, bool has_lines, const Quick& quick) noexcept {
        flatline_subsector& subsector = a_.subsectors[i];
        const std::uint32_t end = subsector.first + subsector.count;
        for (std::uint32_t k = subsector.first; k < end; ++k) {
            if (!has_lines || !quick.is_sound(k)) check(a_.segs[k], k);
        }
        check(subsector, i);
    }

    void check(flatline_seg& seg, std::uint32_t i) noexcept {
        if (seg.v1 >= vertices_ || seg.v2 >= vertices_) {
            const bool first = seg.v1 >= vertices_;
            // In GL forms v2 is the v1 of the next seg, so that seg is reported.
            if (first || !a_.gl) {
                add(Rule::nodes_vertex_range, places_.seg(i, first ? SegField::v1 : SegField::v2),
                    i, first ? seg.v1 : seg.v2);
            }
            return;
        }
        if (seg.partner != FLATLINE_NONE) {
            check_partner(seg, i);
        } else if (seg.linedef == FLATLINE_NONE) {
            unpaired_.add(i);
        }
        check_line(seg, i);
    }

    // Two segs that are no pair both lose their partner; the second one does because the first has
    // none by then. So the partners that are left are mutual, whatever the lump holds.
    void check_partner(flatline_seg& seg, std::uint32_t i) noexcept {
        const std::uint32_t p = seg.partner;
        if (p < a_.seg_count && p != i && a_.segs[p].partner == i &&
            is_other_side(seg, a_.segs[p])) {
            if (a_.segs[p].linedef != seg.linedef) partner_line_.add(i);
            return;
        }
        a_.put(seg.partner, FLATLINE_NONE);
        bad_partners_.add(i);
    }

    // Compares places and not indices, because ELFBSP makes a vertex for each side of a cut.
    bool is_other_side(const flatline_seg& seg, const flatline_seg& other) const noexcept {
        return other.v1 < vertices_ && other.v2 < vertices_ && same_place(seg.v1, other.v2) &&
               same_place(seg.v2, other.v1);
    }
    bool same_place(std::uint32_t one, std::uint32_t two) const noexcept {
        if (one == two) return true;
        const flatline_vertex& a = a_.point(map_, one);
        const flatline_vertex& b = a_.point(map_, two);
        return std::fabs(a.x - b.x) <= kSamePlace && std::fabs(a.y - b.y) <= kSamePlace;
    }

    void check_line(const flatline_seg& seg, std::uint32_t i) noexcept {
        if (seg.linedef == FLATLINE_NONE) {
            if (!a_.gl)
                add(Rule::nodes_linedef_range, places_.seg(i, SegField::linedef), i, 0xFFFF);
            else if (seg.side > 1)
                add_side(seg, i);
            return;
        }
        if (seg.linedef >= map_.linedefs.size()) {
            add(Rule::nodes_linedef_range, places_.seg(i, SegField::linedef), i, seg.linedef);
            return;
        }
        const flatline_linedef& line = map_.linedefs[seg.linedef];
        if (seg.side > 1 || (seg.side == 1 && line.sideback == FLATLINE_NONE)) add_side(seg, i);
        const std::uint32_t begin = seg.side == 0 ? line.v1 : line.v2;
        const std::uint32_t end = seg.side == 0 ? line.v2 : line.v1;
        if (seg.v1 == begin && seg.v2 == end) return;
        if (!(near(seg.v1, line) && near(seg.v2, line))) {
            add(Rule::nodes_seg_off_line, places_.seg(i, SegField::v1), i, seg.linedef);
        } else if (runs_back(seg, map_.vertices[begin], map_.vertices[end])) {
            add_side(seg, i);
        }
    }

    // True if a seg longer than the tolerance runs against its side. A wrong side would give a
    // wrong sector.
    bool runs_back(const flatline_seg& seg, const flatline_vertex& begin,
                   const flatline_vertex& end) const noexcept {
        const flatline_vertex& from = a_.point(map_, seg.v1);
        const flatline_vertex& to = a_.point(map_, seg.v2);
        const double dx = to.x - from.x;
        const double dy = to.y - from.y;
        return dx * dx + dy * dy > kOffLine * kOffLine &&
               dx * (end.x - begin.x) + dy * (end.y - begin.y) < 0;
    }

    // True if a vertex lies within one unit of a linedef, beside it or around one of its ends.
    // One that was rounded may lie further off, as in classic nodes, and is not measured.
    bool near(std::uint32_t vertex, const flatline_linedef& line) const noexcept {
        if (vertex == line.v1 || vertex == line.v2) return true;
        const std::uint32_t made = vertex - a_.original_vertices;
        if (vertex >= a_.original_vertices && made < a_.rounded_vertices) return true;
        const flatline_vertex& a = map_.vertices[line.v1];
        const flatline_vertex& b = map_.vertices[line.v2];
        const flatline_vertex& p = a_.point(map_, vertex);
        const double dx = b.x - a.x;
        const double dy = b.y - a.y;
        const double length2 = dx * dx + dy * dy;
        const double along = (p.x - a.x) * dx + (p.y - a.y) * dy;
        if (along > 0 && along < length2) {
            const double cross = (p.x - a.x) * dy - (p.y - a.y) * dx;
            return cross * cross <= kOffLine * kOffLine * length2;
        }
        const flatline_vertex& end = along > 0 ? b : a;
        const double ex = p.x - end.x;
        const double ey = p.y - end.y;
        return ex * ex + ey * ey <= kOffLine * kOffLine;
    }

    void check(flatline_subsector& subsector, std::uint32_t i) noexcept {
        const flatline_seg* segs = a_.segs + subsector.first;
        std::uint32_t real = 0;
        while (real < subsector.count && segs[real].linedef == FLATLINE_NONE) ++real;
        if (real == subsector.count) {
            add(Rule::nodes_subsector_empty, places_.subsector(i), i, subsector.count);
            return;
        }
        if (a_.gl) {
            if (subsector.count < 3) degenerate_.add(i);
            if (!places_.known()) check_loop(subsector);
        }
        // Where a fault was met, this seg may be the bad one.
        if (reporter_.dropped()) return;
        const flatline_linedef& line = map_.linedefs[segs[real].linedef];
        const std::uint32_t side = segs[real].side == 0 ? line.sidefront : line.sideback;
        a_.put(subsector.sector, map_.sidedefs[side].sector);
    }

    // Only for built nodes: stored GL forms have no v2, and decode takes it from the next seg.
    void check_loop(const flatline_subsector& subsector) noexcept {
        const std::uint32_t end = subsector.first + subsector.count;
        for (std::uint32_t i = subsector.first; i < end; ++i) {
            const std::uint32_t next = i + 1 < end ? i + 1 : subsector.first;
            if (a_.segs[i].v2 != a_.segs[next].v1) {
                add(Rule::nodes_chain, places_.seg(next, SegField::v1), i, next);
            }
        }
    }

    void add_side(const flatline_seg& seg, std::uint32_t i) noexcept {
        add(Rule::nodes_side, places_.seg(i, SegField::side), i, seg.side);
    }
    void add(Rule rule, LumpPlace at, std::uint32_t a, std::uint32_t b) noexcept {
        reporter_.add(rule, at, a, b);
    }

    const Arrays& a_;
    const Places& places_;
    const MapView& map_;
    Reporter& reporter_;
    std::uint64_t vertices_;
    Tally bad_partners_;
    Tally unpaired_;
    Tally partner_line_;
    Tally degenerate_;
};

// In the order of most builders in one pass, else in memory of its own.
Outcome verify_tree(const Arrays& arrays, const Places& places, const MapView& map,
                    const MemoryHooks& hooks, Budget& budget, Reservation& scratch,
                    Reporter& reporter, std::uint32_t& depth) noexcept {
    const bool fill = !reporter.dropped();
    if (fill) {
        OrderedTreeCheck ordered(arrays, map);
        if (ordered.run()) {
            depth = ordered.depth();
            return Outcome::ok;
        }
    }
    TreeScratch marks;
    const Outcome outcome = take_tree_scratch(arrays, hooks, budget, scratch, marks);
    if (outcome != Outcome::ok) return outcome;
    if (fill) SubsectorBoxes(arrays, map, marks.boxes).fill();
    TreeCheck tree(arrays, places, marks, reporter);
    if (!tree.run(fill) || reporter.dropped()) return Outcome::refused;
    depth = tree.depth();
    return Outcome::ok;
}

}  // namespace

Outcome verify(const Arrays& arrays, const Places& places, const MapView& map, const Limits& limits,
               BadPartners bad_partners, const MemoryHooks& hooks, Budget& budget,
               Reservation& scratch, Reporter& reporter, flatline_bsp& out) noexcept {
    const std::uint64_t mark = budget.used();
    const bool own = arrays.gl && !places.known() && map.linedefs.size() != 0;
    if (arrays.classic) {
        ClassicCheck(arrays, places, map, limits, reporter).run();
    } else if (!own || !OwnSegsCheck(arrays, map).run()) {
        SegCheck segs(arrays, places, map, reporter);
        segs.run();
        if (bad_partners == BadPartners::drop && segs.has_bad_partners()) return Outcome::refused;
    }
    std::uint32_t depth = 0;
    const Outcome shape = verify_tree(arrays, places, map, hooks, budget, scratch, reporter, depth);
    if (shape != Outcome::ok) return shape;
    if (depth > limits.node_depth) {
        reporter.add(Rule::limit_node_depth, places.node(arrays.node_count - 1), depth,
                     static_cast<std::int64_t>(limits.node_depth));
        return Outcome::refused;
    }
    budget.rewind(mark);
    out.vertices = arrays.vertices;
    out.segs = arrays.segs;
    out.subsectors = arrays.subsectors;
    out.nodes = arrays.nodes;
    out.vertex_count = arrays.vertex_count;
    out.seg_count = arrays.seg_count;
    out.subsector_count = arrays.subsector_count;
    out.node_count = arrays.node_count;
    out.original_vertices = arrays.original_vertices;
    out.depth = depth;
    out.kind = arrays.gl ? FLATLINE_NODES_GL : FLATLINE_NODES_CLASSIC;
    return Outcome::ok;
}

Outcome read_nodes(Bytes lump, const MapView& map, const Limits& limits, const ReadChoices& choices,
                   Inflater inflater, const MemoryHooks& hooks, Budget& budget,
                   Reservation& scratch, Reservation& memory, FindingList& findings,
                   flatline_bsp& out) noexcept {
    const auto decode_lump = [&](Reporter& reporter, Decoded& decoded) {
        return decode(lump, map, limits, inflater, hooks, budget, scratch, memory, reporter,
                      decoded);
    };
    return read_tree(decode_lump, map, limits, choices, hooks, budget, scratch, memory, findings,
                     out);
}

}  // namespace flatline::engine::nodes
