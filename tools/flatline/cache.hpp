// cache.hpp: baked maps in a folder: a map that some run has loaded is opened and not loaded again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "cache_folder.hpp"
#include "console.hpp"
#include "document.hpp"
#include "model/bake.hpp"

namespace flatline::engine::tool {

/// What --cache-size is without being given.
inline constexpr std::uint64_t kCacheBytes = 1u << 30;

/// The folder of --cache. An entry is called by its key and written under another name first, so
/// several processes may use the folder at once. Whatever is wrong with the folder or an entry, the
/// map is loaded as without it. Any thread.
class MapCache {
public:
    MapCache(std::string folder, std::uint64_t limit) : folder_(std::move(folder), limit) {}
    MapCache(const MapCache&) = delete;
    MapCache& operator=(const MapCache&) = delete;

    /// As Document::load and Document::load_doom3.
    LoadResult<Map> load(Document& document, std::size_t map, Loader& loader,
                         const LoadOptions& options);
    LoadResult<Doom3Map> load_doom3(Document& document, std::size_t map,
                                    const Doom3Options& options);

    /// After all maps of a run: deletes the oldest entries that are too much, and says once what
    /// could not be written.
    void end(Console& console);

private:
    LoadResult<Map> load_text(Document& document, std::size_t map, Loader& loader,
                              const LoadOptions& options);
    LoadResult<Map> load_lumps(Document& document, std::size_t map, Loader& loader,
                               const LoadOptions& options);
    template <class AnyMap>
    void keep(const BakeKey& key, const LoadResult<AnyMap>& loaded, std::uint64_t work);

    CacheFolder folder_;
};

}  // namespace flatline::engine::tool
