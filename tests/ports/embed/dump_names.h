/* Names of textures and flats by the numbers of the port. */
#include "r_data.h"
#include "w_wad.h"

static const char* dump_texture(int number) { return number == 0 ? "-" : textures[number]->name; }

static const char* dump_flat(int number) { return lumpinfo[firstflat + number].name; }
