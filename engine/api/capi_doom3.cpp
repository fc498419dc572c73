// The C functions of flatline.h about Doom 3 maps: loading one, asking it, building its geometry.
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "api/capi.hpp"
#include "flatline/doom3.hpp"
#include "flatline/doom3_geometry.hpp"
#include "flatline/findings.hpp"

using flatline::Bytes;
using flatline::capi::limits_of;
using flatline::capi::read_memory;
using flatline::capi::sized;
using flatline::capi::take;
using flatline::capi::tell;
using flatline::capi::text_of;

struct flatline_doom3_built_windings {
    flatline::Result<flatline::Windings> result;
};

struct flatline_doom3_built_surfaces {
    flatline::Result<flatline::Surfaces> result;
};

namespace {

// What both builds take. False for options that no version of the header can have made.
template <class Options>
bool read_options(const flatline_doom3_geometry_options* from,
                  flatline_doom3_geometry_options& given, Options& options) noexcept {
    if (!take(from, given) || !read_memory(given.memory, options.memory)) return false;
    if (given.limits != nullptr) options.limits = limits_of(*given.limits);
    options.space = given.local != 0 ? flatline::Doom3Space::local : flatline::Doom3Space::world;
    return true;
}

}  // namespace

bool flatline::capi::read_options(const flatline_doom3_options* from, flatline_doom3_options& given,
                                  Doom3Options& options) noexcept {
    given = FLATLINE_DOOM3_OPTIONS_INIT;
    if (!take(from, given) || !read_memory(given.memory, options.memory)) return false;
    if (given.limits != nullptr) options.limits = limits_of(*given.limits);
    options.partial = given.partial != 0;
    options.escapes = given.escapes != 0;
    options.progress = progress_of(given.progress);
    options.work = given.work;
    return true;
}

// ---- Loading -----------------------------------------------------------------------------------

flatline_doom3_loader* flatline_doom3_loader_create(const flatline_memory* memory) {
    flatline::MemoryHooks hooks;
    if (memory != nullptr && !read_memory(*memory, hooks)) return nullptr;
    return new (std::nothrow) flatline_doom3_loader{flatline::Doom3Loader(hooks)};
}

void flatline_doom3_loader_free(flatline_doom3_loader* loader) { delete loader; }

flatline_status flatline_doom3_load_borrowed(flatline_doom3_loader* loader, const void* text,
                                             size_t size, const flatline_doom3_options* options,
                                             flatline_doom3_map** map) {
    if (map == nullptr) return FLATLINE_BAD_ARGUMENT;
    *map = nullptr;
    flatline_doom3_options given;
    flatline::Doom3Options taken;
    if ((text == nullptr && size != 0) || !flatline::capi::read_options(options, given, taken)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const Bytes bytes{static_cast<const unsigned char*>(text), size};
    return flatline::capi::load_text(bytes, map, [&](Bytes borrowed) {
        return loader != nullptr ? loader->loader.load_borrowed(borrowed, taken)
                                 : flatline::load_doom3_borrowed(borrowed, taken);
    });
}

flatline_status flatline_doom3_load_owned(flatline_doom3_loader* loader, flatline_buffer text,
                                          const flatline_doom3_options* options,
                                          flatline_doom3_map** map) {
    return flatline::capi::load_owned(text, map, [&](const void* data, size_t size) {
        return flatline_doom3_load_borrowed(loader, data, size, options, map);
    });
}

void flatline_doom3_map_free(flatline_doom3_map* map) { delete map; }

void flatline_doom3_map_recycle(flatline_doom3_loader* loader, flatline_doom3_map* map) {
    if (loader != nullptr && map != nullptr) loader->loader.recycle(std::move(map->result.value));
    delete map;
}

// ---- The map -----------------------------------------------------------------------------------

flatline_status flatline_doom3_map_status(const flatline_doom3_map* map) {
    return map != nullptr ? static_cast<flatline_status>(map->result.status)
                          : FLATLINE_BAD_ARGUMENT;
}

const flatline_doom3_arrays* flatline_doom3_map_arrays(const flatline_doom3_map* map) {
    static constexpr flatline_doom3_arrays kEmpty{};
    return map != nullptr ? &map->result.value.arrays() : &kEmpty;
}

const char* flatline_doom3_map_text(const flatline_doom3_map* map, flatline_text text,
                                    size_t* size) {
    return sized(map != nullptr ? map->result.value.text(text) : std::string_view(), size);
}

const char* flatline_doom3_map_value(const flatline_doom3_map* map, uint32_t entity,
                                     const char* key, size_t* size) {
    if (size != nullptr) *size = 0;
    const flatline_doom3_pair* pair = flatline_doom3_map_find(map, entity, key);
    return pair != nullptr ? flatline_doom3_map_pair_value(map, pair, size) : nullptr;
}

const flatline_doom3_pair* flatline_doom3_map_find(const flatline_doom3_map* map, uint32_t entity,
                                                   const char* key) {
    if (map == nullptr || key == nullptr || entity >= map->result.value.entities().size()) {
        return nullptr;
    }
    return map->result.value.find(map->result.value.entities()[entity], key);
}

const char* flatline_doom3_map_pair_key(const flatline_doom3_map* map,
                                        const flatline_doom3_pair* pair, size_t* size) {
    const bool known = map != nullptr && pair != nullptr;
    return sized(known ? map->result.value.key(*pair) : std::string_view(), size);
}

const char* flatline_doom3_map_pair_value(const flatline_doom3_map* map,
                                          const flatline_doom3_pair* pair, size_t* size) {
    const bool known = map != nullptr && pair != nullptr;
    return sized(known ? map->result.value.value(*pair) : std::string_view(), size);
}

const char* flatline_doom3_map_class_name(const flatline_doom3_map* map, uint32_t entity,
                                          size_t* size) {
    const bool known = map != nullptr && entity < map->result.value.entities().size();
    return sized(known ? map->result.value.class_name(map->result.value.entities()[entity])
                       : std::string_view(),
                 size);
}

const char* flatline_doom3_map_material(const flatline_doom3_map* map, uint32_t id, size_t* size) {
    const bool known = map != nullptr && id < map->result.value.materials().size();
    return sized(known ? map->result.value.material(id) : std::string_view(), size);
}

const char* flatline_doom3_map_source(const flatline_doom3_map* map, size_t* size) {
    return sized(text_of(map), size);
}

int32_t flatline_doom3_map_complete(const flatline_doom3_map* map) {
    return map == nullptr || map->result.value.complete() ? 1 : 0;
}

size_t flatline_doom3_unescape(const char* text, size_t size, char* out) {
    if (text == nullptr || out == nullptr) return 0;
    return flatline::unescape_darkradiant({text, size}, out);
}

void flatline_doom3_map_memory(const flatline_doom3_map* map, uint64_t* announced, uint64_t* used) {
    tell(map != nullptr ? map->result.memory : flatline::MemoryUse{}, announced, used);
}

const flatline_finding* flatline_doom3_map_findings(const flatline_doom3_map* map, size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(map), count);
}

uint64_t flatline_doom3_map_finding_count(const flatline_doom3_map* map, uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(map), severity);
}

int flatline_doom3_map_has_rule(const flatline_doom3_map* map, uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(map), rule);
}

size_t flatline_doom3_describe(const flatline_doom3_map* map, const flatline_finding* finding,
                               char* out, size_t capacity) {
    return flatline::capi::describe_to(finding, text_of(map), out, capacity);
}

void flatline_doom3_place(const flatline_doom3_map* map, uint64_t offset, uint64_t* line,
                          uint64_t* column) {
    flatline::capi::place_to(text_of(map), map != nullptr ? offset : FLATLINE_NO_OFFSET, line,
                             column);
}

// ---- Geometry ----------------------------------------------------------------------------------

flatline_status flatline_doom3_build_windings(const flatline_doom3_map* map,
                                              const flatline_doom3_geometry_options* options,
                                              flatline_doom3_built_windings** windings) {
    if (windings == nullptr) return FLATLINE_BAD_ARGUMENT;
    *windings = nullptr;
    flatline::WindingsOptions taken;
    flatline_doom3_geometry_options given = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    if (map == nullptr || !read_options(options, given, taken)) return FLATLINE_BAD_ARGUMENT;
    auto* built = new (std::nothrow) flatline_doom3_built_windings;
    if (built == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *windings = built;
    taken.progress = flatline::capi::progress_of(given.progress);
    built->result = flatline::build_windings(map->result.value, taken);
    return static_cast<flatline_status>(built->result.status);
}

flatline_status flatline_doom3_build_surfaces(const flatline_doom3_map* map,
                                              const flatline_doom3_geometry_options* options,
                                              flatline_doom3_built_surfaces** surfaces) {
    if (surfaces == nullptr) return FLATLINE_BAD_ARGUMENT;
    *surfaces = nullptr;
    flatline::SurfacesOptions taken;
    flatline_doom3_geometry_options given = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    if (map == nullptr || !read_options(options, given, taken)) return FLATLINE_BAD_ARGUMENT;
    taken.max_error = given.max_error;
    taken.straighten_fixed = given.straighten_fixed != 0;
    auto* built = new (std::nothrow) flatline_doom3_built_surfaces;
    if (built == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *surfaces = built;
    built->result = flatline::build_surfaces(map->result.value, taken);
    return static_cast<flatline_status>(built->result.status);
}

void flatline_doom3_built_windings_free(flatline_doom3_built_windings* windings) {
    delete windings;
}
void flatline_doom3_built_surfaces_free(flatline_doom3_built_surfaces* surfaces) {
    delete surfaces;
}

const flatline_doom3_windings* flatline_doom3_built_windings_arrays(
    const flatline_doom3_built_windings* windings) {
    static constexpr flatline_doom3_windings kNone{};
    return windings != nullptr ? &windings->result.value.arrays() : &kNone;
}

const flatline_doom3_surfaces* flatline_doom3_built_surfaces_arrays(
    const flatline_doom3_built_surfaces* surfaces) {
    static constexpr flatline_doom3_surfaces kNone{};
    return surfaces != nullptr ? &surfaces->result.value.arrays() : &kNone;
}

const flatline_finding* flatline_doom3_built_windings_findings(
    const flatline_doom3_built_windings* windings, size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(windings), count);
}

uint64_t flatline_doom3_built_windings_finding_count(const flatline_doom3_built_windings* windings,
                                                     uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(windings), severity);
}

int flatline_doom3_built_windings_has_rule(const flatline_doom3_built_windings* windings,
                                           uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(windings), rule);
}

const flatline_finding* flatline_doom3_built_surfaces_findings(
    const flatline_doom3_built_surfaces* surfaces, size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(surfaces), count);
}

uint64_t flatline_doom3_built_surfaces_finding_count(const flatline_doom3_built_surfaces* surfaces,
                                                     uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(surfaces), severity);
}

int flatline_doom3_built_surfaces_has_rule(const flatline_doom3_built_surfaces* surfaces,
                                           uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(surfaces), rule);
}

void flatline_doom3_built_windings_memory(const flatline_doom3_built_windings* windings,
                                          uint64_t* announced, uint64_t* used) {
    tell(windings != nullptr ? windings->result.memory : flatline::MemoryUse{}, announced, used);
}

void flatline_doom3_built_surfaces_memory(const flatline_doom3_built_surfaces* surfaces,
                                          uint64_t* announced, uint64_t* used) {
    tell(surfaces != nullptr ? surfaces->result.memory : flatline::MemoryUse{}, announced, used);
}

flatline_doom3_plane flatline_doom3_local_plane(const flatline_doom3_side* side,
                                                const flatline_doom3_brush* brush,
                                                const flatline_doom3_entity* entity) {
    if (side == nullptr || brush == nullptr || entity == nullptr) return {};
    return flatline::local_plane(*side, *brush, *entity);
}

flatline_doom3_plane flatline_doom3_world_plane(const flatline_doom3_side* side,
                                                const flatline_doom3_brush* brush,
                                                const flatline_doom3_entity* entity) {
    if (side == nullptr || brush == nullptr || entity == nullptr) return {};
    return flatline::world_plane(*side, *brush, *entity);
}

flatline_doom3_point flatline_doom3_local_point(const flatline_doom3_point* point,
                                                const flatline_doom3_patch* patch,
                                                const flatline_doom3_entity* entity) {
    if (point == nullptr || patch == nullptr || entity == nullptr) return {};
    return flatline::local_point(*point, *patch, *entity);
}

double flatline_doom3_texture_s(const flatline_doom3_winding* winding,
                                const flatline_doom3_vector* point) {
    return winding != nullptr && point != nullptr ? flatline::texture_s(*winding, *point) : 0;
}

double flatline_doom3_texture_t(const flatline_doom3_winding* winding,
                                const flatline_doom3_vector* point) {
    return winding != nullptr && point != nullptr ? flatline::texture_t(*winding, *point) : 0;
}

int flatline_doom3_is_degenerate_patch(const flatline_doom3_point* points, size_t count) {
    return flatline::is_degenerate_patch({points, points != nullptr ? count : 0});
}

flatline_doom3_vertex flatline_doom3_evaluate_patch(const flatline_doom3_point* points,
                                                    uint32_t width, uint32_t height, double u,
                                                    double v) {
    if (points == nullptr) return {};
    return flatline::evaluate_patch(points, width, height, u, v);
}
