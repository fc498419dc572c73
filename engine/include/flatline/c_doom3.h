/* flatline/c_doom3.h: Doom 3 maps in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_DOOM3_H
#define FLATLINE_C_DOOM3_H

#include "flatline/c_core.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Doom 3 maps ----------------------------------------------------------------------------- */

/* The result of a load of a Doom 3 map: a map with its findings, or the findings alone. It never
 * changes. */
typedef struct flatline_doom3_map flatline_doom3_map;

/* How to load a Doom 3 map. Begin with FLATLINE_DOOM3_OPTIONS_INIT. */
typedef struct flatline_doom3_options {
    size_t size;                   /* sizeof(flatline_doom3_options) */
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory memory;        /* where a call has a loader, the loader's is used instead */
    int32_t partial; /* 1: what has an error in it is left out, and the rest is a map */
    int32_t escapes; /* 1: a quote behind a backslash does not end a string (DarkRadiant) */
    flatline_progress progress;
    flatline_work* work; /* that the load counts towards; NULL: none */
} flatline_doom3_options;

#define FLATLINE_DOOM3_OPTIONS_INIT \
    { sizeof(flatline_doom3_options), NULL, {NULL, NULL, NULL, 0}, 0, 0, {NULL, NULL, 5}, NULL }

/* Working memory that is kept between loads of Doom 3 maps. One thread at a time. */
typedef struct flatline_doom3_loader flatline_doom3_loader;

/* Makes a loader that takes its memory from `memory`, or from the system where that is NULL.
 * Returns NULL where memory is out, or one function of `memory` is missing. Maps stay valid after
 * their loader is freed. */
FLATLINE_API flatline_doom3_loader* flatline_doom3_loader_create(const flatline_memory* memory);
FLATLINE_API void flatline_doom3_loader_free(flatline_doom3_loader* loader);

/* Loads a Doom 3 map (.map) of `size` bytes at `text`, which the caller keeps unchanged until the
 * map is freed. Any bytes are safe, nothing outside them is read. `loader` and `options` may be
 * NULL. *map is set as by flatline_load_borrowed. Thread-safe, each thread with a loader of its own
 * or none. Source: docs/doom3.md. */
FLATLINE_API flatline_status flatline_doom3_load_borrowed(flatline_doom3_loader* loader,
                                                          const void* text, size_t size,
                                                          const flatline_doom3_options* options,
                                                          flatline_doom3_map** map);

/* As flatline_doom3_load_borrowed, for a text that the map is to own. Who owns it after each status
 * is as in flatline_load_owned. */
FLATLINE_API flatline_status flatline_doom3_load_owned(flatline_doom3_loader* loader,
                                                       flatline_buffer text,
                                                       const flatline_doom3_options* options,
                                                       flatline_doom3_map** map);

/* Frees a map and all that was borrowed from it. */
FLATLINE_API void flatline_doom3_map_free(flatline_doom3_map* map);

/* Frees a map as flatline_doom3_map_free does, and gives its memory to the loader that made it,
 * which uses it for its next load. */
FLATLINE_API void flatline_doom3_map_recycle(flatline_doom3_loader* loader,
                                             flatline_doom3_map* map);

/* Status, arrays, texts and memory of a Doom 3 map, each as the function of c_map.h with the same
 * name but for `doom3`. */
FLATLINE_API flatline_status flatline_doom3_map_status(const flatline_doom3_map* map);
FLATLINE_API const flatline_doom3_arrays* flatline_doom3_map_arrays(const flatline_doom3_map* map);
FLATLINE_API const char* flatline_doom3_map_text(const flatline_doom3_map* map, flatline_text text,
                                                 size_t* size);
FLATLINE_API void flatline_doom3_map_memory(const flatline_doom3_map* map, uint64_t* announced,
                                            uint64_t* used);

/* The value that Doom 3 uses for a key of entity number `entity`, NULL where it has none. Keys are
 * compared without case, of several the last counts, and white space behind key and value is
 * dropped. The value is not terminated; its length goes to *size. It lives until the map is freed.
 */
FLATLINE_API const char* flatline_doom3_map_value(const flatline_doom3_map* map, uint32_t entity,
                                                  const char* key, size_t* size);

/* The pair of entity number `entity` that has that value, NULL where there is none; and key and
 * value of any pair of this map without the white space behind them. They live as the value does.
 */
FLATLINE_API const flatline_doom3_pair* flatline_doom3_map_find(const flatline_doom3_map* map,
                                                                uint32_t entity, const char* key);
FLATLINE_API const char* flatline_doom3_map_pair_key(const flatline_doom3_map* map,
                                                     const flatline_doom3_pair* pair, size_t* size);
FLATLINE_API const char* flatline_doom3_map_pair_value(const flatline_doom3_map* map,
                                                       const flatline_doom3_pair* pair,
                                                       size_t* size);

/* The class of an entity: the value of its key "classname", or where it has no such key, that of
 * "spawnclass"; the name of material number `id`. "" where there is none; else as
 * flatline_map_text. */
FLATLINE_API const char* flatline_doom3_map_class_name(const flatline_doom3_map* map,
                                                       uint32_t entity, size_t* size);
FLATLINE_API const char* flatline_doom3_map_material(const flatline_doom3_map* map, uint32_t id,
                                                     size_t* size);

/* The bytes of the text as they were given to the load; of a refused map too. */
FLATLINE_API const char* flatline_doom3_map_source(const flatline_doom3_map* map, size_t* size);

/* 0 where the option `partial` left out a primitive or an entity with an error in it, else 1. */
FLATLINE_API int32_t flatline_doom3_map_complete(const flatline_doom3_map* map);

/* The plane of a side in the space of its entity, whose origin is 0 there, or in the world's, in
 * map units and not normalised; a control point of a patch in the space of its entity. `brush`,
 * `patch` and `entity` are those that it belongs to. All zero where a pointer is NULL. Any thread.
 * Source: docs/doom3.md, "Spaces". */
FLATLINE_API flatline_doom3_plane flatline_doom3_local_plane(const flatline_doom3_side* side,
                                                             const flatline_doom3_brush* brush,
                                                             const flatline_doom3_entity* entity);
FLATLINE_API flatline_doom3_plane flatline_doom3_world_plane(const flatline_doom3_side* side,
                                                             const flatline_doom3_brush* brush,
                                                             const flatline_doom3_entity* entity);
FLATLINE_API flatline_doom3_point flatline_doom3_local_point(const flatline_doom3_point* point,
                                                             const flatline_doom3_patch* patch,
                                                             const flatline_doom3_entity* entity);

/* Decodes a string that was loaded with `escapes` as DarkRadiant does: \n, \t and \" become a line
 * feed, a tab and a quote, and any other backslash stays. Writes at most `size` bytes to `out`,
 * which may be `text` itself, and returns how many. Any thread. */
FLATLINE_API size_t flatline_doom3_unescape(const char* text, size_t size, char* out);

/* Findings of a Doom 3 map, their sentences and their places, each as the function of c_findings.h
 * with the same name but for `doom3`. */
FLATLINE_API const flatline_finding* flatline_doom3_map_findings(const flatline_doom3_map* map,
                                                                 size_t* count);
FLATLINE_API uint64_t flatline_doom3_map_finding_count(const flatline_doom3_map* map,
                                                       uint8_t severity);
FLATLINE_API int flatline_doom3_map_has_rule(const flatline_doom3_map* map, uint16_t rule);
FLATLINE_API size_t flatline_doom3_describe(const flatline_doom3_map* map,
                                            const flatline_finding* finding, char* out,
                                            size_t capacity);
FLATLINE_API void flatline_doom3_place(const flatline_doom3_map* map, uint64_t offset,
                                       uint64_t* line, uint64_t* column);

/* What a build of windings or surfaces takes besides the map. Begin with
 * FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT. */
typedef struct flatline_doom3_geometry_options {
    size_t size;                   /* sizeof(flatline_doom3_geometry_options) */
    const flatline_limits* limits; /* world-coordinate, winding-points, surface-points, arena-bytes
                                    * count; NULL: the defaults */
    flatline_memory memory;
    double max_error;           /* of a patchDef2, in units: 4 to draw, 24 to collide */
    int32_t local;              /* 1: in the space of each entity, 0: in the world's */
    int32_t straighten_fixed;   /* 1: a patchDef3 loses its straight columns and rows too */
    flatline_progress progress; /* of windings: told how many brushes are done; may end the build */
} flatline_doom3_geometry_options;

#define FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT                                             \
    {                                                                                    \
        sizeof(flatline_doom3_geometry_options), NULL, {NULL, NULL, NULL, 0}, 4, 0, 0, { \
            NULL, NULL, 5                                                                \
        }                                                                                \
    }

/* The windings of all sides of all brushes, and the triangles of all patches. They never change,
 * own their memory and refer to the map by index only, so they may outlive the map. */
typedef struct flatline_doom3_built_windings flatline_doom3_built_windings;
typedef struct flatline_doom3_built_surfaces flatline_doom3_built_surfaces;

/* Builds the windings or the surfaces of `map`, which does not change. `options` may be NULL.
 * REFUSED where arena-bytes is too low, BAD_ARGUMENT where another pointer is NULL or for bad
 * options. The result is set as *map is by flatline_load_borrowed. Flags say what is wrong with a
 * brush or a patch, which is no error. Any thread. */
FLATLINE_API flatline_status flatline_doom3_build_windings(
    const flatline_doom3_map* map, const flatline_doom3_geometry_options* options,
    flatline_doom3_built_windings** windings);
FLATLINE_API flatline_status flatline_doom3_build_surfaces(
    const flatline_doom3_map* map, const flatline_doom3_geometry_options* options,
    flatline_doom3_built_surfaces** surfaces);
FLATLINE_API void flatline_doom3_built_windings_free(flatline_doom3_built_windings* windings);
FLATLINE_API void flatline_doom3_built_surfaces_free(flatline_doom3_built_surfaces* surfaces);

/* The arrays of what was built. Never NULL; they live until it is freed. */
FLATLINE_API const flatline_doom3_windings* flatline_doom3_built_windings_arrays(
    const flatline_doom3_built_windings* windings);
FLATLINE_API const flatline_doom3_surfaces* flatline_doom3_built_surfaces_arrays(
    const flatline_doom3_built_surfaces* surfaces);

/* The findings and the memory of the build, as flatline_map_findings and flatline_map_memory give
 * those of a load. */
FLATLINE_API const flatline_finding* flatline_doom3_built_windings_findings(
    const flatline_doom3_built_windings* windings, size_t* count);
FLATLINE_API uint64_t flatline_doom3_built_windings_finding_count(
    const flatline_doom3_built_windings* windings, uint8_t severity);
FLATLINE_API int flatline_doom3_built_windings_has_rule(
    const flatline_doom3_built_windings* windings, uint16_t rule);
FLATLINE_API const flatline_finding* flatline_doom3_built_surfaces_findings(
    const flatline_doom3_built_surfaces* surfaces, size_t* count);
FLATLINE_API uint64_t flatline_doom3_built_surfaces_finding_count(
    const flatline_doom3_built_surfaces* surfaces, uint8_t severity);
FLATLINE_API int flatline_doom3_built_surfaces_has_rule(
    const flatline_doom3_built_surfaces* surfaces, uint16_t rule);
FLATLINE_API void flatline_doom3_built_windings_memory(
    const flatline_doom3_built_windings* windings, uint64_t* announced, uint64_t* used);
FLATLINE_API void flatline_doom3_built_surfaces_memory(
    const flatline_doom3_built_surfaces* surfaces, uint64_t* announced, uint64_t* used);

/* The texture coordinates s and t of a point on a winding, in repeats of the texture (1 is its
 * whole width or height); 0 where a pointer is NULL. */
FLATLINE_API double flatline_doom3_texture_s(const flatline_doom3_winding* winding,
                                             const flatline_doom3_vector* point);
FLATLINE_API double flatline_doom3_texture_t(const flatline_doom3_winding* winding,
                                             const flatline_doom3_vector* point);

/* 1 where all control points of a patch are at one place or on one line, within 0.01 units, so that
 * it has no area; also for no points. Any thread. */
FLATLINE_API int flatline_doom3_is_degenerate_patch(const flatline_doom3_point* points,
                                                    size_t count);

/* The point of a patch's exact surface at (u, v): place, texture coordinates and unit normal. u
 * runs over all columns and v over all rows from 0 to 1; values outside are clamped. `points` are
 * `width` by `height` control points in the order that flatline_doom3_patch has. The result is all
 * zero where they are NULL or below 3 by 3. */
FLATLINE_API flatline_doom3_vertex flatline_doom3_evaluate_patch(const flatline_doom3_point* points,
                                                                 uint32_t width, uint32_t height,
                                                                 double u, double v);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_DOOM3_H */
