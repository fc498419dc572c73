// Things that stand in each other.
#include <algorithm>
#include <cmath>

#include "check/bodies.hpp"
#include "check/rules.hpp"
#include "check/skills.hpp"
#include "model/planes.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::uint32_t kModes = FLATLINE_THING_SINGLE | FLATLINE_THING_DM | FLATLINE_THING_COOP;

// In which games a thing is there.
struct Games {
    std::uint32_t skills;
    std::uint32_t modes;  // flags
};

// A thing that is in the way of others.
struct Solid {
    std::uint32_t thing;
    Games games;
    Body body;
};

// Starts are read before their flags: the first player's for one player, all for several. Things
// of SRB2 have no such flags.
Games games_of(const Map& map, std::uint32_t index, ThingSkills& skills) noexcept {
    const flatline_thing& thing = map.things()[index];
    if (is_player_start(map, thing.type)) {
        const std::uint32_t single = thing.type == 1 ? std::uint32_t{FLATLINE_THING_SINGLE} : 0;
        return {ThingSkills::kAll, FLATLINE_THING_COOP | single};
    }
    if (map.dialect() == Dialect::srb2) return {ThingSkills::kAll, kModes};
    return {skills.of(index, thing), thing.flags & kModes};
}

class ThingPairs {
public:
    explicit ThingPairs(Context& context) noexcept : context_(context), map_(context.map) {}

    void run() noexcept;

private:
    bool find_solids() noexcept;
    bool sort_by_cell() noexcept;
    std::uint32_t column_of(double x) const noexcept { return index((x - x_) / size_, columns_); }
    std::uint32_t row_of(double y) const noexcept { return index((y - y_) / size_, rows_); }
    static std::uint32_t index(double at, std::uint32_t count) noexcept {
        return at < count ? static_cast<std::uint32_t>(std::max(at, 0.0)) : count - 1;
    }
    bool apart_in_height(const Solid& a, const Solid& b) noexcept;
    bool meet(const Solid& a, const Solid& b) noexcept;
    bool look_around(std::uint32_t solid) noexcept;
    const flatline_thing& thing(const Solid& s) const noexcept { return map_.things()[s.thing]; }

    Context& context_;
    const Map& map_;
    Scratch<Solid> solids_;  // in order of things
    std::uint32_t count_ = 0;
    double x_ = 0, y_ = 0, size_ = 1;
    std::uint32_t columns_ = 1, rows_ = 1;
    Scratch<std::uint32_t> starts_;  // of the cells in in_cells_, row by row
    Scratch<std::uint32_t> in_cells_;
};

bool ThingPairs::find_solids() noexcept {
    ThingSkills skills(map_);
    std::uint32_t index = 0;
    for (const flatline_thing& thing : map_.things()) {
        const Body body = body_of(context_, thing.type);
        if (body.radius > 0) {
            if (count_ == solids_.size() && !context_.grow(solids_)) return false;
            solids_[count_++] = {index, games_of(map_, index, skills), body};
        }
        ++index;
    }
    return true;
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

// Only where both are of a height: the others are in the way at any.
bool ThingPairs::apart_in_height(const Solid& a, const Solid& b) noexcept {
    if (!a.body.of_height || !b.body.of_height) return false;
    const Runtime* runtime = context_.runtime(FLATLINE_RUNTIME_THING_PLACES);
    if (runtime == nullptr) return false;
    const auto bottom = [&](const Solid& s) {
        const std::uint32_t sector = runtime->thing_places()[s.thing].sector;
        const flatline_thing& t = thing(s);
        const double floor = sector != FLATLINE_NONE ? z_at(map_.floor_plane(sector), t.x, t.y) : 0;
        return floor + t.height;
    };
    const double low_a = bottom(a);
    const double low_b = bottom(b);
    return low_a + a.body.height <= low_b || low_b + b.body.height <= low_a;
}

bool ThingPairs::meet(const Solid& a, const Solid& b) noexcept {
    const flatline_thing& first = thing(a);
    const flatline_thing& second = thing(b);
    const double reach = a.body.radius + b.body.radius - kSlackOfBodies;
    if (!(std::fabs(first.x - second.x) < reach && std::fabs(first.y - second.y) < reach)) {
        return false;
    }
    return (a.games.skills & b.games.skills) != 0 && (a.games.modes & b.games.modes) != 0 &&
           !apart_in_height(a, b);
}

// The things before this one that stand in it. False where steps are spent.
bool ThingPairs::look_around(std::uint32_t solid) noexcept {
    const Solid& own = solids_[solid];
    const std::uint32_t column = column_of(thing(own).x);
    const std::uint32_t row = row_of(thing(own).y);
    std::uint32_t lowest = FLATLINE_NONE;
    std::uint32_t count = 0;
    for (std::uint32_t r = row - (row > 0); r <= std::min(row + 1, rows_ - 1); ++r) {
        for (std::uint32_t c = column - (column > 0); c <= std::min(column + 1, columns_ - 1);
             ++c) {
            const std::size_t cell = std::size_t{r} * columns_ + c;
            for (std::uint32_t i = starts_[cell]; i < starts_[cell + 1]; ++i) {
                if (!context_.spend()) return false;
                if (in_cells_[i] >= solid) break;
                if (!meet(own, solids_[in_cells_[i]])) continue;
                lowest = std::min(lowest, solids_[in_cells_[i]].thing);
                ++count;
            }
        }
    }
    if (count == 0) return true;
    context_.report.about_pair(Rule::thing_stuck_in_thing, {FLATLINE_THING, own.thing},
                               {FLATLINE_THING, lowest}, count - 1);
    return true;
}

void ThingPairs::run() noexcept {
    if (!find_solids() || count_ < 2 || !sort_by_cell()) return;
    for (std::uint32_t i = 1; i < count_; ++i) {
        if (!look_around(i)) return;
    }
}

}  // namespace

void thing_stuck_in_thing(Context& context) noexcept { ThingPairs(context).run(); }

}  // namespace flatline::engine::sanity
