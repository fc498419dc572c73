// versions/diff_page.hpp: two maps over each other, as a page of draw.
#pragma once

#include "output.hpp"
#include "versions/comparison.hpp"

namespace flatline::engine::tool {

/// Writes the page of draw for the second map, with the first one and all changes in its data.
/// False where the pictures do not fit the limits.
bool write_diff_page(Output& out, const Comparison& comparison, const Limits& limits);

}  // namespace flatline::engine::tool
