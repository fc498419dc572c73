/* The adapter for Woof: it fills the port's structs from a flatline_map. ../woof.c includes it
 * after port.h, which stands in for the port. Fields are those of Woof 5aa6408b, src/p_udmf.c;
 * docs/ports.md has what it replaces.
 *
 * Woof reads its extensions in namespace woof only. So does Flatline: in namespace doom the map's
 * dialect is that of UDMF 1.1, and a field of Woof's is an unknown one, which no column has. */
#ifndef FLATLINE_PORTS_WOOF_ADAPTER_H
#define FLATLINE_PORTS_WOOF_ADAPTER_H

#include "flatline/flatline.h"

typedef struct fill_state {
    flatline_map* map;
    const flatline_arrays* a;
    int binary;
    int extended; /* namespace woof */
} fill_state;

static fill_state fill;

/* ---- Loading --------------------------------------------------------------------------------- */

static void fill_options(flatline_options* options) {
    options->products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BUILD_NODES |
                        FLATLINE_PRODUCT_STORED_BOXES | FLATLINE_PRODUCT_STORED_ANGLES |
                        FLATLINE_PRODUCT_STORED_RECORDS | FLATLINE_PRODUCT_BLOCKMAP |
                        FLATLINE_PRODUCT_TERMINATED;
    options->extras.blockmap_style = FLATLINE_BLOCKMAP_BOOM;
    options->repair = FLATLINE_REPAIR;
}

static int fill_loaded(flatline_status status) {
    fill.a = flatline_map_arrays(fill.map);
    return status == FLATLINE_OK;
}

/* 0 where the map is refused, or of a namespace that the port does not read. */
static int fill_load_text(const void* text, size_t size, flatline_lump znodes) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    size_t length;
    fill_options(&options);
    options.znodes = znodes;
    fill.binary = 0;
    if (!fill_loaded(flatline_load_borrowed(NULL, text, size, &options, &fill.map))) return 0;
    const char* name = flatline_map_namespace(fill.map, &length);
    fill.extended = strcmp(name, "woof") == 0;
    return fill.extended || strcmp(name, "doom") == 0;
}

static int fill_load_lumps(const flatline_binary_lumps* lumps) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    fill_options(&options);
    fill.binary = 1;
    fill.extended = 0;
    return fill_loaded(flatline_load_binary_borrowed(NULL, lumps, &options, &fill.map));
}

static void fill_free(void) {
    flatline_free(fill.map);
    fill.map = NULL;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static const flatline_column* fill_column(uint8_t block, const char* field) {
    return flatline_map_column(fill.map, flatline_find_field(block, field));
}

/* One field into one member of all structs. In namespace doom, extensions are 0, which every one of
 * them here has as its default. */
static void fill_member(uint8_t block, const char* field, void* member, size_t stride, int count,
                        int32_t type) {
    flatline_host_column to;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = (size_t)count;
    to.type = type;
    to.range = FLATLINE_RANGE_WRAP;
    flatline_scatter(fill.map, flatline_find_field(block, field), &to, NULL);
}

static void fill_bits(uint8_t block, const char* field, void* member, size_t stride, int count,
                      int32_t type, uint32_t bits) {
    flatline_host_column to;
    if (fill_column(block, field) == NULL) return;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = (size_t)count;
    to.type = type;
    to.bits = bits;
    to.otherwise = FLATLINE_OTHERWISE_KEEP;
    flatline_scatter(fill.map, flatline_find_field(block, field), &to, NULL);
}

/* The port cuts the nearest double, which is what the map has. */
static fixed_t fill_cut(double value) { return (fixed_t)(value * FRACUNIT); }

static void fill_fixed(uint8_t block, const char* field, fixed_t* member, size_t stride) {
    const flatline_column* column = fill_column(block, field);
    for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
        *(fixed_t*)((char*)member + column->elements[i] * stride) =
            fill_cut(column->values.reals[i]);
    }
}

/* The value of a column for elements in order; `at` goes along. */
static uint32_t fill_entry(const flatline_column* column, int element, uint32_t* at) {
    if (column == NULL) return FLATLINE_NONE;
    return flatline_column_find_from(column, (uint32_t)element, at);
}

/* A name of a colormap for each element: the number that the game has for it, -1 for none. */
static void fill_colormap(uint8_t block, const char* field, int32_t* member, size_t stride) {
    const flatline_column* column = fill_column(block, field);
    for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
        size_t size;
        const char* name = flatline_map_text(fill.map, column->values.texts[i], &size);
        *(int32_t*)((char*)member + column->elements[i] * stride) = R_ColormapNumForName(name);
    }
}

/* ---- Vertices and sectors -------------------------------------------------------------------- */

static void fill_vertexes(void) {
    const flatline_arrays* a = fill.a;
    numvertexes = (int)(a->vertex_count + a->nodes.vertex_count);
    vertexes = LEVEL_MEMORY((size_t)numvertexes, sizeof *vertexes);
    for (uint32_t i = 0; i < (uint32_t)numvertexes; ++i) {
        const flatline_vertex* from =
            i < a->vertex_count ? &a->vertices[i] : &a->nodes.vertices[i - a->vertex_count];
        vertexes[i].x = vertexes[i].r_x = fill_cut(from->x);
        vertexes[i].y = vertexes[i].r_y = fill_cut(from->y);
    }
}

#define SECTOR(field, member, type)                                                     \
    fill_member(FLATLINE_SECTOR, field, &sectors->member, sizeof(sector_t), numsectors, \
                FLATLINE_HOST_##type)
#define SECTOR_FIXED(field, member) \
    fill_fixed(FLATLINE_SECTOR, field, &sectors->member, sizeof(sector_t))
#define SECTOR_BIT(field, bit)                                                       \
    fill_bits(FLATLINE_SECTOR, field, &sectors->flags, sizeof(sector_t), numsectors, \
              FLATLINE_HOST_UINT32, bit)
#define SECTOR_MAP(field, member) \
    fill_colormap(FLATLINE_SECTOR, field, &sectors->member, sizeof(sector_t))

static void fill_sector_numbers(void) {
    fixed_t* turns = LEVEL_MEMORY(2 * (size_t)numsectors, sizeof *turns);
    SECTOR("heightfloor", floorheight, FIXED);
    SECTOR("heightceiling", ceilingheight, FIXED);
    SECTOR("lightlevel", lightlevel, INT16);
    SECTOR("special", special, INT16);
    SECTOR("id", tag, INT16);
    SECTOR("lightfloor", lightfloor, INT16);
    SECTOR("lightceiling", lightceiling, INT16);
    SECTOR_FIXED("xpanningfloor", floor_xoffs);
    SECTOR_FIXED("ypanningfloor", floor_yoffs);
    SECTOR_FIXED("xpanningceiling", ceiling_xoffs);
    SECTOR_FIXED("ypanningceiling", ceiling_yoffs);
    SECTOR_BIT("lightfloorabsolute", SECF_ABS_LIGHT_FLOOR);
    SECTOR_BIT("lightceilingabsolute", SECF_ABS_LIGHT_CEIL);
    fill_fixed(FLATLINE_SECTOR, "rotationfloor", turns, 2 * sizeof *turns);
    fill_fixed(FLATLINE_SECTOR, "rotationceiling", turns + 1, 2 * sizeof *turns);
    for (int i = 0; i < numsectors; ++i) {
        sectors[i].floor_rotation = FixedToAngle(turns[2 * i]);
        sectors[i].ceiling_rotation = FixedToAngle(turns[2 * i + 1]);
    }
    free(turns);
}

/* Mode and speeds of one plane; a mode without a speed, or a speed without a mode, is nothing. */
static void fill_sector_scroll(const char* const fields[3], int ceiling) {
    const flatline_column* mode = fill_column(FLATLINE_SECTOR, fields[0]);
    const flatline_column* x = fill_column(FLATLINE_SECTOR, fields[1]);
    const flatline_column* y = fill_column(FLATLINE_SECTOR, fields[2]);
    uint32_t at_x = 0, at_y = 0;
    for (uint32_t i = 0; mode != NULL && i < mode->count; ++i) {
        const int sector = (int)mode->elements[i];
        const uint32_t entry_x = fill_entry(x, sector, &at_x);
        const uint32_t entry_y = fill_entry(y, sector, &at_y);
        const double dx = entry_x == FLATLINE_NONE ? 0 : x->values.reals[entry_x];
        const double dy = entry_y == FLATLINE_NONE ? 0 : y->values.reals[entry_y];
        if (mode->values.integers[i] == 0 || (dx == 0 && dy == 0)) continue;
        Add_ParamSectorScroller(mode->values.integers[i], sector, ceiling, fill_cut(dx),
                                fill_cut(dy));
    }
}

static void fill_sector_records(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_SECTOR);
    const flatline_stored_sector* from = stored.records;
    for (int i = 0; i < numsectors; ++i) {
        sectors[i].floorheight = from[i].heightfloor * FRACUNIT;
        sectors[i].ceilingheight = from[i].heightceiling * FRACUNIT;
        sectors[i].lightlevel = from[i].lightlevel;
        sectors[i].special = sectors[i].oldspecial = from[i].special;
        sectors[i].tag = from[i].id;
    }
}

static void fill_sectors(void) {
    static const char* const floor[] = {"scrollfloormode", "xscrollfloor", "yscrollfloor"};
    static const char* const ceiling[] = {"scrollceilingmode", "xscrollceiling", "yscrollceiling"};
    numsectors = (int)fill.a->sector_count;
    sectors = LEVEL_MEMORY((size_t)numsectors, sizeof *sectors);
    if (fill.binary) {
        fill_sector_records();
    } else {
        fill_sector_numbers();
    }
    for (int i = 0; i < numsectors; ++i) {
        char name[9];
        flatline_copy_name(fill.map, fill.a->sectors[i].texturefloor, name, sizeof name);
        sectors[i].floorpic = (short)R_FlatNumForName(name);
        flatline_copy_name(fill.map, fill.a->sectors[i].textureceiling, name, sizeof name);
        sectors[i].ceilingpic = (short)R_FlatNumForName(name);
        P_SectorInit(&sectors[i]);
        /* The port asks for a colormap of no name where the text gives none. */
        if (!fill.binary) sectors[i].colormap = R_ColormapNumForName("");
    }
    if (fill.binary) return;
    SECTOR_MAP("colormap", colormap);
    SECTOR_MAP("tint", tint);
    SECTOR_MAP("tintceiling", tintceiling);
    SECTOR_MAP("tintfloor", tintfloor);
    fill_sector_scroll(floor, 0);
    fill_sector_scroll(ceiling, 1);
}

/* ---- Sides ----------------------------------------------------------------------------------- */

#define SIDE(field, member, type)                                                  \
    fill_member(FLATLINE_SIDEDEF, field, &sides->member, sizeof(side_t), numsides, \
                FLATLINE_HOST_##type)
#define SIDE_FIXED(field, member) \
    fill_fixed(FLATLINE_SIDEDEF, field, &sides->member, sizeof(side_t))

static void fill_side_numbers(void) {
    static const char* const flags[] = {"lightabsolute",     "lightabsolute_top",
                                        "lightabsolute_mid", "lightabsolute_bottom",
                                        "nofakecontrast",    "smoothlighting"}; /* bits 0 to 5 */
    SIDE("offsetx", textureoffset, FIXED);
    SIDE("offsety", rowoffset, FIXED);
    SIDE("light", light, INT32);
    SIDE("light_top", light_top, INT32);
    SIDE("light_mid", light_mid, INT32);
    SIDE("light_bottom", light_bottom, INT32);
    SIDE_FIXED("offsetx_top", offsetx_top);
    SIDE_FIXED("offsety_top", offsety_top);
    SIDE_FIXED("offsetx_mid", offsetx_mid);
    SIDE_FIXED("offsety_mid", offsety_mid);
    SIDE_FIXED("offsetx_bottom", offsetx_bottom);
    SIDE_FIXED("offsety_bottom", offsety_bottom);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) {
        fill_bits(FLATLINE_SIDEDEF, flags[i], &sides->flags, sizeof(side_t), numsides,
                  FLATLINE_HOST_UINT32, 1u << i);
    }
    fill_colormap(FLATLINE_SIDEDEF, "tint", &sides->tint, sizeof(side_t));
}

/* Speeds of a part of a side, in the order of the sides. */
static void fill_side_scroll(int kind, const flatline_column* const speed[2], int side,
                             uint32_t at[2]) {
    double by[2];
    for (int k = 0; k < 2; ++k) {
        const uint32_t entry = fill_entry(speed[k], side, &at[k]);
        by[k] = entry == FLATLINE_NONE               ? 0
                : speed[k]->kind == FLATLINE_INTEGER ? speed[k]->values.integers[entry]
                                                     : speed[k]->values.reals[entry];
    }
    if (by[0] != 0 || by[1] != 0) {
        Add_ScrollerStatic(kind, side, fill_cut(by[0]), fill_cut(by[1]));
    }
}

static void fill_side_scrolls(void) {
    static const char* const fields[4][2] = {{"xscroll", "yscroll"},
                                             {"xscrolltop", "yscrolltop"},
                                             {"xscrollmid", "yscrollmid"},
                                             {"xscrollbottom", "yscrollbottom"}};
    const flatline_column* speed[4][2];
    uint32_t at[4][2] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    for (int k = 0; k < 8; ++k) {
        speed[k / 2][k % 2] = fill_column(FLATLINE_SIDEDEF, fields[k / 2][k % 2]);
    }
    for (int i = 0; i < numsides; ++i) {
        for (int k = 0; k < 4; ++k) {
            const flatline_column* const pair[] = {speed[k][0], speed[k][1]};
            fill_side_scroll(sc_side + k, pair, i, at[k]);
        }
    }
}

static void fill_sides(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_SIDEDEF);
    const flatline_stored_sidedef* records = stored.records;
    numsides = (int)fill.a->sidedef_count;
    sides = LEVEL_MEMORY((size_t)numsides, sizeof *sides);
    for (int i = 0; i < numsides; ++i) {
        sides[i].sector = &sectors[fill.a->sidedefs[i].sector];
        if (fill.binary) {
            sides[i].textureoffset = records[i].offsetx * FRACUNIT;
            sides[i].rowoffset = records[i].offsety * FRACUNIT;
        }
        P_SidedefInit(&sides[i]);
    }
    if (fill.binary) return;
    fill_side_numbers();
    fill_side_scrolls();
}

/* After the lines, whose specials change what some names mean. */
static void fill_side_names(void) {
    for (int i = 0; i < numsides; ++i) {
        char top[9], middle[9], bottom[9];
        flatline_copy_name(fill.map, fill.a->sidedefs[i].texturetop, top, sizeof top);
        flatline_copy_name(fill.map, fill.a->sidedefs[i].texturemiddle, middle, sizeof middle);
        flatline_copy_name(fill.map, fill.a->sidedefs[i].texturebottom, bottom, sizeof bottom);
        P_ProcessSideDefs(&sides[i], i, bottom, middle, top);
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A lump of translucency by name, else the one that the port computes for an alpha below 1. */
static const byte* fill_tranmap(const char* name, double alpha) {
    const int lump = W_CheckNumForName(name);
    if (lump >= 0) return W_TranMap(lump);
    return alpha < 1 ? GetNormalTranMap((int)floor(alpha * 100)) : NULL;
}

typedef struct fill_blend {
    const flatline_column *alpha, *tranmap;
    uint32_t at_alpha, at_tranmap;
} fill_blend;

static const byte* fill_blended(fill_blend* blend, int element) {
    size_t size;
    const uint32_t alpha = fill_entry(blend->alpha, element, &blend->at_alpha);
    const uint32_t name = fill_entry(blend->tranmap, element, &blend->at_tranmap);
    return fill_tranmap(
        name == FLATLINE_NONE
            ? "-"
            : flatline_map_text(fill.map, blend->tranmap->values.texts[name], &size),
        alpha == FLATLINE_NONE ? 1 : blend->alpha->values.reals[alpha]);
}

static void fill_text_lines(void) {
    fill_blend blend = {fill_column(FLATLINE_LINEDEF, "alpha"),
                        fill_column(FLATLINE_LINEDEF, "tranmap"), 0, 0};
    for (int i = 0; i < numlines; ++i) {
        const flatline_linedef* from = &fill.a->linedefs[i];
        lines[i].flags = (uint16_t)(from->flags & 0x3FF); /* bits 0 to 9 are the port's */
        lines[i].special = (int16_t)from->special;
        lines[i].id = (int16_t)(from->id < 0 ? 0 : from->id);
        lines[i].args[0] = from->arg[0]; /* the port reads no other */
        lines[i].tranmap = fill_blended(&blend, i);
    }
    fill_bits(FLATLINE_LINEDEF, "blocklandmonsters", &lines->flags, sizeof(line_t), numlines,
              FLATLINE_HOST_UINT16, ML_BLOCKLANDMONSTERS);
    fill_bits(FLATLINE_LINEDEF, "blockplayers", &lines->flags, sizeof(line_t), numlines,
              FLATLINE_HOST_UINT16, ML_BLOCKPLAYERS);
}

static void fill_line_records(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_LINEDEF);
    const flatline_doom_linedef* from = stored.records;
    for (int i = 0; i < numlines; ++i) {
        lines[i].flags = from[i].flags;
        lines[i].special = (int16_t)from[i].special;
        lines[i].id = (int16_t)from[i].tag;
        lines[i].args[0] = lines[i].id;
    }
}

static void fill_linedefs(void) {
    numlines = (int)fill.a->linedef_count;
    lines = LEVEL_MEMORY((size_t)numlines, sizeof *lines);
    if (fill.binary) {
        fill_line_records();
    } else {
        fill_text_lines();
    }
    for (int i = 0; i < numlines; ++i) {
        line_t* ld = &lines[i];
        ld->v1 = &vertexes[fill.a->linedefs[i].v1];
        ld->v2 = &vertexes[fill.a->linedefs[i].v2];
        ld->sidenum[0] = (int32_t)fill.a->linedefs[i].sidefront;
        ld->sidenum[1] = (int32_t)fill.a->linedefs[i].sideback; /* FLATLINE_NONE is NO_INDEX */
        P_LinedefInit(ld);
        if (ld->sidenum[1] < 0) ld->flags &= (uint16_t)~ML_TWOSIDED;
        ld->frontsector = sides[ld->sidenum[0]].sector;
        ld->backsector = ld->sidenum[1] < 0 ? NULL : sides[ld->sidenum[1]].sector;
        /* A line of a text names its special in any case, one of a binary map only if it has one.
         */
        if (!fill.binary || ld->special) sides[ld->sidenum[0]].special = ld->special;
    }
}

/* ---- Nodes and blockmap ---------------------------------------------------------------------- */

static void fill_segs(void) {
    const flatline_bsp* bsp = &fill.a->nodes;
    numsegs = (int)bsp->seg_count;
    segs = LEVEL_MEMORY((size_t)numsegs, sizeof *segs);
    for (uint32_t i = 0; i < bsp->seg_count; ++i) {
        const flatline_seg* from = &bsp->segs[i];
        seg_t* seg = &segs[i];
        seg->v1 = &vertexes[from->v1];
        seg->v2 = &vertexes[from->v2];
        if (from->linedef == FLATLINE_NONE) continue;
        line_t* line = seg->linedef = &lines[from->linedef];
        const int32_t other = line->sidenum[from->side ^ 1];
        seg->sidedef = &sides[line->sidenum[from->side]];
        seg->frontsector = seg->sidedef->sector;
        seg->backsector = line->flags & ML_TWOSIDED && other >= 0 ? sides[other].sector : NULL;
        if (bsp->stored_angles != NULL) {
            seg->angle = (angle_t)bsp->stored_angles[i].angle << 16;
            seg->offset = bsp->stored_angles[i].offset * FRACUNIT;
        } else {
            seg->angle = R_PointToAngle2(seg->v1->x, seg->v1->y, seg->v2->x, seg->v2->y);
        }
    }
    numsubsectors = (int)bsp->subsector_count;
    subsectors = LEVEL_MEMORY((size_t)numsubsectors, sizeof *subsectors);
    for (uint32_t i = 0; i < bsp->subsector_count; ++i) {
        subsectors[i].firstline = (int)bsp->subsectors[i].first;
        subsectors[i].numlines = (int)bsp->subsectors[i].count;
    }
}

static void fill_nodes(void) {
    const flatline_bsp* bsp = &fill.a->nodes;
    numnodes = (int)bsp->node_count;
    nodes = LEVEL_MEMORY((size_t)numnodes, sizeof *nodes);
    for (uint32_t i = 0; i < bsp->node_count; ++i) {
        const flatline_node* from = &bsp->nodes[i];
        node_t* node = &nodes[i];
        node->x = fill_cut(from->x);
        node->y = fill_cut(from->y);
        node->dx = fill_cut(from->dx);
        node->dy = fill_cut(from->dy);
        for (int k = 0; k < 8; ++k) {
            node->bbox[k / 4][k % 4] = bsp->stored_boxes != NULL
                                           ? bsp->stored_boxes[i].bbox[k / 4][k % 4] * FRACUNIT
                                           : fill_cut(from->bbox[k / 4][k % 4]);
        }
        node->children[0] = (int)from->children[0]; /* FLATLINE_CHILD_SUBSECTOR is NF_SUBSECTOR */
        node->children[1] = (int)from->children[1];
    }
}

/* A header, the place of each list, the lists: each with a 0 in front where the port built it or
 * the lump has it, and -1 at its end. */
static void fill_blockmap(void) {
    const flatline_blockmap* from = &fill.a->blockmap;
    const size_t cells = (size_t)from->columns * from->rows;
    const int zero = !from->from_lump || from->skipped_zero;
    size_t total = 4 + cells, at = 4 + cells;
    for (size_t i = 0; i < cells; ++i) total += from->cells[i].count + 2u;
    blockmaplump = LEVEL_MEMORY(total, sizeof *blockmaplump);
    bmaporgx = fill_cut(from->origin_x);
    bmaporgy = fill_cut(from->origin_y);
    bmapwidth = (int)from->columns;
    bmapheight = (int)from->rows;
    for (size_t i = 0; i < cells; ++i) {
        const flatline_blockmap_cell* cell = &from->cells[i];
        blockmaplump[4 + i] = (int32_t)at;
        if (zero) blockmaplump[at++] = 0;
        for (uint32_t k = 0; k < cell->count; ++k) {
            blockmaplump[at++] = (int32_t)from->lines[cell->first + k];
        }
        blockmaplump[at++] = -1;
    }
}

/* ---- Things ---------------------------------------------------------------------------------- */

static int32_t fill_thing_options(uint32_t flags) {
    int32_t options = MTF_NOTSINGLE | MTF_NOTDM | MTF_NOTCOOP;
    for (int i = 0; i < 5; ++i) {
        if (flags & (uint32_t)FLATLINE_THING_SKILL1 << i) options |= MTF_SKILL1 << i;
    }
    if (flags & FLATLINE_THING_AMBUSH) options |= MTF_AMBUSH;
    if (flags & FLATLINE_THING_FRIEND) options |= MTF_FRIEND;
    if (flags & FLATLINE_THING_SINGLE) options &= ~MTF_NOTSINGLE;
    if (flags & FLATLINE_THING_DM) options &= ~MTF_NOTDM;
    if (flags & FLATLINE_THING_COOP) options &= ~MTF_NOTCOOP;
    return options;
}

static void fill_text_things(void) {
    fill_blend blend = {fill_column(FLATLINE_THING, "alpha"),
                        fill_column(FLATLINE_THING, "tranmap"), 0, 0};
    const flatline_column* tint = fill_column(FLATLINE_THING, "tint");
    uint32_t at_tint = 0;
    for (int i = 0; i < (int)fill.a->thing_count; ++i) {
        const flatline_thing* from = &fill.a->things[i];
        const uint32_t tinted = fill_entry(tint, i, &at_tint);
        size_t size;
        mapthing_t mt;
        memset(&mt, 0, sizeof mt);
        mt.x = fill_cut(from->x);
        mt.y = fill_cut(from->y);
        mt.height = fill_cut(from->height);
        mt.angle = (int16_t)(from->angle < 0 ? 0 : from->angle > 360 ? 360 : from->angle);
        mt.type = (int16_t)from->type;
        mt.options = fill_thing_options(from->flags);
        mt.health = FRACUNIT; /* the port asks for arg4 again where it means health */
        for (int k = 0; fill.extended && k < 5; ++k) mt.args[k] = from->arg[k];
        if (fill.extended) mt.tid = from->id;
        mt.tint = R_ColormapNumForName(
            tinted == FLATLINE_NONE
                ? ""
                : flatline_map_text(fill.map, tint->values.texts[tinted], &size));
        mt.tranmap = (byte*)fill_blended(&blend, i); /* the port's member is not const */
        P_SpawnMapThing(&mt);
    }
}

static void fill_thing_records(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_THING);
    const flatline_doom_thing* from = stored.records;
    for (uint32_t i = 0; i < fill.a->thing_count; ++i) {
        mapthing_t mt;
        memset(&mt, 0, sizeof mt);
        mt.x = from[i].x * FRACUNIT;
        mt.y = from[i].y * FRACUNIT;
        mt.angle = from[i].angle;
        mt.type = (int16_t)from[i].type;
        mt.options = (int16_t)from[i].flags;
        mt.health = FRACUNIT;
        mt.tint = -1;
        if (mt.options & MTF_EASY) mt.options |= MTF_SKILL1 * 3;
        if (mt.options & MTF_NORMAL) mt.options |= MTF_SKILL1 << 2;
        if (mt.options & MTF_HARD) mt.options |= MTF_SKILL1 << 3 | MTF_SKILL1 << 4;
        P_SpawnMapThing(&mt);
    }
}

static void fill_things(void) {
    if (fill.binary) {
        fill_thing_records();
    } else {
        fill_text_things();
    }
}

/* The order of UDMF_LoadMap, then things as P_SetupLevel does. */
static void fill_level(void) {
    fill_vertexes();
    fill_sectors();
    fill_sides();
    fill_linedefs();
    fill_side_names();
    fill_blockmap();
    fill_segs();
    fill_nodes();
    fill_things();
}

#endif
