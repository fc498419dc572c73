// page_data.hpp: a map as the members of a page's JSON. Arrays of numbers are base64.
#pragma once

#include "draw/picture.hpp"
#include "json.hpp"

namespace flatline::engine::tool {

/// All elements with all their fields, and what is drawn of them.
void write_map_data(JsonWriter& json, const Picture& picture);
/// The plan of a Doom 3 map, with the keys of its entities and the materials of its primitives.
void write_plan_data(JsonWriter& json, const Picture& picture);

}  // namespace flatline::engine::tool
