// The types of things of each game: rows of *_rows.inc, found by number.
#include <algorithm>
#include <array>
#include <iterator>

#include "model/games.hpp"

// A build for SRB2 alone leaves the other games out (FLATLINE_DIALECTS).
#if defined(FLATLINE_WITHOUT_ZDOOM) && defined(FLATLINE_WITHOUT_DSDA) && \
    defined(FLATLINE_WITHOUT_WOOF) && defined(FLATLINE_WITHOUT_ETERNITY)
#define FLATLINE_ONLY_SRB2
#endif

namespace flatline::engine {
namespace {

constexpr auto kSolid = ThingFacts::kSolid;
constexpr auto kHangs = ThingFacts::kHangs;
constexpr auto kCountsKill = ThingFacts::kCountsKill;
constexpr auto kCountsItem = ThingFacts::kCountsItem;
constexpr auto kPickUp = ThingFacts::kPickUp;
constexpr auto kShootable = ThingFacts::kShootable;
constexpr auto kFloats = ThingFacts::kFloats;
constexpr auto kNotInDeathmatch = ThingFacts::kNotInDeathmatch;
constexpr auto kTeleportDestination = ThingFacts::kTeleportDestination;
constexpr auto kDeathmatchStart = ThingFacts::kDeathmatchStart;
constexpr auto kOutside = ThingFacts::kOutside;

// All names one after another, each with its end, so that a row needs no pointer.
#define FLATLINE_THING(type, name, ...) name "\0"
constexpr char kNames[] =
#include "games/all_rows.inc"
    ;
#undef FLATLINE_THING

constexpr ThingFacts row(std::int32_t type, ThingCategory category, std::uint16_t radius,
                         std::uint16_t height, std::int32_t hit_points, PickupKind gives,
                         std::uint16_t amount, unsigned flags) {
    return {type, hit_points, radius, height, amount, static_cast<std::uint16_t>(flags),
            0,    category,   gives};
}

enum class Table : std::uint8_t { doom, doom2, heretic, hexen, strife, shared, srb2, count_ };

#define FLATLINE_THING(type, name, category, radius, height, hit_points, gives, amount, flags) \
    row(type, ThingCategory::category, radius, height, hit_points, PickupKind::gives, amount,  \
        flags),
constexpr ThingFacts kUnnamed[] = {
#include "games/all_rows.inc"
};
#undef FLATLINE_THING

// Where the rows of each table end.
#define FLATLINE_THING(...) +1
constexpr std::size_t kCounts[] = {0
#include "games/doom_rows.inc"
                                   ,
                                   0
#include "games/doom2_rows.inc"
                                   ,
                                   0
#include "games/heretic_rows.inc"
                                   ,
                                   0
#include "games/hexen_rows.inc"
                                   ,
                                   0
#include "games/strife_rows.inc"
                                   ,
                                   0
#include "games/shared_rows.inc"
                                   ,
                                   0
#include "games/srb2_rows.inc"
};
#undef FLATLINE_THING
static_assert(std::size(kCounts) == static_cast<std::size_t>(Table::count_));

constexpr auto kThings = [] {
    std::array<ThingFacts, std::size(kUnnamed)> rows{};
    std::size_t name = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = kUnnamed[i];
        rows[i].name = static_cast<std::uint16_t>(name);
        while (kNames[name] != '\0') ++name;
        ++name;
    }
    return rows;
}();
static_assert(sizeof kNames <= 65536);

constexpr View<ThingFacts> table(Table wanted) {
    std::size_t first = 0;
    const auto number = static_cast<std::size_t>(wanted);
    for (std::size_t i = 0; i < number; ++i) first += kCounts[i];
    return {kThings.data() + first, kCounts[number]};
}

constexpr bool ascends(Table wanted) {
    const View<ThingFacts> rows = table(wanted);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i - 1].type >= rows[i].type) return false;
    }
    return true;
}
static_assert(ascends(Table::doom) && ascends(Table::doom2) && ascends(Table::heretic) &&
              ascends(Table::hexen) && ascends(Table::strife) && ascends(Table::shared) &&
              ascends(Table::srb2));

// The tables of a game; `count_` for none.
struct GameTables {
    std::string_view name;
    Table parts[kThingParts];
};
constexpr Table kNone = Table::count_;
constexpr GameTables kGameTables[] = {
    {"", {kNone, kNone, kNone}},
    {"doom", {Table::doom, kNone, Table::shared}},
    {"doom2", {Table::doom, Table::doom2, Table::shared}},
    {"heretic", {Table::heretic, kNone, Table::shared}},
    {"hexen", {Table::hexen, kNone, Table::shared}},
    {"strife", {Table::strife, kNone, Table::shared}},
    {"srb2", {Table::srb2, kNone, kNone}},
};
static_assert(std::size(kGameTables) == kGames);

constexpr std::string_view kCategories[] = {"player", "monster", "weapon",     "ammo",
                                            "health", "key",     "decoration", "other"};
static_assert(std::size(kCategories) == kThingCategories);

struct GivenRow {
    std::string_view name, colour;
};
constexpr GivenRow kGiven[] = {
#define FLATLINE_GIVEN(symbol, name, colour) {name, colour},
#include "model/given.inc"
#undef FLATLINE_GIVEN
};

// What backpacks hold. Source: docs/things.md.
constexpr PickupAmount kDoomPack[] = {{PickupKind::bullets, 10},
                                      {PickupKind::shells, 4},
                                      {PickupKind::rockets, 1},
                                      {PickupKind::cells, 20}};
constexpr PickupAmount kHereticPack[] = {{PickupKind::wand_crystals, 10},
                                         {PickupKind::ethereal_arrows, 5},
                                         {PickupKind::claw_orbs, 10},
                                         {PickupKind::hell_runes, 20},
                                         {PickupKind::flame_orbs, 1}};
constexpr PickupAmount kStrifePack[] = {
    {PickupKind::bullets, 10},           {PickupKind::electric_bolts, 4},
    {PickupKind::poison_bolts, 2},       {PickupKind::energy, 20},
    {PickupKind::missiles, 4},           {PickupKind::he_grenades, 6},
    {PickupKind::phosphorus_grenades, 4}};
constexpr PickupAmount kManas[] = {{PickupKind::blue_mana, 1}, {PickupKind::green_mana, 1}};

struct PartsRow {
    Game game;
    PickupKind given;
    View<PickupAmount> parts;
};
constexpr PartsRow kParts[] = {
    {Game::doom, PickupKind::backpack, {kDoomPack, std::size(kDoomPack)}},
    {Game::doom2, PickupKind::backpack, {kDoomPack, std::size(kDoomPack)}},
    {Game::heretic, PickupKind::backpack, {kHereticPack, std::size(kHereticPack)}},
    {Game::strife, PickupKind::backpack, {kStrifePack, std::size(kStrifePack)}},
    {Game::hexen, PickupKind::both_manas, {kManas, std::size(kManas)}},
};

}  // namespace

View<PickupAmount> parts_of(Game game, PickupKind given) noexcept {
    for (const PartsRow& row : kParts) {
        if (row.game == game && row.given == given) return row.parts;
    }
    return {};
}

View<ThingFacts> thing_rows(Game game, std::size_t part) noexcept {
    const Table found = kGameTables[static_cast<std::size_t>(game)].parts[part];
    return found == kNone ? View<ThingFacts>() : table(found);
}

const ThingFacts* find_thing(Game game, std::int32_t type) noexcept {
    for (std::size_t part = 0; part < kThingParts; ++part) {
        const View<ThingFacts> rows = thing_rows(game, part);
        const ThingFacts* const found =
            std::lower_bound(rows.begin(), rows.end(), type,
                             [](const ThingFacts& a, std::int32_t n) { return a.type < n; });
        if (found != rows.end() && found->type == type) return found;
    }
    return nullptr;
}

std::string_view thing_name(const ThingFacts& facts) noexcept { return kNames + facts.name; }

std::string_view game_name(Game game) noexcept {
    return kGameTables[static_cast<std::size_t>(game)].name;
}

std::string_view category_name(ThingCategory category) noexcept {
    return kCategories[static_cast<std::size_t>(category)];
}

std::string_view pickup_name(PickupKind given) noexcept {
    return kGiven[static_cast<std::size_t>(given)].name;
}

std::string_view key_colour(PickupKind given) noexcept {
    return kGiven[static_cast<std::size_t>(given)].colour;
}

}  // namespace flatline::engine
