/* Builds what ports compute after loading: neighbours, boxes, tags, where things stand.
 *
 * Shows: flatline_build_runtime and its parts, lookups by tag.
 *
 * Build: cc -std=c99 runtime.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_sector(const flatline_runtime* r, uint32_t sector) {
    const flatline_sector_bounds* box = &r->sector_bounds[sector];
    printf("sector %" PRIu32 ": from (%g, %g) to (%g, %g), next to", sector, box->left, box->bottom,
           box->right, box->top);
    for (uint32_t i = r->neighbour_rows[sector]; i < r->neighbour_rows[sector + 1]; ++i) {
        printf(" %" PRIu32, r->neighbours[i]);
    }
    printf("\n");
}

static void print_tagged(const char* what, const flatline_tags* tags, int32_t tag) {
    size_t count;
    const uint32_t* found = flatline_find_tag(tags, tag, &count);
    printf("%s with tag %" PRId32 ":", what, tag);
    for (size_t i = 0; i < count; ++i) printf(" %" PRIu32, found[i]);
    printf("\n");
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    uint64_t announced, used;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flatline_runtime_options runtime_options = FLATLINE_RUNTIME_OPTIONS_INIT;
    flatline_map* map;
    flatline_built_runtime* runtime;
    /* Places of things are quicker with nodes. */
    options.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BUILD_NODES;
    if (flatline_load_borrowed(NULL, text, size, &options, &map) != FLATLINE_OK) return 1;
    if (flatline_build_runtime(map, FLATLINE_RUNTIME_ALL, &runtime_options, &runtime) !=
        FLATLINE_OK) {
        size_t count;
        const flatline_finding* why = flatline_findings(runtime, &count);
        printf("refused by %s\n", count > 0 ? flatline_rule_id(why->rule) : "nothing");
        return 1;
    }

    const flatline_runtime* r = flatline_built_runtime_arrays(runtime);
    for (uint32_t i = 0; i < r->sector_count; ++i) print_sector(r, i);
    for (uint32_t i = 0; i < r->thing_count; ++i) {
        printf("thing %" PRIu32 " stands in sector %" PRIu32 "\n", i, r->thing_places[i].sector);
    }
    const flatline_line_data* opening = &r->line_data[2];
    printf("line 2 has sector %" PRIu32 " in front and %" PRIu32 " behind\n", opening->front_sector,
           opening->back_sector);
    print_tagged("sectors", &r->sector_tags, 2);
    print_tagged("lines", &r->line_tags, 10);
    print_tagged("things", &r->thing_tags, 8);
    printf("%" PRIu64 " warnings, out of memory: %d\n",
           flatline_finding_count(runtime, FLATLINE_WARNING),
           flatline_has_rule(runtime, flatline_find_rule("out-of-memory")));
    flatline_memory(runtime, &announced, &used);
    printf("memory %s\n", used <= announced ? "as announced" : "above what was announced");
    flatline_free(runtime);
    flatline_free(map);
    free(text);
    return 0;
}
