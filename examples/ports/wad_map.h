/* What a port's own WAD reader does, for the adapters beside this file: the lumps of a WAD that
 * holds one map. */
#ifndef FLATLINE_EXAMPLES_WAD_MAP_H
#define FLATLINE_EXAMPLES_WAD_MAP_H

#include <stdint.h>
#include <string.h>

#include "flatline/flatline.h"

static uint32_t wad_word(const char* at) {
    const unsigned char* bytes = (const unsigned char*)at;
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* The lump of that name; empty where there is none, or where it is not in the file. */
static flatline_lump wad_lump(const char* wad, size_t size, const char* name) {
    flatline_lump lump = {NULL, 0};
    if (size < 12) return lump;
    const uint32_t count = wad_word(wad + 4);
    const uint64_t directory = wad_word(wad + 8);
    for (uint32_t i = 0; i < count && directory + 16u * (i + (uint64_t)1) <= size; ++i) {
        const char* entry = wad + directory + 16u * (size_t)i;
        const uint32_t at = wad_word(entry), bytes = wad_word(entry + 4);
        if (strncmp(entry + 8, name, 8) != 0 || at > size || bytes > size - at) continue;
        lump.data = wad + at;
        lump.size = bytes;
    }
    return lump;
}

/* The lumps of a binary map of Doom format. */
static flatline_binary_lumps wad_binary(const char* wad, size_t size) {
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    lumps.things = wad_lump(wad, size, "THINGS");
    lumps.linedefs = wad_lump(wad, size, "LINEDEFS");
    lumps.sidedefs = wad_lump(wad, size, "SIDEDEFS");
    lumps.vertexes = wad_lump(wad, size, "VERTEXES");
    lumps.sectors = wad_lump(wad, size, "SECTORS");
    lumps.segs = wad_lump(wad, size, "SEGS");
    lumps.ssectors = wad_lump(wad, size, "SSECTORS");
    lumps.nodes = wad_lump(wad, size, "NODES");
    lumps.blockmap = wad_lump(wad, size, "BLOCKMAP");
    return lumps;
}

#endif
