// unknown_json.hpp: the value of a field that no dialect knows, as JSON.
#pragma once

#include "flatline/types.h"
#include "json.hpp"
#include "model/map.hpp"

namespace flatline::engine::tool {

/// Writes a number, a boolean or a string. False, with nothing written, for a keyword and a block,
/// which each document shows in its own way.
bool write_plain_value(JsonWriter& json, const Map& map, const flatline_unknown& unknown);

}  // namespace flatline::engine::tool
