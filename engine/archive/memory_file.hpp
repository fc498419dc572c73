// Files over bytes in memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "model/archive.hpp"

namespace flatline::engine::archive {

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

/// Bytes that several own. The count may be changed on any thread.
class SharedBytes {
public:
    explicit SharedBytes(Buffer bytes) noexcept : bytes_(std::move(bytes)) {}
    const Buffer& bytes() const noexcept { return bytes_; }
    void retain() noexcept { owners_.fetch_add(1, std::memory_order_relaxed); }
    void release() noexcept {
        if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
    }

private:
    Buffer bytes_;
    std::atomic<std::size_t> owners_{1};
};

/// A file over bytes of its own, which a map may share.
class KeptFile final : public File {
public:
    /// Null if memory is out.
    static std::unique_ptr<KeptFile> make(Buffer bytes) noexcept {
        auto* const shared = new (std::nothrow) SharedBytes(std::move(bytes));
        if (shared == nullptr) return nullptr;
        std::unique_ptr<KeptFile> file(new (std::nothrow) KeptFile(*shared));
        if (file == nullptr) shared->release();
        return file;
    }
    ~KeptFile() override { bytes_.release(); }

    std::uint64_t size() const noexcept override { return file_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        return file_.read_at(offset, out, size);
    }

    /// A part of the bytes, without a copy. All bytes stay as long as it does. Preconditions: it
    /// lies in the file, and nobody writes to it.
    Buffer share(std::uint64_t offset, std::uint64_t size) const noexcept {
        bytes_.retain();
        return Buffer(bytes_.bytes().data() + offset, static_cast<std::size_t>(size), release,
                      &bytes_);
    }

private:
    explicit KeptFile(SharedBytes& bytes) noexcept : bytes_(bytes), file_(bytes.bytes().bytes()) {}
    static void release(void* bytes, void*, std::size_t) {
        static_cast<SharedBytes*>(bytes)->release();
    }

    SharedBytes& bytes_;  // one of its owners
    MemoryFile file_;
};

}  // namespace flatline::engine::archive
