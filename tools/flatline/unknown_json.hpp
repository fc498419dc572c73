// unknown_json.hpp: the value of a field that no dialect knows, as JSON.
#pragma once

#include "flatline/map.hpp"
#include "flatline/types.h"
#include "json.hpp"

namespace flatline::tool {

/// Writes a number, a boolean or a string. False, with nothing written, for a keyword and a block,
/// which each document shows in its own way.
bool write_plain_value(JsonWriter& json, const Map& map, const flatline_unknown& unknown);

}  // namespace flatline::tool
