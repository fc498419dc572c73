// Detects the type of a file by its first bytes (docs/archives.md, "What a file is").
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "model/view.hpp"

namespace flatline::engine::archive {

enum class FileKind : std::uint8_t { unknown, wad, zip, seven_zip, textmap, doom3 };

struct Sniffed {
    FileKind kind = FileKind::unknown;
    bool cut = false;  ///< more bytes could tell, because a comment goes on after `head`
};

/// `head` is the beginning of the file; `whole` means that nothing follows it. A TEXTMAP begins
/// with an identifier and '=' or '{'. A Doom 3 map begins with `Version` and a number or an entity,
/// or with '{', as Quake's do. Blanks, comments, a byte order mark and stray semicolons may come
/// first.
FLATLINE_API Sniffed sniff(Bytes head, bool whole) noexcept;

}  // namespace flatline::engine::archive
