// files.hpp: turns the PATHs of the command line into the files that are looked at.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flatline::tool {

/// One thing to open: a file, a folder that is opened as one archive, or "-".
struct Input {
    std::string path;
    /// It was met in a folder, so it is passed over in silence where Flatline does not know it.
    bool walked = false;
    /// It is a folder of a walk that could not be listed; there is nothing to open.
    bool unlisted = false;
    /// It is a folder laid out like a PK3; archives and texts in it are inputs of their own.
    bool like_pk3 = false;
};

inline constexpr char kStandardInput[] = "-";

/// Says why these PATHs cannot be used at all (missing, a device, "-" twice); nothing where they
/// can.
std::optional<std::string> wrong_path(const std::vector<std::string>& paths);

/// The inputs behind PATHs that wrong_path accepts, in the order given. What a folder holds comes
/// in bytewise order of paths. A folder that holds a folder `maps` is laid out like a PK3: it is
/// one input, and so is each archive and `.txt` in it, in which a PK3 would not be searched. Inside
/// a walk symbolic links to folders are not followed, because they can form a ring.
std::vector<Input> list_inputs(const std::vector<std::string>& paths);

}  // namespace flatline::tool
