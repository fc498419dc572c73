// A File over bytes that somebody else keeps: for tests, fuzzers and files already in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "flatline/archive.hpp"

namespace flatline::archive {

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

}  // namespace flatline::archive
