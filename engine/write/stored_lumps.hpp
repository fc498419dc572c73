// Decides which of a map's old lumps the written map keeps.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/archive.hpp"

namespace flatline::engine::write {

enum class Fate : std::uint8_t {
    data,     // made from the map
    derived,  // made from the map where the format has it, else left out: nodes, BLOCKMAP
    kept,
    lost,  // the format has no place for it
};

/// The fate of a lump that is not empty, by its name in any case.
Fate fate_of(std::string_view name, MapFormat format) noexcept;

}  // namespace flatline::engine::write
