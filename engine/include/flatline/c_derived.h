/* flatline/c_derived.h: nodes, blockmap, reject and runtime structures in C. Included by
 * flatline/flatline.h.
 */
#ifndef FLATLINE_C_DERIVED_H
#define FLATLINE_C_DERIVED_H

#include "flatline/c_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Nodes, blockmap, reject ----------------------------------------------------------------- */

/* Nodes built for a map that is loaded already. Immutable, of its own memory, and refers to the
 * map by index alone, so it may outlive it. */
typedef struct flatline_built_nodes flatline_built_nodes;

/* What a build of nodes takes besides the map. Begin with FLATLINE_NODES_OPTIONS_INIT. */
typedef struct flatline_nodes_options {
    size_t size;                   /* sizeof(flatline_nodes_options) */
    const flatline_limits* limits; /* segs, subsectors, nodes, node-depth and arena-bytes count;
                                    * NULL: the defaults */
    flatline_memory memory;
} flatline_nodes_options;

#define FLATLINE_NODES_OPTIONS_INIT                                \
    {                                                              \
        sizeof(flatline_nodes_options), NULL, { NULL, NULL, NULL } \
    }

/* Builds GL nodes for `map`, which does not change. `options` may be NULL. REFUSED: no line with a
 * length, a vertex beyond 16.16, or a limit; the findings say which. BAD_ARGUMENT where `map` or
 * `nodes` is NULL, or for bad options. *nodes is set as *map is by flatline_load_borrowed.
 * Deterministic, about n log n. Any thread. */
flatline_status flatline_build_nodes(const flatline_map* map, const flatline_nodes_options* options,
                                     flatline_built_nodes** nodes);
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

/* Builds `tables` (FLATLINE_RUNTIME_*, or-ed) of what ports compute after loading. REFUSED where
 * arena-bytes is too low, BAD_ARGUMENT for NULL, unknown tables or options. *runtime is set as *map
 * is by flatline_load_borrowed. Linear, but for things without nodes and polyobjects (n log n).
 * Any thread. */
flatline_status flatline_build_runtime(const flatline_map* map, uint32_t tables,
                                       const flatline_runtime_options* options,
                                       flatline_built_runtime** runtime);
void flatline_built_runtime_free(flatline_built_runtime* runtime);

/* The arrays, of tables that were not asked for null. Never NULL. Dies with the runtime. */
const flatline_runtime* flatline_built_runtime_arrays(const flatline_built_runtime* runtime);

/* As flatline_map_findings and flatline_map_memory. */
const flatline_finding* flatline_built_runtime_findings(const flatline_built_runtime* runtime,
                                                        size_t* count);
void flatline_built_runtime_memory(const flatline_built_runtime* runtime, uint64_t* announced,
                                   uint64_t* used);

/* The elements with a tag, ascending, and how many; what 0 and -1 find depends on the dialect
 * (runtime.hpp). NULL where there is none. Logarithmic in the tags. Dies with the runtime. */
const uint32_t* flatline_find_tag(const flatline_tags* table, int32_t tag, size_t* count);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_DERIVED_H */
