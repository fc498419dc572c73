// Gathers characters in a chunk and passes them to a sink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/compiler.hpp"
#include "model/write.hpp"

namespace flatline::engine::write {

/// Text that is written over and over: `key = ` or a whole line. It is copied at its full width and
/// counts with its size.
struct Piece {
    static constexpr std::size_t kWidth = 48;

    unsigned char bytes[kWidth] = {};
    std::uint32_t size = 0;

    void add(std::string_view text) noexcept {
        std::memcpy(bytes + size, text.data(), text.size());
        size += static_cast<std::uint32_t>(text.size());
    }
};

/// Gathers bytes and hands them to a sink. Once the sink has said no, everything is thrown away.
/// Callers keep the place in a pointer of their own: begin with at(), ask room() before writing up
/// to kRoom bytes, and give the pointer back with at(p).
class TextStream {
    using Byte = unsigned char;

public:
    static constexpr std::size_t kRoom = 256;

    explicit TextStream(const Sink& sink) noexcept : sink_(sink) {}
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    Byte* at() const noexcept { return at_; }
    void at(Byte* p) noexcept { at_ = p; }
    /// `p`, or a place where kRoom bytes are free.
    FLATLINE_ALWAYS_INLINE Byte* room(Byte* p) noexcept {
        if (static_cast<std::size_t>(chunk_ + sizeof chunk_ - p) >= kRoom) [[likely]]
            return p;
        return flush(p);
    }
    /// Bytes of any length.
    Byte* bytes(Byte* p, std::string_view text) noexcept {
        while (text.size() > kRoom) {
            p = put(room(p), text.substr(0, kRoom));
            text.remove_prefix(kRoom);
        }
        return put(room(p), text);
    }
    /// Hands over what is left. False if the sink did not take everything.
    [[nodiscard]] bool finish() noexcept {
        at_ = flush(at_);
        return !failed_;
    }
    bool failed() const noexcept { return failed_; }
    std::uint64_t written() const noexcept { return written_; }

    /// Both need room for it.
    static Byte* put(Byte* p, std::string_view text) noexcept {
        std::memcpy(p, text.data(), text.size());
        return p + text.size();
    }
    static Byte* put(Byte* p, const Piece& piece) noexcept {
        std::memcpy(p, piece.bytes, Piece::kWidth);
        return p + piece.size;
    }

private:
    Byte* flush(Byte* p) noexcept {
        const auto size = static_cast<std::size_t>(p - chunk_);
        if (size != 0 && !failed_) {
            failed_ = sink_.write == nullptr || !sink_.write(sink_.context, chunk_, size);
            if (!failed_) written_ += size;
        }
        return chunk_;
    }

    const Sink& sink_;
    std::uint64_t written_ = 0;
    bool failed_ = false;
    Byte* at_ = chunk_;
    Byte chunk_[32u << 10];
};

}  // namespace flatline::engine::write
