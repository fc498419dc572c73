/* flatline/types.h: every struct that Flatline publishes, as plain C99 data.
 *
 * All indices are 0-based and count elements of one kind in file order, as editors show them.
 * After a load every index is below the count of the array that it names. It is FLATLINE_NONE only
 * where the field's comment allows that. Pointers live as long as the map that they came from.
 *
 * A struct whose first member is struct_size may grow at its end. Begin with its _INIT: it sets
 * that size and leaves the rest zero, which is the default. A host may be built with a later header
 * than the library. Members that the library does not know must then be zero; else the call returns
 * FLATLINE_BAD_ARGUMENT.
 */
#ifndef FLATLINE_TYPES_H
#define FLATLINE_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
template <class Struct>
constexpr Struct flatline_sized() noexcept {
    Struct made{};
    made.struct_size = sizeof(Struct);
    return made;
}
#define FLATLINE_SIZED(type) flatline_sized<type>()
extern "C" {
#else
#define FLATLINE_SIZED(type) \
    { .struct_size = sizeof(type) }
#endif

/* ---- Elements, fields, findings -------------------------------------------------------------- */

#define FLATLINE_NONE 0xFFFFFFFFu              /* no element: no back side, no index */
#define FLATLINE_NO_OFFSET 0xFFFFFFFFFFFFFFFFu /* a finding without a place in a lump */
#define FLATLINE_NO_FIELD 0xFFFFu              /* a finding that is not about a field */

/* A string of the map: `size` bytes in any encoding, without a zero byte after them.
 * flatline_map_text gives the bytes; nothing is copied. `offset` counts through the TEXTMAP as
 * given, then through the strings that had an escape and were decoded. In a map that was opened
 * (flatline_map_open_baked) it counts through the strings of the file. */
typedef struct flatline_text {
    uint32_t offset;
    uint32_t size;
} flatline_text;

/* UDMF 1.1 section III, vertex. Map units. */
typedef struct flatline_vertex {
    double x, y;
} flatline_vertex;

/* UDMF 1.1 section III, linedef. */
typedef struct flatline_linedef {
    uint32_t v1, v2;    /* vertices */
    uint32_t sidefront; /* sidedef */
    uint32_t sideback;  /* sidedef or FLATLINE_NONE */
    int32_t id;         /* tag; the default depends on the namespace */
    int32_t special;
    int32_t arg[5]; /* arg5 to arg9 of SRB2 are columns */
    uint32_t flags; /* FLATLINE_LINE_* */
} flatline_linedef;

/* UDMF 1.1 section III, sidedef. Offsets in texture pixels (a fraction only in Eternity maps). */
typedef struct flatline_sidedef {
    double offsetx, offsety;
    uint32_t texturetop, texturebottom, texturemiddle; /* names; name 0 is "-" */
    uint32_t sector;                                   /* sector */
} flatline_sidedef;

/* UDMF 1.1 section III, sector. Heights in map units. */
typedef struct flatline_sector {
    double heightfloor, heightceiling;
    uint32_t texturefloor, textureceiling; /* names; name 0 is "-" */
    int32_t lightlevel;
    int32_t special;
    int32_t id;      /* tag */
    uint32_t planes; /* 0: flat; else which of flatline_arrays::planes are its own, see there */
} flatline_sector;

/* UDMF 1.1 section III, thing. Height is as given: relative to the floor, or as its flags say. */
typedef struct flatline_thing {
    double x, y, height;
    int32_t id;
    int32_t angle; /* degrees, 0 is east */
    int32_t type;  /* DoomEd number */
    int32_t special;
    int32_t arg[5];
    uint32_t flags; /* FLATLINE_THING_* */
} flatline_thing;

/* Bits of flatline_linedef::flags, in the order of UDMF 1.1. */
enum {
    FLATLINE_LINE_BLOCKING = 1 << 0,
    FLATLINE_LINE_BLOCKMONSTERS = 1 << 1,
    FLATLINE_LINE_TWOSIDED = 1 << 2,
    FLATLINE_LINE_DONTPEGTOP = 1 << 3,
    FLATLINE_LINE_DONTPEGBOTTOM = 1 << 4,
    FLATLINE_LINE_SECRET = 1 << 5,
    FLATLINE_LINE_BLOCKSOUND = 1 << 6,
    FLATLINE_LINE_DONTDRAW = 1 << 7,
    FLATLINE_LINE_MAPPED = 1 << 8,
    FLATLINE_LINE_PASSUSE = 1 << 9,
    FLATLINE_LINE_TRANSLUCENT = 1 << 10,
    FLATLINE_LINE_JUMPOVER = 1 << 11,
    FLATLINE_LINE_BLOCKFLOATERS = 1 << 12,
    FLATLINE_LINE_PLAYERCROSS = 1 << 13,
    FLATLINE_LINE_PLAYERUSE = 1 << 14,
    FLATLINE_LINE_MONSTERCROSS = 1 << 15,
    FLATLINE_LINE_MONSTERUSE = 1 << 16,
    FLATLINE_LINE_IMPACT = 1 << 17,
    FLATLINE_LINE_PLAYERPUSH = 1 << 18,
    FLATLINE_LINE_MONSTERPUSH = 1 << 19,
    FLATLINE_LINE_MISSILECROSS = 1 << 20,
    FLATLINE_LINE_REPEATSPECIAL = 1 << 21
};

/* Bits of flatline_thing::flags, in the order of UDMF 1.1. */
enum {
    FLATLINE_THING_SKILL1 = 1 << 0,
    FLATLINE_THING_SKILL2 = 1 << 1,
    FLATLINE_THING_SKILL3 = 1 << 2,
    FLATLINE_THING_SKILL4 = 1 << 3,
    FLATLINE_THING_SKILL5 = 1 << 4,
    FLATLINE_THING_AMBUSH = 1 << 5,
    FLATLINE_THING_SINGLE = 1 << 6,
    FLATLINE_THING_DM = 1 << 7,
    FLATLINE_THING_COOP = 1 << 8,
    FLATLINE_THING_FRIEND = 1 << 9,
    FLATLINE_THING_DORMANT = 1 << 10,
    FLATLINE_THING_CLASS1 = 1 << 11,
    FLATLINE_THING_CLASS2 = 1 << 12,
    FLATLINE_THING_CLASS3 = 1 << 13,
    FLATLINE_THING_STANDING = 1 << 14,
    FLATLINE_THING_STRIFEALLY = 1 << 15,
    FLATLINE_THING_TRANSLUCENT = 1 << 16,
    FLATLINE_THING_INVISIBLE = 1 << 17
};

/* Kinds of elements: what an index counts, and what a block of a TEXTMAP defines. */
enum {
    FLATLINE_VERTEX = 0,
    FLATLINE_LINEDEF = 1,
    FLATLINE_SIDEDEF = 2,
    FLATLINE_SECTOR = 3,
    FLATLINE_THING = 4,
    FLATLINE_GLOBAL = 5, /* an assignment outside all blocks */
    FLATLINE_BLOCK = 6,  /* a block of an unknown kind */
    FLATLINE_MAP = 7,    /* the map as a whole */
    FLATLINE_ENTITY = 8, /* of a Doom 3 map, as the next two */
    FLATLINE_BRUSH = 9,
    FLATLINE_PATCH = 10
};

/* Values of flatline_column::kind, flatline_unknown::kind and flatline_field_row::kind: the type of
 * a value. */
enum {
    FLATLINE_INTEGER = 0,
    FLATLINE_REAL = 1,
    FLATLINE_BOOLEAN = 2,
    FLATLINE_STRING = 3,
    FLATLINE_IDS = 4,           /* columns only: a list of integers (moreids) */
    FLATLINE_UNKNOWN_BLOCK = 5, /* flatline_unknown only: a block; its contents follow */
    FLATLINE_ANY = 6,           /* rows of fields only: any kind (user_*), kept as unknown */
    FLATLINE_KEYWORD = 7        /* flatline_unknown only: a word without quotes, in `string` */
};

/* The values of one field beyond the standard ones, for the elements that give it: two parallel
 * arrays of `count` entries. `elements` ascends, each element once. An element that is not listed
 * has the field's default (flatline_field_default). A map has columns only for fields that it
 * uses. */
typedef struct flatline_column {
    uint16_t field;  /* field id: flatline_field_name gives its name */
    uint8_t element; /* FLATLINE_VERTEX .. FLATLINE_THING */
    uint8_t kind;    /* FLATLINE_INTEGER .. FLATLINE_IDS: which member of `values` */
    uint32_t count;
    const uint32_t* elements;
    union {
        const int32_t* integers;
        const double* reals;
        const uint8_t* booleans;    /* 0 or 1 */
        const flatline_text* texts; /* strings */
        const flatline_text* ids;   /* offset and size count entries of flatline_arrays::ids */
    } values;
} flatline_column;

/* A value of kind FLATLINE_INTEGER, REAL, BOOLEAN or STRING. For FLATLINE_NO_VALUE all other
 * members are 0. `real` also holds integers and booleans: a host that wants a number need not look
 * at the kind. */
typedef struct flatline_value {
    const char* string; /* `size` bytes, static */
    uint64_t size;
    double real;
    int32_t integer;
    uint8_t boolean; /* 0 or 1 */
    uint8_t kind;
} flatline_value;

#define FLATLINE_NO_VALUE 0xFFu

/* A field or block that the dialect does not know, in file order and with its spelling. The entries
 * of an unknown block follow it directly; entry `block_end` is the first after them. */
typedef struct flatline_unknown {
    flatline_text name;
    union {
        int64_t integer;
        double real;
        int64_t boolean; /* 0 or 1 */
        flatline_text string;
        uint64_t block_end; /* index into flatline_arrays::unknowns */
    } value;
    uint32_t index;  /* of the element that holds it; FLATLINE_NONE outside elements */
    uint8_t element; /* FLATLINE_VERTEX .. FLATLINE_BLOCK: where it stands */
    uint8_t kind;    /* FLATLINE_INTEGER, REAL, BOOLEAN, STRING, KEYWORD, UNKNOWN_BLOCK */
    uint16_t depth;  /* 0: stands directly in the element or at top level */
} flatline_unknown;

/* One finding, in numbers. flatline_describe makes its sentence, flatline_place its line and
 * column. flatline_rule_numbers tells what `a` and `b` hold. */
typedef struct flatline_finding {
    uint64_t offset;         /* byte in the lump, from 0, or FLATLINE_NO_OFFSET */
    int64_t a, b;            /* integers, the bits of doubles, or a lump name: see the rule */
    uint32_t length;         /* bytes at `offset` that the finding is about; 0: none */
    uint32_t index;          /* element, or FLATLINE_NONE */
    uint16_t rule;           /* its number; flatline_rule_id gives the id */
    uint16_t field;          /* field id or FLATLINE_NO_FIELD */
    uint8_t severity;        /* 0 note, 1 warning, 2 error */
    uint8_t element;         /* FLATLINE_VERTEX .. FLATLINE_MAP */
    uint8_t lump;            /* FLATLINE_LUMP_* */
    uint8_t repaired;        /* 1: the load put 0 or FLATLINE_NONE in its place and went on */
    uint8_t refuses;         /* 1: the load refused the map because of this */
    uint8_t related_element; /* FLATLINE_VERTEX .. FLATLINE_THING: what `related` counts */
    uint8_t unused[2];       /* always 0 */
    uint32_t related;        /* the other element of a pair, or FLATLINE_NONE */
} flatline_finding;

/* ---- Records of binary lumps ----------------------------------------------------------------- */

/* The records of LINEDEFS, THINGS, VERTEXES, SIDEDEFS and SECTORS as they are stored, for
 * flatline_map_stored. A name of 8 bytes has no zero byte after it. Source: docs/binary.md,
 * "Records". */
typedef struct flatline_doom_linedef {
    uint16_t v1, v2, flags, special, tag, side[2];
} flatline_doom_linedef;
typedef struct flatline_hexen_linedef {
    uint16_t v1, v2, flags;
    uint8_t special, arg[5];
    uint16_t side[2];
} flatline_hexen_linedef;
typedef struct flatline_doom_thing {
    int16_t x, y, angle, type;
    uint16_t flags;
} flatline_doom_thing;
typedef struct flatline_hexen_thing {
    int16_t id, x, y, height, angle, type;
    uint16_t flags;
    uint8_t special, arg[5];
} flatline_hexen_thing;
typedef struct flatline_stored_vertex {
    int16_t x, y;
} flatline_stored_vertex;
typedef struct flatline_stored_sidedef {
    int16_t offsetx, offsety;
    char texturetop[8], texturebottom[8], texturemiddle[8];
    uint16_t sector;
} flatline_stored_sidedef;
typedef struct flatline_stored_sector {
    int16_t heightfloor, heightceiling;
    char texturefloor[8], textureceiling[8];
    int16_t lightlevel, special, id;
} flatline_stored_sector;

/* The records of one lump in its order: record i is element i. In VERTEXES, the vertices that a
 * node builder added follow those of the map. All zero where there are no records. */
typedef struct flatline_stored {
    const void* records;   /* of one of the structs above */
    uint32_t record_bytes; /* of which one: sizeof flatline_hexen_linedef, ... */
    uint32_t count;
} flatline_stored;

/* ---- Nodes, blockmap, reject ----------------------------------------------------------------- */

/* One edge of a subsector, which lies to the right of v1 to v2. A vertex below
 * flatline_bsp::original_vertices is the map's, one from there on is in flatline_bsp::vertices. */
typedef struct flatline_seg {
    uint32_t v1, v2;
    uint32_t partner; /* the seg on the other side, or FLATLINE_NONE */
    uint32_t linedef; /* FLATLINE_NONE: a miniseg, which only closes the subsector */
    uint32_t side;    /* 0: runs along the linedef on its front side, 1: against it on its back */
} flatline_seg;

/* A leaf of the tree: segs first .. first + count - 1. At least one of them has a linedef. */
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
 * Flatline did not check them; they may be too small. */
typedef struct flatline_stored_box {
    int16_t bbox[2][4];
} flatline_stored_box;

/* What the lump SEGS says about a seg besides its ends. Flatline did not check it: builders differ.
 */
typedef struct flatline_stored_angle {
    uint16_t angle; /* 65536 are a full turn, 0 is east */
    int16_t offset; /* of its first end, along the linedef's side, in map units */
} flatline_stored_angle;

/* Values of flatline_bsp::kind. */
enum {
    FLATLINE_NODES_NONE = 0,
    /* The segs of a subsector, with minisegs among them, run around it in a loop. Partners are
     * known. */
    FLATLINE_NODES_GL = 1,
    /* A subsector has only its pieces of linedefs: it is open, and partners are FLATLINE_NONE. In a
     * binary map, vertices may be rounded, and subsectors may share segs or leave some out. */
    FLATLINE_NODES_CLASSIC = 2
};

/* A verified tree, or all zero where there is none. The root is the last node. A tree without nodes
 * is one subsector, the whole map. From the root every node and subsector is reached exactly once.
 * A stored tree keeps the order and the number of the lump's segs, subsectors and nodes. */
typedef struct flatline_bsp {
    const flatline_vertex* vertices; /* the new ones: vertex original_vertices is entry 0 */
    const flatline_seg* segs;
    const flatline_subsector* subsectors;
    const flatline_node* nodes;
    uint32_t vertex_count, seg_count, subsector_count, node_count;
    uint32_t original_vertices; /* of the map */
    uint32_t depth;             /* nodes on the longest path from the root to a subsector */
    char format[8]; /* "XGL3", ..., "xNd4", "classic" as stored, or "built"; ends with a NUL */
    uint32_t kind;  /* FLATLINE_NODES_* */
    const flatline_stored_box* stored_boxes;    /* one per node, if the host asked; else NULL */
    const flatline_stored_angle* stored_angles; /* one per seg, of the forms classic and xNd4, if
                                                 * the host asked; else NULL */
} flatline_bsp;

/* One cell of a blockmap: `count` entries of flatline_blockmap::lines from `first` on. Cells may
 * share a list or a part of one. */
typedef struct flatline_blockmap_cell {
    uint32_t first, count;
} flatline_blockmap_cell;

/* Which lines meet which cell of 128 by 128 map units. In a built blockmap, the list of a cell has
 * the lines that meet the closed cell, ascending. A stored one has the lists of its lump. */
typedef struct flatline_blockmap {
    const flatline_blockmap_cell* cells; /* columns * rows, row by row from the lowest y */
    const uint32_t* lines;               /* FLATLINE_NONE in entries of no cell */
    double origin_x, origin_y;           /* lower left corner of cell 0, map units */
    uint32_t columns, rows;
    uint32_t entry_count; /* of lines */
    uint32_t from_lump;   /* 1: read from BLOCKMAP, 0: built */
    /* 1: each list of the lump begins with a 0 that names no line. The lists of the cells begin
     * after it: lines[first - 1] is that 0. */
    uint32_t skipped_zero;
} flatline_blockmap;

/* Which sectors cannot see each other. Bit number from * sector_count + to is 1 where nothing in
 * sector `from` can see anything in sector `to`. Bit 0 is the lowest bit of the first byte. */
typedef struct flatline_reject {
    const unsigned char* bits; /* NULL: no table, every sector sees every sector */
    uint64_t sector_count;
} flatline_reject;

/* ---- Planes ---------------------------------------------------------------------------------- */

/* The plane a x + b y + c z + d = 0; (a, b, c) has length 1. c > 0 for a floor, c < 0 for a
 * ceiling. c is never within 1e-9 of 0, so z = -(d + a x + b y) / c is finite everywhere. */
typedef struct flatline_plane {
    double a, b, c, d;
} flatline_plane;

/* Values of flatline_plane_source::kind: what gave a sector its plane. */
enum {
    FLATLINE_PLANE_FLAT = 0,     /* nothing: level at heightfloor or heightceiling */
    FLATLINE_PLANE_FIELDS = 1,   /* floorplane_a .. d, ceilingplane_a .. d */
    FLATLINE_PLANE_VERTICES = 2, /* zfloor, zceiling, things 1504 and 1505 */
    FLATLINE_PLANE_LINE = 3,     /* the special of a line */
    FLATLINE_PLANE_THING = 4,    /* a slope thing */
    FLATLINE_PLANE_COPY = 5      /* another sector */
};
#define FLATLINE_PLANE_KINDS 6

/* Bits of flatline_plane_source::flags: what SRB2 stores with a slope. */
enum {
    FLATLINE_PLANE_NO_PHYSICS = 1 << 0, /* nothing slides on it */
    FLATLINE_PLANE_DYNAMIC = 1 << 1,    /* it follows the sectors or things that made it */
    FLATLINE_PLANE_SHARED = 1 << 2      /* it is that of sector `index` and moves with it */
};

/* Where a plane came from. */
typedef struct flatline_plane_source {
    uint32_t index; /* of the line, of the thing, or of the sector copied; else FLATLINE_NONE */
    uint8_t kind;   /* FLATLINE_PLANE_FLAT .. FLATLINE_PLANE_COPY */
    uint8_t flags;
    uint16_t unused; /* always 0 */
} flatline_plane_source;

/* ---- Runtime tables -------------------------------------------------------------------------- */

/* What ports compute of a line after loading. */
typedef struct flatline_line_data {
    double dx, dy;                   /* v2 - v1 */
    double left, bottom, right, top; /* of both ends */
    uint32_t front_sector;           /* right of v1 -> v2 */
    uint32_t back_sector;            /* or FLATLINE_NONE */
    uint32_t slope;                  /* FLATLINE_SLOPE_* */
    uint32_t unused;                 /* always 0 */
} flatline_line_data;

/* Values of flatline_line_data::slope, by the signs of dx and dy. dx comes first: a line without
 * length is vertical. */
enum {
    FLATLINE_SLOPE_HORIZONTAL = 0,
    FLATLINE_SLOPE_VERTICAL = 1,
    FLATLINE_SLOPE_POSITIVE = 2,
    FLATLINE_SLOPE_NEGATIVE = 3
};

/* The box around a sector's lines, and the sector's sound origin. A sector without lines has the
 * empty box: left and bottom are infinity, right and top minus infinity, the centre is 0. */
typedef struct flatline_sector_bounds {
    double left, bottom, right, top;
    double centre_x, centre_y; /* as ports of the map's dialect compute the origin */
    /* Cells of the blockmap within 32 units of the box, first and last included. Without lines or
     * without a blockmap, first > last in both directions. */
    uint32_t first_column, last_column, first_row, last_row;
} flatline_sector_bounds;

/* In which sector and subsector a thing stands. */
typedef struct flatline_thing_place {
    uint32_t sector;    /* or FLATLINE_NONE: outside, or without a line below it */
    uint32_t subsector; /* or FLATLINE_NONE: the map has no nodes */
} flatline_thing_place;

/* Elements by tag. Those of tags[i] are entries rows[i] up to rows[i + 1] of `elements`. */
typedef struct flatline_tags {
    const int32_t* tags;      /* ascending, each once */
    const uint32_t* rows;     /* tag_count + 1 entries */
    const uint32_t* elements; /* ascending within a tag */
    uint32_t tag_count, element_count;
} flatline_tags;

/* A polyobject: its spot, its anchor and its lines, at their places in the map. */
typedef struct flatline_polyobject {
    int32_t number;
    uint32_t spawn;      /* thing */
    uint32_t anchor;     /* thing or FLATLINE_NONE */
    uint32_t first_line; /* into the list of polyobject lines */
    uint32_t line_count; /* 0: no line names its number */
    uint32_t closed;     /* 1: the lines go round and end where they began */
} flatline_polyobject;

/* A vertex at which a sector is open: `starts` of the sector's sides begin there, `ends` end there,
 * and the two numbers differ. Lines with both sides in the sector do not count. */
typedef struct flatline_gap {
    uint32_t sector, vertex;
    uint32_t starts, ends;
} flatline_gap;

/* A vertex of the map or its tree in 16.16, after the port's P_RemoveSlimeTrails. */
typedef struct flatline_trail_vertex {
    int32_t x, y;             /* where it is in the game */
    int32_t drawn_x, drawn_y; /* where it is drawn */
} flatline_trail_vertex;

/* Values of flatline_runtime_options::trails: where a port moves a vertex that lies in the middle
 * of a line and that the node builder rounded. Source: docs/runtime.md, "Segs as ports have them".
 */
enum {
    FLATLINE_TRAILS_MBF = 0,   /* Woof since MBF: moves it; draws it moved by up to 8 units */
    FLATLINE_TRAILS_DRAWN = 1, /* ports in older demos: move it where they draw it, up to 8 units */
    FLATLINE_TRAILS_LXDOOM = 2 /* dsda-doom since lxdoom: moves it, however far */
};

/* What ports compute of a seg. Angles: 2^32 are a full turn, 0 is east. */
typedef struct flatline_seg_data {
    uint32_t angle;       /* the stored one if flatline_bsp::stored_angles is there; else from v1
                           * to v2, 0 for a miniseg */
    uint32_t drawn_angle; /* between the drawn vertices; `angle` if that is 30 degrees off */
    int32_t offset;       /* of v1 from the beginning of its side, 16.16; 0 for a miniseg */
    uint32_t half_length; /* between the drawn vertices, 16.16 */
} flatline_seg_data;

/* The tables of a flatline_runtime. A host combines those that it wants with |. */
enum {
    FLATLINE_RUNTIME_LINE_DATA = 1 << 0,
    FLATLINE_RUNTIME_SIDE_LINES = 1 << 1,
    FLATLINE_RUNTIME_VERTEX_LINES = 1 << 2,
    FLATLINE_RUNTIME_NEIGHBOURS = 1 << 3,
    FLATLINE_RUNTIME_SECTOR_BOUNDS = 1 << 4,
    FLATLINE_RUNTIME_TAGS = 1 << 5,
    FLATLINE_RUNTIME_THING_PLACES = 1 << 6,
    FLATLINE_RUNTIME_POLYOBJECTS = 1 << 7, /* also builds the lines of vertices */
    FLATLINE_RUNTIME_GAPS = 1 << 8,
    FLATLINE_RUNTIME_TRAILS = 1 << 9,
    FLATLINE_RUNTIME_SEG_DATA = 1 << 10, /* also builds the trails */
    FLATLINE_RUNTIME_SUBSECTOR_LINES = 1 << 11,
    FLATLINE_RUNTIME_SOUND_GROUPS = 1 << 12,
    FLATLINE_RUNTIME_ALL = (1 << 13) - 1
};

/* What ports compute after a load. Tables that the host did not request are NULL. An array of rows
 * has one entry more than there are lists: list i is entries rows[i] up to rows[i + 1]. */
typedef struct flatline_runtime {
    const flatline_line_data* line_data; /* one per line */
    const uint32_t* side_lines;          /* one per side: the last line that uses it, or NONE */
    const uint32_t* vertex_line_rows;
    const uint32_t* vertex_lines; /* lines at each vertex, ascending */
    const uint32_t* neighbour_rows;
    const uint32_t* neighbours;                  /* sectors beyond each sector's lines, ascending */
    const flatline_sector_bounds* sector_bounds; /* one per sector */
    flatline_tags sector_tags, line_tags, thing_tags;
    const flatline_thing_place* thing_places; /* one per thing */
    const flatline_polyobject* polyobjects;   /* in order of their spots */
    const uint32_t* polyobject_lines;
    const uint32_t* gap_rows;
    const flatline_gap* gaps;                                                 /* of each sector */
    uint32_t line_count, side_count, vertex_count, sector_count, thing_count; /* of the map */
    uint32_t vertex_line_count, neighbour_count, polyobject_count, polyobject_line_count;
    uint32_t gap_count;
    uint32_t tables; /* FLATLINE_RUNTIME_*: those that are here */
    uint32_t trail_vertex_count, seg_count, subsector_count, subsector_line_count;
    const flatline_trail_vertex* trail_vertices; /* those of the map, then those of its tree */
    const flatline_seg_data* seg_data;           /* one per seg */
    /* For each subsector, the first seg of each of its lines, in the order of its segs. */
    const uint32_t* subsector_line_rows;
    const uint32_t* subsector_lines;
    /* With all doors open, sound passes between the sectors of one group. A group's neighbours are
     * those that it reaches beyond one line that blocks sound, ascending. */
    const uint32_t* sound_groups; /* one per sector */
    const uint32_t* sound_neighbour_rows;
    const uint32_t* sound_neighbours;
    uint32_t sound_group_count, sound_neighbour_count;
} flatline_runtime;

/* ---- Doom 3 maps ----------------------------------------------------------------------------- */

/* A plane: points with a x + b y + c z + d = 0. */
typedef struct flatline_doom3_plane {
    double a, b, c, d;
} flatline_doom3_plane;

/* A key and its value, as they stand between the quotes of the text. */
typedef struct flatline_doom3_pair {
    flatline_text key, value;
} flatline_doom3_pair;

/* How a primitive was written: flatline_doom3_brush::kind, flatline_doom3_patch::kind. */
enum {
    FLATLINE_DOOM3_BRUSH_DEF3 = 0, /* plane equations and a texture matrix */
    FLATLINE_DOOM3_BRUSH_DEF2 = 1, /* the same under another name */
    FLATLINE_DOOM3_BRUSH_DEF = 2,  /* three points and a texture matrix */
    FLATLINE_DOOM3_BRUSH_BARE = 3, /* three points and Quake's five texture numbers */
    FLATLINE_DOOM3_PATCH_DEF2 = 4, /* tessellated by its curvature */
    FLATLINE_DOOM3_PATCH_DEF3 = 5  /* tessellated into a fixed number of pieces */
};

/* Bits of flatline_doom3_brush::flags and flatline_doom3_patch::flags. */
enum {
    /* The entity's origin counts for this primitive: local = world - origin. In Doom 3 an origin
     * counts only for what follows it, and not in the worldspawn. Without this bit local = world.
     */
    FLATLINE_DOOM3_MOVED = 1 << 0,
    /* The numbers are in world space (patches, three-point planes); else in that of the entity. */
    FLATLINE_DOOM3_WORLD_SPACE = 1 << 1,
    /* Doom 3 puts "textures/" in front of the materials. */
    FLATLINE_DOOM3_TEXTURES_PREFIX = 1 << 2
};

/* One side of a brush: plane and texture. A plane equation stays as written, not normalised. A
 * plane of three points (clockwise from outside) has a unit normal, or zero if they lie on one
 * line. */
typedef struct flatline_doom3_side {
    flatline_doom3_plane plane;
    double matrix[2][3]; /* rows that yield s and t, in repeats of the texture */
    uint32_t material;
    uint32_t offset;                /* of its first parenthesis */
    int32_t contents, flags, value; /* the numbers after the material; 0 where there are none */
    uint32_t quake_texture;         /* of a bare brush: its five numbers; else FLATLINE_NONE */
} flatline_doom3_side;

/* The texture numbers of a side of a bare brush. Doom 3 ignores them: its matrix is 1/32. */
typedef struct flatline_doom3_quake_texture {
    double shift[2], rotate, scale[2];
} flatline_doom3_quake_texture;

/* A brush: the convex solid that lies behind the planes of all its sides. */
typedef struct flatline_doom3_brush {
    uint32_t first_side, side_count;
    uint32_t first_pair, pair_count; /* into the pairs of primitives */
    uint32_t entity;
    uint32_t primitive; /* its number among the entity's brushes and patches */
    uint32_t offset;    /* of its first brace */
    uint16_t kind;      /* FLATLINE_DOOM3_BRUSH_* */
    uint16_t flags;
} flatline_doom3_brush;

/* A control point of a patch: place and texture coordinates. */
typedef struct flatline_doom3_point {
    double x, y, z, s, t;
} flatline_doom3_point;

/* A Bezier surface of width columns (u) by height rows (v). Points stand as in the file, column by
 * column: that of column i and row j is point first_point + i * height + j. A patch whose size no
 * grid can have is 0 by 0 and has no points. Even sizes and sizes below 3 stay as written. */
typedef struct flatline_doom3_patch {
    uint32_t first_point;
    uint32_t width, height;
    int32_t subdivisions[2]; /* PATCH_DEF3: segments per piece along u and v; else 0 */
    int32_t settings[3];     /* contents, flags, value: nothing uses them */
    uint32_t material;
    uint32_t first_pair, pair_count; /* into the pairs of primitives */
    uint32_t entity;
    uint32_t primitive; /* its number among the entity's brushes and patches */
    uint32_t offset;    /* of its first brace */
    uint16_t kind;      /* FLATLINE_DOOM3_PATCH_* */
    uint16_t flags;
} flatline_doom3_patch;

/* Bits of flatline_doom3_entity::flags. */
enum {
    FLATLINE_DOOM3_HAS_ORIGIN = 1 << 0, /* it has a key "origin" */
    FLATLINE_DOOM3_WORLDSPAWN = 1 << 1, /* its class is worldspawn, in any case */
    FLATLINE_DOOM3_BAD_ORIGIN = 1 << 2  /* the last key "origin" is not three numbers */
};

/* An entity: pairs in file order with repeats, brushes and patches (each in file order). */
typedef struct flatline_doom3_entity {
    double origin[3]; /* of the last key "origin"; missing parts are 0 */
    uint32_t first_pair, pair_count;
    uint32_t first_brush, brush_count;
    uint32_t first_patch, patch_count;
    uint32_t offset; /* of its brace */
    uint32_t flags;
} flatline_doom3_entity;

/* Every array of a Doom 3 map. */
typedef struct flatline_doom3_arrays {
    const flatline_doom3_entity* entities;
    const flatline_doom3_pair* pairs;           /* of entities */
    const flatline_doom3_pair* primitive_pairs; /* of brushes and patches */
    const flatline_doom3_brush* brushes;
    const flatline_doom3_side* sides;
    const flatline_doom3_quake_texture* quake_textures;
    const flatline_doom3_patch* patches;
    const flatline_doom3_point* points;
    const flatline_text* materials; /* as written, each spelling once */
    uint32_t entity_count, pair_count, primitive_pair_count, brush_count, side_count;
    uint32_t quake_texture_count, patch_count, point_count, material_count;
    uint32_t has_version; /* 0: the file has no Version line */
    double version;
} flatline_doom3_arrays;

typedef struct flatline_doom3_vector {
    double x, y, z;
} flatline_doom3_vector;

/* Bits of flatline_doom3_winding::flags: what is wrong with a side. */
enum {
    FLATLINE_DOOM3_SIDE_DEGENERATE = 1 << 0, /* no normal: shorter than 1e-6, points on one line */
    FLATLINE_DOOM3_SIDE_NOT_UNIT = 1 << 1,   /* the normal's length is off by more than 0.001 */
    FLATLINE_DOOM3_SIDE_DUPLICATE = 1 << 2,  /* on the plane of an earlier side, which counts */
    FLATLINE_DOOM3_SIDE_MIRRORED = 1 << 3,   /* on the plane of an earlier side, facing it */
    FLATLINE_DOOM3_SIDE_REDUNDANT = 1 << 4,  /* the other sides leave nothing of it */
    FLATLINE_DOOM3_SIDE_OVER_LIMIT = 1 << 5, /* more points than the limit winding-points */
    FLATLINE_DOOM3_SIDE_SINGULAR = 1 << 6    /* the texture matrix has determinant 0 */
};

/* The polygon on one side of a brush: points from first_point on, clockwise seen from outside. A
 * side without a winding has no points. Equal points of one brush are equal to the last bit. */
typedef struct flatline_doom3_winding {
    flatline_doom3_plane plane; /* unit normal; all zero where the side is degenerate */
    double texture[2][4];       /* rows u of s and t: u[0] x + u[1] y + u[2] z + u[3], in repeats */
    uint32_t first_point, point_count;
    uint32_t flags;
    uint32_t other; /* DUPLICATE, MIRRORED: the earlier side; else FLATLINE_NONE */
} flatline_doom3_winding;

/* Bits of flatline_doom3_solid::flags: what is wrong with a brush. */
enum {
    FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES = 1 << 0, /* fewer than 4 with a plane of their own */
    FLATLINE_DOOM3_SOLID_OPEN = 1 << 1,          /* not closed; windings end at the base's border */
    FLATLINE_DOOM3_SOLID_EMPTY = 1 << 2,         /* the sides exclude each other */
    FLATLINE_DOOM3_SOLID_DEGENERATE = 1 << 3,    /* thinner than 0.01 units */
    FLATLINE_DOOM3_SOLID_MIRRORED = 1 << 4,      /* two sides on one plane face each other */
    FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD = 1 << 5, /* closed, with a point beyond world-coordinate */
    FLATLINE_DOOM3_SOLID_OVER_LIMIT = 1 << 6     /* a side is over the limit winding-points */
};

/* The solid of one brush. The box is all zero where no side has a winding. */
typedef struct flatline_doom3_solid {
    double low[3], high[3];
    double volume;                     /* 0 where the brush is not closed */
    uint32_t first_point, point_count; /* of all its windings */
    uint32_t winding_count;            /* sides with a winding */
    uint32_t flags;
} flatline_doom3_solid;

/* The windings of all brushes. Entry i of `windings` is side i of the map, entry i of `solids` is
 * brush i. */
typedef struct flatline_doom3_windings {
    const flatline_doom3_winding* windings;
    const flatline_doom3_solid* solids;
    const flatline_doom3_vector* points;
    uint32_t winding_count, solid_count, point_count;
    uint32_t local; /* 1: in the space of each entity, 0: in the world's */
} flatline_doom3_windings;

/* A point of a tessellated patch. */
typedef struct flatline_doom3_vertex {
    double x, y, z, s, t;
    double normal[3]; /* unit, dP/du x dP/dv; all zero where the patch has no direction */
} flatline_doom3_vertex;

/* Bits of flatline_doom3_surface::flags. Those up to OVER_LIMIT leave the patch without a surface.
 */
enum {
    FLATLINE_DOOM3_SURFACE_TOO_SMALL = 1 << 0,        /* width or height below 3 */
    FLATLINE_DOOM3_SURFACE_BAD_SUBDIVISIONS = 1 << 1, /* of PATCH_DEF3: below 1 */
    FLATLINE_DOOM3_SURFACE_OVER_LIMIT = 1 << 2, /* no points are left of the limit surface-points */
    FLATLINE_DOOM3_SURFACE_EVEN = 1 << 3, /* an even size: its last column or row is left out */
    FLATLINE_DOOM3_SURFACE_DEGENERATE = 1 << 4 /* all control points are one, or on one line */
};

/* A tessellated patch. Vertex first_vertex + row * columns + column; columns run along u. Triangles
 * run clockwise, seen from where the normals point. */
typedef struct flatline_doom3_surface {
    double low[3], high[3];           /* of its vertices; all zero where there are none */
    double hull_low[3], hull_high[3]; /* of its control points: holds the surface, and more */
    uint32_t columns, rows;           /* of vertices; 0 by 0 where there is no surface */
    uint32_t first_vertex;
    uint32_t first_index, index_count; /* three a triangle */
    uint32_t flags;
} flatline_doom3_surface;

/* The surfaces of all patches. Entry i is patch i of the map. */
typedef struct flatline_doom3_surfaces {
    const flatline_doom3_surface* surfaces;
    const flatline_doom3_vertex* vertices;
    const uint32_t* indices; /* into vertices */
    uint32_t surface_count, vertex_count, index_count;
    uint32_t local; /* 1: in the space of each entity, 0: in the world's */
} flatline_doom3_surfaces;

/* ---- Fields that no dialect knows ------------------------------------------------------------ */

/* One field: its name, and the entry of flatline_arrays::unknowns that has its value. */
typedef struct flatline_user_field {
    uint32_t name; /* of flatline_user_fields::names */
    uint32_t unknown;
} flatline_user_field;

/* The fields of elements that the map's dialect does not know, user_* among them; no fields of
 * blocks in elements. Those of element i of a kind are fields rows[kind][i] up to rows[kind][i +
 * 1], in the order of the text. If an element gives a field twice, the last one counts. */
typedef struct flatline_user_fields {
    const flatline_text* names; /* each once without case, spelled as first used, ascending */
    const flatline_user_field* fields;
    const uint32_t* rows[5]; /* FLATLINE_VERTEX .. FLATLINE_THING; NULL: none of the kind has any */
    uint32_t element_count[5];
    uint32_t name_count, field_count;
} flatline_user_fields;

/* ---- Work of a file -------------------------------------------------------------------------- */

/* Limits the total work of loading and checking all maps of one file. Thousands of maps of a file
 * may share one text: pass the same flatline_work to every call for that file. A step is a byte
 * that is read, a byte of memory beyond 256 KiB, or a step of check-steps or slope-steps. A call
 * takes at least 4096 steps, the same number on every machine. Flatline refuses a load that does
 * not fit (limit-file-work) and ends a check early (check-incomplete). One thread at a time. */
typedef struct flatline_work {
    uint64_t limit;
    uint64_t used; /* not above `limit` */
} flatline_work;

/* ---- Members of a host's structs ------------------------------------------------------------- */

/* Values of flatline_host_column::type: the type of the host's member. */
enum {
    FLATLINE_HOST_INT8 = 0,
    FLATLINE_HOST_UINT8 = 1,
    FLATLINE_HOST_INT16 = 2,
    FLATLINE_HOST_UINT16 = 3,
    FLATLINE_HOST_INT32 = 4,
    FLATLINE_HOST_UINT32 = 5,
    FLATLINE_HOST_FLOAT = 6,
    FLATLINE_HOST_DOUBLE = 7,
    FLATLINE_HOST_BOOL = 8, /* a byte: 1 for all numbers but 0 */
    FLATLINE_HOST_FIXED = 9 /* 16.16 in an int32_t; what is finer is cut off towards 0 */
};

/* Values of flatline_host_column::range: what flatline_scatter does with a number that the type
 * cannot hold. It first cuts off fractions, towards 0. */
enum {
    FLATLINE_RANGE_REFUSE = 0, /* nothing at all is written */
    FLATLINE_RANGE_CLAMP = 1,  /* the nearest number that it holds */
    FLATLINE_RANGE_WRAP = 2    /* the low bits, as a cast in C; clamped in floating point */
};

/* Values of flatline_host_column::otherwise and flatline_fixed_column::otherwise: what the member
 * becomes if the element does not give the field. */
enum {
    FLATLINE_OTHERWISE_DEFAULT = 0, /* the field's default in the map's namespace */
    FLATLINE_OTHERWISE_HOST = 1,    /* the host's own default */
    FLATLINE_OTHERWISE_KEEP = 2     /* it stays as it is */
};

/* One member of an array of structs. `base` is the member in the first struct, `stride` the size of
 * a struct. */
typedef struct flatline_host_column {
    void* base;
    size_t stride;
    size_t count;  /* structs; at least as many as the map has elements of the field's kind */
    int32_t type;  /* FLATLINE_HOST_* */
    int32_t range; /* FLATLINE_RANGE_* */
    /* For all elements, if no map of this dialect can give the field. */
    double host_default;
    /* For members of a whole type. Not 0: any number but 0 sets these bits of the member, and 0
     * clears them; its other bits stay. Such numbers always fit. */
    uint32_t bits;
    int32_t otherwise; /* FLATLINE_OTHERWISE_*; a binary map gives all standard fields */
} flatline_host_column;

/* One member of type int32_t that takes a field in 16.16. */
typedef struct flatline_fixed_column {
    void* base;        /* the member in the first struct */
    size_t stride;     /* the size of a struct */
    size_t count;      /* structs; at least as many as the map has elements of the field's kind */
    int32_t cut;       /* FLATLINE_FIXED_* */
    int32_t otherwise; /* FLATLINE_OTHERWISE_* */
    int32_t host_default; /* for HOST, as 16.16 */
    uint16_t field;
    uint16_t unused; /* always 0 */
} flatline_fixed_column;

/* ---- All arrays of a map --------------------------------------------------------------------- */

/* Bits of flatline_options::products: what a load makes besides the arrays of the TEXTMAP. */
enum {
    FLATLINE_PRODUCT_NODES = 1 << 0,    /* the stored nodes, verified */
    FLATLINE_PRODUCT_BLOCKMAP = 1 << 1, /* the stored blockmap if it is sound; else a built one */
    FLATLINE_PRODUCT_REJECT = 1 << 2,   /* the stored table */
    FLATLINE_PRODUCT_BUILD_NODES = 1
                                   << 3, /* built nodes where stored ones are missing or dropped */
    FLATLINE_PRODUCT_PLANES = 1 << 4,    /* floors and ceilings slope; without it all are flat */
    FLATLINE_PRODUCT_STORED_BOXES = 1 << 5,   /* with NODES: flatline_bsp::stored_boxes */
    FLATLINE_PRODUCT_BUILD_BLOCKMAP = 1 << 6, /* with BLOCKMAP: a built one in any case */
    /* flatline_map_stored of a binary map. The caller keeps the lumps unchanged until it frees the
     * map. The load copies only a lump at an odd address. */
    FLATLINE_PRODUCT_STORED_RECORDS = 1 << 7,
    FLATLINE_PRODUCT_STORED_ANGLES = 1 << 8, /* with NODES: flatline_bsp::stored_angles */
    /* A zero byte follows every string that flatline_map_name, flatline_map_text and
     * flatline_map_namespace give. These strings live as long as the map, without the text. */
    FLATLINE_PRODUCT_TERMINATED = 1 << 9,
    /* What 0 stands for. */
    FLATLINE_PRODUCT_DEFAULT =
        FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_PLANES,
    FLATLINE_PRODUCT_NONE = 1 << 30 /* none of these; 0 is the default set */
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
    flatline_blockmap blockmap; /* all zero if the host did not ask, or if it is over a limit */
    flatline_reject reject;     /* NULL bits where the map has none */
    /* The planes of sectors that are not flat, in the order of sectors, a floor before its ceiling.
     * flatline_sector::planes says which: bit 0 that the floor has one, bit 1 that the ceiling has
     * one, the bits above are the index of the first. NULL where all sectors are flat. */
    const flatline_plane* planes;
    const flatline_plane_source* plane_sources; /* one per plane */
    uint32_t plane_count;
} flatline_arrays;

/* ---- What all calls share -------------------------------------------------------------------- */

/* How a call ended. These values never change. */
typedef enum flatline_status {
    FLATLINE_OK = 0,
    FLATLINE_REFUSED = 1,       /* the findings say why; there are no arrays */
    FLATLINE_OUT_OF_MEMORY = 2, /* the host may repeat the call */
    FLATLINE_BAD_ARGUMENT = 3,  /* an unknown name, value or size; the call did nothing */
    FLATLINE_CANCELLED = 4,    /* by flatline_progress or a flatline_sink; no arrays, no findings */
    FLATLINE_FIELD_ABSENT = 5, /* flatline_scatter wrote the host's default; no error */
    FLATLINE_UNUSABLE = 6 /* flatline_map_open_baked: no baked map that this library can open */
} flatline_status;

/* The handles. Each has a status, findings and a use of memory: flatline_free, flatline_findings
 * and their neighbours take any of them. */
typedef struct flatline_loader flatline_loader;       /* working memory kept between loads */
typedef struct flatline_map flatline_map;             /* of a load, refused or not; never changes */
typedef struct flatline_doom3_map flatline_doom3_map; /* the same for a Doom 3 map */
typedef struct flatline_archive flatline_archive;     /* the maps of a file or of a tree of files */
typedef struct flatline_file flatline_file;           /* an open file of an archive */
typedef struct flatline_resources flatline_resources; /* names and thing types of a game */
typedef struct flatline_report flatline_report;       /* of a check; names elements by index */
typedef struct flatline_diff_result flatline_diff_result; /* refers to both of its maps */
typedef struct flatline_written flatline_written;         /* what a writing came to */
typedef struct flatline_map_lumps flatline_map_lumps;     /* the lumps of one map, in their order */
typedef struct flatline_fixed flatline_fixed;             /* the same of a map that was mended */
/* Built from a map. Each owns its memory, never changes, and names the map's elements by index. */
typedef struct flatline_built_nodes flatline_built_nodes;
typedef struct flatline_built_runtime flatline_built_runtime;
typedef struct flatline_built_user_fields flatline_built_user_fields;
typedef struct flatline_doom3_built_windings flatline_doom3_built_windings;
typedef struct flatline_doom3_built_surfaces flatline_doom3_built_surfaces;

/* Every bound, one member each. docs/limits.md has units, defaults and reasons; flatline_limit_name
 * and its neighbours give the same as data. First call flatline_limits_default or
 * flatline_limits_preset, then set members or call flatline_limits_set. `reserved` is for later
 * bounds. */
typedef struct flatline_limits {
    uint64_t vertices;
    uint64_t linedefs;
    uint64_t sidedefs;
    uint64_t sectors;
    uint64_t things;
    double coordinate;
    uint64_t text_bytes;
    uint64_t string_bytes;
    uint64_t identifier_bytes;
    uint64_t number_bytes;
    uint64_t unknown_fields;
    uint64_t nesting;
    uint64_t arena_bytes;
    uint64_t findings;
    uint64_t archive_entries;
    uint64_t container_bytes;
    uint64_t stdin_bytes;
    uint64_t inflated_bytes;
    uint64_t inflation_ratio;
    uint64_t segs;
    uint64_t subsectors;
    uint64_t nodes;
    uint64_t node_steps;
    uint64_t node_depth;
    uint64_t blockmap_cells;
    uint64_t blockmap_entries;
    uint64_t slope_steps;
    uint64_t check_steps;
    uint64_t entities;
    uint64_t pairs;
    uint64_t brushes;
    uint64_t brush_sides;
    uint64_t patch_size;
    uint64_t patch_points;
    uint64_t winding_points;
    uint64_t surface_points;
    double world_coordinate;
    uint64_t resource_names;
    uint64_t config_bytes;
    uint64_t file_work;
    uint64_t finding_lines;
    uint64_t reserved[23];
} flatline_limits;

/* Two functions of the host that give memory for arrays and take it back. Only the thread that
 * loads, builds or frees calls them; both get `context`. They must outlive all that was made with
 * them. `acquire` returns `bytes` bytes, aligned to FLATLINE_MEMORY_ALIGNMENT; `bytes` may be any
 * number. If it returns NULL, the call ends with OUT_OF_MEMORY. `release` gets what `acquire`
 * returned, with the same size. A load never holds more than it announces, and keeps hardly more
 * than it used. Both NULL: memory comes from the system, where only touched pages count. Only one
 * of them NULL is a BAD_ARGUMENT. `seed` and the addresses of the memory key the hash tables over a
 * file's names. A host whose addresses can be guessed sets a random number. No result depends on
 * it. */
enum { FLATLINE_MEMORY_ALIGNMENT = 64 };
typedef struct flatline_memory_hooks {
    void* (*acquire)(void* context, size_t bytes);
    void (*release)(void* context, void* memory, size_t bytes);
    void* context;
    uint64_t seed;
} flatline_memory_hooks;

/* `report` hears that `done` of the `total` bytes of the text are read; `done` never falls. At
 * `total` only derived data is left to do. If `report` returns 0, the load ends with CANCELLED.
 * NULL: no reports. The thread that loads calls it, with `context`. Calls are at least
 * `interval_ms` milliseconds apart; the first comes one interval after the start. 0 stands for 5.
 * FLATLINE_PROGRESS_EVERY_STEP: a call after each 256 KiB of text and between stages. While only a
 * host's pool (flatline_jobs) reads the text, there are no calls, and the load cannot be ended. */
#define FLATLINE_PROGRESS_EVERY_STEP 0xFFFFFFFFu
typedef struct flatline_progress {
    int32_t (*report)(void* context, uint64_t done, uint64_t total);
    void* context;
    uint32_t interval_ms;
} flatline_progress;

/* A function of the host that runs jobs on the host's own threads. `run` calls job(job_context, i)
 * once for every i below `count` and returns when all are done. Any threads and any order will do,
 * also one after another on the calling thread. Loads with more than one thread call it, on the
 * thread that loads and with `context`. `run` NULL: the load starts threads of its own, which end
 * before the load does. */
typedef struct flatline_jobs {
    void (*run)(void* context, size_t count, void (*job)(void* job_context, size_t i),
                void* job_context);
    void* context;
} flatline_jobs;

/* The bytes of a lump, which somebody else owns. `data` is NULL where there is no lump. */
typedef struct flatline_lump {
    const void* data;
    size_t size;
} flatline_lump;

/* A lump with its name, which ends in a zero byte. Flatline writes the first 8 bytes of the name.
 */
typedef struct flatline_named_lump {
    const char* name;
    flatline_lump bytes;
} flatline_named_lump;

/* Bytes that get a new owner, with the function that frees them. The thread that frees the new
 * owner calls `release` once. It may be NULL if there is nothing to free. */
typedef struct flatline_buffer {
    void* data;
    size_t size;
    void (*release)(void* context, void* data, size_t size);
    void* context;
} flatline_buffer;

/* ---- Tables of fields ------------------------------------------------------------------------ */

/* The tables of fields. The namespace of a map chooses one. Every dialect also has the standard
 * fields of UDMF 1.1. A text of the grammar 0.99 also has the names of UDMF099. Source:
 * docs/udmf.md, "Namespaces". */
enum {
    FLATLINE_DIALECT_UDMF11 = 0,
    FLATLINE_DIALECT_UDMF099 = 1,
    FLATLINE_DIALECT_SRB2 = 2,
    FLATLINE_DIALECT_ZDOOM = 3,
    FLATLINE_DIALECT_ETERNITY = 4,
    FLATLINE_DIALECT_DSDA = 5,
    FLATLINE_DIALECT_WOOF = 6,
    FLATLINE_DIALECTS = 7
};

/* One namespace that the loader knows, and the table of fields that it chooses. */
typedef struct flatline_namespace_row {
    const char* name;     /* lower case; compared without case */
    uint8_t dialect;      /* FLATLINE_DIALECT_* */
    uint8_t zero_line_id; /* 1: a linedef that gives no id has id 0; 0: it has -1 */
} flatline_namespace_row;

/* One field of one dialect, as the dialect's document or port has it. */
typedef struct flatline_field_row {
    const char* name;     /* lower case */
    const char* fallback; /* the default as text; "" if it has none or is the empty string */
    const char* alias_of; /* canonical names ("skill1 + skill2", "NOT single") or "" */
    const char* values;   /* allowed values "a|b|c" or a range "0..13"; "" for any */
    const char* source;   /* where the row comes from */
    uint8_t dialect;      /* FLATLINE_DIALECT_* */
    uint8_t block;        /* FLATLINE_VERTEX .. FLATLINE_THING, FLATLINE_GLOBAL */
    uint8_t kind;         /* FLATLINE_INTEGER .. FLATLINE_IDS */
    uint8_t required;     /* 1: every element must give it */
} flatline_field_row;

/* Where a standard field lies in the struct of its element. A flag of UDMF is one bit of the
 * struct's member `flags`; every other field is a member of its own. */
typedef struct flatline_standard_field_row {
    const char* name;
    uint32_t bit;     /* of `flags`; 0 where the field is no flag */
    uint16_t field;   /* its id */
    uint16_t offset;  /* of the member in flatline_vertex ... flatline_thing */
    uint8_t block;    /* FLATLINE_VERTEX .. FLATLINE_THING */
    uint8_t kind;     /* FLATLINE_INTEGER .. FLATLINE_STRING */
    uint8_t is_name;  /* 1: the member is an index into names */
    uint8_t is_index; /* 1: the member is an index of an element, or FLATLINE_NONE */
} flatline_standard_field_row;

/* ---- Loading --------------------------------------------------------------------------------- */

/* Values of flatline_options::repair. */
enum {
    FLATLINE_REFUSE = 0,       /* bad indices and missing required fields refuse the map */
    FLATLINE_REPAIR = 1,       /* they become element 0, the number 0 or none; findings say so */
    FLATLINE_REPAIR_LISTED = 2 /* only those of the rules in repair_rules */
};

/* Values of flatline_options::grammar, and of flatline_map_grammar. */
enum {
    FLATLINE_GRAMMAR_AUTOMATIC = 0, /* 0.99 where the text shows its signs, else 1.1 */
    FLATLINE_GRAMMAR_1_1 = 1,
    FLATLINE_GRAMMAR_0_99 = 2
};

/* Values of flatline_options::slope_rules: the port by whose rules sectors slope. Each port has its
 * own fields, specials and things for slopes, and its own order of steps. */
enum {
    FLATLINE_SLOPES_AUTOMATIC = 0, /* by the namespace: one of those below, or none */
    FLATLINE_SLOPES_NONE = 1,
    FLATLINE_SLOPES_ZDOOM = 2,
    FLATLINE_SLOPES_ETERNITY = 3,
    FLATLINE_SLOPES_SRB2 = 4
};

/* A lump that the host could not read, and why. */
typedef struct flatline_unreadable_lump {
    const char* name;
    flatline_finding finding;
} flatline_unreadable_lump;

/* What a built blockmap lists. Demos need the cells and the order of the port that recorded them.
 */
enum {
    FLATLINE_BLOCKMAP_TOUCHED = 0, /* each line in every cell that it touches, ascending */
    FLATLINE_BLOCKMAP_BOOM = 1     /* as Boom's builder: by whole numbers, descending */
};

/* What a load does with a REJECT that is too short or missing. Source: docs/blockmap.md, "The
 * REJECT lump". */
enum {
    FLATLINE_REJECT_DROP = 0,        /* the map has no table */
    FLATLINE_REJECT_ZEROS = 1,       /* its missing bytes are 0: those sectors see each other */
    FLATLINE_REJECT_ONES = 2,        /* they are 255: PrBoom 2.2.5 and 2.2.6 */
    FLATLINE_REJECT_OVERRUN = 3,     /* the first 16 are what followed it in doom.exe, the rest 0 */
    FLATLINE_REJECT_OVERRUN_ONES = 4 /* the same, the rest 255 */
};

/* Values of flatline_load_extras::field_gate. A field that the port does not read in the namespace
 * of the text counts as not given. namespace_override does not change that. Source: docs/udmf.md,
 * "Fields by namespace". */
enum { FLATLINE_GATE_NONE = 0, FLATLINE_GATE_WOOF = 1 };

/* Options that few hosts need. The last member of flatline_options, which may grow. */
typedef struct flatline_load_extras {
    const char* namespace_override;  /* read the map as if it named this one; NULL: its own */
    int32_t grammar;                 /* FLATLINE_GRAMMAR_* */
    int32_t strict;                  /* 1: refuse a map whose other lumps would be dropped */
    int32_t slope_rules;             /* FLATLINE_SLOPES_* */
    int32_t gzdoom_plane_d;          /* 1: as GZDoom, do not divide d of the plane fields by the
                                      * length of (a, b, c) */
    int32_t blockmap_style;          /* FLATLINE_BLOCKMAP_*, of a blockmap that is built */
    int32_t unused;                  /* 0 */
    const char* const* repair_rules; /* ids such as "line-missing-front", for REPAIR_LISTED */
    size_t repair_rule_count;
    const flatline_unreadable_lump* unreadable; /* up to 8 lumps beside the text that the host could
                                                 * not read; they become findings of the map */
    size_t unreadable_count;
    flatline_progress build_progress; /* during a build of nodes: hears the share that is done, may
                                       * end the load; without `report` it is `progress` */
    flatline_jobs jobs;               /* runs the threads; without `run` the load starts its own */
    uint64_t thread_bytes;            /* the least text for one thread; 0: 1 MiB */
    flatline_work* work;              /* the budget that the load counts towards; NULL: none */
    int32_t short_reject;             /* FLATLINE_REJECT_* */
    int32_t field_gate;               /* FLATLINE_GATE_* */
    int32_t arg0_is_id;               /* 1: in texts of the namespaces doom, heretic and strife
                                       * arg0 of a line becomes its id */
    int32_t unused2;                  /* 0 */
} flatline_load_extras;

/* How to load. Begin with FLATLINE_OPTIONS_INIT. Zero is the default of every member. Only the load
 * looks at what the members point to; nothing is kept. */
typedef struct flatline_options {
    size_t struct_size;            /* sizeof(flatline_options) */
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory_hooks memory;  /* a loader has its own; then these do not count */
    flatline_progress progress;
    uint32_t products; /* FLATLINE_PRODUCT_*; 0: NODES, REJECT and PLANES */
    int32_t repair;    /* FLATLINE_REFUSE, FLATLINE_REPAIR, FLATLINE_REPAIR_LISTED */
    uint32_t threads;  /* that read the text and build nodes and blockmap, up to 64; 0: one. One
                        * thread reads a short text in any case, and builds those of a small map */
    uint32_t unused;   /* 0 */
    flatline_lump znodes, blockmap, reject; /* as stored; a damaged one is dropped */
    flatline_load_extras extras;
} flatline_options;

#define FLATLINE_OPTIONS_INIT FLATLINE_SIZED(flatline_options)

/* What maps are made of: a TEXTMAP, the binary lumps of Doom or Hexen, or the text of Doom 3. */
enum {
    FLATLINE_FORMAT_UDMF = 0,
    FLATLINE_FORMAT_DOOM = 1,
    FLATLINE_FORMAT_HEXEN = 2,
    FLATLINE_FORMAT_DOOM3 = 3
};

/* How the text of a number becomes 16.16. All of them cut off toward zero. */
enum {
    FLATLINE_FIXED_EXACT = 0,  /* from the number as the text has it */
    FLATLINE_FIXED_CAST = 1,   /* Woof, Eternity: from the nearest double */
    FLATLINE_FIXED_DIGITS = 2, /* dsda-doom: from the digits before the dot and 8 after it; wraps */
    FLATLINE_FIXED_SINGLE = 3  /* SRB2's vertices: from the float nearest to the nearest double */
};

/* ---- Values of findings ---------------------------------------------------------------------- */

/* Values of flatline_finding::severity. */
enum { FLATLINE_NOTE = 0, FLATLINE_WARNING = 1, FLATLINE_ERROR = 2 };

/* Values of flatline_finding::lump: the lump or file whose bytes `offset` counts. */
enum {
    FLATLINE_LUMP_NONE = 0,
    FLATLINE_LUMP_TEXTMAP = 1,
    FLATLINE_LUMP_ZNODES = 2,
    FLATLINE_LUMP_BLOCKMAP = 3,
    FLATLINE_LUMP_REJECT = 4,
    FLATLINE_LUMP_DIRECTORY = 5,
    FLATLINE_LUMP_FILE = 6,
    FLATLINE_LUMP_MAP = 7,
    FLATLINE_LUMP_THINGS = 8,
    FLATLINE_LUMP_LINEDEFS = 9,
    FLATLINE_LUMP_SIDEDEFS = 10,
    FLATLINE_LUMP_VERTEXES = 11,
    FLATLINE_LUMP_SECTORS = 12,
    FLATLINE_LUMP_SEGS = 13,
    FLATLINE_LUMP_SSECTORS = 14,
    FLATLINE_LUMP_NODES = 15
};

/* Where a finding comes from, as far as the host knows. The sentence leaves out what is NULL. Begin
 * with FLATLINE_FINDING_SOURCE_INIT. */
typedef struct flatline_finding_source {
    size_t struct_size;   /* sizeof(flatline_finding_source) */
    const char* file;     /* any text of the host: "maps.wad" */
    const char* map_name; /* "MAP01" */
    const void* map;      /* the flatline_map or flatline_doom3_map of the load or the check */
} flatline_finding_source;

#define FLATLINE_FINDING_SOURCE_INIT FLATLINE_SIZED(flatline_finding_source)

/* ---- Binary maps ----------------------------------------------------------------------------- */

/* The lumps of a binary map, each as stored; an empty one is none. The first five are the map:
 * VERTEXES has 4 bytes a record, LINEDEFS 14 (Hexen 16), SIDEDEFS 30, SECTORS 26 and THINGS 10
 * (Hexen 20). The others are derived data. Begin with FLATLINE_BINARY_LUMPS_INIT. */
typedef struct flatline_binary_lumps {
    size_t struct_size; /* sizeof(flatline_binary_lumps) */
    flatline_lump things, linedefs, sidedefs, vertexes, sectors;
    flatline_lump segs, ssectors, nodes;
    flatline_lump reject, blockmap;
    int32_t hexen;   /* 1: records of Hexen format; the map has a lump BEHAVIOR */
    uint32_t unused; /* always 0 */
} flatline_binary_lumps;

#define FLATLINE_BINARY_LUMPS_INIT FLATLINE_SIZED(flatline_binary_lumps)

/* ---- What is built from a map ---------------------------------------------------------------- */

/* What a build of nodes takes besides the map. Begin with FLATLINE_NODES_OPTIONS_INIT. */
typedef struct flatline_nodes_options {
    size_t struct_size;            /* sizeof(flatline_nodes_options) */
    const flatline_limits* limits; /* segs, subsectors, nodes, node-depth and arena-bytes count;
                                    * NULL: the defaults */
    flatline_memory_hooks memory;
    flatline_progress progress; /* hears the share of the build that is done; may end it */
    int32_t strict;             /* 1: flatline_read_nodes also refuses wrong partners */
    int32_t stored_boxes;       /* 1: flatline_read_nodes fills flatline_bsp::stored_boxes */
    flatline_jobs jobs;         /* runs the threads; without `run` the build starts its own */
    uint32_t threads; /* that build the nodes of a large map, up to 64; 0: one. The nodes do not
                       * depend on it */
    uint32_t unused;  /* 0 */
} flatline_nodes_options;

#define FLATLINE_NODES_OPTIONS_INIT FLATLINE_SIZED(flatline_nodes_options)

/* A function that a walk calls with the number of each cell that it meets. Cells count from 0, row
 * by row from the lowest y. Return 0 to stop the walk. */
typedef int (*flatline_visit_cell)(void* context, uint32_t cell);

/* Which lines a walk has met: a line in many cells is visited once. The memory is the caller's.
 * Walks that run at the same time need marks of their own. flatline_line_marks_init fills the
 * members; leave them alone. */
typedef struct flatline_line_marks {
    uint32_t* marks;
    size_t count;
    uint32_t query;
} flatline_line_marks;

/* A function that a walk calls with each line that it meets. Return 0 to stop the walk. */
typedef int (*flatline_visit_line)(void* context, uint32_t line);

/* What a build takes besides the map. Begin with FLATLINE_RUNTIME_OPTIONS_INIT. */
typedef struct flatline_runtime_options {
    size_t struct_size;                /* sizeof(flatline_runtime_options) */
    const flatline_limits* limits;     /* arena-bytes counts; NULL: the defaults */
    const flatline_blockmap* blockmap; /* NULL: the map's, for the cells of sector bounds */
    const flatline_bsp* nodes;         /* NULL: the map's, for places of things, segs, subsectors */
    flatline_memory_hooks memory;
    flatline_progress progress; /* hears after each table how many are built; may end it */
    int32_t trails;             /* FLATLINE_TRAILS_* */
    uint32_t threads;   /* that build the tables of a large map, up to 64; 0: one. The tables do not
                         * depend on it */
    flatline_jobs jobs; /* runs the threads; without `run` the build starts its own */
} flatline_runtime_options;

#define FLATLINE_RUNTIME_OPTIONS_INIT FLATLINE_SIZED(flatline_runtime_options)

/* What a build takes besides the map. Begin with FLATLINE_USER_FIELDS_OPTIONS_INIT. */
typedef struct flatline_user_fields_options {
    size_t struct_size;            /* sizeof(flatline_user_fields_options) */
    const flatline_limits* limits; /* arena-bytes counts; NULL: the defaults */
    flatline_memory_hooks memory;
} flatline_user_fields_options;

#define FLATLINE_USER_FIELDS_OPTIONS_INIT FLATLINE_SIZED(flatline_user_fields_options)

/* ---- Loading Doom 3 maps --------------------------------------------------------------------- */

/* How to load a Doom 3 map. Begin with FLATLINE_DOOM3_OPTIONS_INIT. */
typedef struct flatline_doom3_options {
    size_t struct_size;            /* sizeof(flatline_doom3_options) */
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory_hooks memory;  /* a loader has its own; then these do not count */
    int32_t partial; /* 1: leave out primitives and entities with an error, load the rest */
    int32_t escapes; /* 1: a quote after a backslash does not end a string (DarkRadiant) */
    flatline_progress progress;
    flatline_work* work; /* the budget that the load counts towards; NULL: none */
} flatline_doom3_options;

#define FLATLINE_DOOM3_OPTIONS_INIT FLATLINE_SIZED(flatline_doom3_options)

/* What a build of windings or surfaces takes besides the map. Begin with
 * FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT. */
typedef struct flatline_doom3_geometry_options {
    size_t struct_size;            /* sizeof(flatline_doom3_geometry_options) */
    const flatline_limits* limits; /* world-coordinate, winding-points, surface-points, arena-bytes
                                    * count; NULL: the defaults */
    flatline_memory_hooks memory;
    double max_error;           /* for a patchDef2, in units: 4 to draw, 24 to collide; 0: 4 */
    int32_t local;              /* 1: in the space of each entity, 0: in the world's */
    int32_t straighten_fixed;   /* 1: also remove straight columns and rows of a patchDef3 */
    flatline_progress progress; /* windings: hears how many brushes are done; may end the build */
} flatline_doom3_geometry_options;

#define FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT FLATLINE_SIZED(flatline_doom3_geometry_options)

/* ---- Archives -------------------------------------------------------------------------------- */

/* What flatline_source::size returns for a file that cannot be opened. */
#define FLATLINE_NO_FILE 0xFFFFFFFFFFFFFFFFu

/* The function that Flatline passes to flatline_source::report, with its context. */
typedef void (*flatline_add_finding)(void* add_context, const char* path,
                                     const flatline_finding* finding);

/* A host's own files as three functions: `list`, `size` and `read`. The others may be NULL. Files
 * are numbered from 0. The functions are called on the thread of a call that opens an archive or
 * reads from it. They and `context` must last until `release`, or outlive every archive made with
 * them. Begin with FLATLINE_SOURCE_INIT. */
typedef struct flatline_source {
    size_t struct_size; /* sizeof(flatline_source) */
    /* The path of file `i`, with '/' between folders and none in front; NULL after the last file.
     * It need only last until the next call. A folder that cannot be listed counts as a file,
     * "name/" or "/". For a single file it is not called and may be NULL. */
    const char* (*list)(void* context, uint64_t i);
    /* The size of file `i` in bytes, FLATLINE_NO_FILE where it cannot be opened. */
    uint64_t (*size)(void* context, uint64_t i);
    /* Copies up to `size` bytes of file `i` from `offset` on to `out` and returns how many. Fewer
     * than `size` means the end of the file or an error. */
    uint64_t (*read)(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size);
    void* context;
    /* Says why file `i` cannot be opened or listed. `finding` is file-unreadable; the host may put
     * a better one there, by flatline_make_finding. */
    void (*reason)(void* context, uint64_t i, flatline_finding* finding);
    /* Calls `add` with `add_context` for each finding about the tree itself (path "") or about a
     * file that `list` does not give. Called once, after `list`. */
    void (*report)(void* context, flatline_add_finding add, void* add_context);
    /* 1 if file `i` was read to its end and does not match its checksum, else 0. */
    int (*is_damaged)(void* context, uint64_t i);
    /* Called before the first call of `size` or `read` for file `i`, and after the last one: for
     * what a host keeps of an open file. `open` returns 0 if the file cannot be opened. A file
     * that was opened twice is closed twice. Listing calls size without opening. */
    int (*open)(void* context, uint64_t i);
    void (*close)(void* context, uint64_t i);
    /* The size of the file that holds a packed tree, for the limit inflation-ratio; 0 if nobody
     * knows it. */
    uint64_t (*packed_bytes)(void* context);
    /* Frees `context`. Called once: when the archive is freed, or by a call that makes no archive.
     * Not called for BAD_ARGUMENT. */
    void (*release)(void* context);
} flatline_source;

#define FLATLINE_SOURCE_INIT FLATLINE_SIZED(flatline_source)

/* How to open an archive. Begin with FLATLINE_ARCHIVE_OPTIONS_INIT. */
typedef struct flatline_archive_options {
    size_t struct_size;            /* sizeof(flatline_archive_options) */
    const flatline_limits* limits; /* archive-entries, container-bytes, inflated-bytes and findings
                                    * count; NULL: the defaults */
    int32_t direct;  /* for a tree. 1: any part of a file can be read alone, as in a folder. 0: a
                      * read also reads what comes before; files count towards inflated-bytes */
    uint32_t unused; /* always 0 */
    flatline_memory_hooks memory; /* for lists and names */
} flatline_archive_options;

#define FLATLINE_ARCHIVE_OPTIONS_INIT FLATLINE_SIZED(flatline_archive_options)

/* One map of an archive. Its strings live until the archive is freed. */
typedef struct flatline_map_entry {
    const char* name; /* its label, or the stem of its file; a repeat has "#2", "#3", ... */
    const char* path; /* of the file that holds it; "" if the archive is that file */
    uint32_t lump_count;
    uint8_t format; /* FLATLINE_FORMAT_* */
    uint8_t bare;   /* 1: the file is the text itself; its one lump is called TEXTMAP or MAP */
    /* 0: a binary map with other records (Doom 64, PlayStation); Flatline does not load it */
    uint8_t supported;
} flatline_map_entry;

/* One lump of a map. Its name lives until the archive is freed. */
typedef struct flatline_map_lump {
    const char* name;      /* up to 8 bytes, as found */
    uint64_t offset, size; /* in bytes, in its file */
    int32_t readable;      /* 1: it lies inside the file */
} flatline_map_lump;

/* ---- Resources ------------------------------------------------------------------------------- */

/* What a name stands for. FLATLINE_LUMP: a lump of a WAD, or a file of a tree by the first 8 bytes
 * of its stem. FLATLINE_FILE: a file of a tree by its whole path. */
enum {
    FLATLINE_TEXTURE = 0,
    FLATLINE_FLAT = 1,
    FLATLINE_COLORMAP = 2,
    FLATLINE_LUMP = 3,
    FLATLINE_FILE = 4
};

/* One type of things, as the game configurations of Ultimate Doom Builder describe it. */
typedef struct flatline_thing_type {
    double radius, height; /* map units */
    int32_t type;          /* DoomEd number */
    uint8_t blocking;      /* 0: blocks nothing; 1: at any height; 2: along its own height */
    uint8_t error;         /* 0: may be anywhere; 1: not outside the map; 2: nor in walls */
    uint8_t obsolete;      /* 1: its class is marked with //$Obsolete */
    uint8_t unused;        /* always 0 */
} flatline_thing_type;

/* Begin with FLATLINE_RESOURCES_OPTIONS_INIT. */
typedef struct flatline_resources_options {
    size_t struct_size;            /* sizeof(flatline_resources_options) */
    const flatline_limits* limits; /* resource-names, config-bytes and those of archives count;
                                    * NULL: the defaults */
    flatline_memory_hooks memory;
    uint8_t texture_sizes; /* 1: read the head of each texture that is a file, to know its size */
    /* Called for each finding, with the path of the file inside the archive that it is about; ""
     * for the archive itself. The path has no zero byte and lives until the call returns. May be
     * NULL. */
    void (*report)(void* context, const char* path, size_t path_size,
                   const flatline_finding* finding);
    void* context; /* for `report` */
} flatline_resources_options;

#define FLATLINE_RESOURCES_OPTIONS_INIT FLATLINE_SIZED(flatline_resources_options)

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The level of a rule in a check: FLATLINE_NOTE, FLATLINE_WARNING, FLATLINE_ERROR, or off. */
enum { FLATLINE_RULE_OFF = 3 };
typedef struct flatline_rule_level {
    const char* rule; /* its id, such as "line-cross"; NULL: all rules */
    uint8_t level;    /* one of the four */
} flatline_rule_level;

/* The games that a check knows. The game decides what thing types, line specials, locks and keys
 * mean. AUTOMATIC: the check takes it from the map's namespace and label. */
enum {
    FLATLINE_GAME_AUTOMATIC = 0,
    FLATLINE_GAME_DOOM = 1,
    FLATLINE_GAME_DOOM2 = 2,
    FLATLINE_GAME_HERETIC = 3,
    FLATLINE_GAME_HEXEN = 4,
    FLATLINE_GAME_STRIFE = 5,
    FLATLINE_GAME_SRB2 = 6
};

/* What a check takes besides the map. Begin with FLATLINE_CHECK_OPTIONS_INIT. */
typedef struct flatline_check_options {
    size_t struct_size;                /* sizeof(flatline_check_options) */
    const flatline_limits* limits;     /* findings, arena-bytes and check-steps count; for a Doom 3
                                        * map also world-coordinate; NULL: the defaults */
    const flatline_archive* archive;   /* where the map came from, for rules about the lumps around
                                        * a TEXTMAP; NULL: skip them */
    size_t archive_map;                /* the map's index in it */
    const flatline_rule_level* levels; /* of some rules; if a rule is listed twice, the last counts.
                                        * The others have their default levels */
    size_t level_count;
    flatline_memory_hooks memory;        /* for working memory */
    flatline_progress progress;          /* hears how many rules are done; may end the check */
    const flatline_resources* resources; /* for rules about names and types; NULL: skip them */
    const void* behavior; /* the map's lump BEHAVIOR, for rules about scripts; NULL: it has none */
    size_t behavior_size; /* in bytes */
    flatline_work* work;  /* the budget that the check counts towards; NULL: none */
    uint32_t game;        /* FLATLINE_GAME_*: whose thing types, specials, locks and keys count */
    uint32_t unused;      /* always 0 */
} flatline_check_options;

#define FLATLINE_CHECK_OPTIONS_INIT FLATLINE_SIZED(flatline_check_options)

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* The programs that are judged, in the revisions of docs/README.md. */
enum {
    FLATLINE_PORT_GZDOOM = 0,
    FLATLINE_PORT_SRB2 = 1,
    FLATLINE_PORT_DSDA = 2,
    FLATLINE_PORT_WOOF = 3,
    FLATLINE_PORT_ETERNITY = 4,
    FLATLINE_PORT_ZDBSP = 5,
    FLATLINE_PORTS = 6
};

/* What a port does with a map, from the best to the worst; docs/verdicts.md describes them. */
enum {
    FLATLINE_LOADS = 0,
    FLATLINE_REPAIRS = 1,
    FLATLINE_UNKNOWN_VERDICT = 2,
    FLATLINE_UNDEFINED = 3,
    FLATLINE_REFUSES = 4
};

/* The verdict of one port. `rule` is the id of the rule or the fact ("port-...") that decided; ""
 * if none did. `document` and `section` say where the fact is written. Static strings. */
typedef struct flatline_verdict {
    const char* rule;
    const char* document;
    const char* section;
    uint8_t judgement;
} flatline_verdict;

/* What is judged besides the map. Begin with FLATLINE_VERDICT_OPTIONS_INIT. Flatline does not judge
 * what is left out. */
typedef struct flatline_verdict_options {
    size_t struct_size;              /* sizeof(flatline_verdict_options) */
    const flatline_report* report;   /* of flatline_check; NULL: skip the rules of a check */
    const flatline_archive* archive; /* where the map came from, for facts about the lumps around
                                      * it; NULL: skip them */
    size_t archive_map;              /* the map's index in it */
    const void* znodes;              /* the lump ZNODES of a TEXTMAP, or its first 8 bytes */
    size_t znodes_size;
    const void* nodes; /* the lumps NODES and SSECTORS of a binary map, likewise */
    size_t nodes_size;
    const void* ssectors;
    size_t ssectors_size;
    const flatline_named_lump* lumps; /* the lumps after the label, in the order of their file; the
                                       * first 64 count. Give also those after the map: some ports
                                       * go by position, some past the end of the map */
    size_t lump_count;
} flatline_verdict_options;

#define FLATLINE_VERDICT_OPTIONS_INIT FLATLINE_SIZED(flatline_verdict_options)

/* Values for flatline_lumps_digest. */
enum {
    FLATLINE_DIGEST_MD5 = 0, /* 16 bytes */
    FLATLINE_DIGEST_SHA1 = 1 /* 20 bytes */
};

/* One row of the table of verdicts: what each port does about one rule or fact. `detail` narrows
 * the row to some findings of the rule; "": all. FLATLINE_UNKNOWN_VERDICT: no document says what
 * that port does. Static strings. Source: docs/verdicts.md, "The table". */
typedef struct flatline_verdict_row {
    const char* rule;
    const char* detail;
    const char* document;
    const char* section;
    uint8_t judgements[FLATLINE_PORTS]; /* by FLATLINE_PORT_... */
} flatline_verdict_row;

/* ---- Differences ----------------------------------------------------------------------------- */

/* Values of flatline_change::kind. */
enum { FLATLINE_ADDED = 0, FLATLINE_REMOVED = 1, FLATLINE_CHANGED = 2 };

/* The value of a field on one side of a change: as given, or the default. */
typedef struct flatline_change_value {
    const void* data; /* STRING and KEYWORD: `size` bytes; IDS: `size` int32_t; else NULL */
    uint64_t size;
    union {
        int64_t integer; /* INTEGER, and BOOLEAN: 0 or 1 */
        double real;
        uint64_t block; /* UNKNOWN_BLOCK: its entry of flatline_arrays::unknowns */
    } value;
    uint8_t kind; /* FLATLINE_INTEGER .. FLATLINE_UNKNOWN_BLOCK, KEYWORD, FLATLINE_NO_VALUE: none */
    uint8_t unused[7]; /* always 0 */
} flatline_change_value;

/* One field of a changed element. */
typedef struct flatline_field_change {
    const char* name; /* `name_size` bytes, not terminated */
    uint64_t name_size;
    flatline_change_value before, after;
} flatline_field_change;

/* One element that only one of two maps has, or that differs between them. `before` is its index in
 * the first map, `after` in the second. */
typedef struct flatline_change {
    double x, y;            /* place in the second map; in the first if it was removed; or NaN */
    uint32_t before, after; /* or FLATLINE_NONE; blocks count among the unknown blocks */
    /* Side: its line. Block: its entry of flatline_arrays::unknowns. Else FLATLINE_NONE. */
    uint32_t owner_before, owner_after;
    uint32_t first_field, field_count; /* FLATLINE_CHANGED only */
    uint8_t kind;                      /* FLATLINE_ADDED .. FLATLINE_CHANGED */
    uint8_t element;                   /* FLATLINE_VERTEX .. FLATLINE_BLOCK */
    uint8_t side;                      /* side: 0 front, 1 back, in the map of x and y */
    uint8_t flipped; /* 1: both ends and both sides of a line are swapped; no field says so */
    uint32_t unused; /* always 0 */
} flatline_change;

/* Begin with FLATLINE_DIFF_OPTIONS_INIT. */
typedef struct flatline_diff_options {
    size_t struct_size;            /* sizeof(flatline_diff_options) */
    const flatline_limits* limits; /* arena-bytes counts; NULL: the defaults */
    flatline_memory_hooks memory;
    flatline_progress progress; /* hears the share of the steps that is done; may end it */
    uint32_t lossy;             /* 1: ignore what the format of one of the maps cannot hold */
    uint32_t unused;            /* always 0 */
} flatline_diff_options;

#define FLATLINE_DIFF_OPTIONS_INIT FLATLINE_SIZED(flatline_diff_options)

/* ---- Mending --------------------------------------------------------------------------------- */

/* Values of flatline_rule_fix. SAFE: no port shows or plays another map because of it. */
enum { FLATLINE_FIX_NONE = 0, FLATLINE_FIX_SAFE = 1, FLATLINE_FIX_UNSAFE = 2 };

/* Something that flatline_fix mended, or left as it was. */
typedef struct flatline_fix_row {
    const char* message; /* `message_size` bytes, not terminated */
    uint64_t message_size;
    uint32_t index;  /* of the element in the lumps as they were given, or FLATLINE_NONE */
    uint16_t rule;   /* whose finding it was: flatline_finding::rule */
    uint8_t element; /* FLATLINE_VERTEX .. FLATLINE_MAP */
    uint8_t applied; /* 1: mended, 0: left */
} flatline_fix_row;

/* Begin with FLATLINE_FIX_OPTIONS_INIT. */
typedef struct flatline_fix_options {
    size_t struct_size;                  /* sizeof(flatline_fix_options) */
    const flatline_options* load;        /* how the map is read; its lumps and products are not
                                          * looked at. NULL: the defaults */
    const flatline_check_options* check; /* how it is checked: game, resources and archive_map
                                          * count. NULL: the defaults */
    const char* const* rules;            /* ids: only findings of these are mended; NULL: all */
    size_t rule_count;
    uint32_t unsafe; /* 1: also what changes how some port shows or plays the map */
    uint32_t unused; /* always 0 */
} flatline_fix_options;

#define FLATLINE_FIX_OPTIONS_INIT FLATLINE_SIZED(flatline_fix_options)

/* ---- Writing --------------------------------------------------------------------------------- */

/* Where written bytes go. `write` gets `context` and the bytes in order, piece by piece; the bytes
 * live only during the call. If it returns 0, the writing ends with CANCELLED: the disk is full, or
 * the host has changed its mind. */
typedef struct flatline_sink {
    int (*write)(void* context, const void* bytes, size_t size);
    void* context;
} flatline_sink;

/* How a text is laid out. Both styles have one assignment per line. */
enum {
    FLATLINE_STYLE_UDB =
        0, /* `x = 64.0;`, the index as a comment, an empty line after each block */
    FLATLINE_STYLE_COMPACT = 1 /* `x=64;`, no blanks, no comments */
};

/* What a writer does with the numbers of Doom, Heretic and Strife in a text. Source:
 * docs/writer.md, "Translation". */
enum {
    FLATLINE_TRANSLATE_NONE = 0,
    FLATLINE_TRANSLATE_ZDOOM = 1 /* the namespace zdoom, by the tables of that port */
};

/* Options of flatline_write_textmap. Begin with FLATLINE_TEXTMAP_OPTIONS_INIT. */
typedef struct flatline_textmap_options {
    size_t struct_size; /* sizeof(flatline_textmap_options) */
    uint32_t style;
    uint32_t translate; /* FLATLINE_TRANSLATE_* */
    uint32_t lossy;     /* 1: write 0 for a number that has no translation, with a warning */
    uint32_t unused;    /* always 0 */
} flatline_textmap_options;

#define FLATLINE_TEXTMAP_OPTIONS_INIT FLATLINE_SIZED(flatline_textmap_options)

/* ---- Baked maps ------------------------------------------------------------------------------ */

#define FLATLINE_BAKE_KEY_BYTES 16

/* What flatline_map_bake writes besides the map. Begin with FLATLINE_BAKE_OPTIONS_INIT. */
typedef struct flatline_bake_options {
    size_t struct_size; /* sizeof(flatline_bake_options) */
    const uint8_t* key; /* FLATLINE_BAKE_KEY_BYTES of flatline_bake_key; NULL: all zero */
    /* Built from this map and its own nodes; NULL: none. Not of a Doom 3 map. */
    const flatline_built_runtime* runtime;
} flatline_bake_options;

#define FLATLINE_BAKE_OPTIONS_INIT FLATLINE_SIZED(flatline_bake_options)

/* What opening takes besides the file. Begin with FLATLINE_BAKED_OPTIONS_INIT. */
typedef struct flatline_baked_options {
    size_t struct_size; /* sizeof(flatline_baked_options) */
    const uint8_t* key; /* FLATLINE_BAKE_KEY_BYTES that the file must have; NULL: any */
    /* The TEXTMAP of the load, which the caller keeps unchanged until the map is freed. It is for
     * flatline_map_textmap, for places and quotes of findings, and for the rules of a check that
     * read the text; nothing else needs it. NULL: there is none. Not of a Doom 3 map, whose text
     * is in the file. */
    const void* text;
    size_t text_size;              /* in bytes: those of the load's text */
    const flatline_limits* limits; /* of elements and nodes, and arena-bytes of the opening; NULL:
                                    * the defaults */
    flatline_memory_hooks memory;
} flatline_baked_options;

#define FLATLINE_BAKED_OPTIONS_INIT FLATLINE_SIZED(flatline_baked_options)

/* ---- Sinks of lumps -------------------------------------------------------------------------- */

/* Where flatline_write_binary writes each lump. */
typedef struct flatline_binary_sinks {
    flatline_sink vertexes, linedefs, sidedefs, sectors, things;
} flatline_binary_sinks;

/* Options of flatline_write_binary. Begin with FLATLINE_BINARY_OPTIONS_INIT. */
typedef struct flatline_binary_options {
    size_t struct_size;            /* sizeof(flatline_binary_options) */
    const flatline_limits* limits; /* findings counts; NULL: the defaults */
    uint32_t format;               /* FLATLINE_FORMAT_DOOM or HEXEN; 0: DOOM */
    uint32_t lossy; /* 1: write although fields are lost; a warning for each kind of field */
} flatline_binary_options;

#define FLATLINE_BINARY_OPTIONS_INIT FLATLINE_SIZED(flatline_binary_options)

/* The nodes of written lumps. */
enum {
    FLATLINE_NODES_BUILT = 0, /* new ones */
    FLATLINE_NODES_KEPT = 1,  /* those of the map if the format can hold them; else new ones */
    FLATLINE_NODES_LEFT_OUT = 2
};

/* Options of flatline_make_map_lumps. Begin with FLATLINE_MAP_LUMPS_OPTIONS_INIT. */
typedef struct flatline_map_lumps_options {
    size_t struct_size;                /* sizeof(flatline_map_lumps_options) */
    uint32_t format;                   /* FLATLINE_FORMAT_UDMF, DOOM or HEXEN */
    uint32_t style;                    /* FLATLINE_STYLE_* */
    uint32_t nodes;                    /* FLATLINE_NODES_BUILT, KEPT or LEFT_OUT */
    uint32_t compress_nodes;           /* 1: ZGL3 or ZNOD instead of XGL3 or XNOD */
    const flatline_named_lump* stored; /* the lumps that the map had, in order */
    size_t stored_count;
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory_hooks memory;
    flatline_progress progress; /* hears the share of a build of nodes that is done; may end it */
    uint32_t with_blockmap;     /* 1: an empty BLOCKMAP in a UDMF group. Woof stops without one, and
                                 * builds its own if it is empty */
    uint32_t translate;         /* FLATLINE_TRANSLATE_*; for a text only */
    uint32_t lossy;  /* 1: write although fields, lumps or numbers are lost, with a warning each */
    uint32_t unused; /* always 0 */
} flatline_map_lumps_options;

#define FLATLINE_MAP_LUMPS_OPTIONS_INIT FLATLINE_SIZED(flatline_map_lumps_options)

/* A map of an archive with the new lumps after its label. */
typedef struct flatline_written_map {
    size_t map;
    const flatline_named_lump* lumps;
    size_t lump_count;
    const char* label; /* the new name of the map, 1 to 8 of A-Z 0-9 _ - [ ] and the backslash;
                        * NULL keeps the old one */
} flatline_written_map;

/* What flatline_finding::a and ::b hold; FLATLINE_NUMBERS_NONE after the last rule. */
enum {
    FLATLINE_NUMBERS_NONE = 0,
    FLATLINE_NUMBERS_INTEGERS = 1,
    FLATLINE_NUMBERS_REALS = 2,     /* the bits of doubles */
    FLATLINE_NUMBERS_LUMP_NAME = 3, /* `a`: the 8 bytes of a lump's name */
    FLATLINE_NUMBERS_PLANE = 4,     /* `a`: 0 floor, 1 ceiling; for a brush the number of a side */
    FLATLINE_NUMBERS_RULES = 5,     /* up to eight rules + 1, `a` before `b`, 16 bits each */
    /* `a`: a bit for each key that would open the lock. `b`: when the map has none of them; bits 0
     * to 4 are skills 1 to 5 in single player, bits 5 to 9 in coop. */
    FLATLINE_NUMBERS_LOCK = 6
};

/* Where a finding is. */
typedef struct flatline_location {
    uint64_t offset;       /* a byte of its lump; FLATLINE_NO_OFFSET: none */
    uint64_t line, column; /* from 1, columns in bytes; 0 where it is in no text */
    /* On the map: a vertex or thing itself, the middle of a line or of the line of a side, of a
     * sector the middle of the box around its lines. NaN where it has no place. */
    flatline_vertex point;
} flatline_location;

/* What a check did with a rule (flatline_finding::rule). NOT_RUN: it is on, but the host gave no
 * archive or resources for it. CUT_SHORT: by the limit check-steps. */
enum { FLATLINE_RULE_RUN = 0, FLATLINE_RULE_NOT_RUN = 1, FLATLINE_RULE_CUT_SHORT = 2 };

/* A fact about a map that is wrong for some port only, so that it is no finding. After the last one
 * `id` is NULL. */
typedef struct flatline_port_fact_row {
    const char* id; /* begins with "port-" */
    const char* sentence;
} flatline_port_fact_row;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_H */
