// batch/path_list.hpp: the list of paths of --files-from.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flatline::engine::tool {

/// Adds each path of the list in the file `from`, or in standard input if that is "-", to
/// `paths`. `end` ends each; the last one may lack it, and empty ones do not count. A path "-"
/// is a file of that name. Returns what is wrong if the list cannot be read.
std::optional<std::string> read_path_list(const std::string& from, char end,
                                          std::vector<std::string>& paths);

}  // namespace flatline::engine::tool
