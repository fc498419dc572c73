/* Asks what a game asks while it runs: where is a point, what does a line cross, who sees whom.
 *
 * Shows: building nodes, point to subsector, a blockmap's cells and lines along a segment and in a
 * box, REJECT.
 *
 * Build: cc -std=c99 walks.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_subsector(const flatline_map* map, const flatline_bsp* bsp, double x, double y) {
    const uint32_t i = flatline_subsector_at(bsp, x, y);
    const flatline_subsector* subsector = &bsp->subsectors[i];
    printf("(%g, %g) is in sector %" PRIu32 ", whose subsector there has %" PRIu32 " segs", x, y,
           subsector->sector, subsector->count);
    for (uint32_t s = subsector->first; s < subsector->first + subsector->count; ++s) {
        const uint32_t v1 = bsp->segs[s].v1;
        const flatline_vertex* from = v1 < bsp->original_vertices
                                          ? &flatline_map_arrays(map)->vertices[v1]
                                          : &bsp->vertices[v1 - bsp->original_vertices];
        printf(" (%g, %g)", from->x, from->y);
    }
    printf("\n");
}

/* What a walk does in each cell: here it collects the lines of the cell. */
typedef struct collector {
    const flatline_blockmap* blockmap;
    unsigned char seen[64];
} collector;

static int visit(void* context, uint32_t cell) {
    collector* c = context;
    const flatline_blockmap_cell* list = &c->blockmap->cells[cell];
    for (uint32_t i = 0; i < list->count; ++i) {
        const uint32_t line = c->blockmap->lines[list->first + i];
        if (line < sizeof c->seen) c->seen[line] = 1;
    }
    return 1; /* 0 would end the walk */
}

/* What the walk over lines does with each line, once. */
static int visit_line(void* context, uint32_t line) {
    collector* c = context;
    if (line < sizeof c->seen) c->seen[line] = 1;
    return 1;
}

static void print_lines(const char* what, const collector* c) {
    printf("%s: lines", what);
    for (size_t i = 0; i < sizeof c->seen; ++i) {
        if (c->seen[i]) printf(" %zu", i);
    }
    printf("\n");
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    /* Nothing in sector 0 sees anything in sector 1. */
    static const unsigned char kReject[] = {1 << 1};
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flatline_map* map;
    flatline_built_nodes* nodes;
    /* The blockmap is built, because none is stored. */
    options.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BLOCKMAP;
    options.reject.data = kReject;
    options.reject.size = sizeof kReject;
    if (flatline_load_borrowed(NULL, text, size, &options, &map) != FLATLINE_OK) return 1;

    if (flatline_build_nodes(map, NULL, &nodes) == FLATLINE_OK) {
        size_t count;
        uint64_t announced, used;
        const flatline_bsp* bsp = flatline_built_nodes_bsp(nodes);
        flatline_findings(nodes, &count);
        if (flatline_finding_count(nodes, FLATLINE_ERROR) != 0 ||
            flatline_has_rule(nodes, flatline_find_rule("out-of-memory"))) {
            return 1;
        }
        flatline_memory(nodes, &announced, &used);
        printf("nodes: %s, %zu findings, memory %s\n", bsp->format, count,
               used <= announced ? "as announced" : "above what was announced");
        print_subsector(map, bsp, 64, 64);
        print_subsector(map, bsp, 192, 64);
    }
    flatline_free(nodes);

    const flatline_blockmap* blockmap = &flatline_map_arrays(map)->blockmap;
    collector on_segment = {NULL, {0}}, in_box = {NULL, {0}};
    on_segment.blockmap = in_box.blockmap = blockmap;
    printf("%" PRIu32 " by %" PRIu32 " cells; (64, 64) is in cell %" PRIu32 "\n", blockmap->columns,
           blockmap->rows, flatline_cell_at(blockmap, 64, 64));
    flatline_cells_on_segment(blockmap, 140, 64, 240, 64, visit, &on_segment);
    print_lines("near the segment", &on_segment);
    flatline_cells_in_box(blockmap, 10, 10, 100, 100, visit, &in_box);
    print_lines("near the box", &in_box);

    /* The same lines, each visited once although it may be in several cells. */
    uint32_t memory[64];
    flatline_line_marks marks;
    collector lines = {NULL, {0}};
    flatline_line_marks_init(&marks, memory, 64);
    flatline_lines_near_segment(blockmap, &marks, 140, 64, 240, 64, visit_line, &lines);
    print_lines("line by line", &lines);
    flatline_lines_in_box(blockmap, &marks, 10, 10, 100, 100, visit_line, &in_box);
    print_lines("in the box too", &in_box);
    flatline_line_marks_begin(&marks); /* for a walk of one's own */
    const int first = flatline_line_marks_first(&marks, 3);
    const int again = flatline_line_marks_first(&marks, 3);
    printf("line 3 is met first: %d, again: %d\n", first, again);

    const flatline_reject* reject = &flatline_map_arrays(map)->reject;
    printf("0 sees 1: %d, 1 sees 0: %d\n", flatline_sees(reject, 0, 1),
           flatline_sees(reject, 1, 0));
    flatline_free(map);
    free(text);
    return 0;
}
