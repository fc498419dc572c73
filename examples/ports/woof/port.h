/* What the adapter needs of Woof (5aa6408b), for a program without the port: members and types of
 * its structs (src/r_defs.h, src/doomdata.h), numbers of its flags, and stand-ins for the functions
 * that stay in the port. Members that no loader fills are left out. */
#ifndef FLATLINE_PORTS_WOOF_PORT_H
#define FLATLINE_PORTS_WOOF_PORT_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t fixed_t;
typedef uint32_t angle_t;
typedef unsigned char byte;

#define FRACBITS 16
#define FRACUNIT 65536
#define NO_INDEX ((unsigned int)-1)

typedef struct {
    fixed_t x, y, r_x, r_y;
} vertex_t;

typedef struct sector_s {
    fixed_t floorheight, ceilingheight;
    short floorpic, ceilingpic, lightlevel, special, oldspecial, tag;
    int32_t flags;
    fixed_t floor_xoffs, floor_yoffs, ceiling_xoffs, ceiling_yoffs;
    angle_t floor_rotation, ceiling_rotation;
    int16_t lightfloor, lightceiling;
    int32_t colormap, tint, tintfloor, tintceiling;
} sector_t;

typedef struct side_s {
    fixed_t textureoffset, rowoffset;
    fixed_t offsetx_top, offsety_top, offsetx_mid, offsety_mid, offsetx_bottom, offsety_bottom;
    short toptexture, bottomtexture, midtexture;
    sector_t* sector;
    int32_t tint;
    uint32_t flags;
    int special;
    int32_t light, light_top, light_mid, light_bottom;
} side_t;

typedef struct line_s {
    vertex_t *v1, *v2;
    fixed_t dx, dy;
    uint16_t flags;
    int16_t special, id;
    int32_t args[5];
    int32_t sidenum[2];
    sector_t *frontsector, *backsector;
    const byte* tranmap;
} line_t;

typedef struct {
    vertex_t *v1, *v2;
    fixed_t offset;
    angle_t angle;
    side_t* sidedef;
    line_t* linedef;
    sector_t *frontsector, *backsector;
} seg_t;

typedef struct {
    int numlines, firstline;
} subsector_t;

typedef struct {
    fixed_t x, y, dx, dy;
    fixed_t bbox[2][4];
    int children[2];
} node_t;

typedef struct {
    fixed_t x, y, height;
    int32_t tid, special, args[5];
    int16_t angle, type;
    int32_t options;
    fixed_t health;
    int32_t tint;
    byte* tranmap;
} mapthing_t;

enum { ML_TWOSIDED = 0x4, ML_BLOCKLANDMONSTERS = 0x1000, ML_BLOCKPLAYERS = 0x2000 };
enum { SECF_ABS_LIGHT_FLOOR = 1 << 9, SECF_ABS_LIGHT_CEIL = 1 << 10 };
enum {
    MTF_EASY = 1 << 0,
    MTF_NORMAL = 1 << 1,
    MTF_HARD = 1 << 2,
    MTF_AMBUSH = 1 << 3,
    MTF_NOTSINGLE = 1 << 4,
    MTF_NOTDM = 1 << 5,
    MTF_NOTCOOP = 1 << 6,
    MTF_FRIEND = 1 << 7,
    MTF_SKILL1 = 1 << 16
};
enum { sc_side, sc_side_top, sc_side_mid, sc_side_bottom };

/* ---- The level ------------------------------------------------------------------------------- */

static vertex_t* vertexes;
static sector_t* sectors;
static side_t* sides;
static line_t* lines;
static seg_t* segs;
static subsector_t* subsectors;
static node_t* nodes;
static int numvertexes, numsectors, numsides, numlines, numsegs, numsubsectors, numnodes;
static int32_t* blockmaplump;
static int bmapwidth, bmapheight;
static fixed_t bmaporgx, bmaporgy;

/* ---- Stand-ins for functions that stay in the port ------------------------------------------- */

/* The port's is arena_alloc_num of its world_arena. */
static void* level_memory(size_t count, size_t size) {
    void* memory = calloc(count + 1, size);
    if (memory == NULL) exit(2);
    return memory;
}
#define LEVEL_MEMORY level_memory

/* Names are their own numbers here: what the game calls a texture is up to its resources. */
static char known_names[64][9];

static int number_of_name(const char* name) {
    int i = 0;
    if (name[0] == '-' || name[0] == '\0') return 0;
    while (++i < 63 && known_names[i][0] != '\0') {
        if (strncmp(known_names[i], name, 8) == 0) return i;
    }
    for (int k = 0; k < 8 && name[k] != '\0'; ++k) known_names[i][k] = name[k];
    return i;
}

#define R_FlatNumForName number_of_name
#define R_TextureNumForName number_of_name

/* The game of this example has no colormap and no map of translucency beside the computed ones. */
static int R_ColormapNumForName(const char* name) {
    (void)name;
    return -1;
}

static int W_CheckNumForName(const char* name) {
    (void)name;
    return -1;
}

static const byte* W_TranMap(int lump) {
    (void)lump;
    return NULL;
}

static const byte* GetNormalTranMap(int percent) {
    static byte maps[101];
    return &maps[percent];
}

static angle_t FixedToAngle(fixed_t degrees) {
    return (angle_t)(((uint64_t)(int64_t)degrees * 11930464) >> FRACBITS);
}

static void P_SectorInit(sector_t* ss) { ss->tint = ss->tintfloor = ss->tintceiling = -1; }

static void P_LinedefInit(line_t* ld) {
    ld->dx = ld->v2->x - ld->v1->x;
    ld->dy = ld->v2->y - ld->v1->y;
}

static void P_SidedefInit(side_t* sd) { sd->tint = -1; }

static void P_ProcessSideDefs(side_t* sd, int i, char* bottom, char* middle, char* top) {
    (void)i;
    sd->bottomtexture = (short)number_of_name(bottom);
    sd->midtexture = (short)number_of_name(middle);
    sd->toptexture = (short)number_of_name(top);
}

static void Add_ScrollerStatic(int kind, int side, fixed_t x, fixed_t y) {
    printf("side %d scrolls %d: %d %d\n", side, kind, x, y);
}

static void Add_ParamSectorScroller(int mode, int sector, int ceiling, fixed_t x, fixed_t y) {
    printf("%s %d scrolls, mode %d: %d %d\n", ceiling ? "ceiling" : "floor", sector, mode, x, y);
}

/* By a table of the port's; the example prints no angle that is computed. */
static angle_t R_PointToAngle2(fixed_t x1, fixed_t y1, fixed_t x2, fixed_t y2) {
    (void)x1, (void)y1, (void)x2, (void)y2;
    return 0;
}

static void P_SpawnMapThing(const mapthing_t* mt) {
    printf("thing %d at %d %d %d angle %d options %#x tid %d special %d args %d %d %d %d %d",
           mt->type, mt->x, mt->y, mt->height, mt->angle, (unsigned)mt->options, mt->tid,
           mt->special, mt->args[0], mt->args[1], mt->args[2], mt->args[3], mt->args[4]);
    printf(" health %d tint %d%s\n", mt->health, mt->tint, mt->tranmap ? " translucent" : "");
}

#endif
