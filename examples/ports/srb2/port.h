/* What the adapter needs of SRB2 (639b58c6), for a program without the port: members and types of
 * its structs (src/r_defs.h, src/doomdata.h, src/taglist.h), numbers of its flags, and stand-ins
 * for the functions that stay in the port. Members that no loader fills are left out. */
#ifndef FLATLINE_PORTS_SRB2_PORT_H
#define FLATLINE_PORTS_SRB2_PORT_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t fixed_t;
typedef uint32_t angle_t;
typedef int32_t boolean;
typedef int16_t mtag_t;

#define FRACBITS 16
#define FRACUNIT 65536
#define NO_SIDEDEF 0xFFFFFFFFu
#define NUMLINEARGS 10
#define NUMLINESTRINGARGS 2
#define NUMMAPTHINGARGS 10
#define NUMMAPTHINGSTRINGARGS 2
#define ORIG_FRICTION (0xE8 << 8)
#define ZSHIFT 4

typedef struct {
    mtag_t* tags;
    uint16_t count;
} taglist_t;

typedef struct {
    double a, b, c, d;
    uint8_t flags;
} pslope_t;

typedef struct {
    int32_t rgba, fadergba;
    uint8_t fadestart, fadeend, flags;
} extracolormap_t;

typedef struct {
    fixed_t x, y;
    boolean floorzset, ceilingzset;
    fixed_t floorz, ceilingz;
} vertex_t;

typedef struct sector_s {
    fixed_t floorheight, ceilingheight;
    int32_t floorpic, ceilingpic;
    int16_t lightlevel, special;
    taglist_t tags;
    fixed_t floorxoffset, flooryoffset, ceilingxoffset, ceilingyoffset;
    fixed_t floorxscale, flooryscale, ceilingxscale, ceilingyscale;
    angle_t floorangle, ceilingangle;
    int32_t floorlightlevel, ceilinglightlevel;
    boolean floorlightabsolute, ceilinglightabsolute, colormap_protected;
    extracolormap_t *extra_colormap, *spawn_extra_colormap;
    fixed_t gravity, friction;
    int32_t flags, specialflags;
    uint8_t damagetype, triggerer;
    mtag_t triggertag;
    pslope_t *f_slope, *c_slope;
    boolean hasslope;
} sector_t;

typedef struct side_s {
    fixed_t textureoffset, rowoffset;
    fixed_t offsetx_top, offsetx_mid, offsetx_bottom, offsety_top, offsety_mid, offsety_bottom;
    fixed_t scalex_top, scalex_mid, scalex_bottom, scaley_top, scaley_mid, scaley_bottom;
    int32_t toptexture, bottomtexture, midtexture;
    int16_t light, light_top, light_mid, light_bottom;
    boolean lightabsolute, lightabsolute_top, lightabsolute_mid, lightabsolute_bottom;
    struct line_s* line;
    sector_t* sector;
    int16_t special, repeatcnt;
} side_t;

typedef struct line_s {
    vertex_t *v1, *v2;
    fixed_t dx, dy;
    uint32_t flags;
    int16_t special;
    taglist_t tags;
    int32_t args[NUMLINEARGS];
    char* stringargs[NUMLINESTRINGARGS];
    uint32_t sidenum[2];
    fixed_t alpha;
    uint8_t blendmode;
    int32_t executordelay;
} line_t;

typedef struct {
    vertex_t *v1, *v2;
    int32_t side;
    fixed_t offset;
    angle_t angle;
    line_t* linedef;
    boolean glseg;
} seg_t;

typedef struct {
    int16_t numlines;
    uint16_t firstline;
} subsector_t;

typedef struct {
    fixed_t x, y, dx, dy;
    fixed_t bbox[2][4];
    uint16_t children[2];
} node_t;

typedef struct {
    int16_t x, y;
    int16_t angle, pitch, roll;
    uint16_t type, options;
    int16_t z;
    uint8_t extrainfo;
    taglist_t tags;
    fixed_t scale, spritexscale, spriteyscale;
    int32_t args[NUMMAPTHINGARGS];
    char* stringargs[NUMMAPTHINGSTRINGARGS];
} mapthing_t;

enum { ML_TWOSIDED = 4, ML_SKEWTD = 32, ML_NOCLIMB = 64, ML_NOSKEW = 128, ML_MIDPEG = 256 };
enum { ML_MIDSOLID = 512, ML_WRAPMIDTEX = 1024, ML_NETONLY = 2048, ML_NONET = 4096 };
enum { ML_BOUNCY = 16384, ML_TFERLINE = 32768 };
enum { MTF_OBJECTFLIP = 2, MTF_ABSOLUTEZ = 16 };
enum { CMF_FADEFULLBRIGHTSPRITES = 1, CMF_FOG = 4, SL_NOPHYSICS = 1 };
enum { MSF_FLIPSPECIAL_FLOOR = 1 };
enum { SSF_NOPHYSICSFLOOR = 1 << 21, SSF_NOPHYSICSCEILING = 1 << 22 };
enum { AST_COPY = 0, AST_ADD = 2, AST_SUBTRACT, AST_REVERSESUBTRACT, AST_MODULATE, AST_FOG = 7 };

/* ---- The level ------------------------------------------------------------------------------- */

static vertex_t* vertexes;
static sector_t* sectors;
static side_t* sides;
static line_t* lines;
static seg_t* segs;
static subsector_t* subsectors;
static node_t* nodes;
static mapthing_t* mapthings;
static size_t numvertexes, numsectors, numsides, numlines, numsegs, numsubsectors, numnodes;
static size_t nummapthings;

/* ---- Stand-ins for functions that stay in the port ------------------------------------------- */

static void* level_memory(size_t count, size_t size) {
    void* memory = calloc(count + 1, size);
    if (memory == NULL) exit(2);
    return memory;
}
/* The port's are Z_Calloc with the tag PU_LEVEL, whose memory ends with the level. */
#define LEVEL_MEMORY level_memory

/* Names are their own numbers here: what the game calls a texture is up to its resources. */
static char known_names[64][9];

static int32_t number_of_name(const char* name) {
    int32_t i = 0;
    if (name[0] == '-') return 0;
    while (++i < 63 && known_names[i][0] != '\0') {
        if (strncmp(known_names[i], name, 8) == 0) return i;
    }
    for (int32_t k = 0; k < 8 && name[k] != '\0'; ++k) known_names[i][k] = name[k];
    return i;
}

#define R_TextureNumForName number_of_name
#define P_AddLevelFlat(name, found) number_of_name(name)

static void Tag_Add(taglist_t* list, mtag_t tag) {
    mtag_t* more = realloc(list->tags, (list->count + 1u) * sizeof *more);
    if (more == NULL) exit(2);
    more[list->count++] = tag;
    list->tags = more;
}

/* Sets the first tag of a list. */
static void Tag_FSet(taglist_t* list, mtag_t tag) {
    if (list->count == 0) {
        Tag_Add(list, tag);
    } else {
        list->tags[0] = tag;
    }
}

static angle_t FixedAngle(fixed_t degrees) {
    return (angle_t)((double)degrees / FRACUNIT * (4294967296.0 / 360));
}

static pslope_t* P_MakeSlopeViaEquationConstants(double a, double b, double c, double d) {
    pslope_t* slope = level_memory(1, sizeof *slope);
    slope->a = a, slope->b = b, slope->c = c, slope->d = d;
    return slope;
}

static int32_t P_ColorToRGBA(int32_t color, uint8_t alpha) {
    const uint32_t c = (uint32_t)color;
    return (int32_t)((c >> 16 & 0xFF) | (c & 0xFF00) | (c & 0xFF) << 16 | (uint32_t)alpha << 24);
}

static extracolormap_t* R_CreateColormap(int32_t rgba, int32_t fadergba, uint8_t start, uint8_t end,
                                         uint8_t flags) {
    extracolormap_t* map = level_memory(1, sizeof *map);
    map->rgba = rgba, map->fadergba = fadergba;
    map->fadestart = start, map->fadeend = end, map->flags = flags;
    return map;
}

static void P_InitializeSector(sector_t* ss) { (void)ss; }
static void TextmapFixFlatOffsets(sector_t* ss) { (void)ss; }
static void P_InitializeSidedef(side_t* sd) {
    if (sd->line != NULL) return;
    sd->line = &lines[0];
    sd->special = lines[0].special;
}
static void P_InitializeSeg(seg_t* seg) { (void)seg; }

static void P_InitializeLinedef(line_t* ld) {
    ld->dx = ld->v2->x - ld->v1->x;
    ld->dy = ld->v2->y - ld->v1->y;
    if (ld->sidenum[1] == NO_SIDEDEF) ld->flags &= ~(uint32_t)ML_TWOSIDED;
    for (int k = 0; k < 2; ++k) {
        if (ld->sidenum[k] == NO_SIDEDEF) continue;
        sides[ld->sidenum[k]].line = ld;
        sides[ld->sidenum[k]].special = ld->special;
    }
}

#endif
