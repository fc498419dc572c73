/* flatline/types_nodes.h: trees of nodes, blockmaps, REJECT. */
#ifndef FLATLINE_TYPES_NODES_H
#define FLATLINE_TYPES_NODES_H

#include "flatline/types_elements.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One edge of a subsector, which lies to the right of v1 to v2. A vertex below
 * flatline_bsp::original_vertices is the map's, one from there on is in flatline_bsp::vertices. */
typedef struct flatline_seg {
    uint32_t v1, v2;
    uint32_t partner; /* the seg on the other side, or FLATLINE_NONE */
    uint32_t linedef; /* FLATLINE_NONE: a miniseg, which only closes the subsector */
    uint32_t side;    /* 0: runs along the linedef on its front side, 1: against it on its back */
} flatline_seg;

/* A leaf of the tree: segs first .. first + count - 1, at least one of them with a linedef. */
typedef struct flatline_subsector {
    uint32_t first, count;
    uint32_t sector; /* of the first seg that has a sidedef */
} flatline_subsector;

/* A node: the line through (x, y) along (dx, dy), never (0, 0). Child 0 is to its right. */
typedef struct flatline_node {
    double x, y, dx, dy;
    double bbox[2][4]; /* of each child: top, bottom, left, right, exact over its segs */
    uint32_t
        children[2]; /* FLATLINE_CHILD_SUBSECTOR set: subsector in the low 31 bits; else node */
} flatline_node;

#define FLATLINE_CHILD_SUBSECTOR 0x80000000u

/* The boxes of a node's children as a lump has them, in whole map units: top, bottom, left, right.
 * They were checked against nothing, and may be too small. */
typedef struct flatline_stored_box {
    int16_t bbox[2][4];
} flatline_stored_box;

/* Values of flatline_bsp::kind. */
enum {
    FLATLINE_NODES_NONE = 0,
    /* The segs of a subsector run around it in a loop, minisegs among them; partners are known. */
    FLATLINE_NODES_GL = 1,
    /* A subsector has only its pieces of linedefs: it is open, and partners are FLATLINE_NONE. Of a
     * binary map vertices may be rounded, and subsectors may share segs or leave some out. */
    FLATLINE_NODES_CLASSIC = 2
};

/* A verified tree, or all zero where there is none. The root is the last node; without nodes the
 * one subsector is the whole map. Every node and subsector is reached exactly once. */
typedef struct flatline_bsp {
    const flatline_vertex* vertices; /* the new ones: vertex original_vertices is entry 0 */
    const flatline_seg* segs;
    const flatline_subsector* subsectors;
    const flatline_node* nodes;
    uint32_t vertex_count, seg_count, subsector_count, node_count;
    uint32_t original_vertices; /* of the map */
    uint32_t depth;             /* nodes on the longest way from the root to a subsector */
    char format[8]; /* "XGL3", ..., "xNd4", "classic" as stored, or "built"; ends with a NUL */
    uint32_t kind;  /* FLATLINE_NODES_* */
    const flatline_stored_box* stored_boxes; /* one a node, where they were asked for; else null */
} flatline_bsp;

/* One cell of a blockmap: `count` entries of flatline_blockmap::lines from `first`. Cells with
 * equal lists may share one, or a part of one. */
typedef struct flatline_blockmap_cell {
    uint32_t first, count;
} flatline_blockmap_cell;

/* Which lines meet which cell of 128 by 128 map units. A built one holds the lines that meet the
 * closed cell, ascending; one from a lump what the lump holds, in its order. */
typedef struct flatline_blockmap {
    const flatline_blockmap_cell* cells; /* columns * rows, row by row from the lowest y */
    const uint32_t* lines;               /* lines; FLATLINE_NONE where no cell's list lies */
    double origin_x, origin_y;           /* lower left corner of cell 0, map units */
    uint32_t columns, rows;
    uint32_t entry_count; /* of lines */
    uint32_t from_lump;   /* 1: read from BLOCKMAP, 0: built */
} flatline_blockmap;

/* Which sectors cannot see each other. Bit number from * sector_count + to, counted from the least
 * bit of the first byte, is 1 where nothing in sector `from` can see anything in sector `to`. */
typedef struct flatline_reject {
    const unsigned char* bits; /* null: none, every sector sees every sector */
    uint64_t sector_count;
} flatline_reject;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_NODES_H */
