/* The adapter for dsda-doom: it fills the port's structs from a flatline_map. dsda_doom.c includes
 * it after port.h, which stands in for the port; tests/ports/embed includes the same file in the
 * port's p_setup.c, after the port's own headers and functions. docs/ports.md has what it replaces.
 *
 * A load: flat_load_text or flat_load_lumps, then the flat_fill_ functions in the order of
 * flat_fill_level, things last. Fields are those of dsda-doom ce0a9934, prboom2/src/dsda/udmf.cpp.
 */
#ifndef FLATLINE_PORTS_DSDA_ADAPTER_H
#define FLATLINE_PORTS_DSDA_ADAPTER_H

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "flatline/flatline.h"

typedef struct flat_state {
    flatline_map* map;
    const flatline_arrays* a;
    /* Records of a binary map; zero of a text. */
    flatline_stored vertices, lines, things, sides, sectors;
    int binary;
    int rebuild_blockmap; /* the host's -blockmap */
} flat_state;

static flat_state flat;

/* ---- Loading --------------------------------------------------------------------------------- */

static void flat_options(flatline_options* options) {
    options->products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BUILD_NODES |
                        FLATLINE_PRODUCT_STORED_BOXES | FLATLINE_PRODUCT_STORED_ANGLES |
                        FLATLINE_PRODUCT_STORED_RECORDS | FLATLINE_PRODUCT_BLOCKMAP |
                        FLATLINE_PRODUCT_TERMINATED;
    if (flat.rebuild_blockmap) options->products |= FLATLINE_PRODUCT_BUILD_BLOCKMAP;
    options->extras.blockmap_style = FLATLINE_BLOCKMAP_BOOM;
    options->repair = FLATLINE_REPAIR;
}

/* 0 where the map is refused: the findings of flat.map say why. */
static int flat_loaded(flatline_status status) {
    flat.a = flatline_map_arrays(flat.map);
    flat.vertices = flatline_map_stored(flat.map, FLATLINE_VERTEX);
    flat.lines = flatline_map_stored(flat.map, FLATLINE_LINEDEF);
    flat.things = flatline_map_stored(flat.map, FLATLINE_THING);
    flat.sides = flatline_map_stored(flat.map, FLATLINE_SIDEDEF);
    flat.sectors = flatline_map_stored(flat.map, FLATLINE_SECTOR);
    return status == FLATLINE_OK;
}

/* The port reads its fields in every namespace, so the dialect is its own one whatever the text
 * says. The text has to stay until flat_free. */
static int flat_load_text(const void* text, size_t size, flatline_lump znodes,
                          flatline_lump blockmap) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flat_options(&options);
    options.extras.namespace_override = "dsda";
    options.znodes = znodes;
    options.blockmap = blockmap;
    flat.binary = 0;
    return flat_loaded(flatline_load_borrowed(NULL, text, size, &options, &flat.map));
}

static int flat_load_lumps(const flatline_binary_lumps* lumps) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flat_options(&options);
    options.products &= ~(uint32_t)FLATLINE_PRODUCT_TERMINATED; /* it has names, and no strings */
    flat.binary = 1;
    return flat_loaded(flatline_load_binary_borrowed(NULL, lumps, &options, &flat.map));
}

static void flat_free(void) {
    flatline_free(flat.map);
    flat.map = NULL;
    flat.a = NULL;
}

/* Which of the port's namespaces the text itself says, UDMF_NONE for one that it does not read.
 * `zdoom` is read as `dsda`. */
static udmf_namespace_t flat_namespace(void) {
    size_t size;
    const char* name = flatline_map_own_namespace(flat.map, &size);
    static const struct {
        const char* name;
        udmf_namespace_t value;
    } rows[] = {
        {"doom", UDMF_DOOM}, {"heretic", UDMF_HERETIC}, {"hexen", UDMF_HEXEN},
        {"dsda", UDMF_DSDA}, {"zdoom", UDMF_DSDA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (strcasecmp(name, rows[i].name) == 0) return rows[i].value;
    }
    return UDMF_NONE;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static const flatline_column* flat_column(uint8_t block, const char* field) {
    return flatline_map_column(flat.map, flatline_find_field(block, field));
}

/* One field into one member of all structs; what is too large is cut as a cast cuts it. */
static void flat_member(uint8_t block, const char* field, void* member, size_t stride, size_t count,
                        int32_t type) {
    flatline_host_column to;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = count;
    to.type = type;
    to.range = FLATLINE_RANGE_WRAP;
    if (flatline_scatter(flat.map, flatline_find_field(block, field), &to, NULL) != FLATLINE_OK) {
        I_Error("Flatline has no field %s", field);
    }
}

/* Sets bits of one member where a field is true; they are 0 before. A map without the field needs
 * no pass over its elements. */
static void flat_bits(uint8_t block, const char* field, void* member, size_t stride, size_t count,
                      int32_t type, uint32_t bits) {
    flatline_host_column to;
    if (flat_column(block, field) == NULL) return;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = count;
    to.type = type;
    to.bits = bits;
    to.otherwise = FLATLINE_OTHERWISE_KEEP;
    flatline_scatter(flat.map, flatline_find_field(block, field), &to, NULL);
}

/* A float of the port that becomes 16.16, by the port's own rounding. */
static void flat_floats(uint8_t block, const char* field, fixed_t* member, size_t stride,
                        size_t count, fixed_t otherwise) {
    const flatline_column* column = flat_column(block, field);
    for (size_t i = 0; i < count; ++i) *(fixed_t*)((char*)member + i * stride) = otherwise;
    for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
        *(fixed_t*)((char*)member + column->elements[i] * stride) =
            dsda_FloatToFixed((float)column->values.reals[i]);
    }
}

/* A number that the port takes from the digits of the text, for flatline_map_fixed_columns. */
static flatline_fixed_column flat_digits(uint8_t block, const char* field, fixed_t* member,
                                         size_t stride, size_t count) {
    flatline_fixed_column to;
    memset(&to, 0, sizeof to);
    to.base = member;
    to.stride = stride;
    to.count = count;
    to.cut = FLATLINE_FIXED_DIGITS;
    to.field = flatline_find_field(block, field);
    return to;
}

/* Values of a column for elements in order: `at` goes along. */
typedef struct flat_cursor {
    const flatline_column* column;
    uint32_t at;
} flat_cursor;

static flat_cursor flat_along(uint8_t block, const char* field) {
    flat_cursor cursor;
    cursor.column = flat_column(block, field);
    cursor.at = 0;
    return cursor;
}

static uint32_t flat_entry(flat_cursor* cursor, uint32_t element) {
    if (cursor->column == NULL) return FLATLINE_NONE;
    return flatline_column_find_from(cursor->column, element, &cursor->at);
}

static float flat_float(flat_cursor* cursor, uint32_t element) {
    const uint32_t entry = flat_entry(cursor, element);
    return entry == FLATLINE_NONE ? 0.f : (float)cursor->column->values.reals[entry];
}

static int flat_int(flat_cursor* cursor, uint32_t element) {
    const uint32_t entry = flat_entry(cursor, element);
    return entry == FLATLINE_NONE ? 0 : cursor->column->values.integers[entry];
}

/* NULL where the element does not give the field. */
static const char* flat_string(flat_cursor* cursor, uint32_t element) {
    size_t size;
    const uint32_t entry = flat_entry(cursor, element);
    if (entry == FLATLINE_NONE) return NULL;
    return flatline_map_text(flat.map, cursor->column->values.texts[entry], &size);
}

/* The numbers of a moreids above 0, in the order of the text. */
static void flat_more_ids(flat_cursor* cursor, uint32_t element, void (*add)(int id, int value)) {
    const uint32_t entry = flat_entry(cursor, element);
    if (entry == FLATLINE_NONE) return;
    const flatline_text ids = cursor->column->values.ids[entry];
    for (uint32_t i = 0; i < ids.size; ++i) {
        const int id = flat.a->ids[ids.offset + i];
        if (id > 0) add(id, (int)element);
    }
}

/* What the game calls each name of the map, looked up once a name. INT_MIN: not looked up yet. */
static int* flat_numbers(void) {
    int* numbers = Z_Malloc((flat.a->name_count + 1u) * sizeof *numbers);
    for (uint32_t i = 0; i < flat.a->name_count; ++i) numbers[i] = INT_MIN;
    return numbers;
}

static int flat_flat(int* numbers, uint32_t name) {
    char text[9];
    if (numbers[name] == INT_MIN) {
        flatline_copy_name(flat.map, name, text, sizeof text);
        numbers[name] = R_FlatNumForName(text);
    }
    return numbers[name];
}

static int flat_texture(int* numbers, uint32_t name, int side) {
    char text[9];
    if (numbers[name] == INT_MIN) {
        flatline_copy_name(flat.map, name, text, sizeof text);
        numbers[name] = R_SafeTextureNumForName(text, side);
    }
    return numbers[name];
}

/* ---- Vertices and sectors -------------------------------------------------------------------- */

/* Those of the map, then those of its nodes. */
static void flat_fill_vertexes(int lump) {
    const flatline_arrays* a = flat.a;
    const flatline_bsp* bsp = &a->nodes;
    (void)lump;
    firstglvertex = (int)a->vertex_count;
    numvertexes = (int)(a->vertex_count + bsp->vertex_count);
    vertexes = calloc_IfSameLevel(vertexes, (size_t)numvertexes + 1, sizeof(vertex_t));
    if (flat.binary) {
        const flatline_stored_vertex* stored = flat.vertices.records;
        for (uint32_t i = 0; i < a->vertex_count; ++i) {
            vertexes[i].x = (fixed_t)((uint32_t)stored[i].x << FRACBITS);
            vertexes[i].y = (fixed_t)((uint32_t)stored[i].y << FRACBITS);
        }
    } else {
        const flatline_fixed_column columns[] = {
            flat_digits(FLATLINE_VERTEX, "x", &vertexes->x, sizeof *vertexes, a->vertex_count),
            flat_digits(FLATLINE_VERTEX, "y", &vertexes->y, sizeof *vertexes, a->vertex_count),
        };
        flatline_map_fixed_columns(flat.map, columns, 2);
    }
    for (uint32_t i = 0; i < bsp->vertex_count; ++i) {
        vertexes[a->vertex_count + i].x = (fixed_t)(bsp->vertices[i].x * FRACUNIT);
        vertexes[a->vertex_count + i].y = (fixed_t)(bsp->vertices[i].y * FRACUNIT);
    }
}

static void flat_sector_records(void) {
    const flatline_stored_sector* stored = flat.sectors.records;
    for (int i = 0; i < numsectors; ++i) {
        sector_t* ss = &sectors[i];
        ss->floorheight = (fixed_t)((uint32_t)stored[i].heightfloor << FRACBITS);
        ss->ceilingheight = (fixed_t)((uint32_t)stored[i].heightceiling << FRACBITS);
        ss->lightlevel = stored[i].lightlevel;
        ss->special = stored[i].special;
        ss->tag = stored[i].id;
        dsda_AddSectorID(ss->tag, i);
    }
}

#define SECTOR(field, member, type)                                                             \
    flat_member(FLATLINE_SECTOR, field, &sectors->member, sizeof(sector_t), (size_t)numsectors, \
                FLATLINE_HOST_##type)
#define SECTOR_FLOATS(field, member, otherwise)                                                 \
    flat_floats(FLATLINE_SECTOR, field, &sectors->member, sizeof(sector_t), (size_t)numsectors, \
                otherwise)
#define SECTOR_BIT(field, bit)                                                               \
    flat_bits(FLATLINE_SECTOR, field, &sectors->flags, sizeof(sector_t), (size_t)numsectors, \
              FLATLINE_HOST_UINT32, bit)

static void flat_sector_members(void) {
    SECTOR("heightfloor", floorheight, FIXED);
    SECTOR("heightceiling", ceilingheight, FIXED);
    SECTOR("lightlevel", lightlevel, INT16);
    SECTOR("lightfloor", lightlevel_floor, INT16);
    SECTOR("lightceiling", lightlevel_ceiling, INT16);
    SECTOR("special", special, INT16);
    SECTOR("id", tag, INT16);
    SECTOR("damageamount", damage.amount, INT16);
    SECTOR("leakiness", damage.leakrate, UINT8);
    SECTOR("damageinterval", damage.interval, UINT8);
    SECTOR_FLOATS("xpanningfloor", floor_xoffs, 0);
    SECTOR_FLOATS("ypanningfloor", floor_yoffs, 0);
    SECTOR_FLOATS("xscalefloor", floor_xscale, FRACUNIT);
    SECTOR_FLOATS("yscalefloor", floor_yscale, FRACUNIT);
    SECTOR_FLOATS("xpanningceiling", ceiling_xoffs, 0);
    SECTOR_FLOATS("ypanningceiling", ceiling_yoffs, 0);
    SECTOR_FLOATS("xscaleceiling", ceiling_xscale, FRACUNIT);
    SECTOR_FLOATS("yscaleceiling", ceiling_yscale, FRACUNIT);
    SECTOR_BIT("damagehazard", SECF_HAZARD);
    SECTOR_BIT("damageterraineffect", SECF_DMGTERRAINFX);
    SECTOR_BIT("noattack", SECF_NOATTACK);
    SECTOR_BIT("silent", SECF_SILENT);
    SECTOR_BIT("lightfloorabsolute", SECF_LIGHTFLOORABSOLUTE);
    SECTOR_BIT("lightceilingabsolute", SECF_LIGHTCEILINGABSOLUTE);
    SECTOR_BIT("hidden", SECF_HIDDEN);
}

/* Numbers of the text's digits. INT_MIN stands for "the text gives none", which is not the same as
 * the default: a sector without frictionfactor keeps the game's friction. */
typedef struct flat_forces {
    fixed_t friction, movefactor, x, y;
} flat_forces;

static flat_forces* flat_sector_digits(void) {
    const size_t count = (size_t)numsectors;
    flat_forces* forces = Z_Malloc((count + 1) * sizeof *forces);
    flatline_fixed_column columns[] = {
        flat_digits(FLATLINE_SECTOR, "gravity", &sectors->gravity, sizeof *sectors, count),
        flat_digits(FLATLINE_SECTOR, "frictionfactor", &forces->friction, sizeof *forces, count),
        flat_digits(FLATLINE_SECTOR, "movefactor", &forces->movefactor, sizeof *forces, count),
        flat_digits(FLATLINE_SECTOR, "xthrust", &forces->x, sizeof *forces, count),
        flat_digits(FLATLINE_SECTOR, "ythrust", &forces->y, sizeof *forces, count),
    };
    columns[1].otherwise = columns[2].otherwise = FLATLINE_OTHERWISE_HOST;
    columns[1].host_default = columns[2].host_default = INT_MIN;
    flatline_map_fixed_columns(flat.map, columns, sizeof columns / sizeof *columns);
    return forces;
}

typedef struct flat_sector_cursors {
    flat_cursor rotation[2], colormap, sky[2];
    flat_cursor scroll[2][2], scroll_mode[2]; /* of floor and ceiling; along x and y */
    flat_cursor thrust[2], thrust_group, thrust_location;
    flat_cursor more_ids;
} flat_sector_cursors;

static flat_sector_cursors flat_sectors_along(void) {
    const flat_sector_cursors cursors = {
        {flat_along(FLATLINE_SECTOR, "rotationfloor"),
         flat_along(FLATLINE_SECTOR, "rotationceiling")},
        flat_along(FLATLINE_SECTOR, "colormap"),
        {flat_along(FLATLINE_SECTOR, "skyfloor"), flat_along(FLATLINE_SECTOR, "skyceiling")},
        {{flat_along(FLATLINE_SECTOR, "xscrollfloor"), flat_along(FLATLINE_SECTOR, "yscrollfloor")},
         {flat_along(FLATLINE_SECTOR, "xscrollceiling"),
          flat_along(FLATLINE_SECTOR, "yscrollceiling")}},
        {flat_along(FLATLINE_SECTOR, "scrollfloormode"),
         flat_along(FLATLINE_SECTOR, "scrollceilingmode")},
        {flat_along(FLATLINE_SECTOR, "xthrust"), flat_along(FLATLINE_SECTOR, "ythrust")},
        flat_along(FLATLINE_SECTOR, "thrustgroup"),
        flat_along(FLATLINE_SECTOR, "thrustlocation"),
        flat_along(FLATLINE_SECTOR, "moreids"),
    };
    return cursors;
}

static void flat_sector_names(sector_t* ss, uint32_t i, flat_sector_cursors* along) {
    const char* colormap = flat_string(&along->colormap, i);
    const char* floor = flat_string(&along->sky[0], i);
    const char* ceiling = flat_string(&along->sky[1], i);
    if (colormap != NULL) {
        ss->colormap = (short)R_ColormapNumForName(colormap);
        if (ss->colormap < 0) ss->colormap = 0;
    }
    if (floor != NULL)
        ss->floorsky = (int)((unsigned)R_TextureNumForName(floor) | PL_SKYFLAT_SECTOR);
    if (ceiling != NULL) {
        ss->ceilingsky = (int)((unsigned)R_TextureNumForName(ceiling) | PL_SKYFLAT_SECTOR);
    }
}

static void flat_sector_thinkers(const flat_forces* forces, uint32_t i,
                                 flat_sector_cursors* along) {
    const float floor_x = flat_float(&along->scroll[0][0], i);
    const float floor_y = flat_float(&along->scroll[0][1], i);
    const float ceiling_x = flat_float(&along->scroll[1][0], i);
    const float ceiling_y = flat_float(&along->scroll[1][1], i);
    const int floor_mode = flat_int(&along->scroll_mode[0], i);
    const int ceiling_mode = flat_int(&along->scroll_mode[1], i);
    const int given = flat_entry(&along->thrust[0], i) != FLATLINE_NONE ||
                      flat_entry(&along->thrust[1], i) != FLATLINE_NONE;
    const int group = flat_int(&along->thrust_group, i);
    const int location = flat_int(&along->thrust_location, i);
    if ((floor_x != 0 || floor_y != 0) && floor_mode) {
        dsda_AddZDoomFloorScroller(dsda_FloatToFixed(floor_x), dsda_FloatToFixed(floor_y), (int)i,
                                   floor_mode);
    }
    if ((ceiling_x != 0 || ceiling_y != 0) && ceiling_mode) {
        dsda_AddZDoomCeilingScroller(dsda_FloatToFixed(ceiling_x), dsda_FloatToFixed(ceiling_y),
                                     (int)i, ceiling_mode);
    }
    if (given && group && location) {
        dsda_AddThruster(forces->x, forces->y, (int)i, group + (location << THRUST_LOCATION_SHIFT));
    }
}

/* What of a sector is more than a number in a member. */
static void flat_sector_rest(void) {
    flat_sector_cursors along = flat_sectors_along();
    flat_forces* forces = flat_sector_digits();
    for (uint32_t i = 0; i < (uint32_t)numsectors; ++i) {
        sector_t* ss = &sectors[i];
        ss->floor_rotation = dsda_DegreesToAngle(flat_float(&along.rotation[0], i));
        ss->ceiling_rotation = dsda_DegreesToAngle(flat_float(&along.rotation[1], i));
        if (forces[i].friction != INT_MIN) P_ResolveFrictionFactor(forces[i].friction, ss);
        if (forces[i].movefactor != INT_MIN) {
            ss->movefactor = forces[i].movefactor;
            ss->flags |= SECF_FRICTION;
        }
        flat_sector_names(ss, i, &along);
        flat_sector_thinkers(&forces[i], i, &along);
        if (ss->tag > 0) dsda_AddSectorID(ss->tag, (int)i);
        flat_more_ids(&along.more_ids, i, dsda_AddSectorID);
    }
    Z_Free(forces);
}

static void flat_fill_sectors(int lump) {
    int* numbers = flat_numbers();
    (void)lump;
    numsectors = (int)flat.a->sector_count;
    sectors = calloc_IfSameLevel(sectors, (size_t)numsectors + 1, sizeof(sector_t));
    dsda_ResetSectorIDList(numsectors);
    for (int i = 0; i < numsectors; ++i) {
        P_InitializeSectorDefaults(&sectors[i]);
        sectors[i].iSectorID = i;
        sectors[i].floorpic = (short)flat_flat(numbers, flat.a->sectors[i].texturefloor);
        sectors[i].ceilingpic = (short)flat_flat(numbers, flat.a->sectors[i].textureceiling);
    }
    Z_Free(numbers);
    if (flat.binary) {
        flat_sector_records();
    } else {
        flat_sector_members();
        flat_sector_rest();
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Shared flags of the text, bit by bit, that the port keeps elsewhere. Bits 0 to 9 are the port's.
 */
static void flat_line_flags(line_t* ld, uint32_t flags) {
    static const struct {
        uint32_t flag, bit;
        unsigned short spac;
    } rows[] = {
        {FLATLINE_LINE_JUMPOVER, ML_JUMPOVER, 0},
        {FLATLINE_LINE_BLOCKFLOATERS, ML_BLOCKFLOATERS, 0},
        {FLATLINE_LINE_PLAYERCROSS, 0, SPAC_CROSS},
        {FLATLINE_LINE_PLAYERUSE, 0, SPAC_USE},
        {FLATLINE_LINE_MONSTERCROSS, 0, SPAC_MCROSS},
        {FLATLINE_LINE_MONSTERUSE, 0, SPAC_MUSE},
        {FLATLINE_LINE_IMPACT, 0, SPAC_IMPACT},
        {FLATLINE_LINE_PLAYERPUSH, 0, SPAC_PUSH},
        {FLATLINE_LINE_MONSTERPUSH, 0, SPAC_MPUSH},
        {FLATLINE_LINE_MISSILECROSS, 0, SPAC_PCROSS},
        {FLATLINE_LINE_REPEATSPECIAL, ML_REPEATSPECIAL, 0},
    };
    ld->flags = flags & ML_BOOM;
    if (flags < FLATLINE_LINE_TRANSLUCENT) return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (flags & rows[i].flag) {
            ld->flags |= rows[i].bit;
            ld->activation |= rows[i].spac;
        }
    }
    if (flags & FLATLINE_LINE_TRANSLUCENT) ld->alpha = 0.75f;
}

#define LINE(field, member, type)                                                          \
    flat_member(FLATLINE_LINEDEF, field, &lines->member, sizeof(line_t), (size_t)numlines, \
                FLATLINE_HOST_##type)

static void flat_line_members(void) {
    LINE("special", special, INT16);
    LINE("id", id, INT16);
    LINE("arg0", special_args[0], INT32);
    LINE("arg1", special_args[1], INT32);
    LINE("arg2", special_args[2], INT32);
    LINE("arg3", special_args[3], INT32);
    LINE("arg4", special_args[4], INT32);
    LINE("alpha", alpha, FLOAT);
    LINE("locknumber", locknumber, UINT8);
    LINE("automapstyle", automap_style, INT32);
    LINE("health", health, INT32);
    LINE("healthgroup", healthgroup, INT32);
}

/* Extension flags: one bit of the port's each. */
static void flat_line_bits(void) {
    static const struct {
        const char* field;
        uint32_t bit;
        uint32_t spac;
    } rows[] = {
        {"playeruseback", 0, SPAC_USEBACK},
        {"damagespecial", 0, SPAC_DAMAGE},
        {"deathspecial", 0, SPAC_DEATH},
        {"monsteractivate", ML_MONSTERSCANACTIVATE, 0},
        {"blockplayers", ML_BLOCKPLAYERS, 0},
        {"blocklandmonsters", ML_BLOCKLANDMONSTERS, 0},
        {"blocksight", ML_BLOCKSIGHT, 0},
        {"blockhitscan", ML_BLOCKHITSCAN, 0},
        {"blockprojectiles", ML_BLOCKPROJECTILES, 0},
        {"blockuse", ML_BLOCKUSE, 0},
        {"clipmidtex", ML_CLIPMIDTEX, 0},
        {"midtex3d", ML_3DMIDTEX, 0},
        {"midtex3dimpassible", ML_3DMIDTEXIMPASSIBLE, 0},
        {"firstsideonly", ML_FIRSTSIDEONLY, 0},
        {"revealed", ML_REVEALED, 0},
        {"checkswitchrange", ML_CHECKSWITCHRANGE, 0},
        {"wrapmidtex", ML_WRAPMIDTEX, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (rows[i].bit) {
            flat_bits(FLATLINE_LINEDEF, rows[i].field, &lines->flags, sizeof *lines,
                      (size_t)numlines, FLATLINE_HOST_UINT32, rows[i].bit);
        } else {
            flat_bits(FLATLINE_LINEDEF, rows[i].field, &lines->activation, sizeof *lines,
                      (size_t)numlines, FLATLINE_HOST_UINT16, rows[i].spac);
        }
    }
}

/* Fields that set several members or bits which others share: only where they are true. */
static void flat_line_shared(void) {
    const flatline_column* any = flat_column(FLATLINE_LINEDEF, "anycross");
    const flatline_column* all = flat_column(FLATLINE_LINEDEF, "blockeverything");
    const flatline_column* thin = flat_column(FLATLINE_LINEDEF, "transparent");
    for (uint32_t i = 0; any != NULL && i < any->count; ++i) {
        if (any->values.booleans[i]) {
            lines[any->elements[i]].activation |= SPAC_ANYCROSS | SPAC_CROSS | SPAC_MCROSS;
        }
    }
    for (uint32_t i = 0; all != NULL && i < all->count; ++i) {
        if (all->values.booleans[i]) {
            lines[all->elements[i]].flags |= ML_BLOCKING | ML_BLOCKEVERYTHING;
        }
    }
    for (uint32_t i = 0; thin != NULL && i < thin->count; ++i) {
        if (thin->values.booleans[i]) lines[thin->elements[i]].alpha = 0.25f;
    }
}

/* Actions whose first argument is the name of a colormap or of a song. */
static int flat_action_name(int special, const char* name, int* arg) {
    if (special == zl_sector_set_colormap || special == zl_map_set_colormap) {
        *arg = name != NULL ? R_ColormapNumForName(name) : -1;
        return *arg < 0 ? 0 : special;
    }
    if (special == zl_music_change_song) {
        *arg = name != NULL ? W_CheckNumForName(name) : LUMP_NOT_FOUND;
        return *arg == LUMP_NOT_FOUND ? 0 : special;
    }
    return special;
}

static void flat_line_ends(line_t* ld, const flatline_linedef* from) {
    ld->v1 = &vertexes[from->v1];
    ld->v2 = &vertexes[from->v2];
    ld->sidenum[0] = (int32_t)from->sidefront;
    ld->sidenum[1] = (int32_t)from->sideback; /* FLATLINE_NONE is the port's NO_INDEX */
}

static void flat_text_lines(void) {
    flat_cursor names = flat_along(FLATLINE_LINEDEF, "arg0str");
    flat_cursor more_ids = flat_along(FLATLINE_LINEDEF, "moreids");
    flat_line_members();
    for (int i = 0; i < numlines; ++i) flat_line_flags(&lines[i], flat.a->linedefs[i].flags);
    flat_line_bits();
    flat_line_shared();
    for (int i = 0; i < numlines; ++i) {
        line_t* ld = &lines[i];
        flat_line_ends(ld, &flat.a->linedefs[i]);
        ld->iLineID = i;
        if (flat.a->linedefs[i].id < 0) ld->id = 0;
        if ((int)ld->automap_style < ams_default || ld->automap_style >= AMS_COUNT) {
            ld->automap_style = ams_default;
        }
        ld->special = (short)flat_action_name(ld->special, flat_string(&names, (uint32_t)i),
                                              &ld->special_args[0]);
        P_CalculateLineDefProperties(ld);
        if (ld->alpha < 1.f) ld->tranmap = dsda_TranMap(dsda_FloatToPercent(ld->alpha));
        if (ld->healthgroup) dsda_AddLineToHealthGroup(ld);
        if (ld->id > 0) dsda_AddLineID(ld->id, i);
        flat_more_ids(&more_ids, (uint32_t)i, dsda_AddLineID);
        if (ld->flags & ML_WRAPMIDTEX) dsda_PreferOpenGL();
    }
}

static void flat_hexen_line(line_t* ld, const flatline_hexen_linedef* from) {
    ld->flags = from->flags;
    ld->special = from->special;
    for (int k = 0; k < 5; ++k) ld->special_args[k] = from->arg[k];
    P_SetLineID(ld);
}

static void flat_doom_line(line_t* ld, const flatline_doom_linedef* from) {
    ld->flags = from->flags;
    ld->special = (short)from->special;
    ld->id = (short)from->tag;
    ld->special_args[0] = ld->id;
}

static void flat_binary_lines(void) {
    for (int i = 0; i < numlines; ++i) {
        line_t* ld = &lines[i];
        ld->iLineID = i;
        ld->alpha = 1.f;
        flat_line_ends(ld, &flat.a->linedefs[i]);
        if (map_format.hexen) {
            flat_hexen_line(ld, (const flatline_hexen_linedef*)flat.lines.records + i);
        } else {
            flat_doom_line(ld, (const flatline_doom_linedef*)flat.lines.records + i);
        }
        map_format.translate_line_flags(&ld->flags, &ld->activation);
        P_CalculateLineDefProperties(ld);
        dsda_AddLineID(ld->id, i);
    }
}

static void flat_fill_linedefs(int lump) {
    (void)lump;
    numlines = (int)flat.a->linedef_count;
    lines = calloc_IfSameLevel(lines, (size_t)numlines + 1, sizeof(line_t));
    dsda_ResetLineIDList(numlines);
    if (flat.binary) {
        flat_binary_lines();
    } else {
        flat_text_lines();
    }
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static void flat_allocate_sidedefs(int lump) {
    (void)lump;
    numsides = (int)flat.a->sidedef_count;
    sides = calloc_IfSameLevel(sides, (size_t)numsides + 1, sizeof(side_t));
}

#define SIDE(field, member, type)                                                          \
    flat_member(FLATLINE_SIDEDEF, field, &sides->member, sizeof(side_t), (size_t)numsides, \
                FLATLINE_HOST_##type)
#define SIDE_FLOATS(field, member, otherwise)                                              \
    flat_floats(FLATLINE_SIDEDEF, field, &sides->member, sizeof(side_t), (size_t)numsides, \
                otherwise)

/* The port takes these floats as whole numbers. */
static void flat_side_offset(const char* field, fixed_t* member) {
    const flatline_column* column = flat_column(FLATLINE_SIDEDEF, field);
    for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
        *(fixed_t*)((char*)member + column->elements[i] * sizeof(side_t)) =
            dsda_IntToFixed((int)(float)column->values.reals[i]);
    }
}

static void flat_side_members(void) {
    static const struct {
        const char* field;
        uint32_t bit;
    } flags[] = {
        {"lightabsolute", 0x1},       {"lightfog", 0x2},
        {"nofakecontrast", 0x4},      {"smoothlighting", 0x8},
        {"clipmidtex", 0x10},         {"wrapmidtex", 0x20},
        {"nodecals", 0x40},           {"lightabsolute_top", 0x80},
        {"lightabsolute_mid", 0x100}, {"lightabsolute_bottom", 0x200},
    };
    SIDE("offsetx", textureoffset, FIXED);
    SIDE("offsety", rowoffset, FIXED);
    SIDE("light", lightlevel, INT32);
    SIDE("light_top", lightlevel_top, INT32);
    SIDE("light_mid", lightlevel_mid, INT32);
    SIDE("light_bottom", lightlevel_bottom, INT32);
    flat_side_offset("offsetx_top", &sides->textureoffset_top);
    flat_side_offset("offsetx_mid", &sides->textureoffset_mid);
    flat_side_offset("offsetx_bottom", &sides->textureoffset_bottom);
    flat_side_offset("offsety_top", &sides->rowoffset_top);
    flat_side_offset("offsety_mid", &sides->rowoffset_mid);
    flat_side_offset("offsety_bottom", &sides->rowoffset_bottom);
    SIDE_FLOATS("scalex_top", scalex_top, FRACUNIT);
    SIDE_FLOATS("scaley_top", scaley_top, FRACUNIT);
    SIDE_FLOATS("scalex_mid", scalex_mid, FRACUNIT);
    SIDE_FLOATS("scaley_mid", scaley_mid, FRACUNIT);
    SIDE_FLOATS("scalex_bottom", scalex_bottom, FRACUNIT);
    SIDE_FLOATS("scaley_bottom", scaley_bottom, FRACUNIT);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) {
        flat_bits(FLATLINE_SIDEDEF, flags[i].field, &sides->flags, sizeof *sides, (size_t)numsides,
                  FLATLINE_HOST_UINT16, flags[i].bit);
    }
}

static void flat_side_record(side_t* sd, const flatline_stored_sidedef* from) {
    sd->textureoffset = (fixed_t)((uint32_t)from->offsetx << FRACBITS);
    sd->rowoffset = (fixed_t)((uint32_t)from->offsety << FRACBITS);
    sd->scalex_top = sd->scaley_top = FRACUNIT;
    sd->scalex_mid = sd->scaley_mid = FRACUNIT;
    sd->scalex_bottom = sd->scaley_bottom = FRACUNIT;
}

/* Two specials of Boom take names of textures for other things: there the port's own function goes
 * over the names. All other names are looked up once. */
static void flat_side_textures(side_t* sd, int i, int* numbers) {
    const flatline_sidedef* from = &flat.a->sidedefs[i];
    if (sd->special == 242 || sd->special == 260) {
        char top[9], middle[9], bottom[9];
        flatline_copy_name(flat.map, from->texturetop, top, sizeof top);
        flatline_copy_name(flat.map, from->texturemiddle, middle, sizeof middle);
        flatline_copy_name(flat.map, from->texturebottom, bottom, sizeof bottom);
        map_format.post_process_sidedef_special(sd, bottom, middle, top, sd->sector, i);
        return;
    }
    sd->midtexture = (short)flat_texture(numbers, from->texturemiddle, i);
    sd->toptexture = (short)flat_texture(numbers, from->texturetop, i);
    sd->bottomtexture = (short)flat_texture(numbers, from->texturebottom, i);
}

typedef struct flat_side_scroll {
    flat_cursor x, y;
    int flags;
} flat_side_scroll;

/* What of a side of a text is more than a number in a member. */
static void flat_side_rest(void) {
    flat_side_scroll scroll[4] = {
        {flat_along(FLATLINE_SIDEDEF, "xscroll"), flat_along(FLATLINE_SIDEDEF, "yscroll"), 0},
        {flat_along(FLATLINE_SIDEDEF, "xscrolltop"), flat_along(FLATLINE_SIDEDEF, "yscrolltop"),
         SCROLL_TOP},
        {flat_along(FLATLINE_SIDEDEF, "xscrollmid"), flat_along(FLATLINE_SIDEDEF, "yscrollmid"),
         SCROLL_MID},
        {flat_along(FLATLINE_SIDEDEF, "xscrollbottom"),
         flat_along(FLATLINE_SIDEDEF, "yscrollbottom"), SCROLL_BOTTOM},
    };
    for (int i = 0; i < numsides; ++i) {
        const side_t* sd = &sides[i];
        for (int k = 0; k < 4; ++k) {
            const float x = flat_float(&scroll[k].x, (uint32_t)i);
            const float y = flat_float(&scroll[k].y, (uint32_t)i);
            if (x != 0 || y != 0) {
                dsda_AddSideScroller(dsda_FloatToFixed(x), dsda_FloatToFixed(y), i,
                                     scroll[k].flags);
            }
        }
        if (sd->scalex_top != FRACUNIT || sd->scaley_top != FRACUNIT ||
            sd->scalex_mid != FRACUNIT || sd->scaley_mid != FRACUNIT ||
            sd->scalex_bottom != FRACUNIT || sd->scaley_bottom != FRACUNIT ||
            sd->flags & SF_WRAPMIDTEX) {
            dsda_PreferOpenGL();
        }
    }
}

static void flat_fill_sidedefs(int lump) {
    const flatline_stored_sidedef* stored = flat.sides.records;
    int* numbers = flat_numbers();
    (void)lump;
    if (!flat.binary) flat_side_members();
    for (int i = 0; i < numsides; ++i) {
        side_t* sd = &sides[i];
        if (flat.binary) flat_side_record(sd, &stored[i]);
        sd->sector = &sectors[flat.a->sidedefs[i].sector];
        flat_side_textures(sd, i, numbers);
    }
    if (!flat.binary) flat_side_rest();
    Z_Free(numbers);
}

/* ---- Nodes and blockmap ---------------------------------------------------------------------- */

static void flat_seg_sides(seg_t* seg, line_t* line, uint32_t side) {
    seg->linedef = line;
    seg->sidedef = &sides[line->sidenum[side]];
    seg->frontsector = seg->sidedef->sector;
    seg->backsector = NULL;
    if (line->flags & ML_TWOSIDED && line->sidenum[side ^ 1] != (int32_t)NO_INDEX) {
        seg->backsector = sides[line->sidenum[side ^ 1]].sector;
    }
}

static void flat_fill_segs(void) {
    const flatline_bsp* bsp = &flat.a->nodes;
    numsegs = (int)bsp->seg_count;
    segs = calloc_IfSameLevel(segs, (size_t)numsegs + 1, sizeof(seg_t));
    for (uint32_t i = 0; i < bsp->seg_count; ++i) {
        const flatline_seg* from = &bsp->segs[i];
        seg_t* seg = &segs[i];
        seg->v1 = &vertexes[from->v1];
        seg->v2 = &vertexes[from->v2];
        if (from->linedef == FLATLINE_NONE) continue; /* a miniseg has neither angle nor offset */
        flat_seg_sides(seg, &lines[from->linedef], from->side);
        seg->offset = GetOffset(seg->v1, from->side ? seg->linedef->v2 : seg->linedef->v1);
        seg->angle = bsp->stored_angles != NULL
                         ? (angle_t)bsp->stored_angles[i].angle << 16
                         : R_PointToAngle2(seg->v1->x, seg->v1->y, seg->v2->x, seg->v2->y);
    }
}

static void flat_fill_subsectors(int lump) {
    const flatline_bsp* bsp = &flat.a->nodes;
    (void)lump;
    flat_fill_segs();
    numsubsectors = (int)bsp->subsector_count;
    subsectors = calloc_IfSameLevel(subsectors, (size_t)numsubsectors + 1, sizeof(subsector_t));
    for (uint32_t i = 0; i < bsp->subsector_count; ++i) {
        const flatline_subsector* from = &bsp->subsectors[i];
        subsectors[i].firstline = (int)from->first;
        subsectors[i].numlines = (int)from->count;
        if (bsp->kind != FLATLINE_NODES_GL) continue;
        /* The port gives minisegs both sectors of the first seg. */
        for (uint32_t k = from->first; k < from->first + from->count; ++k) {
            if (segs[k].linedef != NULL) continue;
            segs[k].frontsector = segs[from->first].frontsector;
            segs[k].backsector = segs[k].frontsector;
        }
    }
}

static void flat_fill_nodes(int lump) {
    const flatline_bsp* bsp = &flat.a->nodes;
    (void)lump;
    numnodes = (int)bsp->node_count;
    nodes = calloc_IfSameLevel(nodes, (size_t)numnodes + 1, sizeof(node_t));
    for (uint32_t i = 0; i < bsp->node_count; ++i) {
        const flatline_node* from = &bsp->nodes[i];
        node_t* node = &nodes[i];
        node->x = (fixed_t)(from->x * FRACUNIT);
        node->y = (fixed_t)(from->y * FRACUNIT);
        node->dx = (fixed_t)(from->dx * FRACUNIT);
        node->dy = (fixed_t)(from->dy * FRACUNIT);
        for (int j = 0; j < 2; ++j) {
            /* FLATLINE_CHILD_SUBSECTOR is the port's NF_SUBSECTOR. */
            node->children[j] = (int)from->children[j];
            for (int k = 0; k < 4; ++k) {
                node->bbox[j][k] =
                    bsp->stored_boxes != NULL
                        ? (fixed_t)((uint32_t)bsp->stored_boxes[i].bbox[j][k] << FRACBITS)
                        : (fixed_t)(from->bbox[j][k] * FRACUNIT);
            }
        }
    }
}

/* The port's form of a blockmap: a header, the place of each list, the lists. Each begins with a 0
 * that names no line, where the port built it or the lump has it, and ends with -1. */
static void flat_fill_blockmap(void) {
    const flatline_blockmap* from = &flat.a->blockmap;
    const size_t cells = (size_t)from->columns * from->rows;
    const int zero = !from->from_lump || from->skipped_zero;
    size_t total = 4 + cells, at;
    for (size_t i = 0; i < cells; ++i) total += from->cells[i].count + 1u + (zero ? 1u : 0u);
    blockmaplump = malloc_IfSameLevel(blockmaplump, total * sizeof *blockmaplump);
    bmaporgx = (fixed_t)(from->origin_x * FRACUNIT);
    bmaporgy = (fixed_t)(from->origin_y * FRACUNIT);
    blockmaplump[2] = bmapwidth = (int)from->columns;
    blockmaplump[3] = bmapheight = (int)from->rows;
    blockmaplump[0] = from->from_lump ? bmaporgx >> FRACBITS : bmaporgx;
    blockmaplump[1] = from->from_lump ? bmaporgy >> FRACBITS : bmaporgy;
    at = 4 + cells;
    for (size_t i = 0; i < cells; ++i) {
        const flatline_blockmap_cell* cell = &from->cells[i];
        blockmaplump[4 + i] = (int)at;
        if (zero) blockmaplump[at++] = 0;
        for (uint32_t k = 0; k < cell->count; ++k) {
            blockmaplump[at++] = (int)from->lines[cell->first + k];
        }
        blockmaplump[at++] = -1;
    }
    if (from->from_lump) skipblstart = from->skipped_zero != 0;
}

/* ---- Things ---------------------------------------------------------------------------------- */

#define THING(field, member, type)                                                 \
    flat_member(FLATLINE_THING, field, &things->member, sizeof(mapthing_t), count, \
                FLATLINE_HOST_##type)

static int flat_thing_options(uint32_t flags) {
    static const struct {
        uint32_t flag;
        int set, clear;
    } rows[] = {
        {FLATLINE_THING_SKILL1, MTF_SKILL1, 0},
        {FLATLINE_THING_SKILL2, MTF_SKILL2, 0},
        {FLATLINE_THING_SKILL3, MTF_SKILL3, 0},
        {FLATLINE_THING_SKILL4, MTF_SKILL4, 0},
        {FLATLINE_THING_SKILL5, MTF_SKILL5, 0},
        {FLATLINE_THING_AMBUSH, MTF_AMBUSH, 0},
        {FLATLINE_THING_SINGLE, MTF_GSINGLE, MTF_NOTSINGLE},
        {FLATLINE_THING_DM, MTF_GDEATHMATCH, MTF_NOTDM},
        {FLATLINE_THING_COOP, MTF_GCOOP, MTF_NOTCOOP},
        {FLATLINE_THING_FRIEND, MTF_FRIENDLY, 0},
        {FLATLINE_THING_DORMANT, MTF_DORMANT, 0},
        {FLATLINE_THING_CLASS1, MTF_FIGHTER, 0},
        {FLATLINE_THING_CLASS2, MTF_CLERIC, 0},
        {FLATLINE_THING_CLASS3, MTF_MAGE, 0},
        {FLATLINE_THING_TRANSLUCENT, MTF_TRANSLUCENT, 0},
        {FLATLINE_THING_INVISIBLE, MTF_INVISIBLE, 0},
    };
    /* Some of these are one bit: the port tells apart the games, and sets what is given last. */
    int options = MTF_NOTSINGLE | MTF_NOTDM | MTF_NOTCOOP;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (flags & rows[i].flag) options = (options & ~rows[i].clear) | rows[i].set;
    }
    return options;
}

static void flat_text_things(mapthing_t* things, size_t count) {
    const flatline_fixed_column columns[] = {
        flat_digits(FLATLINE_THING, "x", &things->x, sizeof *things, count),
        flat_digits(FLATLINE_THING, "y", &things->y, sizeof *things, count),
        flat_digits(FLATLINE_THING, "height", &things->height, sizeof *things, count),
        flat_digits(FLATLINE_THING, "gravity", &things->gravity, sizeof *things, count),
        flat_digits(FLATLINE_THING, "health", &things->health, sizeof *things, count),
    };
    flat_cursor names = flat_along(FLATLINE_THING, "arg0str");
    const flatline_column* secret = flat_column(FLATLINE_THING, "countsecret");
    flatline_map_fixed_columns(flat.map, columns, sizeof columns / sizeof *columns);
    THING("id", tid, INT16);
    THING("angle", angle, INT16);
    THING("type", type, INT16);
    THING("special", special, INT32);
    THING("arg0", special_args[0], INT32);
    THING("arg1", special_args[1], INT32);
    THING("arg2", special_args[2], INT32);
    THING("arg3", special_args[3], INT32);
    THING("arg4", special_args[4], INT32);
    THING("alpha", alpha, FLOAT);
    for (size_t i = 0; i < count; ++i) {
        things[i].options = flat_thing_options(flat.a->things[i].flags);
        things[i].special = flat_action_name(things[i].special, flat_string(&names, (uint32_t)i),
                                             &things[i].special_args[0]);
    }
    for (uint32_t i = 0; secret != NULL && i < secret->count; ++i) {
        if (secret->values.booleans[i]) things[secret->elements[i]].options |= MTF_COUNTSECRET;
    }
}

static void flat_hexen_thing(mapthing_t* mt, const flatline_hexen_thing* from) {
    mt->tid = from->id;
    mt->x = (fixed_t)((uint32_t)from->x << FRACBITS);
    mt->y = (fixed_t)((uint32_t)from->y << FRACBITS);
    mt->height = (fixed_t)((uint32_t)from->height << FRACBITS);
    mt->angle = from->angle;
    mt->type = from->type;
    mt->options = (short)from->flags;
    mt->special = from->special;
    for (int k = 0; k < 5; ++k) mt->special_args[k] = from->arg[k];
}

static void flat_doom_thing(mapthing_t* mt, const flatline_doom_thing* from) {
    mt->x = (fixed_t)((uint32_t)from->x << FRACBITS);
    mt->y = (fixed_t)((uint32_t)from->y << FRACBITS);
    mt->angle = from->angle;
    mt->type = from->type;
    mt->options = (short)from->flags;
}

static void flat_binary_things(mapthing_t* things, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        mapthing_t* mt = &things[i];
        if (map_format.hexen) {
            flat_hexen_thing(mt, (const flatline_hexen_thing*)flat.things.records + i);
        } else {
            flat_doom_thing(mt, (const flatline_doom_thing*)flat.things.records + i);
        }
        mt->gravity = mt->health = FRACUNIT;
        mt->alpha = 1.f;
        if (mt->options & MTF_EASY) mt->options |= MTF_SKILL1 | MTF_SKILL2;
        if (mt->options & MTF_NORMAL) mt->options |= MTF_SKILL3;
        if (mt->options & MTF_HARD) mt->options |= MTF_SKILL4 | MTF_SKILL5;
    }
}

static void flat_fill_things(int lump) {
    const size_t count = flat.a->thing_count;
    mapthing_t* things = Z_Calloc(count + 1, sizeof *things);
    mobj_t** mobjlist = Z_Malloc((count + 1) * sizeof *mobjlist);
    int mobjcount = 0;
    (void)lump;
    if (flat.binary) {
        flat_binary_things(things, count);
    } else {
        flat_text_things(things, count);
    }
    for (size_t i = 0; i < count; ++i) {
        P_PostProcessMapThing(&things[i], (int)i, &mobjcount, mobjlist);
    }
    P_PostProcessThings(mobjcount, mobjlist);
    Z_Free(things);
}

#endif
