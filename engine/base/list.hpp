// A growing array that says where memory is out: std::vector would throw, and end a host that is
// built without exceptions.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#include "flatline/view.hpp"

namespace flatline {

/// An array of plain elements in memory of the system. A call that returns false changed nothing.
template <class T>
class List {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    List() noexcept = default;
    List(List&& other) noexcept { swap(other); }
    List& operator=(List&& other) noexcept {
        List(std::move(other)).swap(*this);
        return *this;
    }
    List(const List&) = delete;
    List& operator=(const List&) = delete;
    ~List() { std::free(data_); }

    T* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T& operator[](std::size_t i) const noexcept { return data_[i]; }
    T& back() const noexcept { return data_[size_ - 1]; }
    T* begin() const noexcept { return data_; }
    T* end() const noexcept { return data_ + size_; }
    View<T> view() const noexcept { return {data_, size_}; }

    [[nodiscard]] bool reserve(std::size_t count) noexcept {
        if (count <= capacity_) return true;
        if (count > kMost) return false;
        void* const grown = std::realloc(static_cast<void*>(data_), count * sizeof(T));
        if (grown == nullptr) return false;
        data_ = static_cast<T*>(grown);
        capacity_ = count;
        return true;
    }
    [[nodiscard]] bool push(const T& value) noexcept {
        const T copy = value;  // it may lie in the array itself
        if (!make_room(1)) return false;
        data_[size_++] = copy;
        return true;
    }
    /// Precondition: `values` do not lie in the array.
    [[nodiscard]] bool append(const T* values, std::size_t count) noexcept {
        if (!make_room(count)) return false;
        if (count != 0) {
            std::memcpy(static_cast<void*>(data_ + size_), values, count * sizeof(T));
        }
        size_ += count;
        return true;
    }
    /// Keeps the first `count`. Precondition: not more than size().
    void truncate(std::size_t count) noexcept { size_ = count; }

private:
    static constexpr std::size_t kMost = static_cast<std::size_t>(-1) / 2 / sizeof(T);

    void swap(List& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }
    bool make_room(std::size_t count) noexcept {
        if (count <= capacity_ - size_) return true;
        if (count > kMost - size_) return false;
        const std::size_t least = size_ + count;
        const std::size_t twice = capacity_ > kMost / 2 ? kMost : 2 * capacity_;
        return reserve(twice > least ? twice : least);
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace flatline
