/* Names and thing types of a game: one by one, out of a tree of files, out of a game configuration.
 *
 * Shows: flatline_resources, its findings, a second one for a mod over the first.
 *
 * Build: cc -std=c99 resources.c -lflatline (or see README.md)
 * Run:
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flatline/flatline.h"

/* The files of a mod; the texture's bytes are not looked at. */
static const char* const kFiles[][2] = {
    {"game.cfg", "include(\"more.cfg\"); thingtypes { players { width = 16; 1 { } } }"},
    {"more.cfg", "thingtypes { monsters { width = 20; height = 56; 3004 { } } } wrong"},
    {"textures/brick.png", "?"},
};
enum { kFileCount = sizeof kFiles / sizeof *kFiles };

static const char* list(void* context, uint64_t i) {
    (void)context;
    return i < kFileCount ? kFiles[i][0] : NULL;
}

static uint64_t size_of(void* context, uint64_t i) {
    (void)context;
    return i < kFileCount ? strlen(kFiles[i][1]) : FLATLINE_NO_FILE;
}

static uint64_t read_at(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size) {
    const uint64_t all = size_of(context, i);
    if (offset >= all) return 0;
    if (size > all - offset) size = all - offset;
    memcpy(out, kFiles[i][1] + offset, (size_t)size);
    return size;
}

static void report(void* context, const char* path, size_t path_size,
                   const flatline_finding* finding) {
    char sentence[200];
    (void)context;
    flatline_describe(NULL, finding, sentence, sizeof sentence);
    printf("%.*s: %s\n", (int)path_size, path, sentence);
}

int main(void) {
    flatline_source source = FLATLINE_SOURCE_INIT;
    flatline_resources_options options = FLATLINE_RESOURCES_OPTIONS_INIT;
    flatline_resources *game, *mod;
    flatline_archive* archive;
    uint32_t width, height;
    flatline_thing_type type = {16, 56, 1, 2, 2, 0, 0};
    source.list = list;
    source.size = size_of;
    source.read = read_at;
    options.report = report;
    if (flatline_resources_new(NULL, &game) != FLATLINE_OK) return 1;
    if (flatline_resources_new(&options, &mod) != FLATLINE_OK) return 1;
    flatline_resources_add(game, FLATLINE_FLAT, "FLOOR4_8", 0, 0);
    flatline_resources_add(game, FLATLINE_TEXTURE, "WALL", 64, 128);
    flatline_resources_add_thing_type(game, &type);

    flatline_archive_from_source(&source, NULL, &archive);
    flatline_resources_add_archive(mod, archive);
    flatline_resources_add_game_config(mod, archive, "game.cfg");
    flatline_resources_set_base(mod, game);
    printf("BRICK is %sa texture\n",
           flatline_resources_knows(mod, FLATLINE_TEXTURE, "BRICK") ? "" : "not ");
    printf("FLOOR4_8 is %sa flat\n",
           flatline_resources_knows(mod, FLATLINE_FLAT, "floor4_8") ? "" : "not ");
    if (flatline_resources_thing_type(mod, 3004, &type) == FLATLINE_OK) {
        printf("type 3004 has a radius of %g and a height of %g\n", type.radius, type.height);
    }
    flatline_resources_texture_size(mod, "wall", &width, &height);
    printf("WALL has %" PRIu32 " by %" PRIu32 " pixels\n", width, height);
    /* A name can be called unknown only where names of its kind are known at all. */
    printf("colormaps are %sknown, types of things are%s, classes are%s\n",
           flatline_resources_has(mod, FLATLINE_COLORMAP) ? "" : "not ",
           flatline_resources_has_thing_types(mod) ? "" : " not",
           flatline_resources_has_classes(mod) ? "" : " not");
    flatline_free(archive);
    flatline_free(mod);
    flatline_free(game);
    return 0;
}
