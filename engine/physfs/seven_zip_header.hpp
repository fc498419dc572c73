// The directory of a 7z, by the format's own documentation (7zFormat.txt). This code does
// not trust it: it refuses everything outside the header or the file.
#pragma once

#include <cstdint>

#include "base/cursor.hpp"
#include "base/list.hpp"
#include "model/view.hpp"
#include "physfs/unpackers.hpp"

namespace flatline::engine::physfs::seven_zip {

inline constexpr std::uint64_t kStartBytes = 32;  ///< of the header that begins the file

/// What 7z calls a folder: one stream that is packed as a whole, cut into files.
struct Block {
    std::uint64_t place = 0;  ///< in the file
    std::uint64_t packed = 0;
    std::uint64_t size = 0;  ///< unpacked
    std::uint32_t first_coder = 0;
    std::uint32_t coder_count = 0;
    std::uint32_t pack_streams = 1;
    std::uint32_t streams = 1;  ///< files in it
    std::uint32_t crc = 0;
    bool has_crc = false;
    bool is_chain = true;  ///< false: coders with several inputs, such as BCJ2; nothing of ours
};

/// A file's bytes in a block.
struct Stream {
    std::uint32_t block = 0;
    std::uint32_t crc = 0;
    bool has_crc = false;
    std::uint64_t place = 0;
    std::uint64_t size = 0;
};

struct Streams {
    explicit Streams(const MemoryHooks& hooks) noexcept
        : memory(hooks), blocks(hooks), coders(hooks), streams(hooks) {}

    MemoryHooks memory;
    List<Block> blocks;
    List<Coder> coders;  ///< of each block in a row, the one that reads the file last
    List<Stream> streams;

    View<Coder> coders_of(const Block& block) const noexcept {
        return {coders.data() + block.first_coder, block.coder_count};
    }
};

/// The properties of all files, as they lie in the header. Bits are counted from the highest.
struct Files {
    std::uint64_t count = 0;
    Bytes empty_stream;  ///< a bit a file: it has no bytes
    Bytes empty_file;    ///< a bit a file without bytes: it is no folder
    Bytes names;         ///< UTF-16, each with a NUL at its end
    Bytes attributes;    ///< four bytes a file, or none
};

inline bool bit(Bytes bits, std::uint64_t i) noexcept {
    return i / 8 < bits.size() && (bits[static_cast<std::size_t>(i / 8)] >> (7 - i % 8) & 1) != 0;
}

enum class HeaderState : std::uint8_t { ok, packed, damaged, too_many, no_memory };

/// Reads a header whose bytes are `header`. `packed`: it holds where the real one lies, as the one
/// block of `streams`. More than `most` blocks or streams are too many.
HeaderState read_header(Bytes header, std::uint64_t file_size, std::uint64_t most, Streams& streams,
                        Files& files) noexcept;

/// The next of Files::names, UTF-16, as UTF-8; half a pair becomes U+FFFD. False at their end, and
/// with `no_memory`.
bool next_name(Cursor& names, List<char>& out, bool& no_memory) noexcept;

}  // namespace flatline::engine::physfs::seven_zip
