#include "nodes/verify.hpp"

#include <algorithm>
#include <cstring>

namespace flatline::nodes {
namespace {

constexpr std::uint32_t kLeaf = FLATLINE_CHILD_SUBSECTOR;
constexpr double kOffLine = 1.0;  // map units that a seg may lie off its linedef

constexpr std::uint32_t kAhead = 4;  // subsectors: how early memory is asked for

// How many there are of something that is only a note, and which is the first.
struct Tally {
    std::uint32_t count = 0;
    std::uint32_t first = 0;

    void add(std::uint32_t i) noexcept {
        if (count++ == 0) first = i;
    }
    void report(Reporter& reporter, Rule rule, std::uint64_t at) const noexcept {
        if (count != 0) reporter.add(rule, at, count, first);
    }
};

// ---- Segs and subsectors -----------------------------------------------------------------------

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
        // The empty map has no linedef that could stand for none.
        const bool quick = map_.linedefs.size() != 0;
        for (std::uint32_t i = 0; i < a_.subsector_count; ++i) {
            flatline_subsector& subsector = a_.subsectors[i];
            const std::uint32_t end = subsector.first + subsector.count;
            if (quick) ask_early(i);
            for (std::uint32_t k = subsector.first; k < end; ++k) {
                if (!quick || !sound(a_.segs[k], k)) check(a_.segs[k], k);
            }
            check(subsector, i);
        }
        if (reporter_.dropped()) return;
        unpaired_.report(reporter_, Rule::nodes_unpaired, places_.seg(unpaired_.first, 4));
        partner_line_.report(reporter_, Rule::nodes_partner_line,
                             places_.seg(partner_line_.first, 4));
        degenerate_.report(reporter_, Rule::nodes_degenerate, places_.subsector(degenerate_.first));
    }

private:
    // Segs lie in the order of the tree, what they name in that of the map: a large map would wait
    // for the side of every subsector. Forced inline, because GCC 12 takes a function that only
    // asks for memory early for one that does nothing, and leaves out its calls.
    [[gnu::always_inline]] void ask_early(std::uint32_t i) const noexcept {
        if (i + 2 * kAhead >= a_.subsector_count) return;
        const std::uint32_t far = a_.subsectors[i + 2 * kAhead].first;
        const std::uint32_t near = a_.subsectors[i + kAhead].first;
        if (far >= a_.seg_count || near >= a_.seg_count) return;  // an empty one at the end
        const std::size_t lines = map_.linedefs.size();
        const std::uint32_t far_line = a_.segs[far].linedef;
        __builtin_prefetch(map_.linedefs.data() + (far_line < lines ? far_line : 0));
        const std::uint32_t near_line = a_.segs[near].linedef;
        const flatline_linedef& line = map_.linedefs[near_line < lines ? near_line : 0];
        const std::uint32_t side = a_.segs[near].side == 0 ? line.sidefront : line.sideback;
        const flatline_sidedef* sides = map_.sidedefs.data();
        __builtin_prefetch(&sides[side < map_.sidedefs.size() ? side : 0].sector);
    }

    // True where check would find nothing, nor a note. What a seg is has no pattern, and a branch
    // on it costs more than all of the questions; so there is one branch, for cut segs.
    bool sound(const flatline_seg& seg, std::uint32_t i) const noexcept {
        const std::uint32_t p = seg.partner;
        const flatline_seg& other = a_.segs[p < a_.seg_count ? p : i];
        const bool alone = p == FLATLINE_NONE;
        const bool mini = seg.linedef == FLATLINE_NONE;
        const bool paired = (p < a_.seg_count) & (p != i) & (other.partner == i) &
                            (other.v1 == seg.v2) & (other.v2 == seg.v1) &
                            (other.linedef == seg.linedef) & a_.gl;
        const bool exists = seg.linedef < map_.linedefs.size();
        const flatline_linedef& line = map_.linedefs[exists ? seg.linedef : 0];
        const bool sided = (seg.side == 0) | ((seg.side == 1) & (line.sideback != FLATLINE_NONE));
        const std::uint32_t ends[] = {line.v1, line.v2};
        const std::uint32_t back = seg.side & 1;
        const bool whole = (ends[back] == seg.v1) & (ends[1 - back] == seg.v2);
        const bool good = (seg.v1 < vertices_) & (seg.v2 < vertices_) & (paired | (alone & !mini)) &
                          ((mini & a_.gl & (seg.side <= 1)) | (exists & sided));
        return good && (mini | whole || on_line(seg, line, back));
    }

    // Whether a cut seg lies beside its line, between its ends, and runs as its side does.
    bool on_line(const flatline_seg& seg, const flatline_linedef& line,
                 std::uint32_t back) const noexcept {
        const flatline_vertex& a = map_.vertices[line.v1];
        const flatline_vertex& b = map_.vertices[line.v2];
        const flatline_vertex& p = a_.point(map_, seg.v1);
        const flatline_vertex& q = a_.point(map_, seg.v2);
        const double dx = b.x - a.x;
        const double dy = b.y - a.y;
        const double length2 = dx * dx + dy * dy;
        const double limit = kOffLine * kOffLine * length2;
        const double p_along = (p.x - a.x) * dx + (p.y - a.y) * dy;
        const double q_along = (q.x - a.x) * dx + (q.y - a.y) * dy;
        const double p_cross = (p.x - a.x) * dy - (p.y - a.y) * dx;
        const double q_cross = (q.x - a.x) * dy - (q.y - a.y) * dx;
        const double way = back != 0 ? p_along - q_along : q_along - p_along;
        return (p_along >= 0) & (p_along <= length2) & (q_along >= 0) & (q_along <= length2) &
               (p_cross * p_cross <= limit) & (q_cross * q_cross <= limit) & (way >= 0);
    }

    void check(const flatline_seg& seg, std::uint32_t i) noexcept {
        if (seg.v1 >= vertices_ || seg.v2 >= vertices_) {
            const bool first = seg.v1 >= vertices_;
            // In GL forms v2 is the next seg's v1, and that seg is reported.
            if (first || !a_.gl) {
                add(Rule::nodes_vertex_range, places_.seg(i, first ? 0 : 4), i,
                    first ? seg.v1 : seg.v2);
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

    void check_partner(const flatline_seg& seg, std::uint32_t i) noexcept {
        const std::uint32_t p = seg.partner;
        bool good = a_.gl && p < a_.seg_count && p != i;
        if (good) {
            const flatline_seg& other = a_.segs[p];
            good = other.partner == i && other.v1 == seg.v2 && other.v2 == seg.v1;
            if (other.linedef != seg.linedef) partner_line_.add(i);
        }
        if (!good) add(Rule::nodes_partner, places_.seg(i, 4), i, p);
    }

    void check_line(const flatline_seg& seg, std::uint32_t i) noexcept {
        if (seg.linedef == FLATLINE_NONE) {
            if (!a_.gl)
                add(Rule::nodes_linedef_range, places_.seg(i, 8), i, 0xFFFF);
            else if (seg.side > 1)
                add_side(seg, i);
            return;
        }
        if (seg.linedef >= map_.linedefs.size()) {
            add(Rule::nodes_linedef_range, places_.seg(i, 8), i, seg.linedef);
            return;
        }
        const flatline_linedef& line = map_.linedefs[seg.linedef];
        if (seg.side > 1 || (seg.side == 1 && line.sideback == FLATLINE_NONE)) add_side(seg, i);
        const std::uint32_t begin = seg.side == 0 ? line.v1 : line.v2;
        const std::uint32_t end = seg.side == 0 ? line.v2 : line.v1;
        if (seg.v1 == begin && seg.v2 == end) return;
        if (!(near(seg.v1, line) && near(seg.v2, line))) {
            add(Rule::nodes_seg_off_line, places_.seg(i, 0), i, seg.linedef);
        } else if (runs_back(seg, map_.vertices[begin], map_.vertices[end])) {
            add_side(seg, i);
        }
    }

    // Whether a seg longer than the tolerance runs against its side: a wrong side is a wrong
    // sector.
    bool runs_back(const flatline_seg& seg, const flatline_vertex& begin,
                   const flatline_vertex& end) const noexcept {
        const flatline_vertex& from = a_.point(map_, seg.v1);
        const flatline_vertex& to = a_.point(map_, seg.v2);
        const double dx = to.x - from.x;
        const double dy = to.y - from.y;
        return dx * dx + dy * dy > kOffLine * kOffLine &&
               dx * (end.x - begin.x) + dy * (end.y - begin.y) < 0;
    }

    // Whether a vertex lies within a unit of a linedef: beside it, or around one of its ends.
    bool near(std::uint32_t vertex, const flatline_linedef& line) const noexcept {
        if (vertex == line.v1 || vertex == line.v2) return true;
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
        // Faults met so far may be those of this very seg.
        if (reporter_.dropped()) return;
        const flatline_linedef& line = map_.linedefs[segs[real].linedef];
        const std::uint32_t side = segs[real].side == 0 ? line.sidefront : line.sideback;
        subsector.sector = map_.sidedefs[side].sector;
    }

    // Stored GL forms have no v2, decode takes the next seg's v1; built nodes are shown to do so.
    void check_loop(const flatline_subsector& subsector) noexcept {
        const std::uint32_t end = subsector.first + subsector.count;
        for (std::uint32_t i = subsector.first; i < end; ++i) {
            const std::uint32_t next = i + 1 < end ? i + 1 : subsector.first;
            if (a_.segs[i].v2 != a_.segs[next].v1) {
                add(Rule::nodes_chain, places_.seg(next, 0), i, next);
            }
        }
    }

    void add_side(const flatline_seg& seg, std::uint32_t i) noexcept {
        add(Rule::nodes_side, places_.seg(i, 8 + places_.line_bytes), i, seg.side);
    }
    void add(Rule rule, std::uint64_t at, std::uint32_t a, std::uint32_t b) noexcept {
        reporter_.add(rule, at, a, b);
    }

    const Arrays& a_;
    const Places& places_;
    const MapView& map_;
    Reporter& reporter_;
    std::uint64_t vertices_;
    Tally unpaired_;
    Tally partner_line_;
    Tally degenerate_;
};

// ---- The tree ----------------------------------------------------------------------------------

// One bit a node and a subsector, and one number a node.
struct Scratch {
    std::uint64_t* seen_nodes = nullptr;
    std::uint64_t* seen_subsectors = nullptr;
    std::uint32_t* levels = nullptr;  // levels of nodes below and with a node
    std::uint32_t* order = nullptr;  // nodes from the root down; not used where children come first

    // True the first time.
    static bool mark(std::uint64_t* bits, std::uint32_t i) noexcept {
        const std::uint64_t bit = 1ull << (i & 63);
        const bool first = (bits[i >> 6] & bit) == 0;
        bits[i >> 6] |= bit;
        return first;
    }
};

class TreeCheck {
public:
    TreeCheck(const Arrays& arrays, const Places& places, const Scratch& scratch,
              Reporter& reporter) noexcept
        : a_(arrays), places_(places), scratch_(scratch), reporter_(reporter) {}

    // Every child exists and has one parent, the root has none, and the root reaches all. Since
    // there is one subsector more than nodes, no index is left over.
    bool run() noexcept {
        bool good = true;
        for (std::uint32_t i = 0; i < a_.node_count; ++i) {
            const flatline_node& node = a_.nodes[i];
            if (node.dx == 0 && node.dy == 0) {
                reporter_.add(Rule::nodes_partition, places_.node(i), i);
            }
            for (std::uint32_t side = 0; side < 2; ++side) {
                const std::uint32_t child = node.children[side];
                if (!take(child)) {
                    reporter_.add(Rule::nodes_tree, places_.child(i, side), i, child & ~kLeaf);
                    good = false;
                }
                children_first_ = children_first_ && ((child & kLeaf) != 0 || child < i);
            }
        }
        // zdbsp numbers from the leaves up, which by itself excludes a cycle.
        return good && (children_first_ || sort());
    }

    std::uint32_t depth() noexcept {
        for (std::uint32_t k = 0; k < a_.node_count; ++k) {
            const std::uint32_t i = from_below(k);
            const flatline_node& node = a_.nodes[i];
            scratch_.levels[i] = 1 + std::max(levels(node.children[0]), levels(node.children[1]));
        }
        return a_.node_count == 0 ? 0 : scratch_.levels[a_.node_count - 1];
    }

    void fill_boxes(const MapView& map) noexcept {
        for (std::uint32_t k = 0; k < a_.node_count; ++k) {
            flatline_node& node = a_.nodes[from_below(k)];
            for (std::uint32_t side = 0; side < 2; ++side) {
                const std::uint32_t child = node.children[side];
                if ((child & kLeaf) != 0)
                    box_of_subsector(map, child & ~kLeaf, node.bbox[side]);
                else
                    box_of_node(a_.nodes[child], node.bbox[side]);
            }
        }
    }

private:
    enum { kTop, kBottom, kLeft, kRight };

    // No branch on what a child is: it is either without a pattern. The root is the last node and
    // nobody's child.
    bool take(std::uint32_t child) noexcept {
        const std::uint32_t counts[] = {a_.node_count - 1, a_.subsector_count};
        std::uint64_t* const marks[] = {scratch_.seen_nodes, scratch_.seen_subsectors};
        const std::uint32_t leaf = child >> 31;
        const std::uint32_t i = child & ~kLeaf;
        return i < counts[leaf] && Scratch::mark(marks[leaf], i);
    }

    // Puts the nodes in order from the root, level by level. False where some are not reached:
    // then they hang on each other in a circle.
    bool sort() noexcept {
        std::uint32_t* const order = scratch_.order;
        std::uint32_t size = 0;
        order[size++] = a_.node_count - 1;
        for (std::uint32_t k = 0; k < size; ++k) {
            for (const std::uint32_t child : a_.nodes[order[k]].children) {
                if ((child & kLeaf) == 0) order[size++] = child;
            }
        }
        if (size == a_.node_count) return true;
        std::fill_n(scratch_.levels, a_.node_count, 0u);
        for (std::uint32_t k = 0; k < size; ++k) scratch_.levels[order[k]] = 1;
        std::uint32_t lost = 0;
        while (scratch_.levels[lost] != 0) ++lost;
        reporter_.add(Rule::nodes_tree, places_.node(lost), lost, lost);
        return false;
    }

    std::uint32_t from_below(std::uint32_t k) const noexcept {
        return children_first_ ? k : scratch_.order[a_.node_count - 1 - k];
    }
    std::uint32_t levels(std::uint32_t child) const noexcept {
        const std::uint32_t mask = (child >> 31) - 1;  // none of the bits for a subsector
        return scratch_.levels[child & mask] & mask;
    }

    static void box_of_node(const flatline_node& node, double* box) noexcept {
        box[kTop] = std::max(node.bbox[0][kTop], node.bbox[1][kTop]);
        box[kBottom] = std::min(node.bbox[0][kBottom], node.bbox[1][kBottom]);
        box[kLeft] = std::min(node.bbox[0][kLeft], node.bbox[1][kLeft]);
        box[kRight] = std::max(node.bbox[0][kRight], node.bbox[1][kRight]);
    }

    void box_of_subsector(const MapView& map, std::uint32_t i, double* box) const noexcept {
        const flatline_subsector& subsector = a_.subsectors[i];
        const flatline_seg* seg = a_.segs + subsector.first;
        const flatline_vertex first = a_.point(map, seg->v1);
        double top = first.y;
        double bottom = first.y;
        double left = first.x;
        double right = first.x;
        const auto grow = [&](const flatline_vertex& p) {
            top = std::max(top, p.y);
            bottom = std::min(bottom, p.y);
            left = std::min(left, p.x);
            right = std::max(right, p.x);
        };
        // In a loop every end is also a begin.
        for (std::uint32_t k = 0; k < subsector.count; ++k) {
            grow(a_.point(map, seg[k].v1));
            if (!a_.gl) grow(a_.point(map, seg[k].v2));
        }
        box[kTop] = top;
        box[kBottom] = bottom;
        box[kLeft] = left;
        box[kRight] = right;
    }

    const Arrays& a_;
    const Places& places_;
    const Scratch& scratch_;
    Reporter& reporter_;
    bool children_first_ = true;
};

Outcome take_scratch(const Arrays& arrays, const MemoryHooks& hooks, Budget& budget,
                     Reservation& memory, Scratch& scratch) noexcept {
    const std::uint64_t nodes = arrays.node_count;
    Layout layout;
    const std::uint64_t nodes_at = layout.add(nodes / 64 + 1, 8);
    const std::uint64_t subsectors_at = layout.add(arrays.subsector_count / 64 + 1, 8);
    const std::uint64_t marks = layout.bytes();
    const std::uint64_t levels_at = layout.add(nodes, 4);
    const std::uint64_t order_at = layout.add(nodes, 4);
    budget.announce(layout.bytes());
    if (!budget.charge(layout.bytes())) return Outcome::over_limit;
    if (!memory.ensure(hooks, layout.bytes())) return Outcome::out_of_memory;
    std::memset(memory.data(), 0, static_cast<std::size_t>(marks));
    scratch.seen_nodes = reinterpret_cast<std::uint64_t*>(memory.data() + nodes_at);
    scratch.seen_subsectors = reinterpret_cast<std::uint64_t*>(memory.data() + subsectors_at);
    scratch.levels = reinterpret_cast<std::uint32_t*>(memory.data() + levels_at);
    scratch.order = reinterpret_cast<std::uint32_t*>(memory.data() + order_at);
    return Outcome::ok;
}

}  // namespace

Outcome verify(const Arrays& arrays, const Places& places, const MapView& map, const Limits& limits,
               const MemoryHooks& hooks, Budget& budget, Reporter& reporter,
               flatline_bsp& out) noexcept {
    const std::uint64_t mark = budget.used();
    Reservation memory;
    Scratch scratch;
    const Outcome outcome = take_scratch(arrays, hooks, budget, memory, scratch);
    if (outcome != Outcome::ok) return outcome;
    SegCheck(arrays, places, map, reporter).run();
    TreeCheck tree(arrays, places, scratch, reporter);
    std::uint32_t depth = 0;
    if (tree.run()) {
        depth = tree.depth();
        if (depth > limits.node_depth) {
            reporter.add(Rule::limit_node_depth, places.node(arrays.node_count - 1), depth,
                         static_cast<std::int64_t>(limits.node_depth));
        }
    }
    if (reporter.dropped()) return Outcome::dropped;
    tree.fill_boxes(map);
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
    return Outcome::ok;
}

Outcome read_nodes(Bytes lump, const MapView& map, const Limits& limits, Inflater inflater,
                   const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                   FindingList& findings, flatline_bsp& out) noexcept {
    out = {};
    const std::uint64_t mark = budget.used();
    Reporter reporter(findings);
    Decoded decoded;
    Outcome outcome = decode(lump, map, limits, inflater, hooks, budget, memory, reporter, decoded);
    if (outcome == Outcome::ok) {
        outcome = verify(decoded.arrays, decoded.places, map, limits, hooks, budget, reporter, out);
    }
    if (outcome == Outcome::ok) {
        std::memcpy(out.format, decoded.format, sizeof out.format);
    } else {
        memory.reset();
        budget.rewind(mark);
    }
    return outcome;
}

}  // namespace flatline::nodes
