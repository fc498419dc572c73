/* Fills the structs of dsda-doom: text and binary maps, all members, things, nodes, blockmap.
 *
 * dsda_doom/adapter.h is the adapter; tests/ports/embed builds it into the port. Around it
 * stand the port's structs (dsda_doom/port.h) and a printer (dsda_doom/dump.h). The port itself
 * printed what is in dsda_doom.expected, with its own loader, so the test compares with the port.
 *
 * Shows: fields into members, bits of members, 16.16 of the text's digits, records as stored, names
 * looked up once, nodes with their stored angles and boxes, a blockmap as Boom builds it.
 *
 * Build: cc -std=c99 ports/dsda_doom.c -lflatline -lm (or see README.md)
 * Run: maps/dsda.wad maps/doom.wad
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* strcasecmp */
#endif
#include <strings.h>

#include "../read_file.h"
#include "dsda_doom/port.h"

#include "dsda_doom/adapter.h"
#include "wad_map.h"

#define DUMP_BRIEF_ONLY
#include "dsda_doom/dump.h"

static void P_PostProcessMapThing(mapthing_t* mt, int i, int* count, mobj_t** list) {
    (void)count, (void)list;
    dump_thing(stdout, i, mt);
}

static int load(const char* wad, size_t size) {
    const flatline_lump text = wad_lump(wad, size, "TEXTMAP");
    const flatline_binary_lumps lumps = wad_binary(wad, size);
    if (text.data == NULL) return flat_load_lumps(&lumps);
    return flat_load_text(text.data, text.size, wad_lump(wad, size, "ZNODES"),
                          wad_lump(wad, size, "BLOCKMAP"));
}

/* ---- As P_SetupLevel does ---------------------------------------------------------------------
 */

static void fill_level(void) {
    flat_fill_vertexes(0);
    flat_fill_sectors(0);
    flat_allocate_sidedefs(0);
    flat_fill_linedefs(0);
    flat_fill_sidedefs(0);
    if (flat.binary) P_PostProcessLineDefs();
    flat_fill_blockmap();
    flat_fill_subsectors(0);
    flat_fill_nodes(0);
    flat_fill_things(0);
}

static void free_level(void) {
    void** all[] = {(void**)&vertexes, (void**)&sectors,    (void**)&sides, (void**)&lines,
                    (void**)&segs,     (void**)&subsectors, (void**)&nodes, (void**)&blockmaplump};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        free(*all[i]);
        *all[i] = NULL;
    }
}

int main(int argc, char** argv) {
    map_format.translate_line_flags = flags_of_mbf21;
    map_format.post_process_sidedef_special = names_of_boom;
    for (int i = 1; i < argc; ++i) {
        size_t size;
        char* wad = read_file(argv[i], &size);
        if (!load(wad, size)) return 1;
        if (!flat.binary && flat_namespace() == UDMF_NONE) return 1;
        printf("%s\n", argv[i]);
        fill_level();
        dump_level(stdout, 1, flat.a->nodes.stored_angles != NULL);
        free_level();
        flat_free();
        free(wad);
    }
    return 0;
}
