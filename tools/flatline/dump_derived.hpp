// dump_derived.hpp: planes, nodes and blockmap as the JSON of `dump`.
#pragma once

#include "flatline/types.h"
#include "json.hpp"
#include "model/map.hpp"

namespace flatline::engine::tool {

/// The value of "floor_planes" or "ceiling_planes": a, b, c, d of each sector.
void write_planes(JsonWriter& json, const Map& map, bool ceilings);
/// The value of "nodes": null if the map has none.
void write_nodes(JsonWriter& json, const flatline_bsp& nodes);
/// The value of "blockmap": null if it is over a limit.
void write_blockmap(JsonWriter& json, const flatline_blockmap& blockmap);

}  // namespace flatline::engine::tool
