// Which key a lock takes, and which specials of lines have a lock.
// Source: docs/specials.md, "Locks and keys".
#pragma once

#include <cstdint>
#include <iterator>

#include "check/numbering.hpp"
#include "model/view.hpp"

namespace flatline::engine::sanity {

/// Keys as bits, the first of PickupKind::red_card on the lowest.
using Keys = std::uint64_t;

inline constexpr auto kFirstKey = static_cast<unsigned>(PickupKind::red_card);
inline constexpr auto kKeyCount = static_cast<unsigned>(PickupKind::count_) - kFirstKey;
static_assert(kKeyCount <= 64);

constexpr Keys key(PickupKind given) noexcept {
    return Keys{1} << (static_cast<unsigned>(given) - kFirstKey);
}
/// All keys from one to the other.
constexpr Keys keys(PickupKind first, PickupKind last) noexcept {
    return (key(last) << 1) - key(first);
}

/// What opens a lock of a game. A lock that is not here is opened by no thing.
struct LockRow {
    GameSet games;
    std::int16_t lock;
    Keys wanted;
    bool each = false;  ///< every one of them, else any one
};

namespace locks {

inline constexpr Keys kRed = key(PickupKind::red_card) | key(PickupKind::red_skull);
inline constexpr Keys kBlue = key(PickupKind::blue_card) | key(PickupKind::blue_skull);
inline constexpr Keys kYellow = key(PickupKind::yellow_card) | key(PickupKind::yellow_skull);
inline constexpr Keys kOfDoom = kRed | kBlue | kYellow;
inline constexpr Keys kOfHeretic = keys(PickupKind::green_key, PickupKind::yellow_key);
inline constexpr Keys kOfHexen =
    keys(PickupKind::steel_key, PickupKind::castle_key) | key(PickupKind::silver_key);
inline constexpr Keys kOfStrife =
    keys(PickupKind::id_card, PickupKind::core_key) | key(PickupKind::silver_key);

inline constexpr GameSet kHeretic = GameSet(Game::heretic);
inline constexpr GameSet kHexen = GameSet(Game::hexen);
inline constexpr GameSet kStrife = GameSet(Game::strife);

inline constexpr std::int16_t kAnyKey = 100;
inline constexpr std::int16_t kAllKeys = 101;
/// A card opens where a skull does, and the other way.
inline constexpr std::int16_t kEitherKind = 128;

inline constexpr LockRow kRows[] = {
    {kDoomGames, 1, key(PickupKind::red_card)},
    {kDoomGames, 2, key(PickupKind::blue_card)},
    {kDoomGames, 3, key(PickupKind::yellow_card)},
    {kDoomGames, 4, key(PickupKind::red_skull)},
    {kDoomGames, 5, key(PickupKind::blue_skull)},
    {kDoomGames, 6, key(PickupKind::yellow_skull)},
    {kDoomGames, 129, kRed},
    {kDoomGames, 130, kBlue},
    {kDoomGames, 131, kYellow},
    {kDoomGames, 132, kRed},
    {kDoomGames, 133, kBlue},
    {kDoomGames, 134, kYellow},
    {kDoomGames, 100, kOfDoom},
    {kDoomGames, 228, kOfDoom},
    {kDoomGames, 229, kBlue},
    {kDoomGames, 229, kYellow},
    {kDoomGames, 229, kRed},
    {kDoomGames, 101, kOfDoom, true},
    {kHeretic, 1, key(PickupKind::green_key)},
    {kHeretic, 2, key(PickupKind::blue_key)},
    {kHeretic, 3, key(PickupKind::yellow_key)},
    {kHeretic, 129, key(PickupKind::green_key)},
    {kHeretic, 130, key(PickupKind::blue_key)},
    {kHeretic, 131, key(PickupKind::yellow_key)},
    {kHeretic, 100, kOfHeretic},
    {kHeretic, 228, kOfHeretic},
    {kHeretic, 101, kOfHeretic, true},
    {kHeretic, 229, kOfHeretic, true},
    {kHexen, 1, key(PickupKind::steel_key)},
    {kHexen, 2, key(PickupKind::cave_key)},
    {kHexen, 3, key(PickupKind::axe_key)},
    {kHexen, 4, key(PickupKind::fire_key)},
    {kHexen, 5, key(PickupKind::emerald_key)},
    {kHexen, 6, key(PickupKind::dungeon_key)},
    {kHexen, 7, key(PickupKind::silver_key)},
    {kHexen, 8, key(PickupKind::rusted_key)},
    {kHexen, 9, key(PickupKind::horn_key)},
    {kHexen, 10, key(PickupKind::swamp_key)},
    {kHexen, 11, key(PickupKind::castle_key)},
    {kHexen, 100, kOfHexen},
    {kHexen, 228, kOfHexen},
    {kHexen, 101, kOfHexen, true},
    {kHexen, 229, kOfHexen, true},
    {kStrife, 1, key(PickupKind::base_key)},
    {kStrife, 3, key(PickupKind::passcard)},
    {kStrife, 4, key(PickupKind::id_badge)},
    {kStrife, 6, key(PickupKind::severed_hand)},
    {kStrife, 10, key(PickupKind::gold_key)},
    {kStrife, 11, key(PickupKind::id_card)},
    {kStrife, 12, key(PickupKind::silver_key)},
    {kStrife, 13, key(PickupKind::oracle_key)},
    {kStrife, 15, key(PickupKind::order_key)},
    {kStrife, 16, key(PickupKind::warehouse_key)},
    {kStrife, 17, key(PickupKind::brass_key)},
    {kStrife, 18, key(PickupKind::red_crystal_key)},
    {kStrife, 19, key(PickupKind::blue_crystal_key)},
    {kStrife, 20, key(PickupKind::chapel_key)},
    {kStrife, 23, key(PickupKind::core_key)},
    {kStrife, 24, key(PickupKind::mauler_key)},
    {kStrife, 25, key(PickupKind::factory_key)},
    {kStrife, 26, key(PickupKind::mine_key)},
    {kStrife, 100, kOfStrife},
    {kStrife, 228, kOfStrife},
};

/// A type of line with a lock.
struct LockedLine {
    GameSet games;
    std::int16_t special;
    std::int16_t lock;
};
inline constexpr GameSet kDoomOrHeretic = kDoomGames | kHeretic;
inline constexpr LockedLine kLockedLines[] = {
    {kDoomOrHeretic, 26, 130},  {kDoomOrHeretic, 27, 131},  {kDoomOrHeretic, 28, 129},
    {kDoomOrHeretic, 32, 130},  {kDoomOrHeretic, 33, 129},  {kDoomOrHeretic, 34, 131},
    {kDoomGames, 99, 130},      {kDoomOrHeretic, 133, 130}, {kDoomOrHeretic, 134, 129},
    {kDoomOrHeretic, 135, 129}, {kDoomOrHeretic, 136, 131}, {kDoomOrHeretic, 137, 131},
    {kStrife, 26, 4},           {kStrife, 27, 3},           {kStrife, 28, 10},
    {kStrife, 32, 4},           {kStrife, 33, 10},          {kStrife, 34, 3},
    {kStrife, 99, 4},           {kStrife, 133, 4},          {kStrife, 134, 11},
    {kStrife, 135, 11},         {kStrife, 136, 3},          {kStrife, 137, 3},
    {kStrife, 151, 10},         {kStrife, 152, 17},         {kStrife, 153, 12},
    {kStrife, 154, 10},         {kStrife, 156, 17},         {kStrife, 157, 12},
    {kStrife, 158, 10},         {kStrife, 159, 10},         {kStrife, 160, 12},
    {kStrife, 161, 17},         {kStrife, 162, 17},         {kStrife, 163, 12},
    {kStrife, 164, 10},         {kStrife, 166, 6},          {kStrife, 167, 6},
    {kStrife, 168, 6},          {kStrife, 169, 1},          {kStrife, 170, 2},
    {kStrife, 171, 5},          {kStrife, 172, 7},          {kStrife, 173, 8},
    {kStrife, 176, 9},          {kStrife, 177, 9},          {kStrife, 189, 13},
    {kStrife, 190, 15},         {kStrife, 191, 14},         {kStrife, 192, 16},
    {kStrife, 217, 23},         {kStrife, 219, 19},         {kStrife, 220, 18},
    {kStrife, 221, 24},         {kStrife, 223, 26},         {kStrife, 224, 20},
    {kStrife, 225, 21},
};

// Boom's generalized locked doors: the kind of the key, and whether cards and skulls are one.
inline constexpr std::int32_t kFirstLockedDoor = 0x3800;
inline constexpr std::int32_t kLastLockedDoor = 0x3BFF;
inline constexpr int kKeyShift = 6;
inline constexpr std::int32_t kKeyMask = 7;
inline constexpr std::int32_t kEitherBit = 0x200;
inline constexpr std::int16_t kGeneralizedLocks[] = {kAnyKey, 1, 2, 3, 4, 5, 6, kAllKeys};

/// An action with a lock in an argument.
struct LockedAction {
    std::int16_t special;
    std::uint8_t arg;
};
inline constexpr LockedAction kLockedActions[] = {{13, 3}, {83, 4}, {85, 4}, {158, 2}, {202, 4}};

}  // namespace locks

/// The lock of a type of line in Doom's numbers; 0: none.
constexpr std::int32_t lock_of_line(GameSet games, std::int32_t special) noexcept {
    if (special >= locks::kFirstLockedDoor && special <= locks::kLastLockedDoor &&
        meet(games, locks::kDoomOrHeretic)) {
        const std::int32_t kind = special >> locks::kKeyShift & locks::kKeyMask;
        const std::int32_t lock = locks::kGeneralizedLocks[kind];
        return (special & locks::kEitherBit) != 0 ? lock | locks::kEitherKind : lock;
    }
    for (const locks::LockedLine& row : locks::kLockedLines) {
        if (row.special == special && meet(row.games, games)) return row.lock;
    }
    return 0;
}

/// The argument that holds the lock of an action; -1: it has none.
constexpr int lock_arg(std::int32_t special) noexcept {
    for (const locks::LockedAction& row : locks::kLockedActions) {
        if (row.special == special) return row.arg;
    }
    return -1;
}

}  // namespace flatline::engine::sanity
