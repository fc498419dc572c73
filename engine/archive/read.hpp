// Reads bytes of a file whose stated size may be wrong.
#pragma once

#include <cstdint>

#include "flatline/export.h"
#include "model/archive.hpp"

namespace flatline::engine::archive {

/// The most that is asked for at once.
inline constexpr std::uint64_t kChunkBytes = 64u << 10;

/// Reads until `size` bytes have come, the file ends, or an error is met. Returns how many came.
FLATLINE_API std::uint64_t read_fully(File& file, std::uint64_t offset, unsigned char* out,
                                      std::uint64_t size) noexcept;

/// The result of a read into a new buffer.
struct ReadBuffer {
    enum class State : std::uint8_t { ok, short_read, no_memory };
    State state = State::ok;
    std::uint64_t got = 0;  ///< bytes that came
    Buffer buffer;          ///< `size` bytes where all is well, else null
};

/// A file of at least this size is read into large pages.
inline constexpr std::uint64_t kLongFile = 4u << 20;
/// When the first 1 / kTrust of a long file has come, its claim is believed.
inline constexpr std::uint64_t kTrust = 64;

/// Reads exactly `size` bytes. A claim alone takes no memory: the buffer grows while bytes really
/// come. It is never larger than 64 KiB or twice what came. For a long file it may be kTrust times
/// what came, because the system hands out pages only as they are filled. `room`, a buffer of an
/// earlier read, is used instead of new memory where a long file fills half of it or more.
FLATLINE_API ReadBuffer read_buffer(File& file, std::uint64_t offset, std::uint64_t size,
                                    Buffer room = {}) noexcept;

/// Whether `buffer` came from read_buffer and may be the `room` of a long file.
bool is_room(const Buffer& buffer) noexcept;

}  // namespace flatline::engine::archive
