/* flatline/types.h: every struct that Flatline publishes, as plain C99 data.
 *
 * All indices are 0-based and count elements of one kind in file order, as editors show them.
 * After a load every index is below the count of the array it names, or FLATLINE_NONE where the
 * field's comment allows it. Pointers live as long as the map that they came from.
 */
#ifndef FLATLINE_TYPES_H
#define FLATLINE_TYPES_H

#include <stdint.h>

#include "flatline/types_doom3.h"
#include "flatline/types_elements.h"
#include "flatline/types_host.h"
#include "flatline/types_nodes.h"
#include "flatline/types_planes.h"
#include "flatline/types_runtime.h"
#include "flatline/types_work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values of flatline_options::products and LoadOptions::products, or-ed: what a load makes beside
 * the arrays of the TEXTMAP. */
enum {
    FLATLINE_PRODUCT_NODES = 1 << 0,    /* the stored nodes, verified */
    FLATLINE_PRODUCT_BLOCKMAP = 1 << 1, /* the stored blockmap, verified; else a built one */
    FLATLINE_PRODUCT_REJECT = 1 << 2,   /* the stored table */
    FLATLINE_PRODUCT_BUILD_NODES = 1
                                   << 3, /* built nodes where stored ones are missing or dropped */
    FLATLINE_PRODUCT_PLANES = 1 << 4,    /* floors and ceilings slope; without it all are flat */
    FLATLINE_PRODUCT_STORED_BOXES = 1 << 5,  /* with NODES: flatline_bsp::stored_boxes */
    FLATLINE_PRODUCT_BUILD_BLOCKMAP = 1 << 6 /* with BLOCKMAP: a built one in any case */
};

/* Every array of a map. Counts are in elements. */
typedef struct flatline_arrays {
    const flatline_vertex* vertices;
    const flatline_linedef* linedefs;
    const flatline_sidedef* sidedefs;
    const flatline_sector* sectors;
    const flatline_thing* things;
    const flatline_text* names; /* texture and flat names, each spelling once; 0 is "-" */
    const flatline_column* columns;
    const int32_t* ids; /* what FLATLINE_IDS columns point into */
    const flatline_unknown* unknowns;
    const uint32_t* sector_line_rows; /* sector_count + 1 entries: the rows of sector_lines */
    const uint32_t* sector_lines;     /* lines of each sector, ascending, each once */
    uint32_t vertex_count, linedef_count, sidedef_count, sector_count, thing_count;
    uint32_t name_count, column_count, id_count, unknown_count, sector_line_count;
    flatline_bsp nodes;         /* verified; all zero where the map has none */
    flatline_blockmap blockmap; /* all zero where it was not asked for or is over a limit */
    flatline_reject reject;     /* null bits where the map has none */
    /* Planes of the sectors that are not flat, in order of sectors, a floor before its ceiling.
     * Of flatline_sector::planes bit 0 says that the floor has one and bit 1 that the ceiling has;
     * the bits above are the index of the first of them. Null where all sectors are flat. */
    const flatline_plane* planes;
    const flatline_plane_source* plane_sources; /* one a plane */
    uint32_t plane_count;
} flatline_arrays;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_H */
