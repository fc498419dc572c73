/* flatline/c_binary.h: loading maps of binary lumps in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_BINARY_H
#define FLATLINE_C_BINARY_H

#include "flatline/c_map.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The lumps of a binary map, each as stored; an empty one is none. The first five are the map:
 * VERTEXES has 4 bytes a record, LINEDEFS 14 (Hexen 16), SIDEDEFS 30, SECTORS 26 and THINGS 10
 * (Hexen 20). The others are derived data. Begin with FLATLINE_BINARY_LUMPS_INIT. */
typedef struct flatline_binary_lumps {
    size_t size; /* sizeof(flatline_binary_lumps) */
    flatline_lump things, linedefs, sidedefs, vertexes, sectors;
    flatline_lump segs, ssectors, nodes;
    flatline_lump reject, blockmap;
    int32_t hexen;   /* 1: the map has a lump BEHAVIOR, so records are those of Hexen */
    uint32_t unused; /* always 0 */
} flatline_binary_lumps;

#define FLATLINE_BINARY_LUMPS_INIT                                                            \
    {                                                                                         \
        sizeof(flatline_binary_lumps), {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, \
            {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0                       \
    }

/* Loads a binary map as the UDMF text that a lossless converter would write of it, read with the
 * namespace "doom" or "hexen", or with options->namespace_override. Names lie in SIDEDEFS and
 * SECTORS, which the caller keeps unchanged until the map is freed; the other lumps are not needed
 * after the call. The lumps in `options` are not looked at. Statuses, NULLs and threads are those
 * of flatline_load_borrowed. Source: docs/binary.md, "What a map becomes". */
FLATLINE_API flatline_status flatline_load_binary_borrowed(flatline_loader* loader,
                                                           const flatline_binary_lumps* lumps,
                                                           const flatline_options* options,
                                                           flatline_map** map);

/* As flatline_load_binary_borrowed, for lumps that lie in `bytes`, which the map is to own. Where
 * the call returns OK the map owns it, and flatline_map_free calls its `release`. For any other
 * status it stays the caller's. */
FLATLINE_API flatline_status flatline_load_binary_owned(flatline_loader* loader,
                                                        const flatline_binary_lumps* lumps,
                                                        flatline_buffer bytes,
                                                        const flatline_options* options,
                                                        flatline_map** map);

/* An upper bound of the memory of loading these lumps, as flatline_announce: *text gets the arrays
 * and the table of names, *total also columns and lines of sectors. Looks at the flags of lines and
 * things once. BAD_ARGUMENT for lumps or options that no version of the headers can have made. */
FLATLINE_API flatline_status flatline_announce_binary(const flatline_binary_lumps* lumps,
                                                      const flatline_options* options,
                                                      uint64_t* text, uint64_t* total);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_BINARY_H */
