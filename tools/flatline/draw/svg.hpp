// svg.hpp: a picture as one SVG file.
#pragma once

#include <string>
#include <string_view>

#include "draw/picture.hpp"
#include "output.hpp"

namespace flatline::tool {

/// Writes the picture. The XML is well-formed whatever the map holds, coordinates are those of the
/// map with y up, and the same map gives the same bytes.
void write_svg(Output& out, const Picture& picture);

/// Appends text for XML: printable, with entities for what XML means otherwise, and without the
/// code points that it cannot hold.
void append_xml(std::string& out, std::string_view bytes);

}  // namespace flatline::tool
