// A file of the system, opened by its name. No other part of the library opens files by name.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "model/archive.hpp"

namespace flatline::engine::physfs {

/// A regular file, open for reading.
class NativeFile final : public File {
public:
    /// Opens what lies at `path` below `folder`, both with a NUL after them; null, and why, where
    /// that is no regular file or cannot be read. Links in `path` are not followed. A folder, a
    /// FIFO or a device is not waited for, also where it takes the place of a file in this moment.
    static std::unique_ptr<NativeFile> open(const char* folder, const char* path,
                                            bool& no_memory) noexcept;
    NativeFile(const NativeFile&) = delete;
    NativeFile& operator=(const NativeFile&) = delete;
    ~NativeFile() override;

    std::uint64_t size() const noexcept override { return size_; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override;

private:
    NativeFile(std::intptr_t handle, std::uint64_t size) noexcept : handle_(handle), size_(size) {}

    std::intptr_t handle_;  // a descriptor, or of Windows a HANDLE
    std::uint64_t size_;
};

}  // namespace flatline::engine::physfs
