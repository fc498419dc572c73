/* flatline/c_write.h: a loaded map out again, in C: as text, as binary lumps, as a WAD. Included by
 * flatline/flatline.h.
 */
#ifndef FLATLINE_C_WRITE_H
#define FLATLINE_C_WRITE_H

#include "flatline/c_archive.h"
#include "flatline/c_map.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where written bytes go. `write` is called with `context` as it is and the bytes in order, piece
 * by piece; the bytes are there during the call only. Returning 0 ends the writing with CANCELLED:
 * a disk is full, or the host has changed its mind. */
typedef struct flatline_sink {
    int (*write)(void* context, const void* bytes, size_t size);
    void* context;
} flatline_sink;

/* What a writing came to besides its status. */
typedef struct flatline_written flatline_written;
FLATLINE_API void flatline_written_free(flatline_written* written);

/* How many bytes the sinks took; after any status but OK they are of no use. */
FLATLINE_API uint64_t flatline_written_bytes(const flatline_written* written);

/* Why the map could not be written, as flatline_map_findings and the functions behind it give the
 * findings of a load. */
FLATLINE_API const flatline_finding* flatline_written_findings(const flatline_written* written,
                                                               size_t* count);
FLATLINE_API uint64_t flatline_written_finding_count(const flatline_written* written,
                                                     uint8_t severity);
FLATLINE_API int flatline_written_has_rule(const flatline_written* written, uint16_t rule);

/* How a text is laid out; both have one assignment a line. */
enum {
    FLATLINE_STYLE_UDB =
        0, /* `x = 64.0;`, the index as a comment, an empty line behind each block */
    FLATLINE_STYLE_COMPACT = 1 /* `x=64;`, nothing that is not needed */
};

/* Options of flatline_write_textmap. Begin with FLATLINE_TEXTMAP_OPTIONS_INIT. */
typedef struct flatline_textmap_options {
    size_t size; /* sizeof(flatline_textmap_options) */
    uint32_t style;
    uint32_t unused; /* always 0 */
} flatline_textmap_options;

#define FLATLINE_TEXTMAP_OPTIONS_INIT \
    { sizeof(flatline_textmap_options), FLATLINE_STYLE_UDB, 0 }

/* Writes a map as a UDMF 1.1 text that loads as the same map: the same elements, columns, unknown
 * fields and blocks. `options` and `written` may be NULL; else *written is to be freed, whatever
 * the status. A map of UDMF 0.99 is written as 0.99 only where it has keys that 1.1 does not take,
 * and REFUSED where then nothing can say so. CANCELLED where the sink returns 0. BAD_ARGUMENT where
 * `map` or `sink` is NULL or an option unknown. 64 KB of the stack, no other memory. Any thread.
 * Source: docs/writer.md, "Text". */
FLATLINE_API flatline_status flatline_write_textmap(const flatline_map* map,
                                                    const flatline_sink* sink,
                                                    const flatline_textmap_options* options,
                                                    flatline_written** written);

/* Where flatline_write_binary writes each lump. */
typedef struct flatline_binary_sinks {
    flatline_sink vertexes, linedefs, sidedefs, sectors, things;
} flatline_binary_sinks;

/* Options of flatline_write_binary. Begin with FLATLINE_BINARY_OPTIONS_INIT. */
typedef struct flatline_binary_options {
    size_t size;                   /* sizeof(flatline_binary_options) */
    const flatline_limits* limits; /* findings counts; NULL: the defaults */
    uint32_t format;               /* FLATLINE_FORMAT_DOOM or HEXEN */
    uint32_t unused;               /* always 0 */
} flatline_binary_options;

#define FLATLINE_BINARY_OPTIONS_INIT \
    { sizeof(flatline_binary_options), NULL, FLATLINE_FORMAT_DOOM, 0 }

/* Writes a map as the five lumps of a binary map. `options` and `written` may be NULL. Read
 * with the map's namespace they are the same map, but for vertices behind the last one that a line
 * names. REFUSED, and nothing written, where a field would be lost: each is a finding of
 * convert-loss. The rest is as in flatline_write_textmap.
 * Source: docs/writer.md, "Binary lumps". */
FLATLINE_API flatline_status flatline_write_binary(const flatline_map* map,
                                                   const flatline_binary_sinks* sinks,
                                                   const flatline_binary_options* options,
                                                   flatline_written** written);

/* ---- Lumps and WAD files --------------------------------------------------------------------- */

/* A lump with its name, which ends in a zero byte. Of a longer one 8 bytes are written. */
typedef struct flatline_named_lump {
    const char* name;
    flatline_lump bytes;
} flatline_named_lump;

/* Which nodes lumps have that are written. */
enum {
    FLATLINE_NODES_BUILT = 0, /* new ones */
    FLATLINE_NODES_KEPT = 1,  /* those of the map, where the format can have them; else new ones */
    FLATLINE_NODES_LEFT_OUT = 2
};

/* Options of flatline_make_map_lumps. Begin with FLATLINE_MAP_LUMPS_OPTIONS_INIT. */
typedef struct flatline_map_lumps_options {
    size_t size;                       /* sizeof(flatline_map_lumps_options) */
    uint32_t format;                   /* FLATLINE_FORMAT_UDMF, DOOM or HEXEN */
    uint32_t style;                    /* FLATLINE_STYLE_* */
    uint32_t nodes;                    /* FLATLINE_NODES_BUILT, KEPT or LEFT_OUT */
    uint32_t compress_nodes;           /* 1: ZGL3 or ZNOD instead of XGL3 or XNOD */
    const flatline_named_lump* stored; /* the lumps that the map has had, in order */
    size_t stored_count;
    const flatline_limits* limits; /* NULL: the defaults */
    flatline_memory memory;
    flatline_progress progress; /* told which share of a build of nodes is done; may end it */
} flatline_map_lumps_options;

#define FLATLINE_MAP_LUMPS_OPTIONS_INIT                                               \
    {                                                                                 \
        sizeof(flatline_map_lumps_options), FLATLINE_FORMAT_UDMF, FLATLINE_STYLE_UDB, \
            FLATLINE_NODES_BUILT, 0, NULL, 0, NULL, {NULL, NULL, NULL, 0}, {          \
            NULL, NULL, 5                                                             \
        }                                                                             \
    }

/* The lumps of one map, in the order in which they follow the label. Those that were kept also need
 * the caller's bytes and names. */
typedef struct flatline_map_lumps flatline_map_lumps;

/* Makes all lumps of a map in a format: a text with ZNODES and ENDMAP, or binary ones with nodes,
 * BLOCKMAP and what else the format has. `options` may be NULL. REFUSED where the format cannot
 * hold something (convert-loss, convert-lump-loss) and at a limit; OUT_OF_MEMORY; CANCELLED by
 * `progress`. BAD_ARGUMENT where `map` or `lumps` is NULL, or for bad options. *lumps is set as
 * *map is by flatline_load_borrowed. Source: docs/writer.md, "Lumps of a map". */
FLATLINE_API flatline_status flatline_make_map_lumps(const flatline_map* map,
                                                     const flatline_map_lumps_options* options,
                                                     flatline_map_lumps** lumps);
FLATLINE_API void flatline_map_lumps_free(flatline_map_lumps* lumps);

/* The lumps and how many there are. They live until `lumps` is freed. */
FLATLINE_API const flatline_named_lump* flatline_map_lumps_get(const flatline_map_lumps* lumps,
                                                               size_t* count);

/* As the functions of flatline_built_nodes. */
FLATLINE_API const flatline_finding* flatline_map_lumps_findings(const flatline_map_lumps* lumps,
                                                                 size_t* count);
FLATLINE_API uint64_t flatline_map_lumps_finding_count(const flatline_map_lumps* lumps,
                                                       uint8_t severity);
FLATLINE_API int flatline_map_lumps_has_rule(const flatline_map_lumps* lumps, uint16_t rule);
FLATLINE_API void flatline_map_lumps_memory(const flatline_map_lumps* lumps, uint64_t* announced,
                                            uint64_t* used);

/* Writes a PWAD of these lumps. REFUSED where it would be longer than 4 GiB; the rest is as in
 * flatline_write_textmap. Source: docs/writer.md, "WAD files". */
FLATLINE_API flatline_status flatline_write_wad(const flatline_named_lump* lumps, size_t count,
                                                const flatline_sink* sink,
                                                flatline_written** written);

/* Writes the WAD that holds map number `i` of an archive with `lumps` in the place of the map's
 * own; all else is the same bytes in the same order. Of a bare TEXTMAP a new WAD with a label is
 * written. REFUSED where the file cannot be read or is damaged; the whole file is held in memory.
 * BAD_ARGUMENT where there is no such map. `sink` must not be the file that is read. */
FLATLINE_API flatline_status flatline_archive_write_wad(flatline_archive* archive, size_t i,
                                                        const flatline_named_lump* lumps,
                                                        size_t count, const flatline_sink* sink,
                                                        flatline_written** written);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_WRITE_H */
