// renumbered.hpp: a TEXTMAP whose elements have other indices, and which is otherwise the same map.
#pragma once

#include <string>
#include <string_view>

namespace flatline::engine::tool_test {

/// `text`: one element a line, written as `kind { ... }`. The elements of each kind come in the
/// opposite order, and the fields that name them follow. Comments stay where they stand.
std::string renumbered(std::string_view text);

}  // namespace flatline::engine::tool_test
