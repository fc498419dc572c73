// draw/album.hpp: all maps of a file as pages in a folder.
#pragma once

#include "console.hpp"

namespace flatline::engine::tool {

/// `draw --all-maps`: a page for each map of the file, and index.html with a picture of each.
/// Returns the exit code.
int run_album(Console& console);

}  // namespace flatline::engine::tool
