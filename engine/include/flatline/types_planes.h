/* flatline/types_planes.h: planes of floors and ceilings. */
#ifndef FLATLINE_TYPES_PLANES_H
#define FLATLINE_TYPES_PLANES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The plane a x + b y + c z + d = 0, (a, b, c) of length 1. Of a floor c > 0, of a ceiling c < 0,
 * never within 1e-9 of 0, so that z = -(d + a x + b y) / c is finite everywhere. */
typedef struct flatline_plane {
    double a, b, c, d;
} flatline_plane;

/* Values of flatline_plane_source::kind: what gave a sector its plane. */
enum {
    FLATLINE_PLANE_FLAT = 0,     /* nothing: level at heightfloor or heightceiling */
    FLATLINE_PLANE_FIELDS = 1,   /* floorplane_a .. d, ceilingplane_a .. d */
    FLATLINE_PLANE_VERTICES = 2, /* zfloor, zceiling, things 1504 and 1505 */
    FLATLINE_PLANE_LINE = 3,     /* the special of a line */
    FLATLINE_PLANE_THING = 4,    /* a slope thing */
    FLATLINE_PLANE_COPY = 5      /* another sector */
};
#define FLATLINE_PLANE_KINDS 6

/* Bits of flatline_plane_source::flags: what SRB2 keeps with a slope, as data. */
enum {
    FLATLINE_PLANE_NO_PHYSICS = 1 << 0, /* nothing slides on it */
    FLATLINE_PLANE_DYNAMIC = 1 << 1,    /* it follows the sectors or things that made it */
    FLATLINE_PLANE_SHARED = 1 << 2      /* one with that of sector `index`: moves when that does */
};

/* Where a plane came from. */
typedef struct flatline_plane_source {
    uint32_t index; /* line, thing or, of a copy, sector; FLATLINE_NONE for the other kinds */
    uint8_t kind;   /* FLATLINE_PLANE_FLAT .. FLATLINE_PLANE_COPY */
    uint8_t flags;
    uint16_t unused; /* always 0 */
} flatline_plane_source;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_PLANES_H */
