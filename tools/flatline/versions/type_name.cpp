#include "versions/type_name.hpp"

#include "model/games.hpp"

namespace flatline::engine::tool {
namespace {

struct NamespaceGame {
    std::string_view name_space;
    Game game;
};
constexpr NamespaceGame kNamespaceGames[] = {{"doom", Game::doom2},  {"heretic", Game::heretic},
                                             {"hexen", Game::hexen}, {"strife", Game::strife},
                                             {"srb2", Game::srb2},   {"eternity", Game::doom2}};
/// Of any other namespace, as ZDoom's.
constexpr Game kGamesOfAll[] = {Game::doom2, Game::heretic, Game::hexen, Game::strife};

std::string_view name_in(Game game, std::int32_t type) {
    const ThingFacts* const facts = find_thing(game, type);
    return facts != nullptr ? thing_name(*facts) : std::string_view();
}

}  // namespace

std::string_view name_of_type(const Map& map, std::int32_t type) {
    for (const NamespaceGame& row : kNamespaceGames) {
        if (row.name_space == map.map_namespace()) return name_in(row.game, type);
    }
    for (const Game game : kGamesOfAll) {
        const std::string_view name = name_in(game, type);
        if (!name.empty()) return name;
    }
    return {};
}

}  // namespace flatline::engine::tool
