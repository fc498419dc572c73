/* flatline/types_host.h: members of a host's own structs, as scatter fills them. */
#ifndef FLATLINE_TYPES_HOST_H
#define FLATLINE_TYPES_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values of flatline_host_column::type: the type of the host's member. */
enum {
    FLATLINE_HOST_INT8 = 0,
    FLATLINE_HOST_UINT8 = 1,
    FLATLINE_HOST_INT16 = 2,
    FLATLINE_HOST_UINT16 = 3,
    FLATLINE_HOST_INT32 = 4,
    FLATLINE_HOST_UINT32 = 5,
    FLATLINE_HOST_FLOAT = 6,
    FLATLINE_HOST_DOUBLE = 7,
    FLATLINE_HOST_BOOL = 8, /* a byte: 1 for all numbers but 0 */
    FLATLINE_HOST_FIXED = 9 /* 16.16 in an int32_t; what is finer is cut off towards 0 */
};

/* Values of flatline_host_column::range: what becomes of a number that the type cannot hold.
 * Fractions are cut off before, towards 0. */
enum {
    FLATLINE_RANGE_REFUSE = 0, /* nothing at all is written */
    FLATLINE_RANGE_CLAMP = 1,  /* the nearest number that it holds */
    FLATLINE_RANGE_WRAP = 2    /* the low bits, as a cast in C; clamped in floating point */
};

/* One member of an array of structs: `base` is the member in the first struct, and `stride`
 * the size of a struct. */
typedef struct flatline_host_column {
    void* base;
    size_t stride;
    size_t count;  /* structs; at least as many as the map has elements of the field's kind */
    int32_t type;  /* FLATLINE_HOST_* */
    int32_t range; /* FLATLINE_RANGE_* */
    /* Written for all elements where no map of this dialect can give the field. */
    double host_default;
} flatline_host_column;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_HOST_H */
