/* Reads the keys of the entities of a Doom 3 map, and planes and points in the space of an entity.
 *
 * Shows: classes, pairs, materials, local and world planes, texture coordinates, patches without
 * an area, the text of a map.
 *
 * Build: cc -std=c99 doom3_keys.c -lflatline (or see README.md)
 * Run: maps/crate.map
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_entity(const flatline_doom3_map* map, uint32_t entity) {
    const flatline_doom3_arrays* a = flatline_doom3_map_arrays(map);
    const flatline_doom3_entity* e = &a->entities[entity];
    size_t size, key_size;
    const char* text = flatline_doom3_map_class_name(map, entity, &size);
    printf("%.*s", (int)size, text);
    for (uint32_t i = 0; i < e->pair_count; ++i) {
        const flatline_doom3_pair* pair = &a->pairs[e->first_pair + i];
        const char* key = flatline_doom3_map_pair_key(map, pair, &key_size);
        text = flatline_doom3_map_pair_value(map, pair, &size);
        printf(", %.*s = %.*s", (int)key_size, key, (int)size, text);
    }
    printf("%s\n", flatline_doom3_map_find(map, entity, "Origin") ? " (it has an origin)" : "");
}

static void print_side(const flatline_doom3_map* map) {
    const flatline_doom3_arrays* a = flatline_doom3_map_arrays(map);
    const flatline_doom3_brush* brush = &a->brushes[0];
    const flatline_doom3_side* side = &a->sides[brush->first_side];
    const flatline_doom3_entity* entity = &a->entities[brush->entity];
    const flatline_doom3_plane local = flatline_doom3_local_plane(side, brush, entity);
    const flatline_doom3_plane world = flatline_doom3_world_plane(side, brush, entity);
    size_t size;
    const char* material = flatline_doom3_map_material(map, side->material, &size);
    printf("%.*s lies on %g %g %g %g, in the world on %g %g %g %g\n", (int)size, material, local.a,
           local.b, local.c, local.d, world.a, world.b, world.c, world.d);
}

static void print_texture(const flatline_doom3_map* map) {
    flatline_doom3_built_windings* built;
    if (flatline_doom3_build_windings(map, NULL, &built) == FLATLINE_OK) {
        const flatline_doom3_windings* w = flatline_doom3_built_windings_arrays(built);
        const flatline_doom3_vector* point = &w->points[w->windings[0].first_point];
        printf("texture at the first point: %g %g; %" PRIu64 " errors, over a limit: %d\n",
               flatline_doom3_texture_s(&w->windings[0], point),
               flatline_doom3_texture_t(&w->windings[0], point),
               flatline_finding_count(built, FLATLINE_ERROR),
               flatline_has_rule(built, flatline_find_rule("limit-arena-bytes")));
    }
    flatline_free(built);
}

static void print_patch(const flatline_doom3_map* map) {
    const flatline_doom3_arrays* a = flatline_doom3_map_arrays(map);
    const flatline_doom3_patch* patch = &a->patches[0];
    const flatline_doom3_point* points = &a->points[patch->first_point];
    const flatline_doom3_point point =
        flatline_doom3_local_point(&points[0], patch, &a->entities[patch->entity]);
    flatline_doom3_built_surfaces* built;
    printf("a patch from (%g %g %g) on, %s an area\n", point.x, point.y, point.z,
           flatline_doom3_is_degenerate_patch(points, (size_t)patch->width * patch->height)
               ? "without"
               : "with");
    if (flatline_doom3_build_surfaces(map, NULL, &built) == FLATLINE_OK) {
        printf("%" PRIu64 " errors, over a limit: %d\n",
               flatline_finding_count(built, FLATLINE_ERROR),
               flatline_has_rule(built, flatline_find_rule("limit-arena-bytes")));
    }
    flatline_free(built);
}

int main(int argc, char** argv) {
    size_t size, source_size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/crate.map", &size);
    flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
    flatline_doom3_map* map;
    options.escapes = 1; /* strings as DarkRadiant writes them */
    if (flatline_doom3_load_borrowed(NULL, text, size, &options, &map) != FLATLINE_OK) return 1;
    for (uint32_t i = 0; i < flatline_doom3_map_arrays(map)->entity_count; ++i) {
        print_entity(map, i);
    }
    print_side(map);
    print_texture(map);
    print_patch(map);
    printf("complete: %d, syntax errors: %d, %s\n", flatline_doom3_map_complete(map),
           flatline_has_rule(map, flatline_find_rule("syntax-number")),
           flatline_doom3_map_source(map, &source_size) == text && source_size == size
               ? "the text is the caller's"
               : "?");
    flatline_free(map);
    free(text);
    return 0;
}
