/* flatline/c_map.h: loading a TEXTMAP in C, and asking the map. Included by
 * flatline/flatline.h.
 */
#ifndef FLATLINE_C_MAP_H
#define FLATLINE_C_MAP_H

#include "flatline/c_core.h"
#include "flatline/c_fields.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* How to load. Begin with FLATLINE_OPTIONS_INIT, which is what a game wants. What is pointed to is
 * looked at during the load and not kept. */
typedef struct flatline_options {
    size_t size;                    /* sizeof(flatline_options) */
    const flatline_limits* limits;  /* NULL: the defaults */
    const char* namespace_override; /* reads the map as if it said this; NULL: what it says */
    flatline_memory memory;         /* where a call has a loader, the loader's is used instead */
    int32_t repair;                 /* FLATLINE_REFUSE, FLATLINE_REPAIR, FLATLINE_REPAIR_LISTED */
    int32_t grammar;                /* FLATLINE_GRAMMAR_* */
    int32_t strict;                 /* 1: refuse a map whose other lumps would be dropped */
    uint32_t products;              /* FLATLINE_PRODUCT_* */
    flatline_lump znodes, blockmap, reject; /* as stored; a damaged one is dropped */
    int32_t slope_rules;                    /* FLATLINE_SLOPES_* */
    int32_t gzdoom_plane_d; /* 1: d of the plane fields is not divided by the length of
                             * (a, b, c), as GZDoom has it */
    flatline_progress progress;
    flatline_jobs jobs;
    uint32_t threads;                 /* that may read the text; a short one is read by one */
    flatline_progress build_progress; /* of a build of nodes: told its share, may end the load;
                                       * without `report`, `progress` is told meanwhile */
    const flatline_unreadable_lump* unreadable; /* lumps beside the text that the host could not
                                                 * read, 8 at most: findings of the map */
    size_t unreadable_count;
    uint64_t thread_bytes;           /* of text that each thread gets at least; 0: 1 MiB */
    const char* const* repair_rules; /* ids such as "line-missing-front", for REPAIR_LISTED */
    size_t repair_rule_count;
    int32_t blockmap_style; /* FLATLINE_BLOCKMAP_*, of a blockmap that is built */
    int32_t unused;         /* 0 */
    flatline_work* work;    /* that the load counts towards; NULL: none */
} flatline_options;

#define FLATLINE_OPTIONS_INIT                                                                      \
    {                                                                                              \
        sizeof(flatline_options), NULL, NULL, {NULL, NULL, NULL, 0}, FLATLINE_REFUSE,              \
            FLATLINE_GRAMMAR_AUTOMATIC, 0,                                                         \
            FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_PLANES, {NULL, 0}, \
            {NULL, 0}, {NULL, 0}, FLATLINE_SLOPES_AUTOMATIC, 0, {NULL, NULL, 5}, {NULL, NULL}, 1,  \
            {NULL, NULL, 5}, NULL, 0, 0, NULL, 0, FLATLINE_BLOCKMAP_TOUCHED, 0, NULL               \
    }

/* The result of a load: a map with its findings, or the findings alone. It never changes. */
typedef struct flatline_map flatline_map;

/* Working memory that is kept between loads. One thread at a time. */
typedef struct flatline_loader flatline_loader;

/* Makes a loader that takes its memory from `memory`, or from the system where that is NULL.
 * Returns NULL where memory is out, or one function of `memory` is missing. Maps stay valid after
 * their loader is freed. */
FLATLINE_API flatline_loader* flatline_loader_create(const flatline_memory* memory);
FLATLINE_API void flatline_loader_free(flatline_loader* loader);

/* Loads the TEXTMAP of `size` bytes at `text`, which the caller keeps unchanged until the map is
 * freed. Any bytes are safe, nothing outside them is read. `loader` and `options` may be NULL.
 * *map is set also for REFUSED, OUT_OF_MEMORY and CANCELLED: it then has the findings and empty
 * arrays, and is freed the same. It is NULL for BAD_ARGUMENT, or where there was no memory even
 * for a handle. `map` must not be NULL. Thread-safe, each thread with a loader of its own or none.
 * Source: UDMF 1.1, 0.99 and the dialects of SRB2, ZDoom, Eternity, dsda-doom and Woof. */
FLATLINE_API flatline_status flatline_load_borrowed(flatline_loader* loader, const void* text,
                                                    size_t size, const flatline_options* options,
                                                    flatline_map** map);

/* As flatline_load_borrowed, for a text that the map is to own. Where the call returns OK the map
 * owns it, and flatline_map_free calls its `release`. For any other status it stays the caller's,
 * who may call again with it, and who must keep it as long as a *map that was set is not freed. */
FLATLINE_API flatline_status flatline_load_owned(flatline_loader* loader, flatline_buffer text,
                                                 const flatline_options* options,
                                                 flatline_map** map);

/* An upper bound of the memory of loading this text on one thread, from one pass that counts its
 * blocks and assignments: *text gets the arrays of the text and the memory of reading it, *total
 * the same with columns and lines of sectors. Either may be NULL. Products are not among them.
 * Allocates nothing. Both are 0 for a text that is refused before it is read, and for
 * BAD_ARGUMENT. Linear in the text. Any thread. */
FLATLINE_API flatline_status flatline_announce(const void* bytes, size_t size,
                                               const flatline_options* options, uint64_t* text,
                                               uint64_t* total);

/* Frees a map and all that was borrowed from it. */
FLATLINE_API void flatline_map_free(flatline_map* map);

/* Frees a map as flatline_map_free does, and gives its memory to the loader that made it, which
 * uses it for its next load. */
FLATLINE_API void flatline_map_recycle(flatline_loader* loader, flatline_map* map);

/* ---- The map --------------------------------------------------------------------------------- */

/* What maps are made of: a TEXTMAP, the binary lumps of Doom or Hexen, or the text of Doom 3. */
enum {
    FLATLINE_FORMAT_UDMF = 0,
    FLATLINE_FORMAT_DOOM = 1,
    FLATLINE_FORMAT_HEXEN = 2,
    FLATLINE_FORMAT_DOOM3 = 3
};

/* "udmf", "doom", "hexen", "doom3"; "" for another value. Static. */
FLATLINE_API const char* flatline_format_name(uint8_t format);

/* What the map was loaded from: FLATLINE_FORMAT_UDMF, DOOM or HEXEN; UDMF for a refused map. */
FLATLINE_API uint8_t flatline_map_format(const flatline_map* map);

/* The status of the load that made it; BAD_ARGUMENT for NULL. */
FLATLINE_API flatline_status flatline_map_status(const flatline_map* map);

/* All arrays of a map, in file order, with all indices checked. Never NULL; of a refused map all
 * counts are 0. They live until the map is freed. */
FLATLINE_API const flatline_arrays* flatline_map_arrays(const flatline_map* map);

/* The bytes of a string of this map, not terminated, without a copy; their number goes to *size.
 * `text` must come from this map. They live until the map is freed; where the text was borrowed,
 * they also need the caller's bytes. */
FLATLINE_API const char* flatline_map_text(const flatline_map* map, flatline_text text,
                                           size_t* size);

/* The bytes of texture or flat name number `id`, as flatline_map_text gives strings; "" past the
 * last name. */
FLATLINE_API const char* flatline_map_name(const flatline_map* map, uint32_t id, size_t* size);

/* 1 where no slope rule gave the sector's floor or ceiling a plane, so that heightfloor and
 * heightceiling say all about them, else 0. Past the last sector it is 1. */
FLATLINE_API int32_t flatline_map_is_flat(const flatline_map* map, uint32_t sector);

/* The plane a x + b y + c z + d = 0 of a sector's floor or ceiling, in map units. Its normal
 * (a, b, c) has length 1 and points up for floors (c > 0) and down for ceilings (c < 0). Where
 * nothing slopes it, it is level at heightfloor or heightceiling; past the last sector, at 0. */
FLATLINE_API flatline_plane flatline_map_floor_plane(const flatline_map* map, uint32_t sector);
FLATLINE_API flatline_plane flatline_map_ceiling_plane(const flatline_map* map, uint32_t sector);

/* What gave a sector's floor or ceiling its plane. The kind is FLATLINE_PLANE_FLAT where nothing
 * slopes it, and past the last sector. */
FLATLINE_API flatline_plane_source flatline_map_floor_source(const flatline_map* map,
                                                             uint32_t sector);
FLATLINE_API flatline_plane_source flatline_map_ceiling_source(const flatline_map* map,
                                                               uint32_t sector);

/* The height z of a plane above the point (x, y), in map units; finite for every plane of a map and
 * every point within the limit `coordinate`. */
FLATLINE_API double flatline_z_at(const flatline_plane* plane, double x, double y);

/* The word for a flatline_plane_source::kind: "flat", "field", "vertex", "line", "thing", "copy";
 * "" for another value. Static. */
FLATLINE_API const char* flatline_plane_kind_name(uint8_t kind);

/* The bytes of the TEXTMAP as they were given to the load, of a refused map too, as
 * flatline_map_text gives strings; "" for a binary map. */
FLATLINE_API const char* flatline_map_textmap(const flatline_map* map, size_t* size);

/* The namespace in lower case, as flatline_map_text gives strings; "" where the map has none. */
FLATLINE_API const char* flatline_map_namespace(const flatline_map* map, size_t* size);

/* The name of the table of fields that the map was read with: "udmf11", "zdoom", ... Static. */
FLATLINE_API const char* flatline_map_dialect(const flatline_map* map);

/* The grammar that the map was read with: FLATLINE_GRAMMAR_1_1 or FLATLINE_GRAMMAR_0_99. */
FLATLINE_API int32_t flatline_map_grammar(const flatline_map* map);

/* How many bytes of memory the load announced, which is an upper bound, and how many it used, both
 * without the text. Either pointer may be NULL. */
FLATLINE_API void flatline_map_memory(const flatline_map* map, uint64_t* announced, uint64_t* used);

/* Whether what the load announced follows from the size of the text alone, some ten times it, and
 * was taken as address space only: 1. By what was counted, as flatline_announce counts: 0, which is
 * so for a host's memory and where address space cannot be reserved. 0 for NULL. */
FLATLINE_API int32_t flatline_map_memory_by_size(const flatline_map* map);

/* ---- Columns --------------------------------------------------------------------------------- */

/* The column of a field beyond the standard ones; NULL where no element of the map gives it.
 * It lives until the map is freed. */
FLATLINE_API const flatline_column* flatline_map_column(const flatline_map* map, uint16_t field);

/* The entry of a column that holds the value of element number `index`, or FLATLINE_NONE where that
 * element does not give the field and so has its default. Logarithmic in the column's count. */
FLATLINE_API uint32_t flatline_column_find(const flatline_column* column, uint32_t index);

/* The same, looking first near entry *from, which becomes the place for the next call; begin with
 * 0. Going through elements in order costs O(1) a call. */
FLATLINE_API uint32_t flatline_column_find_from(const flatline_column* column, uint32_t index,
                                                uint32_t* from);

/* The default of a field in this map as text, "" where it is unset. Static. */
FLATLINE_API const char* flatline_field_default(const flatline_map* map, uint16_t field);

/* The same as a value of the field's kind: FLATLINE_NO_VALUE where it is unset. */
FLATLINE_API flatline_value flatline_field_default_value(const flatline_map* map, uint16_t field);

/* Writes a field of every element, standard or not, to one member of the host's structs: entry i
 * gets the value of element i, or the field's default where the element does not give it. Where a
 * field has no default either (zfloor), the member stays as it is. A texture or flat is written as
 * its index among the names, no element (sideback) as -1, or as the highest number of a type
 * without sign. *element, where it is not NULL, becomes the first element whose value the type
 * could not hold, FLATLINE_NONE where all fit. FIELD_ABSENT, which is no error, where the map's
 * dialect lacks the field (alpha in namespace doom): every entry became to->host_default. REFUSED
 * for a value that does not fit with FLATLINE_RANGE_REFUSE; BAD_ARGUMENT for a field that is no
 * number, and for a column too short, too narrow or unknown. After these two nothing is written.
 * Linear; allocates nothing. */
FLATLINE_API flatline_status flatline_scatter(const flatline_map* map, uint16_t field,
                                              const flatline_host_column* to, uint32_t* element);

/* How the text of a number becomes 16.16; all cut toward zero. */
enum {
    FLATLINE_FIXED_EXACT = 0,  /* the number of the text itself */
    FLATLINE_FIXED_CAST = 1,   /* Woof, Eternity: of the nearest double */
    FLATLINE_FIXED_DIGITS = 2, /* dsda-doom: of the digits before the dot and eight behind; wraps */
    FLATLINE_FIXED_SINGLE = 3  /* SRB2's vertices: of the nearest float of the nearest double */
};

/* The 16.16 of the number of `size` bytes at `text`. BAD_ARGUMENT, and nothing written, where it is
 * no number, where it does not fit and the port does not wrap, or for what DIGITS does not read
 * (exponents, hexadecimal). Any thread. Source: docs/udmf.md, "Numbers as 16.16". */
FLATLINE_API flatline_status flatline_fixed_of_text(const char* text, size_t size, int32_t cut,
                                                    int32_t* out);

/* The bytes of a field's value in the TEXTMAP, strings without their quotes; "" and 0 where the
 * text does not give it. They lie in the text, without a zero byte behind. Scans the text. */
FLATLINE_API const char* flatline_map_value_text(const flatline_map* map, uint8_t element,
                                                 uint32_t index, uint16_t field, size_t* size);

/* Writes the 16.16 of `field` for every element of its kind, out[i] of element i, in one pass over
 * the text, `otherwise` where it gives none. `count` is the number of elements. BAD_ARGUMENT for
 * another count, a binary map, a refused map or NULL; OUT_OF_MEMORY. */
FLATLINE_API flatline_status flatline_map_fixed(const flatline_map* map, uint16_t field,
                                                int32_t cut, int32_t otherwise, int32_t* out,
                                                size_t count);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_MAP_H */
