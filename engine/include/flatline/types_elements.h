/* flatline/types_elements.h: the elements of a UDMF map, its further fields, and findings. */
#ifndef FLATLINE_TYPES_ELEMENTS_H
#define FLATLINE_TYPES_ELEMENTS_H

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

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_ELEMENTS_H */
