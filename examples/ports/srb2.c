/* Fills structs in the manner of SRB2: ten arguments and two strings a line, lists of tags, nodes
 * from the bytes of a ZNODES lump that the port's own WAD reader found, fields of its own.
 *
 * Shows: columns of strings, moreids through the tag tables, flatline_read_nodes with the boxes of
 * the lump, user fields by element, the place and the sentence of what is wrong with a lump.
 *
 * Build: cc -std=c99 ports/srb2.c -lflatline (or see README.md)
 * Run: maps/halls.textmap
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../read_file.h"
#include "flatline/flatline.h"

typedef int32_t fixed_t;
#define FRACUNIT 65536
#define NUMLINEARGS 10
#define NUMLINESTRINGARGS 2

typedef struct vertex_s {
    fixed_t x, y;
} vertex_t;

typedef struct taglist_s {
    const int32_t* tags;
    uint16_t count;
} taglist_t;

typedef struct sector_s {
    fixed_t floorheight, ceilingheight;
    int32_t floorpic, ceilingpic;
    int16_t lightlevel, special;
    int32_t tag;
    size_t linecount;
    struct line_s** lines;
} sector_t;

typedef struct side_s {
    fixed_t textureoffset, rowoffset;
    int32_t toptexture, bottomtexture, midtexture;
    sector_t* sector;
} side_t;

typedef struct line_s {
    vertex_t *v1, *v2;
    fixed_t dx, dy;
    uint32_t flags;
    int16_t special;
    int32_t args[NUMLINEARGS];
    char* stringargs[NUMLINESTRINGARGS];
    uint32_t sidenum[2];
    fixed_t alpha;
    sector_t *frontsector, *backsector;
} line_t;

typedef struct node_s {
    fixed_t x, y, dx, dy;
    fixed_t bbox[2][4];
    uint32_t children[2];
} node_t;

typedef struct level_s {
    vertex_t* vertexes;
    sector_t* sectors;
    side_t* sides;
    line_t* lines;
    line_t** line_buffer;
    node_t* nodes;
} level_t;

/* Memory for `count` structs of `size` bytes, all zero. Ends the program where there is none. */
static void* zeroed(size_t count, size_t size) {
    void* memory = calloc(count + 1, size);
    if (memory == NULL) exit(2);
    return memory;
}

/* One field into one member. What is too large for a short is cut as SRB2 cuts it. */
static void fill(const flatline_map* map, uint8_t block, const char* field, void* member,
                 size_t stride, size_t count, int32_t type) {
    flatline_host_column to;
    to.base = member;
    to.stride = stride;
    to.count = count;
    to.type = type;
    to.range = FLATLINE_RANGE_WRAP;
    /* In a map of another game a field of SRB2's may be absent. */
    to.host_default = strcmp(field, "alpha") == 0 ? 1 : 0;
    switch (flatline_scatter(map, flatline_find_field(block, field), &to, NULL)) {
        case FLATLINE_OK:
        case FLATLINE_FIELD_ABSENT:
            return;
        default:
            exit(1);
    }
}

static void fill_numbers(const flatline_map* map, const level_t* level) {
    const flatline_arrays* a = flatline_map_arrays(map);
    char arg[] = "arg0";
#define VERTEX(field, member)                                                                      \
    fill(map, FLATLINE_VERTEX, field, &level->vertexes->member, sizeof(vertex_t), a->vertex_count, \
         FLATLINE_HOST_FIXED)
#define SECTOR(field, member, type)                                                               \
    fill(map, FLATLINE_SECTOR, field, &level->sectors->member, sizeof(sector_t), a->sector_count, \
         type)
#define SIDE(field, member, type)                                                               \
    fill(map, FLATLINE_SIDEDEF, field, &level->sides->member, sizeof(side_t), a->sidedef_count, \
         type)
#define LINE(field, member, type)                                                               \
    fill(map, FLATLINE_LINEDEF, field, &level->lines->member, sizeof(line_t), a->linedef_count, \
         type)
    VERTEX("x", x);
    VERTEX("y", y);
    SECTOR("heightfloor", floorheight, FLATLINE_HOST_FIXED);
    SECTOR("heightceiling", ceilingheight, FLATLINE_HOST_FIXED);
    SECTOR("texturefloor", floorpic, FLATLINE_HOST_INT32);
    SECTOR("textureceiling", ceilingpic, FLATLINE_HOST_INT32);
    SECTOR("lightlevel", lightlevel, FLATLINE_HOST_INT16);
    SECTOR("special", special, FLATLINE_HOST_INT16);
    SECTOR("id", tag, FLATLINE_HOST_INT32);
    SIDE("offsetx", textureoffset, FLATLINE_HOST_FIXED);
    SIDE("offsety", rowoffset, FLATLINE_HOST_FIXED);
    SIDE("texturetop", toptexture, FLATLINE_HOST_INT32);
    SIDE("texturebottom", bottomtexture, FLATLINE_HOST_INT32);
    SIDE("texturemiddle", midtexture, FLATLINE_HOST_INT32);
    LINE("special", special, FLATLINE_HOST_INT16);
    LINE("alpha", alpha, FLATLINE_HOST_FIXED);
    LINE("sidefront", sidenum[0], FLATLINE_HOST_UINT32);
    LINE("sideback", sidenum[1], FLATLINE_HOST_UINT32);
    for (int i = 0; i < NUMLINEARGS; ++i) {
        arg[3] = (char)('0' + i);
        LINE(arg, args[i], FLATLINE_HOST_INT32);
    }
}

/* Strings are columns of the lines that have one. */
static void fill_strings(const flatline_map* map, const level_t* level) {
    char name[] = "stringarg0";
    for (int k = 0; k < NUMLINESTRINGARGS; ++k) {
        name[9] = (char)('0' + k);
        const flatline_column* column =
            flatline_map_column(map, flatline_find_field(FLATLINE_LINEDEF, name));
        for (uint32_t i = 0; column != NULL && i < column->count; ++i) {
            size_t size;
            const char* text = flatline_map_text(map, column->values.texts[i], &size);
            char* copy = zeroed(size, 1);
            memcpy(copy, text, size);
            level->lines[column->elements[i]].stringargs[k] = copy;
        }
    }
}

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
        if (line->sidenum[1] != FLATLINE_NONE) {
            line->backsector = level->sides[line->sidenum[1]].sector;
        }
    }
    for (uint32_t i = 0; i < a->sector_line_count; ++i) {
        level->line_buffer[i] = &level->lines[a->sector_lines[i]];
    }
    for (uint32_t i = 0; i < a->sector_count; ++i) {
        level->sectors[i].lines = level->line_buffer + a->sector_line_rows[i];
        level->sectors[i].linecount = a->sector_line_rows[i + 1] - a->sector_line_rows[i];
    }
}

/* The bytes of ZNODES, as a port's own WAD reader would have them. Here they are made. */
static flatline_lump find_znodes(const flatline_map_lumps* lumps) {
    size_t count;
    const flatline_named_lump* all = flatline_map_lumps_get(lumps, &count);
    const flatline_lump none = {NULL, 0};
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(all[i].name, "ZNODES") == 0) return all[i].bytes;
    }
    return none;
}

/* Nodes with the boxes of the lump, which are what the port would have read itself. */
static uint32_t fill_nodes(const flatline_bsp* bsp, level_t* level) {
    level->nodes = zeroed(bsp->node_count, sizeof(node_t));
    for (uint32_t i = 0; i < bsp->node_count; ++i) {
        node_t* node = &level->nodes[i];
        node->x = (fixed_t)(bsp->nodes[i].x * FRACUNIT);
        node->y = (fixed_t)(bsp->nodes[i].y * FRACUNIT);
        node->dx = (fixed_t)(bsp->nodes[i].dx * FRACUNIT);
        node->dy = (fixed_t)(bsp->nodes[i].dy * FRACUNIT);
        for (int k = 0; k < 8; ++k) {
            node->bbox[k / 4][k % 4] = bsp->stored_boxes[i].bbox[k / 4][k % 4] * FRACUNIT;
        }
        memcpy(node->children, bsp->nodes[i].children, sizeof node->children);
    }
    return bsp->node_count;
}

static void read_own_nodes(const flatline_map* map, level_t* level) {
    flatline_map_lumps* lumps;
    flatline_built_nodes* nodes;
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    if (flatline_make_map_lumps(map, NULL, &lumps) != FLATLINE_OK) exit(1);
    const flatline_lump znodes = find_znodes(lumps);
    options.stored_boxes = 1;
    if (flatline_read_nodes(map, znodes.data, znodes.size, &options, &nodes) != FLATLINE_OK)
        exit(1);
    const flatline_bsp* bsp = flatline_built_nodes_bsp(nodes);
    printf("%s: %" PRIu32 " nodes, %" PRIu32 " subsectors\n", bsp->format, fill_nodes(bsp, level),
           bsp->subsector_count);
    if (bsp->node_count != 0) {
        const node_t* root = &level->nodes[bsp->node_count - 1];
        printf("root at (%d, %d), right of it up to x = %d\n", root->x / FRACUNIT,
               root->y / FRACUNIT, root->bbox[0][3] / FRACUNIT);
    }
    flatline_free(nodes);

    /* A lump that was cut off: where it is wrong, and how. */
    if (flatline_read_nodes(map, znodes.data, 30, &options, &nodes) != FLATLINE_REFUSED) exit(1);
    flatline_finding_source source = FLATLINE_FINDING_SOURCE_INIT;
    char words[200];
    size_t count;
    source.file = "srb2maps.wad";
    source.map_name = "MAP01";
    source.map = map;
    const flatline_finding* finding = flatline_findings(nodes, &count);
    flatline_describe_at(finding, &source, words, sizeof words);
    printf("%s\n", words);
    flatline_free(nodes);
    flatline_free(lumps);
}

static void print_tags(const flatline_map* map, int32_t tag) {
    flatline_built_runtime* runtime;
    size_t count;
    if (flatline_build_runtime(map, FLATLINE_RUNTIME_TAGS, NULL, &runtime) != FLATLINE_OK) exit(1);
    const flatline_runtime* tables = flatline_built_runtime_arrays(runtime);
    const uint32_t* sectors = flatline_find_tag(&tables->sector_tags, tag, &count);
    taglist_t list = {&tag, 1};
    printf("tag %" PRId32 ":", list.tags[0]);
    for (size_t i = 0; i < count; ++i) printf(" %" PRIu32, sectors[i]);
    printf("\n");
    flatline_free(runtime);
}

/* What lines say that no port knows: asked line by line, as a script would. */
static void print_user_fields(const flatline_map* map) {
    flatline_built_user_fields* built;
    const flatline_arrays* a = flatline_map_arrays(map);
    if (flatline_build_user_fields(map, NULL, &built) != FLATLINE_OK) exit(1);
    const flatline_user_fields* fields = flatline_built_user_fields_arrays(built);
    const uint32_t sound = flatline_find_user_name(map, fields, "user_sound");
    for (uint32_t i = 0; i < a->linedef_count; ++i) {
        size_t count, size;
        if (flatline_user_fields_of(fields, FLATLINE_LINEDEF, i, &count) == NULL) continue;
        const flatline_user_field* own =
            flatline_find_user_field(fields, FLATLINE_LINEDEF, i, sound);
        if (own == NULL) continue;
        const char* text = flatline_map_text(map, a->unknowns[own->unknown].value.string, &size);
        printf("line %" PRIu32 " has %d fields of its own, and sounds like %.*s\n", i, (int)count,
               (int)size, text);
    }
    uint64_t announced, used;
    flatline_memory(built, &announced, &used);
    if (used > announced || flatline_findings(built, NULL) != NULL) exit(1);
    flatline_free(built);
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/halls.textmap", &size);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flatline_map* map;
    options.extras.namespace_override = "srb2";
    if (flatline_load_borrowed(NULL, text, size, &options, &map) != FLATLINE_OK) return 1;
    const flatline_arrays* a = flatline_map_arrays(map);
    level_t level;
    level.vertexes = zeroed(a->vertex_count, sizeof(vertex_t));
    level.sectors = zeroed(a->sector_count, sizeof(sector_t));
    level.sides = zeroed(a->sidedef_count, sizeof(side_t));
    level.lines = zeroed(a->linedef_count, sizeof(line_t));
    level.line_buffer = zeroed(a->sector_line_count, sizeof(line_t*));
    fill_numbers(map, &level);
    fill_strings(map, &level);
    link_level(map, &level);
    for (uint32_t i = 0; i < a->sector_count; ++i) {
        const sector_t* sector = &level.sectors[i];
        printf("sector %" PRIu32 ": %d to %d, light %d, %d lines from %d\n", i,
               sector->floorheight / FRACUNIT, sector->ceilingheight / FRACUNIT, sector->lightlevel,
               (int)sector->linecount, (int)(sector->lines[0] - level.lines));
    }
    const line_t* door = &level.lines[2];
    printf("line 2: special %d (%" PRId32 ", %" PRId32 ", ..., %" PRId32 "), alpha %g, text %s\n",
           door->special, door->args[0], door->args[1], door->args[9],
           door->alpha / (double)FRACUNIT, door->stringargs[0] ? door->stringargs[0] : "none");
    read_own_nodes(map, &level);
    print_tags(map, 2);
    print_user_fields(map);
    for (uint32_t i = 0; i < a->linedef_count; ++i) {
        for (int k = 0; k < NUMLINESTRINGARGS; ++k) free(level.lines[i].stringargs[k]);
    }
    free(level.vertexes);
    free(level.sectors);
    free(level.sides);
    free(level.lines);
    free(level.line_buffer);
    free(level.nodes);
    flatline_free(map);
    free(text);
    return 0;
}
