/* Fills structs in the manner of dsda-doom: coordinates and heights in 16.16, textures as shorts,
 * pointers between lines, sides and sectors, and chains of sectors with a tag.
 *
 * Shows: a table of fields for flatline_scatter, links by index, lines of sectors without a second
 * pass, one look-up for each texture name.
 *
 * Build: cc -std=c99 ports/dsda_doom.c -lflatline (or see README.md)
 * Run: maps/halls.textmap
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "../read_file.h"
#include "flatline/flatline.h"

typedef int32_t fixed_t;
#define FRACUNIT 65536

typedef struct vertex_s {
    fixed_t x, y;
} vertex_t;

typedef struct sector_s {
    fixed_t floorheight, ceilingheight;
    short floorpic, ceilingpic, lightlevel;
    int special, tag;
    int firsttag, nexttag; /* chains by the tag modulo the number of sectors */
    fixed_t gravity;
    int linecount;
    struct line_s** lines;
} sector_t;

typedef struct side_s {
    fixed_t textureoffset, rowoffset;
    short toptexture, bottomtexture, midtexture;
    sector_t* sector;
} side_t;

typedef struct line_s {
    vertex_t *v1, *v2;
    fixed_t dx, dy;
    unsigned flags;
    int special, tag;
    int args[5];
    unsigned short sidenum[2];
    float alpha;
    sector_t *frontsector, *backsector;
} line_t;

typedef struct level_s {
    vertex_t* vertexes;
    sector_t* sectors;
    side_t* sides;
    line_t* lines;
    line_t** line_buffer; /* what sector_t::lines points into */
} level_t;

/* One row for each member that is a number of its own. */
typedef struct member_s {
    uint8_t block;
    const char* field;
    size_t offset;
    int32_t type;
    double absent; /* in maps of namespaces that do not have the field */
} member_t;

static const member_t members[] = {
    {FLATLINE_VERTEX, "x", offsetof(vertex_t, x), FLATLINE_HOST_FIXED, 0},
    {FLATLINE_VERTEX, "y", offsetof(vertex_t, y), FLATLINE_HOST_FIXED, 0},
    {FLATLINE_SECTOR, "heightfloor", offsetof(sector_t, floorheight), FLATLINE_HOST_FIXED, 0},
    {FLATLINE_SECTOR, "heightceiling", offsetof(sector_t, ceilingheight), FLATLINE_HOST_FIXED, 0},
    {FLATLINE_SECTOR, "texturefloor", offsetof(sector_t, floorpic), FLATLINE_HOST_INT16, 0},
    {FLATLINE_SECTOR, "textureceiling", offsetof(sector_t, ceilingpic), FLATLINE_HOST_INT16, 0},
    {FLATLINE_SECTOR, "lightlevel", offsetof(sector_t, lightlevel), FLATLINE_HOST_INT16, 0},
    {FLATLINE_SECTOR, "special", offsetof(sector_t, special), FLATLINE_HOST_INT32, 0},
    {FLATLINE_SECTOR, "id", offsetof(sector_t, tag), FLATLINE_HOST_INT32, 0},
    {FLATLINE_SECTOR, "gravity", offsetof(sector_t, gravity), FLATLINE_HOST_FIXED, 1},
    {FLATLINE_SIDEDEF, "offsetx", offsetof(side_t, textureoffset), FLATLINE_HOST_FIXED, 0},
    {FLATLINE_SIDEDEF, "offsety", offsetof(side_t, rowoffset), FLATLINE_HOST_FIXED, 0},
    {FLATLINE_SIDEDEF, "texturetop", offsetof(side_t, toptexture), FLATLINE_HOST_INT16, 0},
    {FLATLINE_SIDEDEF, "texturebottom", offsetof(side_t, bottomtexture), FLATLINE_HOST_INT16, 0},
    {FLATLINE_SIDEDEF, "texturemiddle", offsetof(side_t, midtexture), FLATLINE_HOST_INT16, 0},
    {FLATLINE_LINEDEF, "special", offsetof(line_t, special), FLATLINE_HOST_INT32, 0},
    {FLATLINE_LINEDEF, "id", offsetof(line_t, tag), FLATLINE_HOST_INT32, 0},
    {FLATLINE_LINEDEF, "arg0", offsetof(line_t, args[0]), FLATLINE_HOST_INT32, 0},
    {FLATLINE_LINEDEF, "arg1", offsetof(line_t, args[1]), FLATLINE_HOST_INT32, 0},
    {FLATLINE_LINEDEF, "arg2", offsetof(line_t, args[2]), FLATLINE_HOST_INT32, 0},
    {FLATLINE_LINEDEF, "arg3", offsetof(line_t, args[3]), FLATLINE_HOST_INT32, 0},
    {FLATLINE_LINEDEF, "arg4", offsetof(line_t, args[4]), FLATLINE_HOST_INT32, 0},
    {FLATLINE_LINEDEF, "alpha", offsetof(line_t, alpha), FLATLINE_HOST_FLOAT, 1},
    {FLATLINE_LINEDEF, "sidefront", offsetof(line_t, sidenum[0]), FLATLINE_HOST_UINT16, 0},
    {FLATLINE_LINEDEF, "sideback", offsetof(line_t, sidenum[1]), FLATLINE_HOST_UINT16, 0},
};

#define NO_INDEX 0xFFFF

/* Fills the members of the table. 0 where a number does not fit its member. */
static int fill_members(const flatline_map* map, const level_t* level) {
    const flatline_arrays* a = flatline_map_arrays(map);
    const struct {
        void* first;
        size_t size, count;
    } arrays[] = {
        {level->vertexes, sizeof(vertex_t), a->vertex_count},
        {level->lines, sizeof(line_t), a->linedef_count},
        {level->sides, sizeof(side_t), a->sidedef_count},
        {level->sectors, sizeof(sector_t), a->sector_count},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; ++i) {
        const member_t* member = &members[i];
        const uint16_t field = flatline_find_field(member->block, member->field);
        flatline_host_column to;
        uint32_t element;
        to.base = (char*)arrays[member->block].first + member->offset;
        to.stride = arrays[member->block].size;
        to.count = arrays[member->block].count;
        to.type = member->type;
        to.range = FLATLINE_RANGE_REFUSE;
        to.host_default = member->absent;
        const flatline_status status = flatline_scatter(map, field, &to, &element);
        if (status != FLATLINE_OK && status != FLATLINE_FIELD_ABSENT) {
            printf("%s of %s %" PRIu32 " is out of range\n", member->field,
                   flatline_element_name(member->block), element);
            return 0;
        }
    }
    return 1;
}

/* What the game calls a texture: here simply ten more than its place among the map's names. Each
 * name is looked up once, however many sides have it. */
static short texture_number(const flatline_map* map, uint32_t name) {
    size_t size;
    const char* text = flatline_map_name(map, name, &size);
    return size == 1 && text[0] == '-' ? 0 : (short)(name + 10);
}

static void number_textures(const flatline_map* map, const level_t* level) {
    const flatline_arrays* a = flatline_map_arrays(map);
    short* numbers = malloc(a->name_count * sizeof *numbers);
    if (numbers == NULL) exit(2);
    for (uint32_t i = 0; i < a->name_count; ++i) numbers[i] = texture_number(map, i);
    for (uint32_t i = 0; i < a->sidedef_count; ++i) {
        side_t* side = &level->sides[i];
        side->toptexture = numbers[side->toptexture];
        side->bottomtexture = numbers[side->bottomtexture];
        side->midtexture = numbers[side->midtexture];
    }
    free(numbers);
}

/* Every index was checked by the load, so nothing can point outside. */
static void link_level(const flatline_map* map, const level_t* level) {
    const flatline_arrays* a = flatline_map_arrays(map);
    for (uint32_t i = 0; i < a->sidedef_count; ++i) {
        level->sides[i].sector = &level->sectors[a->sidedefs[i].sector];
    }
    for (uint32_t i = 0; i < a->linedef_count; ++i) {
        line_t* line = &level->lines[i];
        line->v1 = &level->vertexes[a->linedefs[i].v1];
        line->v2 = &level->vertexes[a->linedefs[i].v2];
        line->dx = line->v2->x - line->v1->x;
        line->dy = line->v2->y - line->v1->y;
        line->flags = a->linedefs[i].flags;
        line->frontsector = level->sides[line->sidenum[0]].sector;
        line->backsector =
            line->sidenum[1] == NO_INDEX ? NULL : level->sides[line->sidenum[1]].sector;
    }
    for (uint32_t i = 0; i < a->sector_line_count; ++i) {
        level->line_buffer[i] = &level->lines[a->sector_lines[i]];
    }
    for (uint32_t i = 0; i < a->sector_count; ++i) {
        const uint32_t* rows = a->sector_line_rows;
        level->sectors[i].lines = level->line_buffer + rows[i];
        level->sectors[i].linecount = (int)(rows[i + 1] - rows[i]);
    }
}

static void chain_tags(sector_t* sectors, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) sectors[i].firsttag = -1;
    for (uint32_t i = count; i-- > 0;) { /* backwards, so that chains ascend */
        sector_t* head = &sectors[(unsigned)sectors[i].tag % count];
        sectors[i].nexttag = head->firsttag;
        head->firsttag = (int)i;
    }
}

static void print_level(const level_t* level, const flatline_arrays* a) {
    for (uint32_t i = 0; i < a->sector_count; ++i) {
        const sector_t* sector = &level->sectors[i];
        printf("sector %" PRIu32 ": %d to %d, light %d, special %d, gravity %g, lines", i,
               sector->floorheight / FRACUNIT, sector->ceilingheight / FRACUNIT, sector->lightlevel,
               sector->special, sector->gravity / (double)FRACUNIT);
        for (int k = 0; k < sector->linecount; ++k) {
            printf(" %d", (int)(sector->lines[k] - level->lines));
        }
        printf("\n");
    }
    for (uint32_t i = 0; i < a->linedef_count; ++i) {
        const line_t* line = &level->lines[i];
        if (line->backsector == NULL) continue;
        printf("line %" PRIu32
               " along (%g, %g) joins sectors %d and %d, special %d, alpha %g, "
               "textures %d and %d\n",
               i, line->dx / (double)FRACUNIT, line->dy / (double)FRACUNIT,
               (int)(line->frontsector - level->sectors), (int)(line->backsector - level->sectors),
               line->special, (double)line->alpha, level->sides[line->sidenum[0]].toptexture,
               level->sides[line->sidenum[0]].bottomtexture);
    }
    printf("tag 2:");
    for (int i = level->sectors[2 % a->sector_count].firsttag; i >= 0;
         i = level->sectors[i].nexttag) {
        if (level->sectors[i].tag == 2) printf(" %d", i);
    }
    printf("\n");
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/halls.textmap", &size);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flatline_map* map;
    options.extras.namespace_override = "dsda";
    if (flatline_load_borrowed(NULL, text, size, &options, &map) != FLATLINE_OK) return 1;
    const flatline_arrays* a = flatline_map_arrays(map);
    /* One more of each, because an empty map has none and sector 0 heads the chains. */
    level_t level = {calloc(a->vertex_count + 1u, sizeof(vertex_t)),
                     calloc(a->sector_count + 1u, sizeof(sector_t)),
                     calloc(a->sidedef_count + 1u, sizeof(side_t)),
                     calloc(a->linedef_count + 1u, sizeof(line_t)),
                     calloc(a->sector_line_count + 1u, sizeof(line_t*))};
    if (!level.vertexes || !level.sectors || !level.sides || !level.lines || !level.line_buffer) {
        return 2;
    }
    if (!fill_members(map, &level)) return 1;
    number_textures(map, &level);
    link_level(map, &level);
    chain_tags(level.sectors, a->sector_count);
    print_level(&level, a);
    free(level.vertexes);
    free(level.sectors);
    free(level.sides);
    free(level.lines);
    free(level.line_buffer);
    flatline_free(map);
    free(text);
    return 0;
}
