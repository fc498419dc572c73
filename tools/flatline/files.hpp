// files.hpp: from the PATHs of the command line to the files that are looked at.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flatline::tool {

/// One thing to open: a file, a folder that is opened as one archive, or "-".
struct Input {
    std::string path;
    /// Met in a folder: passed over in silence where it holds nothing that Flatline knows.
    bool walked = false;
    /// A folder of a walk that could not be listed; there is nothing to open.
    bool unlisted = false;
    /// A folder laid out like a PK3: archives and texts in it are inputs of their own.
    bool like_pk3 = false;
};

inline constexpr char kStandardInput[] = "-";

/// Why these PATHs cannot be used at all (missing, a device, "-" twice), or nothing.
std::optional<std::string> wrong_path(const std::vector<std::string>& paths);

/// The inputs behind PATHs that wrong_path accepts, in the order given; what a folder holds comes
/// bytewise by path. A folder with a folder `maps` in it is laid out like a PK3: one input, and one
/// for each archive and `.txt` in it, which a PK3 would not be asked for. Symbolic links to folders
/// are not followed inside a walk: they can form a ring.
std::vector<Input> list_inputs(const std::vector<std::string>& paths);

}  // namespace flatline::tool
