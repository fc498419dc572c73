/* Writes a loaded map as text again, without what the text need not say.
 *
 * Shows: a sink, styles, what a writing came to.
 *
 * Build: cc -std=c99 write_map.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>
#include <stdlib.h>

#include "flatline/flatline.h"
#include "read_file.h"

/* A sink that prints the first lines and counts all bytes. */
struct printer {
    int lines;
    size_t bytes;
};

static int print(void* context, const void* bytes, size_t size) {
    struct printer* printer = context;
    const char* text = bytes;
    for (size_t i = 0; i < size && printer->lines > 0; ++i) {
        putchar(text[i]);
        printer->lines -= text[i] == '\n';
    }
    printer->bytes += size;
    return 1;
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    flatline_map* map;
    if (flatline_load_borrowed(NULL, text, size, NULL, &map) != FLATLINE_OK) return 1;

    struct printer printer = {7, 0};
    const flatline_sink sink = {print, &printer};
    flatline_textmap_options options = FLATLINE_TEXTMAP_OPTIONS_INIT;
    options.style = FLATLINE_STYLE_COMPACT;
    flatline_written* written;
    const flatline_status status = flatline_write_textmap(map, &sink, &options, &written);
    size_t findings;
    flatline_written_findings(written, &findings);
    printf("...\n%s: %s, %zu findings\n", flatline_status_name(status),
           flatline_written_bytes(written) == printer.bytes ? "all bytes were taken" : "?",
           findings);
    flatline_written_free(written);
    flatline_map_free(map);
    free(text);
    return 0;
}
