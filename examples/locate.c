/* Finds the place of a value in the text, as an editor does that jumps to it.
 *
 * Shows: the byte of a field's value, line and column; its text, as 16.16 too.
 *
 * Build: cc -std=c99 locate.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_place(const flatline_map* map, const char* text, uint8_t element, uint32_t index,
                        const char* name) {
    const uint16_t field = flatline_find_field(element, name);
    const uint64_t offset = flatline_locate_field(map, element, index, field);
    uint64_t line, column;
    flatline_place(map, offset, &line, &column);
    printf("%s %" PRIu32 ", %s: line %" PRIu64 ", column %" PRIu64 ", \"%.6s\"\n",
           flatline_element_name(element), index, name, line, column, text + offset);
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    flatline_map* map;
    printf("flatline %s\n", flatline_version()[0] != '\0' ? "is linked" : "has no version");
    if (flatline_load_borrowed(NULL, text, size, NULL, &map) != FLATLINE_OK) return 1;
    print_place(map, text, FLATLINE_THING, 1, "angle");
    print_place(map, text, FLATLINE_SECTOR, 1, "gravity");
    print_place(map, text, FLATLINE_SECTOR, 0, "gravity"); /* not given: where the sector stands */
    {
        const uint16_t x = flatline_find_field(FLATLINE_VERTEX, "x");
        const char* value = flatline_map_value_text(map, FLATLINE_VERTEX, 4, x, &size);
        int32_t one, all[6];
        flatline_fixed_of_text(value, size, FLATLINE_FIXED_EXACT, &one);
        flatline_map_fixed(map, x, FLATLINE_FIXED_DIGITS, 0, all, 6);
        printf("x of vertex 4: %.*s, %" PRId32 "; as dsda-doom %" PRId32 "\n", (int)size, value,
               one, all[4]);
    }
    flatline_free(map);
    free(text);
    return 0;
}
