// Which sectors may move.
#pragma once

#include "check/context.hpp"

namespace flatline::engine::sanity {

/// Writes to `moves`, one a sector, whether a special, a boss or a script may move its floor or
/// ceiling. What it does not name never moves. False where memory is out or steps are spent.
[[nodiscard]] bool find_movers(Context& context, Scratch<bool>& moves) noexcept;

/// The same; but where no table says what the specials of the map do, a sector with a tag or a
/// special may move, and one behind a line with a special, and no other.
[[nodiscard]] bool find_likely_movers(Context& context, Scratch<bool>& moves) noexcept;

}  // namespace flatline::engine::sanity
