#include "cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "model/binary.hpp"
#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEntrySuffix = ".flatbake";
constexpr std::string_view kPartPrefix = ".flatbake-";
constexpr std::chrono::hours kPartsLast{1};  // of a run that was killed

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

/// What a load on several threads uses is part of what is told about it.
struct ThreadLump {
    std::uint64_t numbers[2];
    explicit ThreadLump(const LoadOptions& options)
        : numbers{options.threads, options.thread_bytes} {}
    KeyLump lump() const {
        return {"", {reinterpret_cast<const unsigned char*>(numbers), sizeof numbers}};
    }
};

/// The bytes of an entry; without any where there is none or it cannot be read.
Buffer read_entry_file(const std::string& path, std::uint64_t most) {
    const int descriptor = open_to_read(path);
    if (descriptor < 0) return Buffer();
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path_of(path), error);
    Buffer bytes;
    if (!error && size != 0 && size <= most) {
        bytes = Buffer::allocate(static_cast<std::size_t>(size));
    }
    std::size_t at = 0;
    while (bytes.data() != nullptr && at < bytes.size()) {
        const std::int64_t got = read_some(descriptor, bytes.data() + at, bytes.size() - at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) bytes.reset();
        at += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    close_descriptor(descriptor);
    return bytes;
}

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

/// One file of the folder.
struct CacheFile {
    fs::path path;
    std::uint64_t bytes;
    fs::file_time_type written;
};

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
            open_baked_owned(read_entry_file(path_of_key(key), options.limits.container_bytes),
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
            open_baked_owned(read_entry_file(path_of_key(key), options.limits.container_bytes),
                             no_text, baked),
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
    if (auto hit = opened_result(
            open_baked_doom3_owned(
                read_entry_file(path_of_key(key), options.limits.container_bytes), baked),
            options.work)) {
        return std::move(*hit);
    }
    const std::uint64_t before = work_used(options.work);
    Doom3Loader loader(options.memory);
    LoadResult<Doom3Map> loaded = loader.load_owned(std::move(lumps[0].bytes), options);
    keep(key, loaded, work_used(options.work) - before);
    return loaded;
}

std::string MapCache::path_of_key(const BakeKey& key) const {
    std::string name;
    for (const unsigned char byte : key.bytes) name += fmt::format("{:02x}", byte);
    return tool::text_of(tool::path_of(folder_) / (name + std::string(kEntrySuffix)));
}

template <class AnyMap>
void MapCache::keep(const BakeKey& key, const LoadResult<AnyMap>& loaded, std::uint64_t work) {
    if (!loaded || is_of_work(loaded.findings)) return;
    BakeOptions options;
    options.key = &key;
    options.findings = &loaded.findings;
    options.memory = loaded.memory;
    options.work = work;
    const auto bake = [](const void* map, const BakeOptions& with, const Sink& sink) {
        return bake_map(*static_cast<const AnyMap*>(map), with, sink);
    };
    errno = 0;
    if (!write(path_of_key(key), &loaded.value, options, bake)) complain_later(errno);
}

// False with errno.
bool MapCache::write(const std::string& path, const void* map, const BakeOptions& options,
                     Status (*bake)(const void*, const BakeOptions&, const Sink&)) {
    const std::string part = tool::text_of(
        tool::path_of(folder_) / fmt::format("{}{}-{}", kPartPrefix, process_id(), written_++));
    int descriptor = create_file(part);
    if (descriptor < 0 && errno == ENOENT) {
        std::error_code error;
        fs::create_directories(tool::path_of(folder_), error);
        descriptor = create_file(part);
    }
    if (descriptor < 0) return false;
    const auto put = [](void* to, const unsigned char* bytes, std::size_t size) {
        while (size > 0) {
            const std::int64_t sent = write_some(*static_cast<int*>(to), bytes, size);
            if (sent < 0 && errno == EINTR) continue;
            if (sent == 0) errno = EIO;
            if (sent <= 0) return false;
            bytes += sent;
            size -= static_cast<std::size_t>(sent);
        }
        return true;
    };
    const Status status = bake(map, options, Sink{put, &descriptor});
    int error = status == Status::cancelled ? errno : 0;
    if (!close_descriptor(descriptor) && error == 0) error = errno;
    if (status == Status::ok && error == 0) {
        if (rename_file(part, path, true)) return true;
        error = errno;
    }
    std::error_code ignored;
    fs::remove(tool::path_of(part), ignored);
    errno = error;
    return error == 0;  // strings of 4 GiB are no fault of the folder
}

void MapCache::complain_later(int error) {
    const std::lock_guard lock(mutex_);
    if (error_ == 0) error_ = error != 0 ? error : EIO;
}

void MapCache::end(Console& console) {
    if (!can_bake()) {
        console.complain("--cache: this program was built without xxhash.h and keeps no maps");
        return;
    }
    make_room();
    if (error_ == 0) return;
    console.complain(fmt::format("--cache: cannot write into {}: {}", printable(folder_),
                                 std::strerror(error_)));
}

// Another process may do the same at the same time; what is gone already is none of ours.
void MapCache::make_room() {
    std::error_code error;
    std::vector<CacheFile> entries;
    std::uint64_t bytes = 0;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator at(tool::path_of(folder_), error), end; !error && at != end;
         at.increment(error)) {
        std::error_code gone;
        const std::string name = tool::text_of(at->path().filename());
        const bool is_part = name.compare(0, kPartPrefix.size(), kPartPrefix) == 0;
        if ((!is_part && at->path().extension() != kEntrySuffix) || !at->is_regular_file(gone)) {
            continue;
        }
        CacheFile file{at->path(), at->file_size(gone), at->last_write_time(gone)};
        if (gone) continue;
        if (is_part) {
            if (now - file.written > kPartsLast) fs::remove(file.path, gone);
            continue;
        }
        bytes += file.bytes;
        entries.push_back(std::move(file));
    }
    if (bytes <= limit_) return;
    std::sort(entries.begin(), entries.end(), [](const CacheFile& a, const CacheFile& b) {
        return a.written != b.written ? a.written < b.written : a.path < b.path;
    });
    for (const CacheFile& file : entries) {
        if (bytes <= limit_) break;
        std::error_code kept;
        fs::remove(file.path, kept);
        if (kept) {
            complain_later(kept.value());
        } else {
            bytes -= file.bytes;
        }
    }
}

}  // namespace flatline::engine::tool
