/* flatline/flatline.h: the loader for programs in C99, and for whatever else calls C.
 *
 * TEXTMAP bytes in, flat arrays (types.h) or findings out. No function throws, prints, aborts,
 * reads the locale or keeps state of its own. A handle or pointer may be NULL unless a comment
 * says otherwise: the function then does nothing, or returns what an empty map would give.
 *
 * Strings that come without a size end in a zero byte. Indices are unchecked in the arrays and
 * checked by the functions. Any number of threads may read one map; a loader is for one at a time.
 */
#ifndef FLATLINE_FLATLINE_H
#define FLATLINE_FLATLINE_H

#include "flatline/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, "MAJOR.MINOR.PATCH". Static. */
const char* flatline_version(void);

/* What a call came to. Values are stable for ever. */
typedef enum flatline_status {
    FLATLINE_OK = 0,
    FLATLINE_REFUSED = 1,       /* the findings say why; there are no arrays */
    FLATLINE_OUT_OF_MEMORY = 2, /* the same call may be repeated */
    FLATLINE_BAD_ARGUMENT = 3,  /* nothing was done: an unknown name, value or size */
    FLATLINE_CANCELLED = 4      /* by flatline_progress; there are no arrays and no findings */
} flatline_status;

/* "ok", "refused", "out-of-memory", "bad-argument", "cancelled". Static. */
const char* flatline_status_name(flatline_status status);

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Every bound of a load. Storage only, with room for bounds to come: fill it by one of the two
 * functions below before anything else, then change single bounds by name. */
typedef struct flatline_limits {
    uint64_t storage[64];
} flatline_limits;

/* Sets all limits to the defaults, which fit maps of up to 2 GiB of text. */
void flatline_limits_default(flatline_limits* limits);

/* Sets all limits to a preset: "default", "gzdoom", "srb2", "dsda", "woof" or "eternity", what
 * those ports accept. BAD_ARGUMENT, and nothing changed, for another name. */
flatline_status flatline_limits_preset(flatline_limits* limits, const char* name);

/* Sets the limit called `name`, such as "things" or "text-bytes", from decimal text. A map of
 * exactly the limit loads, one above it is refused by a finding that names the limit.
 * BAD_ARGUMENT, and nothing changed, for an unknown name or a value that is malformed, negative
 * or above the limit's ceiling. */
flatline_status flatline_limits_set(flatline_limits* limits, const char* name, const char* value);

/* Reads one limit into `value`; its unit is that of flatline_limit_unit. BAD_ARGUMENT, and
 * nothing written, for an unknown name. */
flatline_status flatline_limits_get(const flatline_limits* limits, const char* name, double* value);

/* Name and unit of limit `i`, counted from 0 in the order of the documents; NULL past the last.
 * Static. */
const char* flatline_limit_name(size_t i);
const char* flatline_limit_unit(size_t i);

/* ---- Loading --------------------------------------------------------------------------------- */

/* Two functions that give and take the memory of the arrays. Both NULL: the system's, where pages
 * count only once they are touched. `acquire` returns NULL when it has none, else memory aligned
 * to 64 bytes. Called by the thread that loads or frees; they outlive every map and loader. */
typedef struct flatline_memory {
    void* (*acquire)(void* context, size_t bytes);
    void (*release)(void* context, void* memory, size_t bytes);
    void* context;
} flatline_memory;

/* A function that a load calls on its own thread: `done` bytes of a text of `total` are read.
 * `done` never falls; from `total` on what is left is derived data. 0 ends the load: CANCELLED.
 * Called at most once in `interval_ms` milliseconds, the first time after one interval; 0: after
 * each 256 KiB of text and between stages. `report` NULL: nobody asks. A pool (flatline_jobs) that
 * runs nothing on that thread is not interrupted by it. */
typedef struct flatline_progress {
    int32_t (*report)(void* context, uint64_t done, uint64_t total);
    void* context;
    uint32_t interval_ms;
} flatline_progress;

/* Threads of the host: `run` calls job(job_context, i) for every i below `count`, each once, on any
 * threads and in any order, and returns when all are done; one after another on the calling thread
 * will do. Called by the thread that loads. `run` NULL: the load starts threads of its own, which
 * end before it does. */
typedef struct flatline_jobs {
    void (*run)(void* context, size_t count, void (*job)(void* job_context, size_t i),
                void* job_context);
    void* context;
} flatline_jobs;

/* Values of flatline_options::repair. */
enum {
    FLATLINE_REFUSE = 0, /* bad indices and missing required fields refuse the map */
    FLATLINE_REPAIR = 1  /* they become element 0, 0 or none, each with a finding */
};

/* Values of flatline_options::grammar, and of flatline_map_grammar. */
enum {
    FLATLINE_GRAMMAR_AUTOMATIC = 0, /* 0.99 where the text shows its signs, else 1.1 */
    FLATLINE_GRAMMAR_1_1 = 1,
    FLATLINE_GRAMMAR_0_99 = 2
};

/* Values of flatline_options::parts: what a load makes beside the arrays of the TEXTMAP; or-ed. */
enum {
    FLATLINE_PART_NODES = 1 << 0,       /* the stored nodes, verified */
    FLATLINE_PART_BLOCKMAP = 1 << 1,    /* the stored blockmap, verified; else a built one */
    FLATLINE_PART_REJECT = 1 << 2,      /* the stored table */
    FLATLINE_PART_BUILD_NODES = 1 << 3, /* built nodes where stored ones are missing or dropped */
    FLATLINE_PART_PLANES = 1 << 4       /* floors and ceilings slope; without it all are flat */
};

/* Values of flatline_options::slope_rules: by which port's rules sectors slope. Its own fields,
 * specials and things, in its own order. */
enum {
    FLATLINE_SLOPES_AUTOMATIC = 0, /* by the namespace: those three ports', none for all others */
    FLATLINE_SLOPES_NONE = 1,
    FLATLINE_SLOPES_ZDOOM = 2,
    FLATLINE_SLOPES_ETERNITY = 3,
    FLATLINE_SLOPES_SRB2 = 4
};

/* The bytes of a lump; data NULL: there is none. */
typedef struct flatline_lump {
    const void* data;
    size_t size;
} flatline_lump;

/* How to load. Begin with FLATLINE_OPTIONS_INIT, which is what a game wants; `size` then tells a
 * later library which members the program knows. What is pointed to is looked at during the load
 * and not kept. */
typedef struct flatline_options {
    size_t size;                    /* sizeof(flatline_options) */
    const flatline_limits* limits;  /* NULL: the defaults */
    const char* namespace_override; /* reads the map as if it said this; NULL: what it says */
    flatline_memory memory;         /* where a call has a loader, the loader's is used instead */
    int32_t repair;                 /* FLATLINE_REFUSE or FLATLINE_REPAIR */
    int32_t grammar;                /* FLATLINE_GRAMMAR_* */
    int32_t strict;                 /* 1: refuse a map whose other lumps would be dropped */
    uint32_t parts;                 /* FLATLINE_PART_* */
    flatline_lump znodes, blockmap, reject; /* as stored; a damaged one is dropped */
    int32_t slope_rules;                    /* FLATLINE_SLOPES_* */
    int32_t gzdoom_plane_d; /* 1: d of the plane fields is not divided by the length of
                             * (a, b, c), as GZDoom has it */
    flatline_progress progress;
    flatline_jobs jobs;
    uint32_t threads; /* that may read the text; a short one is read by one */
} flatline_options;

#define FLATLINE_OPTIONS_INIT                                                                    \
    {                                                                                            \
        sizeof(flatline_options), NULL, NULL, {NULL, NULL, NULL}, FLATLINE_REFUSE,               \
            FLATLINE_GRAMMAR_AUTOMATIC, 0,                                                       \
            FLATLINE_PART_NODES | FLATLINE_PART_REJECT | FLATLINE_PART_PLANES, {NULL, 0},        \
            {NULL, 0}, {NULL, 0}, FLATLINE_SLOPES_AUTOMATIC, 0, {NULL, NULL, 5}, {NULL, NULL}, 1 \
    }

/* What a load came to: a map with its findings, or the findings alone. Immutable. */
typedef struct flatline_map flatline_map;

/* Working memory kept between loads. */
typedef struct flatline_loader flatline_loader;

/* A loader that takes its memory by `memory` (NULL: the system's); NULL where memory is out.
 * Every map outlives its loader. */
flatline_loader* flatline_loader_create(const flatline_memory* memory);
void flatline_loader_free(flatline_loader* loader);

/* Loads the TEXTMAP of `size` bytes at `text`, which the caller keeps unchanged until the map is
 * freed. Any bytes are safe, nothing outside them is read. `loader` and `options` may be NULL.
 * *map is set also for REFUSED, OUT_OF_MEMORY and CANCELLED: it then has the findings and empty
 * arrays, and is freed the same. It is NULL for BAD_ARGUMENT, or where there was no memory even
 * for a handle. `map` must not be NULL. Thread-safe, each thread with a loader of its own or none.
 * Source: UDMF 1.1, 0.99 and the dialects of SRB2, ZDoom, Eternity, dsda-doom and Woof. */
flatline_status flatline_load_borrowed(flatline_loader* loader, const void* text, size_t size,
                                       const flatline_options* options, flatline_map** map);

/* The same from a copy of the text that the map owns. A text over the limit text-bytes is refused
 * before it is copied. */
flatline_status flatline_load_copy(flatline_loader* loader, const void* text, size_t size,
                                   const flatline_options* options, flatline_map** map);

/* Frees a map and all that was borrowed from it. */
void flatline_map_free(flatline_map* map);

/* The same, and gives the memory to the loader that made the map, for its next load. */
void flatline_map_recycle(flatline_loader* loader, flatline_map* map);

/* ---- The map --------------------------------------------------------------------------------- */

/* The status of the load that made it; BAD_ARGUMENT for NULL. */
flatline_status flatline_map_status(const flatline_map* map);

/* Every array, in file order, all indices checked. Never NULL; of a refused map all counts are 0.
 * Dies with the map. */
const flatline_arrays* flatline_map_arrays(const flatline_map* map);

/* The bytes of a string of this map, not terminated, without a copy; their number goes to *size.
 * `text` must come from this map. Dies with the map, or with the text that it borrowed. */
const char* flatline_map_text(const flatline_map* map, flatline_text text, size_t* size);

/* The same for texture or flat name `id`; "" past the last. */
const char* flatline_map_name(const flatline_map* map, uint32_t id, size_t* size);

/* 1 where heightfloor and heightceiling say all about a sector, 0 where a port slopes it; 1 past
 * the last sector. */
int32_t flatline_map_is_flat(const flatline_map* map, uint32_t sector);

/* a x + b y + c z + d = 0 with (a, b, c) of length 1; floors have c > 0, ceilings c < 0. Level at
 * heightfloor or heightceiling where nothing slopes it, at 0 past the last sector. */
flatline_plane flatline_map_floor_plane(const flatline_map* map, uint32_t sector);
flatline_plane flatline_map_ceiling_plane(const flatline_map* map, uint32_t sector);

/* What gave it: FLATLINE_PLANE_FLAT where nothing slopes it, and past the last sector. */
flatline_plane_source flatline_map_floor_source(const flatline_map* map, uint32_t sector);
flatline_plane_source flatline_map_ceiling_source(const flatline_map* map, uint32_t sector);

/* Height of a plane at (x, y) in map units; finite for planes of a map. `plane` is not NULL. */
double flatline_z_at(const flatline_plane* plane, double x, double y);

/* The namespace in lower case, as flatline_map_text gives strings; "" where the map has none. */
const char* flatline_map_namespace(const flatline_map* map, size_t* size);

/* The table of fields that it was read with: "udmf11", "zdoom", "srb2", ... Static. */
const char* flatline_map_dialect(const flatline_map* map);

/* FLATLINE_GRAMMAR_1_1 or FLATLINE_GRAMMAR_0_99. */
int32_t flatline_map_grammar(const flatline_map* map);

/* Bytes that the load announced (an upper bound, known before the text was read) and used. The
 * copy of the text is not among them. Either pointer may be NULL. */
void flatline_map_memory(const flatline_map* map, uint64_t* announced, uint64_t* used);

/* ---- Fields ---------------------------------------------------------------------------------- */

/* The id of a field by its canonical name, in any case, in a block (FLATLINE_VERTEX ..
 * FLATLINE_THING, FLATLINE_GLOBAL); FLATLINE_NO_FIELD where no dialect has it. */
uint16_t flatline_find_field(uint8_t block, const char* name);

/* Its name, "" for FLATLINE_NO_FIELD. Static. */
const char* flatline_field_name(uint16_t field);

/* Its block, FLATLINE_MAP for FLATLINE_NO_FIELD. */
uint8_t flatline_field_block(uint16_t field);

/* The column of a field beyond the standard ones; NULL where no element of the map gives it.
 * Dies with the map. */
const flatline_column* flatline_map_column(const flatline_map* map, uint16_t field);

/* Where in the column the value of element `index` stands; FLATLINE_NONE where the element has
 * the default. Logarithmic in the column's count: to visit all values, walk `elements` instead. */
uint32_t flatline_column_find(const flatline_column* column, uint32_t index);

/* The default of a field in this map as text, "" where it is unset. Static. */
const char* flatline_field_default(const flatline_map* map, uint16_t field);

/* ---- Findings -------------------------------------------------------------------------------- */

/* Values of flatline_finding::severity. */
enum { FLATLINE_NOTE = 0, FLATLINE_WARNING = 1, FLATLINE_ERROR = 2 };

/* What the load had to say, the first ones up to the limit `findings`, errors before the rest is
 * dropped; their number goes to *count. NULL where there are none. Dies with the map. */
const flatline_finding* flatline_map_findings(const flatline_map* map, size_t* count);

/* How many there were of a severity in all, kept or not. */
uint64_t flatline_map_finding_count(const flatline_map* map, uint8_t severity);

/* The id of flatline_finding::rule, such as "syntax-number"; ids are stable for ever, the numbers
 * are not. NULL past the last rule. Static. */
const char* flatline_rule_id(uint16_t rule);

/* "note", "warning", "error"; "vertex", "linedef", ...; "TEXTMAP", ... "" past the last. Static. */
const char* flatline_severity_name(uint8_t severity);
const char* flatline_element_name(uint8_t element);
const char* flatline_lump_name(uint8_t lump);

/* Writes the sentence of a finding of `map` into `out`, cut to `capacity` with its zero byte, as
 * snprintf does. Bytes of the map that are not printable ASCII become \xHH. Returns the length of
 * the whole sentence. Allocates nothing; `out` may be NULL where `capacity` is 0. */
size_t flatline_describe(const flatline_map* map, const flatline_finding* finding, char* out,
                         size_t capacity);

/* Line and column of byte `offset` of the TEXTMAP, both from 1, columns in bytes; lines end at
 * '\n'. Both are 0 for FLATLINE_NO_OFFSET. Reads the text up to there. */
void flatline_place(const flatline_map* map, uint64_t offset, uint64_t* line, uint64_t* column);

/* Gives `count` findings of `map` their byte offsets, in one pass over the text: entry i of
 * `offsets` is that of finding i, FLATLINE_NO_OFFSET where it has no place. */
void flatline_locate(const flatline_map* map, const flatline_finding* findings, size_t count,
                     uint64_t* offsets);

/* The byte where a field of an element has its value, or where the element stands when it does
 * not give the field; FLATLINE_NO_OFFSET for no such element. Reads the text. */
uint64_t flatline_locate_field(const flatline_map* map, uint8_t element, uint32_t index,
                               uint16_t field);

/* ---- Nodes, blockmap, reject ----------------------------------------------------------------- */

/* Nodes built for a map that is loaded already. Immutable, of its own memory, and refers to the
 * map by index alone, so it may outlive it. */
typedef struct flatline_built_nodes flatline_built_nodes;

/* Builds GL nodes for `map`, which does not change. `limits` and `memory` may be NULL. REFUSED: no
 * line with a length, a vertex beyond 16.16, or a limit; the findings say which. *nodes is set as
 * *map is by flatline_load_borrowed; BAD_ARGUMENT where `map` or `nodes` is NULL. Deterministic,
 * about n log n. Any thread. */
flatline_status flatline_build_nodes(const flatline_map* map, const flatline_limits* limits,
                                     const flatline_memory* memory, flatline_built_nodes** nodes);
void flatline_built_nodes_free(flatline_built_nodes* nodes);

/* The tree, all zero where there is none. Never NULL. Dies with the nodes. */
const flatline_bsp* flatline_built_nodes_bsp(const flatline_built_nodes* nodes);

/* As flatline_map_findings and flatline_map_memory. flatline_describe tells the findings. */
const flatline_finding* flatline_built_nodes_findings(const flatline_built_nodes* nodes,
                                                      size_t* count);
void flatline_built_nodes_memory(const flatline_built_nodes* nodes, uint64_t* announced,
                                 uint64_t* used);

/* The subsector of a tree whose cell holds a point: one exactly on a partition is to its right,
 * one outside the map in some subsector at its border. FLATLINE_NONE where there is no tree. At
 * most bsp->depth steps. */
uint32_t flatline_subsector_at(const flatline_bsp* bsp, double x, double y);

/* Called with each cell of a blockmap, its number counted row by row; 0 stops the walk. */
typedef int (*flatline_visit_cell)(void* context, uint32_t cell);

/* The cell of a point (its lower and left edge belong to a cell), FLATLINE_NONE outside. */
uint32_t flatline_cell_at(const flatline_blockmap* blockmap, double x, double y);

/* Visits every cell whose closed square meets the closed segment, once each, column by column from
 * the first end to the second; or the closed box, row by row. Returns 0 where it was stopped. A
 * walk keeps nothing in the blockmap, so any number of threads may walk one. */
int flatline_cells_on_segment(const flatline_blockmap* blockmap, double x1, double y1, double x2,
                              double y2, flatline_visit_cell visit, void* context);
int flatline_cells_in_box(const flatline_blockmap* blockmap, double left, double bottom,
                          double right, double top, flatline_visit_cell visit, void* context);

/* 0 where REJECT says that nothing in sector `from` can see anything in `to`; 1 without a table,
 * and for sectors that it does not have. Not symmetric. */
int flatline_sees(const flatline_reject* reject, uint32_t from, uint32_t to);

/* ---- Runtime structures ---------------------------------------------------------------------- */

/* What flatline_build_runtime made. Immutable, of its own memory, without pointers into the map. */
typedef struct flatline_built_runtime flatline_built_runtime;

/* What a build takes besides the map. Begin with FLATLINE_RUNTIME_OPTIONS_INIT. */
typedef struct flatline_runtime_options {
    size_t size;                       /* sizeof(flatline_runtime_options) */
    const flatline_limits* limits;     /* arena-bytes counts; NULL: the defaults */
    const flatline_blockmap* blockmap; /* NULL: the map's, for the cells of sector bounds */
    const flatline_bsp* nodes;         /* NULL: the map's, for the places of things */
    flatline_memory memory;
} flatline_runtime_options;

#define FLATLINE_RUNTIME_OPTIONS_INIT                                            \
    {                                                                            \
        sizeof(flatline_runtime_options), NULL, NULL, NULL, { NULL, NULL, NULL } \
    }

/* Builds `parts` (FLATLINE_RUNTIME_*, or-ed) of what ports compute after loading. REFUSED where
 * arena-bytes is too low, BAD_ARGUMENT for NULL, unknown parts or options. *runtime is set as *map
 * is by flatline_load_borrowed. Linear, but for things without nodes and polyobjects (n log n).
 * Any thread. */
flatline_status flatline_build_runtime(const flatline_map* map, uint32_t parts,
                                       const flatline_runtime_options* options,
                                       flatline_built_runtime** runtime);
void flatline_built_runtime_free(flatline_built_runtime* runtime);

/* The arrays, of parts that were not asked for null. Never NULL. Dies with the runtime. */
const flatline_runtime* flatline_built_runtime_arrays(const flatline_built_runtime* runtime);

/* As flatline_map_memory. */
void flatline_built_runtime_memory(const flatline_built_runtime* runtime, uint64_t* announced,
                                   uint64_t* used);

/* The elements with a tag, ascending, and how many; what 0 and -1 find depends on the dialect
 * (runtime.hpp). NULL where there is none. Logarithmic in the tags. Dies with the runtime. */
const uint32_t* flatline_find_tag(const flatline_tags* table, int32_t tag, size_t* count);

/* ---- Doom 3 maps ----------------------------------------------------------------------------- */

/* What the load of a Doom 3 map came to: a map with its findings, or the findings alone.
 * Immutable. */
typedef struct flatline_d3_map flatline_d3_map;

/* How to load one. Begin with FLATLINE_D3_OPTIONS_INIT. */
typedef struct flatline_d3_options {
    size_t size;                   /* sizeof(flatline_d3_options) */
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory memory;
    int32_t partial; /* 1: what has an error in it is left out, and the rest is a map */
    int32_t escapes; /* 1: a quote behind a backslash does not end a string (DarkRadiant) */
} flatline_d3_options;

#define FLATLINE_D3_OPTIONS_INIT \
    { sizeof(flatline_d3_options), NULL, {NULL, NULL, NULL}, 0, 0 }

/* Loads a Doom 3 map (.map) of `size` bytes at `text`, which the caller keeps unchanged until the
 * map is freed, or (_copy) from a copy that the map owns. Any bytes are safe, nothing outside them
 * is read. `options` may be NULL. *map is set as by flatline_load_borrowed. Thread-safe. */
flatline_status flatline_d3_load_borrowed(const void* text, size_t size,
                                          const flatline_d3_options* options,
                                          flatline_d3_map** map);
flatline_status flatline_d3_load_copy(const void* text, size_t size,
                                      const flatline_d3_options* options, flatline_d3_map** map);
void flatline_d3_map_free(flatline_d3_map* map);

/* As flatline_map_status, flatline_map_arrays, flatline_map_text and flatline_map_memory. */
flatline_status flatline_d3_map_status(const flatline_d3_map* map);
const flatline_d3_arrays* flatline_d3_map_arrays(const flatline_d3_map* map);
const char* flatline_d3_map_text(const flatline_d3_map* map, flatline_text text, size_t* size);
void flatline_d3_map_memory(const flatline_d3_map* map, uint64_t* announced, uint64_t* used);

/* The value that the engine uses of a key of entity `entity`: compared without case, the last one
 * counts, white space behind key and value does not. NULL where it has none. Not terminated; its
 * bytes go to *size. Dies with the map. */
const char* flatline_d3_map_value(const flatline_d3_map* map, uint32_t entity, const char* key,
                                  size_t* size);

/* A string that was loaded with `escapes` as DarkRadiant reads it: \n, \t and \" are a line feed, a
 * tab and a quote, any other backslash stays. Writes `size` bytes at most to `out`, which may be
 * `text`, and returns how many. Any thread. */
size_t flatline_d3_unescape(const char* text, size_t size, char* out);

/* As flatline_map_findings, flatline_map_finding_count, flatline_describe and flatline_place. */
const flatline_finding* flatline_d3_map_findings(const flatline_d3_map* map, size_t* count);
uint64_t flatline_d3_map_finding_count(const flatline_d3_map* map, uint8_t severity);
size_t flatline_d3_describe(const flatline_d3_map* map, const flatline_finding* finding, char* out,
                            size_t capacity);
void flatline_d3_place(const flatline_d3_map* map, uint64_t offset, uint64_t* line,
                       uint64_t* column);

/* What a build of windings or surfaces takes besides the map. Begin with
 * FLATLINE_D3_GEOMETRY_INIT. */
typedef struct flatline_d3_geometry {
    size_t size;                   /* sizeof(flatline_d3_geometry) */
    const flatline_limits* limits; /* world-coordinate, winding-points, surface-points, arena-bytes
                                    * count; NULL: the defaults */
    flatline_memory memory;
    double max_error;         /* of a patchDef2, in units: 4 to draw, 24 to collide */
    int32_t local;            /* 1: in the space of each entity, 0: in the world's */
    int32_t straighten_fixed; /* 1: a patchDef3 loses its straight columns and rows too */
} flatline_d3_geometry;

#define FLATLINE_D3_GEOMETRY_INIT \
    { sizeof(flatline_d3_geometry), NULL, {NULL, NULL, NULL}, 4, 0, 0 }

/* Windings of all sides of all brushes, and all patches as triangles. Immutable, of their own
 * memory, and they refer to the map by index alone. */
typedef struct flatline_d3_built_windings flatline_d3_built_windings;
typedef struct flatline_d3_built_surfaces flatline_d3_built_surfaces;

/* Builds them for `map`, which does not change. `options` may be NULL. REFUSED where arena-bytes is
 * too low, BAD_ARGUMENT for NULL or bad options. The result is set as *map is. Brushes and patches
 * that are no good have flags that say why. Any thread. */
flatline_status flatline_d3_build_windings(const flatline_d3_map* map,
                                           const flatline_d3_geometry* options,
                                           flatline_d3_built_windings** windings);
flatline_status flatline_d3_build_surfaces(const flatline_d3_map* map,
                                           const flatline_d3_geometry* options,
                                           flatline_d3_built_surfaces** surfaces);
void flatline_d3_built_windings_free(flatline_d3_built_windings* windings);
void flatline_d3_built_surfaces_free(flatline_d3_built_surfaces* surfaces);

/* The arrays. Never NULL. They die with what was built. */
const flatline_d3_windings* flatline_d3_built_windings_arrays(
    const flatline_d3_built_windings* windings);
const flatline_d3_surfaces* flatline_d3_built_surfaces_arrays(
    const flatline_d3_built_surfaces* surfaces);
void flatline_d3_built_windings_memory(const flatline_d3_built_windings* windings,
                                       uint64_t* announced, uint64_t* used);
void flatline_d3_built_surfaces_memory(const flatline_d3_built_surfaces* surfaces,
                                       uint64_t* announced, uint64_t* used);

/* The surface of a patch at u, v in 0 to 1 over all its pieces, clamped. `points` are width by
 * height control points as flatline_d3_patch has them; all zero where they are NULL or below 3
 * by 3. */
flatline_d3_vertex flatline_d3_evaluate_patch(const flatline_d3_point* points, uint32_t width,
                                              uint32_t height, double u, double v);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_FLATLINE_H */
