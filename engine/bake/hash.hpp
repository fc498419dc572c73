// XXH3, the only place that knows the library.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/bake.hpp"
#include "model/view.hpp"

namespace flatline::engine::bake {

/// The state of a hash of 64 or 128 bits over pieces.
class Hash {
public:
    Hash() noexcept;
    void add(const void* bytes, std::size_t size) noexcept;
    template <class T>
    void add_value(const T& value) noexcept {
        add(&value, sizeof value);
    }
    /// Of all that was added; the same as that of one piece.
    std::uint64_t bits64() const noexcept;
    BakeKey bits128() const noexcept;

private:
    // An XXH3_state_t; hash.cpp checks the size.
    alignas(64) unsigned char state_[576];
};

/// The same of one piece, which is quicker.
std::uint64_t hash64(Bytes bytes) noexcept;
BakeKey hash128(Bytes bytes) noexcept;

}  // namespace flatline::engine::bake
