// Reads the central directory of a ZIP before PhysFS does. PhysFS 3.0.2 makes a folder of every
// '/' of a name by recursion and takes time beyond linear for many entries: one name of 65,535
// bytes takes a gigabyte and overflows a stack of 1 MB.
#pragma once

#include <cstdint>

#include "flatline/archive.hpp"

namespace flatline::physfs {

/// False where PhysFS must not see the file; `problem` says why: limit-archive-entries, or
/// archive-unreadable for a directory that is not one or names nested too deeply.
bool zip_is_safe(File& file, const Limits& limits, Finding& problem) noexcept;

}  // namespace flatline::physfs
