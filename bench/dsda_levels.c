/* How long dsda-doom (ce0a9934) takes for a binary level, without the port: its structs are those
 * of examples/ports/dsda_doom/port.h, and the functions below do for each record what P_SetupLevel
 * has done to it (prboom2/src/p_setup.c; names by w_wad.c and r_data.c, ids by dsda/id_list.c).
 * bench_binary.cpp times them, and compares the level with the one that the adapter of
 * examples/ports makes of a flatline_map. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* strcasecmp */
#endif
#include "dsda_levels.h"

#include <limits.h>

/* Instead of the examples' short stand-ins: functions that take as long as the port's. */
#define P_CalculateLineDefProperties brief_line_properties
#define P_InitializeSectorDefaults brief_sector_defaults
#define P_PostProcessLineDefs brief_line_specials
#define R_SafeTextureNumForName brief_texture
#define dsda_AddLineID brief_line_id
#define dsda_AddSectorID brief_sector_id
#define dsda_ResetLineIDList brief_line_ids
#define dsda_ResetSectorIDList brief_sector_ids
#include "dsda_doom/port.h"
#undef P_CalculateLineDefProperties
#undef P_InitializeSectorDefaults
#undef P_PostProcessLineDefs
#undef R_FlatNumForName
#undef R_SafeTextureNumForName
#undef dsda_AddLineID
#undef dsda_AddSectorID
#undef dsda_ResetLineIDList
#undef dsda_ResetSectorIDList

_Static_assert(sizeof(void*) != 8 ||
                   (sizeof(line_t) == 232 && sizeof(side_t) == 104 && sizeof(sector_t) == 344 &&
                    sizeof(seg_t) == 64 && sizeof(node_t) == 56 && sizeof(subsector_t) == 24),
               "as large as the port's");

#include "dsda_names.h"

/* ---- What both ways call --------------------------------------------------------------------- */

static void P_InitializeSectorDefaults(sector_t* ss) {
    ss->nextsec = ss->prevsec = -1;
    ss->heightsec = ss->floorlightsec = ss->ceilinglightsec = -1;
    brief_sector_defaults(ss);
}

static slopetype_t slope_of(fixed_t dx, fixed_t dy) {
    if (dx == 0) return ST_VERTICAL;
    if (dy == 0) return ST_HORIZONTAL;
    if (abs(dy) >> 14 >= abs(dx)) return (dx ^ dy) >= 0 ? ST_POSITIVE : ST_NEGATIVE;
    return (fixed_t)(((int64_t)dy << FRACBITS) / dx) > 0 ? ST_POSITIVE : ST_NEGATIVE;
}

static void P_CalculateLineDefProperties(line_t* ld) {
    float x, y;
    brief_line_properties(ld);
    x = (float)ld->dx / FRACUNIT;
    y = (float)ld->dy / FRACUNIT;
    ld->texel_length = (float)(int)(0.5f + (float)sqrt(x * x + y * y));
    ld->slopetype = slope_of(ld->dx, ld->dy);
    ld->soundorg.x = ld->bbox[BOXRIGHT] / 2 + ld->bbox[BOXLEFT] / 2;
    ld->soundorg.y = ld->bbox[BOXBOTTOM] / 2 + ld->bbox[BOXTOP] / 2;
    for (int k = 0; k < 2; ++k) {
        if (ld->sidenum[k] != (int32_t)NO_INDEX && ld->sidenum[k] >= numsides) {
            ld->sidenum[k] = (int32_t)NO_INDEX;
        }
    }
    if (ld->sidenum[0] == (int32_t)NO_INDEX) ld->sidenum[0] = 0;
}

static void specials_of_lines(void) {
    for (int i = 0; i < numlines; ++i) {
        line_t* ld = &lines[i];
        ld->frontsector = sides[ld->sidenum[0]].sector;
        ld->backsector = ld->sidenum[1] != (int32_t)NO_INDEX ? sides[ld->sidenum[1]].sector : NULL;
    }
    brief_line_specials();
}

static struct line_s** sector_lines;
static mobj_t** block_links;

static void take_block_links(void) {
    block_links = Z_Calloc((size_t)bmapwidth * (size_t)bmapheight, sizeof *block_links);
}

static void add_to_sector(line_t* ld, sector_t* sector) {
    int* const box = sector->blockbox;
    const vertex_t* const ends[] = {ld->v1, ld->v2};
    sector->lines[sector->linecount++] = ld;
    for (int k = 0; k < 2; ++k) {
        const fixed_t x = ends[k]->x, y = ends[k]->y;
        if (x < box[BOXLEFT]) {
            box[BOXLEFT] = x;
        } else if (x > box[BOXRIGHT]) {
            box[BOXRIGHT] = x;
        }
        if (y < box[BOXBOTTOM]) {
            box[BOXBOTTOM] = y;
        } else if (y > box[BOXTOP]) {
            box[BOXTOP] = y;
        }
    }
}

/* The side of the first seg that has one gives a subsector its sector. */
static void sectors_of_subsectors(void) {
    for (int i = 0; i < numsubsectors; ++i) {
        const seg_t* seg = &segs[subsectors[i].firstline];
        for (int k = 0; k < subsectors[i].numlines && subsectors[i].sector == NULL; ++k) {
            if (seg[k].sidedef != NULL) subsectors[i].sector = seg[k].sidedef->sector;
        }
        if (subsectors[i].sector == NULL) I_Error("subsector %d has no sector", i);
    }
}

static int block_of(int at, int from, int reach, int least, int most) {
    const int block = (at - from + reach) >> (FRACBITS + 7);
    return block < least ? least : block > most ? most : block;
}

static void boxes_of_sectors(void) {
    const int reach = 32 * FRACUNIT;
    for (int i = 0; i < numsectors; ++i) {
        sector_t* sector = &sectors[i];
        int* const box = sector->blockbox;
        for (int k = 0; k < 4; ++k) sector->bbox[k] = box[k] >> (FRACBITS - 4);
        sector->soundorg.x = box[BOXRIGHT] / 2 + box[BOXLEFT] / 2;
        sector->soundorg.y = box[BOXTOP] / 2 + box[BOXBOTTOM] / 2;
        box[BOXTOP] = block_of(box[BOXTOP], bmaporgy, reach, INT_MIN, bmapheight - 1);
        box[BOXBOTTOM] = block_of(box[BOXBOTTOM], bmaporgy, -reach, 0, INT_MAX);
        box[BOXRIGHT] = block_of(box[BOXRIGHT], bmaporgx, reach, INT_MIN, bmapwidth - 1);
        box[BOXLEFT] = block_of(box[BOXLEFT], bmaporgx, -reach, 0, INT_MAX);
    }
}

static void group_lines(void) {
    size_t total = (size_t)numlines;
    struct line_s** at;
    sectors_of_subsectors();
    for (int i = 0; i < numlines; ++i) {
        const line_t* ld = &lines[i];
        ld->frontsector->linecount++;
        if (ld->backsector != NULL && ld->backsector != ld->frontsector) {
            ld->backsector->linecount++;
            ++total;
        }
    }
    at = sector_lines = Z_Malloc((total + 1) * sizeof *sector_lines);
    for (int i = 0; i < numsectors; ++i) {
        sectors[i].lines = at;
        at += sectors[i].linecount;
        sectors[i].linecount = 0;
        sectors[i].blockbox[BOXTOP] = sectors[i].blockbox[BOXRIGHT] = INT_MIN;
        sectors[i].blockbox[BOXBOTTOM] = sectors[i].blockbox[BOXLEFT] = INT_MAX;
    }
    for (int i = 0; i < numlines; ++i) {
        line_t* ld = &lines[i];
        add_to_sector(ld, ld->frontsector);
        if (ld->backsector != NULL && ld->backsector != ld->frontsector) {
            add_to_sector(ld, ld->backsector);
        }
    }
    boxes_of_sectors();
}

/* ---- As the port does it --------------------------------------------------------------------- */

static int word(const byte* at) {
    int16_t value;
    memcpy(&value, at, sizeof value); /* of a machine of the lumps' own order */
    return value;
}
static int place(const byte* at) { return word(at) & 0xFFFF; }
static fixed_t fixed(const byte* at) { return (fixed_t)((uint32_t)word(at) << FRACBITS); }

static int records(const flatline_lump* lump, size_t bytes) { return (int)(lump->size / bytes); }

static void own_vertexes(const flatline_lump* lump) {
    const byte* p = lump->data;
    firstglvertex = numvertexes = records(lump, 4);
    vertexes = Z_Calloc((size_t)numvertexes, sizeof *vertexes);
    for (int i = 0; i < numvertexes; ++i, p += 4) {
        vertexes[i].x = fixed(p);
        vertexes[i].y = fixed(p + 2);
    }
}

static void own_sectors(const flatline_lump* lump) {
    const byte* p = lump->data;
    numsectors = records(lump, 26);
    sectors = Z_Calloc((size_t)numsectors, sizeof *sectors);
    dsda_ResetSectorIDList(numsectors);
    for (int i = 0; i < numsectors; ++i, p += 26) {
        sector_t* ss = &sectors[i];
        P_InitializeSectorDefaults(ss);
        ss->iSectorID = i;
        ss->floorheight = fixed(p);
        ss->ceilingheight = fixed(p + 2);
        ss->floorpic = (short)R_FlatNumForName((const char*)p + 4);
        ss->ceilingpic = (short)R_FlatNumForName((const char*)p + 12);
        ss->lightlevel = (short)word(p + 20);
        ss->special = (short)word(p + 22);
        ss->tag = (short)word(p + 24);
        dsda_AddSectorID(ss->tag, i);
    }
}

static int32_t own_side(const byte* at) {
    const int side = place(at);
    return side == 0xFFFF ? (int32_t)NO_INDEX : side;
}

static void own_lines(const flatline_lump* lump) {
    const byte* p = lump->data;
    numlines = records(lump, 14);
    lines = Z_Calloc((size_t)numlines, sizeof *lines);
    dsda_ResetLineIDList(numlines);
    for (int i = 0; i < numlines; ++i, p += 14) {
        line_t* ld = &lines[i];
        ld->iLineID = i;
        ld->alpha = 1.f;
        ld->flags = (unsigned)place(p + 4);
        ld->special = (short)word(p + 6);
        ld->id = (short)word(p + 8);
        ld->special_args[0] = ld->id;
        ld->v1 = &vertexes[place(p)];
        ld->v2 = &vertexes[place(p + 2)];
        ld->sidenum[0] = own_side(p + 10);
        ld->sidenum[1] = own_side(p + 12);
        map_format.translate_line_flags(&ld->flags, &ld->activation);
        P_CalculateLineDefProperties(ld);
        dsda_AddLineID(ld->id, i);
    }
}

static void own_sides(const flatline_lump* lump) {
    const byte* p = lump->data;
    for (int i = 0; i < numsides; ++i, p += 30) {
        side_t* sd = &sides[i];
        const int sector = place(p + 28);
        sd->textureoffset = fixed(p);
        sd->rowoffset = fixed(p + 2);
        sd->scalex_top = sd->scaley_top = FRACUNIT;
        sd->scalex_mid = sd->scaley_mid = FRACUNIT;
        sd->scalex_bottom = sd->scaley_bottom = FRACUNIT;
        sd->sector = &sectors[sector < numsectors ? sector : 0];
        map_format.post_process_sidedef_special(sd, (const char*)p + 12, (const char*)p + 20,
                                                (const char*)p + 4, sd->sector, i);
    }
}

static void names_of_sides(side_t* sd, const char* bottom, const char* mid, const char* top,
                           sector_t* sec, int i) {
    (void)sec;
    if (sd->special == 260) sd->special = 0; /* by the game's map of translucency */
    sd->midtexture = (short)R_SafeTextureNumForName(mid, i);
    sd->toptexture = (short)R_SafeTextureNumForName(top, i);
    sd->bottomtexture = (short)R_SafeTextureNumForName(bottom, i);
}

/* From the list's beginning, twice: to its end, and for its lines. 0 where one is not sound. */
static int own_blockmap_is_sound(int count) {
    const int cells = bmapwidth * bmapheight;
    skipblstart = 1;
    for (int i = 0; i < cells; ++i) {
        int at, end;
        if (4 + i >= count) return 0;
        at = blockmaplump[4 + i];
        if (at < 4 || at >= count) return 0;
        if (blockmaplump[at] != 0) skipblstart = 0;
        for (end = at; end < count && blockmaplump[end] != -1; ++end) {
        }
        if (end == count) return 0;
        for (; blockmaplump[at] != -1; ++at) {
            if (blockmaplump[at] < 0 || blockmaplump[at] >= numlines) return 0;
        }
    }
    return 1;
}

static void own_blockmap(const flatline_lump* lump) {
    const byte* p = lump->data;
    const int count = records(lump, 2);
    blockmaplump = Z_Malloc((size_t)count * sizeof *blockmaplump);
    blockmaplump[0] = word(p);
    blockmaplump[1] = word(p + 2);
    blockmaplump[2] = bmapwidth = place(p + 4);
    blockmaplump[3] = bmapheight = place(p + 6);
    for (int i = 4; i < count; ++i) {
        const int value = place(p + 2 * i);
        blockmaplump[i] = value == 0xFFFF ? -1 : value;
    }
    bmaporgx = fixed(p);
    bmaporgy = fixed(p + 2);
    if (!own_blockmap_is_sound(count)) I_Error("the blockmap is not sound");
}

static void own_subsectors(const flatline_lump* lump) {
    const byte* p = lump->data;
    numsubsectors = records(lump, 4);
    subsectors = Z_Calloc((size_t)numsubsectors, sizeof *subsectors);
    for (int i = 0; i < numsubsectors; ++i, p += 4) {
        subsectors[i].numlines = place(p);
        subsectors[i].firstline = place(p + 2);
    }
}

static int own_child(const byte* at) {
    int child = place(at);
    if (child == 0xFFFF) return -1;
    if ((child & 0x8000) == 0) return child;
    child &= 0x7FFF;
    if (child >= numsubsectors) child = 0;
    return (int)((unsigned)child | 0x80000000u);
}

static void own_nodes(const flatline_lump* lump) {
    const byte* p = lump->data;
    numnodes = records(lump, 28);
    nodes = Z_Malloc((size_t)numnodes * sizeof *nodes);
    for (int i = 0; i < numnodes; ++i, p += 28) {
        node_t* node = &nodes[i];
        node->x = fixed(p);
        node->y = fixed(p + 2);
        node->dx = fixed(p + 4);
        node->dy = fixed(p + 6);
        for (int k = 0; k < 2; ++k) {
            node->children[k] = own_child(p + 24 + 2 * k);
            for (int b = 0; b < 4; ++b) node->bbox[k][b] = fixed(p + 8 + 8 * k + 2 * b);
        }
    }
}

static void own_segs(const flatline_lump* lump) {
    const byte* p = lump->data;
    numsegs = records(lump, 12);
    segs = Z_Calloc((size_t)numsegs, sizeof *segs);
    for (int i = 0; i < numsegs; ++i, p += 12) {
        seg_t* seg = &segs[i];
        const int v1 = place(p), v2 = place(p + 2), line = place(p + 6);
        const int side = word(p + 8) != 0;
        line_t* ld = &lines[line];
        seg->angle = (angle_t)place(p + 4) << 16;
        if (line >= numlines || ld->sidenum[side] >= numsides) I_Error("seg %d is not sound", i);
        if (v1 >= numvertexes || v2 >= numvertexes) I_Error("seg %d is not sound", i);
        seg->linedef = ld;
        seg->sidedef = &sides[ld->sidenum[side]];
        seg->frontsector = seg->sidedef->sector;
        if (ld->flags & ML_TWOSIDED) seg->backsector = sides[ld->sidenum[side ^ 1]].sector;
        seg->v1 = &vertexes[v1];
        seg->v2 = &vertexes[v2];
        seg->offset = GetOffset(seg->v1, side ? ld->v2 : ld->v1);
    }
}

static void take_functions(void) {
    map_format.translate_line_flags = flags_of_mbf21;
    map_format.post_process_sidedef_special = names_of_sides;
}

int dsda_level_of_lumps(const flatline_binary_lumps* lumps) {
    take_functions();
    own_vertexes(&lumps->vertexes);
    own_sectors(&lumps->sectors);
    numsides = records(&lumps->sidedefs, 30);
    sides = Z_Calloc((size_t)numsides, sizeof *sides);
    own_lines(&lumps->linedefs);
    own_sides(&lumps->sidedefs);
    specials_of_lines();
    own_blockmap(&lumps->blockmap);
    take_block_links();
    own_subsectors(&lumps->ssectors);
    own_nodes(&lumps->nodes);
    own_segs(&lumps->segs);
    group_lines();
    return 1;
}

/* ---- From a flatline_map --------------------------------------------------------------------- */

static void P_PostProcessMapThing(mapthing_t* mt, int i, int* count, mobj_t** list) {
    (void)mt, (void)i, (void)count, (void)list;
}

#include "dsda_doom/adapter.h"

int dsda_level_of_flatline(const flatline_binary_lumps* lumps) {
    take_functions();
    if (!flat_load_lumps(lumps)) {
        flat_free();
        return 0;
    }
    flat_fill_vertexes(0);
    flat_fill_sectors(0);
    flat_allocate_sidedefs(0);
    flat_fill_linedefs(0);
    flat_fill_sidedefs(0);
    specials_of_lines();
    flat_fill_blockmap();
    take_block_links();
    flat_fill_subsectors(0);
    flat_fill_nodes(0);
    group_lines();
    flat_free();
    return 1;
}

/* ---- The level as a number ------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, const void* bytes, size_t size) {
    const byte* p = bytes;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ p[i]) * 0x100000001B3u;
    return hash;
}

/* Members of an element, pointers as indices. */
#define INDEX(pointer, array) ((pointer) == NULL ? -1 : (int)((pointer) - (array)))
#define MIX(...)                                   \
    do {                                           \
        const int members[] = {__VA_ARGS__};       \
        hash = mix(hash, members, sizeof members); \
    } while (0)

static uint64_t hash_of_sectors(uint64_t hash) {
    for (int i = 0; i < numsectors; ++i) {
        const sector_t* s = &sectors[i];
        MIX(s->iSectorID, s->floorheight, s->ceilingheight, s->floorpic, s->ceilingpic,
            s->lightlevel, s->special, s->tag, s->heightsec, s->linecount, s->soundorg.x,
            s->soundorg.y);
        hash = mix(hash, s->blockbox, sizeof s->blockbox);
        for (int k = 0; k < s->linecount; ++k) MIX(INDEX(s->lines[k], lines));
    }
    return hash;
}

static uint64_t hash_of_lines(uint64_t hash) {
    for (int i = 0; i < numlines; ++i) {
        const line_t* l = &lines[i];
        MIX(l->iLineID, INDEX(l->v1, vertexes), INDEX(l->v2, vertexes), l->dx, l->dy,
            (int)l->texel_length, (int)l->flags, l->special, l->id, l->sidenum[0], l->sidenum[1],
            (int)l->slopetype, INDEX(l->frontsector, sectors), INDEX(l->backsector, sectors),
            l->soundorg.x, l->soundorg.y, l->special_args[0], l->activation);
        hash = mix(hash, l->bbox, sizeof l->bbox);
    }
    for (int i = 0; i < numsides; ++i) {
        const side_t* s = &sides[i];
        MIX(s->textureoffset, s->rowoffset, s->toptexture, s->bottomtexture, s->midtexture,
            INDEX(s->sector, sectors), s->special, s->scalex_mid);
    }
    return hash;
}

static uint64_t hash_of_tree(uint64_t hash) {
    for (int i = 0; i < numsegs; ++i) {
        const seg_t* s = &segs[i];
        MIX(INDEX(s->v1, vertexes), INDEX(s->v2, vertexes), INDEX(s->sidedef, sides),
            INDEX(s->linedef, lines), INDEX(s->frontsector, sectors), INDEX(s->backsector, sectors),
            s->offset, (int)s->angle);
    }
    for (int i = 0; i < numsubsectors; ++i) {
        const subsector_t* s = &subsectors[i];
        MIX(INDEX(s->sector, sectors), s->numlines, s->firstline);
    }
    return mix(hash, nodes, (size_t)numnodes * sizeof *nodes);
}

/* Lists of the blockmap may share their words in a lump. */
static uint64_t hash_of_blockmap(uint64_t hash) {
    MIX(bmaporgx, bmaporgy, bmapwidth, bmapheight, skipblstart);
    for (int i = 0; i < bmapwidth * bmapheight; ++i) {
        for (int at = blockmaplump[4 + i]; blockmaplump[at] != -1; ++at) MIX(blockmaplump[at]);
    }
    return hash;
}

uint64_t dsda_level_hash(void) {
    uint64_t hash = 0xCBF29CE484222325u;
    MIX(numvertexes, numsectors, numsides, numlines, numsegs, numsubsectors, numnodes);
    for (int i = 0; i < numvertexes; ++i) MIX(vertexes[i].x, vertexes[i].y);
    return hash_of_blockmap(hash_of_tree(hash_of_lines(hash_of_sectors(hash))));
}

void dsda_level_free(void) {
    void** const all[] = {(void**)&vertexes,    (void**)&sectors,      (void**)&sides,
                          (void**)&lines,       (void**)&segs,         (void**)&subsectors,
                          (void**)&nodes,       (void**)&blockmaplump, (void**)&block_links,
                          (void**)&sector_lines};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        free(*all[i]);
        *all[i] = NULL;
    }
    free_ids(&line_ids);
    free_ids(&sector_ids);
}
