#include "check/movers.hpp"

#include <algorithm>

#include "check/behavior.hpp"
#include "check/mover_tables.hpp"

namespace flatline::engine::sanity {
namespace {

class Movers {
public:
    Movers(Context& context, Scratch<bool>& moves) noexcept
        : context_(context), map_(context.map), moves_(moves) {}
    /// `all`: without tables every sector may move.
    [[nodiscard]] bool run(bool all) noexcept;

private:
    [[nodiscard]] bool mark(std::int32_t special, const std::int32_t (&arg)[5],
                            std::uint32_t back) noexcept;
    [[nodiscard]] bool mark_sector(std::int32_t special, std::uint32_t sector) noexcept;
    [[nodiscard]] bool climb(std::uint32_t first, bool any_flat) noexcept;
    void mark_tagged() noexcept;
    void mark_without_tables(Numbering numbering) noexcept;
    template <class Use>
    bool each_neighbour(std::uint32_t sector, Use&& use) noexcept;

    Context& context_;
    const Map& map_;
    Scratch<bool>& moves_;
    const MoverTables* tables_ = nullptr;
    const Runtime* tags_ = nullptr;
    bool zero_is_behind_ = false;
    Scratch<bool> climbed_;
    Scratch<std::uint32_t> steps_;
};

// Calls `use(sector)` for the sectors beyond the lines of one. False where steps are spent.
template <class Use>
bool Movers::each_neighbour(std::uint32_t sector, Use&& use) noexcept {
    for (const std::uint32_t index : map_.sector_lines(sector)) {
        if (!context_.spend()) return false;
        const flatline_linedef& line = map_.linedefs()[index];
        if (line.sideback == FLATLINE_NONE) continue;
        const std::uint32_t front = map_.sidedefs()[line.sidefront].sector;
        const std::uint32_t back = map_.sidedefs()[line.sideback].sector;
        use(front == sector ? back : front);
    }
    return true;
}

// Stairs go on to the next sector with the same flat, of one kind of Boom's to any.
bool Movers::climb(std::uint32_t first, bool any_flat) noexcept {
    if (climbed_.size() == 0) {
        if (!context_.take_zeroed(map_.sectors().size(), climbed_)) return false;
        if (!context_.take(map_.sectors().size(), steps_)) return false;
    }
    if (climbed_[first] && !any_flat) return true;
    std::size_t count = 0;
    std::size_t next = 0;
    if (any_flat) std::fill(climbed_.begin(), climbed_.end(), false);
    climbed_[first] = true;
    steps_[count++] = first;
    while (next < count) {
        const std::uint32_t sector = steps_[next++];
        moves_[sector] = true;
        const bool goes_on = each_neighbour(sector, [&](std::uint32_t other) {
            const bool same =
                map_.sectors()[other].texturefloor == map_.sectors()[sector].texturefloor;
            if (climbed_[other] || !(same || any_flat)) return;
            climbed_[other] = true;
            steps_[count++] = other;
        });
        if (!goes_on) return false;
    }
    return true;
}

bool Movers::mark_sector(std::int32_t special, std::uint32_t sector) noexcept {
    moves_[sector] = true;
    if (holds(tables_->stairs, special)) {
        constexpr std::int32_t kIgnoresFlats = 0x200;  // of Boom's generalized stairs
        const bool any_flat =
            !zero_is_behind_ && special >= numbers::kGeneralized && (special & kIgnoresFlats) != 0;
        return climb(sector, any_flat);
    }
    if (!holds(tables_->donuts, special)) return true;
    return each_neighbour(sector, [&](std::uint32_t other) { moves_[other] = true; });
}

bool Movers::mark(std::int32_t special, const std::int32_t (&arg)[5], std::uint32_t back) noexcept {
    const bool pushes = !zero_is_behind_ && special >= numbers::kGeneralized && (special & 7) >= 6;
    const bool tagged = holds(tables_->tagged, special) && !pushes;
    if (tagged && (arg[0] != 0 || !zero_is_behind_)) {
        for (const std::uint32_t sector : tags_->sectors_with(arg[0])) {
            if (!context_.spend() || !mark_sector(special, sector)) return false;
        }
        return true;
    }
    const bool behind = pushes || tagged || holds(tables_->behind, special);
    return !behind || back == FLATLINE_NONE || mark_sector(special, back);
}

void Movers::mark_tagged() noexcept {
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
        if (map_.sectors()[i].id != 0) moves_[i] = true;
    }
    const flatline_column* const more = map_.column(FLATLINE_SECTOR, "moreids");
    for (std::uint32_t i = 0; more != nullptr && i < more->count; ++i) {
        moves_[more->elements[i]] = true;
    }
}

// In SRB2 everything goes by tags.
void Movers::mark_without_tables(Numbering numbering) noexcept {
    mark_tagged();
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
        if (map_.sectors()[i].special != 0) moves_[i] = true;
    }
    if (numbering == Numbering::srb2) return;
    for (const flatline_linedef& line : map_.linedefs()) {
        if (line.special == 0 || line.sideback == FLATLINE_NONE) continue;
        moves_[map_.sidedefs()[line.sideback].sector] = true;
    }
}

bool Movers::run(bool all) noexcept {
    if (!context_.take_zeroed(map_.sectors().size(), moves_)) return false;
    const Numbering numbering = numbering_of(map_, context_.options.entry);
    tables_ = mover_tables(numbering, context_.types.games());
    if (tables_ == nullptr) {
        all ? std::fill(moves_.begin(), moves_.end(), true) : mark_without_tables(numbering);
        return true;
    }
    zero_is_behind_ = numbering == Numbering::hexen;
    tags_ = context_.runtime(FLATLINE_RUNTIME_TAGS);
    if (tags_ == nullptr) return false;
    for (const flatline_linedef& line : map_.linedefs()) {
        const std::uint32_t back = line.sideback == FLATLINE_NONE
                                       ? std::uint32_t{FLATLINE_NONE}
                                       : map_.sidedefs()[line.sideback].sector;
        if (line.special != 0 && !mark(line.special, line.arg, back)) return false;
    }
    if (zero_is_behind_) {
        for (const flatline_thing& thing : map_.things()) {
            if (thing.special != 0 && !mark(thing.special, thing.arg, FLATLINE_NONE)) return false;
        }
    }
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
        const auto special = static_cast<std::int32_t>(
            static_cast<std::uint32_t>(map_.sectors()[i].special) & tables_->sector_bits);
        if (holds(tables_->sectors, special)) moves_[i] = true;
    }
    for (const std::int32_t tag : movers::kBossTags) {
        for (const std::uint32_t sector : tags_->sectors_with(tag)) moves_[sector] = true;
    }
    if (has_scripts(context_)) mark_tagged();
    return context_.goes_on();
}

}  // namespace

bool find_movers(Context& context, Scratch<bool>& moves) noexcept {
    return Movers(context, moves).run(true);
}

bool find_likely_movers(Context& context, Scratch<bool>& moves) noexcept {
    return Movers(context, moves).run(false);
}

}  // namespace flatline::engine::sanity
