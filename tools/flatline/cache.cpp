#include "cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "model/binary.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// The steps that a load takes at least (flatline_work).
constexpr std::uint64_t kLeastWork = 4096;

std::uint64_t work_left(const Work* work) {
    return work != nullptr ? work->limit - std::min(work->used, work->limit) : UINT64_MAX;
}
std::uint64_t work_used(const Work* work) { return work != nullptr ? work->used : 0; }

/// A lump of a map that a load reads, and its bytes once they are read.
struct CacheLump {
    std::string_view name;
    const MapLump* entry;  // null: there is none
    Buffer bytes;
};

/// Reads them. False where one is not what its entry says: then the load has to tell.
bool read_all(Document& document, std::size_t map, std::vector<CacheLump>& lumps) {
    for (CacheLump& lump : lumps) {
        if (lump.entry == nullptr || lump.entry->size == 0) continue;
        lump.bytes = document.read_lump(map, lump.name, false);
        if (lump.bytes.data() == nullptr || lump.bytes.size() != lump.entry->size) return false;
    }
    return true;
}

/// Whether the load would begin: else it is the load that says why not.
bool may_begin(const std::vector<CacheLump>& lumps, const Work* work) {
    std::uint64_t bytes = 0;
    for (const CacheLump& lump : lumps) bytes += lump.entry != nullptr ? lump.entry->size : 0;
    return std::max(bytes, kLeastWork) <= work_left(work);
}

/// A load on several threads has other memory numbers, so the threads are part of the key.
struct ThreadLump {
    std::uint64_t numbers[2];
    explicit ThreadLump(const LoadOptions& options)
        : numbers{options.threads, options.thread_bytes} {}
    KeyLump lump() const {
        return {"", {reinterpret_cast<const unsigned char*>(numbers), sizeof numbers}};
    }
};

/// Whether the map is the same whatever work was left for it.
bool is_of_work(const FindingList& findings) { return findings.rules().has(Rule::limit_file_work); }

/// The result of a load that was not needed; nothing where there is too little work left for it.
template <class AnyMap>
std::optional<LoadResult<AnyMap>> opened_result(Opened<AnyMap>&& opened, Work* work) {
    if (!opened || opened.work_of_load > work_left(work)) return std::nullopt;
    if (work != nullptr) work->used += opened.work_of_load;
    LoadResult<AnyMap> result;
    result.status = Status::ok;
    result.value = std::move(opened.value);
    result.findings = std::move(opened.findings);
    result.memory = opened.of_load;
    return result;
}

std::string name_of(const BakeKey& key) {
    std::string name;
    for (const unsigned char byte : key.bytes) name += fmt::format("{:02x}", byte);
    return name;
}

}  // namespace

LoadResult<Map> MapCache::load(Document& document, std::size_t map, Loader& loader,
                               const LoadOptions& options) {
    if (!can_bake()) return document.load(map, loader, options);
    return document.maps()[map].format == MapFormat::udmf
               ? load_text(document, map, loader, options)
               : load_lumps(document, map, loader, options);
}

LoadResult<Map> MapCache::load_text(Document& document, std::size_t map, Loader& loader,
                                    const LoadOptions& options) {
    const MapEntry& entry = document.maps()[map];
    const auto wanted = [&](const char* name, std::uint32_t product) -> CacheLump {
        const bool read = product == 0 || (options.products & product) != 0;
        return {name, read ? entry.lump(name, false) : nullptr, Buffer()};
    };
    std::vector<CacheLump> lumps;
    lumps.push_back(wanted("TEXTMAP", 0));
    lumps.push_back(wanted("ZNODES", FLATLINE_PRODUCT_NODES));
    lumps.push_back(wanted("BLOCKMAP", FLATLINE_PRODUCT_BLOCKMAP));
    lumps.push_back(wanted("REJECT", FLATLINE_PRODUCT_REJECT));
    const MapLump* const text = lumps[0].entry;
    // Which of two lumps of one name counts depends on the text.
    const bool repeats = std::any_of(lumps.begin(), lumps.end(), [&](const CacheLump& lump) {
        return entry.lump(lump.name, true) != entry.lump(lump.name, false);
    });
    if (text == nullptr || text->size == 0 || text->size > options.limits.text_bytes || repeats ||
        !may_begin(lumps, options.work) || !read_all(document, map, lumps)) {
        return document.load(map, loader, options);
    }
    LoadOptions with_lumps = options;
    with_lumps.lumps.znodes = lumps[1].bytes.bytes();
    with_lumps.lumps.blockmap = lumps[2].bytes.bytes();
    with_lumps.lumps.reject = lumps[3].bytes.bytes();
    const ThreadLump threads(options);
    const KeyLump key_lumps[] = {{"TEXTMAP", lumps[0].bytes.bytes()}, threads.lump()};
    const BakeKey key = bake_key({key_lumps, std::size(key_lumps)}, with_lumps);

    BakedOptions baked;
    baked.key = &key;
    baked.limits = options.limits;
    baked.memory = options.memory;
    if (auto hit = opened_result(
            open_baked_owned(folder_.read(name_of(key), options.limits.container_bytes),
                             lumps[0].bytes, baked),
            options.work)) {
        return std::move(*hit);
    }
    if (lumps[0].bytes.data() == nullptr) return document.load(map, loader, options);
    const std::uint64_t before = work_used(options.work);
    LoadResult<Map> loaded = loader.load_owned(std::move(lumps[0].bytes), with_lumps);
    keep(key, loaded, work_used(options.work) - before);
    return loaded;
}

namespace {

/// The lumps of a binary map as the engine's archive room reads them; those that the map is made of
/// come first.
struct BinaryCacheRow {
    const char* name;
    Bytes BinaryLumps::*lump;
    std::uint32_t product;  // 0: always
};
constexpr std::size_t kMadeOf = 5;
constexpr BinaryCacheRow kBinaryCacheRows[] = {
    {"VERTEXES", &BinaryLumps::vertexes, 0},
    {"LINEDEFS", &BinaryLumps::linedefs, 0},
    {"SIDEDEFS", &BinaryLumps::sidedefs, 0},
    {"SECTORS", &BinaryLumps::sectors, 0},
    {"THINGS", &BinaryLumps::things, 0},
    {"SEGS", &BinaryLumps::segs, FLATLINE_PRODUCT_NODES},
    {"SSECTORS", &BinaryLumps::ssectors, FLATLINE_PRODUCT_NODES},
    {"NODES", &BinaryLumps::nodes, FLATLINE_PRODUCT_NODES},
    {"BLOCKMAP", &BinaryLumps::blockmap, FLATLINE_PRODUCT_BLOCKMAP},
    {"REJECT", &BinaryLumps::reject, FLATLINE_PRODUCT_REJECT},
};

using CacheLumps = std::vector<CacheLump>;

}  // namespace

LoadResult<Map> MapCache::load_lumps(Document& document, std::size_t map, Loader& loader,
                                     const LoadOptions& options) {
    const MapEntry& entry = document.maps()[map];
    CacheLumps lumps;
    std::uint64_t bytes = 0;
    bool complete = true;
    for (const BinaryCacheRow& row : kBinaryCacheRows) {
        const bool read = row.product == 0 || (options.products & row.product) != 0;
        lumps.push_back({row.name, read ? entry.lump(row.name, false) : nullptr, Buffer()});
        if (lumps.size() > kMadeOf) continue;
        complete = complete && lumps.back().entry != nullptr;
        if (lumps.back().entry != nullptr) bytes += lumps.back().entry->size;
    }
    if (!complete || bytes > options.limits.text_bytes || !may_begin(lumps, options.work) ||
        !read_all(document, map, lumps)) {
        return document.load(map, loader, options);
    }
    BinaryLumps given;
    given.hexen = entry.format == MapFormat::hexen;
    std::vector<KeyLump> key_lumps;
    for (std::size_t i = 0; i < lumps.size(); ++i) {
        given.*kBinaryCacheRows[i].lump = lumps[i].bytes.bytes();
        key_lumps.push_back({lumps[i].name, lumps[i].bytes.bytes()});
    }
    const ThreadLump threads(options);
    key_lumps.push_back(threads.lump());
    key_lumps.push_back({given.hexen ? "hexen" : "doom", {}});
    const BakeKey key = bake_key({key_lumps.data(), key_lumps.size()}, options);

    BakedOptions baked;
    baked.key = &key;
    baked.limits = options.limits;
    baked.memory = options.memory;
    Buffer no_text;
    if (auto hit = opened_result(
            open_baked_owned(folder_.read(name_of(key), options.limits.container_bytes), no_text,
                             baked),
            options.work)) {
        return std::move(*hit);
    }
    // The map keeps what its names lie in, and its records where they are asked for.
    auto* const kept = new CacheLumps(std::move(lumps));
    const Buffer::Free release = [](void*, void* data, std::size_t) {
        delete static_cast<CacheLumps*>(data);
    };
    const std::uint64_t before = work_used(options.work);
    LoadResult<Map> loaded =
        loader.load_binary_owned(given, Buffer(kept, sizeof *kept, release), options);
    loaded.text.reset();  // it is no text
    keep(key, loaded, work_used(options.work) - before);
    return loaded;
}

LoadResult<Doom3Map> MapCache::load_doom3(Document& document, std::size_t map,
                                          const Doom3Options& options) {
    const MapLump& lump = document.maps()[map].lumps[0];
    std::vector<CacheLump> lumps;
    lumps.push_back({lump.name, &lump, Buffer()});
    if (!can_bake() || lump.size == 0 || lump.size > options.limits.text_bytes ||
        !may_begin(lumps, options.work) || !read_all(document, map, lumps)) {
        return document.load_doom3(map, options);
    }
    const KeyLump key_lump{"MAP", lumps[0].bytes.bytes()};
    const BakeKey key = bake_key(View<KeyLump>(&key_lump, 1), options);
    BakedOptions baked;
    baked.key = &key;
    baked.limits = options.limits;
    baked.memory = options.memory;
    if (auto hit =
            opened_result(open_baked_doom3_owned(
                              folder_.read(name_of(key), options.limits.container_bytes), baked),
                          options.work)) {
        return std::move(*hit);
    }
    const std::uint64_t before = work_used(options.work);
    Doom3Loader loader(options.memory);
    LoadResult<Doom3Map> loaded = loader.load_owned(std::move(lumps[0].bytes), options);
    keep(key, loaded, work_used(options.work) - before);
    return loaded;
}

template <class AnyMap>
void MapCache::keep(const BakeKey& key, const LoadResult<AnyMap>& loaded, std::uint64_t work) {
    if (!loaded || is_of_work(loaded.findings)) return;
    BakeOptions options;
    options.key = &key;
    options.findings = &loaded.findings;
    options.memory = loaded.memory;
    options.work = work;
    folder_.write(name_of(key),
                  [&](const Sink& sink) { return bake_map(loaded.value, options, sink); });
}

void MapCache::end(Console& console) {
    if (!can_bake()) {
        console.complain("--cache: this program was built without xxhash.h and keeps no maps");
        return;
    }
    folder_.make_room();
    if (folder_.error() == 0) return;
    console.complain(fmt::format("--cache: cannot write into {}: {}", printable(folder_.path()),
                                 std::strerror(folder_.error())));
}

}  // namespace flatline::engine::tool
