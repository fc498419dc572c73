/* Writes a loaded map as text again, without what the text need not say; then as a WAD with nodes.
 *
 * Shows: a sink, styles, what a writing came to, lumps of a map, what a format cannot hold.
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
    flatline_findings(written, &findings);
    printf("...\n%s: %s, %zu findings\n", flatline_status_name(status),
           flatline_written_bytes(written) == printer.bytes ? "all bytes were taken" : "?",
           findings);
    flatline_free(written);

    /* All lumps of the map, after a label. */
    flatline_map_lumps* lumps;
    if (flatline_make_map_lumps(map, NULL, &lumps) != FLATLINE_OK) return 1;
    size_t count;
    uint64_t used;
    const flatline_named_lump* made = flatline_map_lumps_get(lumps, &count);
    flatline_memory(lumps, NULL, &used);
    if (flatline_has_rule(lumps, flatline_find_rule("nodes-missing"))) {
        printf("no nodes were built\n");
    }
    /* A text that is written anew keeps no comments. */
    if (flatline_has_rule(lumps, flatline_find_rule("convert-comment-loss"))) {
        printf("comments are lost\n");
    }
    flatline_named_lump all[16] = {{"ROOMS", {NULL, 0}}};
    for (size_t i = 0; i < count && i < 15; ++i) {
        all[i + 1] = made[i];
        printf("%s%s", i == 0 ? "lumps: " : " ", made[i].name);
    }
    printf("%s\n", used > printer.bytes ? "" : "?");
    struct printer wad = {0, 0};
    const flatline_sink to_wad = {print, &wad};
    if (flatline_write_wad(all, count + 1, &to_wad, NULL) != FLATLINE_OK) return 1;
    printf("a WAD of %s bytes\n", wad.bytes > printer.bytes ? "more" : "fewer");
    flatline_free(lumps);

    /* Doom's own format has no place for most of what a UDMF map may say. */
    const flatline_binary_sinks sinks = {to_wad, to_wad, to_wad, to_wad, to_wad};
    flatline_binary_options doom = FLATLINE_BINARY_OPTIONS_INIT;
    doom.format = FLATLINE_FORMAT_DOOM;
    if (flatline_write_binary(map, &sinks, &doom, &written) == FLATLINE_REFUSED) {
        const flatline_finding* lost = flatline_findings(written, &findings);
        printf("%zu fields would be lost, the first is %s\n", findings,
               flatline_field_name(lost->field));
        printf("%" PRIu64 " of them are errors; some are of convert-loss: %d\n",
               flatline_finding_count(written, FLATLINE_ERROR),
               flatline_has_rule(written, flatline_find_rule("convert-loss")));
    }
    flatline_free(written);
    flatline_free(map);
    free(text);
    return 0;
}
