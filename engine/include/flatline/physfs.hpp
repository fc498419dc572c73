// flatline/physfs.hpp: files and archives through PhysFS. Link flatline::physfs.
#pragma once

#include <memory>
#include <string_view>

#include "flatline/archive.hpp"

namespace flatline::physfs {

/// Why open_path gave nothing.
enum class OpenError : std::uint8_t {
    ok,
    not_found,   ///< no such path, or neither a regular file nor a folder
    no_physfs,   ///< PhysFS could not be initialised
    unreadable,  ///< exists, but could not be read
};

struct OpenResult {
    OpenError error = OpenError::ok;
    std::unique_ptr<Archive> archive;  ///< set where error is ok; may be broken() all the same
};

/// Opens a file or folder of the host's file system: .wad, .pk3 and other ZIPs, .7z, a folder laid
/// out like a PK3, a bare TEXTMAP, a Doom 3 .map; told by content. Works beside a host's own
/// PhysFS: mounts under a name of its own and unmounts when the Archive goes. Where PhysFS is not
/// initialised it is, and deinitialised again with the last Archive. Not thread-safe (PhysFS's
/// init, mount and unmount are not).
OpenResult open_path(std::string_view path, const Limits& limits) noexcept;

/// Opens a file or folder of the search path that the host has mounted, such as "maps/map01.wad".
OpenResult open_mounted(std::string_view virtual_path, const Limits& limits) noexcept;

}  // namespace flatline::physfs
