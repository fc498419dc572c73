/* Levels of dsda-doom, loaded as the port does it by itself and from a flatline_map. */
#ifndef FLATLINE_BENCH_DSDA_LEVELS_H
#define FLATLINE_BENCH_DSDA_LEVELS_H

#include <stddef.h>
#include <stdint.h>

#include "flatline/flatline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The names of textures and lumps that levels look up, out of the WAD of a game, whose bytes stay.
 * 0 where it has none. */
int dsda_levels_begin(const void* wad, size_t size);
void dsda_levels_end(void);

/* What P_SetupLevel does with the five lumps, nodes and blockmap of a map in Doom format, up to
 * P_GroupLines; things are left out, because the port spawns them one by one. Returns 1. */
int dsda_level_of_lumps(const flatline_binary_lumps* lumps);
/* The same level by examples/ports/dsda_doom/adapter.h. 0 where Flatline refuses the map. */
int dsda_level_of_flatline(const flatline_binary_lumps* lumps);

/* A number of everything in the level, pointers as indices. */
uint64_t dsda_level_hash(void);
void dsda_level_free(void);

#ifdef __cplusplus
}
#endif

#endif
