// physfs/open.hpp: opens files and archives through PhysFS. The C functions in physfs/capi.cpp call
// it; hosts link flatline::physfs.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "flatline/export.h"
#include "model/archive.hpp"

namespace flatline::engine::physfs {

/// Why open_path, open_file or open_mounted gave no archive.
enum class OpenError : std::uint8_t {
    ok,
    not_found,      ///< no such path, or neither a regular file nor a folder
    no_physfs,      ///< PhysFS could not be initialised; of open_mounted: it is not
    out_of_memory,  ///< there was no memory for the archive
};

/// What open_path, open_file and open_mounted return. A file that exists and cannot be read is no
/// error here: it gives an archive that is broken() and has a finding.
struct OpenResult {
    OpenError error = OpenError::ok;
    std::unique_ptr<Archive> archive;  ///< set where error is ok, else null
};

/// The versions of PhysFS and liblzma that are loaded.
struct LibraryVersions {
    std::uint8_t physfs[3];  ///< 3, 0, 2 for 3.0.2
    std::string_view lzma;   ///< static
};
FLATLINE_PHYSFS_API LibraryVersions library_versions() noexcept;

/// Opens a file or folder of the host's file system. The content of a file tells what it is: a WAD,
/// a ZIP such as a PK3, a 7z, a bare TEXTMAP or a Doom 3 .map. A folder is read like a PK3.
/// Works beside a host's own use of PhysFS: what is mounted has a name of its own, stands last in
/// the search path and is unmounted with the Archive. If PhysFS is not initialised, this does it,
/// and the last such Archive undoes it. One thread at a time, as PhysFS's own init, mount and
/// unmount, and so is destroying the Archive; other threads may use Archives of their own
/// meanwhile. Source: docs/archives.md, "PhysFS".
FLATLINE_PHYSFS_API OpenResult open_path(std::string_view path, const Limits& limits,
                                         const MemoryHooks& memory = {}) noexcept;

/// The same for a file of the host's own, such as one in memory, that is called `name`.
FLATLINE_PHYSFS_API OpenResult open_file(std::unique_ptr<File> file, std::string_view name,
                                         const Limits& limits,
                                         const MemoryHooks& memory = {}) noexcept;

/// Opens a file or folder by its path in the search path that the host has mounted in PhysFS, such
/// as "maps/map01.wad". The host must have initialised PhysFS and keep it so, with what it mounted,
/// as long as the Archive lives. The rest is as in open_path, but a ZIP or 7z that itself lies in
/// an archive is not opened (finding archive-nesting). One thread at a time.
FLATLINE_PHYSFS_API OpenResult open_mounted(std::string_view virtual_path, const Limits& limits,
                                            const MemoryHooks& memory = {}) noexcept;

}  // namespace flatline::engine::physfs
