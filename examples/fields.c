/* Reads fields beyond the standard ones: typed columns of the elements that give them.
 *
 * Shows: field ids, a column, looking up one element, walking all values, defaults.
 *
 * Build: cc -std=c99 fields.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>
#include <stdlib.h>

#include "flatline/flatline.h"
#include "read_file.h"

/* The gravity of a sector: from its column, or the default where it does not give the field. */
static double gravity_of(const flatline_map* map, uint32_t sector) {
    const uint16_t gravity = flatline_find_field(FLATLINE_SECTOR, "gravity");
    const flatline_column* column = flatline_map_column(map, gravity);
    const uint32_t at = flatline_column_find(column, sector);
    if (at != FLATLINE_NONE) return column->values.reals[at];
    return flatline_field_default_value(map, gravity).real;
}

/* The same of all sectors in order: each find goes on where the one before ended. */
static double gravity_of_all(const flatline_map* map) {
    const uint16_t gravity = flatline_find_field(FLATLINE_SECTOR, "gravity");
    const flatline_column* column = flatline_map_column(map, gravity);
    const double fallback = flatline_field_default_value(map, gravity).real;
    double sum = 0;
    uint32_t from = 0;
    for (uint32_t i = 0; i < flatline_map_arrays(map)->sector_count; ++i) {
        const uint32_t at = flatline_column_find_from(column, i, &from);
        sum += at != FLATLINE_NONE ? column->values.reals[at] : fallback;
    }
    return sum;
}

static void print_value(const flatline_map* map, const flatline_column* column, uint32_t i) {
    size_t size;
    const char* text;
    switch (column->kind) {
        case FLATLINE_INTEGER:
            printf("%" PRId32, column->values.integers[i]);
            break;
        case FLATLINE_REAL:
            printf("%g", column->values.reals[i]);
            break;
        case FLATLINE_BOOLEAN:
            printf("%s", column->values.booleans[i] ? "true" : "false");
            break;
        case FLATLINE_STRING:
            text = flatline_map_text(map, column->values.texts[i], &size);
            printf("\"%.*s\"", (int)size, text);
            break;
        default: /* FLATLINE_IDS: a range of flatline_arrays::ids */
            printf("%" PRIu32 " ids", column->values.ids[i].size);
    }
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    flatline_map* map;
    if (flatline_load_borrowed(NULL, text, size, NULL, &map) != FLATLINE_OK) return 1;
    printf("gravity: %g and %g, together %g\n", gravity_of(map, 0), gravity_of(map, 1),
           gravity_of_all(map));
    printf("without gravity = a sector has %s\n",
           flatline_field_default(map, flatline_find_field(FLATLINE_SECTOR, "gravity")));

    const flatline_arrays* a = flatline_map_arrays(map);
    for (uint32_t c = 0; c < a->column_count; ++c) {
        const flatline_column* column = &a->columns[c];
        printf("%s %s:", flatline_element_name(flatline_field_block(column->field)),
               flatline_field_name(column->field));
        for (uint32_t i = 0; i < column->count; ++i) {
            printf(" %" PRIu32 " = ", column->elements[i]);
            print_value(map, column, i);
        }
        printf("\n");
    }
    flatline_free(map);
    free(text);
    return 0;
}
