/* Included before P_LoadThings: notes each thing as a loader hands it to the game. */
#include "dump_names.h"

#include "dsda_doom/dump.h"

static void embed_map_thing(mapthing_t* mt, int i, int* mobjcount, mobj_t** mobjlist) {
    dump_thing(embed_notes(), i, mt);
    P_PostProcessMapThing(mt, i, mobjcount, mobjlist);
}
#define P_PostProcessMapThing embed_map_thing
