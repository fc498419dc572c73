// A piece of a file in memory. It moves when a caller needs other bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "archive/read.hpp"
#include "model/archive.hpp"
#include "model/buffer.hpp"

namespace flatline::engine::physfs {

class Window {
public:
    /// `bytes` is the most that one get() gives and what one read of the file asks for.
    Window(File& file, std::size_t bytes) noexcept
        : file_(file), size_(file.size()), buffer_(Buffer::allocate(bytes)) {}

    bool has_memory() const noexcept { return buffer_.data() != nullptr; }
    std::uint64_t file_size() const noexcept { return size_; }
    /// What was read of the file since the last call, in bytes.
    std::uint64_t take_work() noexcept { return std::exchange(work_, 0); }

    /// `count` bytes at `offset`, good until the next call. False if the file has them not.
    bool get(std::uint64_t offset, std::uint64_t count, Bytes& out) noexcept {
        if (buffer_.data() == nullptr || count > buffer_.size() || offset > size_ ||
            count > size_ - offset) {
            return false;
        }
        if (offset < begin_ || offset + count > end_) {
            const std::uint64_t want = std::min<std::uint64_t>(buffer_.size(), size_ - offset);
            begin_ = offset;
            end_ = offset + archive::read_fully(file_, offset, buffer_.data(), want);
            work_ += want;
            if (offset + count > end_) return false;
        }
        out = {buffer_.data() + (offset - begin_), static_cast<std::size_t>(count)};
        return true;
    }

private:
    File& file_;
    std::uint64_t size_;
    Buffer buffer_;
    std::uint64_t begin_ = 0;
    std::uint64_t end_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace flatline::engine::physfs
