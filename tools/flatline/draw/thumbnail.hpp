// draw/thumbnail.hpp: a small picture of a map, as an element of a page.
#pragma once

#include <string>

#include "draw/picture.hpp"

namespace flatline::engine::tool {

/// An `svg` element of some ten kilobytes, 64 at most unless the map has very many sectors: fills
/// by the height of floors (classes h0 to h9), lines (thin, wall), and marks (warning, error). Its
/// colours are those of the page's style.
std::string thumbnail_of(const Picture& picture);

}  // namespace flatline::engine::tool
