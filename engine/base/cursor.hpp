// The one class that moves pointers over binary data. Little-endian, every read checked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/view.hpp"

namespace flatline::engine {

/// Reads numbers and slices from the front of `bytes`. A read that does not fit returns false,
/// leaves `out` alone and moves nothing. Views live as long as the bytes.
class Cursor {
public:
    explicit Cursor(Bytes bytes) noexcept : bytes_(bytes) {}

    std::size_t position() const noexcept { return at_; }
    std::size_t left() const noexcept { return bytes_.size() - at_; }
    Bytes rest() const noexcept { return {bytes_.data() + at_, left()}; }

    [[nodiscard]] bool skip(std::uint64_t count) noexcept {
        if (count > left()) return false;
        at_ += static_cast<std::size_t>(count);
        return true;
    }
    [[nodiscard]] bool take(std::uint64_t count, Bytes& out) noexcept {
        const unsigned char* from = bytes_.data() + at_;
        if (!skip(count)) return false;
        out = {from, static_cast<std::size_t>(count)};
        return true;
    }

    [[nodiscard]] bool u8(std::uint8_t& out) noexcept { return word(out); }
    [[nodiscard]] bool u16(std::uint16_t& out) noexcept { return word(out); }
    [[nodiscard]] bool u32(std::uint32_t& out) noexcept { return word(out); }
    [[nodiscard]] bool u64(std::uint64_t& out) noexcept { return word(out); }
    [[nodiscard]] bool i16(std::int16_t& out) noexcept { return word(out); }
    [[nodiscard]] bool i32(std::int32_t& out) noexcept { return word(out); }

private:
    template <class T>
    bool word(T& out) noexcept {
        if (sizeof(T) > left()) return false;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            value |= std::uint64_t{bytes_[at_ + i]} << (8 * i);
        }
        // Two's complement; C++20 defines the narrowing.
        out = static_cast<T>(value);
        at_ += sizeof(T);
        return true;
    }

    Bytes bytes_;
    std::size_t at_ = 0;
};

}  // namespace flatline::engine
