/* flatline/c_doom3.h: Doom 3 maps in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_DOOM3_H
#define FLATLINE_C_DOOM3_H

#include "flatline/c_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Doom 3 maps ----------------------------------------------------------------------------- */

/* What the load of a Doom 3 map came to: a map with its findings, or the findings alone.
 * Immutable. */
typedef struct flatline_doom3_map flatline_doom3_map;

/* How to load one. Begin with FLATLINE_DOOM3_OPTIONS_INIT. */
typedef struct flatline_doom3_options {
    size_t size;                   /* sizeof(flatline_doom3_options) */
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory memory;        /* where a call has a loader, the loader's is used instead */
    int32_t partial; /* 1: what has an error in it is left out, and the rest is a map */
    int32_t escapes; /* 1: a quote behind a backslash does not end a string (DarkRadiant) */
} flatline_doom3_options;

#define FLATLINE_DOOM3_OPTIONS_INIT \
    { sizeof(flatline_doom3_options), NULL, {NULL, NULL, NULL}, 0, 0 }

/* Working memory kept between loads of Doom 3 maps. */
typedef struct flatline_doom3_loader flatline_doom3_loader;

/* A loader that takes its memory by `memory` (NULL: the system's); NULL where memory is out. Every
 * map outlives its loader, which is for one thread at a time. */
flatline_doom3_loader* flatline_doom3_loader_create(const flatline_memory* memory);
void flatline_doom3_loader_free(flatline_doom3_loader* loader);

/* Loads a Doom 3 map (.map) of `size` bytes at `text`, which the caller keeps unchanged until the
 * map is freed. Any bytes are safe, nothing outside them is read. `loader` and `options` may be
 * NULL. *map is set as by flatline_load_borrowed. Thread-safe, each thread with a loader of its own
 * or none. Source: "MAP (file format)" of modwiki, and what the engine does where that is loose. */
flatline_status flatline_doom3_load_borrowed(flatline_doom3_loader* loader, const void* text,
                                             size_t size, const flatline_doom3_options* options,
                                             flatline_doom3_map** map);

/* The same for a text that is given away, by the rules of flatline_load_owned. */
flatline_status flatline_doom3_load_owned(flatline_doom3_loader* loader, flatline_buffer text,
                                          const flatline_doom3_options* options,
                                          flatline_doom3_map** map);

/* Frees a map and all that was borrowed from it. */
void flatline_doom3_map_free(flatline_doom3_map* map);

/* The same, and gives the memory to the loader that made the map, for its next load. */
void flatline_doom3_map_recycle(flatline_doom3_loader* loader, flatline_doom3_map* map);

/* As flatline_map_status, flatline_map_arrays, flatline_map_text and flatline_map_memory. */
flatline_status flatline_doom3_map_status(const flatline_doom3_map* map);
const flatline_doom3_arrays* flatline_doom3_map_arrays(const flatline_doom3_map* map);
const char* flatline_doom3_map_text(const flatline_doom3_map* map, flatline_text text,
                                    size_t* size);
void flatline_doom3_map_memory(const flatline_doom3_map* map, uint64_t* announced, uint64_t* used);

/* The value that the engine uses of a key of entity `entity`: compared without case, the last one
 * counts, white space behind key and value does not. NULL where it has none. Not terminated; its
 * bytes go to *size. Dies with the map. */
const char* flatline_doom3_map_value(const flatline_doom3_map* map, uint32_t entity,
                                     const char* key, size_t* size);

/* A string that was loaded with `escapes` as DarkRadiant reads it: \n, \t and \" are a line feed, a
 * tab and a quote, any other backslash stays. Writes `size` bytes at most to `out`, which may be
 * `text`, and returns how many. Any thread. */
size_t flatline_doom3_unescape(const char* text, size_t size, char* out);

/* As flatline_map_findings, flatline_map_finding_count, flatline_describe and flatline_place. */
const flatline_finding* flatline_doom3_map_findings(const flatline_doom3_map* map, size_t* count);
uint64_t flatline_doom3_map_finding_count(const flatline_doom3_map* map, uint8_t severity);
size_t flatline_doom3_describe(const flatline_doom3_map* map, const flatline_finding* finding,
                               char* out, size_t capacity);
void flatline_doom3_place(const flatline_doom3_map* map, uint64_t offset, uint64_t* line,
                          uint64_t* column);

/* What a build of windings or surfaces takes besides the map. Begin with
 * FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT. */
typedef struct flatline_doom3_geometry_options {
    size_t size;                   /* sizeof(flatline_doom3_geometry_options) */
    const flatline_limits* limits; /* world-coordinate, winding-points, surface-points, arena-bytes
                                    * count; NULL: the defaults */
    flatline_memory memory;
    double max_error;         /* of a patchDef2, in units: 4 to draw, 24 to collide */
    int32_t local;            /* 1: in the space of each entity, 0: in the world's */
    int32_t straighten_fixed; /* 1: a patchDef3 loses its straight columns and rows too */
} flatline_doom3_geometry_options;

#define FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT \
    { sizeof(flatline_doom3_geometry_options), NULL, {NULL, NULL, NULL}, 4, 0, 0 }

/* Windings of all sides of all brushes, and all patches as triangles. Immutable, of their own
 * memory, and they refer to the map by index alone. */
typedef struct flatline_doom3_built_windings flatline_doom3_built_windings;
typedef struct flatline_doom3_built_surfaces flatline_doom3_built_surfaces;

/* Builds them for `map`, which does not change. `options` may be NULL. REFUSED where arena-bytes is
 * too low, BAD_ARGUMENT for NULL or bad options. The result is set as *map is. Brushes and patches
 * that are no good have flags that say why. Any thread. */
flatline_status flatline_doom3_build_windings(const flatline_doom3_map* map,
                                              const flatline_doom3_geometry_options* options,
                                              flatline_doom3_built_windings** windings);
flatline_status flatline_doom3_build_surfaces(const flatline_doom3_map* map,
                                              const flatline_doom3_geometry_options* options,
                                              flatline_doom3_built_surfaces** surfaces);
void flatline_doom3_built_windings_free(flatline_doom3_built_windings* windings);
void flatline_doom3_built_surfaces_free(flatline_doom3_built_surfaces* surfaces);

/* The arrays. Never NULL. They die with what was built. */
const flatline_doom3_windings* flatline_doom3_built_windings_arrays(
    const flatline_doom3_built_windings* windings);
const flatline_doom3_surfaces* flatline_doom3_built_surfaces_arrays(
    const flatline_doom3_built_surfaces* surfaces);

/* As flatline_map_findings and flatline_map_memory. */
const flatline_finding* flatline_doom3_built_windings_findings(
    const flatline_doom3_built_windings* windings, size_t* count);
const flatline_finding* flatline_doom3_built_surfaces_findings(
    const flatline_doom3_built_surfaces* surfaces, size_t* count);
void flatline_doom3_built_windings_memory(const flatline_doom3_built_windings* windings,
                                          uint64_t* announced, uint64_t* used);
void flatline_doom3_built_surfaces_memory(const flatline_doom3_built_surfaces* surfaces,
                                          uint64_t* announced, uint64_t* used);

/* The surface of a patch at u, v in 0 to 1 over all its pieces, clamped. `points` are width by
 * height control points as flatline_doom3_patch has them; all zero where they are NULL or below 3
 * by 3. */
flatline_doom3_vertex flatline_doom3_evaluate_patch(const flatline_doom3_point* points,
                                                    uint32_t width, uint32_t height, double u,
                                                    double v);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_DOOM3_H */
