// The C functions of flatline.h that write.
#include <new>

#include "api/capi.hpp"
#include "flatline/write.hpp"
#include "flatline/write_wad.hpp"

using flatline::LumpView;
using flatline::MapFormat;
using flatline::capi::take;

struct flatline_written {
    flatline::WriteResult result;
};

struct flatline_map_lumps {
    flatline::Result<flatline::MapLumps> result;
    flatline::Buffer lumps;  // flatline_named_lump
};

namespace {

static_assert(FLATLINE_NODES_KEPT == static_cast<int>(flatline::WrittenNodes::keep));
static_assert(FLATLINE_NODES_LEFT_OUT == static_cast<int>(flatline::WrittenNodes::none));
static_assert(FLATLINE_FORMAT_HEXEN == static_cast<int>(MapFormat::hexen));
static_assert(FLATLINE_STYLE_COMPACT == static_cast<int>(flatline::TextStyle::compact));

// A sink of C as one of C++; `context` is the flatline_sink.
bool pass_on(void* context, const unsigned char* bytes, std::size_t size) noexcept {
    const auto& sink = *static_cast<const flatline_sink*>(context);
    return sink.write != nullptr && sink.write(sink.context, bytes, size) != 0;
}
flatline::Sink sink_of(const flatline_sink* sink) noexcept {
    return {pass_on, const_cast<flatline_sink*>(sink)};
}

// Lumps of C as lumps of C++; data() is null where memory is out.
flatline::Buffer views_of(const flatline_named_lump* lumps, size_t count) noexcept {
    flatline::Buffer views = flatline::Buffer::allocate((count + 1) * sizeof(LumpView));
    if (views.data() == nullptr) return views;
    auto* to = reinterpret_cast<LumpView*>(views.data());
    for (size_t i = 0; i < count; ++i) {
        const auto* data = static_cast<const unsigned char*>(lumps[i].bytes.data);
        to[i] = {flatline::capi::view(lumps[i].name), {data, lumps[i].bytes.size}};
    }
    return views;
}
flatline::View<LumpView> in(const flatline::Buffer& views, size_t count) noexcept {
    return {reinterpret_cast<const LumpView*>(views.data()), count};
}

// Names of made lumps are literals, and those of kept ones the caller's, so a zero byte follows.
flatline::Buffer named_lumps(flatline::View<LumpView> lumps) noexcept {
    flatline::Buffer named =
        flatline::Buffer::allocate((lumps.size() + 1) * sizeof(flatline_named_lump));
    if (named.data() == nullptr) return named;
    auto* to = reinterpret_cast<flatline_named_lump*>(named.data());
    for (const LumpView& lump : lumps) {
        *to++ = {flatline::capi::literal(lump.name), {lump.bytes.data(), lump.bytes.size()}};
    }
    return named;
}

// Writes by `write` and gives the result to the caller, where it wants it.
template <class Write>
flatline_status keep(flatline_written** written, const Write& write) noexcept {
    if (written == nullptr) return static_cast<flatline_status>(write().status);
    auto* kept = new (std::nothrow) flatline_written;
    if (kept == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *written = kept;
    kept->result = write();
    return static_cast<flatline_status>(kept->result.status);
}

}  // namespace

void flatline_written_free(flatline_written* written) { delete written; }

uint64_t flatline_written_bytes(const flatline_written* written) {
    return written != nullptr ? written->result.bytes : 0;
}

const flatline_finding* flatline_written_findings(const flatline_written* written, size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(written), count);
}

uint64_t flatline_written_finding_count(const flatline_written* written, uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(written), severity);
}

int flatline_written_has_rule(const flatline_written* written, uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(written), rule);
}

flatline_status flatline_write_textmap(const flatline_map* map, const flatline_sink* sink,
                                       const flatline_textmap_options* options,
                                       flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    flatline_textmap_options given = FLATLINE_TEXTMAP_OPTIONS_INIT;
    if (map == nullptr || sink == nullptr || !take(options, given) ||
        given.style > FLATLINE_STYLE_COMPACT || given.unused != 0) {
        return FLATLINE_BAD_ARGUMENT;
    }
    flatline::TextmapOptions taken;
    taken.style = static_cast<flatline::TextStyle>(given.style);
    return keep(written,
                [&] { return flatline::write_textmap(map->result.value, sink_of(sink), taken); });
}

flatline_status flatline_write_binary(const flatline_map* map, const flatline_binary_sinks* sinks,
                                      const flatline_binary_options* options,
                                      flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    flatline_binary_options given = FLATLINE_BINARY_OPTIONS_INIT;
    if (map == nullptr || sinks == nullptr || !take(options, given) || given.unused != 0 ||
        (given.format != FLATLINE_FORMAT_DOOM && given.format != FLATLINE_FORMAT_HEXEN)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const flatline::BinarySinks to{sink_of(&sinks->vertexes), sink_of(&sinks->linedefs),
                                   sink_of(&sinks->sidedefs), sink_of(&sinks->sectors),
                                   sink_of(&sinks->things)};
    flatline::BinaryOptions taken;
    taken.format = static_cast<MapFormat>(given.format);
    if (given.limits != nullptr) {
        taken.findings = flatline::capi::limits_of(*given.limits).findings;
    }
    return keep(written, [&] { return flatline::write_binary(map->result.value, to, taken); });
}

// ---- Lumps and WAD files -----------------------------------------------------------------------

flatline_status flatline_make_map_lumps(const flatline_map* map,
                                        const flatline_map_lumps_options* options,
                                        flatline_map_lumps** lumps) {
    if (lumps == nullptr) return FLATLINE_BAD_ARGUMENT;
    *lumps = nullptr;
    flatline_map_lumps_options given = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    if (map == nullptr || !take(options, given) || given.format > FLATLINE_FORMAT_HEXEN ||
        given.style > FLATLINE_STYLE_COMPACT || given.nodes > FLATLINE_NODES_LEFT_OUT ||
        (given.stored == nullptr && given.stored_count != 0)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    flatline::MapLumpsOptions taken;
    if (!flatline::capi::read_memory(given.memory, taken.memory)) return FLATLINE_BAD_ARGUMENT;
    const flatline::Buffer stored = views_of(given.stored, given.stored_count);
    if (stored.data() == nullptr) return FLATLINE_OUT_OF_MEMORY;
    taken.format = static_cast<MapFormat>(given.format);
    taken.style = static_cast<flatline::TextStyle>(given.style);
    taken.nodes = static_cast<flatline::WrittenNodes>(given.nodes);
    taken.compress_nodes = given.compress_nodes != 0;
    taken.progress = flatline::capi::progress_of(given.progress);
    taken.stored = in(stored, given.stored_count);
    if (given.limits != nullptr) taken.limits = flatline::capi::limits_of(*given.limits);
    auto* made = new (std::nothrow) flatline_map_lumps;
    if (made == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *lumps = made;
    made->result = flatline::make_map_lumps(map->result.value, taken);
    made->lumps = named_lumps(made->result.value.lumps());
    if (made->lumps.data() == nullptr) return FLATLINE_OUT_OF_MEMORY;
    return static_cast<flatline_status>(made->result.status);
}

void flatline_map_lumps_free(flatline_map_lumps* lumps) { delete lumps; }

const flatline_named_lump* flatline_map_lumps_get(const flatline_map_lumps* lumps, size_t* count) {
    const bool good = lumps != nullptr && lumps->lumps.data() != nullptr;
    if (count != nullptr) *count = good ? lumps->result.value.lumps().size() : 0;
    return good ? reinterpret_cast<const flatline_named_lump*>(lumps->lumps.data()) : nullptr;
}

const flatline_finding* flatline_map_lumps_findings(const flatline_map_lumps* lumps,
                                                    size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(lumps), count);
}

uint64_t flatline_map_lumps_finding_count(const flatline_map_lumps* lumps, uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(lumps), severity);
}

int flatline_map_lumps_has_rule(const flatline_map_lumps* lumps, uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(lumps), rule);
}

void flatline_map_lumps_memory(const flatline_map_lumps* lumps, uint64_t* announced,
                               uint64_t* used) {
    flatline::capi::tell(lumps != nullptr ? lumps->result.memory : flatline::MemoryUse{}, announced,
                         used);
}

flatline_status flatline_write_wad(const flatline_named_lump* lumps, size_t count,
                                   const flatline_sink* sink, flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    if (sink == nullptr || (lumps == nullptr && count != 0)) return FLATLINE_BAD_ARGUMENT;
    const flatline::Buffer views = views_of(lumps, count);
    if (views.data() == nullptr) return FLATLINE_OUT_OF_MEMORY;
    return keep(written, [&] { return flatline::write_wad(in(views, count), sink_of(sink)); });
}

flatline_status flatline_archive_write_wad(flatline_archive* archive, size_t i,
                                           const flatline_named_lump* lumps, size_t count,
                                           const flatline_sink* sink, flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    if (archive == nullptr || i >= archive->archive.maps().size() || sink == nullptr ||
        (lumps == nullptr && count != 0)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const flatline::Buffer views = views_of(lumps, count);
    if (views.data() == nullptr) return FLATLINE_OUT_OF_MEMORY;
    return keep(written, [&] {
        return flatline::write_wad(archive->archive, i, in(views, count), sink_of(sink));
    });
}
