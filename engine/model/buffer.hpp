// model/buffer.hpp: bytes together with the function that frees them.
#pragma once

#include <cstddef>

#include "flatline/export.h"
#include "model/view.hpp"

namespace flatline::engine {

namespace detail {
struct ReadMemory;
}

/// Bytes that are given away, with the function that frees them. Move-only.
class Buffer {
public:
    using Free = void (*)(void* context, void* data, std::size_t size);

    Buffer() noexcept = default;
    /// Takes `data`; `free` is called with it once, on any thread that destroys the owner.
    Buffer(void* data, std::size_t size, Free free, void* context = nullptr) noexcept
        : data_(data), size_(size), free_(free), context_(context) {}
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { reset(); }

    /// Uninitialised memory of the system; data() is null if there is none.
    static Buffer allocate(std::size_t size) noexcept;
    /// A copy of `bytes`; data() is null if memory is out.
    static Buffer copy_of(Bytes bytes) noexcept;

    unsigned char* data() const noexcept FLATLINE_LIFETIMEBOUND {
        return static_cast<unsigned char*>(data_);
    }
    std::size_t size() const noexcept { return size_; }
    Bytes bytes() const noexcept FLATLINE_LIFETIMEBOUND { return {data(), size_}; }
    /// Keeps the first `size` bytes. Precondition: not more than size().
    void shrink(std::size_t size) noexcept { size_ = size; }
    void reset() noexcept;

private:
    friend struct detail::ReadMemory;
    void* data_ = nullptr;
    std::size_t size_ = 0;
    Free free_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace flatline::engine
