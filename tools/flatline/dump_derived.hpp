// dump_derived.hpp: nodes and blockmap as the JSON of `dump`.
#pragma once

#include "flatline/types.h"
#include "json.hpp"

namespace flatline::tool {

/// The value of "nodes": null where the map has none.
void write_nodes(JsonWriter& json, const flatline_bsp& nodes);
/// The value of "blockmap": null where it is over a limit.
void write_blockmap(JsonWriter& json, const flatline_blockmap& blockmap);

}  // namespace flatline::tool
