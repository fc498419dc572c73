/* Loads one map after the other, as a game does when levels change, and keeps the memory between
 * them.
 *
 * Shows: a loader, giving a text away with the function that frees it, recycling a map, a limit,
 * memory that is known before a load.
 *
 * Build: cc -std=c99 many_maps.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap maps/unchecked.textmap maps/rooms.textmap
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void free_text(void* context, void* data, size_t size) {
    (void)context, (void)size;
    free(data);
}

int main(int argc, char** argv) {
    flatline_loader* loader = flatline_loader_create(NULL); /* memory of the system */
    flatline_limits limits;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products =
        FLATLINE_PRODUCT_NONE; /* no nodes, no planes: the arrays of the text alone */
    flatline_limits_default(&limits);
    flatline_limits_set(&limits, "text-bytes", "1000000");
    options.limits = &limits;

    for (int i = 1; i < argc; ++i) {
        flatline_map* map;
        uint64_t total, used;
        flatline_buffer text = {NULL, 0, free_text, NULL};
        text.data = read_file(argv[i], &text.size);
        flatline_memory_bound(text.data, text.size, &options, NULL, &total); /* known before */
        if (flatline_load_owned(loader, text, &options, &map) == FLATLINE_OK) {
            /* The text is the map's from here on. */
            flatline_memory(map, NULL, &used);
            printf("%s: %" PRIu32 " sectors, memory %s\n", argv[i],
                   flatline_map_arrays(map)->sector_count,
                   used <= total ? "as announced" : "above what was announced");
        } else {
            printf("%s: %s\n", argv[i], flatline_status_name(flatline_status_of(map)));
            flatline_buffer_free(&text); /* it has stayed ours */
        }
        flatline_recycle(loader, map); /* frees the map, keeps its memory for the next */
    }
    flatline_free(loader);
    return 0;
}
