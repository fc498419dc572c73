// model/write.hpp: writes a loaded map as text or as binary lumps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "model/archive.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/result.hpp"

namespace flatline::engine {

/// Where written bytes go. `write` is called with `context` as it is and the bytes in order, piece
/// by piece, and must not throw; the bytes are there during the call only. False ends the writing
/// with Status::cancelled: a disk is full, or the host has changed its mind.
struct Sink {
    bool (*write)(void* context, const unsigned char* bytes, std::size_t size) = nullptr;
    void* context = nullptr;
};

/// What writing came to. `bytes` counts what the sinks took; after any status but ok it may be less
/// than a whole lump and is of no use. Move-only.
struct [[nodiscard]] WriteResult {
    Status status = Status::refused;
    std::uint64_t bytes = 0;
    FindingList findings;

    explicit operator bool() const noexcept { return status == Status::ok; }
};

/// How a TEXTMAP is laid out. Both have one assignment a line; no tool loses anything of either.
enum class TextStyle : std::uint8_t {
    udb = FLATLINE_STYLE_UDB,  ///< `x = 64.0;`, the index as a comment, an empty line after each
                               ///< block
    compact = FLATLINE_STYLE_COMPACT  ///< `x=64;`, nothing that is not needed
};

/// What becomes of the numbers of Doom, Heretic and Strife: line specials, sector types, flags.
enum class Translate : std::uint8_t {
    none = FLATLINE_TRANSLATE_NONE,
    zdoom = FLATLINE_TRANSLATE_ZDOOM  ///< those of the namespace zdoom, by the tables of that port
};

/// Options of write_textmap.
struct TextmapOptions {
    TextStyle style = TextStyle::udb;
    Translate translate = Translate::none;
    /// A number without an equivalent becomes 0, with a warning for each. Else it refuses the map.
    bool lossy = false;
};

/// Writes a map as a UDMF 1.1 text that loads as the same map: the same elements, columns, unknown
/// fields and blocks. A standard field with its default is left out. The text says the namespace
/// that the map was read with. A map that was read as UDMF 0.99 is written as 0.99 only where it
/// has keys that 1.1 does not take, and refused (convert-loss) where then nothing can say so.
/// Translated it is another map, of the namespace zdoom; refused where a number has no equivalent
/// (convert-untranslated), and for a map that has none of these games' numbers (map-unsupported).
/// Cancelled where the sink returns false. No memory is taken but 100 KB of the stack. Any thread.
/// Source: docs/writer.md, "Text", "Translation".
WriteResult write_textmap(const Map& map, const Sink& sink,
                          const TextmapOptions& options = {}) noexcept;

/// Where write_binary writes each lump.
struct BinarySinks {
    Sink vertexes, linedefs, sidedefs, sectors, things;
};

/// Options of write_binary.
struct BinaryOptions {
    MapFormat format = MapFormat::doom;  ///< or hexen
    /// Writes although fields are lost: each kind of loss is one warning (convert-loss) with its
    /// count. An index that does not fit refuses the map nevertheless.
    bool lossy = false;
    /// How many findings are kept.
    std::uint64_t findings = Limits().finding_lines;
};

/// Writes a map as the five lumps of a binary map, by the flags and specials that its namespace has
/// there. Read with that namespace they are the same map, except for vertices after the last one
/// that a line names. Refused, and nothing written, where a field would be lost: each is a finding
/// of convert-loss. Also refused for another format. Cancelled where a sink returns false; the
/// lumps come one after another. No memory is taken. Any thread. Source: docs/writer.md, "Binary
/// lumps".
WriteResult write_binary(const Map& map, const BinarySinks& sinks,
                         const BinaryOptions& options = {}) noexcept;

}  // namespace flatline::engine
