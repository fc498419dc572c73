// open.hpp: archives by their paths. Built with PhysFS these are all that the library reads;
// without it (FLATLINE_TOOL_PHYSFS is not defined) WADs, texts and Doom 3 maps, one file each.
#pragma once

#include <memory>
#include <string>

#include "model/archive.hpp"

namespace flatline::engine::tool {

/// Gives an archive back; any thread.
struct CloseArchive {
    void operator()(Archive* archive) const;
};
using OpenArchive = std::unique_ptr<Archive, CloseArchive>;

/// Null if there is no such path, or neither a file nor a folder. Without memory it is an
/// archive that says so, or std::bad_alloc. Any thread.
OpenArchive open_archive(const std::string& path, const Limits& limits);
/// The same for a file called `name`, never null.
OpenArchive open_archive(std::unique_ptr<File> file, const std::string& name, const Limits& limits);

/// The libraries that archives are read with, as "PhysFS 3.0.2, liblzma 5.4.1"; empty without them.
std::string archive_libraries();

}  // namespace flatline::engine::tool
