// flatline/archive_map.hpp: loading a map out of an Archive.
#pragma once

#include <cstddef>

#include "flatline/archive.hpp"
#include "flatline/doom3.hpp"
#include "flatline/load.hpp"

namespace flatline {

/// Loads one UDMF map: reads its TEXTMAP into memory the Map owns, and the lumps beside it as far
/// as `options.products` asks for them. Findings of the read (short-read, wad-lump-range) come in
/// the result; a map of another format is refused with map-unsupported. `map` indexes
/// archive.maps().
LoadResult<Map> load_map(Archive& archive, std::size_t map, Loader& loader,
                         const LoadOptions& options = {}) noexcept;

/// Loads one Doom 3 map in the same way.
LoadResult<Doom3Map> load_doom3(Archive& archive, std::size_t map, Doom3Loader& loader,
                                const Doom3Options& options = {}) noexcept;

}  // namespace flatline
