// Reading bytes whose number somebody else claims.
#pragma once

#include <cstdint>

#include "flatline/archive.hpp"

namespace flatline::archive {

/// The most that is asked for at once.
inline constexpr std::uint64_t kChunkBytes = 64u << 10;

/// Reads until `size` bytes are there, the file ends or an error comes. Returns how many came.
std::uint64_t read_fully(File& file, std::uint64_t offset, unsigned char* out,
                         std::uint64_t size) noexcept;

/// What came of a read into a new buffer.
struct ReadBuffer {
    enum class State : std::uint8_t { ok, short_read, no_memory };
    State state = State::ok;
    std::uint64_t got = 0;  ///< bytes that came
    Buffer buffer;          ///< `size` bytes where all is well, else null
};

/// A file of this size is read into large pages.
inline constexpr std::uint64_t kLongFile = 4u << 20;
/// Of a long file, once its part 1 / kTrust came, the rest is no longer doubted.
inline constexpr std::uint64_t kTrust = 64;

/// Reads exactly `size` bytes. A claim takes no memory: the buffer grows while bytes really come,
/// and is never more than twice what came (or 64 KiB; kTrust times what came of a long file, whose
/// pages the system hands out as they are filled).
ReadBuffer read_buffer(File& file, std::uint64_t offset, std::uint64_t size) noexcept;

}  // namespace flatline::archive
