// The tables of thing types, and which of them a map gets.
#include "model/games.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "check/thing_types.hpp"
#include "check_maps.hpp"
#include "model/resources.hpp"
#include "support/wad_builder.hpp"

namespace games_test {

using namespace flatline::engine;
using sanity::games_of;
using sanity::GameSet;
using sanity::ThingKind;
using sanity::ThingTypes;

constexpr Game kAll[] = {Game::doom,  Game::doom2,  Game::heretic,
                         Game::hexen, Game::strife, Game::srb2};

std::vector<ThingFacts> all_rows() {
    std::vector<ThingFacts> rows;
    for (const Game game : kAll) {
        for (std::size_t part = 0; part < kThingParts; ++part) {
            for (const ThingFacts& row : thing_rows(game, part)) rows.push_back(row);
        }
    }
    return rows;
}

TEST(Games, EveryRowMakesSense) {
    ASSERT_GT(all_rows().size(), 1400u);
    for (const ThingFacts& row : all_rows()) {
        SCOPED_TRACE(std::string(thing_name(row)) + " " + std::to_string(row.type));
        EXPECT_FALSE(thing_name(row).empty());
        EXPECT_GT(row.type, 0);
        EXPECT_LE(row.radius, 256);
        EXPECT_LE(row.height, 1024);
        EXPECT_EQ(row.gives == PickupKind::nothing, row.amount == 0);
        EXPECT_EQ(is_key(row.gives), row.category == ThingCategory::key);
        if ((row.flags & ThingFacts::kCountsKill) != 0) {
            EXPECT_EQ(row.category, ThingCategory::monster);
        }
        if ((row.flags & ThingFacts::kDeathmatchStart) != 0) {
            EXPECT_EQ(row.category, ThingCategory::player);
        }
        EXPECT_FALSE((row.flags & ThingFacts::kPickUp) != 0 &&
                     row.category == ThingCategory::monster);
    }
}

TEST(Games, EachNumberIsFoundInItsOwnTableFirst) {
    for (const Game game : kAll) {
        for (std::size_t part = 0; part < kThingParts; ++part) {
            for (const ThingFacts& row : thing_rows(game, part)) {
                const ThingFacts* const found = find_thing(game, row.type);
                ASSERT_NE(found, nullptr) << row.type;
                EXPECT_EQ(found->type, row.type);
                if (part == 0) {
                    EXPECT_EQ(found, &row);
                }
            }
        }
        EXPECT_EQ(find_thing(game, -1), nullptr);
        EXPECT_EQ(find_thing(game, 31999), nullptr);
    }
    EXPECT_EQ(find_thing(Game::automatic, 1), nullptr);
}

struct Fact {
    Game game;
    std::int32_t type;
    const char* name;
    ThingCategory category;
    int radius, height, hit_points;
    PickupKind gives;
    int amount;
    unsigned flags;
};
// One of each kind, looked up in the sources by hand.
constexpr Fact kFacts[] = {
    {Game::doom, 3004, "Zombieman", ThingCategory::monster, 20, 56, 20, PickupKind::bullets, 5,
     ThingFacts::kSolid | ThingFacts::kCountsKill | ThingFacts::kShootable},
    {Game::doom, 3006, "Lost Soul", ThingCategory::monster, 16, 56, 100, PickupKind::nothing, 0,
     ThingFacts::kSolid | ThingFacts::kShootable | ThingFacts::kFloats},
    {Game::doom, 2035, "Barrel", ThingCategory::decoration, 10, 42, 20, PickupKind::nothing, 0,
     ThingFacts::kSolid | ThingFacts::kShootable},
    {Game::doom, 13, "Red keycard", ThingCategory::key, 20, 16, 0, PickupKind::red_card, 1,
     ThingFacts::kPickUp | ThingFacts::kNotInDeathmatch},
    {Game::doom, 2012, "Medikit", ThingCategory::health, 20, 16, 0, PickupKind::health, 25,
     ThingFacts::kPickUp},
    {Game::doom2, 82, "Super Shotgun", ThingCategory::weapon, 20, 16, 0, PickupKind::shells, 8,
     ThingFacts::kPickUp},
    {Game::doom2, 72, "Commander Keen", ThingCategory::monster, 16, 72, 100, PickupKind::nothing, 0,
     ThingFacts::kSolid | ThingFacts::kHangs | ThingFacts::kCountsKill | ThingFacts::kShootable |
         ThingFacts::kFloats},
    {Game::heretic, 32, "Mystic Urn", ThingCategory::health, 20, 16, 0, PickupKind::health, 100,
     ThingFacts::kCountsItem | ThingFacts::kPickUp},
    {Game::heretic, 79, "Blue Key", ThingCategory::key, 20, 16, 0, PickupKind::blue_key, 1,
     ThingFacts::kPickUp | ThingFacts::kNotInDeathmatch},
    {Game::hexen, 10030, "Ettin", ThingCategory::monster, 25, 68, 175, PickupKind::nothing, 0,
     ThingFacts::kSolid | ThingFacts::kCountsKill | ThingFacts::kShootable},
    {Game::hexen, 1, "Player 1 start", ThingCategory::player, 16, 64, 0, PickupKind::nothing, 0,
     ThingFacts::kSolid},
    {Game::hexen, 3000, "Polyobject Anchor", ThingCategory::other, 20, 16, 0, PickupKind::nothing,
     0, ThingFacts::kOutside},
    {Game::strife, 3001, "Reaver", ThingCategory::monster, 20, 60, 150, PickupKind::nothing, 0,
     ThingFacts::kSolid | ThingFacts::kCountsKill | ThingFacts::kShootable},
    {Game::strife, 9043, "Teleport (Z Height and Gravity)", ThingCategory::other, 20, 16, 0,
     PickupKind::nothing, 0, ThingFacts::kTeleportDestination},
    {Game::srb2, 100, "Crawla (Blue)", ThingCategory::monster, 24, 32, 1, PickupKind::nothing, 0,
     ThingFacts::kShootable},
};

TEST(Games, Facts) {
    for (const Fact& fact : kFacts) {
        SCOPED_TRACE(fact.name);
        const ThingFacts* const row = find_thing(fact.game, fact.type);
        ASSERT_NE(row, nullptr);
        EXPECT_EQ(thing_name(*row), fact.name);
        EXPECT_EQ(row->category, fact.category);
        EXPECT_EQ(row->radius, fact.radius);
        EXPECT_EQ(row->height, fact.height);
        EXPECT_EQ(row->hit_points, fact.hit_points);
        EXPECT_EQ(row->gives, fact.gives);
        EXPECT_EQ(row->amount, fact.amount);
        EXPECT_EQ(row->flags, fact.flags);
    }
    EXPECT_EQ(find_thing(Game::doom, 64), nullptr) << "the arch-vile came with Doom II";
    EXPECT_NE(find_thing(Game::doom2, 64), nullptr);
    EXPECT_EQ(find_thing(Game::srb2, 9300), nullptr);
}

// Every row that gives several kinds at once, and no other, is made of parts.
TEST(Games, WhatBackpacksHold) {
    std::size_t rows = 0;
    for (const Game game : kAll) {
        for (std::size_t part = 0; part < kThingParts; ++part) {
            for (const ThingFacts& row : thing_rows(game, part)) {
                const bool several =
                    row.gives == PickupKind::backpack || row.gives == PickupKind::both_manas;
                const View<PickupAmount> parts = parts_of(game, row.gives);
                EXPECT_EQ(parts.empty(), !several) << thing_name(row);
                for (const PickupAmount& of : parts) {
                    EXPECT_GT(of.amount, 0);
                    EXPECT_FALSE(is_key(of.kind) || of.kind == PickupKind::nothing);
                    EXPECT_TRUE(parts_of(game, of.kind).empty());
                }
                rows += several ? 1 : 0;
            }
        }
    }
    EXPECT_GT(rows, 10u);
    const auto holds = [](Game game, PickupKind kind) {
        for (const PickupAmount& of : parts_of(game, PickupKind::backpack)) {
            if (of.kind == kind) return int{of.amount};
        }
        return 0;
    };
    EXPECT_EQ(holds(Game::doom, PickupKind::shells), 4);
    EXPECT_EQ(holds(Game::doom2, PickupKind::cells), 20);
    EXPECT_EQ(holds(Game::heretic, PickupKind::ethereal_arrows), 5);
    EXPECT_EQ(holds(Game::heretic, PickupKind::mace_spheres), 0);
    EXPECT_EQ(holds(Game::strife, PickupKind::he_grenades), 6);
    EXPECT_EQ(holds(Game::hexen, PickupKind::blue_mana), 0) << "Hexen has none";
}

TEST(Games, Words) {
    EXPECT_EQ(game_name(Game::automatic), "");
    EXPECT_EQ(game_name(Game::doom2), "doom2");
    EXPECT_EQ(game_name(Game::srb2), "srb2");
    EXPECT_EQ(category_name(ThingCategory::player), "player");
    EXPECT_EQ(category_name(ThingCategory::other), "other");
    EXPECT_EQ(pickup_name(PickupKind::red_card), "red keycard");
    EXPECT_EQ(key_colour(PickupKind::yellow_skull), "yellow");
    EXPECT_EQ(key_colour(PickupKind::green_key), "green");
    EXPECT_EQ(key_colour(PickupKind::steel_key), "");
    EXPECT_FALSE(is_key(PickupKind::phosphorus_grenades));
    EXPECT_TRUE(is_key(PickupKind::red_card));
    EXPECT_TRUE(is_key(PickupKind::core_key));
}

GameSet games(const std::string& name_space, const char* label = "MAP01",
              Game wanted = Game::automatic) {
    check_maps::Parts parts;
    parts.map_namespace = name_space;
    const LoadResult<Map> loaded = load_text::load(parts.text());
    MapEntry entry;
    entry.name = label;
    return games_of(loaded.value, &entry, wanted);
}

TEST(Games, ByNamespaceAndName) {
    EXPECT_TRUE(games("doom").is_only(Game::doom2));
    EXPECT_TRUE(games("doom", "E1M1").is_only(Game::doom));
    EXPECT_TRUE(games("woof").is_only(Game::doom2));
    EXPECT_TRUE(games("woof", "E1M1").is_only(Game::doom));
    EXPECT_TRUE(games("heretic", "E1M1").is_only(Game::heretic));
    EXPECT_TRUE(games("hexen").is_only(Game::hexen));
    EXPECT_TRUE(games("strife").is_only(Game::strife));
    EXPECT_TRUE(games("srb2").is_only(Game::srb2));
    EXPECT_TRUE(games("nothing_known").empty());
    for (const char* name : {"zdoom", "dsda", "eternity"}) {
        const GameSet all = games(name, "E1M1");
        EXPECT_TRUE(all.is_union());
        for (const Game game : {Game::doom2, Game::heretic, Game::hexen, Game::strife}) {
            EXPECT_TRUE(all.has(game)) << name;
        }
        EXPECT_FALSE(all.has(Game::doom) || all.has(Game::srb2));
    }
    EXPECT_TRUE(games("zdoom", "MAP01", Game::heretic).is_only(Game::heretic));
}

TEST(Games, OfSeveralTheLeastHolds) {
    const LoadResult<Map> loaded = load_text::load(check_maps::Parts().text());
    const ThingTypes types(loaded.value, nullptr, Game::automatic, nullptr);
    // Doom's demon is Strife's acolyte.
    const ThingKind demon = types.kind(3002);
    EXPECT_TRUE(demon.is_known && demon.is_monster);
    EXPECT_EQ(demon.radius, 24);
    EXPECT_EQ(demon.height, 56);
    // Doom's sergeant and Heretic's maulotaur are a rock of Hexen.
    const ThingKind nine = types.kind(9);
    EXPECT_TRUE(nine.is_known && !nine.is_monster && nine.may_be_monster);
    EXPECT_EQ(types.kind(14).flags, ThingFacts::kTeleportDestination);
    EXPECT_FALSE(types.kind(31999).is_known);
    const ThingTypes hexen(loaded.value, nullptr, Game::hexen, nullptr);
    EXPECT_TRUE(hexen.kind(3000).is(ThingFacts::kOutside));
    EXPECT_FALSE(types.kind(3000).is_known) << "polyobjects have other numbers there";
}

TEST(Games, ResourcesAddToTheTables) {
    const LoadResult<Map> loaded = load_text::load(check_maps::Parts().text());
    Resources resources;
    ThingType type;
    type.type = 31999;
    type.radius = 40;
    type.height = 50;
    type.blocking = 1;
    ASSERT_EQ(resources.add_thing_type(type), Status::ok);
    type.type = 64;
    type.blocking = 0;
    ASSERT_EQ(resources.add_thing_type(type), Status::ok);
    const ThingTypes types(loaded.value, nullptr, Game::doom2, &resources);
    EXPECT_TRUE(types.kind(31999).is(ThingFacts::kSolid));
    EXPECT_EQ(types.kind(31999).radius, 40);
    EXPECT_TRUE(types.kind(64).is_monster && !types.kind(64).is(ThingFacts::kSolid));
    EXPECT_TRUE(types.kind(65).is(ThingFacts::kSolid));
    EXPECT_EQ(types.described(65), nullptr);
}

}  // namespace games_test
