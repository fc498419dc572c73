/* Loads a TEXTMAP and prints what is in it, or why it was refused.
 *
 * Shows: a load from bytes in memory, the arrays of a map, texture names, findings with their
 * place and sentence.
 *
 * Build: cc -std=c99 load_textmap.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap maps/broken.textmap
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_counts(const flatline_map* map) {
    const flatline_arrays* a = flatline_map_arrays(map);
    size_t size;
    const char* name = flatline_map_namespace(map, &size);
    printf("namespace \"%.*s\", read as %s by the grammar of UDMF %s\n", (int)size, name,
           flatline_map_dialect(map),
           flatline_map_grammar(map) == FLATLINE_GRAMMAR_0_99 ? "0.99" : "1.1");
    printf("%" PRIu32 " vertices, %" PRIu32 " linedefs, %" PRIu32 " sidedefs, %" PRIu32
           " sectors, %" PRIu32 " things\n",
           a->vertex_count, a->linedef_count, a->sidedef_count, a->sector_count, a->thing_count);
}

/* Every index of the arrays is checked already: whatever a line names is there. */
static void print_first_wall(const flatline_map* map) {
    const flatline_arrays* a = flatline_map_arrays(map);
    const flatline_linedef* line = &a->linedefs[0];
    const flatline_vertex* from = &a->vertices[line->v1];
    const flatline_vertex* to = &a->vertices[line->v2];
    const flatline_sidedef* front = &a->sidedefs[line->sidefront];
    size_t size;
    const char* texture = flatline_map_name(map, front->texturemiddle, &size);
    printf("line 0 goes from (%g, %g) to (%g, %g), has %.*s on it and %s\n", from->x, from->y,
           to->x, to->y, (int)size, texture,
           line->sideback == FLATLINE_NONE ? "one side" : "two sides");
}

/* What the table of the dialect does not know is kept in file order with its spelling. */
static void print_unknowns(const flatline_map* map) {
    const flatline_arrays* a = flatline_map_arrays(map);
    for (uint32_t i = 0; i < a->unknown_count; ++i) {
        const flatline_unknown* unknown = &a->unknowns[i];
        size_t name_size;
        const char* name = flatline_map_text(map, unknown->name, &name_size);
        printf("%s %" PRIu32 " has an own field %.*s", flatline_element_name(unknown->element),
               unknown->index, (int)name_size, name);
        if (unknown->kind == FLATLINE_STRING) {
            size_t size;
            const char* value = flatline_map_text(map, unknown->value.string, &size);
            printf(": \"%.*s\"", (int)size, value);
        }
        printf("\n");
    }
}

static void print_findings(const flatline_map* map) {
    size_t count;
    const flatline_finding* findings = flatline_findings(map, &count);
    for (size_t i = 0; i < count; ++i) {
        char sentence[256];
        uint64_t line, column;
        flatline_describe(map, &findings[i], sentence, sizeof sentence);
        flatline_place(map, findings[i].offset, &line, &column);
        printf("%" PRIu64 ":%" PRIu64 ": %s: %s [%s]\n", line, column,
               flatline_severity_name(findings[i].severity), sentence,
               flatline_rule_id(findings[i].rule));
    }
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        size_t size, kept;
        char* text = read_file(argv[i], &size);
        flatline_map* map;
        const flatline_status status = flatline_load_borrowed(NULL, text, size, NULL, &map);
        printf("%s: %s\n", argv[i], flatline_status_name(status));
        if (status == FLATLINE_OK) {
            print_counts(map);
            print_first_wall(map);
            print_unknowns(map);
        }
        print_findings(map);
        flatline_map_textmap(map, &kept);
        if (kept != size || flatline_has_rule(map, flatline_find_rule("out-of-memory"))) {
            return 1;
        }
        flatline_free(map); /* before the text, which it borrows */
        free(text);
    }
    return 0;
}
