// The loop that zlib and liblzma streams share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "archive/read.hpp"
#include "model/buffer.hpp"
#include "physfs/unpackers.hpp"

namespace flatline::engine::physfs {

/// The packed bytes, a piece at a time.
class PackedInput {
public:
    PackedInput(File& file, std::uint64_t place, std::uint64_t packed) noexcept
        : file_(file), place_(place), left_(packed) {}

    std::uint64_t left() const noexcept { return left_; }
    /// Up to `size` bytes straight to `out`. Fewer than there should be end the stream.
    std::uint64_t read(unsigned char* out, std::uint64_t size) noexcept {
        const std::uint64_t want = std::min(size, left_);
        const std::uint64_t got = archive::read_fully(file_, place_, out, want);
        place_ += got;
        left_ = got < want ? 0 : left_ - got;
        return got;
    }

private:
    File& file_;
    std::uint64_t place_;
    std::uint64_t left_;
};

/// A buffer for what is packed, and the loop over it.
template <class Stream>
class StreamUnpacker : public Unpacker {
public:
    explicit StreamUnpacker(PackedInput input) noexcept
        : input_(input), buffer_(Buffer::allocate(kPiece)) {}

    bool has_buffer() const noexcept { return buffer_.data() != nullptr; }
    std::uint64_t read(unsigned char* out, std::uint64_t size) noexcept override {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max() / 2;
        std::uint64_t filled = 0;
        while (filled < size && !is_over_) {
            if (stream_.avail_in == 0) {
                stream_.next_in = buffer_.data();
                stream_.avail_in =
                    static_cast<decltype(stream_.avail_in)>(input_.read(buffer_.data(), kPiece));
            }
            const std::uint64_t room = std::min(size - filled, kMost);
            stream_.next_out = out + filled;
            stream_.avail_out = static_cast<decltype(stream_.avail_out)>(room);
            const auto in_before = stream_.avail_in;
            const bool goes_on = step();
            const std::uint64_t made = room - stream_.avail_out;
            filled += made;
            is_over_ = !goes_on || (made == 0 && in_before == stream_.avail_in);
        }
        return filled;
    }

protected:
    /// One call of the library; false at the end of the stream and where it is damaged.
    virtual bool step() noexcept = 0;

    Stream stream_ = {};

private:
    static constexpr std::size_t kPiece = 32u << 10;

    PackedInput input_;
    Buffer buffer_;
    bool is_over_ = false;
};

}  // namespace flatline::engine::physfs
