// flatline/physfs.hpp: files and archives through PhysFS. Link flatline::physfs.
#pragma once

#include <memory>
#include <utility>

#include "flatline/archive.hpp"
#include "flatline/physfs.h"
#include "flatline/result.hpp"

namespace flatline::physfs {

/// Opens a file or folder of the system: a WAD, a PK3 or another ZIP, a 7z, a folder laid out like
/// a PK3, a bare TEXTMAP or a Doom 3 map, detected by content. `path` is UTF-8. What is mounted has
/// a name of its own, beside a host's own use of PhysFS, and is undone with the Archive. Errors:
/// refused, by file-not-found where there is nothing; out_of_memory. One thread at a time opens and
/// frees archives. Source: docs/archives.md, "PhysFS".
inline Result<Archive> open_path(const char* path, const ArchiveOptions& options = {}) noexcept {
    return detail::made<Archive>(
        [&](auto** raw) noexcept { return flatline_physfs_open_path(path, &options, raw); });
}

/// Opens a file or folder by its path in the search path that the host has mounted in PhysFS, such
/// as "maps/map01.wad". Refused with physfs-unavailable if the host has not initialised PhysFS.
/// Otherwise it works as open_path, but opens no ZIP or 7z inside an archive (archive-nesting).
inline Result<Archive> open_mounted(const char* path, const ArchiveOptions& options = {}) noexcept {
    return detail::made<Archive>(
        [&](auto** raw) noexcept { return flatline_physfs_open_mounted(path, &options, raw); });
}

/// The same as open_path for a file of the host's own, such as one in memory, called `name`.
inline Result<Archive> open_file(std::unique_ptr<File> file, const char* name,
                                 const ArchiveOptions& options = {}) noexcept {
    return detail::opened<Archive>(std::move(file), [&](auto* source, auto** raw) noexcept {
        return flatline_physfs_open_file(source, name, &options, raw);
    });
}

}  // namespace flatline::physfs
