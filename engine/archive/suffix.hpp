// What the suffix of a file name says about its content.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "model/view.hpp"

namespace flatline::engine::archive {

/// A `.txt` (note) is a TEXTMAP where it is the file itself, and anything inside a tree.
enum class Suffix : std::uint8_t { none, wad, archive, text, map, note, other };

Suffix suffix_kind(std::string_view path) noexcept;

/// Lies directly in the folder `maps`, in any case: there a WAD's first map has its file's name.
bool in_maps(std::string_view path) noexcept;

/// Whether a file of a tree is opened to look for maps. The others are not: of a packed tree each
/// file costs its unpacking.
FLATLINE_API bool may_hold_map(std::string_view path) noexcept;
/// The same with its first bytes, of which there are 4 at least where the file has them.
FLATLINE_API bool may_hold_map(std::string_view path, Bytes head) noexcept;

}  // namespace flatline::engine::archive
