#include "stats/port_limits.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace flatline::engine::tool {
namespace {

constexpr std::uint8_t of_game(Game game) {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(game));
}
constexpr std::uint8_t kDoomBits = of_game(Game::doom) | of_game(Game::doom2);

constexpr double k15Bits = 32768;
constexpr double k16Bits = 65536;
constexpr double k16BitsAndNone = 65535;
constexpr double k31Bits = 2147483648.0;
constexpr double k32BitsAndNone = 4294967295.0;

constexpr PortLimit kPortLimits[] = {
    {"doom", "vertices", Measured::vertices, k15Bits},
    {"doom", "linedefs", Measured::linedefs, k15Bits},
    {"doom", "sidedefs", Measured::sidedefs, k15Bits},
    {"doom", "sectors", Measured::sectors, k15Bits},
    {"doom", "segs", Measured::segs, k15Bits},
    {"doom", "subsectors", Measured::subsectors, k15Bits},
    {"doom", "nodes", Measured::nodes, k15Bits},
    {"doom", "blockmap", Measured::blockmap, k15Bits},
    {"doom", "coordinate", Measured::coordinate, k15Bits},
    {"doom", "deathmatch_starts", Measured::deathmatch_starts, 10, true, true,
     kDoomBits | of_game(Game::heretic) | of_game(Game::strife)},
    {"doom", "deathmatch_starts", Measured::deathmatch_starts, 16, true, true,
     of_game(Game::hexen)},
    {"doom", "scrolling_lines", Measured::scrolling_lines, 64, true, true,
     kDoomBits | of_game(Game::heretic) | of_game(Game::hexen)},
    {"doom", "boss_targets", Measured::boss_targets, 32, true, true, of_game(Game::doom2)},
    {"doom", "visplanes", Measured::while_playing, 0},
    {"doom", "drawsegs", Measured::while_playing, 0},
    {"doom", "vissprites", Measured::while_playing, 0},
    {"doom", "openings", Measured::while_playing, 0},
    {"doom", "intercepts", Measured::while_playing, 0},
    {"doom", "moving_floors", Measured::while_playing, 0},
    {"doom", "moving_ceilings", Measured::while_playing, 0},
    {"doom", "pressed_buttons", Measured::while_playing, 0},
    {"doom", "savegame", Measured::while_playing, 0},

    {"boom", "vertices", Measured::vertices, k16Bits},
    {"boom", "linedefs", Measured::linedefs, k16BitsAndNone},
    {"boom", "sidedefs", Measured::sidedefs, k16BitsAndNone},
    {"boom", "sectors", Measured::sectors, k16Bits},
    {"boom", "segs", Measured::segs, k16Bits},
    {"boom", "subsectors", Measured::subsectors, k15Bits - 1},
    {"boom", "nodes", Measured::nodes, k15Bits},
    {"boom", "blockmap", Measured::blockmap, k16BitsAndNone},
    {"boom", "coordinate", Measured::coordinate, k15Bits},

    {"zdoom", "vertices", Measured::vertices, k16Bits, false, true},
    {"zdoom", "vertices", Measured::vertices, k32BitsAndNone, true, false},
    {"zdoom", "linedefs", Measured::linedefs, k16Bits, false, true},
    {"zdoom", "linedefs", Measured::linedefs, k32BitsAndNone, true, false},
    {"zdoom", "sidedefs", Measured::sidedefs, k16BitsAndNone, false, true},
    {"zdoom", "sidedefs", Measured::sidedefs, k32BitsAndNone, true, false},
    {"zdoom", "sectors", Measured::sectors, k16Bits, false, true},
    {"zdoom", "sectors", Measured::sectors, k32BitsAndNone, true, false},
    {"zdoom", "segs", Measured::segs, k32BitsAndNone},
    {"zdoom", "subsectors", Measured::subsectors, k31Bits},
    {"zdoom", "nodes", Measured::nodes, k31Bits},
    {"zdoom", "blockmap", Measured::blockmap, k16BitsAndNone},
    {"zdoom", "coordinate", Measured::coordinate, k15Bits},
};

/// The specials of lines whose wall scrolls, of Doom, Heretic and Hexen.
bool scrolls(Game game, std::int32_t special) {
    switch (game) {
        case Game::doom:
        case Game::doom2:
            return special == 48;
        case Game::heretic:
            return special == 48 || special == 99;
        case Game::hexen:
            return special >= 100 && special <= 103;
        case Game::automatic:
        case Game::strife:
        case Game::srb2:
            break;
    }
    return false;
}

class Measurer {
public:
    Measurer(const Session& session, Game game)
        : map_(session.result.value), entry_(*session.entry), game_(game) {}

    /// None where the map does not say.
    std::optional<double> measure(const PortLimit& limit) const {
        switch (limit.measured) {
            case Measured::vertices:
                return number(map_.vertices().size() + map_.nodes().vertex_count);
            case Measured::linedefs:
                return number(map_.linedefs().size());
            case Measured::sidedefs:
                return number(map_.sidedefs().size());
            case Measured::sectors:
                return number(map_.sectors().size());
            case Measured::segs:
                return of_nodes(limit, map_.nodes().seg_count);
            case Measured::subsectors:
                return of_nodes(limit, map_.nodes().subsector_count);
            case Measured::nodes:
                return of_nodes(limit, map_.nodes().node_count);
            case Measured::blockmap:
                return blockmap_words();
            case Measured::coordinate:
                return largest_coordinate();
            case Measured::deathmatch_starts:
                return things_of(11);
            case Measured::scrolling_lines:
                return number(static_cast<std::size_t>(std::count_if(
                    map_.linedefs().begin(), map_.linedefs().end(),
                    [&](const flatline_linedef& line) { return scrolls(game_, line.special); })));
            case Measured::boss_targets:
                return things_of(87);
            case Measured::while_playing:
                break;
        }
        return std::nullopt;
    }

private:
    static double number(std::size_t count) { return static_cast<double>(count); }

    /// The minisegs of GL nodes are no segs of Doom and Boom, which do not read them.
    std::optional<double> of_nodes(const PortLimit& limit, std::uint32_t count) const {
        const bool classic = map_.nodes().kind == FLATLINE_NODES_CLASSIC;
        if (map_.nodes().subsector_count == 0 || (!classic && limit.port != "zdoom")) return {};
        return count;
    }
    std::optional<double> blockmap_words() const {
        const MapLump* const lump = entry_.lump("BLOCKMAP", false);
        if (lump == nullptr || lump->size == 0) return {};
        return static_cast<double>(lump->size / 2);
    }
    double largest_coordinate() const {
        double most = 0;
        for (const flatline_vertex& v : map_.vertices()) {
            most = std::max({most, std::abs(v.x), std::abs(v.y)});
        }
        for (const flatline_thing& t : map_.things()) {
            most = std::max({most, std::abs(t.x), std::abs(t.y)});
        }
        return most;
    }
    double things_of(std::int32_t type) const {
        return number(static_cast<std::size_t>(
            std::count_if(map_.things().begin(), map_.things().end(),
                          [&](const flatline_thing& thing) { return thing.type == type; })));
    }

    const Map& map_;
    const MapEntry& entry_;
    Game game_;
};

}  // namespace

View<PortLimit> port_limits() { return {kPortLimits, std::size(kPortLimits)}; }

LimitUses limits_used(const Session& session, Game game) {
    const bool is_text = session.result.value.format() == MapFormat::udmf;
    const Measurer measurer(session, game);
    LimitUses uses;
    for (const PortLimit& limit : kPortLimits) {
        const bool applies =
            (is_text ? limit.text : limit.binary) && (limit.games & of_game(game)) != 0;
        std::optional<double> use = applies ? measurer.measure(limit) : std::nullopt;
        if (use) *use /= limit.most;
        uses.push_back(use);
    }
    return uses;
}

std::vector<PortUses> uses_by_port(const LimitUses& uses) {
    std::vector<PortUses> ports;
    for (std::size_t i = 0; i < std::size(kPortLimits); ++i) {
        const PortLimit& row = kPortLimits[i];
        if (ports.empty() || ports.back().port != row.port) ports.push_back({row.port, {}});
        std::vector<LimitUse>& limits = ports.back().limits;
        if (limits.empty() || limits.back().name != row.name) limits.push_back({row.name, {}});
        if (i < uses.size()) limits.back().used = std::max(limits.back().used, uses[i]);
    }
    return ports;
}

}  // namespace flatline::engine::tool
