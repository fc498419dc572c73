/* flatline/c_archive.h: which maps a file or a tree of files holds, and loading one, in C. Included
 * by flatline/flatline.h. flatline_physfs.h opens paths of the system.
 */
#ifndef FLATLINE_C_ARCHIVE_H
#define FLATLINE_C_ARCHIVE_H

#include "flatline/c_doom3.h"
#include "flatline/c_map.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What flatline_source::size says of a file that cannot be opened. */
#define FLATLINE_NO_FILE 0xFFFFFFFFFFFFFFFFu

/* A function that the library passes to flatline_source::report, with the context that it wants. */
typedef void (*flatline_add_finding)(void* add_context, const char* path,
                                     const flatline_finding* finding);

/* A host's own files as three functions, and three more that a host may leave NULL. Files are
 * numbered from 0. An archive calls the functions while it is opened and while something in it is
 * read, on the thread of that call; they and `context` outlive every archive made with them. Begin
 * with FLATLINE_SOURCE_INIT. */
typedef struct flatline_source {
    size_t struct_size; /* sizeof(flatline_source) */
    /* The path of file `i`, with '/' between folders and none in front; NULL past the last file.
     * It has to last until the next call only. A folder that cannot be listed is a file too:
     * "name/", or "/". Of a single file it is not called and may be NULL. */
    const char* (*list)(void* context, uint64_t i);
    /* The size of file `i` in bytes, FLATLINE_NO_FILE where it cannot be opened. */
    uint64_t (*size)(void* context, uint64_t i);
    /* Copies up to `size` bytes of file `i` from `offset` on to `out` and returns how many. Fewer
     * than asked for are the end of the file or an error. */
    uint64_t (*read)(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size);
    void* context;
    /* Why file `i` cannot be opened or listed: puts a better finding in the place of
     * file-unreadable, which `finding` is. flatline_make_finding makes one. */
    void (*reason)(void* context, uint64_t i, flatline_finding* finding);
    /* Calls `add` with `add_context` for each finding about the tree itself, whose path is "", or
     * about a file that `list` does not give. Called once, after `list`. */
    void (*report)(void* context, flatline_add_finding add, void* add_context);
    /* 1 where file `i` has been read to its end and does not match a checksum, else 0. */
    int (*is_damaged)(void* context, uint64_t i);
} flatline_source;

#define FLATLINE_SOURCE_INIT \
    { sizeof(flatline_source), NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/* How to open an archive. Begin with FLATLINE_ARCHIVE_OPTIONS_INIT. */
typedef struct flatline_archive_options {
    size_t size;                   /* sizeof(flatline_archive_options) */
    const flatline_limits* limits; /* archive-entries, container-bytes, inflated-bytes and findings
                                    * count; NULL: the defaults */
    int32_t packed;  /* of a tree, 1: to read a part of a file the bytes before it are read too, and
                      * files count towards inflated-bytes; 0: as in a folder of the system */
    uint32_t unused; /* always 0 */
    flatline_memory memory; /* for lists and names */
} flatline_archive_options;

#define FLATLINE_ARCHIVE_OPTIONS_INIT                                         \
    {                                                                         \
        sizeof(flatline_archive_options), NULL, 1, 0, { NULL, NULL, NULL, 0 } \
    }

/* The maps of a file or of a tree of files, found by the position of their lumps. Only one thread
 * at a time may use an archive. */
typedef struct flatline_archive flatline_archive;

/* Opens file 0 of `source`: a WAD, a bare TEXTMAP or a Doom 3 map, told by its content and, where
 * that says nothing, by the suffix of `name`; the stem of `name` names a bare map. Reads the
 * directory only. `options` may be NULL. REFUSED: the file is of no use as a whole, the findings
 * say why. *archive is set also for REFUSED; it is NULL for OUT_OF_MEMORY and BAD_ARGUMENT. */
FLATLINE_API flatline_status flatline_archive_from_file(const flatline_source* source,
                                                        const char* name,
                                                        const flatline_archive_options* options,
                                                        flatline_archive** archive);

/* Opens all files of `source` as one archive: every WAD and every bare map among them, in the order
 * of their paths. The first map of maps/NAME.wad is called NAME. Statuses are those of
 * flatline_archive_from_file. */
FLATLINE_API flatline_status flatline_archive_from_source(const flatline_source* source,
                                                          const flatline_archive_options* options,
                                                          flatline_archive** archive);

/* Makes an archive that stands for something that exists and cannot be used: it has no maps, and
 * `reason` as its finding. REFUSED, with *archive set; else as flatline_archive_from_file. */
FLATLINE_API flatline_status flatline_archive_unusable(const flatline_finding* reason,
                                                       flatline_archive** archive);

/* 1 where the archive as a whole cannot be used, so that opening it was REFUSED, and for NULL; else
 * 0. */
FLATLINE_API int flatline_archive_broken(const flatline_archive* archive);

/* Frees an archive and all that was borrowed from it. Maps that were loaded from it stay. */
FLATLINE_API void flatline_archive_free(flatline_archive* archive);

/* One map of an archive. Its strings live until the archive is freed. */
typedef struct flatline_map_entry {
    const char* name; /* its label, or the stem of its file; a repeat carries "#2", "#3", ... */
    const char* path; /* of the file that holds it, "" where the archive is that file */
    uint32_t lump_count;
    uint8_t format; /* FLATLINE_FORMAT_* */
    uint8_t bare;   /* 1: the file is the text itself, one lump called TEXTMAP or MAP */
    /* 0: a binary map of other records, as Doom 64 and the PlayStation have; no load takes it */
    uint8_t supported;
} flatline_map_entry;

/* One lump of a map. Its name lives until the archive is freed. */
typedef struct flatline_map_lump {
    const char* name;      /* up to 8 bytes, as found */
    uint64_t offset, size; /* in bytes, in its file */
    int32_t readable;      /* 1: it lies inside the file */
} flatline_map_lump;

/* How many maps an archive has; map number `i` of them; and lump number `lump` of map `i`, in the
 * order of its file. Past the last map or lump all members are zero and strings are empty. */
FLATLINE_API size_t flatline_archive_map_count(const flatline_archive* archive);
FLATLINE_API flatline_map_entry flatline_archive_map(const flatline_archive* archive, size_t i);
FLATLINE_API flatline_map_lump flatline_archive_lump(const flatline_archive* archive, size_t i,
                                                     uint32_t lump);

/* The index of the map called `name`, in any case; FLATLINE_NONE where there is none. */
FLATLINE_API uint32_t flatline_archive_find(const flatline_archive* archive, const char* name);

/* The index of the lump of map `i` called `name`, in any case; FLATLINE_NONE where there is none.
 * Of several the last counts, or with `first_wins` the first, as SRB2 has it. */
FLATLINE_API uint32_t flatline_archive_find_lump(const flatline_archive* archive, size_t i,
                                                 const char* name, int32_t first_wins);

/* The index of the first map that has the lumps of map `i`: the same bytes of the same file under
 * the same names. A load and a check find the same in both, so one of them is enough. `i` itself
 * where no map before it is like that; FLATLINE_NONE past the last. */
FLATLINE_API uint32_t flatline_archive_twin_of(const flatline_archive* archive, size_t i);

/* Finding `i` about the archive itself, made when it was opened; NULL past the last. The path of
 * the file and the name of the map that it is about go to *path and *map, "" where there is none;
 * both may be NULL. flatline_describe with a NULL map writes its sentence.
 * It lives until the archive is freed. */
FLATLINE_API const flatline_finding* flatline_archive_finding(const flatline_archive* archive,
                                                              size_t i, const char** path,
                                                              const char** map);

/* How many findings of a severity opening the archive gave, kept or not. */
FLATLINE_API uint64_t flatline_archive_finding_count(const flatline_archive* archive,
                                                     uint8_t severity);

/* Loads map number `i`, which is a UDMF or binary map. Reads its TEXTMAP or the five lumps of a
 * binary map, and of nodes, BLOCKMAP and REJECT what options->products asks for; they take the
 * place of the lumps in `options`. Where what the map is made of is missing or cannot be read the
 * map is refused; another lump that cannot be read gives a warning. A map of Doom 3 and one that is
 * not supported are refused by map-unsupported, an error here. Statuses are those of
 * flatline_load_borrowed; BAD_ARGUMENT past the last map. The map does not need the archive. */
FLATLINE_API flatline_status flatline_archive_load(flatline_archive* archive, size_t i,
                                                   flatline_loader* loader,
                                                   const flatline_options* options,
                                                   flatline_map** map);

/* Loads map number `i`, which is a Doom 3 map, in the same way: reads its text, and refuses a map
 * of another format. Statuses are those of flatline_doom3_load_borrowed; BAD_ARGUMENT past the last
 * map. The map does not need the archive. */
FLATLINE_API flatline_status flatline_archive_load_doom3(flatline_archive* archive, size_t i,
                                                         flatline_doom3_loader* loader,
                                                         const flatline_doom3_options* options,
                                                         flatline_doom3_map** map);

/* Reads a lump of map `i` into memory that the caller gets, and frees by flatline_buffer_free.
 * REFUSED or OUT_OF_MEMORY: `buffer` is empty, and the reason goes to *problem, which may be
 * NULL. BAD_ARGUMENT past the last map or lump. */
FLATLINE_API flatline_status flatline_archive_read_lump(flatline_archive* archive, size_t i,
                                                        uint32_t lump, flatline_buffer* buffer,
                                                        flatline_finding* problem);

/* The same for bytes that the caller will not change: where the archive has them in memory already
 * they may be shared instead of copied. They stay until they are freed, also without the archive.
 */
FLATLINE_API flatline_status flatline_archive_share_lump(flatline_archive* archive, size_t i,
                                                         uint32_t lump, flatline_buffer* buffer,
                                                         flatline_finding* problem);

/* Reads the whole file that holds map `i`, a WAD or the text itself, as flatline_archive_read_lump
 * reads a lump. In a WAD the directory entry of the map's first lump is at directory_of, the others
 * follow, 16 bytes each; 0 of a bare map and past the last map. */
FLATLINE_API flatline_status flatline_archive_read_file(flatline_archive* archive, size_t i,
                                                        flatline_buffer* buffer,
                                                        flatline_finding* problem);
FLATLINE_API uint64_t flatline_archive_directory_of(const flatline_archive* archive, size_t i);

/* ---- Files that are not in maps -------------------------------------------------------------- */

/* 1 where a file of the archive's tree can be read only from its beginning, as in a PK3; 0 where
 * any part can, and for an archive of one file. */
FLATLINE_API int flatline_archive_packed(flatline_archive* archive);

/* Calls `visit` with the path and the size of each file of the archive's tree, in any order, until
 * it returns 0. The path lives until `visit` returns. REFUSED where the tree has more than `limit`
 * names, folders included; BAD_ARGUMENT for an archive of one file, and NULL. */
FLATLINE_API flatline_status flatline_archive_list(flatline_archive* archive, uint64_t limit,
                                                   int (*visit)(void* context, const char* path,
                                                                uint64_t size),
                                                   void* context);

/* An open file of an archive. One thread at a time; it is freed before its archive is. */
typedef struct flatline_file flatline_file;

/* Opens the file at `path` of the archive's tree, or with NULL the one file that the archive is.
 * Reads do not count towards the limits of the archive. REFUSED or OUT_OF_MEMORY: *file is NULL,
 * and the reason goes to *problem, which may be NULL. BAD_ARGUMENT where the archive has no such
 * tree or file. */
FLATLINE_API flatline_status flatline_archive_open(flatline_archive* archive, const char* path,
                                                   flatline_file** file, flatline_finding* problem);
FLATLINE_API void flatline_file_free(flatline_file* file);

/* The size in bytes that the file claims, 0 for NULL; it need not be true. `read_at` copies up to
 * `size` bytes from byte `offset` on to `out` and returns how many: fewer than asked for are the
 * end of the file or an error. */
FLATLINE_API uint64_t flatline_file_size(const flatline_file* file);
FLATLINE_API uint64_t flatline_file_read_at(flatline_file* file, uint64_t offset, void* out,
                                            uint64_t size);

/* 1 where the file at `path` of the archive's tree has been read to its end and does not match the
 * checksum that the tree has of it, else 0. */
FLATLINE_API int flatline_archive_is_damaged(flatline_archive* archive, const char* path);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_ARCHIVE_H */
