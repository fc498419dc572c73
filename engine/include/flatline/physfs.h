/* flatline/physfs.h: files and archives through PhysFS, in C. Link flatline::physfs. The
 * functions work beside a host's own use of PhysFS, and are no more thread-safe than its mounts:
 * one thread at a time opens and frees archives.
 */
#ifndef FLATLINE_PHYSFS_H
#define FLATLINE_PHYSFS_H

#include "flatline/export.h"
#include "flatline/flatline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a file or folder of the system: a WAD, a PK3 or another ZIP, a 7z, a folder laid out like a
 * PK3, a bare TEXTMAP or a Doom 3 map, detected by content. `path` is UTF-8. Mounts it under a name
 * of its own, initialises PhysFS where nobody has, and undoes both when the last archive is freed.
 * `options` may be NULL; whether a tree is packed is known here. Statuses are those of
 * flatline_archive_from_file; REFUSED by file-not-found where there is nothing at `path`. */
FLATLINE_PHYSFS_API flatline_status flatline_physfs_open_path(
    const char* path, const flatline_archive_options* options, flatline_archive** archive);

/* Opens a file or folder by its path in the search path that the host has mounted in PhysFS, such
 * as "maps/map01.wad", otherwise as flatline_physfs_open_path. REFUSED by physfs-unavailable where
 * the host has not initialised PhysFS. */
FLATLINE_PHYSFS_API flatline_status flatline_physfs_open_mounted(
    const char* virtual_path, const flatline_archive_options* options, flatline_archive** archive);

/* Opens file 0 of `source` as flatline_archive_from_file does, and as flatline_physfs_open_path if
 * it is a PK3 or another ZIP, or a 7z: an archive in the host's own files, or in memory. */
FLATLINE_PHYSFS_API flatline_status
flatline_physfs_open_file(const flatline_source* source, const char* name,
                          const flatline_archive_options* options, flatline_archive** archive);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_PHYSFS_H */
