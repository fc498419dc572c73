/* Loads a Doom 3 map, prints its entities, and makes polygons of its brushes and patches.
 *
 * Shows: entities and keys, windings, surfaces, a point of a patch, a check, findings.
 *
 * Build: cc -std=c99 doom3.c -lflatline (or see README.md)
 * Run: maps/crate.map
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_entities(const flatline_doom3_map* map) {
    const flatline_doom3_arrays* a = flatline_doom3_map_arrays(map);
    for (uint32_t i = 0; i < a->entity_count; ++i) {
        size_t size;
        char plain[64];
        const char* name = flatline_doom3_map_value(map, i, "classname", &size);
        const char* text;
        printf("%.*s: %" PRIu32 " brushes, %" PRIu32 " patches", (int)size, name,
               a->entities[i].brush_count, a->entities[i].patch_count);
        text = flatline_doom3_map_value(map, i, "text", &size);
        if (text != NULL && size <= sizeof plain) {
            printf(", %.*s", (int)flatline_doom3_unescape(text, size, plain), plain);
        }
        printf("\n");
    }
}

/* Polygons of the sides of brushes, clockwise seen from outside. */
static void print_windings(const flatline_doom3_map* map) {
    const flatline_doom3_arrays* a = flatline_doom3_map_arrays(map);
    flatline_doom3_built_windings* built;
    uint64_t announced, used;
    if (flatline_doom3_build_windings(map, NULL, &built) == FLATLINE_OK) {
        const flatline_doom3_windings* w = flatline_doom3_built_windings_arrays(built);
        const flatline_doom3_winding* top = &w->windings[0];
        size_t size;
        const char* material =
            flatline_doom3_map_text(map, a->materials[a->sides[0].material], &size);
        printf("volume %g; side 0 is %.*s with", w->solids[0].volume, (int)size, material);
        for (uint32_t i = top->first_point; i < top->first_point + top->point_count; ++i) {
            printf(" (%g %g %g)", w->points[i].x, w->points[i].y, w->points[i].z);
        }
        flatline_memory(built, &announced, &used);
        flatline_findings(built, &size);
        printf("\n%zu findings, memory %s\n", size,
               used <= announced ? "as announced" : "above what was announced");
    }
    flatline_free(built);
}

static void print_surfaces(const flatline_doom3_map* map) {
    const flatline_doom3_arrays* a = flatline_doom3_map_arrays(map);
    flatline_doom3_geometry_options options = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    flatline_doom3_built_surfaces* built;
    uint64_t announced, used;
    size_t count;
    options.max_error = 1; /* units; 4 is what the engine draws with */
    if (flatline_doom3_build_surfaces(map, &options, &built) == FLATLINE_OK) {
        const flatline_doom3_surface* s = flatline_doom3_built_surfaces_arrays(built)->surfaces;
        const flatline_doom3_vertex middle =
            flatline_doom3_evaluate_patch(a->points + a->patches[0].first_point,
                                          a->patches[0].width, a->patches[0].height, 0.5, 0.5);
        flatline_memory(built, &announced, &used);
        printf("the patch is %" PRIu32 " by %" PRIu32 " vertices, its middle at (%g %g %g)\n",
               s->columns, s->rows, middle.x, middle.y, middle.z);
        flatline_findings(built, &count);
        printf("%zu findings, memory %s\n", count,
               used <= announced ? "as announced" : "above what was announced");
    }
    flatline_free(built);
}

static void print_findings(const flatline_doom3_map* map, const flatline_finding* findings,
                           size_t count) {
    for (size_t i = 0; i < count; ++i) {
        char sentence[256];
        uint64_t line, column;
        flatline_describe(map, &findings[i], sentence, sizeof sentence);
        flatline_place(map, findings[i].offset, &line, &column);
        printf("%" PRIu64 ":%" PRIu64 ": %s\n", line, column, sentence);
    }
}

int main(int argc, char** argv) {
    size_t size, count;
    uint64_t announced, used;
    const flatline_finding* findings;
    flatline_report* report;
    char* text = read_file(argc > 1 ? argv[1] : "maps/crate.map", &size);
    flatline_loader* loader = flatline_loader_create(NULL);
    flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
    flatline_doom3_map* map;
    options.escapes = 1; /* strings as DarkRadiant writes them */
    flatline_doom3_load_borrowed(loader, text, size, &options, &map);
    flatline_memory(map, &announced, &used);
    printf("%s, %" PRIu64 " errors, memory %s\n", flatline_status_name(flatline_status_of(map)),
           flatline_finding_count(map, FLATLINE_ERROR),
           used <= announced ? "as announced" : "above what was announced");
    findings = flatline_findings(map, &count);
    print_findings(map, findings, count);
    print_entities(map);
    print_windings(map);
    print_surfaces(map);
    if (flatline_doom3_check(map, NULL, &report) == FLATLINE_OK) {
        findings = flatline_findings(report, &count);
        print_findings(map, findings, count);
    }
    flatline_free(report);
    flatline_recycle(loader, map); /* or flatline_free */
    flatline_free(loader);
    free(text);
    return 0;
}
