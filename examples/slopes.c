/* Prints the planes of the floors and ceilings of a map, and how high the floor is under things.
 *
 * Shows: which sectors are flat, plane equations, what gave a plane, heights, slope rules.
 *
 * Build: cc -std=c99 slopes.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_plane(const char* what, flatline_plane p, flatline_plane_source source) {
    printf("  %s: %.3f x + %.3f y + %.3f z + %.3f = 0, by %s\n", what, p.a, p.b, p.c, p.d,
           flatline_plane_kind_name(source.kind));
}

static void print_map(const flatline_map* map) {
    const flatline_arrays* a = flatline_map_arrays(map);
    for (uint32_t i = 0; i < a->sector_count; ++i) {
        printf("sector %" PRIu32 " is %s\n", i, flatline_map_is_flat(map, i) ? "flat" : "sloped");
        print_plane("floor", flatline_map_floor_plane(map, i), flatline_map_floor_source(map, i));
        print_plane("ceiling", flatline_map_ceiling_plane(map, i),
                    flatline_map_ceiling_source(map, i));
    }
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flatline_map* map;
    /* Automatic: by the namespace, here those of ZDoom. */
    if (flatline_load_borrowed(NULL, text, size, &options, &map) != FLATLINE_OK) return 1;
    print_map(map);
    const flatline_plane floor = flatline_map_floor_plane(map, 1);
    printf("the floor of sector 1 rises from %g to %g\n", flatline_z_at(&floor, 160, 64),
           flatline_z_at(&floor, 256, 64));
    flatline_free(map);

    /* A game without slopes asks for none, and pays for none. */
    options.extras.slope_rules = FLATLINE_SLOPES_NONE;
    if (flatline_load_borrowed(NULL, text, size, &options, &map) != FLATLINE_OK) return 1;
    printf("without rules sector 1 is %s\n", flatline_map_is_flat(map, 1) ? "flat" : "sloped");
    flatline_free(map);
    free(text);
    return 0;
}
