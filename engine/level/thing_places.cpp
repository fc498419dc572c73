#include "level/thing_places.hpp"

#include <algorithm>
#include <limits>

#include "base/bits.hpp"
#include "base/keyed_hash.hpp"
#include "base/layout.hpp"
#include "base/orientation.hpp"

namespace flatline::engine::level {
namespace {

constexpr std::uint32_t kNone = FLATLINE_NONE;

// One line in the order of the sweep; links are indices of lines.
struct Branch {
    std::uint32_t below, above, parent;
    std::uint32_t weight;  // random; a parent's is at least its children's
};

// The lines that the sweep line meets, from the lowest to the highest, as a treap. Its weights come
// from a one-way hash over all vertices and lines, so nobody can design a map that makes it deep.
// The hash has no secret key, because crossing lines have no order and the result must be the same
// every time. The links stay valid, because no removal searches for its line.
class SweepOrder {
public:
    // `seed` decides the weights; who inserts no line needs none.
    SweepOrder(const Geometry& g, Branch* branches, std::uint64_t seed = 0) noexcept
        : g_(g), branches_(branches), seed_(seed) {}

    struct Ends {
        flatline_vertex left, right;
    };
    Ends ends(std::uint32_t line) const noexcept {
        const flatline_vertex& a = g_.vertices[g_.linedefs[line].v1];
        const flatline_vertex& b = g_.vertices[g_.linedefs[line].v2];
        return a.x < b.x ? Ends{a, b} : Ends{b, a};
    }

    void insert(std::uint32_t line) noexcept {
        Branch& branch = branches_[line];
        branch = {kNone, kNone, kNone, static_cast<std::uint32_t>(mix(seed_ + line))};
        std::uint32_t parent = kNone;
        bool above = false;
        for (std::uint32_t at = root_; at != kNone;) {
            parent = at;
            above = lies_above(line, at);
            at = above ? branches_[at].above : branches_[at].below;
        }
        branch.parent = parent;
        link(parent, above, line);
        while (branch.parent != kNone && branches_[branch.parent].weight < branch.weight) {
            rotate_up(line);
        }
    }

    void remove(std::uint32_t line) noexcept {
        Branch& branch = branches_[line];
        while (branch.below != kNone && branch.above != kNone) {
            const bool below = branches_[branch.below].weight > branches_[branch.above].weight;
            rotate_up(below ? branch.below : branch.above);
        }
        const std::uint32_t child = branch.below != kNone ? branch.below : branch.above;
        if (child != kNone) branches_[child].parent = branch.parent;
        const bool above = branch.parent != kNone && branches_[branch.parent].above == line;
        link(branch.parent, above, child);
    }

    // Whether a line is at or below a point (`strictly`: below it).
    static bool is_below(const Ends& e, double x, double y, bool strictly) noexcept {
        const int side = orientation(e.left.x, e.left.y, e.right.x, e.right.y, x, y);
        return side > 0 || (side == 0 && !strictly);
    }

    // Whether the first of two lines over one x is the higher one.
    bool is_higher(std::uint32_t line, std::uint32_t other) const noexcept {
        const bool later = ends(line).left.x > ends(other).left.x;
        return later ? lies_above(line, other) : !lies_above(other, line);
    }

    // The highest line at or below a point (`strictly`: below it), or kNone.
    std::uint32_t find(double x, double y, bool strictly) const noexcept {
        std::uint32_t found = kNone;
        for (std::uint32_t at = root_; at != kNone;) {
            if (is_below(ends(at), x, y, strictly)) {
                found = at;
                at = branches_[at].above;
            } else {
                at = branches_[at].below;
            }
        }
        return found;
    }

private:
    static std::uint64_t mix(std::uint64_t h) noexcept {  // splitmix64
        h += 0x9E3779B97F4A7C15u;
        h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u;
        h = (h ^ h >> 27) * 0x94D049BB133111EBu;
        return h ^ h >> 31;
    }

    // Precondition: the line begins no further left than `other`. Its left end decides; at a shared
    // vertex its direction does, and for lines that lie on each other their index.
    bool lies_above(std::uint32_t line, std::uint32_t other) const noexcept {
        const Ends a = ends(line);
        const Ends b = ends(other);
        int side = orientation(b.left.x, b.left.y, b.right.x, b.right.y, a.left.x, a.left.y);
        if (side == 0) {
            side = orientation(b.left.x, b.left.y, b.right.x, b.right.y, a.right.x, a.right.y);
        }
        return side != 0 ? side > 0 : line > other;
    }

    void link(std::uint32_t parent, bool above, std::uint32_t child) noexcept {
        if (parent == kNone) {
            root_ = child;
        } else {
            (above ? branches_[parent].above : branches_[parent].below) = child;
        }
    }

    void rotate_up(std::uint32_t line) noexcept {
        Branch& branch = branches_[line];
        const std::uint32_t parent = branch.parent;
        Branch& old = branches_[parent];
        const std::uint32_t grandparent = old.parent;
        const bool above = grandparent != kNone && branches_[grandparent].above == parent;
        if (old.above == line) {
            old.above = branch.below;
            if (branch.below != kNone) branches_[branch.below].parent = parent;
            branch.below = parent;
        } else {
            old.below = branch.above;
            if (branch.above != kNone) branches_[branch.above].parent = parent;
            branch.above = parent;
        }
        old.parent = line;
        branch.parent = grandparent;
        link(grandparent, above, line);
    }

    const Geometry& g_;
    Branch* branches_;
    std::uint64_t seed_;
    std::uint32_t root_ = kNone;
};

// A sweep over as many lines is done in two halves of the points, each with a tree of its own. That
// depends on the map alone, because where lines cross the answer depends on the tree.
constexpr std::size_t kLeastHalved = 4096;

std::size_t sweep_trees(std::size_t lines) noexcept { return lines >= kLeastHalved ? 2 : 1; }

// An element and the x at which the sweep meets it.
struct Event {
    double x;
    std::uint32_t index;
};

struct PlaceSlices {
    std::uint64_t begins, ends, things, branches, bytes;
};

PlaceSlices slices(std::size_t lines, std::size_t things) noexcept {
    Layout layout;
    PlaceSlices s{};
    s.begins = layout.add(lines, sizeof(Event));
    s.ends = layout.add(lines, sizeof(Event));
    s.things = layout.add(things, sizeof(Event));
    s.branches = layout.add(lines * sweep_trees(lines), sizeof(Branch));
    s.bytes = layout.bytes();
    return s;
}

void sort(Event* first, Event* last) noexcept {
    std::sort(first, last, [](const Event& a, const Event& b) {
        return a.x != b.x ? a.x < b.x : a.index < b.index;
    });
}

// Counts points in equal parts of their range of x, added up from the west: one look tells where no
// point is. Few things stand over many lines, so most lines need not be swept.
class PointParts {
public:
    explicit PointParts(View<flatline_thing> things) noexcept {
        for (const flatline_thing& thing : things) {
            least_ = std::min(least_, thing.x);
            most_ = std::max(most_, thing.x);
        }
        scale_ = most_ > least_ ? kParts / (most_ - least_) : 0;
        for (const flatline_thing& thing : things) ++below_[part(thing.x) + 1];
        for (std::size_t i = 0; i < kParts; ++i) below_[i + 1] += below_[i];
    }
    /// Of the points in order of x, those among which are all between two places, ends included.
    /// There may be others, above all at both ends of the range.
    struct Range {
        std::uint32_t first, last;
    };
    Range between(double left, double right) const noexcept {
        const std::uint32_t first = below_[part(left)];
        const std::uint32_t last = below_[part(right) + 1];
        const bool meets = (left <= most_) & (right >= least_);
        return {first, meets ? last : first};
    }

private:
    static constexpr std::size_t kParts = 1024;

    std::size_t part(double x) const noexcept {  // ascends with x
        const double at = std::max(0.0, std::min((x - least_) * scale_, kParts - 1.0));
        return static_cast<std::size_t>(static_cast<std::int32_t>(at));
    }

    double least_ = std::numeric_limits<double>::infinity();
    double most_ = -std::numeric_limits<double>::infinity();
    double scale_ = 0;
    std::uint32_t below_[kParts + 1] = {};
};

// The sector above a line that is not vertical.
std::uint32_t upper_sector(const Geometry& g, const flatline_linedef& line) noexcept {
    // The front is right of v1 -> v2: below a line that runs to the right.
    const bool to_right = g.vertices[line.v1].x < g.vertices[line.v2].x;
    return to_right ? g.back_sector(line) : g.front_sector(line);
}

// To sort the lines and keep them in order costs what some twenty comparisons with points do.
constexpr std::uint64_t kPairsALine = 16;

// Finds the line below each point, and leaves it in the place of its sector.
struct Sweep {
    const Geometry& g;
    View<flatline_thing> things;
    Beside beside;
    Event* begins = nullptr;  // the lines by where they begin, and by where they end
    Event* ends = nullptr;
    Event* points = nullptr;  // in order
    std::size_t count = 0;

    // A line counts from its left end to just before its right end, so that a thing straight
    // above a vertex meets one line of a chain, not two or none. To the west of a thing a line
    // counts from just after its left end to its right end.
    bool reached(double event, double x) const noexcept {
        return event < x || (event == x && !beside.west);
    }

    // Each line with each point over it, where there are few of those.
    void by_pairs(const SweepOrder& order, const PointParts& parts,
                  flatline_thing_place* places) const noexcept {
        std::fill_n(places, things.size(), flatline_thing_place{kNone, kNone});
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t line = begins[i].index;
            const SweepOrder::Ends e = order.ends(line);
            const double low = std::min(e.left.y, e.right.y);
            const PointParts::Range range = parts.between(e.left.x, e.right.x);
            for (std::uint32_t k = range.first; k < range.last; ++k) {
                const double x = points[k].x;
                const double y = things[points[k].index].y;
                if (low > y || !reached(e.left.x, x) || reached(e.right.x, x)) continue;
                if (!SweepOrder::is_below(e, x, y, beside.south)) continue;
                std::uint32_t& found = places[points[k].index].sector;
                if (found == kNone || order.is_higher(line, found)) found = line;
            }
        }
    }

    // The lines that are met, in their order, while a sweep line passes all ends and points.
    void by_order(Branch* branches, Jobs* jobs, flatline_thing_place* places) const noexcept {
        if (sweep_trees(g.linedefs.size()) == 1 || things.size() < 2) {
            sort(begins, begins + count);
            sort(ends, ends + count);
            SweepOrder order(g, branches, sweep_seed(g));
            pass({begins, begins + count, ends, ends + count, 0, things.size()}, order, places);
            return;
        }
        const std::size_t middle = things.size() / 2;
        const auto before = [this, x = points[middle].x](const Event& e) {
            return reached(e.x, x);
        };
        Event* const begun = std::partition(begins, begins + count, before);
        Event* const ended = std::partition(ends, ends + count, before);
        std::uint64_t seed = 0;
        in_pieces(jobs, 5, [&](std::size_t i) {
            if (i == 0) sort(begins, begun);
            if (i == 1) sort(ended, ends + count);
            if (i == 2) seed = sweep_seed(g);
            if (i == 3) sort(begun, begins + count);
            if (i == 4) sort(ends, ended);
        });
        in_pieces(jobs, 2, [&](std::size_t half) {
            SweepOrder order(g, branches + half * g.linedefs.size(), seed);
            if (half == 0) {
                pass({begins, begun, ends, ended, 0, middle}, order, places);
                return;
            }
            for (const Event* line = begins; line != begun; ++line) {
                const double right = order.ends(line->index).right.x;
                if (!before({right, line->index})) order.insert(line->index);
            }
            pass({begun, begins + count, ended, ends + count, middle, things.size()}, order,
                 places);
        });
    }

private:
    // Some of the points in their order, with the lines that begin and end among them.
    struct Part {
        const Event *begin, *begins_end;
        const Event *end, *ends_end;
        std::size_t first, last;
    };
    void pass(Part part, SweepOrder& order, flatline_thing_place* places) const noexcept {
        for (std::size_t i = part.first; i < part.last; ++i) {
            const double x = points[i].x;
            for (;;) {
                const bool begins_next = part.begin != part.begins_end && reached(part.begin->x, x);
                // A line that ends where another begins is out of the way.
                const bool ends_next = part.end != part.ends_end && reached(part.end->x, x) &&
                                       (!begins_next || part.end->x <= part.begin->x);
                if (ends_next) {
                    order.remove(part.end++->index);
                } else if (begins_next) {
                    order.insert(part.begin++->index);
                } else {
                    break;
                }
            }
            const std::uint32_t thing = points[i].index;
            places[thing] = {order.find(x, things[thing].y, beside.south), kNone};
        }
    }
};

// The child of a node on whose side a point lies.
bool is_behind(const flatline_node& node, double x, double y, OnPartition rule) noexcept {
    if (rule == OnPartition::srb2) {
        if (node.dx == 0) return x <= node.x ? node.dy > 0 : node.dy < 0;
        if (node.dy == 0) return y <= node.y ? node.dx < 0 : node.dx > 0;
        return (y - node.y) * node.dx >= (x - node.x) * node.dy;
    }
    return (y - node.y) * node.dx > (x - node.x) * node.dy;
}

}  // namespace

void fill_places_by_nodes(const flatline_bsp& bsp, View<flatline_thing> things,
                          flatline_thing_place* places, OnPartition rule) noexcept {
    for (std::size_t i = 0; i < things.size(); ++i) {
        const flatline_thing& thing = things[i];
        std::uint32_t at = bsp.node_count == 0 ? FLATLINE_CHILD_SUBSECTOR : bsp.node_count - 1;
        while ((at & FLATLINE_CHILD_SUBSECTOR) == 0) {
            const flatline_node& node = bsp.nodes[at];
            at = node.children[is_behind(node, thing.x, thing.y, rule)];
        }
        at &= ~FLATLINE_CHILD_SUBSECTOR;
        places[i] = {bsp.subsectors[at].sector, at};
    }
}

std::uint64_t sweep_seed(const Geometry& g) noexcept {
    WordHash hash(0, 0);
    for (const flatline_vertex& v : g.vertices) {
        hash.add(bit_cast<std::uint64_t>(v.x));
        hash.add(bit_cast<std::uint64_t>(v.y));
    }
    for (const flatline_linedef& line : g.linedefs) {
        hash.add(std::uint64_t{line.v1} << 32 | line.v2);
    }
    return hash.finish();
}

std::uint64_t sweep_scratch_bytes(std::size_t line_count, std::size_t thing_count) noexcept {
    return slices(line_count, thing_count).bytes;
}

void fill_places_by_sweep(const Geometry& g, View<flatline_thing> things, unsigned char* scratch,
                          flatline_thing_place* places, Beside beside, Jobs* jobs) noexcept {
    const PlaceSlices s = slices(g.linedefs.size(), things.size());
    Sweep sweep{g, things, beside};
    sweep.begins = reinterpret_cast<Event*>(scratch + s.begins);
    sweep.ends = reinterpret_cast<Event*>(scratch + s.ends);
    sweep.points = reinterpret_cast<Event*>(scratch + s.things);
    auto* const branches = reinterpret_cast<Branch*>(scratch + s.branches);
    const PointParts parts(things);
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < g.linedefs.size(); ++i) {
        // Without a branch: which way lines run and which are vertical follows no pattern.
        const auto line = static_cast<std::uint32_t>(i);
        const double x1 = g.vertices[g.linedefs[i].v1].x;
        const double x2 = g.vertices[g.linedefs[i].v2].x;
        const double left = std::min(x1, x2);
        const double right = std::max(x1, x2);
        const PointParts::Range range = parts.between(left, right);
        sweep.begins[sweep.count] = {left, line};
        sweep.ends[sweep.count] = {right, line};
        // A vertical line is never the one below a point.
        const bool kept = (left < right) & (range.first != range.last);
        sweep.count += kept;
        pairs += kept ? range.last - range.first : 0;
    }
    for (std::size_t i = 0; i < things.size(); ++i) {
        sweep.points[i] = {things[i].x, static_cast<std::uint32_t>(i)};
    }
    sort(sweep.points, sweep.points + things.size());
    if (pairs <= kPairsALine * sweep.count)
        sweep.by_pairs(SweepOrder(g, branches), parts, places);
    else
        sweep.by_order(branches, jobs, places);
    for (std::size_t i = 0; i < things.size(); ++i) {
        const std::uint32_t line = places[i].sector;
        places[i] = {line == kNone ? kNone : upper_sector(g, g.linedefs[line]), kNone};
    }
}

}  // namespace flatline::engine::level
