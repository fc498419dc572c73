/* flatline/c_derived.h: nodes, blockmap, reject and runtime structures in C. Included by
 * flatline/flatline.h.
 */
#ifndef FLATLINE_C_DERIVED_H
#define FLATLINE_C_DERIVED_H

#include "flatline/c_map.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Nodes, blockmap, reject ----------------------------------------------------------------- */

/* A tree of nodes built for a loaded map. It never changes, owns its memory and refers to the map
 * by index only, so it may outlive the map. */
typedef struct flatline_built_nodes flatline_built_nodes;

/* What a build of nodes takes besides the map. Begin with FLATLINE_NODES_OPTIONS_INIT. */
typedef struct flatline_nodes_options {
    size_t size;                   /* sizeof(flatline_nodes_options) */
    const flatline_limits* limits; /* segs, subsectors, nodes, node-depth and arena-bytes count;
                                    * NULL: the defaults */
    flatline_memory memory;
    flatline_progress progress; /* told which share of the build is done; may end it */
    int32_t strict;             /* 1: flatline_read_nodes refuses partners that are none, too */
    int32_t stored_boxes;       /* 1: flatline_read_nodes keeps flatline_bsp::stored_boxes */
} flatline_nodes_options;

#define FLATLINE_NODES_OPTIONS_INIT \
    { sizeof(flatline_nodes_options), NULL, {NULL, NULL, NULL, 0}, {NULL, NULL, 5}, 0, 0 }

/* Builds GL nodes for `map`, which does not change; equal maps give equal trees. `options` may be
 * NULL. REFUSED where no line has a length, where a vertex is beyond what 16.16 fixed point holds,
 * and at a limit; the findings say which. CANCELLED by `progress`. BAD_ARGUMENT where `map` or
 * `nodes` is NULL, or for bad options. *nodes is set as *map is by flatline_load_borrowed. About n
 * log n steps. Any thread. Source: docs/nodes.md, "The node builder". */
FLATLINE_API flatline_status flatline_build_nodes(const flatline_map* map,
                                                  const flatline_nodes_options* options,
                                                  flatline_built_nodes** nodes);

/* Reads the `size` bytes of a ZNODES lump for `map`, in any form, and verifies them as a load does:
 * what the map's own nodes would be had they been flatline_options::znodes. The bytes are not kept.
 * REFUSED where the nodes are damaged, of another map or over a limit; the findings say why, with
 * places in the lump. BAD_ARGUMENT where `map`, `nodes` or, with a size, `bytes` is NULL, or for
 * bad options. *nodes is set as by flatline_build_nodes. Linear. Any thread. Source: docs/nodes.md.
 */
FLATLINE_API flatline_status flatline_read_nodes(const flatline_map* map, const void* bytes,
                                                 size_t size, const flatline_nodes_options* options,
                                                 flatline_built_nodes** nodes);

FLATLINE_API void flatline_built_nodes_free(flatline_built_nodes* nodes);

/* The tree, all zero where there is none. Never NULL; it lives until the nodes are freed. */
FLATLINE_API const flatline_bsp* flatline_built_nodes_bsp(const flatline_built_nodes* nodes);

/* The findings and the memory of the build, as flatline_map_findings and flatline_map_memory give
 * those of a load. flatline_describe writes the sentence of a finding. */
FLATLINE_API const flatline_finding* flatline_built_nodes_findings(
    const flatline_built_nodes* nodes, size_t* count);
FLATLINE_API uint64_t flatline_built_nodes_finding_count(const flatline_built_nodes* nodes,
                                                         uint8_t severity);
FLATLINE_API int flatline_built_nodes_has_rule(const flatline_built_nodes* nodes, uint16_t rule);
FLATLINE_API void flatline_built_nodes_memory(const flatline_built_nodes* nodes,
                                              uint64_t* announced, uint64_t* used);

/* The index of the subsector of a tree that holds the point (x, y), in map units. A point exactly
 * on a node's line counts as to its right (child 0); a point outside the map is given some
 * subsector at the map's border. FLATLINE_NONE where there is no tree. At most bsp->depth steps. */
FLATLINE_API uint32_t flatline_subsector_at(const flatline_bsp* bsp, double x, double y);

/* A function that a walk calls with the number of each cell that it meets; cells are counted from
 * 0, row by row from the lowest y. It returns 0 to stop the walk. */
typedef int (*flatline_visit_cell)(void* context, uint32_t cell);

/* The number of the cell that holds the point (x, y), in map units. A point on an edge between two
 * cells is in the one to the right or above. FLATLINE_NONE outside the blockmap and for NaN. */
FLATLINE_API uint32_t flatline_cell_at(const flatline_blockmap* blockmap, double x, double y);

/* Calls `visit` once for every cell that the segment, or the box, meets, where touching an edge is
 * meeting it. A segment goes column by column from its first end to its second, a box row by row
 * from the bottom. Returns 0 where `visit` stopped the walk, else 1. Coordinates are in map units;
 * one beyond 2^32 or NaN meets no cells. A walk keeps nothing in the blockmap, so any number of
 * threads may walk one at once. */
FLATLINE_API int flatline_cells_on_segment(const flatline_blockmap* blockmap, double x1, double y1,
                                           double x2, double y2, flatline_visit_cell visit,
                                           void* context);
FLATLINE_API int flatline_cells_in_box(const flatline_blockmap* blockmap, double left,
                                       double bottom, double right, double top,
                                       flatline_visit_cell visit, void* context);

/* Which lines a walk has met already, so that one in many cells is visited once. The memory is the
 * caller's; walks that run at the same time need marks of their own. Fill it by
 * flatline_line_marks_init and leave its members alone. */
typedef struct flatline_line_marks {
    uint32_t* marks;
    size_t count;
    uint32_t query;
} flatline_line_marks;

/* Takes `memory`, which has `count` entries, one for each linedef of the map, and stays the marks'
 * own as long as they are used. They are set to 0. */
FLATLINE_API void flatline_line_marks_init(flatline_line_marks* marks, uint32_t* memory,
                                           size_t count);
/* For walks of the host's own: forgets all lines; and 1 for the first call with a line since then,
 * else 0, which is also for a line that has no entry. The walks below begin by themselves. */
FLATLINE_API void flatline_line_marks_begin(flatline_line_marks* marks);
FLATLINE_API int flatline_line_marks_first(flatline_line_marks* marks, uint32_t line);

/* A function that a walk calls with each line that it meets. It returns 0 to stop the walk. */
typedef int (*flatline_visit_line)(void* context, uint32_t line);

/* Calls `visit` once for every line that is listed in a cell that the box, or the segment, meets;
 * some of the lines may not meet it themselves. Cells go in the order of flatline_cells_in_box and
 * flatline_cells_on_segment, lines in the order of their cell. Lines that have no entry in `marks`
 * are passed over. Returns 0 where `visit` stopped the walk, else 1. */
FLATLINE_API int flatline_lines_in_box(const flatline_blockmap* blockmap,
                                       flatline_line_marks* marks, double left, double bottom,
                                       double right, double top, flatline_visit_line visit,
                                       void* context);
FLATLINE_API int flatline_lines_near_segment(const flatline_blockmap* blockmap,
                                             flatline_line_marks* marks, double x1, double y1,
                                             double x2, double y2, flatline_visit_line visit,
                                             void* context);

/* 0 where the table says that nothing in sector `from` can see anything in sector `to`, else 1; so
 * 1 without a table and for sectors that it does not have. The table need not be symmetric. */
FLATLINE_API int flatline_sees(const flatline_reject* reject, uint32_t from, uint32_t to);

/* ---- Runtime structures ---------------------------------------------------------------------- */

/* What flatline_build_runtime made. It never changes, owns its memory and refers to the map by
 * index only, so it may outlive the map. */
typedef struct flatline_built_runtime flatline_built_runtime;

/* What a build takes besides the map. Begin with FLATLINE_RUNTIME_OPTIONS_INIT. */
typedef struct flatline_runtime_options {
    size_t size;                       /* sizeof(flatline_runtime_options) */
    const flatline_limits* limits;     /* arena-bytes counts; NULL: the defaults */
    const flatline_blockmap* blockmap; /* NULL: the map's, for the cells of sector bounds */
    const flatline_bsp* nodes;         /* NULL: the map's, for the places of things */
    flatline_memory memory;
    flatline_progress progress; /* told after each table how many are built; may end it */
} flatline_runtime_options;

#define FLATLINE_RUNTIME_OPTIONS_INIT                                                \
    {                                                                                \
        sizeof(flatline_runtime_options), NULL, NULL, NULL, {NULL, NULL, NULL, 0}, { \
            NULL, NULL, 5                                                            \
        }                                                                            \
    }

/* Builds `tables` (FLATLINE_RUNTIME_*, or-ed) of what ports compute after loading. REFUSED where
 * arena-bytes is too low, CANCELLED by `progress`, BAD_ARGUMENT for NULL, unknown tables or
 * options. *runtime is set as *map is by flatline_load_borrowed. Linear, but for things without
 * nodes and polyobjects (n log n). Any thread. */
FLATLINE_API flatline_status flatline_build_runtime(const flatline_map* map, uint32_t tables,
                                                    const flatline_runtime_options* options,
                                                    flatline_built_runtime** runtime);
FLATLINE_API void flatline_built_runtime_free(flatline_built_runtime* runtime);

/* The arrays; those of tables that were not asked for are null. The result is never NULL and lives
 * until the runtime is freed. */
FLATLINE_API const flatline_runtime* flatline_built_runtime_arrays(
    const flatline_built_runtime* runtime);

/* The findings and the memory of the build, as flatline_map_findings and flatline_map_memory give
 * those of a load. */
FLATLINE_API const flatline_finding* flatline_built_runtime_findings(
    const flatline_built_runtime* runtime, size_t* count);
FLATLINE_API uint64_t flatline_built_runtime_finding_count(const flatline_built_runtime* runtime,
                                                           uint8_t severity);
FLATLINE_API int flatline_built_runtime_has_rule(const flatline_built_runtime* runtime,
                                                 uint16_t rule);
FLATLINE_API void flatline_built_runtime_memory(const flatline_built_runtime* runtime,
                                                uint64_t* announced, uint64_t* used);

/* The elements that have a tag, ascending; how many goes to *count. NULL where there is none.
 * What the tags 0 and -1 find depends on the dialect (runtime.hpp). Logarithmic in the number of
 * tags. The result lives until the runtime is freed. */
FLATLINE_API const uint32_t* flatline_find_tag(const flatline_tags* table, int32_t tag,
                                               size_t* count);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_DERIVED_H */
