// draw/glyph_path.hpp: the path of a glyph as polygons.
#pragma once

#include <string_view>
#include <vector>

#include "flatline/types.h"

namespace flatline::engine::tool {

/// The rings of a path in SVG's notation, of the commands M, L, A (circles only) and Z, which is
/// all that the tables of kinds.hpp have.
std::vector<std::vector<flatline_vertex>> rings_of_glyph(std::string_view path);

}  // namespace flatline::engine::tool
