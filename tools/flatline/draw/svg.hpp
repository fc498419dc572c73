// svg.hpp: a picture as one SVG file.
#pragma once

#include "draw/picture.hpp"
#include "output.hpp"

namespace flatline::engine::tool {

/// Writes the picture. The XML is well-formed whatever the map holds, coordinates are those of the
/// map with y up, and the same map gives the same bytes.
void write_svg(Output& out, const Picture& picture);

}  // namespace flatline::engine::tool
