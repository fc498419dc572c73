#include "archive/read.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "base/reservation.hpp"

namespace flatline::engine {
namespace {

void free_bytes(void*, void* data, std::size_t) { std::free(data); }

}  // namespace

/// Buffers of read_buffer: how much memory each began with is its context, because it may be more
/// than its size.
struct detail::ReadMemory {
    static Buffer make(unsigned char* data, std::size_t size, std::size_t room) noexcept {
        return Buffer(data, size, free_bytes, reinterpret_cast<void*>(room));
    }
    /// 0 of a buffer that came from elsewhere.
    static std::size_t room_of(const Buffer& buffer) noexcept {
        const bool own = buffer.data_ != nullptr && buffer.free_ == free_bytes;
        return own ? reinterpret_cast<std::size_t>(buffer.context_) : 0;
    }
    static void resize(Buffer& buffer, std::size_t size) noexcept { buffer.size_ = size; }
};

}  // namespace flatline::engine

namespace flatline::engine::archive {
namespace {

using detail::ReadMemory;

struct Free {
    void operator()(unsigned char* bytes) const noexcept { std::free(bytes); }
};
using Block = std::unique_ptr<unsigned char, Free>;

// With 32 bits a claim may be more than there can be; it is refused once so much has come.
bool fits(std::uint64_t size) noexcept {
    return size <= std::numeric_limits<std::size_t>::max() / 2;
}

bool grow(Block& bytes, std::uint64_t size) noexcept {
    if (!fits(size)) return false;
    // Large blocks are not copied when they grow: the C library moves their pages.
    void* const grown = std::realloc(bytes.get(), static_cast<std::size_t>(size));
    if (grown == nullptr) return false;
    static_cast<void>(bytes.release());
    bytes.reset(static_cast<unsigned char*>(grown));
    return true;
}

// Half of the time of reading 100 MB out of the system's cache were page faults.
bool move_to_large_pages(Block& bytes, std::uint64_t got, std::uint64_t size) noexcept {
#if defined(_WIN32)
    (void)got;
    return grow(bytes, size);
#else
    if (!fits(size)) return false;
    const auto whole = static_cast<std::size_t>((size + kLargePage - 1) & ~(kLargePage - 1));
    Block block(static_cast<unsigned char*>(std::aligned_alloc(kLargePage, whole)));
    if (block == nullptr) return false;
    fill_by_large_pages(block.get(), whole);
    std::memcpy(block.get(), bytes.get(), static_cast<std::size_t>(got));
    bytes = std::move(block);
    return true;
#endif
}

// New pages would take as long again as reading out of the system's cache.
bool fits_into(const Buffer& room, std::uint64_t size) noexcept {
    const std::size_t had = ReadMemory::room_of(room);
    return size >= kLongFile && size <= had && had <= 2 * size;
}

}  // namespace

bool is_room(const Buffer& buffer) noexcept { return ReadMemory::room_of(buffer) >= kLongFile; }

std::uint64_t read_fully(File& file, std::uint64_t offset, unsigned char* out,
                         std::uint64_t size) noexcept {
    std::uint64_t got = 0;
    while (got < size) {
        const std::uint64_t want = std::min(size - got, kChunkBytes);
        // PhysFS may give less than was asked although more follows; only 0 is the end.
        const std::uint64_t came = file.read_at(offset + got, out + got, want);
        if (came == 0 || came > want) break;
        got += came;
    }
    return got;
}

ReadBuffer read_buffer(File& file, std::uint64_t offset, std::uint64_t size, Buffer room) noexcept {
    ReadBuffer result;
    if (fits_into(room, size)) {
        ReadMemory::resize(room, static_cast<std::size_t>(size));
        result.got = read_fully(file, offset, room.data(), size);
        if (result.got < size) {
            result.state = ReadBuffer::State::short_read;
        } else {
            result.buffer = std::move(room);
        }
        return result;
    }
    room.reset();
    if (size > std::numeric_limits<std::uint64_t>::max() / 2) {
        result.state = ReadBuffer::State::no_memory;
        return result;
    }
    Block bytes;
    std::uint64_t grown = 0;
    do {
        const bool believed = size >= kLongFile && result.got >= size / kTrust;
        grown = believed ? size : std::min(std::max(grown * 2, kChunkBytes), size);
        // At least one byte, so that a null pointer always means that memory is out.
        if (!(believed ? move_to_large_pages(bytes, result.got, size)
                       : grow(bytes, std::max<std::uint64_t>(grown, 1)))) {
            result.state = ReadBuffer::State::no_memory;
            return result;
        }

        const std::uint64_t want = grown - result.got;
        const std::uint64_t came =
            read_fully(file, offset + result.got, bytes.get() + result.got, want);
        result.got += came;
        if (came < want) {
            result.state = ReadBuffer::State::short_read;
            return result;
        }
    } while (result.got < size);
    const auto whole = static_cast<std::size_t>(size);
    result.buffer = ReadMemory::make(bytes.release(), whole, whole);
    return result;
}

}  // namespace flatline::engine::archive
