/* Fills the structs of SRB2: text with the fields of its wiki, slopes by fields, binary maps in its
 * format, things, nodes.
 *
 * srb2/adapter.h is the adapter. Around it stand the port's structs (srb2/port.h) and a printer.
 *
 * Shows: ten arguments and strings of lines and things, tags with moreids, bits of two flag words,
 * words as numbers, 16.16 through a float, records as stored; flatline_read_nodes for a port that
 * finds ZNODES itself, with the place and the sentence of what is wrong in it; fields of nobody.
 *
 * Build: cc -std=c99 ports/srb2.c -lflatline (or see README.md)
 * Run: maps/srb2.wad maps/srb2_binary.wad
 */
#include <inttypes.h>

#include "../read_file.h"
#include "srb2/port.h"

#include "srb2/adapter.h"
#include "wad_map.h"

static long at(const void* pointer, const void* first, size_t size) {
    return pointer == NULL ? -1 : (long)(((const char*)pointer - (const char*)first) / (long)size);
}
#define AT(pointer, array) at(pointer, array, sizeof *(array))

static const char* name_of(int32_t number) { return number == 0 ? "-" : known_names[number]; }

static void print_tags(const taglist_t* tags) {
    printf(" tags");
    for (int k = 0; k < tags->count; ++k) printf(" %d", tags->tags[k]);
    printf("\n");
}

static void print_slope(const char* what, const pslope_t* slope) {
    if (slope == NULL) return;
    printf("  %s slope %g %g %g %g%s\n", what, slope->a, slope->b, slope->c, slope->d,
           slope->flags & SL_NOPHYSICS ? ", nothing slides" : "");
}

static void print_sectors(void) {
    for (size_t i = 0; i < numsectors; ++i) {
        const sector_t* s = &sectors[i];
        printf("sector %d: %d %d %s %s light %d %d%s %d%s special %d", (int)i, s->floorheight,
               s->ceilingheight, name_of(s->floorpic), name_of(s->ceilingpic), s->lightlevel,
               s->floorlightlevel, s->floorlightabsolute ? " absolute" : "", s->ceilinglightlevel,
               s->ceilinglightabsolute ? " absolute" : "", s->special);
        print_tags(&s->tags);
        printf("  floor %d %d scale %d %d turn %u ceiling %d %d scale %d %d turn %u\n",
               s->floorxoffset, s->flooryoffset, s->floorxscale, s->flooryscale, s->floorangle,
               s->ceilingxoffset, s->ceilingyoffset, s->ceilingxscale, s->ceilingyscale,
               s->ceilingangle);
        printf("  gravity %d friction %d flags %#x %#x damage %d trigger %d by %d%s\n", s->gravity,
               s->friction, (unsigned)s->flags, (unsigned)s->specialflags, s->damagetype,
               s->triggertag, s->triggerer, s->colormap_protected ? " protected" : "");
        if (s->extra_colormap != NULL) {
            const extracolormap_t* map = s->extra_colormap;
            printf("  colormap %#x %#x from %d to %d flags %d\n", (unsigned)map->rgba,
                   (unsigned)map->fadergba, map->fadestart, map->fadeend, map->flags);
        }
        print_slope("floor", s->f_slope);
        print_slope("ceiling", s->c_slope);
    }
}

static void print_sides(void) {
    for (size_t i = 0; i < numsides; ++i) {
        const side_t* s = &sides[i];
        printf("side %d: sector %ld line %ld offset %d %d names %s %s %s special %d repeats %d\n",
               (int)i, AT(s->sector, sectors), AT(s->line, lines), s->textureoffset, s->rowoffset,
               name_of(s->toptexture), name_of(s->midtexture), name_of(s->bottomtexture),
               s->special, s->repeatcnt);
        printf("  offsets %d %d %d %d %d %d scales %d %d %d %d %d %d", s->offsetx_top,
               s->offsety_top, s->offsetx_mid, s->offsety_mid, s->offsetx_bottom, s->offsety_bottom,
               s->scalex_top, s->scaley_top, s->scalex_mid, s->scaley_mid, s->scalex_bottom,
               s->scaley_bottom);
        printf(" lights %d %d %d %d absolute %d %d %d %d\n", s->light, s->light_top, s->light_mid,
               s->light_bottom, s->lightabsolute, s->lightabsolute_top, s->lightabsolute_mid,
               s->lightabsolute_bottom);
    }
}

static void print_arguments(const int32_t* args, char* const* strings) {
    printf("  args");
    for (int k = 0; k < 10; ++k) printf(" %" PRId32, args[k]);
    for (int k = 0; k < 2; ++k) printf(" \"%s\"", strings[k] != NULL ? strings[k] : "");
    printf("\n");
}

static void print_lines(void) {
    for (size_t i = 0; i < numlines; ++i) {
        const line_t* l = &lines[i];
        printf(
            "line %d: %ld to %ld along %d %d flags %#x special %d sides %d %d alpha %d blend %d "
            "delay %d",
            (int)i, AT(l->v1, vertexes), AT(l->v2, vertexes), l->dx, l->dy, l->flags, l->special,
            (int)l->sidenum[0], (int)l->sidenum[1], l->alpha, l->blendmode, l->executordelay);
        print_tags(&l->tags);
        print_arguments(l->args, l->stringargs);
    }
}

static void print_things(void) {
    for (size_t i = 0; i < nummapthings; ++i) {
        const mapthing_t* t = &mapthings[i];
        printf("thing %d: type %d at %d %d %d angle %d %d %d options %#x extra %d scale %d %d %d",
               (int)i, t->type, t->x, t->y, t->z, t->angle, t->pitch, t->roll, t->options,
               t->extrainfo, t->scale, t->spritexscale, t->spriteyscale);
        print_tags(&t->tags);
        print_arguments(t->args, t->stringargs);
    }
}

static void print_tree(void) {
    for (size_t i = 0; i < numvertexes; ++i) {
        const vertex_t* v = &vertexes[i];
        printf("vertex %d: %d %d", (int)i, v->x, v->y);
        if (v->floorzset) printf(" floor %d", v->floorz);
        if (v->ceilingzset) printf(" ceiling %d", v->ceilingz);
        printf("\n");
    }
    for (size_t i = 0; i < numsegs; ++i) {
        printf("seg %d: %ld %ld line %ld side %d angle %u offset %d\n", (int)i,
               AT(segs[i].v1, vertexes), AT(segs[i].v2, vertexes), AT(segs[i].linedef, lines),
               segs[i].side, segs[i].angle, segs[i].offset);
    }
    for (size_t i = 0; i < numsubsectors; ++i) {
        printf("subsector %d: %d from %d\n", (int)i, subsectors[i].numlines,
               subsectors[i].firstline);
    }
    for (size_t i = 0; i < numnodes; ++i) {
        printf("node %d: %d %d %d %d children %#x %#x\n", (int)i, nodes[i].x, nodes[i].y,
               nodes[i].dx, nodes[i].dy, nodes[i].children[0], nodes[i].children[1]);
    }
}

/* A lump that was cut off: where it is wrong, and how. */
static void print_damage(flatline_lump znodes) {
    flatline_built_nodes* nodes_of;
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    flatline_finding_source source = FLATLINE_FINDING_SOURCE_INIT;
    char words[200];
    size_t count;
    if (flatline_read_nodes(fill.map, znodes.data, 30, &options, &nodes_of) != FLATLINE_REFUSED) {
        exit(1);
    }
    source.file = "srb2.wad";
    source.map_name = "MAP01";
    source.map = fill.map;
    const flatline_finding* finding = flatline_findings(nodes_of, &count);
    flatline_describe_at(finding, &source, words, sizeof words);
    printf("%s\n", words);
    flatline_free(nodes_of);
}

/* What lines say that no port knows: asked line by line, as a script would. */
static void print_user_fields(void) {
    flatline_built_user_fields* built;
    if (flatline_build_user_fields(fill.map, NULL, &built) != FLATLINE_OK) exit(1);
    const flatline_user_fields* fields = flatline_built_user_fields_arrays(built);
    const uint32_t sound = flatline_find_user_name(fill.map, fields, "user_sound");
    for (uint32_t i = 0; i < fill.a->linedef_count; ++i) {
        size_t count, size;
        if (flatline_user_fields_of(fields, FLATLINE_LINEDEF, i, &count) == NULL) continue;
        const flatline_user_field* own =
            flatline_find_user_field(fields, FLATLINE_LINEDEF, i, sound);
        if (own == NULL) continue;
        const char* text =
            flatline_map_text(fill.map, fill.a->unknowns[own->unknown].value.string, &size);
        printf("line %" PRIu32 " has %d fields of its own, and sounds like %.*s\n", i, (int)count,
               (int)size, text);
    }
    uint64_t announced, used;
    flatline_memory(built, &announced, &used);
    if (used > announced || flatline_findings(built, NULL) != NULL) exit(1);
    flatline_free(built);
}

static void free_level(void) {
    for (size_t i = 0; i < numsectors; ++i) {
        free(sectors[i].tags.tags);
        free(sectors[i].extra_colormap);
        free(sectors[i].f_slope);
        free(sectors[i].c_slope);
    }
    for (size_t i = 0; i < numlines; ++i) {
        free(lines[i].tags.tags);
        for (int k = 0; k < NUMLINESTRINGARGS; ++k) free(lines[i].stringargs[k]);
    }
    for (size_t i = 0; i < nummapthings; ++i) {
        free(mapthings[i].tags.tags);
        for (int k = 0; k < NUMMAPTHINGSTRINGARGS; ++k) free(mapthings[i].stringargs[k]);
    }
    free(vertexes);
    free(sectors);
    free(sides);
    free(lines);
    free(mapthings);
    free(segs);
    free(subsectors);
    free(nodes);
}

static void print_level(void) {
    print_sectors();
    print_sides();
    print_lines();
    print_things();
    print_tree();
}

/* A text: the port finds ZNODES and has them read by themselves. */
static void show_text(const char* wad, size_t size, flatline_lump text) {
    const flatline_lump none = {NULL, 0}, znodes = wad_lump(wad, size, "ZNODES");
    flatline_built_nodes* read;
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    options.stored_boxes = 1;
    if (!fill_load_text(text.data, text.size, none)) exit(1);
    if (flatline_read_nodes(fill.map, znodes.data, znodes.size, &options, &read) != FLATLINE_OK) {
        exit(1);
    }
    fill_level(flatline_built_nodes_bsp(read));
    print_level();
    flatline_free(read);
    print_damage(znodes);
    print_user_fields();
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        size_t size;
        char* wad = read_file(argv[i], &size);
        const flatline_lump text = wad_lump(wad, size, "TEXTMAP");
        const flatline_binary_lumps lumps = wad_binary(wad, size);
        printf("%s\n", argv[i]);
        if (text.data != NULL) {
            show_text(wad, size, text);
        } else {
            if (!fill_load_lumps(&lumps)) return 1;
            fill_level(&fill.a->nodes);
            print_level();
        }
        free_level();
        fill_free();
        free(wad);
    }
    return 0;
}
