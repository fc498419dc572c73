/* flatline/types.h: every struct that Flatline publishes, as plain C99 data.
 *
 * All indices are 0-based and count elements of one kind in file order, as editors show them.
 * After a load every index is below the count of the array it names, or FLATLINE_NONE where the
 * field's comment allows it. Pointers live as long as the map that they came from.
 *
 * A struct whose first member is struct_size may grow at its end. Begin with its _INIT, which sets
 * that size and leaves the rest zero, the default. What the struct of a later header has beyond
 * this library's has to be zero: else the call returns FLATLINE_BAD_ARGUMENT.
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

/* A string of the map: `size` bytes, not terminated, any encoding. `offset` counts in the map's
 * character space: the TEXTMAP as given, then the decoded strings (those that had an escape).
 * Resolve it with flatline_map_text; no bytes are copied. */
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

/* Values of flatline_column::kind, flatline_unknown::kind and of the kinds in fields.hpp: what a
 * value is. */
enum {
    FLATLINE_INTEGER = 0,
    FLATLINE_REAL = 1,
    FLATLINE_BOOLEAN = 2,
    FLATLINE_STRING = 3,
    FLATLINE_IDS = 4,           /* columns only: a list of integers (moreids) */
    FLATLINE_UNKNOWN_BLOCK = 5, /* flatline_unknown only: a block; its contents follow */
    FLATLINE_ANY = 6,           /* rows of fields.hpp only: any kind (user_*), kept as unknown */
    FLATLINE_KEYWORD = 7        /* flatline_unknown only: a word without quotes, in `string` */
};

/* One field of a dialect beyond the standard ones, for the elements that give it: two parallel
 * arrays of `count` entries, `elements` strictly ascending. An element that is not listed has the
 * field's default (fields.hpp). A map has a column only for a field that it uses. */
typedef struct flatline_column {
    uint16_t field;  /* FieldId */
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

/* A value by its kind: FLATLINE_INTEGER, REAL, BOOLEAN or STRING, or FLATLINE_NO_VALUE, where all
 * other members are 0. `real` also holds integers and booleans, so that a host that wants a number
 * need not ask for the kind. */
typedef struct flatline_value {
    const char* string; /* `size` bytes, static */
    uint64_t size;
    double real;
    int32_t integer;
    uint8_t boolean; /* 0 or 1 */
    uint8_t kind;
} flatline_value;

#define FLATLINE_NO_VALUE 0xFFu

/* Something that the dialect's table does not know, kept in file order with its spelling.
 * The entries of an unknown block stand right after it, up to (not including) entry `block_end`. */
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

/* One finding: numbers and places only; line, column and sentence are made on demand
 * (findings.hpp). What `a` and `b` count is said by the rule's row. */
typedef struct flatline_finding {
    uint64_t offset;         /* byte in the lump, from 0, or FLATLINE_NO_OFFSET */
    int64_t a, b;            /* integers, the bits of doubles, or a lump name: see the rule */
    uint32_t length;         /* bytes at `offset` that the finding is about; 0: none */
    uint32_t index;          /* element, or FLATLINE_NONE */
    uint16_t rule;           /* flatline::Rule */
    uint16_t field;          /* FieldId or FLATLINE_NO_FIELD */
    uint8_t severity;        /* 0 note, 1 warning, 2 error */
    uint8_t element;         /* FLATLINE_VERTEX .. FLATLINE_MAP */
    uint8_t lump;            /* flatline::Lump */
    uint8_t repaired;        /* 1: the repair policy put a 0, or none, in its place */
    uint8_t refuses;         /* 1: this is why there is no map */
    uint8_t related_element; /* FLATLINE_VERTEX .. FLATLINE_THING: what `related` counts */
    uint8_t unused[2];       /* always 0 */
    uint32_t related;        /* the other element of a pair, or FLATLINE_NONE */
} flatline_finding;

/* ---- Records of binary lumps ----------------------------------------------------------------- */

/* LINEDEFS, THINGS, VERTEXES, SIDEDEFS and SECTORS as they are stored, for flatline_map_stored.
 * Names have 8 bytes and no zero byte where they are so long. Source: docs/binary.md, "Records". */
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

/* The records of one lump, in its order: record i is element i. VERTEXES also has the vertices that
 * a node builder added, behind those of the map. All zero where there are none. */
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

/* What a lump SEGS says of a seg beside its ends. Nothing was checked: builders differ. */
typedef struct flatline_stored_angle {
    uint16_t angle; /* 65536 are a full turn, 0 is east */
    int16_t offset; /* of its first end, along the linedef's side, in map units */
} flatline_stored_angle;

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
 * one subsector is the whole map. Every node and subsector is reached exactly once. Of a stored
 * tree, segs, subsectors and nodes have the lump's order and number: none is moved or left out. */
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
    const flatline_stored_angle* stored_angles; /* one a seg, of the forms classic and xNd4, where
                                                 * they were asked for; else null */
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
    /* 1: of a lump whose lists all begin with a 0 that names no line. These entries are left out of
     * the lists: lines[first - 1] is that 0. */
    uint32_t skipped_zero;
} flatline_blockmap;

/* Which sectors cannot see each other. Bit number from * sector_count + to, counted from the least
 * bit of the first byte, is 1 where nothing in sector `from` can see anything in sector `to`. */
typedef struct flatline_reject {
    const unsigned char* bits; /* null: none, every sector sees every sector */
    uint64_t sector_count;
} flatline_reject;

/* ---- Planes ---------------------------------------------------------------------------------- */

/* The plane a x + b y + c z + d = 0, (a, b, c) of length 1. Of a floor c > 0, of a ceiling c < 0,
 * never within 1e-9 of 0, so that z = -(d + a x + b y) / c is finite everywhere. */
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

/* Bits of flatline_plane_source::flags: what SRB2 keeps with a slope, as data. */
enum {
    FLATLINE_PLANE_NO_PHYSICS = 1 << 0, /* nothing slides on it */
    FLATLINE_PLANE_DYNAMIC = 1 << 1,    /* it follows the sectors or things that made it */
    FLATLINE_PLANE_SHARED = 1 << 2      /* one with that of sector `index`: moves when that does */
};

/* Where a plane came from. */
typedef struct flatline_plane_source {
    uint32_t index; /* line, thing or, of a copy, sector; FLATLINE_NONE for the other kinds */
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

/* A vertex of the map or its tree in 16.16, after the port's P_RemoveSlimeTrails. */
typedef struct flatline_trail_vertex {
    int32_t x, y;             /* where it is in the game */
    int32_t drawn_x, drawn_y; /* where it is drawn */
} flatline_trail_vertex;

/* Values of flatline_runtime_options::trails: what becomes of a vertex in the middle of a line
 * whose builder rounded it. Source: docs/runtime.md, "Segs as ports have them". */
enum {
    FLATLINE_TRAILS_MBF = 0,   /* Woof since MBF: it moves; more than 8 units are not drawn */
    FLATLINE_TRAILS_DRAWN = 1, /* ports in older demos: it moves as it is drawn, up to 8 units */
    FLATLINE_TRAILS_LXDOOM = 2 /* dsda-doom since lxdoom: it moves, however far */
};

/* What ports compute of a seg. Angles: 2^32 are a full turn, 0 is east. */
typedef struct flatline_seg_data {
    uint32_t angle;       /* flatline_bsp::stored_angles where they are there; else from v1 to v2,
                           * 0 for a miniseg */
    uint32_t drawn_angle; /* between the drawn vertices; `angle` where it is 30 degrees off */
    int32_t offset;       /* of v1 from the beginning of its side, 16.16; 0 for a miniseg */
    uint32_t half_length; /* between the drawn vertices, 16.16 */
} flatline_seg_data;

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
    FLATLINE_RUNTIME_TRAILS = 1 << 9,
    FLATLINE_RUNTIME_SEG_DATA = 1 << 10, /* brings the trails too */
    FLATLINE_RUNTIME_SUBSECTOR_LINES = 1 << 11,
    FLATLINE_RUNTIME_SOUND_GROUPS = 1 << 12,
    FLATLINE_RUNTIME_ALL = (1 << 13) - 1
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
    uint32_t trail_vertex_count, seg_count, subsector_count, subsector_line_count;
    const flatline_trail_vertex* trail_vertices; /* those of the map, then those of its tree */
    const flatline_seg_data* seg_data;           /* one a seg */
    /* Of each subsector the first seg of each of its lines, in the order of its segs. */
    const uint32_t* subsector_line_rows;
    const uint32_t* subsector_lines;
    /* Sound passes between sectors of one group, doors open. Beyond one line that blocks it there
     * are the group's neighbours, ascending. */
    const uint32_t* sound_groups; /* one a sector */
    const uint32_t* sound_neighbour_rows;
    const uint32_t* sound_neighbours;
    uint32_t sound_group_count, sound_neighbour_count;
} flatline_runtime;

/* ---- Doom 3 maps ----------------------------------------------------------------------------- */

/* A plane: points with a x + b y + c z + d = 0. */
typedef struct flatline_doom3_plane {
    double a, b, c, d;
} flatline_doom3_plane;

/* A key and its value, as written between the quotes. The places of both are text offsets. */
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
    /* The entity's origin counts for this primitive: local = world - origin. The engine takes an
     * origin only for what follows it, and none in the worldspawn. Without it both are the same. */
    FLATLINE_DOOM3_MOVED = 1 << 0,
    /* The numbers are in world space (patches, three-point planes), else in the entity's own. */
    FLATLINE_DOOM3_WORLD_SPACE = 1 << 1,
    /* The engine reads the materials with "textures/" in front of them. */
    FLATLINE_DOOM3_TEXTURES_PREFIX = 1 << 2
};

/* One side of a brush: plane and texture. The plane is as written, not normalised; of three points
 * (clockwise from outside) its normal is a unit vector, or zero where they lie on one line. */
typedef struct flatline_doom3_side {
    flatline_doom3_plane plane;
    double matrix[2][3]; /* rows that yield s and t, in repeats of the texture */
    uint32_t material;
    uint32_t offset;                /* of its first parenthesis */
    int32_t contents, flags, value; /* what follows the material, 0 where nothing does */
    uint32_t quake_texture;         /* of a bare brush: its five numbers; else FLATLINE_NONE */
} flatline_doom3_side;

/* The texture numbers of a side of a bare brush. Doom 3 reads them and uses 1/32 for its matrix. */
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
 * column: that of column i and row j is point first_point + i * height + j. A size that no
 * grid can have is kept as 0 by 0 without points; even sizes and sizes below 3 stand as written. */
typedef struct flatline_doom3_patch {
    uint32_t first_point;
    uint32_t width, height;
    int32_t subdivisions[2]; /* of PATCH_DEF3, segments a piece along u and v; else 0 */
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

/* One side of a brush, built: points first_point on, clockwise seen from outside; none where the
 * side has no winding. Points of one brush that are the same are so to the last bit. */
typedef struct flatline_doom3_winding {
    flatline_doom3_plane plane; /* unit normal; all zero where the side is degenerate */
    double texture[2][4];       /* rows u of s and t: u[0] x + u[1] y + u[2] z + u[3], in repeats */
    uint32_t first_point, point_count;
    uint32_t flags;
    uint32_t other; /* of DUPLICATE and MIRRORED: the earlier side, else FLATLINE_NONE */
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

/* A brush, built. The box is all zero where no side has a winding. */
typedef struct flatline_doom3_solid {
    double low[3], high[3];
    double volume;                     /* 0 where the brush is not closed */
    uint32_t first_point, point_count; /* of all its windings */
    uint32_t winding_count;            /* sides with a winding */
    uint32_t flags;
} flatline_doom3_solid;

/* Windings of all brushes: one entry a side and one a brush of the map, by the same index. */
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

/* A patch, tessellated: rows of columns, vertex first_vertex + row * columns + column, columns
 * along u. Triangles run clockwise seen from where the normals point. */
typedef struct flatline_doom3_surface {
    double low[3], high[3];           /* of its vertices; all zero where there are none */
    double hull_low[3], hull_high[3]; /* of its control points: holds the surface, and more */
    uint32_t columns, rows;           /* of vertices; 0 by 0 where there is no surface */
    uint32_t first_vertex;
    uint32_t first_index, index_count; /* three a triangle */
    uint32_t flags;
} flatline_doom3_surface;

/* Surfaces of all patches: one entry a patch of the map, by the same index. */
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

/* The fields user_* and all others that the dialect of the map does not know and that stand
 * directly in an element. Those of element i of a kind are fields rows[kind][i] up to
 * rows[kind][i + 1], in the order of the text; where one is given twice, the last counts. */
typedef struct flatline_user_fields {
    const flatline_text* names; /* each once without case, spelled as first used, ascending */
    const flatline_user_field* fields;
    const uint32_t* rows[5]; /* FLATLINE_VERTEX .. FLATLINE_THING; NULL: none of the kind has any */
    uint32_t element_count[5];
    uint32_t name_count, field_count;
} flatline_user_fields;

/* ---- Work of a file -------------------------------------------------------------------------- */

/* A budget of work for several loads and checks: give the same one to all calls for the maps of
 * one file, because thousands of maps may share one text. A step is a byte that is read, a byte
 * of memory beyond 256 KiB, or what check-steps and slope-steps count. A call takes at least
 * 4096 steps. A load that does not fit is refused (limit-file-work); a check ends early
 * (check-incomplete). One thread at a time; the same calls take the same steps on every machine. */
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

/* Values of flatline_host_column::range: what becomes of a number that the type cannot hold.
 * Fractions are cut off before, towards 0. */
enum {
    FLATLINE_RANGE_REFUSE = 0, /* nothing at all is written */
    FLATLINE_RANGE_CLAMP = 1,  /* the nearest number that it holds */
    FLATLINE_RANGE_WRAP = 2    /* the low bits, as a cast in C; clamped in floating point */
};

/* Values of flatline_host_column::otherwise and flatline_fixed_column::otherwise: what the member
 * of an element becomes that does not give the field. */
enum {
    FLATLINE_OTHERWISE_DEFAULT = 0, /* the field's default in the map's namespace */
    FLATLINE_OTHERWISE_HOST = 1,    /* the host's own default */
    FLATLINE_OTHERWISE_KEEP = 2     /* it stays as it is */
};

/* One member of an array of structs: `base` is the member in the first struct, and `stride`
 * the size of a struct. */
typedef struct flatline_host_column {
    void* base;
    size_t stride;
    size_t count;  /* structs; at least as many as the map has elements of the field's kind */
    int32_t type;  /* FLATLINE_HOST_* */
    int32_t range; /* FLATLINE_RANGE_* */
    /* Written for all elements where no map of this dialect can give the field. */
    double host_default;
    /* Of a whole type. Not 0: any number but 0 sets these bits of the member, and 0 clears them;
     * its other bits stay. Such numbers fit whatever the type is. */
    uint32_t bits;
    int32_t otherwise; /* FLATLINE_OTHERWISE_*; a binary map gives all standard fields */
} flatline_host_column;

/* One member of type int32_t that gets the 16.16 of a field. */
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

/* Values of flatline_options::products, or-ed: what a load makes beside
 * the arrays of the TEXTMAP. */
enum {
    FLATLINE_PRODUCT_NODES = 1 << 0,    /* the stored nodes, verified */
    FLATLINE_PRODUCT_BLOCKMAP = 1 << 1, /* the stored blockmap, verified; else a built one */
    FLATLINE_PRODUCT_REJECT = 1 << 2,   /* the stored table */
    FLATLINE_PRODUCT_BUILD_NODES = 1
                                   << 3, /* built nodes where stored ones are missing or dropped */
    FLATLINE_PRODUCT_PLANES = 1 << 4,    /* floors and ceilings slope; without it all are flat */
    FLATLINE_PRODUCT_STORED_BOXES = 1 << 5,   /* with NODES: flatline_bsp::stored_boxes */
    FLATLINE_PRODUCT_BUILD_BLOCKMAP = 1 << 6, /* with BLOCKMAP: a built one in any case */
    /* flatline_map_stored of a binary map: the caller keeps the lumps unchanged until the map is
     * freed. Only a lump at an odd address is copied. */
    FLATLINE_PRODUCT_STORED_RECORDS = 1 << 7,
    FLATLINE_PRODUCT_STORED_ANGLES = 1 << 8, /* with NODES: flatline_bsp::stored_angles */
    /* A zero byte follows every string that flatline_map_name, flatline_map_text and
     * flatline_map_namespace give. These strings live as long as the map, without the text. */
    FLATLINE_PRODUCT_TERMINATED = 1 << 9,
    /* What 0 stands for. */
    FLATLINE_PRODUCT_DEFAULT =
        FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_PLANES,
    FLATLINE_PRODUCT_NONE = 1 << 30 /* of these nothing; 0 is the default set */
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

/* ---- What all calls share -------------------------------------------------------------------- */

/* How a call ended. These values never change. */
typedef enum flatline_status {
    FLATLINE_OK = 0,
    FLATLINE_REFUSED = 1,       /* the findings say why; there are no arrays */
    FLATLINE_OUT_OF_MEMORY = 2, /* the same call may be repeated */
    FLATLINE_BAD_ARGUMENT = 3,  /* nothing was done: an unknown name, value or size */
    FLATLINE_CANCELLED = 4,   /* by flatline_progress or a flatline_sink; no arrays, no findings */
    FLATLINE_FIELD_ABSENT = 5 /* of flatline_scatter, no error: the host's default was written */
} flatline_status;

/* The handles, which are opaque. Each begins with one result {status, findings, memory}, so that
 * flatline_free, flatline_findings and their neighbours take any of them. */
typedef struct flatline_loader flatline_loader;       /* working memory kept between loads */
typedef struct flatline_map flatline_map;             /* of a load, refused or not; never changes */
typedef struct flatline_doom3_map flatline_doom3_map; /* the same for a Doom 3 map */
typedef struct flatline_archive flatline_archive;     /* the maps of a file or of a tree of files */
typedef struct flatline_file flatline_file;           /* an open file of an archive */
typedef struct flatline_resources flatline_resources; /* names and thing types of a game */
typedef struct flatline_report flatline_report;       /* of a check; refers to its map by index */
typedef struct flatline_diff_result flatline_diff_result; /* refers to both of its maps */
typedef struct flatline_written flatline_written;         /* what a writing came to */
typedef struct flatline_map_lumps flatline_map_lumps;     /* the lumps of one map, in their order */
/* What was built from a map. It never changes, owns its memory and refers to the map by index. */
typedef struct flatline_built_nodes flatline_built_nodes;
typedef struct flatline_built_runtime flatline_built_runtime;
typedef struct flatline_built_user_fields flatline_built_user_fields;
typedef struct flatline_doom3_built_windings flatline_doom3_built_windings;
typedef struct flatline_doom3_built_surfaces flatline_doom3_built_surfaces;

/* Every bound, one member each; docs/limits.md has units, defaults and reasons, flatline_limit_name
 * and its neighbours the same as data. Fill it by flatline_limits_default or a preset before
 * anything else, then set members or call flatline_limits_set. `reserved` is for bounds to come. */
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

/* Two functions of the host that give memory for arrays and take it back; both get `context` as it
 * is. The thread that loads, builds or frees calls them, no other; they must outlive all that is
 * made with them. `acquire` returns `bytes` bytes, which need not be a multiple of anything, always
 * aligned to FLATLINE_MEMORY_ALIGNMENT; NULL ends the call with OUT_OF_MEMORY. `release` gets what
 * `acquire` gave, with the same size. A load holds no more than it announces, and after it hardly
 * more than it used. Both NULL: memory comes from the system, where pages count only once they are
 * touched; one of them NULL is a BAD_ARGUMENT. `seed` and their addresses key the tables over names
 * of a file: a host whose addresses can be guessed gives a random number. No result depends on it.
 */
enum { FLATLINE_MEMORY_ALIGNMENT = 64 };
typedef struct flatline_memory_hooks {
    void* (*acquire)(void* context, size_t bytes);
    void (*release)(void* context, void* memory, size_t bytes);
    void* context;
    uint64_t seed;
} flatline_memory_hooks;

/* `report` tells the host that `done` of the `total` bytes of the text are read; `done` never
 * falls. When it has reached `total`, only derived data is left to do. Returning 0 ends the load,
 * which returns CANCELLED. NULL: no reports. It is called on the thread that loads and gets
 * `context` as it is. Calls are at least `interval_ms` milliseconds apart, the first one interval
 * after the start; 0 stands for 5. FLATLINE_PROGRESS_EVERY_STEP: a call after each 256 KiB of text
 * and between stages. While a
 * host's pool (flatline_jobs) reads the text without the thread that loads, there are no calls, and
 * the load cannot be ended. */
#define FLATLINE_PROGRESS_EVERY_STEP 0xFFFFFFFFu
typedef struct flatline_progress {
    int32_t (*report)(void* context, uint64_t done, uint64_t total);
    void* context;
    uint32_t interval_ms;
} flatline_progress;

/* A function of the host that runs jobs on the host's own threads. `run` calls job(job_context, i)
 * once for every i below `count`, on any threads and in any order, and returns when all are done;
 * doing them one after another on the calling thread is allowed. The thread that loads calls it
 * with `context` as it is, in loads that use more than one thread. `run` NULL: the load starts
 * threads of its own, which end before the load does. */
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

/* A lump with its name, which ends in a zero byte. Of a longer one 8 bytes are written. */
typedef struct flatline_named_lump {
    const char* name;
    flatline_lump bytes;
} flatline_named_lump;

/* Bytes that get a new owner, with the function that frees them. `release` is called with them
 * once, on the thread that frees the new owner. It may be NULL; then nothing is called. */
typedef struct flatline_buffer {
    void* data;
    size_t size;
    void (*release)(void* context, void* data, size_t size);
    void* context;
} flatline_buffer;

/* ---- Tables of fields ------------------------------------------------------------------------ */

/* The tables of fields. The namespace of a map chooses one. Every dialect knows the standard fields
 * of UDMF 1.1 too, and a text read by the grammar of 0.99 also knows the names of UDMF099.
 * Source: docs/udmf.md, "Namespaces". */
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
    const char* fallback; /* the default as text; "" also where unset */
    const char* alias_of; /* canonical names ("skill1 + skill2", "NOT single") or "" */
    const char* values;   /* allowed values "a|b|c" or a range "0..13"; "" for any */
    const char* source;   /* where the row comes from */
    uint8_t dialect;      /* FLATLINE_DIALECT_* */
    uint8_t block;        /* FLATLINE_VERTEX .. FLATLINE_THING, FLATLINE_GLOBAL */
    uint8_t kind;         /* FLATLINE_INTEGER .. FLATLINE_IDS */
    uint8_t required;     /* 1: an element has to give it */
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
    FLATLINE_REPAIR = 1,       /* they become element 0, 0 or none, each with a finding */
    FLATLINE_REPAIR_LISTED = 2 /* only those of the rules in repair_rules */
};

/* Values of flatline_options::grammar, and of flatline_map_grammar. */
enum {
    FLATLINE_GRAMMAR_AUTOMATIC = 0, /* 0.99 where the text shows its signs, else 1.1 */
    FLATLINE_GRAMMAR_1_1 = 1,
    FLATLINE_GRAMMAR_0_99 = 2
};

/* Values of flatline_options::slope_rules: by which port's rules sectors slope. Each port has its
 * own fields, specials and things for this, and its own order of steps. */
enum {
    FLATLINE_SLOPES_AUTOMATIC = 0, /* by the namespace: one of those below, or none */
    FLATLINE_SLOPES_NONE = 1,
    FLATLINE_SLOPES_ZDOOM = 2,
    FLATLINE_SLOPES_ETERNITY = 3,
    FLATLINE_SLOPES_SRB2 = 4
};

/* A lump that is there and could not be read, and why. */
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

/* What becomes of a REJECT that is too short, or missing. Source: docs/blockmap.md, "The REJECT
 * lump". */
enum {
    FLATLINE_REJECT_DROP = 0,    /* there is no table */
    FLATLINE_REJECT_ZEROS = 1,   /* its missing bytes are 0: those sectors see each other */
    FLATLINE_REJECT_ONES = 2,    /* they are 255: PrBoom 2.2.5 and 2.2.6 */
    FLATLINE_REJECT_OVERRUN = 3, /* the first 16 are what lay behind it in doom.exe, the rest 0 */
    FLATLINE_REJECT_OVERRUN_ONES = 4 /* the same, the rest 255 */
};

/* Values of flatline_load_extras::field_gate: fields that the port does not read in the namespace
 * of the text, whatever namespace_override says, count as not given. Source: docs/udmf.md, "Fields
 * by namespace". */
enum { FLATLINE_GATE_NONE = 0, FLATLINE_GATE_WOOF = 1 };

/* What few hosts set: the last member of flatline_options, so that it may grow. */
typedef struct flatline_load_extras {
    const char* namespace_override;  /* reads the map as if it said this; NULL: what it says */
    int32_t grammar;                 /* FLATLINE_GRAMMAR_* */
    int32_t strict;                  /* 1: refuse a map whose other lumps would be dropped */
    int32_t slope_rules;             /* FLATLINE_SLOPES_* */
    int32_t gzdoom_plane_d;          /* 1: d of the plane fields is not divided by the length of
                                      * (a, b, c), as GZDoom has it */
    int32_t blockmap_style;          /* FLATLINE_BLOCKMAP_*, of a blockmap that is built */
    int32_t unused;                  /* 0 */
    const char* const* repair_rules; /* ids such as "line-missing-front", for REPAIR_LISTED */
    size_t repair_rule_count;
    const flatline_unreadable_lump* unreadable; /* lumps beside the text that the host could not
                                                 * read, 8 at most: findings of the map */
    size_t unreadable_count;
    flatline_progress build_progress; /* of a build of nodes: gets its share, may end the load;
                                       * without `report`, `progress` is called meanwhile */
    flatline_jobs jobs;               /* what the threads are; without `run` the load starts them */
    uint64_t thread_bytes;            /* of text that each thread gets at least; 0: 1 MiB */
    flatline_work* work;              /* that the load counts towards; NULL: none */
    int32_t short_reject;             /* FLATLINE_REJECT_* */
    int32_t field_gate;               /* FLATLINE_GATE_* */
    int32_t arg0_is_id;               /* 1: in texts of the namespaces doom, heretic and strife
                                       * arg0 of a line becomes its id */
    int32_t unused2;                  /* 0 */
} flatline_load_extras;

/* How to load. Begin with FLATLINE_OPTIONS_INIT. Zero is the default of every member. What is
 * pointed to is looked at during the load and not kept. */
typedef struct flatline_options {
    size_t struct_size;            /* sizeof(flatline_options) */
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory_hooks memory;  /* where a call has a loader, the loader's is used instead */
    flatline_progress progress;
    uint32_t products; /* FLATLINE_PRODUCT_*; 0: NODES, REJECT and PLANES */
    int32_t repair;    /* FLATLINE_REFUSE, FLATLINE_REPAIR, FLATLINE_REPAIR_LISTED */
    uint32_t threads;  /* that may read the text, 64 at most; 0: one. A short text is read by one */
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

/* How the text of a number becomes 16.16; all cut toward zero. */
enum {
    FLATLINE_FIXED_EXACT = 0,  /* the number of the text itself */
    FLATLINE_FIXED_CAST = 1,   /* Woof, Eternity: of the nearest double */
    FLATLINE_FIXED_DIGITS = 2, /* dsda-doom: of the digits before the dot and eight behind; wraps */
    FLATLINE_FIXED_SINGLE = 3  /* SRB2's vertices: of the nearest float of the nearest double */
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

/* Where findings come from, as far as a host knows it. What is NULL is left out. Begin with
 * FLATLINE_FINDING_SOURCE_INIT. */
typedef struct flatline_finding_source {
    size_t struct_size;   /* sizeof(flatline_finding_source) */
    const char* file;     /* any words of the host: "maps.wad" */
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
    int32_t hexen;   /* 1: the map has a lump BEHAVIOR, so records are those of Hexen */
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
    flatline_progress progress; /* gets the share of the build that is done; may end it */
    int32_t strict;             /* 1: flatline_read_nodes refuses partners that are none, too */
    int32_t stored_boxes;       /* 1: flatline_read_nodes keeps flatline_bsp::stored_boxes */
} flatline_nodes_options;

#define FLATLINE_NODES_OPTIONS_INIT FLATLINE_SIZED(flatline_nodes_options)

/* A function that a walk calls with the number of each cell that it meets; cells are counted from
 * 0, row by row from the lowest y. It returns 0 to stop the walk. */
typedef int (*flatline_visit_cell)(void* context, uint32_t cell);

/* Which lines a walk has met already, so that one in many cells is visited once. The memory is the
 * caller's; walks that run at the same time need marks of their own. Fill it by
 * flatline_line_marks_init and leave its members alone. */
typedef struct flatline_line_marks {
    uint32_t* marks;
    size_t count;
    uint32_t query;
} flatline_line_marks;

/* A function that a walk calls with each line that it meets. It returns 0 to stop the walk. */
typedef int (*flatline_visit_line)(void* context, uint32_t line);

/* What a build takes besides the map. Begin with FLATLINE_RUNTIME_OPTIONS_INIT. */
typedef struct flatline_runtime_options {
    size_t struct_size;                /* sizeof(flatline_runtime_options) */
    const flatline_limits* limits;     /* arena-bytes counts; NULL: the defaults */
    const flatline_blockmap* blockmap; /* NULL: the map's, for the cells of sector bounds */
    const flatline_bsp* nodes;         /* NULL: the map's, for places of things, segs, subsectors */
    flatline_memory_hooks memory;
    flatline_progress progress; /* gets after each table how many are built; may end it */
    int32_t trails;             /* FLATLINE_TRAILS_* */
    uint32_t unused;            /* always 0 */
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
    flatline_memory_hooks memory;  /* where a call has a loader, the loader's is used instead */
    int32_t partial; /* 1: what has an error in it is left out, and the rest is a map */
    int32_t escapes; /* 1: a quote behind a backslash does not end a string (DarkRadiant) */
    flatline_progress progress;
    flatline_work* work; /* that the load counts towards; NULL: none */
} flatline_doom3_options;

#define FLATLINE_DOOM3_OPTIONS_INIT FLATLINE_SIZED(flatline_doom3_options)

/* What a build of windings or surfaces takes besides the map. Begin with
 * FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT. */
typedef struct flatline_doom3_geometry_options {
    size_t struct_size;            /* sizeof(flatline_doom3_geometry_options) */
    const flatline_limits* limits; /* world-coordinate, winding-points, surface-points, arena-bytes
                                    * count; NULL: the defaults */
    flatline_memory_hooks memory;
    double max_error;           /* of a patchDef2, in units: 4 to draw, 24 to collide; 0: 4 */
    int32_t local;              /* 1: in the space of each entity, 0: in the world's */
    int32_t straighten_fixed;   /* 1: a patchDef3 loses its straight columns and rows too */
    flatline_progress progress; /* of windings: gets how many brushes are done; may end the build */
} flatline_doom3_geometry_options;

#define FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT FLATLINE_SIZED(flatline_doom3_geometry_options)

/* ---- Archives -------------------------------------------------------------------------------- */

/* What flatline_source::size says of a file that cannot be opened. */
#define FLATLINE_NO_FILE 0xFFFFFFFFFFFFFFFFu

/* A function that the library passes to flatline_source::report, with the context that it wants. */
typedef void (*flatline_add_finding)(void* add_context, const char* path,
                                     const flatline_finding* finding);

/* A host's own files as three functions, and more that a host may leave NULL. Files are
 * numbered from 0. An archive calls the functions while it is opened and while something in it is
 * read, on the thread of that call; they and `context` last until `release`, or outlive every
 * archive made with them. Begin with FLATLINE_SOURCE_INIT. */
typedef struct flatline_source {
    size_t struct_size; /* sizeof(flatline_source) */
    /* The path of file `i`, with '/' between folders and none in front; NULL past the last file.
     * It has to last until the next call only. A folder that cannot be listed is a file too:
     * "name/", or "/". Of a single file it is not called and may be NULL. */
    const char* (*list)(void* context, uint64_t i);
    /* The size of file `i` in bytes, FLATLINE_NO_FILE where it cannot be opened. */
    uint64_t (*size)(void* context, uint64_t i);
    /* Copies up to `size` bytes of file `i` from `offset` on to `out` and returns how many. Fewer
     * than asked for are the end of the file or an error. */
    uint64_t (*read)(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size);
    void* context;
    /* Why file `i` cannot be opened or listed: puts a better finding in the place of
     * file-unreadable, which `finding` is. flatline_make_finding makes one. */
    void (*reason)(void* context, uint64_t i, flatline_finding* finding);
    /* Calls `add` with `add_context` for each finding about the tree itself, whose path is "", or
     * about a file that `list` does not give. Called once, after `list`. */
    void (*report)(void* context, flatline_add_finding add, void* add_context);
    /* 1 where file `i` has been read to its end and does not match a checksum, else 0. */
    int (*is_damaged)(void* context, uint64_t i);
    /* Called before the first call of `size` or `read` for file `i` and after the last one: what a
     * host keeps for an open file. `open` returns 0 where it cannot be opened. A file that is
     * opened twice is closed twice. Listing asks for sizes without opening. */
    int (*open)(void* context, uint64_t i);
    void (*close)(void* context, uint64_t i);
    /* The size of the file that a packed tree lies in, of which the limit inflation-ratio speaks, 0
     * where nobody knows it. */
    uint64_t (*packed_bytes)(void* context);
    /* The end of `context`: called once, when the archive is freed, or by a call that gives none;
     * not for BAD_ARGUMENT. */
    void (*release)(void* context);
} flatline_source;

#define FLATLINE_SOURCE_INIT FLATLINE_SIZED(flatline_source)

/* How to open an archive. Begin with FLATLINE_ARCHIVE_OPTIONS_INIT. */
typedef struct flatline_archive_options {
    size_t struct_size;            /* sizeof(flatline_archive_options) */
    const flatline_limits* limits; /* archive-entries, container-bytes, inflated-bytes and findings
                                    * count; NULL: the defaults */
    int32_t direct;  /* of a tree, 1: any part of a file can be read by itself, as in a folder; 0:
                      * the bytes before it are read too, and files count towards inflated-bytes */
    uint32_t unused; /* always 0 */
    flatline_memory_hooks memory; /* for lists and names */
} flatline_archive_options;

#define FLATLINE_ARCHIVE_OPTIONS_INIT FLATLINE_SIZED(flatline_archive_options)

/* One map of an archive. Its strings live until the archive is freed. */
typedef struct flatline_map_entry {
    const char* name; /* its label, or the stem of its file; a repeat carries "#2", "#3", ... */
    const char* path; /* of the file that holds it, "" where the archive is that file */
    uint32_t lump_count;
    uint8_t format; /* FLATLINE_FORMAT_* */
    uint8_t bare;   /* 1: the file is the text itself, one lump called TEXTMAP or MAP */
    /* 0: a binary map of other records, as Doom 64 and the PlayStation have; no load takes it */
    uint8_t supported;
} flatline_map_entry;

/* One lump of a map. Its name lives until the archive is freed. */
typedef struct flatline_map_lump {
    const char* name;      /* up to 8 bytes, as found */
    uint64_t offset, size; /* in bytes, in its file */
    int32_t readable;      /* 1: it lies inside the file */
} flatline_map_lump;

/* ---- Resources ------------------------------------------------------------------------------- */

/* What a name stands for. FLATLINE_LUMP: any lump of a WAD, and any file of a tree by the first 8
 * bytes of its stem. FLATLINE_FILE: a file of a tree by its whole path. */
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
    /* Called for each finding, with the path of the file inside the archive that it is about, ""
     * for the archive itself; it is not terminated and lives until the call returns. May be NULL.*/
    void (*report)(void* context, const char* path, size_t path_size,
                   const flatline_finding* finding);
    void* context; /* for `report` */
} flatline_resources_options;

#define FLATLINE_RESOURCES_OPTIONS_INIT FLATLINE_SIZED(flatline_resources_options)

/* ---- Checks ---------------------------------------------------------------------------------- */

/* What a check makes of a rule: FLATLINE_NOTE, FLATLINE_WARNING, FLATLINE_ERROR, or nothing. */
enum { FLATLINE_RULE_OFF = 3 };
typedef struct flatline_rule_level {
    const char* rule; /* its id, such as "line-cross"; NULL: all rules */
    uint8_t level;    /* one of the four */
} flatline_rule_level;

/* The games whose types of things are known. AUTOMATIC: by the map's namespace and its name. */
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
    const flatline_limits* limits;     /* findings, arena-bytes and check-steps count, of a Doom 3
                                        * map world-coordinate too; NULL: the defaults */
    const flatline_archive* archive;   /* that the map came from, for the rules about the lumps
                                        * around a TEXTMAP; NULL: without them */
    size_t archive_map;                /* its index there */
    const flatline_rule_level* levels; /* of some rules that the check runs, of one rule the last
                                        * counts; the others have their default levels */
    size_t level_count;
    flatline_memory_hooks memory;        /* for working memory */
    flatline_progress progress;          /* gets how many rules are done; may end the check */
    const flatline_resources* resources; /* for rules about names and types; NULL: without them */
    const void* behavior; /* the map's lump BEHAVIOR, for rules about scripts; NULL: it has none */
    size_t behavior_size; /* in bytes */
    flatline_work* work;  /* that the check counts towards; NULL: none */
    uint32_t game;        /* FLATLINE_GAME_*, for the rules about things */
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

/* The verdict of one port. `rule` is the id of the rule, or of the fact ("port-..."), that decides
 * it, "" where nothing did; `document` and `section` are where the fact stands. Static strings. */
typedef struct flatline_verdict {
    const char* rule;
    const char* document;
    const char* section;
    uint8_t judgement;
} flatline_verdict;

/* What is judged besides the map. Begin with FLATLINE_VERDICT_OPTIONS_INIT. What is left out is not
 * judged. */
typedef struct flatline_verdict_options {
    size_t struct_size;              /* sizeof(flatline_verdict_options) */
    const flatline_report* report;   /* of flatline_check; NULL: without the rules of a check */
    const flatline_archive* archive; /* that the map came from, for facts about the lumps around
                                      * it; NULL: without them */
    size_t archive_map;              /* its index there */
    const void* znodes;              /* the lump ZNODES of a TEXTMAP, or its first 8 bytes */
    size_t znodes_size;
    const void* nodes; /* the lumps NODES and SSECTORS of a binary map, likewise */
    size_t nodes_size;
    const void* ssectors;
    size_t ssectors_size;
    const flatline_named_lump* lumps; /* those behind the label, in the order of their file, as many
                                       * as are known, of which 64 count: some ports go by position,
                                       * and some past the end of the map */
    size_t lump_count;
} flatline_verdict_options;

#define FLATLINE_VERDICT_OPTIONS_INIT FLATLINE_SIZED(flatline_verdict_options)

/* Values for flatline_lumps_digest. */
enum {
    FLATLINE_DIGEST_MD5 = 0, /* 16 bytes */
    FLATLINE_DIGEST_SHA1 = 1 /* 20 bytes */
};

/* One row of the table behind the verdicts: what all ports do about one rule or fact. `detail`
 * narrows it to some of its findings; "": all. FLATLINE_UNKNOWN_VERDICT: no document says anything
 * of that port. Static strings. Source: docs/verdicts.md, "The table". */
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

/* What a field is on one side of a change: given there, or its default. */
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

/* One element that is only in one of two maps, or is different in them. Indices `before` count in
 * the first map, `after` in the second. */
typedef struct flatline_change {
    double x, y;            /* place in the second map, of what was removed in the first; or NaN */
    uint32_t before, after; /* index, of a block among the unknown blocks, or FLATLINE_NONE */
    /* Of a side: its line. Of a block: its entry of flatline_arrays::unknowns. Else NONE. */
    uint32_t owner_before, owner_after;
    uint32_t first_field, field_count; /* only of FLATLINE_CHANGED */
    uint8_t kind;                      /* FLATLINE_ADDED .. FLATLINE_CHANGED */
    uint8_t element;                   /* FLATLINE_VERTEX .. FLATLINE_BLOCK */
    uint8_t side;                      /* of a side: 0 front, 1 back, in the map of x and y */
    uint8_t flipped; /* 1: of a line both ends and sides are swapped, and that is no field */
    uint32_t unused; /* always 0 */
} flatline_change;

/* Begin with FLATLINE_DIFF_OPTIONS_INIT. */
typedef struct flatline_diff_options {
    size_t struct_size;            /* sizeof(flatline_diff_options) */
    const flatline_limits* limits; /* arena-bytes counts; NULL: the defaults */
    flatline_memory_hooks memory;
    flatline_progress progress; /* told which share of the steps is done; may end it */
    uint32_t lossy;             /* 1: what the format of one map cannot hold is no difference */
    uint32_t unused;            /* always 0 */
} flatline_diff_options;

#define FLATLINE_DIFF_OPTIONS_INIT FLATLINE_SIZED(flatline_diff_options)

/* ---- Writing --------------------------------------------------------------------------------- */

/* Where written bytes go. `write` is called with `context` as it is and the bytes in order, piece
 * by piece; the bytes are there during the call only. Returning 0 ends the writing with CANCELLED:
 * a disk is full, or the host has changed its mind. */
typedef struct flatline_sink {
    int (*write)(void* context, const void* bytes, size_t size);
    void* context;
} flatline_sink;

/* How a text is laid out; both have one assignment a line. */
enum {
    FLATLINE_STYLE_UDB =
        0, /* `x = 64.0;`, the index as a comment, an empty line behind each block */
    FLATLINE_STYLE_COMPACT = 1 /* `x=64;`, nothing that is not needed */
};

/* What becomes of the numbers of Doom, Heretic and Strife in a text. Source: docs/writer.md,
 * "Translation". */
enum {
    FLATLINE_TRANSLATE_NONE = 0,
    FLATLINE_TRANSLATE_ZDOOM = 1 /* the namespace zdoom, by the tables of that port */
};

/* Options of flatline_write_textmap. Begin with FLATLINE_TEXTMAP_OPTIONS_INIT. */
typedef struct flatline_textmap_options {
    size_t struct_size; /* sizeof(flatline_textmap_options) */
    uint32_t style;
    uint32_t translate; /* FLATLINE_TRANSLATE_* */
    uint32_t lossy;     /* 1: a number that cannot be translated becomes 0, with a warning */
    uint32_t unused;    /* always 0 */
} flatline_textmap_options;

#define FLATLINE_TEXTMAP_OPTIONS_INIT FLATLINE_SIZED(flatline_textmap_options)

/* Where flatline_write_binary writes each lump. */
typedef struct flatline_binary_sinks {
    flatline_sink vertexes, linedefs, sidedefs, sectors, things;
} flatline_binary_sinks;

/* Options of flatline_write_binary. Begin with FLATLINE_BINARY_OPTIONS_INIT. */
typedef struct flatline_binary_options {
    size_t struct_size;            /* sizeof(flatline_binary_options) */
    const flatline_limits* limits; /* findings counts; NULL: the defaults */
    uint32_t format;               /* FLATLINE_FORMAT_DOOM or HEXEN; 0: DOOM */
    uint32_t lossy; /* 1: writes although fields are lost, with a warning for each kind */
} flatline_binary_options;

#define FLATLINE_BINARY_OPTIONS_INIT FLATLINE_SIZED(flatline_binary_options)

/* Which nodes lumps have that are written. */
enum {
    FLATLINE_NODES_BUILT = 0, /* new ones */
    FLATLINE_NODES_KEPT = 1,  /* those of the map, where the format can have them; else new ones */
    FLATLINE_NODES_LEFT_OUT = 2
};

/* Options of flatline_make_map_lumps. Begin with FLATLINE_MAP_LUMPS_OPTIONS_INIT. */
typedef struct flatline_map_lumps_options {
    size_t struct_size;                /* sizeof(flatline_map_lumps_options) */
    uint32_t format;                   /* FLATLINE_FORMAT_UDMF, DOOM or HEXEN */
    uint32_t style;                    /* FLATLINE_STYLE_* */
    uint32_t nodes;                    /* FLATLINE_NODES_BUILT, KEPT or LEFT_OUT */
    uint32_t compress_nodes;           /* 1: ZGL3 or ZNOD instead of XGL3 or XNOD */
    const flatline_named_lump* stored; /* the lumps that the map has had, in order */
    size_t stored_count;
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory_hooks memory;
    flatline_progress progress; /* gets the share of a build of nodes that is done; may end it */
    uint32_t with_blockmap;     /* 1: an empty BLOCKMAP in a UDMF group, for Woof, which stops where
                                 * there is none and builds its own */
    uint32_t translate;         /* FLATLINE_TRANSLATE_*; of a text only */
    uint32_t lossy;  /* 1: writes although fields, lumps or numbers are lost, with a warning each */
    uint32_t unused; /* always 0 */
} flatline_map_lumps_options;

#define FLATLINE_MAP_LUMPS_OPTIONS_INIT FLATLINE_SIZED(flatline_map_lumps_options)

/* A map of an archive with the lumps that come to stand behind its label. */
typedef struct flatline_written_map {
    size_t map;
    const flatline_named_lump* lumps;
    size_t lump_count;
    const char* label; /* the new name of the map, 1 to 8 of A-Z 0-9 _ - [ ] and the backslash;
                        * NULL keeps the old one */
} flatline_written_map;

/* What flatline_finding::a and ::b of a rule hold; FLATLINE_NUMBERS_NONE past the last rule. */
enum {
    FLATLINE_NUMBERS_NONE = 0,
    FLATLINE_NUMBERS_INTEGERS = 1,
    FLATLINE_NUMBERS_REALS = 2,     /* the bits of doubles */
    FLATLINE_NUMBERS_LUMP_NAME = 3, /* the 8 bytes of a lump's name */
    FLATLINE_NUMBERS_PLANE = 4,     /* `a`: 0 a floor, 1 a ceiling; of a brush a side's number */
    FLATLINE_NUMBERS_RULES = 5      /* up to eight rules + 1, `a` before `b`, 16 bits each */
};

/* Tells the places of many byte offsets of one text, of a map or any other: ascending ones take one
 * pass over the text in all. Storage only: fill it by flatline_place_finder_init, with a text that
 * stays as long as it is used. Places are as in flatline_place. One thread at a time. */
typedef struct flatline_place_finder {
    uint64_t storage[8];
} flatline_place_finder;

/* What became of a rule (flatline_finding::rule) in a check. NOT_RUN: it is on, and had not the
 * archive or the resources that it needs. CUT_SHORT: by the limit check-steps. */
enum { FLATLINE_RULE_RUN = 0, FLATLINE_RULE_NOT_RUN = 1, FLATLINE_RULE_CUT_SHORT = 2 };

/* Row number `i` of the table, and fact number `i` about a map that is no finding, because it is
 * wrong for some port only. Past the last one `rule` or `id` is NULL. Any thread. */
typedef struct flatline_port_fact_row {
    const char* id; /* begins with "port-" */
    const char* sentence;
} flatline_port_fact_row;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_H */
