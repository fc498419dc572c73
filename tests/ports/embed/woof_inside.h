/* The adapter for Woof, after the port's headers. */
#define LEVEL_MEMORY(count, size) calloc((count) + 1, size)
#define W_TranMap(lump) W_CacheLumpNum(lump, PU_CACHE)

#include "woof/adapter.h"
