// Reads the central directory of a ZIP before PhysFS does. PhysFS 3.0.2 makes a folder for every
// '/' of a name, by recursion: one name of 65,535 bytes takes a gigabyte and overflows a stack of 1
// MB. Its time for many entries is more than linear.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "flatline/archive.hpp"

namespace flatline::physfs {

/// A file of a ZIP that is neither stored nor deflated. PhysFS 3.0.2 gives its packed bytes.
struct PackedFile {
    std::string path;  ///< slashes only
    std::uint16_t method;
};

/// What APPNOTE.TXT, section 4.4.5, calls a method, in at most 8 letters.
std::string method_name(std::uint16_t method);

/// False where PhysFS must not see the file; `problem` says why: limit-archive-entries, or
/// archive-unreadable for a directory that is not one or names nested too deeply. On true `packed`
/// has the files of other methods, in order of their paths.
bool zip_is_safe(File& file, const Limits& limits, Finding& problem,
                 std::vector<PackedFile>& packed) noexcept;

}  // namespace flatline::physfs
