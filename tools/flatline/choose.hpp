// choose.hpp: chooses the map for a command that takes one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "console.hpp"
#include "document.hpp"

namespace flatline::engine::tool {

/// An input and one of its maps.
struct ChosenMap {
    Document document;
    std::size_t map;
};

/// The only map of the first PATH, or the one that --map names. Without one `exit_code` says how to
/// end, and why there is none has been said, with what is wrong with the container.
std::optional<ChosenMap> choose_map(Console& console, int& exit_code);

/// An input and some of its maps.
struct ChosenMaps {
    Document document;
    std::vector<std::size_t> maps;
};

/// The same as maps of one input; `all`: all maps of the only file in the first PATH that has any.
std::optional<ChosenMaps> choose_maps(Console& console, bool all, int& exit_code);

}  // namespace flatline::engine::tool
