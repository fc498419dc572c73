// versions/change_text.hpp: changes as lines for people.
#pragma once

#include <string>
#include <string_view>

#include "console.hpp"
#include "versions/comparison.hpp"

namespace flatline::engine::tool {

/// "1 added, 2 removed, 3 changed", without what there is none of; "no difference".
std::string counts_in_words(const ChangeCounts& counts);

/// The changes of one map by kind of element, with its name and counts in front.
void print_changes(Console& console, std::string_view map, const Comparison& comparison);
/// Only the counts, by kind of element.
void print_change_counts(Console& console, std::string_view map, const Comparison& comparison);

/// One change without its mark, as `linedef 12 -> 14 (0, 0)-(64, 0): special 0 -> 11`.
std::string describe_change(const Comparison& comparison, const flatline_change& change);

}  // namespace flatline::engine::tool
