/* flatline/types_doom3.h: Doom 3 maps (.map), and the geometry that is built from them.
 *
 * Right-handed, z up. Inside a brush a x + b y + c z + d <= 0 holds for every side; the normal
 * (a, b, c) points out of it. `offset` counts bytes of the text from 0.
 */
#ifndef FLATLINE_TYPES_DOOM3_H
#define FLATLINE_TYPES_DOOM3_H

#include "flatline/types_elements.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A plane: points with a x + b y + c z + d = 0. */
typedef struct flatline_doom3_plane {
    double a, b, c, d;
} flatline_doom3_plane;

/* A key and its value, as written between the quotes. The places of both are text offsets. */
typedef struct flatline_doom3_pair {
    flatline_text key, value;
} flatline_doom3_pair;

/* How a primitive was written: flatline_doom3_brush::kind, flatline_doom3_patch::kind. */
enum {
    FLATLINE_DOOM3_BRUSH_DEF3 = 0, /* plane equations and a texture matrix */
    FLATLINE_DOOM3_BRUSH_DEF2 = 1, /* the same under another name */
    FLATLINE_DOOM3_BRUSH_DEF = 2,  /* three points and a texture matrix */
    FLATLINE_DOOM3_BRUSH_BARE = 3, /* three points and Quake's five texture numbers */
    FLATLINE_DOOM3_PATCH_DEF2 = 4, /* tessellated by its curvature */
    FLATLINE_DOOM3_PATCH_DEF3 = 5  /* tessellated into a fixed number of pieces */
};

/* Bits of flatline_doom3_brush::flags and flatline_doom3_patch::flags. */
enum {
    /* The entity's origin counts for this primitive: local = world - origin. The engine takes an
     * origin only for what follows it, and none in the worldspawn. Without it both are the same. */
    FLATLINE_DOOM3_MOVED = 1 << 0,
    /* The numbers are in world space (patches, three-point planes), else in the entity's own. */
    FLATLINE_DOOM3_WORLD_SPACE = 1 << 1,
    /* The engine reads the materials with "textures/" in front of them. */
    FLATLINE_DOOM3_TEXTURES_PREFIX = 1 << 2
};

/* One side of a brush: plane and texture. The plane is as written, not normalised; of three points
 * (clockwise from outside) its normal is a unit vector, or zero where they lie on one line. */
typedef struct flatline_doom3_side {
    flatline_doom3_plane plane;
    double matrix[2][3]; /* rows that yield s and t, in repeats of the texture */
    uint32_t material;
    uint32_t offset;                /* of its first parenthesis */
    int32_t contents, flags, value; /* what follows the material, 0 where nothing does */
    uint32_t quake_texture;         /* of a bare brush: its five numbers; else FLATLINE_NONE */
} flatline_doom3_side;

/* The texture numbers of a side of a bare brush. Doom 3 reads them and uses 1/32 for its matrix. */
typedef struct flatline_doom3_quake_texture {
    double shift[2], rotate, scale[2];
} flatline_doom3_quake_texture;

/* A brush: the convex solid that lies behind the planes of all its sides. */
typedef struct flatline_doom3_brush {
    uint32_t first_side, side_count;
    uint32_t first_pair, pair_count; /* into the pairs of primitives */
    uint32_t entity;
    uint32_t primitive; /* its number among the entity's brushes and patches */
    uint32_t offset;    /* of its first brace */
    uint16_t kind;      /* FLATLINE_DOOM3_BRUSH_* */
    uint16_t flags;
} flatline_doom3_brush;

/* A control point of a patch: place and texture coordinates. */
typedef struct flatline_doom3_point {
    double x, y, z, s, t;
} flatline_doom3_point;

/* A Bezier surface of width columns (u) by height rows (v). Points stand as in the file, column by
 * column: that of column i and row j is point first_point + i * height + j. A size that no
 * grid can have is kept as 0 by 0 without points; even sizes and sizes below 3 stand as written. */
typedef struct flatline_doom3_patch {
    uint32_t first_point;
    uint32_t width, height;
    int32_t subdivisions[2]; /* of PATCH_DEF3, segments a piece along u and v; else 0 */
    int32_t settings[3];     /* contents, flags, value: nothing uses them */
    uint32_t material;
    uint32_t first_pair, pair_count; /* into the pairs of primitives */
    uint32_t entity;
    uint32_t primitive; /* its number among the entity's brushes and patches */
    uint32_t offset;    /* of its first brace */
    uint16_t kind;      /* FLATLINE_DOOM3_PATCH_* */
    uint16_t flags;
} flatline_doom3_patch;

/* Bits of flatline_doom3_entity::flags. */
enum {
    FLATLINE_DOOM3_HAS_ORIGIN = 1 << 0, /* it has a key "origin" */
    FLATLINE_DOOM3_WORLDSPAWN = 1 << 1, /* its class is worldspawn, in any case */
    FLATLINE_DOOM3_BAD_ORIGIN = 1 << 2  /* the last key "origin" is not three numbers */
};

/* An entity: pairs in file order with repeats, brushes and patches (each in file order). */
typedef struct flatline_doom3_entity {
    double origin[3]; /* of the last key "origin"; missing parts are 0 */
    uint32_t first_pair, pair_count;
    uint32_t first_brush, brush_count;
    uint32_t first_patch, patch_count;
    uint32_t offset; /* of its brace */
    uint32_t flags;
} flatline_doom3_entity;

/* Every array of a Doom 3 map. */
typedef struct flatline_doom3_arrays {
    const flatline_doom3_entity* entities;
    const flatline_doom3_pair* pairs;           /* of entities */
    const flatline_doom3_pair* primitive_pairs; /* of brushes and patches */
    const flatline_doom3_brush* brushes;
    const flatline_doom3_side* sides;
    const flatline_doom3_quake_texture* quake_textures;
    const flatline_doom3_patch* patches;
    const flatline_doom3_point* points;
    const flatline_text* materials; /* as written, each spelling once */
    uint32_t entity_count, pair_count, primitive_pair_count, brush_count, side_count;
    uint32_t quake_texture_count, patch_count, point_count, material_count;
    uint32_t has_version; /* 0: the file has no Version line */
    double version;
} flatline_doom3_arrays;

/* ---- What is built from a Doom 3 map: windings of brushes, surfaces of patches -------------- */

typedef struct flatline_doom3_vector {
    double x, y, z;
} flatline_doom3_vector;

/* Bits of flatline_doom3_winding::flags: what is wrong with a side. */
enum {
    FLATLINE_DOOM3_SIDE_DEGENERATE = 1 << 0, /* no normal: shorter than 1e-6, points on one line */
    FLATLINE_DOOM3_SIDE_NOT_UNIT = 1 << 1,   /* the normal's length is off by more than 0.001 */
    FLATLINE_DOOM3_SIDE_DUPLICATE = 1 << 2,  /* on the plane of an earlier side, which counts */
    FLATLINE_DOOM3_SIDE_MIRRORED = 1 << 3,   /* on the plane of an earlier side, facing it */
    FLATLINE_DOOM3_SIDE_REDUNDANT = 1 << 4,  /* the other sides leave nothing of it */
    FLATLINE_DOOM3_SIDE_OVER_LIMIT = 1 << 5, /* more points than the limit winding-points */
    FLATLINE_DOOM3_SIDE_SINGULAR = 1 << 6    /* the texture matrix has determinant 0 */
};

/* One side of a brush, built: points first_point on, clockwise seen from outside; none where the
 * side has no winding. Points of one brush that are the same are so to the last bit. */
typedef struct flatline_doom3_winding {
    flatline_doom3_plane plane; /* unit normal; all zero where the side is degenerate */
    double texture[2][4];       /* rows u of s and t: u[0] x + u[1] y + u[2] z + u[3], in repeats */
    uint32_t first_point, point_count;
    uint32_t flags;
    uint32_t other; /* of DUPLICATE and MIRRORED: the earlier side, else FLATLINE_NONE */
} flatline_doom3_winding;

/* Bits of flatline_doom3_solid::flags: what is wrong with a brush. */
enum {
    FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES = 1 << 0, /* fewer than 4 with a plane of their own */
    FLATLINE_DOOM3_SOLID_OPEN = 1 << 1,          /* not closed; windings end at the base's border */
    FLATLINE_DOOM3_SOLID_EMPTY = 1 << 2,         /* the sides exclude each other */
    FLATLINE_DOOM3_SOLID_DEGENERATE = 1 << 3,    /* thinner than 0.01 units */
    FLATLINE_DOOM3_SOLID_MIRRORED = 1 << 4,      /* two sides on one plane face each other */
    FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD = 1 << 5, /* closed, with a point beyond world-coordinate */
    FLATLINE_DOOM3_SOLID_OVER_LIMIT = 1 << 6     /* a side is over the limit winding-points */
};

/* A brush, built. The box is all zero where no side has a winding. */
typedef struct flatline_doom3_solid {
    double low[3], high[3];
    double volume;                     /* 0 where the brush is not closed */
    uint32_t first_point, point_count; /* of all its windings */
    uint32_t winding_count;            /* sides with a winding */
    uint32_t flags;
} flatline_doom3_solid;

/* Windings of all brushes: one entry a side and one a brush of the map, by the same index. */
typedef struct flatline_doom3_windings {
    const flatline_doom3_winding* windings;
    const flatline_doom3_solid* solids;
    const flatline_doom3_vector* points;
    uint32_t winding_count, solid_count, point_count;
    uint32_t local; /* 1: in the space of each entity, 0: in the world's */
} flatline_doom3_windings;

/* A point of a tessellated patch. */
typedef struct flatline_doom3_vertex {
    double x, y, z, s, t;
    double normal[3]; /* unit, dP/du x dP/dv; all zero where the patch has no direction */
} flatline_doom3_vertex;

/* Bits of flatline_doom3_surface::flags. Those up to OVER_LIMIT leave the patch without a surface.
 */
enum {
    FLATLINE_DOOM3_SURFACE_TOO_SMALL = 1 << 0,        /* width or height below 3 */
    FLATLINE_DOOM3_SURFACE_BAD_SUBDIVISIONS = 1 << 1, /* of PATCH_DEF3: below 1 */
    FLATLINE_DOOM3_SURFACE_OVER_LIMIT = 1 << 2, /* no points are left of the limit surface-points */
    FLATLINE_DOOM3_SURFACE_EVEN = 1 << 3, /* an even size: its last column or row is left out */
    FLATLINE_DOOM3_SURFACE_DEGENERATE = 1 << 4 /* all control points are one, or on one line */
};

/* A patch, tessellated: rows of columns, vertex first_vertex + row * columns + column, columns
 * along u. Triangles run clockwise seen from where the normals point. */
typedef struct flatline_doom3_surface {
    double low[3], high[3];           /* of its vertices; all zero where there are none */
    double hull_low[3], hull_high[3]; /* of its control points: holds the surface, and more */
    uint32_t columns, rows;           /* of vertices; 0 by 0 where there is no surface */
    uint32_t first_vertex;
    uint32_t first_index, index_count; /* three a triangle */
    uint32_t flags;
} flatline_doom3_surface;

/* Surfaces of all patches: one entry a patch of the map, by the same index. */
typedef struct flatline_doom3_surfaces {
    const flatline_doom3_surface* surfaces;
    const flatline_doom3_vertex* vertices;
    const uint32_t* indices; /* into vertices */
    uint32_t surface_count, vertex_count, index_count;
    uint32_t local; /* 1: in the space of each entity, 0: in the world's */
} flatline_doom3_surfaces;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_DOOM3_H */
