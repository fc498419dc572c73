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

/* A host's own files as three functions. Files are numbered from 0. An archive calls the functions
 * while it is opened and while one of its lumps is read, on the thread of that call; they and
 * `context` outlive every archive made with them. */
typedef struct flatline_source {
    /* The path of file `i`, with '/' between folders and none in front; NULL past the last file.
     * It has to last until the next call only. Of a single file it is not called and may be NULL.*/
    const char* (*list)(void* context, uint64_t i);
    /* The size of file `i` in bytes, FLATLINE_NO_FILE where it cannot be opened. */
    uint64_t (*size)(void* context, uint64_t i);
    /* Copies up to `size` bytes of file `i` from `offset` on to `out` and returns how many. Fewer
     * than asked for are the end of the file or an error. */
    uint64_t (*read)(void* context, uint64_t i, uint64_t offset, void* out, uint64_t size);
    void* context;
} flatline_source;

#define FLATLINE_NO_FILE                                                    \
    0xFFFFFFFFFFFFFFFFu /* what flatline_source::size says of a closed file \
                         */

/* How to open an archive. Begin with FLATLINE_ARCHIVE_OPTIONS_INIT. */
typedef struct flatline_archive_options {
    size_t size;                   /* sizeof(flatline_archive_options) */
    const flatline_limits* limits; /* archive-entries, container-bytes, inflated-bytes and findings
                                    * count; NULL: the defaults */
    int32_t packed; /* of a tree, 1: to read a part of a file the bytes before it are read too, and
                     * files count towards inflated-bytes; 0: as in a folder of the system */
} flatline_archive_options;

#define FLATLINE_ARCHIVE_OPTIONS_INIT \
    { sizeof(flatline_archive_options), NULL, 1 }

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
 * not supported are refused by the rule map-unsupported. Statuses are those of
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

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_ARCHIVE_H */
