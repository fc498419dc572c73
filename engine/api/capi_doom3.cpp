// The C functions of flatline.h about Doom 3 maps: loading one, asking it, building its geometry.
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "api/capi.hpp"
#include "flatline/doom3.hpp"
#include "flatline/doom3_geometry.hpp"
#include "flatline/findings.hpp"

using flatline::capi::hooks_of;
using flatline::capi::limits_of;
using flatline::capi::load_text;
using flatline::capi::tell;

// The result of a load and the text under it, which findings of a refused map need as well.
struct flatline_d3_map {
    flatline::Buffer copy;  // of flatline_d3_load_copy; the result is destroyed before it
    flatline::Bytes text;
    flatline::Doom3Result result;
};

struct flatline_d3_built_windings {
    flatline::WindingsResult result;
};

struct flatline_d3_built_surfaces {
    flatline::SurfacesResult result;
};

namespace {

std::string_view text_of(const flatline_d3_map* map) noexcept {
    if (map == nullptr) return {};
    return {reinterpret_cast<const char*>(map->text.data()), map->text.size()};
}

flatline_status load(const void* text, size_t size, const flatline_d3_options* from,
                     flatline_d3_map** out, bool copy) noexcept {
    if (out == nullptr) return FLATLINE_BAD_ARGUMENT;
    *out = nullptr;
    if ((text == nullptr && size != 0) ||
        (from != nullptr && from->size < sizeof(flatline_d3_options))) {
        return FLATLINE_BAD_ARGUMENT;
    }
    flatline::Doom3Options options;
    if (from != nullptr) {
        if (from->limits != nullptr) options.limits = limits_of(*from->limits);
        options.memory = hooks_of(from->memory);
        options.partial = from->partial != 0;
        options.escapes = from->escapes != 0;
    }
    return load_text(text, size, options.limits.text_bytes, copy, out, [&](flatline::Bytes bytes) {
        return flatline::load_doom3_borrowed(bytes, options);
    });
}

// False for options that no version of the header can have made.
template <class Options>
bool read_options(const flatline_d3_geometry* from, Options& options) noexcept {
    if (from == nullptr) return true;
    if (from->size < sizeof(flatline_d3_geometry)) return false;
    if (from->limits != nullptr) options.limits = limits_of(*from->limits);
    options.memory = hooks_of(from->memory);
    options.space = from->local != 0 ? flatline::Doom3Space::local : flatline::Doom3Space::world;
    return true;
}

const flatline::FindingList& findings_of(const flatline_d3_map& map) noexcept {
    return map.result.findings();
}

}  // namespace

// ---- The map -----------------------------------------------------------------------------------

flatline_status flatline_d3_load_borrowed(const void* text, size_t size,
                                          const flatline_d3_options* options,
                                          flatline_d3_map** map) {
    return load(text, size, options, map, false);
}

flatline_status flatline_d3_load_copy(const void* text, size_t size,
                                      const flatline_d3_options* options, flatline_d3_map** map) {
    return load(text, size, options, map, true);
}

void flatline_d3_map_free(flatline_d3_map* map) { delete map; }

flatline_status flatline_d3_map_status(const flatline_d3_map* map) {
    return map != nullptr ? static_cast<flatline_status>(map->result.status)
                          : FLATLINE_BAD_ARGUMENT;
}

const flatline_d3_arrays* flatline_d3_map_arrays(const flatline_d3_map* map) {
    static constexpr flatline_d3_arrays kEmpty{};
    return map != nullptr ? &map->result.map.arrays() : &kEmpty;
}

const char* flatline_d3_map_text(const flatline_d3_map* map, flatline_text text, size_t* size) {
    const std::string_view found = map != nullptr ? map->result.map.text(text) : std::string_view();
    if (size != nullptr) *size = found.size();
    return found.empty() ? "" : found.data();
}

const char* flatline_d3_map_value(const flatline_d3_map* map, uint32_t entity, const char* key,
                                  size_t* size) {
    if (size != nullptr) *size = 0;
    if (map == nullptr || key == nullptr || entity >= map->result.map.entities().size()) {
        return nullptr;
    }
    const flatline::Doom3Map& from = map->result.map;
    const flatline_d3_pair* pair = from.find(from.entities()[entity], key);
    if (pair == nullptr) return nullptr;
    const char* const bytes = flatline_d3_map_text(map, pair->value, nullptr);
    if (size != nullptr) *size = from.value(*pair).size();
    return bytes;
}

size_t flatline_d3_unescape(const char* text, size_t size, char* out) {
    if (text == nullptr || out == nullptr) return 0;
    return flatline::unescape_darkradiant({text, size}, out);
}

void flatline_d3_map_memory(const flatline_d3_map* map, uint64_t* announced, uint64_t* used) {
    tell(map != nullptr ? map->result.memory : flatline::MemoryUse{}, announced, used);
}

const flatline_finding* flatline_d3_map_findings(const flatline_d3_map* map, size_t* count) {
    const auto kept =
        map != nullptr ? findings_of(*map).kept() : flatline::View<flatline_finding>();
    if (count != nullptr) *count = kept.size();
    return kept.data();
}

uint64_t flatline_d3_map_finding_count(const flatline_d3_map* map, uint8_t severity) {
    if (map == nullptr) return 0;
    const flatline::FindingList& findings = findings_of(*map);
    switch (severity) {
        case FLATLINE_NOTE:
            return findings.notes();
        case FLATLINE_WARNING:
            return findings.warnings();
        case FLATLINE_ERROR:
            return findings.errors();
        default:
            return 0;
    }
}

size_t flatline_d3_describe(const flatline_d3_map* map, const flatline_finding* finding, char* out,
                            size_t capacity) {
    size_t size = 0;
    if (finding != nullptr) size = flatline::describe(*finding, text_of(map), out, capacity);
    if (capacity != 0) out[size < capacity ? size : capacity - 1] = '\0';
    return size;
}

void flatline_d3_place(const flatline_d3_map* map, uint64_t offset, uint64_t* line,
                       uint64_t* column) {
    flatline::TextPlace place;
    if (map != nullptr && offset != FLATLINE_NO_OFFSET) {
        place = flatline::PlaceFinder(text_of(map)).place(offset);
    }
    if (line != nullptr) *line = place.line;
    if (column != nullptr) *column = place.column;
}

// ---- Geometry ----------------------------------------------------------------------------------

flatline_status flatline_d3_build_windings(const flatline_d3_map* map,
                                           const flatline_d3_geometry* options,
                                           flatline_d3_built_windings** windings) {
    if (windings == nullptr) return FLATLINE_BAD_ARGUMENT;
    *windings = nullptr;
    flatline::WindingsOptions taken;
    if (map == nullptr || !read_options(options, taken)) return FLATLINE_BAD_ARGUMENT;
    auto* built = new (std::nothrow) flatline_d3_built_windings;
    if (built == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *windings = built;
    built->result = flatline::build_windings(map->result.map, taken);
    return static_cast<flatline_status>(built->result.status);
}

flatline_status flatline_d3_build_surfaces(const flatline_d3_map* map,
                                           const flatline_d3_geometry* options,
                                           flatline_d3_built_surfaces** surfaces) {
    if (surfaces == nullptr) return FLATLINE_BAD_ARGUMENT;
    *surfaces = nullptr;
    flatline::SurfacesOptions taken;
    if (map == nullptr || !read_options(options, taken)) return FLATLINE_BAD_ARGUMENT;
    if (options != nullptr) {
        taken.max_error = options->max_error;
        taken.straighten_fixed = options->straighten_fixed != 0;
    }
    auto* built = new (std::nothrow) flatline_d3_built_surfaces;
    if (built == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *surfaces = built;
    built->result = flatline::build_surfaces(map->result.map, taken);
    return static_cast<flatline_status>(built->result.status);
}

void flatline_d3_built_windings_free(flatline_d3_built_windings* windings) { delete windings; }
void flatline_d3_built_surfaces_free(flatline_d3_built_surfaces* surfaces) { delete surfaces; }

const flatline_d3_windings* flatline_d3_built_windings_arrays(
    const flatline_d3_built_windings* windings) {
    static constexpr flatline_d3_windings kNone{};
    return windings != nullptr ? &windings->result.windings.arrays() : &kNone;
}

const flatline_d3_surfaces* flatline_d3_built_surfaces_arrays(
    const flatline_d3_built_surfaces* surfaces) {
    static constexpr flatline_d3_surfaces kNone{};
    return surfaces != nullptr ? &surfaces->result.surfaces.arrays() : &kNone;
}

void flatline_d3_built_windings_memory(const flatline_d3_built_windings* windings,
                                       uint64_t* announced, uint64_t* used) {
    tell(windings != nullptr ? windings->result.memory : flatline::MemoryUse{}, announced, used);
}

void flatline_d3_built_surfaces_memory(const flatline_d3_built_surfaces* surfaces,
                                       uint64_t* announced, uint64_t* used) {
    tell(surfaces != nullptr ? surfaces->result.memory : flatline::MemoryUse{}, announced, used);
}

flatline_d3_vertex flatline_d3_evaluate_patch(const flatline_d3_point* points, uint32_t width,
                                              uint32_t height, double u, double v) {
    if (points == nullptr) return {};
    return flatline::evaluate_patch(points, width, height, u, v);
}
