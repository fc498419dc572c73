// Memory for the state of zlib, from the host's hooks and charged to the budget.
#pragma once

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"

namespace flatline::engine::nodes {

/// As much of `bytes` as zlib takes in one call.
inline uInt zlib_chunk(std::uint64_t bytes) noexcept {
    return static_cast<uInt>(std::min<std::uint64_t>(bytes, std::numeric_limits<uInt>::max() / 2));
}

/// Memory of one zlib stream, for its state and its window: at most `bytes`, which are announced.
class ZlibMemory {
public:
    ZlibMemory(std::uint64_t bytes, const MemoryHooks& hooks, Budget& budget) noexcept
        : left_(bytes), hooks_(hooks), budget_(budget) {
        budget_.announce(bytes);
    }
    /// Makes the stream take its memory from here; before inflateInit or deflateInit.
    void serve(z_stream& stream) noexcept {
        stream.zalloc = &ZlibMemory::take;
        stream.zfree = &ZlibMemory::give;
        stream.opaque = this;
    }
    /// Why zlib got no memory.
    Outcome refusal() const noexcept {
        return refused_ ? Outcome::over_limit : Outcome::out_of_memory;
    }

private:
    static voidpf take(voidpf self, uInt items, uInt size) noexcept {
        return static_cast<ZlibMemory*>(self)->take(std::uint64_t{items} * size);
    }
    static void give(voidpf, voidpf) noexcept {}  // all at once, by the destructor

    void* take(std::uint64_t bytes) noexcept {
        for (Reservation& piece : pieces_) {
            if (piece.data() != nullptr) continue;
            left_ -= std::min(left_, bytes);
            if (left_ == 0) return nullptr;
            refused_ = !budget_.charge(bytes);
            return !refused_ && piece.ensure(hooks_, bytes) ? piece.data() : nullptr;
        }
        return nullptr;
    }

    std::uint64_t left_;
    const MemoryHooks& hooks_;
    Budget& budget_;
    bool refused_ = false;
    Reservation pieces_[8];
};

}  // namespace flatline::engine::nodes
