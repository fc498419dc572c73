// The C functions of flatline.h about Doom 3 maps: loading one, reading it, building its geometry.
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "api/handle.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"
#include "model/findings.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

struct flatline_doom3_built_windings final : HandleOf<Windings> {};

struct flatline_doom3_built_surfaces final : HandleOf<Surfaces> {};

namespace {

// What both builds take. False for options that no version of the header can have made.
template <class Options>
bool read_geometry(const flatline_doom3_geometry_options* from,
                   flatline_doom3_geometry_options& given, Options& options) noexcept {
    if (!copy_options(from, given) || !read_memory(given.memory, options.memory)) return false;
    options.limits = limits_of(given.limits);
    options.space = given.local != 0 ? Doom3Space::local : Doom3Space::world;
    return true;
}

}  // namespace

bool flatline::engine::capi::read_options(const flatline_doom3_options* from,
                                          flatline_doom3_options& given,
                                          Doom3Options& options) noexcept {
    given = FLATLINE_DOOM3_OPTIONS_INIT;
    if (!copy_options(from, given) || !read_memory(given.memory, options.memory)) return false;
    options.limits = limits_of(given.limits);
    options.partial = given.partial != 0;
    options.escapes = given.escapes != 0;
    options.progress = progress_of(given.progress);
    options.work = given.work;
    return true;
}

// ---- Loading -----------------------------------------------------------------------------------

flatline_status flatline_doom3_load_borrowed(flatline_loader* loader, const void* text, size_t size,
                                             const flatline_doom3_options* options,
                                             flatline_doom3_map** map) {
    if (!start(map)) return FLATLINE_BAD_ARGUMENT;
    flatline_doom3_options given;
    Doom3Options taken;
    Bytes bytes;
    if (!read_bytes(text, size, bytes) || !read_options(options, given, taken)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return make(map, [&](flatline_doom3_map& made) {
        made.text = bytes;
        return keep_load(made, loader != nullptr ? loader->value.doom3.load_borrowed(bytes, taken)
                                                 : load_doom3_borrowed(bytes, taken));
    });
}

flatline_status flatline_doom3_load_owned(flatline_loader* loader, flatline_buffer text,
                                          const flatline_doom3_options* options,
                                          flatline_doom3_map** map) {
    return load_owned(text, map, [&](const void* data, size_t size) {
        return flatline_doom3_load_borrowed(loader, data, size, options, map);
    });
}

// ---- The map -----------------------------------------------------------------------------------

const flatline_doom3_arrays* flatline_doom3_map_arrays(const flatline_doom3_map* map) {
    return arrays_of(map);
}

const char* flatline_doom3_map_text(const flatline_doom3_map* map, flatline_text text,
                                    size_t* size) {
    return sized(map != nullptr ? map->value.text(text) : std::string_view(), size);
}

const char* flatline_doom3_map_value(const flatline_doom3_map* map, uint32_t entity,
                                     const char* key, size_t* size) {
    if (size != nullptr) *size = 0;
    const flatline_doom3_pair* pair = flatline_doom3_map_find(map, entity, key);
    return pair != nullptr ? flatline_doom3_map_pair_value(map, pair, size) : nullptr;
}

const flatline_doom3_pair* flatline_doom3_map_find(const flatline_doom3_map* map, uint32_t entity,
                                                   const char* key) {
    if (map == nullptr || key == nullptr || entity >= map->value.entities().size()) {
        return nullptr;
    }
    return map->value.find(map->value.entities()[entity], key);
}

const char* flatline_doom3_map_pair_key(const flatline_doom3_map* map,
                                        const flatline_doom3_pair* pair, size_t* size) {
    const bool known = map != nullptr && pair != nullptr;
    return sized(known ? map->value.key(*pair) : std::string_view(), size);
}

const char* flatline_doom3_map_pair_value(const flatline_doom3_map* map,
                                          const flatline_doom3_pair* pair, size_t* size) {
    const bool known = map != nullptr && pair != nullptr;
    return sized(known ? map->value.value(*pair) : std::string_view(), size);
}

const char* flatline_doom3_map_class_name(const flatline_doom3_map* map, uint32_t entity,
                                          size_t* size) {
    const bool known = map != nullptr && entity < map->value.entities().size();
    return sized(known ? map->value.class_name(map->value.entities()[entity]) : std::string_view(),
                 size);
}

const char* flatline_doom3_map_material(const flatline_doom3_map* map, uint32_t id, size_t* size) {
    const bool known = map != nullptr && id < map->value.materials().size();
    return sized(known ? map->value.material(id) : std::string_view(), size);
}

const char* flatline_doom3_map_source(const flatline_doom3_map* map, size_t* size) {
    return sized(text_of(map), size);
}

int32_t flatline_doom3_map_complete(const flatline_doom3_map* map) {
    return map == nullptr || map->value.complete() ? 1 : 0;
}

size_t flatline_doom3_unescape(const char* text, size_t size, char* out) {
    if (text == nullptr || out == nullptr) return 0;
    return unescape_darkradiant({text, size}, out);
}

// ---- Geometry ----------------------------------------------------------------------------------

flatline_status flatline_doom3_build_windings(const flatline_doom3_map* map,
                                              const flatline_doom3_geometry_options* options,
                                              flatline_doom3_built_windings** windings) {
    if (!start(windings)) return FLATLINE_BAD_ARGUMENT;
    WindingsOptions taken;
    flatline_doom3_geometry_options given = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    if (map == nullptr || !read_geometry(options, given, taken)) return FLATLINE_BAD_ARGUMENT;
    taken.progress = progress_of(given.progress);

    return make(windings, [&](auto& made) { return made.keep(build_windings(map->value, taken)); });
}

flatline_status flatline_doom3_build_surfaces(const flatline_doom3_map* map,
                                              const flatline_doom3_geometry_options* options,
                                              flatline_doom3_built_surfaces** surfaces) {
    if (!start(surfaces)) return FLATLINE_BAD_ARGUMENT;
    SurfacesOptions taken;
    flatline_doom3_geometry_options given = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    if (map == nullptr || !read_geometry(options, given, taken)) return FLATLINE_BAD_ARGUMENT;
    if (given.max_error != 0) taken.max_error = given.max_error;
    taken.straighten_fixed = given.straighten_fixed != 0;

    return make(surfaces, [&](auto& made) { return made.keep(build_surfaces(map->value, taken)); });
}

const flatline_doom3_windings* flatline_doom3_built_windings_arrays(
    const flatline_doom3_built_windings* windings) {
    return arrays_of(windings);
}

const flatline_doom3_surfaces* flatline_doom3_built_surfaces_arrays(
    const flatline_doom3_built_surfaces* surfaces) {
    return arrays_of(surfaces);
}

flatline_doom3_plane flatline_doom3_local_plane(const flatline_doom3_side* side,
                                                const flatline_doom3_brush* brush,
                                                const flatline_doom3_entity* entity) {
    if (side == nullptr || brush == nullptr || entity == nullptr) return {};
    return local_plane(*side, *brush, *entity);
}

flatline_doom3_plane flatline_doom3_world_plane(const flatline_doom3_side* side,
                                                const flatline_doom3_brush* brush,
                                                const flatline_doom3_entity* entity) {
    if (side == nullptr || brush == nullptr || entity == nullptr) return {};
    return world_plane(*side, *brush, *entity);
}

flatline_doom3_point flatline_doom3_local_point(const flatline_doom3_point* point,
                                                const flatline_doom3_patch* patch,
                                                const flatline_doom3_entity* entity) {
    if (point == nullptr || patch == nullptr || entity == nullptr) return {};
    return local_point(*point, *patch, *entity);
}

double flatline_doom3_texture_s(const flatline_doom3_winding* winding,
                                const flatline_doom3_vector* point) {
    return winding != nullptr && point != nullptr ? texture_s(*winding, *point) : 0;
}

double flatline_doom3_texture_t(const flatline_doom3_winding* winding,
                                const flatline_doom3_vector* point) {
    return winding != nullptr && point != nullptr ? texture_t(*winding, *point) : 0;
}

int flatline_doom3_is_degenerate_patch(const flatline_doom3_point* points, size_t count) {
    return is_degenerate_patch({points, points != nullptr ? count : 0});
}

flatline_doom3_vertex flatline_doom3_evaluate_patch(const flatline_doom3_point* points,
                                                    uint32_t width, uint32_t height, double u,
                                                    double v) {
    if (points == nullptr) return {};
    return evaluate_patch(points, width, height, u, v);
}
