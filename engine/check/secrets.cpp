// Secret sectors that no way leads to.
#include <algorithm>
#include <limits>

#include "check/behavior.hpp"
#include "check/columns.hpp"
#include "check/mover_tables.hpp"
#include "check/movers.hpp"
#include "check/rules.hpp"
#include "check/secret_sectors.hpp"
#include "check/teleporters.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// Where players may appear: at starts of every mode, and where a map of Strife is entered.
constexpr NumberRange kPlayerStarts[] = {{1, 4}, {11, 11}, {4001, 4004}, {5080, 5083}};
constexpr NumberRange kStrifeSpots[] = {{5, 8}, {118, 127}};
constexpr std::int32_t kArchvile = 64;  // throws players up

// How a player moves: a step up, with a jump where the game has one, and how tall it is, half of
// that where it can crouch.
struct PlayerMovement {
    double step, height;
};
constexpr PlayerMovement kOfDoom = {24, 56};
constexpr PlayerMovement kOfHexen = {72, 64};
constexpr PlayerMovement kOfStrife = {
    72, 56};  // and of Eternity and dsda-doom, where jumps are allowed
constexpr PlayerMovement kOfZdoom = {72, 28};

// Specials beyond the flood: portals, linked sectors, movable things and lines that open.
constexpr NumberRange kDoomOdd[] = {{281, 306}, {332, 332}, {344, 347}, {358, 361},
                                    {376, 377}, {379, 396}, {400, 417}};
constexpr NumberRange kHexenOdd[] = {{33, 34},   {48, 49},   {51, 51},   {55, 55},
                                     {57, 57},   {107, 107}, {125, 125}, {156, 156},
                                     {160, 160}, {209, 209}, {301, 301}};
constexpr NumberRange kStrifeOdd[] = {{147, 148}, {182, 182}};

/// How high a body may be in each sector, at most: it glides over what is low, and rides on what
/// moves as far as it wants.
class Flood {
public:
    explicit Flood(Context& context) noexcept
        : context_(context), map_(context.map), teleporters_(context) {}

    /// False where nothing sure can be said.
    [[nodiscard]] bool run() noexcept;
    bool reaches(std::uint32_t sector) const noexcept { return height_[sector] != -kFar; }

private:
    bool is_sure() noexcept;
    [[nodiscard]] bool prepare() noexcept;
    [[nodiscard]] bool begin() noexcept;
    void find_blocks() noexcept;
    void find_open_sectors() noexcept;
    void raise(std::uint32_t sector, double height) noexcept;
    [[nodiscard]] bool leave(std::uint32_t sector) noexcept;
    void cross(std::uint32_t from, std::uint32_t to) noexcept;
    [[nodiscard]] bool follow(std::int32_t special, const std::int32_t (&arg)[5],
                              std::uint32_t line) noexcept;
    double floor(std::uint32_t sector) const noexcept {
        return bends(sector) ? -kFar : map_.sectors()[sector].heightfloor;
    }
    double ceiling(std::uint32_t sector) const noexcept {
        if (bends(sector)) return kFar;
        return map_.sectors()[sector].heightceiling;
    }
    bool bends(std::uint32_t sector) const noexcept {
        return moves_[sector] || !map_.is_flat(sector);
    }

    Context& context_;
    const Map& map_;
    Teleporters teleporters_;
    PlayerMovement movement_ = kOfDoom;
    Scratch<bool> moves_;   // one a sector
    Scratch<bool> blocks_;  // one a line
    Scratch<bool> waits_;   // one a sector: it is in the queue
    Scratch<double> height_;
    Scratch<std::uint32_t> queue_;  // a ring
    std::size_t first_ = 0, count_ = 0;
};

bool Flood::is_sure() noexcept {
    const GameSet games = context_.types.games();
    const Numbering numbering = teleporters_.numbering();
    if (numbering != Numbering::doom && numbering != Numbering::hexen) return false;
    const bool hexen = numbering == Numbering::hexen;
    const bool strife = games.is_only(Game::strife) && !hexen;
    const NumberTable odd = hexen ? numbers::table(kHexenOdd) : numbers::table(kDoomOdd);
    for (const flatline_linedef& line : map_.linedefs()) {
        if (holds(odd, line.special) && !(strife && line.special < 273)) return false;
        if (strife && holds(numbers::table(kStrifeOdd), line.special)) return false;
    }
    if (strife) movement_ = kOfStrife;
    if (hexen) movement_ = games.is_only(Game::hexen) ? kOfHexen : kOfStrife;
    if (hexen && (is_zdoom(map_) || (games.is_union() && map_.map_namespace() == "hexen"))) {
        movement_ = kOfZdoom;
    }
    // In Hexen and ZDoom players stand on things. Archviles throw them up.
    double tallest = 0;
    for (const flatline_thing& thing : map_.things()) {
        if (hexen && holds(odd, thing.special)) return false;
        if (thing.type == kArchvile && meet(games, kDoomGames)) tallest = kFar;
        const ThingKind kind = context_.types.kind(thing.type);
        const bool stands = hexen && (kind.any & ThingFacts::kSolid) != 0 &&
                            !holds(numbers::table(kPlayerStarts), thing.type);
        if (stands) tallest = std::max(tallest, kind.height);
    }
    movement_.step += tallest;
    return true;
}

// Lines that no player ever crosses.
void Flood::find_blocks() noexcept {
    ColumnWalk more[] = {{map_, FLATLINE_LINEDEF, "blockeverything"},
                         {map_, FLATLINE_LINEDEF, "blockplayers"}};
    std::uint32_t index = 0;
    for (const flatline_linedef& line : map_.linedefs()) {
        const std::uint32_t at = index++;
        bool blocks = line.sideback == FLATLINE_NONE || (line.flags & FLATLINE_LINE_BLOCKING) != 0;
        for (ColumnWalk& column : more) blocks = column.flag(at) || blocks;
        blocks_[at] = blocks;
    }
}

// A sector that has lines in itself may lie anywhere in others, as may one that is not closed.
void Flood::find_open_sectors() noexcept {
    const Runtime* const gaps = context_.runtime(FLATLINE_RUNTIME_GAPS);
    for (std::uint32_t i = 0; gaps != nullptr && i < height_.size(); ++i) {
        if (!gaps->gaps(i).empty()) raise(i, kFar);
    }
    for (const flatline_linedef& line : map_.linedefs()) {
        if (line.sideback == FLATLINE_NONE) continue;
        const std::uint32_t front = map_.sidedefs()[line.sidefront].sector;
        if (front == map_.sidedefs()[line.sideback].sector) raise(front, kFar);
    }
}

bool Flood::prepare() noexcept {
    const std::size_t sectors = map_.sectors().size();
    if (!find_movers(context_, moves_) || !teleporters_.read()) return false;
    if (!context_.take(map_.linedefs().size(), blocks_)) return false;
    if (!context_.take_zeroed(sectors, waits_) || !context_.take(sectors, height_)) return false;
    if (!context_.take(sectors, queue_)) return false;
    std::fill(height_.begin(), height_.end(), -kFar);
    find_blocks();
    find_open_sectors();
    return context_.goes_on();
}

void Flood::raise(std::uint32_t sector, double height) noexcept {
    if (bends(sector)) height = kFar;
    if (height <= height_[sector]) return;
    height_[sector] = height;
    if (waits_[sector]) return;
    waits_[sector] = true;
    queue_[(first_ + count_++) % queue_.size()] = sector;
}

bool Flood::begin() noexcept {
    bool any = false;
    const View<flatline_thing> things = map_.things();
    const bool strife = context_.types.games().has(Game::strife);
    const Runtime* const places = context_.runtime(FLATLINE_RUNTIME_THING_PLACES);
    if (places == nullptr) return false;
    for (std::uint32_t i = 0; i < things.size(); ++i) {
        const flatline_thing& thing = things[i];
        if (holds(numbers::table(kPlayerStarts), thing.type) ||
            (strife && holds(numbers::table(kStrifeSpots), thing.type))) {
            const std::uint32_t sector = places->thing_places()[i].sector;
            if (sector == FLATLINE_NONE) continue;
            any = true;
            raise(sector, map_.sectors()[sector].heightfloor);
        }
        // What a thing's special does may be done wherever the player is.
        if (teleporters_.numbering() == Numbering::hexen && thing.special != 0 &&
            !follow(thing.special, thing.arg, FLATLINE_NONE)) {
            return false;
        }
    }
    return any;
}

// Along a teleporter, whatever stands at its end.
bool Flood::follow(std::int32_t special, const std::int32_t (&arg)[5],
                   std::uint32_t line) noexcept {
    const TeleportRow* const row = teleporters_.find(special, arg);
    if (row == nullptr || !row->players) return true;
    teleporters_.each_end(*row, arg, line, [&](std::uint32_t sector) {
        if (sector == FLATLINE_NONE) return false;
        if (row->leads == TeleportTarget::to_line) {
            raise(sector, kFar);
        } else {
            raise(sector, map_.sectors()[sector].heightfloor);
        }
        return false;
    });
    return !context_.was_cut() && context_.goes_on();
}

void Flood::cross(std::uint32_t from, std::uint32_t to) noexcept {
    const double top = std::min(ceiling(from), ceiling(to));
    const double bottom = std::max(floor(from), floor(to));
    if (top - bottom < movement_.height) return;
    if (floor(to) > height_[from] + movement_.step) return;
    raise(to, std::max(floor(to), std::min(height_[from], top - movement_.height)));
}

bool Flood::leave(std::uint32_t sector) noexcept {
    for (const std::uint32_t index : map_.sector_lines(sector)) {
        if (!context_.spend()) return false;
        const flatline_linedef& line = map_.linedefs()[index];
        if (line.special != 0 && !follow(line.special, line.arg, index)) return false;
        if (blocks_[index]) continue;
        const std::uint32_t front = map_.sidedefs()[line.sidefront].sector;
        const std::uint32_t back = map_.sidedefs()[line.sideback].sector;
        if (front != back) cross(sector, front == sector ? back : front);
    }
    return true;
}

bool Flood::run() noexcept {
    if (!is_sure() || !prepare() || !begin()) return false;
    while (count_ != 0) {
        const std::uint32_t sector = queue_[first_];
        first_ = (first_ + 1) % queue_.size();
        --count_;
        waits_[sector] = false;
        if (!leave(sector)) return false;
    }
    return true;
}

}  // namespace

void secret_unreachable(Context& context) noexcept {
    const Map& map = context.map;
    const auto count = static_cast<std::uint32_t>(map.sectors().size());
    SecretSectors secrets(map, context.options.entry, context.types.games());
    std::uint32_t first = 0;
    while (first < count && !secrets.is(first)) ++first;
    if (first == count || has_scripts(context)) return;
    Flood flood(context);
    if (!flood.run()) return;
    for (std::uint32_t i = first; i < count; ++i) {
        if (!secrets.is(i) || map.sector_lines(i).empty() || flood.reaches(i)) continue;
        context.report.about(Rule::secret_unreachable, {FLATLINE_SECTOR, i});
    }
}

}  // namespace flatline::engine::sanity
