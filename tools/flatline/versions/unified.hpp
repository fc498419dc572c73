// versions/unified.hpp: the unified diff of `fix --diff`.
#pragma once

#include <string>
#include <string_view>

#include "console.hpp"
#include "versions/mended_file.hpp"

namespace flatline::engine::tool {

/// The lines that differ between two texts, as `diff -u` prints them, in linear time: not always
/// the fewest. "" where the texts are the same.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view name);

/// Prints what differs in a map that was mended: lines of a text, sizes of binary lumps.
void print_map_diff(Console& console, const MendedFile& file, const MendedMap& map);

}  // namespace flatline::engine::tool
