// A growing array that reports when memory is out. std::vector would throw, which ends a host that
// is built without exceptions.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/reservation.hpp"
#include "model/view.hpp"

namespace flatline::engine {

/// An array of plain elements in memory of the hooks, or of the system. A call that returns false
/// changed nothing. Move-only.
template <class T>
class List {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    List() noexcept = default;
    explicit List(const MemoryHooks& hooks) noexcept : hooks_(hooks) {}
    List(List&& other) noexcept { swap(other); }
    List& operator=(List&& other) noexcept {
        List(std::move(other)).swap(*this);
        return *this;
    }

    T* data() const noexcept { return reinterpret_cast<T*>(memory_.data()); }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T& operator[](std::size_t i) const noexcept { return data()[i]; }
    T& back() const noexcept { return data()[size_ - 1]; }
    T* begin() const noexcept { return data(); }
    T* end() const noexcept { return data() + size_; }
    View<T> view() const noexcept { return {data(), size_}; }

    [[nodiscard]] bool reserve(std::size_t count) noexcept {
        if (count > kMost) return false;
        const std::size_t bytes = count * sizeof(T);
        if (bytes <= memory_.size()) return true;
        Reservation more;
        const std::size_t twice = 2 * memory_.size();
        const std::size_t room = twice > bytes ? twice : bytes;
        if (!more.ensure(hooks_, room > kLeast ? room : kLeast)) return false;
        if (size_ != 0) {
            std::memcpy(static_cast<void*>(more.data()), memory_.data(), size_ * sizeof(T));
        }
        memory_ = std::move(more);
        return true;
    }
    [[nodiscard]] bool push(const T& value) noexcept {
        const T copy = value;  // it may lie in the array itself
        return append(&copy, 1);
    }
    /// Precondition: `values` do not lie in the array.
    [[nodiscard]] bool append(const T* values, std::size_t count) noexcept {
        if (count > kMost - size_ || !reserve(size_ + count)) return false;
        if (count != 0) {
            std::memcpy(static_cast<void*>(data() + size_), values, count * sizeof(T));
        }
        size_ += count;
        return true;
    }
    /// Keeps the first `count`. Precondition: not more than size().
    void truncate(std::size_t count) noexcept { size_ = count; }
    /// Makes it `count` long; what is new is a copy of `value`.
    [[nodiscard]] bool extend(std::size_t count, const T& value) noexcept {
        if (!reserve(count)) return false;
        for (; size_ < count; ++size_) data()[size_] = value;
        return true;
    }

private:
    static constexpr std::size_t kLeast = 1024;
    static constexpr std::size_t kMost = static_cast<std::size_t>(-1) / 4 / sizeof(T);

    void swap(List& other) noexcept {
        std::swap(hooks_, other.hooks_);
        std::swap(memory_, other.memory_);
        std::swap(size_, other.size_);
    }

    MemoryHooks hooks_;
    Reservation memory_;
    std::size_t size_ = 0;
};

}  // namespace flatline::engine
