/* The adapter for SRB2, after the port's headers and what is static in its p_setup.c. */
#define LEVEL_MEMORY(count, size) Z_Calloc(((count) + 1) * (size), PU_LEVEL, NULL)

#include "srb2/adapter.h"
