// flatline/archive_map.hpp: loading a map out of an Archive.
#pragma once

#include <cstddef>

#include "flatline/archive.hpp"
#include "flatline/doom3.hpp"
#include "flatline/load.hpp"

namespace flatline {

/// Loads the UDMF map archive.maps()[map]. Reads its TEXTMAP, which the Map then owns, and those of
/// ZNODES, BLOCKMAP and REJECT that `options.products` asks for. Without a readable TEXTMAP the map
/// is refused, with the reason as a finding; another lump that cannot be read gives a warning, and
/// refuses the map only where `options.strict` is set. A map of another format is refused by the
/// rule map-unsupported, an index past the last map by file-unreadable. The rest is as in
/// Loader::load_owned. The Map does not need the archive. One thread at a time may use an archive
/// or a loader.
LoadResult<Map> load_map(Archive& archive, std::size_t map, Loader& loader,
                         const LoadOptions& options = {}) noexcept;

/// Loads the Doom 3 map archive.maps()[map]: reads its text, which the map then owns. Refusals and
/// threads are as in load_map, the rest is as in Doom3Loader::load_owned.
LoadResult<Doom3Map> load_doom3(Archive& archive, std::size_t map, Doom3Loader& loader,
                                const Doom3Options& options = {}) noexcept;

}  // namespace flatline
