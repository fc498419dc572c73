// versions/canonical.hpp: a map as text that depends on its content, not on its order.
#pragma once

#include <string>

#include "model/map.hpp"

namespace flatline::engine::tool {

/// Appends the lines of a map: docs/diff.md, "The text of textconv". Every element is one line,
/// without its index. Maps without a difference give the same bytes.
void append_canonical(std::string& out, const Map& map);

}  // namespace flatline::engine::tool
