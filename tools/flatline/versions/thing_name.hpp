// versions/thing_name.hpp: what a thing's number stands for.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/map.hpp"

namespace flatline::engine::tool {

/// The name of a type of things in the games of the map's namespace; "" where nobody knows it.
inline std::string_view thing_name(const Map&, std::int32_t) { return {}; }

}  // namespace flatline::engine::tool
