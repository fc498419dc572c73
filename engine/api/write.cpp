// The C functions of flatline.h that write.
#include <new>
#include <utility>

#include "api/handle.hpp"
#include "api/lumps.hpp"
#include "base/list.hpp"
#include "model/write.hpp"
#include "model/write_wad.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

struct flatline_written final : Handle {
    std::uint64_t bytes = 0;
};

struct flatline_map_lumps final : HandleOf<MapLumps> {
    Buffer lumps;  // flatline_named_lump
};

namespace {

// Names of made lumps are literals, and those of kept ones the caller's, so a zero byte follows.
Buffer named_lumps(View<LumpView> lumps) noexcept {
    Buffer named = Buffer::allocate((lumps.size() + 1) * sizeof(flatline_named_lump));
    if (named.data() == nullptr) return named;
    auto* to = reinterpret_cast<flatline_named_lump*>(named.data());
    for (const LumpView& lump : lumps) {
        *to++ = {literal(lump.name), {lump.bytes.data(), lump.bytes.size()}};
    }
    return named;
}

// Writes by `write` and gives the result to the caller, where it wants it.
template <class Write>
flatline_status keep(flatline_written** written, const Write& write) noexcept {
    if (written == nullptr) return static_cast<flatline_status>(write().status);
    return make(written, [&](flatline_written& made) {
        WriteResult result = write();
        made.status = result.status;
        made.findings = std::move(result.findings);
        made.bytes = result.bytes;
        return static_cast<flatline_status>(made.status);
    });
}

}  // namespace

uint64_t flatline_written_bytes(const flatline_written* written) {
    return written != nullptr ? written->bytes : 0;
}

flatline_status flatline_write_textmap(const flatline_map* map, const flatline_sink* sink,
                                       const flatline_textmap_options* options,
                                       flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    flatline_textmap_options given = FLATLINE_TEXTMAP_OPTIONS_INIT;
    if (map == nullptr || sink == nullptr || !copy_options(options, given) ||
        given.style > FLATLINE_STYLE_COMPACT || given.translate > FLATLINE_TRANSLATE_ZDOOM ||
        given.lossy > 1 || given.unused != 0) {
        return FLATLINE_BAD_ARGUMENT;
    }
    TextmapOptions taken;
    taken.style = static_cast<TextStyle>(given.style);
    taken.translate = static_cast<Translate>(given.translate);
    taken.lossy = given.lossy != 0;
    return keep(written, [&] { return write_textmap(map->value, sink_of(sink), taken); });
}

flatline_status flatline_write_binary(const flatline_map* map, const flatline_binary_sinks* sinks,
                                      const flatline_binary_options* options,
                                      flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    flatline_binary_options given = FLATLINE_BINARY_OPTIONS_INIT;
    if (map == nullptr || sinks == nullptr || !copy_options(options, given) || given.lossy > 1 ||
        given.format > FLATLINE_FORMAT_HEXEN) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const BinarySinks to{sink_of(&sinks->vertexes), sink_of(&sinks->linedefs),
                         sink_of(&sinks->sidedefs), sink_of(&sinks->sectors),
                         sink_of(&sinks->things)};
    BinaryOptions taken;
    taken.format = given.format == FLATLINE_FORMAT_HEXEN ? MapFormat::hexen : MapFormat::doom;
    taken.lossy = given.lossy != 0;
    taken.findings = limits_of(given.limits).finding_lines;
    return keep(written, [&] { return write_binary(map->value, to, taken); });
}

// ---- Lumps and WAD files -----------------------------------------------------------------------

flatline_status flatline_make_map_lumps(const flatline_map* map,
                                        const flatline_map_lumps_options* options,
                                        flatline_map_lumps** lumps) {
    if (!start(lumps)) return FLATLINE_BAD_ARGUMENT;
    flatline_map_lumps_options given = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    if (map == nullptr || !copy_options(options, given) || given.format > FLATLINE_FORMAT_HEXEN ||
        given.style > FLATLINE_STYLE_COMPACT || given.nodes > FLATLINE_NODES_LEFT_OUT ||
        (given.stored == nullptr && given.stored_count != 0) ||
        given.translate > FLATLINE_TRANSLATE_ZDOOM || given.lossy > 1 || given.unused != 0) {
        return FLATLINE_BAD_ARGUMENT;
    }
    MapLumpsOptions taken;
    if (!read_memory(given.memory, taken.memory)) return FLATLINE_BAD_ARGUMENT;
    List<LumpView> stored;
    if (!append_lumps(given.stored, given.stored_count, stored)) return FLATLINE_OUT_OF_MEMORY;
    taken.format = static_cast<MapFormat>(given.format);
    taken.style = static_cast<TextStyle>(given.style);
    taken.nodes = static_cast<WrittenNodes>(given.nodes);
    taken.compress_nodes = given.compress_nodes != 0;
    taken.with_blockmap = given.with_blockmap != 0;
    taken.translate = static_cast<Translate>(given.translate);
    taken.lossy = given.lossy != 0;
    taken.progress = progress_of(given.progress);
    taken.stored = stored.view();
    taken.limits = limits_of(given.limits);
    return make(lumps, [&](flatline_map_lumps& made) {
        const flatline_status status = made.keep(make_map_lumps(map->value, taken));
        made.lumps = named_lumps(made.value.lumps());
        return made.lumps.data() != nullptr ? status : FLATLINE_OUT_OF_MEMORY;
    });
}

const flatline_named_lump* flatline_map_lumps_get(const flatline_map_lumps* lumps, size_t* count) {
    const bool good = lumps != nullptr && lumps->lumps.data() != nullptr;
    if (count != nullptr) *count = good ? lumps->value.lumps().size() : 0;
    return good ? reinterpret_cast<const flatline_named_lump*>(lumps->lumps.data()) : nullptr;
}

flatline_status flatline_write_wad(const flatline_named_lump* lumps, size_t count,
                                   const flatline_sink* sink, flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    if (sink == nullptr || (lumps == nullptr && count != 0)) return FLATLINE_BAD_ARGUMENT;
    List<LumpView> views;
    if (!append_lumps(lumps, count, views)) return FLATLINE_OUT_OF_MEMORY;
    return keep(written, [&] { return write_wad(views.view(), sink_of(sink)); });
}

flatline_status flatline_archive_write_wad(flatline_archive* archive, size_t i,
                                           const flatline_named_lump* lumps, size_t count,
                                           const flatline_sink* sink, flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    if (archive == nullptr || i >= archive->value.maps().size() || sink == nullptr ||
        (lumps == nullptr && count != 0)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    List<LumpView> views;
    if (!append_lumps(lumps, count, views)) return FLATLINE_OUT_OF_MEMORY;
    return keep(written, [&] { return write_wad(archive->value, i, views.view(), sink_of(sink)); });
}

flatline_status flatline_archive_write_maps(flatline_archive* archive,
                                            const flatline_written_map* maps, size_t count,
                                            const flatline_sink* sink, flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    if (archive == nullptr || maps == nullptr || count == 0 || sink == nullptr) {
        return FLATLINE_BAD_ARGUMENT;
    }
    List<WrittenMap> taken;
    List<LumpView> lumps;
    std::size_t all = 0;
    for (size_t i = 0; i < count; ++i) {
        if (maps[i].lumps == nullptr && maps[i].lump_count != 0) return FLATLINE_BAD_ARGUMENT;
        all += maps[i].lump_count;
    }
    if (!lumps.reserve(all) || !taken.reserve(count)) return FLATLINE_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        const LumpView* const first = lumps.end();
        if (!append_lumps(maps[i].lumps, maps[i].lump_count, lumps)) return FLATLINE_OUT_OF_MEMORY;
        const WrittenMap map{maps[i].map, {first, maps[i].lump_count}, view(maps[i].label)};
        if (!taken.push(map)) return FLATLINE_OUT_OF_MEMORY;
    }
    if (!can_write_wad(archive->value, taken.view())) return FLATLINE_BAD_ARGUMENT;
    return keep(written, [&] { return write_wad(archive->value, taken.view(), sink_of(sink)); });
}
