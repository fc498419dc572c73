// Decides which of a map's old lumps the written map keeps.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/archive.hpp"

namespace flatline::engine::write {

enum class LumpHandling : std::uint8_t {
    data,     // made from the map
    derived,  // made from the map where the format has it, else left out: nodes, BLOCKMAP
    kept,
    lost,  // the format has no place for it
};

/// What is done with a lump that is not empty, by its name in any case.
LumpHandling lump_handling(std::string_view name, MapFormat format) noexcept;

}  // namespace flatline::engine::write
