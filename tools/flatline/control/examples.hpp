// examples.hpp: for most rules a small map in which it fires.
#pragma once

#include <string>
#include <string_view>

#include "model/findings.hpp"

namespace flatline::engine::tool {

/// The lines that make the rule fire; they stand in a room that is sound without them. Empty where
/// no short text shows the rule.
std::string_view example_excerpt(Rule rule);

/// The whole map: a TEXTMAP, or a Doom 3 map, which begins with "Version". Empty like the excerpt.
std::string example_text(Rule rule);

/// What `check` must be given besides the map; mostly empty.
std::string_view example_options(Rule rule);

/// What a rule without an example is about.
std::string_view why_no_example(Rule rule);

}  // namespace flatline::engine::tool
