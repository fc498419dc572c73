// What ends a level: lines, sectors, things and the death of a boss.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "check/numbering.hpp"
#include "check/thing_types.hpp"
#include "model/archive.hpp"
#include "model/map.hpp"

namespace flatline::engine::sanity {

/// The exits of a map: by types of lines or by actions. `entry` may be null.
class Exits {
public:
    Exits(const Map& map, const MapEntry* entry, GameSet games) noexcept
        : map_(map), games_(games), numbering_(numbering_of(map, entry)) {
        if (entry != nullptr) label_ = entry->name;
    }

    /// False where the tables say nothing of this map.
    bool are_known() const noexcept {
        constexpr GameSet kNumbered = kDoomGames | GameSet(Game::heretic) | GameSet(Game::strife);
        if (numbering_ == Numbering::none) return false;
        return numbering_ != Numbering::doom || meet(games_, kNumbered);
    }
    /// Cheaper than count(): it stops at the first kind of exits that the map has.
    bool exist() const noexcept {
        return of_lines() != 0 || of_sectors() != 0 || of_things() != 0 || of_bosses() != 0;
    }
    std::uint32_t count() const noexcept {
        return of_lines() + of_sectors() + of_things() + of_bosses();
    }

private:
    std::uint32_t of_lines() const noexcept;
    std::uint32_t of_sectors() const noexcept;
    std::uint32_t of_things() const noexcept;
    std::uint32_t of_bosses() const noexcept;
    bool is_line(std::int32_t special) const noexcept;
    bool is_sector(std::int32_t special) const noexcept;

    const Map& map_;
    GameSet games_;
    Numbering numbering_;
    std::string_view label_;
};

}  // namespace flatline::engine::sanity
