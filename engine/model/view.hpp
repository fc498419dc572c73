// model/view.hpp: a read-only array that somebody else owns (C++17 has no span).
#pragma once

#include <cstddef>

namespace flatline::engine {

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

/// A table of the library that is packed inside: each row is made when it is asked for. What a row
/// refers to is static data. Indices are not checked. Any thread.
template <class Row, Row (*kRow)(std::size_t) noexcept>
class Rows {
public:
    /// `count` rows from row `first` of all that there are.
    Rows(std::size_t first, std::size_t count) noexcept : first_(first), count_(count) {}

    /// A place in the table, for a loop over it.
    struct Iterator {
        std::size_t row;
        Row operator*() const noexcept { return kRow(row); }
        void operator++() noexcept { ++row; }
        bool operator!=(Iterator other) const noexcept { return row != other.row; }
    };
    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    Iterator begin() const noexcept { return {first_}; }
    Iterator end() const noexcept { return {first_ + count_}; }
    Row operator[](std::size_t i) const noexcept { return kRow(first_ + i); }

private:
    std::size_t first_, count_;
};

/// Bytes of a text or lump that somebody else owns.
using Bytes = View<unsigned char>;

}  // namespace flatline::engine
