/* flatline/types.h: every struct that Flatline publishes, as plain C99 data.
 *
 * All indices are 0-based and count elements of one kind in file order, as editors show them.
 * After a load every index is below the count of the array it names, or FLATLINE_NONE where the
 * field's comment allows it. Pointers live as long as the map that they came from.
 */
#ifndef FLATLINE_TYPES_H
#define FLATLINE_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FLATLINE_NONE 0xFFFFFFFFu              /* no element: no back side, no index */
#define FLATLINE_NO_OFFSET 0xFFFFFFFFFFFFFFFFu /* a finding without a place in a lump */
#define FLATLINE_NO_FIELD 0xFFFFu              /* a finding that is not about a field */

/* A string of the map: `size` bytes, not terminated, any encoding. `offset` counts in the map's
 * character space: the TEXTMAP as given, then the decoded strings (those that had an escape).
 * Resolve it with Map::text or flatline_map_text; no bytes are copied. */
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

/* What an index counts, and what a block of a TEXTMAP defines. */
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

/* Kinds of a value. */
enum {
    FLATLINE_INTEGER = 0,
    FLATLINE_REAL = 1,
    FLATLINE_BOOLEAN = 2,
    FLATLINE_STRING = 3,
    FLATLINE_IDS = 4,           /* columns only: a list of integers (moreids) */
    FLATLINE_UNKNOWN_BLOCK = 5, /* flatline_unknown only: a block; its contents follow */
    FLATLINE_ANY = 6            /* rows of fields.hpp only: any kind (user_*), kept as unknown */
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
    uint8_t kind;    /* FLATLINE_INTEGER, REAL, BOOLEAN, STRING or UNKNOWN_BLOCK */
    uint16_t depth;  /* 0: stands directly in the element or at top level */
} flatline_unknown;

/* One finding: numbers and places only; line, column and sentence are made on demand
 * (findings.hpp). What `a` and `b` count is said by the rule's row. */
typedef struct flatline_finding {
    uint64_t offset;   /* byte in the lump, from 0, or FLATLINE_NO_OFFSET */
    int64_t a, b;      /* integers, the bits of doubles, or a lump name: see the rule */
    uint32_t length;   /* bytes at `offset` that the finding is about; 0: none */
    uint32_t index;    /* element, or FLATLINE_NONE */
    uint16_t rule;     /* flatline::Rule */
    uint16_t field;    /* FieldId or FLATLINE_NO_FIELD */
    uint8_t severity;  /* 0 note, 1 warning, 2 error */
    uint8_t element;   /* FLATLINE_VERTEX .. FLATLINE_MAP */
    uint8_t lump;      /* flatline::Lump */
    uint8_t repaired;  /* 1: the repair policy put a 0, or none, in its place */
    uint8_t refuses;   /* 1: this is why there is no map */
    uint8_t unused[7]; /* always 0 */
} flatline_finding;

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
    int32_t origin_x, origin_y;          /* lower left corner of cell 0, map units */
    uint32_t columns, rows;
    uint32_t entry_count; /* of lines */
    uint32_t from_lump;   /* 1: read from BLOCKMAP, 0: built */
} flatline_blockmap;

/* REJECT: bit from * sector_count + to, least bit of a byte first, set where `from` cannot see
 * `to`. */
typedef struct flatline_reject {
    const unsigned char* bits; /* null: none, every sector sees every sector */
    uint64_t sector_count;
} flatline_reject;

/* What ports compute of a line after loading. */
typedef struct flatline_line_data {
    double dx, dy;                   /* v2 - v1 */
    double left, bottom, right, top; /* of both ends */
    uint32_t front_sector;           /* right of v1 -> v2 */
    uint32_t back_sector;            /* or FLATLINE_NONE */
    uint32_t slope;                  /* FLATLINE_SLOPE_* */
    uint32_t unused;                 /* always 0 */
} flatline_line_data;

/* By the signs of dx and dy; dx is asked first, so a line without length is vertical. */
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

/* Where a thing stands. */
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

/* One edge of a subsector, clockwise: the subsector lies to the right of v1 to v2. A vertex below
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
    char format[8];             /* "XGL3", ... as stored, or "built"; ends with a NUL */
} flatline_bsp;

/* Parts of a flatline_runtime; a host asks for what it uses. */
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
    uint32_t parts; /* FLATLINE_RUNTIME_*: what is there */
} flatline_runtime;

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

/* ---- Doom 3 maps (.map) ----------------------------------------------------------------------
 *
 * Right-handed, z up. Inside a brush a x + b y + c z + d <= 0 holds for every side; the normal
 * (a, b, c) points out of it. `offset` counts bytes of the text from 0. */

/* A plane: points with a x + b y + c z + d = 0. */
typedef struct flatline_d3_plane {
    double a, b, c, d;
} flatline_d3_plane;

/* A key and its value, as written between the quotes. The places of both are text offsets. */
typedef struct flatline_d3_pair {
    flatline_text key, value;
} flatline_d3_pair;

/* How a primitive was written: flatline_d3_brush::kind, flatline_d3_patch::kind. */
enum {
    FLATLINE_D3_BRUSH_DEF3 = 0, /* plane equations and a texture matrix */
    FLATLINE_D3_BRUSH_DEF2 = 1, /* the same under another name */
    FLATLINE_D3_BRUSH_DEF = 2,  /* three points and a texture matrix */
    FLATLINE_D3_BRUSH_BARE = 3, /* three points and Quake's five texture numbers */
    FLATLINE_D3_PATCH_DEF2 = 4, /* tessellated by its curvature */
    FLATLINE_D3_PATCH_DEF3 = 5  /* tessellated into a fixed number of pieces */
};

/* Bits of flatline_d3_brush::flags and flatline_d3_patch::flags. */
enum {
    /* The entity's origin counts for this primitive: local = world - origin. The engine takes an
     * origin only for what follows it, and none in the worldspawn. Without it both are the same. */
    FLATLINE_D3_MOVED = 1 << 0,
    /* The numbers are in world space (patches, three-point planes), else in the entity's own. */
    FLATLINE_D3_WORLD_SPACE = 1 << 1,
    /* The engine reads the materials with "textures/" in front of them. */
    FLATLINE_D3_TEXTURES_PREFIX = 1 << 2
};

/* One side of a brush: plane and texture. The plane is as written, not normalised; of three points
 * (clockwise from outside) its normal is a unit vector, or zero where they lie on one line. */
typedef struct flatline_d3_side {
    flatline_d3_plane plane;
    double matrix[2][3]; /* rows that yield s and t, in repeats of the texture */
    uint32_t material;
    uint32_t offset;                /* of its first parenthesis */
    int32_t contents, flags, value; /* what follows the material, 0 where nothing does */
    uint32_t quake_texture;         /* of a bare brush: its five numbers; else FLATLINE_NONE */
} flatline_d3_side;

/* The texture numbers of a side of a bare brush. Doom 3 reads them and uses 1/32 for its matrix. */
typedef struct flatline_d3_quake_texture {
    double shift[2], rotate, scale[2];
} flatline_d3_quake_texture;

/* A brush: the convex solid behind all of its sides. */
typedef struct flatline_d3_brush {
    uint32_t first_side, side_count;
    uint32_t first_pair, pair_count; /* into the pairs of primitives */
    uint32_t entity;
    uint32_t primitive; /* its number among the entity's brushes and patches */
    uint32_t offset;    /* of its first brace */
    uint16_t kind;      /* FLATLINE_D3_BRUSH_* */
    uint16_t flags;
} flatline_d3_brush;

/* A control point of a patch: place and texture coordinates. */
typedef struct flatline_d3_point {
    double x, y, z, s, t;
} flatline_d3_point;

/* A Bezier surface of width columns (u) by height rows (v). Points stand as in the file, column by
 * column: that of column i and row j is point first_point + i * height + j. A size that no
 * grid can have is kept as 0 by 0 without points; even sizes and sizes below 3 stand as written. */
typedef struct flatline_d3_patch {
    uint32_t first_point;
    uint32_t width, height;
    int32_t subdivisions[2]; /* of PATCH_DEF3, segments a piece along u and v; else 0 */
    int32_t settings[3];     /* contents, flags, value: nothing uses them */
    uint32_t material;
    uint32_t first_pair, pair_count; /* into the pairs of primitives */
    uint32_t entity;
    uint32_t primitive; /* its number among the entity's brushes and patches */
    uint32_t offset;    /* of its first brace */
    uint16_t kind;      /* FLATLINE_D3_PATCH_* */
    uint16_t flags;
} flatline_d3_patch;

/* Bits of flatline_d3_entity::flags. */
enum {
    FLATLINE_D3_HAS_ORIGIN = 1 << 0, /* it has a key "origin" */
    FLATLINE_D3_WORLDSPAWN = 1 << 1, /* its class is worldspawn, in any case */
    FLATLINE_D3_BAD_ORIGIN = 1 << 2  /* the last key "origin" is not three numbers */
};

/* An entity: pairs in file order with repeats, brushes and patches (each in file order). */
typedef struct flatline_d3_entity {
    double origin[3]; /* of the last key "origin"; missing parts are 0 */
    uint32_t first_pair, pair_count;
    uint32_t first_brush, brush_count;
    uint32_t first_patch, patch_count;
    uint32_t offset; /* of its brace */
    uint32_t flags;
} flatline_d3_entity;

/* Every array of a Doom 3 map. */
typedef struct flatline_d3_arrays {
    const flatline_d3_entity* entities;
    const flatline_d3_pair* pairs;           /* of entities */
    const flatline_d3_pair* primitive_pairs; /* of brushes and patches */
    const flatline_d3_brush* brushes;
    const flatline_d3_side* sides;
    const flatline_d3_quake_texture* quake_textures;
    const flatline_d3_patch* patches;
    const flatline_d3_point* points;
    const flatline_text* materials; /* as written, each spelling once */
    uint32_t entity_count, pair_count, primitive_pair_count, brush_count, side_count;
    uint32_t quake_texture_count, patch_count, point_count, material_count;
    uint32_t has_version; /* 0: the file has no Version line */
    double version;
} flatline_d3_arrays;

/* ---- What is built from a Doom 3 map: windings of brushes, surfaces of patches -------------- */

typedef struct flatline_d3_vector {
    double x, y, z;
} flatline_d3_vector;

/* Bits of flatline_d3_winding::flags: what is wrong with a side. */
enum {
    FLATLINE_D3_SIDE_DEGENERATE = 1 << 0, /* no normal: shorter than 1e-6, points on one line */
    FLATLINE_D3_SIDE_NOT_UNIT = 1 << 1,   /* the normal's length is off by more than 0.001 */
    FLATLINE_D3_SIDE_DUPLICATE = 1 << 2,  /* on the plane of an earlier side, which counts */
    FLATLINE_D3_SIDE_MIRRORED = 1 << 3,   /* on the plane of an earlier side, facing it */
    FLATLINE_D3_SIDE_REDUNDANT = 1 << 4,  /* the other sides leave nothing of it */
    FLATLINE_D3_SIDE_OVER_LIMIT = 1 << 5, /* more points than the limit winding-points */
    FLATLINE_D3_SIDE_SINGULAR = 1 << 6    /* the texture matrix has determinant 0 */
};

/* One side of a brush, built: points first_point on, clockwise seen from outside; none where the
 * side has no winding. Points of one brush that are the same are so to the last bit. */
typedef struct flatline_d3_winding {
    flatline_d3_plane plane; /* unit normal; all zero where the side is degenerate */
    double texture[2][4];    /* rows u of s and t: u[0] x + u[1] y + u[2] z + u[3], in repeats */
    uint32_t first_point, point_count;
    uint32_t flags;
    uint32_t other; /* of DUPLICATE and MIRRORED: the earlier side, else FLATLINE_NONE */
} flatline_d3_winding;

/* Bits of flatline_d3_solid::flags: what is wrong with a brush. */
enum {
    FLATLINE_D3_SOLID_TOO_FEW_SIDES = 1 << 0, /* fewer than 4 with a plane of their own */
    FLATLINE_D3_SOLID_OPEN = 1 << 1,          /* not closed; windings end at the base's border */
    FLATLINE_D3_SOLID_EMPTY = 1 << 2,         /* the sides exclude each other */
    FLATLINE_D3_SOLID_DEGENERATE = 1 << 3,    /* thinner than 0.01 units */
    FLATLINE_D3_SOLID_MIRRORED = 1 << 4,      /* two sides on one plane face each other */
    FLATLINE_D3_SOLID_OUTSIDE_WORLD = 1 << 5, /* closed, with a point beyond world-coordinate */
    FLATLINE_D3_SOLID_OVER_LIMIT = 1 << 6     /* a side is over the limit winding-points */
};

/* A brush, built. The box is all zero where no side has a winding. */
typedef struct flatline_d3_solid {
    double low[3], high[3];
    double volume;                     /* 0 where the brush is not closed */
    uint32_t first_point, point_count; /* of all its windings */
    uint32_t winding_count;            /* sides with a winding */
    uint32_t flags;
} flatline_d3_solid;

/* Windings of all brushes: one entry a side and one a brush of the map, by the same index. */
typedef struct flatline_d3_windings {
    const flatline_d3_winding* windings;
    const flatline_d3_solid* solids;
    const flatline_d3_vector* points;
    uint32_t winding_count, solid_count, point_count;
    uint32_t local; /* 1: in the space of each entity, 0: in the world's */
} flatline_d3_windings;

/* A point of a tessellated patch. */
typedef struct flatline_d3_vertex {
    double x, y, z, s, t;
    double normal[3]; /* unit, dP/du x dP/dv; all zero where the patch has no direction */
} flatline_d3_vertex;

/* Bits of flatline_d3_surface::flags. Those up to OVER_LIMIT leave the patch without a surface. */
enum {
    FLATLINE_D3_SURFACE_TOO_SMALL = 1 << 0,        /* width or height below 3 */
    FLATLINE_D3_SURFACE_BAD_SUBDIVISIONS = 1 << 1, /* of PATCH_DEF3: below 1 */
    FLATLINE_D3_SURFACE_OVER_LIMIT = 1 << 2,       /* more points than the limit surface-points */
    FLATLINE_D3_SURFACE_EVEN = 1 << 3,      /* an even size: its last column or row is left out */
    FLATLINE_D3_SURFACE_DEGENERATE = 1 << 4 /* all control points are one, or on one line */
};

/* A patch, tessellated: rows of columns, vertex first_vertex + row * columns + column, columns
 * along u. Triangles run clockwise seen from where the normals point. */
typedef struct flatline_d3_surface {
    double low[3], high[3];           /* of its vertices; all zero where there are none */
    double hull_low[3], hull_high[3]; /* of its control points: holds the surface, and more */
    uint32_t columns, rows;           /* of vertices; 0 by 0 where there is no surface */
    uint32_t first_vertex;
    uint32_t first_index, index_count; /* three a triangle */
    uint32_t flags;
} flatline_d3_surface;

/* Surfaces of all patches: one entry a patch of the map, by the same index. */
typedef struct flatline_d3_surfaces {
    const flatline_d3_surface* surfaces;
    const flatline_d3_vertex* vertices;
    const uint32_t* indices; /* into vertices */
    uint32_t surface_count, vertex_count, index_count;
    uint32_t local; /* 1: in the space of each entity, 0: in the world's */
} flatline_d3_surfaces;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_H */
