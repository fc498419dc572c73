/* Fills the structs of Woof: text and binary maps, things, nodes, blockmap.
 *
 * woof/adapter.h is the adapter. Around it stand the port's structs (woof/port.h) and a printer.
 *
 * Shows: a port that reads its fields in its own namespace alone, 16.16 of the nearest double,
 * strings of a map as C strings, columns along the elements, records as stored.
 *
 * Build: cc -std=c99 ports/woof.c -lflatline -lm (or see README.md)
 * Run: maps/woof.wad maps/doom.wad
 */
#include "../read_file.h"
#include "woof/port.h"

#include "wad_map.h"
#include "woof/adapter.h"

static long at(const void* pointer, const void* first, size_t size) {
    return pointer == NULL ? -1 : (long)(((const char*)pointer - (const char*)first) / (long)size);
}
#define AT(pointer, array) at(pointer, array, sizeof *(array))

static const char* name_of(int number) { return number == 0 ? "-" : known_names[number]; }

static void print_sectors(void) {
    for (int i = 0; i < numsectors; ++i) {
        const sector_t* s = &sectors[i];
        printf("sector %d: %d %d %s %s light %d %d %d special %d %d tag %d flags %#x\n", i,
               s->floorheight, s->ceilingheight, name_of(s->floorpic), name_of(s->ceilingpic),
               s->lightlevel, s->lightfloor, s->lightceiling, s->special, s->oldspecial, s->tag,
               (unsigned)s->flags);
        printf("  floor %d %d turn %u ceiling %d %d turn %u maps %d %d %d %d\n", s->floor_xoffs,
               s->floor_yoffs, s->floor_rotation, s->ceiling_xoffs, s->ceiling_yoffs,
               s->ceiling_rotation, s->colormap, s->tint, s->tintfloor, s->tintceiling);
    }
}

static void print_sides(void) {
    for (int i = 0; i < numsides; ++i) {
        const side_t* s = &sides[i];
        printf("side %d: sector %ld offset %d %d names %s %s %s special %d flags %#x tint %d\n", i,
               AT(s->sector, sectors), s->textureoffset, s->rowoffset, name_of(s->toptexture),
               name_of(s->midtexture), name_of(s->bottomtexture), s->special, s->flags, s->tint);
        printf("  offsets %d %d %d %d %d %d lights %d %d %d %d\n", s->offsetx_top, s->offsety_top,
               s->offsetx_mid, s->offsety_mid, s->offsetx_bottom, s->offsety_bottom, s->light,
               s->light_top, s->light_mid, s->light_bottom);
    }
}

static void print_lines(void) {
    for (int i = 0; i < numlines; ++i) {
        const line_t* l = &lines[i];
        printf(
            "line %d: %ld to %ld along %d %d flags %#x special %d id %d args %d %d sides %d %d%s\n",
            i, AT(l->v1, vertexes), AT(l->v2, vertexes), l->dx, l->dy, l->flags, l->special, l->id,
            l->args[0], l->args[1], l->sidenum[0], l->sidenum[1], l->tranmap ? " translucent" : "");
    }
}

static void print_tree(void) {
    for (int i = 0; i < numsegs; ++i) {
        printf("seg %d: %ld %ld line %ld angle %u offset %d sectors %ld %ld\n", i,
               AT(segs[i].v1, vertexes), AT(segs[i].v2, vertexes), AT(segs[i].linedef, lines),
               segs[i].angle, segs[i].offset, AT(segs[i].frontsector, sectors),
               AT(segs[i].backsector, sectors));
    }
    for (int i = 0; i < numsubsectors; ++i) {
        printf("subsector %d: %d from %d\n", i, subsectors[i].numlines, subsectors[i].firstline);
    }
    for (int i = 0; i < numnodes; ++i) {
        printf("node %d: %d %d %d %d children %#x %#x\n", i, nodes[i].x, nodes[i].y, nodes[i].dx,
               nodes[i].dy, (unsigned)nodes[i].children[0], (unsigned)nodes[i].children[1]);
    }
    printf("blockmap at %d %d, %d by %d, first list", bmaporgx, bmaporgy, bmapwidth, bmapheight);
    for (const int32_t* line = blockmaplump + blockmaplump[4]; *line != -1; ++line) {
        printf(" %d", *line);
    }
    printf("\n");
}

static void free_level(void) {
    free(vertexes);
    free(sectors);
    free(sides);
    free(lines);
    free(segs);
    free(subsectors);
    free(nodes);
    free(blockmaplump);
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        size_t size;
        char* wad = read_file(argv[i], &size);
        const flatline_lump text = wad_lump(wad, size, "TEXTMAP");
        const flatline_binary_lumps lumps = wad_binary(wad, size);
        if (!(text.data != NULL
                  ? fill_load_text(text.data, text.size, wad_lump(wad, size, "ZNODES"))
                  : fill_load_lumps(&lumps))) {
            return 1;
        }
        printf("%s\n", argv[i]);
        fill_level();
        print_sectors();
        print_sides();
        print_lines();
        print_tree();
        free_level();
        fill_free();
        free(wad);
    }
    return 0;
}
