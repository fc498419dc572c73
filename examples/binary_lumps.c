/* Loads a map of Doom format from its lumps and prints what it became.
 *
 * Shows: binary lumps in memory, the memory bound before the load, flags as fields, unknown fields,
 * findings with lump and byte, lumps that are given away.
 *
 * Build: cc -std=c99 binary_lumps.c -lflatline (or see README.md)
 * Run:
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flatline/flatline.h"

/* A triangle of 64 units. Its third line has a bit that is no field of UDMF. */
static const unsigned char vertexes[] = {0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 0, 0};
static const unsigned char linedefs[] = {
    0, 0, 1, 0, 1, 0,    0, 0, 0, 0, 0, 0, 0xFF, 0xFF, /* v1 v2 flags special tag front back */
    1, 0, 2, 0, 1, 0,    0, 0, 7, 0, 0, 0, 0xFF, 0xFF, /* tag 7 */
    2, 0, 0, 0, 1, 0x40, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
static const unsigned char sidedefs[30] = "\0\0\0\0-\0\0\0\0\0\0\0-\0\0\0\0\0\0\0BRICK1\0\0\0";
static const unsigned char sectors[26] = "\0\0\200\0FLAT1\0\0\0FLAT1\0\0\0\240\0\0\0\0";
static const unsigned char things[] = {16, 0, 16, 0, 90, 0, 1, 0, 7, 0};

static flatline_lump lump(const unsigned char* data, size_t size) {
    flatline_lump l;
    l.data = data;
    l.size = size;
    return l;
}

static void print_map(const flatline_map* map) {
    const flatline_arrays* a = flatline_map_arrays(map);
    size_t size;
    const char* texture = flatline_map_name(map, a->sidedefs[0].texturemiddle, &size);
    printf("%s: %" PRIu32 " vertices, %" PRIu32 " linedefs, wall %.*s\n",
           flatline_format_name(flatline_map_format(map)), a->vertex_count, a->linedef_count,
           (int)size, texture);
    printf("line 1 has id %" PRId32 " and %s\n", a->linedefs[1].id,
           a->linedefs[1].flags & FLATLINE_LINE_BLOCKING ? "blocks" : "does not block");
    for (uint32_t i = 0; i < a->unknown_count; ++i) {
        const char* name = flatline_map_text(map, a->unknowns[i].name, &size);
        printf("line %" PRIu32 " keeps %.*s = %" PRId64 "\n", a->unknowns[i].index, (int)size, name,
               a->unknowns[i].value.integer);
    }
}

static void print_findings(const flatline_map* map) {
    size_t count;
    const flatline_finding* findings = flatline_findings(map, &count);
    for (size_t i = 0; i < count; ++i) {
        char sentence[200];
        flatline_describe(map, &findings[i], sentence, sizeof sentence);
        printf("%s byte %" PRIu64 ": %s\n", flatline_lump_name(findings[i].lump),
               findings[i].offset, sentence);
    }
}

static void free_copy(void* context, void* data, size_t size) {
    (void)context;
    (void)size;
    free(data);
}

int main(void) {
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    lumps.vertexes = lump(vertexes, sizeof vertexes);
    lumps.linedefs = lump(linedefs, sizeof linedefs);
    lumps.sidedefs = lump(sidedefs, sizeof sidedefs);
    lumps.sectors = lump(sectors, sizeof sectors);
    lumps.things = lump(things, sizeof things);

    uint64_t total;
    if (flatline_memory_bound_binary(&lumps, NULL, NULL, &total) != FLATLINE_OK) return 1;
    flatline_map* map;
    if (flatline_load_binary_borrowed(NULL, &lumps, NULL, &map) != FLATLINE_OK) return 1;
    uint64_t used;
    flatline_memory(map, NULL, &used);
    printf("%s\n", used <= total ? "no more memory than was told" : "more memory than was told");
    print_map(map);
    flatline_free(map);

    /* A map may own what its names lie in. Without success it stays the caller's. */
    flatline_buffer copy;
    copy.size = sizeof sidedefs + sizeof sectors;
    copy.data = malloc(copy.size);
    copy.release = free_copy;
    copy.context = NULL;
    if (copy.data == NULL) return 1;
    unsigned char* bytes = copy.data;
    memcpy(bytes, sidedefs, sizeof sidedefs);
    memcpy(bytes + sizeof sidedefs, sectors, sizeof sectors);
    lumps.sidedefs.data = bytes;
    lumps.sectors = lump(bytes + sizeof sidedefs, 0); /* a map without a sector is refused */
    const flatline_status status = flatline_load_binary_owned(NULL, &lumps, copy, NULL, &map);
    printf("%s\n", flatline_status_name(status));
    print_findings(map);
    flatline_free(map);
    if (status != FLATLINE_OK) flatline_buffer_free(&copy);
    return 0;
}
