// Things that stand in each other.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "check/bodies.hpp"
#include "check/rules.hpp"
#include "check/thing_heights.hpp"
#include "check/thing_presence.hpp"

namespace flatline::engine::sanity {
namespace {

// A thing that is in the way of others.
struct Solid {
    std::uint32_t thing;
    Presence presence;
    Body body;
    bool is_start;
    bool is_deathmatch;  // a start of that mode
    bool is_monster;
    bool is_doll;  // a start that another of the same player, which stands behind it, takes over
};

// ZDoom's bridges, which are put into each other to make a way.
constexpr std::int32_t kBridges[] = {118, 5061, 5064, 5065, 9990, 9991};

bool is_bridge(std::int32_t type) noexcept {
    return std::find(std::begin(kBridges), std::end(kBridges), type) != std::end(kBridges);
}

// What stands in a thing: the lowest index, and how many.
struct Obstacles {
    std::uint32_t lowest, count;

    void add(std::uint32_t thing) noexcept {
        lowest = std::min(lowest, thing);
        ++count;
    }
};

class ThingPairs {
public:
    explicit ThingPairs(Context& context) noexcept : context_(context), map_(context.map) {}

    void run() noexcept;

private:
    bool find_solids() noexcept;
    bool is_deathmatch_start(const ThingKind& kind) const noexcept;
    bool sort_by_cell() noexcept;
    std::uint32_t column_of(double x) const noexcept { return index((x - x_) / size_, columns_); }
    std::uint32_t row_of(double y) const noexcept { return index((y - y_) / size_, rows_); }
    static std::uint32_t index(double at, std::uint32_t count) noexcept {
        return at < count ? static_cast<std::uint32_t>(std::max(at, 0.0)) : count - 1;
    }
    void find_dolls() noexcept;
    bool apart_in_height(const Solid& a, const Solid& b) noexcept;
    static bool are_together(const Solid& a, const Solid& b) noexcept;
    bool meet(const Solid& a, const Solid& b) noexcept;
    bool look_around(std::uint32_t solid) noexcept;
    std::uint32_t low_sector(const Solid& start) noexcept;
    void tell(std::uint32_t solid) noexcept;
    const flatline_thing& thing(const Solid& s) const noexcept { return map_.things()[s.thing]; }

    Context& context_;
    const Map& map_;
    Scratch<Solid> solids_;  // in order of things
    std::uint32_t count_ = 0;
    double x_ = 0, y_ = 0, size_ = 1;
    std::uint32_t columns_ = 1, rows_ = 1;
    Scratch<std::uint32_t> starts_;  // of the cells in in_cells_, row by row
    Scratch<std::uint32_t> in_cells_;
    Scratch<Obstacles> of_kind_;  // one a solid: of two starts, or of two that are none
    Scratch<Obstacles> others_;   // of a start: what is none
};

bool ThingPairs::find_solids() noexcept {
    Presences presences(map_, context_.types);
    std::uint32_t index = 0;
    for (const flatline_thing& thing : map_.things()) {
        const ThingKind kind = context_.types.kind(thing.type);
        const bool deathmatch = is_deathmatch_start(kind);
        const bool start = deathmatch || is_start(context_, thing.type);
        const Body body =
            deathmatch ? Body{kind.radius, kind.height, true} : body_of(context_, thing.type);
        Presence presence = presences.of(index);
        if (deathmatch) presence = Presences::of_deathmatch_start(presence.skills);
        if (body.radius > 0) {
            if (count_ == solids_.size() && !context_.grow(solids_)) return false;
            solids_[count_++] = {index, presence, body, start, deathmatch, kind.may_be_monster,
                                 false};
        }
        ++index;
    }
    return true;
}

bool ThingPairs::is_deathmatch_start(const ThingKind& kind) const noexcept {
    return kind.is(ThingFacts::kDeathmatchStart) && !context_.types.games().is_only(Game::srb2);
}

// Of the starts of one player ports take the last; what stands at the others is left behind. The
// first argument, where things have some, is the entry from another map: each has its own start.
void ThingPairs::find_dolls() noexcept {
    constexpr std::uint32_t kPlayers = 64;
    constexpr std::uint32_t kEntries = 16;
    bool is_taken[kPlayers][kEntries] = {};
    for (std::uint32_t i = count_; i-- > 0;) {
        if (!solids_[i].is_start || solids_[i].is_deathmatch) continue;
        const flatline_thing& start = thing(solids_[i]);
        const auto entry = static_cast<std::uint32_t>(start.arg[0]);
        if (entry >= kEntries) continue;
        // Players 5 to 8 have 4001 to 4004, and in Hexen 9100 to 9103.
        const int player = start.type <= 32 ? start.type : 33 + start.type % 31;
        bool& taken = is_taken[player][entry];
        solids_[i].is_doll = taken;
        taken = true;
    }
}

// Cells as wide as two bodies, so that only neighbouring ones can hold what meets.
bool ThingPairs::sort_by_cell() noexcept {
    double right = x_ = thing(solids_[0]).x;
    double top = y_ = thing(solids_[0]).y;
    double radius = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
        const flatline_thing& t = thing(solids_[i]);
        x_ = std::min(x_, t.x);
        right = std::max(right, t.x);
        y_ = std::min(y_, t.y);
        top = std::max(top, t.y);
        radius = std::max(radius, solids_[i].body.radius);
    }
    const double width = right - x_;
    const double height = top - y_;
    size_ =
        std::max({2 * radius, std::sqrt(width * height / count_), width / count_, height / count_});
    columns_ = static_cast<std::uint32_t>(width / size_) + 1;
    rows_ = static_cast<std::uint32_t>(height / size_) + 1;
    const std::size_t cells = std::size_t{columns_} * rows_;
    if (!context_.take_zeroed(cells + 1, starts_) || !context_.take(count_, in_cells_)) {
        return false;
    }
    const auto cell = [this](std::uint32_t i) {
        const flatline_thing& t = thing(solids_[i]);
        return std::size_t{row_of(t.y)} * columns_ + column_of(t.x);
    };
    for (std::uint32_t i = 0; i < count_; ++i) ++starts_[cell(i)];
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < cells; ++i) starts_[i] = end += starts_[i];
    starts_[cells] = end;
    for (std::uint32_t i = count_; i-- > 0;) in_cells_[--starts_[cell(i)]] = i;
    return true;
}

// Only where both are of a height: the others are in the way at any. Two starts are: where several
// players begin on floors of several heights, ports still push them into each other.
bool ThingPairs::apart_in_height(const Solid& a, const Solid& b) noexcept {
    if (!a.body.of_height || !b.body.of_height || (a.is_start && b.is_start)) return false;
    double low[2] = {};
    const Solid* const both[] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
        HeightRange range;
        if (!find_height_range(context_, both[i]->thing, range)) return false;
        low[i] = bottom_of(range, thing(*both[i]), both[i]->body.height, both[i]->body.hangs);
    }
    return low[0] + a.body.height <= low[1] || low[1] + b.body.height <= low[0];
}

// Two starts meet in a mode, a start and something else in a skill, two other things in skill, mode
// and class. In deathmatch a port takes another start where something is in the way. Monsters go
// away, and maps put them there for other modes; what stays makes the start useless.
bool ThingPairs::are_together(const Solid& a, const Solid& b) noexcept {
    if (a.is_deathmatch || b.is_deathmatch) {
        return a.is_start != b.is_start && !a.is_monster && !b.is_monster &&
               a.presence.meets(b.presence);
    }
    if (a.is_start && b.is_start) return (a.presence.modes & b.presence.modes) != 0;
    if (!a.is_start && !b.is_start) return a.presence.meets(b.presence);
    return a.presence.is_ever() && b.presence.is_ever() &&
           (a.presence.skills & b.presence.skills) != 0;
}

bool ThingPairs::meet(const Solid& a, const Solid& b) noexcept {
    const flatline_thing& first = thing(a);
    const flatline_thing& second = thing(b);
    if (is_bridge(first.type) && is_bridge(second.type)) return false;
    const double slack = a.is_start && b.is_start ? kSlackOfBodies : 0;
    const double reach = a.body.radius + b.body.radius - slack;
    if (!(std::fabs(first.x - second.x) < reach && std::fabs(first.y - second.y) < reach)) {
        return false;
    }
    return are_together(a, b) && !apart_in_height(a, b);
}

// The things before this one that stand in it. Of two of a kind the finding names the later one, of
// a start and something else the start. False where steps are spent.
bool ThingPairs::look_around(std::uint32_t solid) noexcept {
    const Solid& own = solids_[solid];
    const std::uint32_t column = column_of(thing(own).x);
    const std::uint32_t row = row_of(thing(own).y);
    for (std::uint32_t r = row - (row > 0); r <= std::min(row + 1, rows_ - 1); ++r) {
        for (std::uint32_t c = column - (column > 0); c <= std::min(column + 1, columns_ - 1);
             ++c) {
            const std::size_t cell = std::size_t{r} * columns_ + c;
            for (std::uint32_t i = starts_[cell]; i < starts_[cell + 1]; ++i) {
                if (!context_.spend()) return false;
                const std::uint32_t before = in_cells_[i];
                if (before >= solid) break;
                const Solid& other = solids_[before];
                if (!meet(own, other)) continue;
                const bool both = own.is_start == other.is_start;
                const bool tell_other = !both && other.is_start;
                Obstacles& found = (both ? of_kind_ : others_)[tell_other ? before : solid];
                found.add(tell_other ? own.thing : other.thing);
            }
        }
    }
    return true;
}

// The sector of a start that is lower than a player; FLATLINE_NONE without, or where memory is out.
std::uint32_t ThingPairs::low_sector(const Solid& start) noexcept {
    const ThingKind kind = context_.types.kind(thing(start).type);
    HeightRange range;
    if (!kind.is_known || !find_height_range(context_, start.thing, range)) return FLATLINE_NONE;
    return range.ceiling - range.floor < kind.height ? range.sector : std::uint32_t{FLATLINE_NONE};
}

void ThingPairs::tell(std::uint32_t solid) noexcept {
    const Solid& own = solids_[solid];
    const Element self = {FLATLINE_THING, own.thing};
    const auto say = [&](Rule rule, const Obstacles& with) {
        if (with.count == 0) return;
        context_.report.about_pair(rule, self, {FLATLINE_THING, with.lowest}, with.count - 1);
    };
    if (!own.is_start) {
        say(Rule::monster_stuck, of_kind_[solid]);
        return;
    }
    say(Rule::thing_stuck_in_thing, of_kind_[solid]);  // no start of deathmatch has any
    if (own.is_doll || !context_.is_on(Rule::start_stuck)) return;
    say(Rule::start_stuck, others_[solid]);
    // Deathmatch has other starts to take.
    const bool judges_height = others_[solid].count == 0 && !own.is_deathmatch;
    const std::uint32_t low = judges_height ? low_sector(own) : FLATLINE_NONE;
    if (low != FLATLINE_NONE) {
        context_.report.about_pair(Rule::start_stuck, self, {FLATLINE_SECTOR, low});
    }
}

void ThingPairs::run() noexcept {
    if (!find_solids() || count_ == 0 || !sort_by_cell()) return;
    if (!context_.take(count_, of_kind_) || !context_.take(count_, others_)) return;
    for (std::uint32_t i = 0; i < count_; ++i) of_kind_[i] = others_[i] = {FLATLINE_NONE, 0};
    find_dolls();
    bool goes_on = true;
    for (std::uint32_t i = 1; i < count_ && goes_on; ++i) goes_on = look_around(i);
    for (std::uint32_t i = 0; i < count_ && context_.goes_on(); ++i) tell(i);
}

}  // namespace

void things_stuck(Context& context) noexcept { ThingPairs(context).run(); }

}  // namespace flatline::engine::sanity
