// flatline/view.hpp: a read-only array that somebody else owns (C++17 has no span).
#pragma once

#include <cstddef>

namespace flatline {

/// A pointer and a count: elements that somebody else owns and that may only be read. It is valid
/// as long as its owner keeps them, and copying it copies no elements. The index is not checked.
template <class T>
class View {
public:
    constexpr View() noexcept = default;
    constexpr View(const T* data, std::size_t size) noexcept : data_(data), size_(size) {}

    constexpr const T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr const T* begin() const noexcept { return data_; }
    constexpr const T* end() const noexcept { return data_ + size_; }
    constexpr const T& operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    const T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Bytes of a text or lump that somebody else owns.
using Bytes = View<unsigned char>;

}  // namespace flatline
