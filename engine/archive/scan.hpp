// Opens a file or a tree of files and finds the maps in it.
#pragma once

#include <string_view>

#include "archive/contents.hpp"

namespace flatline::engine::archive {

/// Finds the maps of `contents.file`, which is called `name`.
void scan_file(Contents& contents, std::string_view name) noexcept;
/// Finds the maps of all files of `contents.source`.
void scan_source(Contents& contents) noexcept;

}  // namespace flatline::engine::archive
