// Sides whose sector differs from the region around them.
#include <algorithm>

#include "base/orientation.hpp"
#include "check/nearest_line_west.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::uint32_t kNone = FLATLINE_NONE;
constexpr std::uint32_t kMixed = FLATLINE_NONE - 1;  // a walk of several sectors

// A side, there or not, is an arrow with the region that it looks at on its right: 2 * line for the
// front, v1 to v2, and one more for the back, v2 to v1.
using Arrow = std::uint32_t;
constexpr Arrow twin(Arrow a) noexcept { return a ^ 1; }

struct ArrowPlace {
    std::uint32_t from;    // the place that it leaves; kNone where its line is in no walk
    std::uint32_t sector;  // of its side; kNone where it has none
};

// One closed walk of arrows.
struct ArrowLoop {
    Arrow first;
    std::uint32_t sector;  // of all its arrows, kNone, or kMixed
    std::uint32_t lowest;  // the place with the lowest x, of those the one with the lowest y
    std::uint32_t parent;  // the walk around its region; itself where it is that, kNone: endless
    bool troubled;         // one of its lines crosses another, lies on it or holds a vertex, or
                           // one of its vertices is on a line that is not split there
    bool is_hole;          // it goes round outside a group of lines
    bool tied;             // it passes a place that two arrows leave in one direction
    bool unsure;           // its parent was found by a tied hole, in which regions may have joined
};

class Regions {
public:
    explicit Regions(Context& context) noexcept
        : context_(context), map_(context.map), geometry_(context.geometry) {}

    void run() noexcept;

private:
    std::uint32_t line_of(Arrow a) const noexcept { return a / 2; }
    bool is_in_walks(std::uint32_t line) const noexcept { return from(2 * line) != kNone; }
    std::uint32_t from(Arrow a) const noexcept { return arrows_[a].from; }
    std::uint32_t to(Arrow a) const noexcept { return from(twin(a)); }
    std::uint32_t side(Arrow a) const noexcept {
        const flatline_linedef& line = map_.linedefs()[a / 2];
        return (a & 1) == 0 ? line.sidefront : line.sideback;
    }
    std::uint32_t sector(Arrow a) const noexcept { return arrows_[a].sector; }
    const flatline_vertex& at(std::uint32_t place) const noexcept { return map_.vertices()[place]; }
    bool before(Arrow a, Arrow b) const noexcept;
    bool same_direction(Arrow a, Arrow b) const noexcept;
    bool lower(std::uint32_t place, std::uint32_t other) const noexcept {
        const flatline_vertex& a = at(place);
        const flatline_vertex& b = at(other);
        return a.x != b.x ? a.x < b.x : a.y < b.y;
    }
    // Around a region on the right the way goes on by the first arrow that leaves the place behind
    // the way back, against the clock.
    Arrow next(Arrow a) const noexcept {
        const std::uint32_t place = to(a);
        const std::uint32_t behind = rank_[twin(a)] + 1;
        return leaving_[behind == rows_[place + 1] ? rows_[place] : behind];
    }
    Arrow previous(Arrow a) const noexcept {
        const std::uint32_t place = from(a);
        const std::uint32_t own = rank_[a];
        return twin(leaving_[own == rows_[place] ? rows_[place + 1] - 1 : own - 1]);
    }

    bool take() noexcept;
    void place_arrows() noexcept;
    void sort_places() noexcept;
    bool find_walks() noexcept;
    bool goes_round(const ArrowLoop& walk) const noexcept;
    bool find_parents() noexcept;
    // At a place on a line that is not split there other regions meet than the walks say.
    bool is_on_line(std::uint32_t place) const noexcept {
        return (geometry_.in_line[place] & kOnLine) != 0;
    }
    bool is_judged(Arrow a) const noexcept {
        return !tied_[from(a)] && !tied_[to(a)] && !is_on_line(from(a)) && !is_on_line(to(a));
    }
    bool disagrees(Arrow a) const noexcept;
    bool is_lone(const ArrowLoop& walk) const noexcept;
    void report() noexcept;

    Context& context_;
    const Map& map_;
    const GeometryCache& geometry_;
    Scratch<ArrowPlace> arrows_;
    Scratch<std::uint32_t> rows_;  // one a place and one more: where its arrows begin in leaving_
    Scratch<Arrow> leaving_;       // arrows by the place they leave, against the clock
    Scratch<std::uint32_t> rank_;  // one an arrow: where it is in leaving_
    Scratch<std::uint32_t> walk_of_;
    Scratch<bool> tied_;  // one a place: two arrows leave it in one direction
    Scratch<ArrowLoop> walks_;
    std::uint32_t walk_count_ = 0;
};

// Whether a is before b, of arrows that leave one place: from the south against the clock.
bool Regions::before(Arrow a, Arrow b) const noexcept {
    const flatline_vertex& p = at(from(a));
    const flatline_vertex& q = at(to(a));
    const flatline_vertex& r = at(to(b));
    // East of the south-north straight or on its north half, then the other half.
    const auto is_west = [&](const flatline_vertex& v) {
        return v.x < p.x || (v.x == p.x && v.y < p.y);
    };
    if (is_west(q) != is_west(r)) return is_west(r);
    const int turn = orientation(p.x, p.y, q.x, q.y, r.x, r.y);
    return turn != 0 ? turn > 0 : a < b;
}

bool Regions::same_direction(Arrow a, Arrow b) const noexcept {
    const flatline_vertex& p = at(from(a));
    const flatline_vertex& q = at(to(a));
    const flatline_vertex& r = at(to(b));
    return orientation(p.x, p.y, q.x, q.y, r.x, r.y) == 0 && (q.x < p.x) == (r.x < p.x) &&
           (q.y < p.y) == (r.y < p.y) && (q.x > p.x) == (r.x > p.x);
}

bool Regions::take() noexcept {
    const std::size_t places = map_.vertices().size();
    const std::size_t arrows = 2 * map_.linedefs().size();
    return context_.take_zeroed(places + 1, rows_) && context_.take_zeroed(places, tied_) &&
           context_.take(arrows, arrows_) && context_.take(arrows, leaving_) &&
           context_.take(arrows, rank_) && context_.take(arrows, walk_of_);
}

void Regions::place_arrows() noexcept {
    ArrowPlace* out = arrows_.data();
    std::size_t index = 0;
    for (const flatline_linedef& line : map_.linedefs()) {
        const std::uint32_t front = map_.sidedefs()[line.sidefront].sector;
        const std::uint32_t back =
            line.sideback == kNone ? kNone : map_.sidedefs()[line.sideback].sector;
        const bool counts = geometry_.grid[index++].has_length() && front != back;
        *out++ = {counts ? geometry_.places[line.v1] : kNone, front};
        *out++ = {counts ? geometry_.places[line.v2] : kNone, back};
    }
}

void Regions::sort_places() noexcept {
    const auto arrows = static_cast<Arrow>(2 * map_.linedefs().size());
    const std::size_t places = map_.vertices().size();
    for (const ArrowPlace& arrow : arrows_) {
        if (arrow.from != kNone) ++rows_[arrow.from];
    }
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < places; ++i) rows_[i] = end += rows_[i];
    rows_[places] = end;
    for (Arrow a = arrows; a-- > 0;) {
        if (from(a) != kNone) leaving_[--rows_[from(a)]] = a;
    }
    for (std::size_t i = 0; i < places; ++i) {
        Arrow* const first = leaving_.data() + rows_[i];
        Arrow* const last = leaving_.data() + rows_[i + 1];
        std::sort(first, last, [this](Arrow a, Arrow b) { return before(a, b); });
        for (Arrow* a = first; a != last; ++a) {
            rank_[*a] = static_cast<std::uint32_t>(a - leaving_.data());
            if (a != first && same_direction(a[-1], *a)) tied_[i] = true;
        }
    }
}

bool Regions::find_walks() noexcept {
    std::fill(walk_of_.begin(), walk_of_.end(), kNone);
    const std::uint32_t arrows = rows_[map_.vertices().size()];
    for (std::uint32_t i = 0; i < arrows; ++i) {
        if (walk_of_[leaving_[i]] != kNone) continue;
        if (walk_count_ == walks_.size() && !context_.grow(walks_)) return false;
        ArrowLoop& walk = walks_[walk_count_];
        walk = {};
        walk.first = leaving_[i];
        walk.sector = sector(walk.first);
        walk.lowest = from(walk.first);
        Arrow a = walk.first;
        do {
            walk_of_[a] = walk_count_;
            if (sector(a) != walk.sector) walk.sector = kMixed;
            if (lower(from(a), walk.lowest)) walk.lowest = from(a);
            walk.troubled =
                walk.troubled || geometry_.troubled[line_of(a)] != 0 || is_on_line(from(a));
            walk.tied = walk.tied || tied_[from(a)];
            a = next(a);
        } while (a != walk.first);
        walk.is_hole = goes_round(walk);
        walk.parent = walk.is_hole ? kNone : walk_count_;
        ++walk_count_;
    }
    return true;
}

// At its lowest place a walk that goes round outside has the west on its right. All arrows of the
// walk that leave the place go east or north, so the west is between the one that comes in and the
// one that leaves where, against the clock from the south, the latter is not behind the former.
bool Regions::goes_round(const ArrowLoop& walk) const noexcept {
    Arrow a = walk.first;
    do {
        const Arrow out = next(a);
        if (to(a) == walk.lowest && (out == twin(a) || !before(twin(a), out))) return true;
        a = out;
    } while (a != walk.first);
    return false;
}

// From the west to the east, so that what is found around a hole has its own parent already.
bool Regions::find_parents() noexcept {
    Scratch<std::uint32_t> holes;
    if (!context_.take(walk_count_, holes)) return false;
    std::uint32_t* end = holes.begin();
    for (std::uint32_t i = 0; i < walk_count_; ++i) {
        if (walks_[i].is_hole) *end++ = i;
    }
    std::sort(holes.begin(), end, [this](std::uint32_t a, std::uint32_t b) {
        return lower(walks_[a].lowest, walks_[b].lowest);
    });
    for (std::uint32_t* i = holes.begin(); i != end; ++i) {
        const flatline_vertex& p = at(walks_[*i].lowest);
        const Arrow found = nearest_line_west(
            context_, p.x, p.y, [this](std::uint32_t line) { return is_in_walks(line); });
        if (context_.was_cut() || !context_.goes_on()) return false;
        if (found == kNone) continue;
        const ArrowLoop& met = walks_[walk_of_[found]];
        walks_[*i].parent = met.parent;
        walks_[*i].unsure = met.is_hole && (met.tied || met.unsure);
    }
    return true;
}

// What is before and behind it is in one sector, or none, and it is in another.
bool Regions::disagrees(Arrow a) const noexcept {
    const Arrow p = previous(a);
    const Arrow n = next(a);
    if (line_of(p) == line_of(a) || line_of(n) == line_of(a)) return false;
    if (sector(p) != sector(n) || sector(p) == sector(a)) return false;
    return geometry_.troubled[line_of(a)] == 0 && geometry_.troubled[line_of(p)] == 0 &&
           geometry_.troubled[line_of(n)] == 0;
}

// What is around its region is in another sector than all of it. Precondition: it is in one.
bool Regions::is_lone(const ArrowLoop& walk) const noexcept {
    if (!walk.is_hole || walk.troubled || walk.unsure) return false;
    if (walk.parent == kNone) return true;
    const ArrowLoop& outer = walks_[walk.parent];
    return !outer.troubled && outer.sector != kMixed && outer.sector != walk.sector;
}

void Regions::report() noexcept {
    const auto arrows = static_cast<Arrow>(2 * map_.linedefs().size());
    Scratch<bool> reported;
    if (!context_.take_zeroed(map_.sidedefs().size(), reported)) return;
    for (Arrow a = 0; a < arrows; ++a) {
        if (walk_of_[a] == kNone) continue;
        // Most walks have one sector, with which all of them agree, and lie in no other.
        const ArrowLoop& walk = walks_[walk_of_[a]];
        if (walk.sector != kMixed && !walk.is_hole) continue;
        const std::uint32_t s = side(a);
        if (s == kNone || reported[s] || !is_judged(a)) continue;
        if (walk.sector == kMixed ? !disagrees(a) : !is_lone(walk)) continue;
        reported[s] = true;
        context_.report.about(Rule::side_sector_suspect, {FLATLINE_SIDEDEF, s}, FLATLINE_NO_FIELD,
                              sector(a));
    }
}

void Regions::run() noexcept {
    if (!take()) return;
    place_arrows();
    sort_places();
    if (find_walks() && find_parents()) report();
}

}  // namespace

bool need_troubled(Context& context) noexcept {
    if (!context.geometry.has_pairs) line_pairs(context);
    if (!context.geometry.has_vertices) vertex_on_line(context);
    return context.geometry.has_pairs && context.geometry.has_vertices;
}

void side_sector_suspect(Context& context) noexcept {
    if (need_places(context) && need_troubled(context)) Regions(context).run();
}

}  // namespace flatline::engine::sanity
