/* Lists the maps of files and folders of the system: WADs, PK3s, TEXTMAPs, Doom 3 maps.
 *
 * Shows: flatline_physfs_open_path; flatline_physfs_open_mounted for what a game has mounted.
 *
 * Build: cc -std=c99 physfs_maps.c -lflatline_physfs -lflatline (or see README.md)
 * Run: maps nowhere.wad
 */
#include <inttypes.h>
#include <stdio.h>

#include "flatline/flatline_physfs.h"

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

int main(int argc, char** argv) {
    flatline_archive* archive;
    for (int i = 1; i < argc; ++i) {
        const flatline_status status = flatline_physfs_open_path(argv[i], NULL, &archive);
        print_archive(argv[i], status, archive);
        flatline_archive_free(archive);
    }
    /* This program has not called PHYSFS_init, so it has no search path to look in. */
    const flatline_status status = flatline_physfs_open_mounted("maps/map01.wad", NULL, &archive);
    print_archive("maps/map01.wad", status, archive);
    flatline_archive_free(archive);
    return 0;
}
