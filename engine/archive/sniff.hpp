// What a file is, told by its first bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/view.hpp"

namespace flatline::archive {

enum class FileKind : std::uint8_t { unknown, wad, zip, seven_zip, textmap, doom3 };

struct Sniffed {
    FileKind kind = FileKind::unknown;
    bool cut = false;  ///< more bytes could tell: a comment goes on behind `head`
};

/// `head` is how the file begins, `whole` that there is nothing behind it. A TEXTMAP begins with
/// an identifier and '=' or '{', a Doom 3 map with `Version` and a number or an entity, or with
/// '{' (so do Quake's); blanks, comments, a byte order mark and stray semicolons may come first.
Sniffed sniff(Bytes head, bool whole) noexcept;

}  // namespace flatline::archive
