// Files over bytes in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "flatline/archive.hpp"

namespace flatline::archive {

/// A file over bytes that somebody else keeps: for tests, fuzzers, and files already in memory.
class MemoryFile final : public File {
public:
    explicit MemoryFile(Bytes bytes) noexcept : bytes_(bytes) {}

    std::uint64_t size() const noexcept override { return bytes_.size(); }

    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        const std::uint64_t count = std::min<std::uint64_t>(size, bytes_.size() - offset);
        if (count != 0) std::memcpy(out, bytes_.data() + offset, static_cast<std::size_t>(count));
        return count;
    }

private:
    Bytes bytes_;
};

/// A file over bytes of its own, which a map may share.
class KeptFile final : public File {
public:
    explicit KeptFile(std::shared_ptr<const Buffer> bytes) noexcept
        : bytes_(std::move(bytes)), file_(bytes_->bytes()) {}

    std::uint64_t size() const noexcept override { return file_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        return file_.read_at(offset, out, size);
    }

    /// A part of the bytes, without a copy. All bytes stay as long as it does. Null where memory is
    /// out. Preconditions: it lies in the file, and nobody writes to it.
    Buffer share(std::uint64_t offset, std::uint64_t size) const noexcept {
        auto* owner = new (std::nothrow) std::shared_ptr<const Buffer>(bytes_);
        if (owner == nullptr) return {};
        return Buffer(bytes_->data() + offset, static_cast<std::size_t>(size), release, owner);
    }

private:
    static void release(void* owner, void*, std::size_t) {
        delete static_cast<std::shared_ptr<const Buffer>*>(owner);
    }

    std::shared_ptr<const Buffer> bytes_;
    MemoryFile file_;
};

}  // namespace flatline::archive
