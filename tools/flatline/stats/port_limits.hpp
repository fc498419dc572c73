// stats/port_limits.hpp: how much of each port's limits a map uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/games.hpp"
#include "model/view.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// What a limit counts.
enum class Measured : std::uint8_t {
    vertices,  ///< of the map and of its nodes
    linedefs,
    sidedefs,
    sectors,
    segs,
    subsectors,
    nodes,
    blockmap,    ///< words of the lump
    coordinate,  ///< the largest of all vertices and things, without its sign
    deathmatch_starts,
    scrolling_lines,
    boss_targets,  ///< where the Icon of Sin throws its cubes
    while_playing  ///< what depends on where the player looks, or on what happens
};

/// One limit of one port. Source: docs/stats.md, "Limits of ports".
struct PortLimit {
    std::string_view port;  ///< "doom", "boom", "zdoom"
    std::string_view name;
    Measured measured;
    double most;                ///< 0 where it cannot be computed
    bool text = true;           ///< holds for UDMF maps
    bool binary = true;         ///< holds for binary maps
    std::uint8_t games = 0xFF;  ///< a bit for each Game
};

View<PortLimit> port_limits();

/// The used part of each row of port_limits(), 1 where all of it is used; none where it cannot be
/// computed from the map.
using LimitUses = std::vector<std::optional<double>>;

LimitUses limits_used(const Session& session, Game game);

/// One limit as users see it. In a sum several of its rows may apply; `used` is the most of them.
struct LimitUse {
    std::string_view name;
    std::optional<double> used;
};
struct PortUses {
    std::string_view port;
    std::vector<LimitUse> limits;
};
/// The ports and their limits in the order of port_limits(), each once.
std::vector<PortUses> uses_by_port(const LimitUses& uses);

}  // namespace flatline::engine::tool
