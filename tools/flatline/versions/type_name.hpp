// versions/type_name.hpp: the name of a thing's type.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/map.hpp"

namespace flatline::engine::tool {

/// The name of a type of things in the games of the map's namespace; "" where none of them has it.
/// A namespace of several games takes the name of the first.
std::string_view name_of_type(const Map& map, std::int32_t type);

}  // namespace flatline::engine::tool
