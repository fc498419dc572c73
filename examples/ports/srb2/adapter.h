/* The adapter for SRB2: it fills the port's structs from a flatline_map. ../srb2.c includes it
 * after port.h, which stands in for the port. Fields are those of SRB2 639b58c6, src/p_setup.c, the
 * functions ParseTextmap...Parameter; docs/ports.md has what it replaces.
 *
 * A load: fill_load_text or fill_load_lumps, then the fill_ functions in the order of fill_level.
 */
#ifndef FLATLINE_PORTS_SRB2_ADAPTER_H
#define FLATLINE_PORTS_SRB2_ADAPTER_H

#include "flatline/flatline.h"

typedef struct fill_state {
    flatline_map* map;
    const flatline_arrays* a;
    int binary;
} fill_state;

static fill_state fill;

/* ---- Loading --------------------------------------------------------------------------------- */

static void fill_options(flatline_options* options) {
    options->products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_STORED_BOXES |
                        FLATLINE_PRODUCT_STORED_ANGLES | FLATLINE_PRODUCT_STORED_RECORDS |
                        FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_REJECT |
                        FLATLINE_PRODUCT_TERMINATED;
    options->extras.namespace_override = "srb2";
    options->repair = FLATLINE_REPAIR;
}

static int fill_loaded(flatline_status status) {
    fill.a = flatline_map_arrays(fill.map);
    return status == FLATLINE_OK;
}

/* 0 where the map is refused: the findings of fill.map say why. The bytes stay until fill_free. */
static int fill_load_text(const void* text, size_t size, flatline_lump znodes) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    fill_options(&options);
    options.znodes = znodes;
    fill.binary = 0;
    return fill_loaded(flatline_load_borrowed(NULL, text, size, &options, &fill.map));
}

static int fill_load_lumps(const flatline_binary_lumps* lumps) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    fill_options(&options);
    fill.binary = 1;
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

/* One field into one member of all structs, cut as a cast cuts it. */
static void fill_member(uint8_t block, const char* field, void* member, size_t stride, size_t count,
                        int32_t type) {
    flatline_host_column to;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = count;
    to.type = type;
    to.range = FLATLINE_RANGE_WRAP;
    if (flatline_scatter(fill.map, flatline_find_field(block, field), &to, NULL) != FLATLINE_OK) {
        printf("no field %s\n", field);
        exit(1);
    }
}

/* Sets bits of a member where a field is true; they are 0 before. A map without the field needs no
 * pass over its elements. */
static void fill_bits(uint8_t block, const char* field, void* member, size_t stride, size_t count,
                      uint32_t bits) {
    flatline_host_column to;
    if (fill_column(block, field) == NULL) return;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = count;
    to.type = FLATLINE_HOST_UINT32;
    to.bits = bits;
    to.otherwise = FLATLINE_OTHERWISE_KEEP;
    flatline_scatter(fill.map, flatline_find_field(block, field), &to, NULL);
}

/* A number as the port cuts it, through a float: for flatline_map_fixed_columns. What elements do
 * not give stays as the loop before has set it. */
static flatline_fixed_column fill_fixed(uint8_t block, const char* field, fixed_t* member,
                                        size_t stride, size_t count) {
    flatline_fixed_column to;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = count;
    to.cut = FLATLINE_FIXED_SINGLE;
    to.otherwise = FLATLINE_OTHERWISE_KEEP;
    to.field = flatline_find_field(block, field);
    return to;
}

/* Only fields that the map uses need a pass over its text. */
static void fill_fixed_columns(const flatline_fixed_column* all, size_t count) {
    flatline_fixed_column used[16];
    size_t size = 0;
    for (size_t i = 0; i < count && size < 16; ++i) {
        if (flatline_map_column(fill.map, all[i].field) != NULL) used[size++] = all[i];
    }
    if (size != 0) flatline_map_fixed_columns(fill.map, used, size);
}

static const char* fill_text(flatline_text text) {
    size_t size;
    return flatline_map_text(fill.map, text, &size);
}

/* Numbers of names, each looked up once. */
static int32_t* fill_numbers(void) {
    int32_t* numbers = LEVEL_MEMORY(fill.a->name_count, sizeof *numbers);
    for (uint32_t i = 0; i < fill.a->name_count; ++i) {
        char name[9];
        flatline_copy_name(fill.map, i, name, sizeof name);
        numbers[i] = R_TextureNumForName(name);
    }
    return numbers;
}

/* The first tag, then those of moreids in the order of the text. The port keeps the first one even
 * where it is 0. */
static void fill_tags(uint8_t block, taglist_t* tags, size_t stride) {
    const flatline_column* more = fill_column(block, "moreids");
    for (uint32_t i = 0; more != NULL && i < more->count; ++i) {
        taglist_t* list = (taglist_t*)((char*)tags + more->elements[i] * stride);
        const flatline_text ids = more->values.ids[i];
        for (uint32_t k = 0; k < ids.size; ++k) Tag_Add(list, (mtag_t)fill.a->ids[ids.offset + k]);
    }
}

/* stringarg0 and stringarg1 into memory of the level. */
static void fill_strings(uint8_t block, char** member, size_t stride) {
    char name[] = "stringarg0";
    for (int k = 0; k < 2; ++k) {
        name[9] = (char)('0' + k);
        const flatline_column* column = fill_column(block, name);
        for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
            const char* text = fill_text(column->values.texts[i]);
            char* copy = LEVEL_MEMORY(strlen(text), 1);
            strcpy(copy, text);
            ((char**)((char*)member + column->elements[i] * stride))[k] = copy;
        }
    }
}

typedef struct fill_word {
    const char* word;
    uint8_t value;
} fill_word;

/* A field of words into a byte; a word that the port does not know leaves it as it was. */
static void fill_words(uint8_t block, const char* field, uint8_t* member, size_t stride,
                       const fill_word* words, size_t count) {
    const flatline_column* column = fill_column(block, field);
    for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
        const char* text = fill_text(column->values.texts[i]);
        for (size_t k = 0; k < count; ++k) {
            if (strcmp(text, words[k].word) != 0) continue;
            *(uint8_t*)((char*)member + column->elements[i] * stride) = words[k].value;
        }
    }
}

/* ---- Vertices -------------------------------------------------------------------------------- */

static void fill_z(const char* field, fixed_t* member, boolean* set) {
    const flatline_column* column = fill_column(FLATLINE_VERTEX, field);
    for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
        const size_t at = column->elements[i] * sizeof(vertex_t);
        *(fixed_t*)((char*)member + at) = (fixed_t)((float)column->values.reals[i] * FRACUNIT);
        *(boolean*)((char*)set + at) = 1;
    }
}

/* Those of the map, then those of its nodes. */
static void fill_vertices(const flatline_bsp* bsp) {
    const size_t count = fill.a->vertex_count;
    numvertexes = count + bsp->vertex_count;
    vertexes = LEVEL_MEMORY(numvertexes, sizeof *vertexes);
    if (fill.binary) {
        fill_member(FLATLINE_VERTEX, "x", &vertexes->x, sizeof *vertexes, count,
                    FLATLINE_HOST_FIXED);
        fill_member(FLATLINE_VERTEX, "y", &vertexes->y, sizeof *vertexes, count,
                    FLATLINE_HOST_FIXED);
    } else {
        const flatline_fixed_column columns[] = {
            fill_fixed(FLATLINE_VERTEX, "x", &vertexes->x, sizeof *vertexes, count),
            fill_fixed(FLATLINE_VERTEX, "y", &vertexes->y, sizeof *vertexes, count),
        };
        flatline_map_fixed_columns(fill.map, columns, 2);
        fill_z("zfloor", &vertexes->floorz, &vertexes->floorzset);
        fill_z("zceiling", &vertexes->ceilingz, &vertexes->ceilingzset);
    }
    for (uint32_t i = 0; i < bsp->vertex_count; ++i) {
        vertexes[count + i].x = (fixed_t)(bsp->vertices[i].x * FRACUNIT);
        vertexes[count + i].y = (fixed_t)(bsp->vertices[i].y * FRACUNIT);
    }
}

/* ---- Sectors --------------------------------------------------------------------------------- */

static void fill_sector_defaults(void) {
    for (size_t i = 0; i < numsectors; ++i) {
        sector_t* ss = &sectors[i];
        ss->floorxscale = ss->flooryscale = ss->ceilingxscale = ss->ceilingyscale = FRACUNIT;
        ss->gravity = FRACUNIT;
        ss->friction = ORIG_FRICTION;
        ss->flags = MSF_FLIPSPECIAL_FLOOR;
    }
}

static void fill_sector_records(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_SECTOR);
    const flatline_stored_sector* from = stored.records;
    for (size_t i = 0; i < numsectors; ++i) {
        sectors[i].floorheight = from[i].heightfloor * FRACUNIT;
        sectors[i].ceilingheight = from[i].heightceiling * FRACUNIT;
        sectors[i].lightlevel = from[i].lightlevel;
        sectors[i].special = from[i].special;
        Tag_FSet(&sectors[i].tags, from[i].id);
    }
}

#define SECTOR(field, member, type)                                                     \
    fill_member(FLATLINE_SECTOR, field, &sectors->member, sizeof(sector_t), numsectors, \
                FLATLINE_HOST_##type)
#define SECTOR_FIXED(field, member) \
    fill_fixed(FLATLINE_SECTOR, field, &sectors->member, sizeof(sector_t), numsectors)

static void fill_sector_numbers(void) {
    fixed_t* turns = LEVEL_MEMORY(numsectors * 2, sizeof *turns);
    const flatline_fixed_column columns[] = {
        SECTOR_FIXED("xpanningfloor", floorxoffset),
        SECTOR_FIXED("ypanningfloor", flooryoffset),
        SECTOR_FIXED("xpanningceiling", ceilingxoffset),
        SECTOR_FIXED("ypanningceiling", ceilingyoffset),
        SECTOR_FIXED("xscalefloor", floorxscale),
        SECTOR_FIXED("yscalefloor", flooryscale),
        SECTOR_FIXED("xscaleceiling", ceilingxscale),
        SECTOR_FIXED("yscaleceiling", ceilingyscale),
        SECTOR_FIXED("friction", friction),
        SECTOR_FIXED("gravity", gravity),
        fill_fixed(FLATLINE_SECTOR, "rotationfloor", turns, 2 * sizeof *turns, numsectors),
        fill_fixed(FLATLINE_SECTOR, "rotationceiling", turns + 1, 2 * sizeof *turns, numsectors),
    };
    SECTOR("heightfloor", floorheight, FIXED);
    SECTOR("heightceiling", ceilingheight, FIXED);
    SECTOR("lightlevel", lightlevel, INT16);
    SECTOR("lightfloor", floorlightlevel, INT32);
    SECTOR("lightceiling", ceilinglightlevel, INT32);
    SECTOR("lightfloorabsolute", floorlightabsolute, INT32);
    SECTOR("lightceilingabsolute", ceilinglightabsolute, INT32);
    SECTOR("colormapprotected", colormap_protected, INT32);
    SECTOR("triggertag", triggertag, INT16);
    fill_fixed_columns(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < numsectors; ++i) {
        Tag_FSet(&sectors[i].tags, (mtag_t)fill.a->sectors[i].id);
        sectors[i].floorangle = FixedAngle(turns[2 * i]);
        sectors[i].ceilingangle = FixedAngle(turns[2 * i + 1]);
    }
    free(turns);
    fill_tags(FLATLINE_SECTOR, &sectors->tags, sizeof(sector_t));
}

static void fill_sector_flags(void) {
    static const char* const flags[] = {
        "flipspecial_ceiling",
        "triggerspecial_touch",
        "triggerspecial_headbump",
        "triggerline_plane",
        "triggerline_mobj",
        "invertprecip",
        "gravityflip",
        "heatwave",
        "noclipcamera",
    }; /* bits 1 to 9 */
    static const struct {
        const char* field;
        int bit;
    } specials[] = {
        {"outerspace", 0},
        {"doublestepup", 1},
        {"nostepdown", 2},
        {"speedpad", 5},
        {"starpostactivator", 6},
        {"exit", 7},
        {"specialstagepit", 8},
        {"returnflag", 9},
        {"redteambase", 10},
        {"blueteambase", 11},
        {"fan", 12},
        {"supertransform", 13},
        {"forcespin", 14},
        {"zoomtubestart", 15},
        {"zoomtubeend", 16},
        {"finishline", 17},
        {"ropehang", 18},
        {"jumpflip", 19},
        {"gravityoverride", 20},
        {"nophysics_floor", 21},
        {"nophysics_ceiling", 22},
    };
    const flatline_column* no_floor = fill_column(FLATLINE_SECTOR, "flipspecial_nofloor");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) {
        fill_bits(FLATLINE_SECTOR, flags[i], &sectors->flags, sizeof(sector_t), numsectors,
                  2u << i);
    }
    for (size_t i = 0; i < sizeof specials / sizeof *specials; ++i) {
        fill_bits(FLATLINE_SECTOR, specials[i].field, &sectors->specialflags, sizeof(sector_t),
                  numsectors, 1u << specials[i].bit);
    }
    for (uint32_t i = 0; no_floor != NULL && i < no_floor->count; ++i) {
        if (!no_floor->values.booleans[i]) continue;
        sectors[no_floor->elements[i]].flags &= ~MSF_FLIPSPECIAL_FLOOR;
    }
}

static void fill_sector_words(void) {
    static const fill_word damage[] = {
        {"Generic", 1},   {"Water", 2},         {"Fire", 3},         {"Lava", 4},
        {"Electric", 5},  {"Spike", 6},         {"DeathPitTilt", 7}, {"DeathPitNoTilt", 8},
        {"Instakill", 9}, {"SpecialStage", 10},
    };
    static const fill_word triggers[] = {{"Player", 0}, {"AllPlayers", 1}, {"Mobj", 2}};
    fill_words(FLATLINE_SECTOR, "damagetype", &sectors->damagetype, sizeof(sector_t), damage,
               sizeof damage / sizeof *damage);
    fill_words(FLATLINE_SECTOR, "triggerer", &sectors->triggerer, sizeof(sector_t), triggers,
               sizeof triggers / sizeof *triggers);
}

/* What a sector says about light and fade makes a colormap, if it gives any of it. */
static void fill_colormaps(void) {
    enum { COLOR, ALPHA, FADE, FADE_ALPHA, START, END, FOG, SPRITES, FIELDS };
    static const char* const names[FIELDS] = {"lightcolor",  "lightalpha",         "fadecolor",
                                              "fadealpha",   "fadestart",          "fadeend",
                                              "colormapfog", "colormapfadesprites"};
    static const int32_t defaults[FIELDS] = {0, 25, 0, 25, 0, 31, 0, 0};
    uint32_t at[FIELDS] = {0};
    for (uint32_t i = 0; i < (uint32_t)numsectors; ++i) {
        int32_t value[FIELDS];
        int used = 0;
        for (int k = 0; k < FIELDS; ++k) {
            const flatline_column* column = fill_column(FLATLINE_SECTOR, names[k]);
            const uint32_t entry =
                column == NULL ? FLATLINE_NONE : flatline_column_find_from(column, i, &at[k]);
            value[k] = defaults[k];
            if (entry == FLATLINE_NONE) continue;
            value[k] = k < FOG ? column->values.integers[entry] : column->values.booleans[entry];
            used |= k < FOG || value[k];
        }
        if (!used) continue;
        sectors[i].extra_colormap = sectors[i].spawn_extra_colormap = R_CreateColormap(
            P_ColorToRGBA(value[COLOR], (uint8_t)((uint8_t)value[ALPHA] * 102 / 10)),
            P_ColorToRGBA(value[FADE], (uint8_t)((uint8_t)value[FADE_ALPHA] * 102 / 10)),
            (uint8_t)value[START], (uint8_t)value[END],
            (uint8_t)((value[FOG] ? CMF_FOG : 0) |
                      (value[SPRITES] ? CMF_FADEFULLBRIGHTSPRITES : 0)));
    }
}

/* A plane needs all four numbers. */
static pslope_t* fill_slope(const char* const names[4], uint32_t sector) {
    double value[4];
    for (int k = 0; k < 4; ++k) {
        const flatline_column* column = fill_column(FLATLINE_SECTOR, names[k]);
        const uint32_t entry =
            column == NULL ? FLATLINE_NONE : flatline_column_find(column, sector);
        if (entry == FLATLINE_NONE) return NULL;
        value[k] = column->values.reals[entry];
    }
    return P_MakeSlopeViaEquationConstants(value[0], value[1], value[2], value[3]);
}

static void fill_slopes(void) {
    static const char* const floor[] = {"floorplane_a", "floorplane_b", "floorplane_c",
                                        "floorplane_d"};
    static const char* const ceiling[] = {"ceilingplane_a", "ceilingplane_b", "ceilingplane_c",
                                          "ceilingplane_d"};
    for (uint32_t i = 0; i < (uint32_t)numsectors; ++i) {
        sector_t* ss = &sectors[i];
        ss->f_slope = fill_slope(floor, i);
        ss->c_slope = fill_slope(ceiling, i);
        ss->hasslope = ss->f_slope != NULL || ss->c_slope != NULL;
        if (ss->f_slope != NULL && ss->specialflags & SSF_NOPHYSICSFLOOR) {
            ss->f_slope->flags |= SL_NOPHYSICS;
        }
        if (ss->c_slope != NULL && ss->specialflags & SSF_NOPHYSICSCEILING) {
            ss->c_slope->flags |= SL_NOPHYSICS;
        }
    }
}

static void fill_sectors(void) {
    numsectors = fill.a->sector_count;
    sectors = LEVEL_MEMORY(numsectors, sizeof *sectors);
    fill_sector_defaults();
    for (size_t i = 0; i < numsectors; ++i) {
        char floor[9], ceiling[9];
        flatline_copy_name(fill.map, fill.a->sectors[i].texturefloor, floor, sizeof floor);
        flatline_copy_name(fill.map, fill.a->sectors[i].textureceiling, ceiling, sizeof ceiling);
        sectors[i].floorpic = P_AddLevelFlat(floor, foundflats);
        sectors[i].ceilingpic = P_AddLevelFlat(ceiling, foundflats);
    }
    if (fill.binary) {
        fill_sector_records();
    } else {
        fill_sector_numbers();
        fill_sector_flags();
        fill_sector_words();
        fill_colormaps();
        fill_slopes();
    }
    for (size_t i = 0; i < numsectors; ++i) {
        P_InitializeSector(&sectors[i]);
        if (!fill.binary) TextmapFixFlatOffsets(&sectors[i]);
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

#define LINE(field, member, type)                                                  \
    fill_member(FLATLINE_LINEDEF, field, &lines->member, sizeof(line_t), numlines, \
                FLATLINE_HOST_##type)

static void fill_text_lines(void) {
    static const fill_word blends[] = {
        {"translucent", AST_COPY},  {"add", AST_ADD},
        {"subtract", AST_SUBTRACT}, {"reversesubtract", AST_REVERSESUBTRACT},
        {"modulate", AST_MODULATE}, {"fog", AST_FOG},
    };
    static const struct {
        const char* field;
        uint32_t bit;
    } flags[] = {
        {"skewtd", ML_SKEWTD},     {"noclimb", ML_NOCLIMB},   {"noskew", ML_NOSKEW},
        {"midpeg", ML_MIDPEG},     {"midsolid", ML_MIDSOLID}, {"wrapmidtex", ML_WRAPMIDTEX},
        {"nonet", ML_NONET},       {"netonly", ML_NETONLY},   {"bouncy", ML_BOUNCY},
        {"transfer", ML_TFERLINE},
    };
    const flatline_fixed_column alpha =
        fill_fixed(FLATLINE_LINEDEF, "alpha", &lines->alpha, sizeof(line_t), numlines);
    char arg[] = "arg0";
    for (size_t i = 0; i < numlines; ++i) {
        /* blocking to dontpegbottom: bits 0 to 4 in both. */
        lines[i].flags = fill.a->linedefs[i].flags & 0x1F;
        lines[i].alpha = FRACUNIT;
        Tag_FSet(&lines[i].tags, (mtag_t)fill.a->linedefs[i].id);
    }
    LINE("special", special, INT16);
    LINE("executordelay", executordelay, INT32);
    for (int i = 0; i < NUMLINEARGS; ++i) {
        arg[3] = (char)('0' + i);
        LINE(arg, args[i], INT32);
    }
    fill_fixed_columns(&alpha, 1);
    fill_tags(FLATLINE_LINEDEF, &lines->tags, sizeof(line_t));
    fill_strings(FLATLINE_LINEDEF, lines->stringargs, sizeof(line_t));
    /* The map has blendmode by its other name. */
    fill_words(FLATLINE_LINEDEF, "renderstyle", &lines->blendmode, sizeof(line_t), blends,
               sizeof blends / sizeof *blends);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) {
        fill_bits(FLATLINE_LINEDEF, flags[i].field, &lines->flags, sizeof(line_t), numlines,
                  flags[i].bit);
    }
}

static void fill_line_records(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_LINEDEF);
    const flatline_doom_linedef* from = stored.records;
    for (size_t i = 0; i < numlines; ++i) {
        /* The port sign-extends all bits. */
        lines[i].flags = (uint32_t)(int32_t)(int16_t)from[i].flags;
        lines[i].special = (int16_t)from[i].special;
        lines[i].alpha = FRACUNIT;
        Tag_FSet(&lines[i].tags, (mtag_t)from[i].tag);
    }
}

static void fill_lines(void) {
    numlines = fill.a->linedef_count;
    lines = LEVEL_MEMORY(numlines, sizeof *lines);
    if (fill.binary) {
        fill_line_records();
    } else {
        fill_text_lines();
    }
    for (size_t i = 0; i < numlines; ++i) {
        const flatline_linedef* from = &fill.a->linedefs[i];
        lines[i].v1 = &vertexes[from->v1];
        lines[i].v2 = &vertexes[from->v2];
        lines[i].sidenum[0] = from->sidefront;
        lines[i].sidenum[1] = from->sideback; /* FLATLINE_NONE is NO_SIDEDEF */
        P_InitializeLinedef(&lines[i]);
    }
}

/* ---- Sides ----------------------------------------------------------------------------------- */

#define SIDE(field, member, type)                                                  \
    fill_member(FLATLINE_SIDEDEF, field, &sides->member, sizeof(side_t), numsides, \
                FLATLINE_HOST_##type)
#define SIDE_FIXED(field, member) \
    fill_fixed(FLATLINE_SIDEDEF, field, &sides->member, sizeof(side_t), numsides)

static void fill_text_sides(void) {
    const flatline_fixed_column columns[] = {
        SIDE_FIXED("scalex_top", scalex_top),       SIDE_FIXED("scaley_top", scaley_top),
        SIDE_FIXED("scalex_mid", scalex_mid),       SIDE_FIXED("scaley_mid", scaley_mid),
        SIDE_FIXED("scalex_bottom", scalex_bottom), SIDE_FIXED("scaley_bottom", scaley_bottom),
    };
    SIDE("offsetx", textureoffset, FIXED);
    SIDE("offsety", rowoffset, FIXED);
    SIDE("repeatcnt", repeatcnt, INT16);
    SIDE("light", light, INT16);
    SIDE("light_top", light_top, INT16);
    SIDE("light_mid", light_mid, INT16);
    SIDE("light_bottom", light_bottom, INT16);
    SIDE("lightabsolute", lightabsolute, INT32);
    SIDE("lightabsolute_top", lightabsolute_top, INT32);
    SIDE("lightabsolute_mid", lightabsolute_mid, INT32);
    SIDE("lightabsolute_bottom", lightabsolute_bottom, INT32);
    SIDE("offsetx_top", offsetx_top, INT32);
    SIDE("offsety_top", offsety_top, INT32);
    SIDE("offsetx_mid", offsetx_mid, INT32);
    SIDE("offsety_mid", offsety_mid, INT32);
    SIDE("offsetx_bottom", offsetx_bottom, INT32);
    SIDE("offsety_bottom", offsety_bottom, INT32);
    fill_fixed_columns(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < numsides; ++i) { /* the port takes whole numbers */
        sides[i].offsetx_top *= FRACUNIT, sides[i].offsety_top *= FRACUNIT;
        sides[i].offsetx_mid *= FRACUNIT, sides[i].offsety_mid *= FRACUNIT;
        sides[i].offsetx_bottom *= FRACUNIT, sides[i].offsety_bottom *= FRACUNIT;
    }
}

/* Specials of binary maps that keep numbers, colours or words in the names of textures. The port's
 * switch in P_LoadSidedefs stays for them, and this adapter leaves their textures alone. */
static int fill_is_named(int16_t special) {
    static const int16_t rows[] = {4,   9,   14,  15,  259, 331, 332, 333, 334, 335, 336, 413,
                                   414, 425, 434, 442, 443, 447, 455, 459, 461, 463, 606};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (rows[i] == special) return 1;
    }
    return 0;
}

static void fill_side_records(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_SIDEDEF);
    const flatline_stored_sidedef* from = stored.records;
    for (size_t i = 0; i < numsides; ++i) {
        side_t* sd = &sides[i];
        const uint32_t both = ML_TWOSIDED | ML_WRAPMIDTEX;
        const uint16_t x = (uint16_t)from[i].offsetx;
        sd->textureoffset = from[i].offsetx * FRACUNIT;
        sd->rowoffset = from[i].offsety * FRACUNIT;
        /* A repeated middle texture has its count in the upper bits. */
        if ((sd->line->flags & both) == both && !(sd->special >= 300 && sd->special < 500)) {
            sd->repeatcnt = (int16_t)(x >> 12);
            sd->textureoffset = (x & 2047) * FRACUNIT;
        }
    }
}

static void fill_sides(void) {
    int32_t* numbers = fill_numbers();
    numsides = fill.a->sidedef_count;
    for (size_t i = 0; i < numsides; ++i) {
        side_t* sd = &sides[i];
        const flatline_sidedef* from = &fill.a->sidedefs[i];
        sd->scalex_top = sd->scalex_mid = sd->scalex_bottom = FRACUNIT;
        sd->scaley_top = sd->scaley_mid = sd->scaley_bottom = FRACUNIT;
        sd->sector = &sectors[from->sector];
        P_InitializeSidedef(sd);
        if (fill.binary && fill_is_named(sd->special)) continue;
        sd->toptexture = numbers[from->texturetop];
        sd->midtexture = numbers[from->texturemiddle];
        sd->bottomtexture = numbers[from->texturebottom];
    }
    free(numbers);
    if (fill.binary) {
        fill_side_records();
    } else {
        fill_text_sides();
    }
}

/* Lines write into the sides that they use, so sides need their memory first. */
static void fill_allocate_sides(void) {
    sides = LEVEL_MEMORY(fill.a->sidedef_count, sizeof *sides);
}

/* ---- Things ---------------------------------------------------------------------------------- */

#define THING(field, member, type)                                                           \
    fill_member(FLATLINE_THING, field, &mapthings->member, sizeof(mapthing_t), nummapthings, \
                FLATLINE_HOST_##type)
#define THING_FIXED(field, member) \
    fill_fixed(FLATLINE_THING, field, &mapthings->member, sizeof(mapthing_t), nummapthings)

static void fill_text_things(void) {
    const flatline_column* scale = fill_column(FLATLINE_THING, "scale");
    const flatline_fixed_column columns[] = {
        THING_FIXED("scalex", spritexscale),
        THING_FIXED("scaley", spriteyscale),
        THING_FIXED("mobjscale", scale),
    };
    char arg[] = "arg0";
    THING("x", x, INT16);
    THING("y", y, INT16);
    THING("height", z, INT16);
    THING("angle", angle, INT16);
    THING("pitch", pitch, INT16);
    THING("roll", roll, INT16);
    THING("type", type, UINT16);
    for (int i = 0; i < NUMMAPTHINGARGS; ++i) {
        arg[3] = (char)('0' + i);
        THING(arg, args[i], INT32);
    }
    for (uint32_t i = 0; scale != NULL && i < scale->count; ++i) {
        mapthing_t* mt = &mapthings[scale->elements[i]];
        mt->spritexscale = mt->spriteyscale = (fixed_t)((float)scale->values.reals[i] * FRACUNIT);
    }
    fill_fixed_columns(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < nummapthings; ++i) {
        Tag_FSet(&mapthings[i].tags, (mtag_t)fill.a->things[i].id);
    }
    fill_tags(FLATLINE_THING, &mapthings->tags, sizeof(mapthing_t));
    fill_strings(FLATLINE_THING, mapthings->stringargs, sizeof(mapthing_t));
}

static void fill_thing_flags(const char* field, uint16_t bit) {
    const flatline_column* column = fill_column(FLATLINE_THING, field);
    for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
        if (column->values.booleans[i]) mapthings[column->elements[i]].options |= bit;
    }
}

static void fill_thing_records(void) {
    const flatline_stored stored = flatline_map_stored(fill.map, FLATLINE_THING);
    const flatline_doom_thing* from = stored.records;
    for (size_t i = 0; i < nummapthings; ++i) {
        mapthing_t* mt = &mapthings[i];
        const uint16_t type = (uint16_t)from[i].type;
        mt->x = from[i].x;
        mt->y = from[i].y;
        mt->angle = from[i].angle;
        mt->options = from[i].flags;
        mt->extrainfo = (uint8_t)(type >> 12);
        mt->type = type & 4095;
        /* Hoops and slope vertices with a parameter have their height in all bits. */
        mt->z = (int16_t)(mt->type == 1705 || (mt->type == 750 && mt->extrainfo)
                              ? mt->options
                              : mt->options >> ZSHIFT);
        Tag_FSet(&mt->tags, 0);
    }
}

static void fill_things(void) {
    nummapthings = fill.a->thing_count;
    mapthings = LEVEL_MEMORY(nummapthings, sizeof *mapthings);
    for (size_t i = 0; i < nummapthings; ++i) {
        mapthings[i].scale = mapthings[i].spritexscale = mapthings[i].spriteyscale = FRACUNIT;
    }
    if (fill.binary) {
        fill_thing_records();
        return;
    }
    fill_text_things();
    fill_thing_flags("flip", MTF_OBJECTFLIP);
    fill_thing_flags("absolutez", MTF_ABSOLUTEZ);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* The port keeps the two upper bits of a child and the low 16 of its number. */
static uint16_t fill_child(uint32_t child) { return (uint16_t)(child | (child >> 16 & 0xC000u)); }

static void fill_nodes(const flatline_bsp* bsp) {
    numnodes = bsp->node_count;
    nodes = LEVEL_MEMORY(numnodes, sizeof *nodes);
    for (size_t i = 0; i < numnodes; ++i) {
        node_t* node = &nodes[i];
        node->x = (fixed_t)(bsp->nodes[i].x * FRACUNIT);
        node->y = (fixed_t)(bsp->nodes[i].y * FRACUNIT);
        node->dx = (fixed_t)(bsp->nodes[i].dx * FRACUNIT);
        node->dy = (fixed_t)(bsp->nodes[i].dy * FRACUNIT);
        for (int k = 0; k < 8; ++k) {
            node->bbox[k / 4][k % 4] = bsp->stored_boxes[i].bbox[k / 4][k % 4] * FRACUNIT;
        }
        node->children[0] = fill_child(bsp->nodes[i].children[0]);
        node->children[1] = fill_child(bsp->nodes[i].children[1]);
    }
}

/* The port's subsectors begin with a seg that has a line, and keep the count of all. */
static void fill_segs(const flatline_bsp* bsp) {
    numsegs = bsp->seg_count;
    segs = LEVEL_MEMORY(numsegs, sizeof *segs);
    for (size_t i = 0; i < numsegs; ++i) {
        const flatline_seg* from = &bsp->segs[i];
        seg_t* seg = &segs[i];
        seg->v1 = &vertexes[from->v1];
        seg->v2 = &vertexes[from->v2];
        seg->side = (int32_t)from->side;
        seg->glseg = from->linedef == FLATLINE_NONE;
        seg->linedef = seg->glseg ? NULL : &lines[from->linedef];
        if (bsp->stored_angles != NULL) {
            seg->angle = (angle_t)bsp->stored_angles[i].angle << 16;
            seg->offset = bsp->stored_angles[i].offset * FRACUNIT;
        }
        P_InitializeSeg(seg);
    }
    numsubsectors = bsp->subsector_count;
    subsectors = LEVEL_MEMORY(numsubsectors, sizeof *subsectors);
    for (size_t i = 0; i < numsubsectors; ++i) {
        uint32_t first = bsp->subsectors[i].first;
        while (bsp->segs[first].linedef == FLATLINE_NONE) ++first;
        subsectors[i].firstline = (uint16_t)first;
        subsectors[i].numlines = (int16_t)bsp->subsectors[i].count;
    }
}

/* Of a node reader of the host's own, or the map's. */
static void fill_level(const flatline_bsp* bsp) {
    fill_vertices(bsp);
    fill_sectors();
    fill_allocate_sides();
    fill_lines();
    fill_sides();
    fill_things();
    fill_segs(bsp);
    fill_nodes(bsp);
}

#endif
