// files.hpp: turns the PATHs of the command line into files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flatline::engine::tool {

/// One thing to open: a file, a folder that is opened as one archive, or "-".
struct Input {
    std::string path;
    /// It was met in a folder, so it is passed over in silence where Flatline does not know it.
    bool walked = false;
    /// It is a folder of a walk that could not be listed; there is nothing to open.
    bool unlisted = false;
    /// It is a folder laid out like a PK3; archives and texts in it are inputs of their own.
    bool like_pk3 = false;
    /// No input of the run comes after it.
    bool is_last = false;
};

inline constexpr char kStandardInput[] = "-";

/// True if "-" is given more than once: standard input can be read only once.
bool reads_standard_input_twice(const std::vector<std::string>& paths);
/// Says why this PATH cannot be used at all (missing, a device); nothing where it can.
std::optional<std::string> wrong_path(const std::string& path);
/// The path of a file inside an archive or folder; `path` itself where `inner` is "".
std::string joined_path(const std::string& path, std::string_view inner);
bool is_folder(const std::string& path);

/// The inputs after a PATH that wrong_path accepts. What a folder holds comes in bytewise order of
/// paths: files with an ending of maps or archives, or `any_name`, and nothing whose name begins
/// with a dot. A folder that holds a folder `maps` is laid out like a PK3: it is
/// one input, and so is each archive and `.txt` in it, in which a PK3 would not be searched. Inside
/// a walk symbolic links to folders are not followed, because they can form a ring.
std::vector<Input> list_inputs(const std::string& path, bool any_name);

}  // namespace flatline::engine::tool
