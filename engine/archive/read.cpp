#include "archive/read.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "base/arena.hpp"

namespace flatline::archive {
namespace {

// From here on large pages pay.
constexpr std::uint64_t kLongFile = 4u << 20;
// Room doubles from the one to the other.
static_assert(kTrustedBytes % kChunkBytes == 0 && std::has_single_bit(kTrustedBytes / kChunkBytes));

void free_bytes(void*, void* data, std::size_t) { std::free(data); }

struct Free {
    void operator()(unsigned char* bytes) const noexcept { std::free(bytes); }
};

void free_reservation(void* reservation, void*, std::size_t) {
    delete static_cast<Reservation*>(reservation);
}

// Memory for a long file, with what came of it so far; null where there is none. A third of the
// time of reading 100 MB out of the system's cache is page faults, if they come every 4 KB.
Buffer long_buffer(std::uint64_t size, const unsigned char* begin, std::uint64_t got) noexcept {
    std::unique_ptr<Reservation> memory(new (std::nothrow) Reservation);
    if (memory == nullptr || !memory->ensure({}, size)) return {};
    unsigned char* data = memory->data();
    fill_by_large_pages(data, static_cast<std::size_t>(size));
    std::memcpy(data, begin, static_cast<std::size_t>(got));
    return Buffer(data, static_cast<std::size_t>(size), free_reservation, memory.release());
}

}  // namespace

std::uint64_t read_fully(File& file, std::uint64_t offset, unsigned char* out,
                         std::uint64_t size) noexcept {
    std::uint64_t got = 0;
    while (got < size) {
        const std::uint64_t want = std::min(size - got, kChunkBytes);
        // PhysFS may give less than asked with more to come: only 0 is the end.
        const std::uint64_t came = file.read_at(offset + got, out + got, want);
        if (came == 0 || came > want) break;
        got += came;
    }
    return got;
}

ReadBuffer read_buffer(File& file, std::uint64_t offset, std::uint64_t size) noexcept {
    ReadBuffer result;
    if (size > std::numeric_limits<std::size_t>::max() / 2) {
        result.state = ReadBuffer::State::no_memory;
        return result;
    }
    std::unique_ptr<unsigned char, Free> bytes;
    std::uint64_t room = 0;
    do {
        room = std::min(std::max(room * 2, kChunkBytes), size);
        // At least one byte, so that a null pointer always means that memory is out. Large blocks
        // are not copied when they grow: the C library moves their pages.
        void* grown =
            std::realloc(bytes.get(), static_cast<std::size_t>(std::max<std::uint64_t>(room, 1)));
        if (grown == nullptr) {
            result.state = ReadBuffer::State::no_memory;
            return result;
        }
        static_cast<void>(bytes.release());
        bytes.reset(static_cast<unsigned char*>(grown));

        const std::uint64_t want = room - result.got;
        const std::uint64_t came =
            read_fully(file, offset + result.got, bytes.get() + result.got, want);
        result.got += came;
        if (came < want) {
            result.state = ReadBuffer::State::short_read;
            return result;
        }
        if (size >= kLongFile && result.got == kTrustedBytes) {
            Buffer whole = long_buffer(size, bytes.get(), result.got);
            if (whole.data() == nullptr) continue;  // it may still grow
            bytes.reset();
            result.got +=
                read_fully(file, offset + result.got, whole.data() + result.got, size - result.got);
            if (result.got < size) {
                result.state = ReadBuffer::State::short_read;
            } else {
                result.buffer = std::move(whole);
            }
            return result;
        }
    } while (result.got < size);
    result.buffer = Buffer(bytes.release(), static_cast<std::size_t>(size), free_bytes);
    return result;
}

}  // namespace flatline::archive
