// unknown_json.hpp: the value of a field that no dialect knows, as JSON.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "json.hpp"
#include "model/map.hpp"

namespace flatline::engine::tool {

/// Writes a number, a boolean or a string. False, with nothing written, for a keyword and a block,
/// which each document shows in its own way.
bool write_plain_value(JsonWriter& json, const Map& map, const flatline_unknown& unknown);

/// Writes the value of entry `at` of Map::unknowns() as `dump` and `table` have it: of a block the
/// list of its contents, each [name, value]. Returns the index after the entry and its contents.
std::uint64_t write_unknown(JsonWriter& json, const Map& map, std::uint64_t at);

}  // namespace flatline::engine::tool
