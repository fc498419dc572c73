// builtin.hpp: the program's built-in map.
#pragma once

#include <string_view>

namespace flatline::engine::tool {

inline constexpr char kBuiltInName[] = "LAMPLIGHT";

/// A small map of our own making, in the namespace zdoom, with something of everything that the
/// loader keeps: columns, a list of ids, comments, a user_ field. Valid in every rule.
std::string_view built_in_textmap();

}  // namespace flatline::engine::tool
