/* Finds and loads the maps in a file system of the program's own, here a table in memory.
 *
 * Shows: flatline_source, what an archive lists, its findings, loading both kinds of maps, reading
 * a lump.
 *
 * Build: cc -std=c99 own_files.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap maps/crate.map
 */
#include <inttypes.h>
#include <string.h>

#include "flatline/flatline.h"
#include "read_file.h"

typedef struct packed_file {
    const char* path;
    char* bytes;
    size_t size;
} packed_file;

typedef struct pack {
    packed_file files[3];
    uint64_t count;
} pack;

static const char* list(void* context, uint64_t i) {
    const pack* p = context;
    return i < p->count ? p->files[i].path : NULL;
}

static uint64_t size_of(void* context, uint64_t i) {
    const pack* p = context;
    return i < p->count ? p->files[i].size : FLATLINE_NO_FILE;
}

static uint64_t read_at(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size) {
    const packed_file* file = &((const pack*)context)->files[i];
    if (offset >= file->size) return 0;
    if (size > file->size - offset) size = file->size - offset;
    memcpy(out, file->bytes + offset, (size_t)size);
    return size;
}

static void print_findings(const flatline_archive* archive) {
    const flatline_finding* finding;
    const char *path, *map;
    for (size_t i = 0; (finding = flatline_archive_finding(archive, i, &path, &map)) != NULL; ++i) {
        char sentence[256];
        flatline_describe(NULL, finding, sentence, sizeof sentence);
        printf("%s: %s%s%s [%s]\n", path, map, map[0] != '\0' ? ": " : "", sentence,
               flatline_rule_id(finding->rule));
    }
    printf("%" PRIu64 " of them are errors\n", flatline_finding_count(archive, FLATLINE_ERROR));
}

static void load(flatline_archive* archive, size_t i, flatline_work* work) {
    const flatline_map_entry entry = flatline_archive_map(archive, i);
    printf("%s in %s is %s:", entry.name, entry.path, flatline_format_name(entry.format));
    if (entry.format == FLATLINE_FORMAT_UDMF) {
        flatline_map* map;
        flatline_options options = FLATLINE_OPTIONS_INIT;
        options.extras.work = work; /* all maps of one file together do not take more */
        flatline_archive_load(archive, i, NULL, &options, &map);
        printf(" %" PRIu32 " sectors\n", flatline_map_arrays(map)->sector_count);
        flatline_free(map);
    } else if (entry.format == FLATLINE_FORMAT_DOOM3) {
        flatline_doom3_map* map;
        flatline_archive_load_doom3(archive, i, NULL, NULL, &map);
        printf(" %" PRIu32 " entities\n", flatline_doom3_map_arrays(map)->entity_count);
        flatline_free(map);
    } else {
        printf(" listed, not loaded\n");
    }
}

/* Reads a lump as it is stored, and gives its bytes to a load: of a map that is a file of its own
 * they are the whole text. */
static void load_lump(flatline_archive* archive, const char* map, const char* name) {
    const uint32_t i = flatline_archive_find(archive, map);
    const uint32_t lump = flatline_archive_find_lump(archive, i, name, 0);
    const flatline_map_lump entry = flatline_archive_lump(archive, i, lump);
    flatline_buffer bytes;
    flatline_finding problem;
    flatline_doom3_map* loaded;
    if (flatline_archive_read_lump(archive, i, lump, &bytes, &problem) != FLATLINE_OK) return;
    printf("%s begins with \"%.*s\" and has %s\n", entry.name, 7, (const char*)bytes.data,
           bytes.size == entry.size ? "all its bytes" : "too few bytes");
    if (flatline_doom3_load_owned(NULL, bytes, NULL, &loaded) == FLATLINE_OK) {
        printf("and %" PRIu32 " brush\n", flatline_doom3_map_arrays(loaded)->brush_count);
    } else {
        flatline_buffer_free(&bytes);
    }
    flatline_free(loaded);
}

int main(int argc, char** argv) {
    static char kBroken[] = "PWAD";
    pack p = {{{"maps/rooms.textmap", NULL, 0}, {"maps/crate.map", NULL, 0}, {"a.wad", kBroken, 4}},
              3};
    flatline_source source = FLATLINE_SOURCE_INIT;
    flatline_archive_options options = FLATLINE_ARCHIVE_OPTIONS_INIT;
    flatline_archive* archive;
    flatline_status status;
    flatline_work work;
    if (argc != 3) return 2;
    p.files[0].bytes = read_file(argv[1], &p.files[0].size);
    p.files[1].bytes = read_file(argv[2], &p.files[1].size);

    source.list = list;
    source.size = size_of;
    source.read = read_at;
    source.context = &p;
    options.direct = 1; /* any byte of a file can be read without those before it */
    status = flatline_archive_from_source(&source, &options, &archive);
    printf("%s, %zu maps\n", flatline_status_name(status), flatline_archive_map_count(archive));
    print_findings(archive);
    work = flatline_work_of_file(NULL, p.files[0].size + p.files[1].size);
    for (size_t i = 0; i < flatline_archive_map_count(archive); ++i) {
        if (flatline_archive_twin_of(archive, i) == i) load(archive, i, &work);
    }
    load_lump(archive, "crate", "MAP");
    flatline_free(archive);

    /* One file alone: the function that lists is not asked. */
    flatline_archive_from_file(&source, "rooms.textmap", &options, &archive);
    printf("alone it is called %s\n", flatline_archive_map(archive, 0).name);
    flatline_free(archive);
    free(p.files[0].bytes);
    free(p.files[1].bytes);
    return 0;
}
