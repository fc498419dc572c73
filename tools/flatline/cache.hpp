// cache.hpp: baked maps in a folder: a map that some run has loaded is opened and not loaded again.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

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
    MapCache(std::string folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}
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
    std::string path_of_key(const BakeKey& key) const;
    template <class AnyMap>
    void keep(const BakeKey& key, const LoadResult<AnyMap>& loaded, std::uint64_t work);
    bool write(const std::string& path, const void* map, const BakeOptions& options,
               Status (*bake)(const void* map, const BakeOptions&, const Sink&));
    void complain_later(int error);
    void make_room();

    const std::string folder_;
    const std::uint64_t limit_;
    std::atomic<unsigned> written_{0};
    std::mutex mutex_;
    int error_ = 0;  // the first that a write met
};

}  // namespace flatline::engine::tool
