/* flatline/types_runtime.h: what ports compute after a load. */
#ifndef FLATLINE_TYPES_RUNTIME_H
#define FLATLINE_TYPES_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What ports compute of a line after loading. */
typedef struct flatline_line_data {
    double dx, dy;                   /* v2 - v1 */
    double left, bottom, right, top; /* of both ends */
    uint32_t front_sector;           /* right of v1 -> v2 */
    uint32_t back_sector;            /* or FLATLINE_NONE */
    uint32_t slope;                  /* FLATLINE_SLOPE_* */
    uint32_t unused;                 /* always 0 */
} flatline_line_data;

/* Values of flatline_line_data::slope, by the signs of dx and dy. dx is looked at first, so a line
 * without length is vertical. */
enum {
    FLATLINE_SLOPE_HORIZONTAL = 0,
    FLATLINE_SLOPE_VERTICAL = 1,
    FLATLINE_SLOPE_POSITIVE = 2,
    FLATLINE_SLOPE_NEGATIVE = 3
};

/* The box around a sector's lines and its sound origin. A sector without lines has the empty box:
 * left and bottom are infinity, right and top minus infinity, the centre is 0. */
typedef struct flatline_sector_bounds {
    double left, bottom, right, top;
    double centre_x, centre_y; /* as the ports of the map's dialect compute it */
    /* Cells of the blockmap within 32 units of the box, both ends included; first > last in both
     * directions where the sector has no lines or the map no blockmap. */
    uint32_t first_column, last_column, first_row, last_row;
} flatline_sector_bounds;

/* In which sector and subsector a thing stands. */
typedef struct flatline_thing_place {
    uint32_t sector;    /* or FLATLINE_NONE: outside, or there is no line below it */
    uint32_t subsector; /* or FLATLINE_NONE: the map has no nodes */
} flatline_thing_place;

/* Elements by tag: those of tags[i] are entries rows[i] up to rows[i + 1]. */
typedef struct flatline_tags {
    const int32_t* tags;      /* ascending, each once */
    const uint32_t* rows;     /* tag_count + 1 entries */
    const uint32_t* elements; /* ascending within a tag */
    uint32_t tag_count, element_count;
} flatline_tags;

/* A polyobject: its spot, its anchor and its lines. Nothing of it is moved. */
typedef struct flatline_polyobject {
    int32_t number;
    uint32_t spawn;      /* thing */
    uint32_t anchor;     /* thing or FLATLINE_NONE */
    uint32_t first_line; /* into the list of polyobject lines */
    uint32_t line_count; /* 0: no line names its number */
    uint32_t closed;     /* 1: the lines go round and end where they began */
} flatline_polyobject;

/* A vertex where a sector is open: of the sector's sides, `starts` begin and `ends` end there, and
 * the two differ. Lines with both sides in the sector do not count. */
typedef struct flatline_gap {
    uint32_t sector, vertex;
    uint32_t starts, ends;
} flatline_gap;

/* The tables of a flatline_runtime. A host or-s together those that it wants built. */
enum {
    FLATLINE_RUNTIME_LINE_DATA = 1 << 0,
    FLATLINE_RUNTIME_SIDE_LINES = 1 << 1,
    FLATLINE_RUNTIME_VERTEX_LINES = 1 << 2,
    FLATLINE_RUNTIME_NEIGHBOURS = 1 << 3,
    FLATLINE_RUNTIME_SECTOR_BOUNDS = 1 << 4,
    FLATLINE_RUNTIME_TAGS = 1 << 5,
    FLATLINE_RUNTIME_THING_PLACES = 1 << 6,
    FLATLINE_RUNTIME_POLYOBJECTS = 1 << 7, /* brings the lines of vertices too */
    FLATLINE_RUNTIME_GAPS = 1 << 8,
    FLATLINE_RUNTIME_ALL = (1 << 9) - 1
};

/* What ports compute after loading, as far as it was asked for; the rest is null. An array of rows
 * has one entry more than what it counts: list i is entries rows[i] up to rows[i + 1]. */
typedef struct flatline_runtime {
    const flatline_line_data* line_data; /* one a line */
    const uint32_t* side_lines;          /* one a side: the last line that uses it, or NONE */
    const uint32_t* vertex_line_rows;
    const uint32_t* vertex_lines; /* lines at each vertex, ascending */
    const uint32_t* neighbour_rows;
    const uint32_t* neighbours;                  /* sectors beyond each sector's lines, ascending */
    const flatline_sector_bounds* sector_bounds; /* one a sector */
    flatline_tags sector_tags, line_tags, thing_tags;
    const flatline_thing_place* thing_places; /* one a thing */
    const flatline_polyobject* polyobjects;   /* in order of their spots */
    const uint32_t* polyobject_lines;
    const uint32_t* gap_rows;
    const flatline_gap* gaps;                                                 /* of each sector */
    uint32_t line_count, side_count, vertex_count, sector_count, thing_count; /* of the map */
    uint32_t vertex_line_count, neighbour_count, polyobject_count, polyobject_line_count;
    uint32_t gap_count;
    uint32_t tables; /* FLATLINE_RUNTIME_*: what is there */
} flatline_runtime;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_RUNTIME_H */
