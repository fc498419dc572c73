/* flatline/c_write.h: a loaded map out again, in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_WRITE_H
#define FLATLINE_C_WRITE_H

#include "flatline/c_map.h"

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
void flatline_written_free(flatline_written* written);

/* How many bytes the sinks took; after any status but OK they are of no use. */
uint64_t flatline_written_bytes(const flatline_written* written);

/* Why the map could not be written, as flatline_map_findings gives the findings of a load. */
const flatline_finding* flatline_written_findings(const flatline_written* written, size_t* count);

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
} flatline_textmap_options;

#define FLATLINE_TEXTMAP_OPTIONS_INIT \
    { sizeof(flatline_textmap_options), FLATLINE_STYLE_UDB }

/* Writes a map as a UDMF 1.1 text that loads as the same map: the same elements, columns, unknown
 * fields and blocks. `options` and `written` may be NULL; else *written is to be freed, whatever
 * the status. A map of UDMF 0.99 is written as 0.99 only where it has keys that 1.1 does not take,
 * and REFUSED where then nothing can say so. CANCELLED where the sink returns 0. BAD_ARGUMENT where
 * `map` or `sink` is NULL or an option unknown. 64 KB of the stack, no other memory. Any thread.
 * Source: docs/writer.md, "Text". */
flatline_status flatline_write_textmap(const flatline_map* map, const flatline_sink* sink,
                                       const flatline_textmap_options* options,
                                       flatline_written** written);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_WRITE_H */
