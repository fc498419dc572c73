// What fuzzers say when a promise is broken, and the bytes that they work on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "model/archive.hpp"

namespace fuzz {

inline void require(bool good, const char* promise) {
    if (good) return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

/// A text that an oracle returns: "" if nothing is wrong.
inline void require_none(const std::string& fault) { require(fault.empty(), fault.c_str()); }

/// Bytes of exactly their size, so that the address sanitizer sees a read outside.
struct Content {
    Content() = default;
    Content(const std::uint8_t* data, std::size_t count)
        : bytes(new unsigned char[count]), size(count) {
        if (count != 0) std::memcpy(bytes.get(), data, count);
    }
    flatline::engine::Bytes view() const { return {bytes.get(), size}; }
    std::string_view text() const { return {reinterpret_cast<const char*>(bytes.get()), size}; }

    std::unique_ptr<unsigned char[]> bytes;
    std::size_t size = 0;
};

/// A file of such bytes.
class MemoryFile final : public flatline::engine::File {
public:
    explicit MemoryFile(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
    std::uint64_t size() const noexcept override { return content_->size; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= content_->size) return 0;
        const auto count = std::min<std::uint64_t>(size, content_->size - offset);
        std::memcpy(out, content_->bytes.get() + offset, static_cast<std::size_t>(count));
        return count;
    }

private:
    std::shared_ptr<const Content> content_;
};

}  // namespace fuzz
