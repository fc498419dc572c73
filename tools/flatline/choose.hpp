// choose.hpp: which map a command is about that takes one.
#pragma once

#include <cstddef>
#include <optional>

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

}  // namespace flatline::engine::tool
