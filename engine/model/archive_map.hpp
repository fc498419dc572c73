// model/archive_map.hpp: loading a map out of an Archive.
#pragma once

#include <cstddef>

#include "model/archive.hpp"
#include "model/doom3.hpp"
#include "model/load.hpp"

namespace flatline::engine {

/// The finding that no load takes a map of this kind, with the game that it is of. Its severity is
/// that of the rule. Any thread.
Finding unsupported_map(const MapEntry& entry) noexcept;

/// Loads the UDMF or binary map archive.maps()[map]. Reads its TEXTMAP, or the five lumps of a
/// binary map, of which the Map then owns what its strings lie in, and of nodes, BLOCKMAP and
/// REJECT what `options.products` includes. Where what the map is made of is missing
/// (wad-lump-missing) or cannot be read, the map is refused; another lump that cannot be read gives
/// a warning, and refuses the map only where `options.strict` is set. A Doom 3 map, and one that is
/// not `supported`, is refused by the rule map-unsupported, an index past the last map by
/// file-unreadable. The Map does not need the archive. One thread at a time may use an archive or a
/// loader.
LoadResult<Map> load_map(Archive& archive, std::size_t map, Loader& loader,
                         const LoadOptions& options = {}) noexcept;

/// Loads the Doom 3 map archive.maps()[map]: reads its text, which the map then owns. Refusals and
/// threads are as in load_map, the rest is as in Doom3Loader::load_owned.
LoadResult<Doom3Map> load_doom3(Archive& archive, std::size_t map, Doom3Loader& loader,
                                const Doom3Options& options = {}) noexcept;

}  // namespace flatline::engine
