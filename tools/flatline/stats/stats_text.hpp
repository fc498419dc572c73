// stats/stats_text.hpp: the numbers of a map as a table for people.
#pragma once

#include "console.hpp"
#include "stats/map_stats.hpp"

namespace flatline::engine::tool {

/// Prints a block with a heading.
void print_stats(Console& console, std::string_view heading, const MapStats& stats);

}  // namespace flatline::engine::tool
