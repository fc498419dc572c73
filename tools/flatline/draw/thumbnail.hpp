// draw/thumbnail.hpp: a small picture of a map, as an element of a page.
#pragma once

#include <string>

#include "draw/picture.hpp"

namespace flatline::engine::tool {

/// An `svg` element with fills by the height of floors (classes h0 to h9), lines (thin, wall), and
/// marks (warning, error). Its colours are those of the page's style. It has some 10 KB, and at
/// most 64 KB unless the map has very many sectors.
std::string thumbnail_of(const Picture& picture);

}  // namespace flatline::engine::tool
