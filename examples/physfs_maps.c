/* Lists the maps of files and folders of the system: WADs, PK3s, TEXTMAPs, Doom 3 maps.
 *
 * Shows: flatline_physfs_open_path; flatline_physfs_open_file for a file of the program's own;
 * flatline_physfs_open_mounted for what a game has mounted.
 *
 * Build: cc -std=c99 physfs_maps.c -lflatline_physfs -lflatline (or see README.md)
 * Run: maps nowhere.wad
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flatline/physfs.h"

static void print_archive(const char* path, flatline_status status, flatline_archive* archive) {
    const flatline_finding* finding;
    const char* inner;
    printf("%s: %s\n", path, flatline_status_name(status));
    for (size_t i = 0; (finding = flatline_archive_finding(archive, i, &inner, NULL)) != NULL;
         ++i) {
        char sentence[256];
        flatline_describe(NULL, finding, sentence, sizeof sentence);
        printf("  %s%s%s\n", inner, inner[0] != '\0' ? ": " : "", sentence);
    }
    for (size_t i = 0; i < flatline_archive_map_count(archive); ++i) {
        const flatline_map_entry entry = flatline_archive_map(archive, i);
        printf("  %s (%s) in %s: %" PRIu32 " lumps, the first is %s\n", entry.name,
               flatline_format_name(entry.format), entry.path, entry.lump_count,
               flatline_archive_lump(archive, i, 0).name);
    }
}

/* A file in the program's memory, which may be an archive as well as a WAD. */
static const char kWad[] = "PWAD\0\0\0\0\14\0\0";

static uint64_t size_of(void* context, uint64_t i) {
    (void)context;
    (void)i;
    return sizeof kWad;
}

static uint64_t read_at(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size) {
    (void)context;
    (void)i;
    if (offset >= sizeof kWad) return 0;
    if (size > sizeof kWad - offset) size = sizeof kWad - offset;
    memcpy(out, kWad + offset, (size_t)size);
    return size;
}

int main(int argc, char** argv) {
    flatline_source memory = FLATLINE_SOURCE_INIT;
    flatline_archive* archive;
    memory.size = size_of;
    memory.read = read_at;
    flatline_status status = flatline_physfs_open_file(&memory, "memory.wad", NULL, &archive);
    print_archive("memory.wad", status, archive);
    flatline_free(archive);
    for (int i = 1; i < argc; ++i) {
        status = flatline_physfs_open_path(argv[i], NULL, &archive);
        print_archive(argv[i], status, archive);
        flatline_free(archive);
    }
    /* This program has not called PHYSFS_init, so it has no search path to look in. */
    status = flatline_physfs_open_mounted("maps/map01.wad", NULL, &archive);
    print_archive("maps/map01.wad", status, archive);
    flatline_free(archive);
    return 0;
}
