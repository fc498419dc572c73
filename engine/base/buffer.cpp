// Buffer: bytes with the function that frees them.
#include "model/buffer.hpp"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace flatline::engine {
namespace {

void free_system(void*, void* data, std::size_t) noexcept { std::free(data); }

}  // namespace

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      free_(other.free_),
      context_(other.context_) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
    if (this != &other) {
        reset();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        free_ = other.free_;
        context_ = other.context_;
    }
    return *this;
}

Buffer Buffer::allocate(std::size_t size) noexcept {
    void* data = std::malloc(size != 0 ? size : 1);
    return data != nullptr ? Buffer(data, size, free_system) : Buffer();
}

Buffer Buffer::copy_of(Bytes bytes) noexcept {
    Buffer buffer = allocate(bytes.size());
    if (buffer.data() != nullptr && !bytes.empty()) {
        std::memcpy(buffer.data(), bytes.data(), bytes.size());
    }
    return buffer;
}

void Buffer::reset() noexcept {
    if (data_ != nullptr && free_ != nullptr) free_(context_, data_, size_);
    data_ = nullptr;
    size_ = 0;
}

}  // namespace flatline::engine
