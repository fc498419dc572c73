// walk.hpp: visits every wanted map of every file, one after another, for check and info.
#pragma once

#include <functional>

#include "console.hpp"
#include "session.hpp"

namespace flatline::tool {

/// What is called for each document, and then for each of its maps.
struct Visitor {
    std::function<void(Document&)> document;
    std::function<void(Session&)> session;
};

struct WalkResult {
    Totals totals;
    bool container_error = false;
    bool only_empty = false;  ///< all that was opened are sound archives without any entry
    bool wrong_use = false;   ///< said already: a path is missing, or --map names no map
};

/// `game`: what --resources names, or null.
WalkResult walk_maps(Console& console, Rules rules, const Visitor& visitor,
                     const Resources* game = nullptr);

}  // namespace flatline::tool
