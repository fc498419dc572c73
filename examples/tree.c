/* Reads files of an archive that are in no map, and says why others cannot be read.
 *
 * Shows: a list of all files, an open file, the WAD around a map, findings of the host's own, an
 * archive that stands for one that cannot be opened.
 *
 * Build: cc -std=c99 tree.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <inttypes.h>
#include <string.h>

#include "flatline/flatline.h"
#include "read_file.h"

enum { kRooms, kNotes, kLocked, kFiles };
static const char* const kPaths[kFiles] = {"maps/rooms.textmap", "notes.txt", "maps/locked.wad"};

typedef struct tree {
    flatline_buffer files[kFiles];
} tree;

static const char* list(void* context, uint64_t i) {
    (void)context;
    return i < kFiles ? kPaths[i] : NULL;
}

static uint64_t size_of(void* context, uint64_t i) {
    const tree* t = context;
    return i != kLocked ? t->files[i].size : FLATLINE_NO_FILE;
}

static uint64_t read_at(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size) {
    const flatline_buffer* file = &((const tree*)context)->files[i];
    if (offset >= file->size) return 0;
    if (size > file->size - offset) size = file->size - offset;
    memcpy(out, (const char*)file->data + offset, (size_t)size);
    return size;
}

/* The three functions above are enough; these say more where a host can. */
static void reason(void* context, uint64_t i, flatline_finding* finding) {
    (void)context;
    if (i != kLocked) return;
    *finding = flatline_make_finding(flatline_find_rule("archive-encrypted"), FLATLINE_LUMP_FILE,
                                     FLATLINE_NO_OFFSET, 0, 0);
}

static void report(void* context, flatline_add_finding add, void* add_context) {
    const flatline_finding link = flatline_make_finding(
        flatline_find_rule("archive-link"), FLATLINE_LUMP_NONE, FLATLINE_NO_OFFSET, 0, 0);
    (void)context;
    add(add_context, "maps/latest.wad", &link);
}

static int is_damaged(void* context, uint64_t i) {
    (void)context;
    return i == kNotes; /* its checksum is another */
}

static void print_findings(const flatline_archive* archive) {
    const flatline_finding* finding;
    const char* path;
    for (size_t i = 0; (finding = flatline_archive_finding(archive, i, &path, NULL)) != NULL; ++i) {
        char sentence[256];
        flatline_describe(NULL, finding, sentence, sizeof sentence);
        printf("%s: %s\n", path, sentence);
    }
}

static int print_path(void* context, const char* path, uint64_t size) {
    flatline_archive* archive = context;
    printf("%s%s%s\n", path, size == FLATLINE_NO_FILE ? " cannot be opened" : "",
           flatline_archive_is_damaged(archive, path) ? " is damaged" : "");
    return 1; /* 0 would end the list */
}

static void read_notes(flatline_archive* archive) {
    flatline_file* file;
    flatline_finding problem;
    char head[8] = "";
    if (flatline_archive_open(archive, "notes.txt", &file, &problem) == FLATLINE_OK) {
        flatline_file_read_at(file, 0, head, 5);
        printf("%" PRIu64 " bytes that begin with %s\n", flatline_file_size(file), head);
    }
    flatline_free(file);
}

int main(int argc, char** argv) {
    tree t = {{{NULL, 0, NULL, NULL}}};
    flatline_source source = FLATLINE_SOURCE_INIT;
    flatline_archive* archive;
    flatline_buffer whole, lump;
    size_t size;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    t.files[kRooms] = flatline_buffer_copy(text, size);
    t.files[kNotes] = flatline_buffer_allocate(11);
    if (t.files[kRooms].data == NULL || t.files[kNotes].data == NULL) return 2;
    memcpy(t.files[kNotes].data, "hello world", 11);
    free(text);

    source.list = list;
    source.size = size_of;
    source.read = read_at;
    source.context = &t;
    source.reason = reason;
    source.report = report;
    source.is_damaged = is_damaged;
    if (flatline_archive_from_source(&source, NULL, &archive) != FLATLINE_OK) return 1;
    printf("usable: %d, packed: %d\n", !flatline_archive_broken(archive),
           flatline_archive_packed(archive));
    print_findings(archive);
    flatline_archive_list(archive, 1000, print_path, archive);
    read_notes(archive);

    /* Of a map that is a file of its own, the file is the lump. */
    if (flatline_archive_read_file(archive, 0, &whole, NULL) != FLATLINE_OK ||
        flatline_archive_read_lump(archive, 0, 0, &lump, NULL) != FLATLINE_OK) {
        return 1;
    }
    printf("the lump is %s, its directory is at %" PRIu64 "\n",
           whole.size == lump.size ? "the file" : "a part of the file",
           flatline_archive_directory_of(archive, 0));
    flatline_buffer_free(&whole);
    flatline_buffer_free(&lump);
    flatline_free(archive);

    /* What a host says of an archive that it could not even open. */
    const flatline_finding why = flatline_make_finding(
        flatline_find_rule("file-unreadable"), FLATLINE_LUMP_FILE, FLATLINE_NO_OFFSET, 0, 0);
    flatline_archive_unusable(&why, &archive);
    print_findings(archive);
    flatline_free(archive);
    flatline_buffer_free(&t.files[kRooms]);
    flatline_buffer_free(&t.files[kNotes]);
    return 0;
}
