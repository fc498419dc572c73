/* What the adapter needs of dsda-doom (ce0a9934), for a program without the port: members and types
 * of its structs (prboom2/src/r_defs.h, doomdata.h), numbers of its flags, and stand-ins for the
 * functions that stay in the port. The structs have members that no loader fills, too, so that they
 * are as large as the port's: bench/dsda_levels.c measures with them. */
#ifndef FLATLINE_PORTS_DSDA_PORT_H
#define FLATLINE_PORTS_DSDA_PORT_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t fixed_t;
typedef uint32_t angle_t;
typedef unsigned char byte;
typedef int dboolean;

#define FRACBITS 16
#define FRACUNIT 65536
#define NO_INDEX ((unsigned int)-1)
#define LUMP_NOT_FOUND (-1)
#define PL_SKYFLAT_SECTOR 0x40000000u
#define THRUST_LOCATION_SHIFT 5
#define ORIG_FRICTION 0xE800
#define ORIG_FRICTION_FACTOR 2048

/* ---- Structs --------------------------------------------------------------------------------- */

typedef enum { UDMF_NONE, UDMF_DOOM, UDMF_HERETIC, UDMF_HEXEN, UDMF_DSDA } udmf_namespace_t;

typedef struct mobj_s mobj_t;

typedef struct thinker_s {
    struct thinker_s *prev, *next;
    void (*function)(void);
    struct thinker_s *cnext, *cprev;
    unsigned references;
} thinker_t;

typedef struct {
    thinker_t thinker;
    fixed_t x, y, z;
} degenmobj_t;

typedef struct {
    fixed_t x, y;
    fixed_t px, py;
} vertex_t;

typedef struct {
    short amount;
    byte leakrate, interval;
} damage_t;

typedef struct sector_s {
    int iSectorID;
    unsigned int flags;
    fixed_t floorheight, ceilingheight;
    byte soundtraversed;
    mobj_t* soundtarget;
    int blockbox[4], bbox[4];
    degenmobj_t soundorg;
    int validcount, gl_validcount;
    mobj_t* thinglist;
    int friction, movefactor;
    void *floordata, *ceilingdata, *lightingdata;
    signed char stairlock;
    int prevsec, nextsec, heightsec;
    short bottommap, midmap, topmap, colormap;
    struct msecnode_s* touching_thinglist;
    int linecount;
    struct line_s** lines;
    int floorsky, ceilingsky;
    fixed_t floor_xoffs, floor_yoffs, ceiling_xoffs, ceiling_yoffs;
    int floorlightsec, ceilinglightsec;
    short floorpic, ceilingpic, lightlevel, special, tag;
    int cachedheight, scaleindex;
    int INTERP_SectorFloor, INTERP_SectorCeiling, INTERP_FloorPanning, INTERP_CeilingPanning;
    int fakegroup[2];
    int seqType; /* an enumeration */
    fixed_t gravity;
    damage_t damage;
    short lightlevel_floor, lightlevel_ceiling;
    angle_t floor_rotation, ceiling_rotation;
    fixed_t floor_xscale, floor_yscale, ceiling_xscale, ceiling_yscale;
} sector_t;

typedef struct {
    fixed_t textureoffset, rowoffset;
    short toptexture, bottomtexture, midtexture;
    sector_t* sector;
    int special;
    int INTERP_WallPanning;
    fixed_t textureoffset_top, textureoffset_mid, textureoffset_bottom;
    fixed_t rowoffset_top, rowoffset_mid, rowoffset_bottom;
    fixed_t scalex_top, scaley_top, scalex_mid, scaley_mid, scalex_bottom, scaley_bottom;
    int lightlevel, lightlevel_top, lightlevel_mid, lightlevel_bottom;
    unsigned short flags;
} side_t;

typedef enum { ST_HORIZONTAL, ST_VERTICAL, ST_POSITIVE, ST_NEGATIVE } slopetype_t;
typedef enum { ams_default, AMS_COUNT = 14 } automap_style_t;

typedef struct line_s {
    int iLineID;
    vertex_t *v1, *v2;
    fixed_t dx, dy;
    float texel_length;
    unsigned int flags;
    short special, id;
    int32_t sidenum[2];
    fixed_t bbox[4];
    slopetype_t slopetype;
    sector_t *frontsector, *backsector;
    int validcount, validcount2;
    void* specialdata;
    int r_validcount;
    byte r_flags;
    degenmobj_t soundorg;
    byte player_activations;
    int special_args[5];
    unsigned short activation;
    byte locknumber;
    automap_style_t automap_style;
    int health, healthgroup;
    const byte* tranmap;
    float alpha;
} line_t;

typedef struct {
    vertex_t *v1, *v2;
    side_t* sidedef;
    line_t* linedef;
    sector_t *frontsector, *backsector;
    fixed_t offset;
    angle_t angle, pangle;
    uint32_t halflength;
} seg_t;

typedef struct {
    sector_t* sector;
    int numlines, firstline;
    struct polyobj_s* poly;
} subsector_t;

typedef struct {
    fixed_t x, y, dx, dy;
    fixed_t bbox[2][4];
    int children[2];
} node_t;

typedef struct {
    short tid;
    fixed_t x, y, height;
    short angle, type;
    int options, special, special_args[5];
    fixed_t gravity, health;
    float alpha;
} mapthing_t;

/* ---- Flags ----------------------------------------------------------------------------------- */

enum {
    ML_BLOCKING = 0x1,
    ML_TWOSIDED = 0x4,
    ML_BOOM = 0x3ff,
    ML_VANILLA = 0x1ff,
    ML_RESERVED = 0x800,
    ML_MBF21 = 0x3fff,
    ML_BLOCKLANDMONSTERS = 0x1000,
    ML_BLOCKPLAYERS = 0x2000,
    ML_MONSTERSCANACTIVATE = 0x4000,
    ML_BLOCKEVERYTHING = 0x8000,
    ML_REPEATSPECIAL = 0x10000,
    ML_CLIPMIDTEX = 0x20000,
    ML_BLOCKSIGHT = 0x40000,
    ML_BLOCKHITSCAN = 0x80000,
    ML_BLOCKPROJECTILES = 0x100000,
    ML_BLOCKUSE = 0x200000,
    ML_BLOCKFLOATERS = 0x400000,
    ML_JUMPOVER = 0x800000,
    ML_3DMIDTEX = 0x1000000,
    ML_3DMIDTEXIMPASSIBLE = 0x2000000,
    ML_FIRSTSIDEONLY = 0x4000000,
    ML_REVEALED = 0x8000000,
    ML_CHECKSWITCHRANGE = 0x10000000,
    ML_WRAPMIDTEX = 0x20000000
};
enum {
    SPAC_CROSS = 0x1,
    SPAC_USE = 0x2,
    SPAC_MCROSS = 0x4,
    SPAC_IMPACT = 0x8,
    SPAC_PUSH = 0x10,
    SPAC_PCROSS = 0x20,
    SPAC_USEBACK = 0x40,
    SPAC_MPUSH = 0x80,
    SPAC_MUSE = 0x100,
    SPAC_ANYCROSS = 0x200,
    SPAC_DAMAGE = 0x400,
    SPAC_DEATH = 0x800
};
enum {
    SECF_HIDDEN = 0x100,
    SECF_DMGTERRAINFX = 0x800,
    SECF_HAZARD = 0x1000,
    SECF_FRICTION = 0x4000,
    SECF_NOATTACK = 0x10000,
    SECF_SILENT = 0x20000,
    SECF_LIGHTFLOORABSOLUTE = 0x40000,
    SECF_LIGHTCEILINGABSOLUTE = 0x80000
};
enum { SF_WRAPMIDTEX = 0x20 };
enum { SCROLL_TOP = 1, SCROLL_MID = 2, SCROLL_BOTTOM = 4 };
enum {
    MTF_EASY = 0x1,
    MTF_NORMAL = 0x2,
    MTF_HARD = 0x4,
    MTF_AMBUSH = 0x8,
    MTF_NOTSINGLE = 0x10,
    MTF_NOTDM = 0x20,
    MTF_NOTCOOP = 0x40,
    MTF_DORMANT = 0x10,
    MTF_FIGHTER = 0x20,
    MTF_CLERIC = 0x40,
    MTF_MAGE = 0x80,
    MTF_GSINGLE = 0x100,
    MTF_GCOOP = 0x200,
    MTF_GDEATHMATCH = 0x400,
    MTF_TRANSLUCENT = 0x800,
    MTF_INVISIBLE = 0x1000,
    MTF_FRIENDLY = 0x2000,
    MTF_COUNTSECRET = 0x8000,
    MTF_SKILL1 = 0x10000,
    MTF_SKILL2 = 0x20000,
    MTF_SKILL3 = 0x40000,
    MTF_SKILL4 = 0x80000,
    MTF_SKILL5 = 0x100000
};
enum { zl_map_set_colormap = 2701, zl_sector_set_colormap = 2702, zl_music_change_song = 2703 };
enum { BOXTOP, BOXBOTTOM, BOXLEFT, BOXRIGHT };

/* ---- The level ------------------------------------------------------------------------------- */

static vertex_t* vertexes;
static sector_t* sectors;
static side_t* sides;
static line_t* lines;
static seg_t* segs;
static subsector_t* subsectors;
static node_t* nodes;
static int numvertexes, numsectors, numsides, numlines, numsegs, numsubsectors, numnodes;
static int firstglvertex;
static int* blockmaplump;
static fixed_t bmaporgx, bmaporgy;
static int bmapwidth, bmapheight, skipblstart;

static struct {
    int hexen;
    void (*translate_line_flags)(unsigned int* flags, unsigned short* activation);
    void (*post_process_sidedef_special)(side_t* sd, const char* bottom, const char* mid,
                                         const char* top, sector_t* sec, int i);
} map_format;

/* ---- Stand-ins for functions that stay in the port ------------------------------------------- */

static void I_Error(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    exit(1);
}

static void* Z_Malloc(size_t size) {
    void* memory = malloc(size);
    if (memory == NULL) I_Error("out of memory");
    return memory;
}

static void* Z_Calloc(size_t count, size_t size) {
    void* memory = calloc(count, size);
    if (memory == NULL) I_Error("out of memory");
    return memory;
}

#define Z_Free free

/* The port keeps the memory of a level that begins again; here each level is the first. */
static void* malloc_IfSameLevel(void* last, size_t size) {
    return last != NULL ? last : Z_Malloc(size);
}

static void* calloc_IfSameLevel(void* last, size_t count, size_t size) {
    return last != NULL ? last : Z_Calloc(count, size);
}

/* Names are their own numbers here: what the game calls a texture is up to its resources. */
static char dump_known[64][9];

static int number_of_name(const char* name) {
    char upper[9] = "";
    int i = 0;
    if (name[0] == '-') return 0;
    for (int k = 0; k < 8 && name[k] != '\0'; ++k) {
        upper[k] = (char)(name[k] >= 'a' && name[k] <= 'z' ? name[k] - 'a' + 'A' : name[k]);
    }
    while (++i < 64 && dump_known[i][0] != '\0') {
        if (strcmp(dump_known[i], upper) == 0) return i;
    }
    if (i == 64) I_Error("more than 63 names");
    strcpy(dump_known[i], upper);
    return i;
}

static const char* dump_texture(int number) { return number == 0 ? "-" : dump_known[number]; }
#define dump_flat dump_texture
#define R_FlatNumForName number_of_name
#define R_TextureNumForName number_of_name

static int R_SafeTextureNumForName(const char* name, int side) {
    (void)side;
    return number_of_name(name);
}

/* The game of these examples has one colormap beside the usual one, and one song. */
static int R_ColormapNumForName(const char* name) { return strcmp(name, "COLORMAP") == 0 ? 0 : -1; }
static int W_CheckNumForName(const char* name) {
    (void)name;
    return LUMP_NOT_FOUND;
}

static fixed_t dsda_FloatToFixed(float x) { return (fixed_t)(x * FRACUNIT); }
static fixed_t dsda_IntToFixed(int x) { return (fixed_t)((uint32_t)x << FRACBITS); }
static byte dsda_FloatToPercent(float x) { return (byte)floorf(x * 100); }
static angle_t dsda_DegreesToAngle(float degrees) {
    return (angle_t)(11930464 * degrees + 256 * degrees / 360);
}

static const byte* dsda_TranMap(byte percent) {
    static byte map[101];
    return &map[percent];
}

static void dsda_PreferOpenGL(void) {}
static void dsda_ResetSectorIDList(int size) { (void)size; }
static void dsda_ResetLineIDList(int size) { (void)size; }

/* What the loader tells the game, as tests/ports/embed notes it in the port. */
static void dsda_AddSectorID(int id, int value) { printf("sector id %d: %d\n", id, value); }
static void dsda_AddLineID(int id, int value) { printf("line id %d: %d\n", id, value); }
static void dsda_AddLineToHealthGroup(line_t* line) {
    printf("health group %d: line %d\n", line->healthgroup, line->iLineID);
}

#define SCROLLER(name, function)                                            \
    static void function(fixed_t dx, fixed_t dy, int affectee, int flags) { \
        printf(name ": %d %d of %d flags %d\n", dx, dy, affectee, flags);   \
    }
SCROLLER("scrolls_side", dsda_AddSideScroller)
SCROLLER("scrolls_floor", dsda_AddZDoomFloorScroller)
SCROLLER("scrolls_ceiling", dsda_AddZDoomCeilingScroller)
SCROLLER("thrusts", dsda_AddThruster)

static void P_InitializeSectorDefaults(sector_t* ss) {
    ss->floor_xscale = ss->floor_yscale = FRACUNIT;
    ss->ceiling_xscale = ss->ceiling_yscale = FRACUNIT;
    ss->friction = ORIG_FRICTION;
    ss->movefactor = ORIG_FRICTION_FACTOR;
    ss->gravity = FRACUNIT;
}

static void P_ResolveFrictionFactor(fixed_t factor, sector_t* ss) {
    const int friction = factor > FRACUNIT ? FRACUNIT : factor < 0 ? 0 : factor;
    const int move = friction > ORIG_FRICTION ? (0x10092 - friction) * 0x70 / 0x158
                                              : (friction - 0xDB34) * 0xA / 0x80;
    ss->friction = friction;
    ss->movefactor = move < 32 ? 32 : move;
    ss->flags |= SECF_FRICTION;
}

/* Specials of ZDoom that name their own line. */
static void P_SetLineID(line_t* ld) { (void)ld; }

static void P_CalculateLineDefProperties(line_t* ld) {
    const vertex_t *a = ld->v1, *b = ld->v2;
    ld->dx = b->x - a->x;
    ld->dy = b->y - a->y;
    ld->bbox[BOXLEFT] = a->x < b->x ? a->x : b->x;
    ld->bbox[BOXRIGHT] = a->x < b->x ? b->x : a->x;
    ld->bbox[BOXBOTTOM] = a->y < b->y ? a->y : b->y;
    ld->bbox[BOXTOP] = a->y < b->y ? b->y : a->y;
    if (ld->sidenum[1] < 0) ld->flags &= ~(unsigned)ML_TWOSIDED;
    if (ld->special) sides[ld->sidenum[0]].special = ld->special;
}

/* Boom's 242 may name a colormap where a texture would be; 260 a map of translucency in the middle.
 */
static short texture_or_map(const char* name, short* map) {
    const int number = R_ColormapNumForName(name);
    *map = (short)(number < 0 ? 0 : number);
    return (short)(number < 0 ? number_of_name(name) : 0);
}

static void names_of_boom(side_t* sd, const char* bottom, const char* mid, const char* top,
                          sector_t* sec, int i) {
    (void)i;
    if (sd->special == 242) {
        sd->bottomtexture = texture_or_map(bottom, &sec->bottommap);
        sd->midtexture = texture_or_map(mid, &sec->midmap);
        sd->toptexture = texture_or_map(top, &sec->topmap);
        return;
    }
    sd->special = 0;
    sd->midtexture = (short)(strcmp(mid, "TRANMAP") == 0 ? 0 : number_of_name(mid));
    sd->toptexture = (short)number_of_name(top);
    sd->bottomtexture = (short)number_of_name(bottom);
}

/* Boom's 260 makes its line translucent, or with a tag all lines of that id. */
static void P_PostProcessLineDefs(void) {
    for (int i = 0; i < numlines; ++i) {
        if (lines[i].special != 260) continue;
        for (int k = 0; k < numlines; ++k) {
            if (lines[i].special_args[0] ? lines[k].id != lines[i].special_args[0] : k != i)
                continue;
            lines[k].tranmap = dsda_TranMap(66);
            lines[k].alpha = 0.66f;
        }
    }
}

static void flags_of_mbf21(unsigned int* flags, unsigned short* activation) {
    *flags &= *flags & ML_RESERVED ? ML_VANILLA : ML_MBF21;
    *activation = 0;
}

static fixed_t GetOffset(const vertex_t* a, const vertex_t* b) {
    const float x = (float)(a->x - b->x) / FRACUNIT, y = (float)(a->y - b->y) / FRACUNIT;
    return (fixed_t)(sqrt(x * x + y * y) * (double)FRACUNIT);
}

/* By a table of the port's; the example prints no angle that is computed. */
static angle_t R_PointToAngle2(fixed_t x1, fixed_t y1, fixed_t x2, fixed_t y2) {
    (void)x1, (void)y1, (void)x2, (void)y2;
    return 0;
}

static void P_PostProcessMapThing(mapthing_t* mt, int i, int* count, mobj_t** list);
static void P_PostProcessThings(int count, mobj_t** list) {
    (void)count;
    free(list);
}

#endif
