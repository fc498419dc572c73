// Which sectors may move.
#pragma once

#include "check/context.hpp"

namespace flatline::engine::sanity {

/// Writes to `moves`, one a sector, whether a special, a boss or a script may move its floor or
/// ceiling. What it does not name never moves. False where memory is out or steps are spent.
[[nodiscard]] bool find_movers(Context& context, Scratch<bool>& moves) noexcept;

/// The same for maps with tables. In a map without them, a sector may move if it has a tag or a
/// special, or, except in SRB2, if it is behind a line with a special.
[[nodiscard]] bool find_likely_movers(Context& context, Scratch<bool>& moves) noexcept;

}  // namespace flatline::engine::sanity
