/* Loads a map, keeps it as one flat file in memory, and opens that in place of a second load.
 *
 * Shows: the key of a load, baking with runtime tables, opening with and without the text, what
 * becomes of a damaged file, the same for a Doom 3 map.
 *
 * Build: cc -std=c99 bake_map.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>
#include <string.h>

#include "flatline/flatline.h"
#include "read_file.h"

/* A file in memory; malloc gives addresses that are multiples of 8. */
typedef struct {
    unsigned char* bytes;
    size_t size;
} memory_file;

static int append(void* context, const void* bytes, size_t size) {
    memory_file* file = context;
    unsigned char* grown = realloc(file->bytes, file->size + size);
    if (grown == NULL) return 0; /* ends the baking */
    memcpy(grown + file->size, bytes, size);
    file->bytes = grown;
    file->size += size;
    return 1;
}

static void bake_doom3(const char* text) {
    memory_file file = {NULL, 0};
    flatline_sink sink = {append, NULL};
    flatline_doom3_map *loaded, *opened;
    uint8_t key[FLATLINE_BAKE_KEY_BYTES];
    sink.context = &file;
    printf("Doom 3 key: %s\n",
           flatline_status_name(flatline_doom3_bake_key(text, strlen(text), NULL, key)));
    if (flatline_doom3_load_borrowed(NULL, text, strlen(text), NULL, &loaded) != FLATLINE_OK)
        return;
    flatline_doom3_map_bake(loaded, &sink, NULL);
    flatline_free(loaded);
    if (flatline_doom3_map_open_baked(file.bytes, file.size, NULL, &opened) == FLATLINE_OK) {
        printf("Doom 3: %" PRIu32 " entity\n", flatline_doom3_map_arrays(opened)->entity_count);
        flatline_free(opened);
    }
    free(file.bytes);
}

int main(int argc, char** argv) {
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    flatline_named_lump lump = {"TEXTMAP", {NULL, 0}};
    flatline_bake_options with = FLATLINE_BAKE_OPTIONS_INIT;
    flatline_baked_options options = FLATLINE_BAKED_OPTIONS_INIT;
    flatline_sink sink = {append, NULL};
    memory_file file = {NULL, 0};
    uint8_t key[FLATLINE_BAKE_KEY_BYTES];
    flatline_built_runtime* runtime;
    flatline_map *loaded, *opened;

    /* The name of the file in a cache: the same bytes and options give the same key. */
    lump.bytes.data = text;
    lump.bytes.size = size;
    if (flatline_bake_key(FLATLINE_FORMAT_UDMF, &lump, 1, NULL, key) != FLATLINE_OK) return 1;
    if (flatline_load_borrowed(NULL, text, size, NULL, &loaded) != FLATLINE_OK) return 1;
    flatline_build_runtime(loaded, FLATLINE_RUNTIME_NEIGHBOURS, NULL, &runtime);
    with.key = key;
    with.runtime = runtime;
    sink.context = &file;
    printf("baked: %s\n", flatline_status_name(flatline_map_bake(loaded, &sink, &with)));
    flatline_free(runtime);
    flatline_free(loaded);

    /* From here on only the file is needed, and the text where findings are to be placed. */
    options.key = key;
    options.text = text;
    options.text_size = size;
    if (flatline_map_open_baked(file.bytes, file.size, &options, &opened) == FLATLINE_OK) {
        const flatline_runtime* tables = flatline_map_baked_runtime(opened);
        printf("opened: %" PRIu32 " sectors, first flat %s, text %s, neighbours %s\n",
               flatline_map_arrays(opened)->sector_count,
               flatline_map_name(opened, flatline_map_arrays(opened)->sectors[0].texturefloor,
                                 NULL), /* a zero byte follows each string of a baked map */
               flatline_map_textmap(opened, NULL) == text ? "known" : "unknown",
               tables != NULL && tables->neighbour_rows != NULL ? "known" : "unknown");
        flatline_free(opened);
    }

    /* A file that is damaged, old or another map's is not opened: load the map again. */
    file.bytes[file.size / 2] ^= 1;
    printf("damaged: %s\n",
           flatline_status_name(flatline_map_open_baked(file.bytes, file.size, &options, &opened)));
    bake_doom3("Version 2\n{\n\"classname\" \"worldspawn\"\n}\n");
    free(file.bytes);
    free(text);
    return 0;
}
