// An array inside a slice of a reservation, or in one that grows with it, charged to the budget
// page by page as it grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/budget.hpp"
#include "base/compiler.hpp"
#include "base/poison.hpp"
#include "base/reservation.hpp"

namespace flatline::engine {

/// An array charges so many bytes at a time.
inline constexpr std::uint64_t kChargedPage = 4096;

/// Room for `count` elements of `size` bytes and the rest of the last page that is charged, so that
/// what is charged does not depend on how near to the truth `count` is. None for none.
constexpr std::uint64_t with_last_page(std::uint64_t count, std::uint64_t size) noexcept {
    return count == 0 ? 0 : count + kChargedPage / size;
}

/// An array in new memory has pages handed out ahead of what it fills: an eighth of that, and so
/// many bytes.
inline constexpr std::uint64_t kLeastAhead = 16u << 10;
inline constexpr std::uint64_t kMostAhead = 64u << 10;

/// An array that has a reservation of its own grows by this part of what it has. Of what it fills
/// it has at most 5/4, and while it moves 9/4.
inline constexpr std::uint64_t kGrowth = 4;

/// An array that grows inside its slice of a reservation and never moves, or (place_alone) has a
/// reservation that becomes larger with it, and moves then. Elements are not initialised. Every
/// page is charged to the budget before it is first written. What lies after the last element is
/// poisoned (base/poison.hpp).
template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    void place(unsigned char* slice, std::uint64_t capacity, Budget* budget) noexcept {
        data_ = reinterpret_cast<T*>(slice);
        size_ = charged_ = 0;
        capacity_ = capacity;
        budget_ = budget;
        ask_at_ = large_at_ = ahead_at_ = kNever;
        own_ = nullptr;
        poison(data_, static_cast<std::size_t>(capacity * sizeof(T)));
    }
    /// Places it in `own`, of which it fills what is there and then takes a quarter more (kGrowth)
    /// by `hooks`. Both outlive the array, and nobody else uses `own`.
    void place_alone(Reservation& own, const MemoryHooks& hooks, Budget* budget) noexcept {
        place(own.data(), own.size() / sizeof(T), budget);
        own_ = &own;
        hooks_ = &hooks;
    }
    /// The same elements, copied to `to` by the caller, from now on. It does not grow any more.
    void move_to(unsigned char* to) noexcept {
        data_ = reinterpret_cast<T*>(to);
        charged_ = size_;
        capacity_ = size_;
        own_ = nullptr;
    }
    /// After its first 2 MB the array is filled by large pages, one at a time. For memory of the
    /// system.
    void grow_by_large_pages() noexcept {
        large_at_ = kLargePage / sizeof(T);
        if (large_at_ < ask_at_) ask_at_ = large_at_;
    }
    /// Up to this size the array takes pages one by one, after it several at a time (take_pages).
    /// Only for memory of the system that nobody has written to.
    void take_pages_ahead(std::uint64_t behind) noexcept {
        ahead_at_ = behind / sizeof(T);
        if (ahead_at_ < ask_at_) ask_at_ = ahead_at_;
    }

    T* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    /// True if it was placed alone: what it takes is announced when it takes it.
    bool grows_alone() const noexcept { return own_ != nullptr; }
    /// What the budget has been charged for it.
    std::uint64_t charged_bytes() const noexcept { return charged_ * sizeof(T); }
    T& operator[](std::size_t i) const noexcept { return data_[i]; }
    T& back() const noexcept { return data_[size_ - 1]; }
    void truncate(std::size_t size) noexcept {
        poison(data_ + size, (size_ - size) * sizeof(T));
        size_ = size;
    }

    /// Room for one more, uninitialised; null if the budget or the slice is spent.
    T* push() noexcept {
        if (size_ == charged_ && !grow(1)) [[unlikely]]
            return nullptr;
        unpoison(data_ + size_, sizeof(T));
        return data_ + size_++;
    }
    /// Adds one; false if the budget or the slice is spent.
    [[nodiscard]] bool add(const T& value) noexcept {
        if (size_ == charged_ && !grow(1)) [[unlikely]]
            return false;
        unpoison(data_ + size_, sizeof(T));
        data_[size_++] = value;
        return true;
    }
    /// Room for `count` more.
    T* push(std::size_t count) noexcept {
        if (count > charged_ - size_ && !grow(count - (charged_ - size_))) [[unlikely]] {
            return nullptr;
        }
        T* at = data_ + size_;
        unpoison(at, count * sizeof(T));
        size_ += count;
        return at;
    }

private:
    bool grow(std::uint64_t more) noexcept {
        // A page at a time: a small map is charged what it fills, a large one hardly notices.
        constexpr std::uint64_t kStep = sizeof(T) < kChargedPage ? kChargedPage / sizeof(T) : 1;
        if (own_ != nullptr && !widen(charged_ + (more > kStep ? more : kStep))) return false;
        const std::uint64_t room = capacity_ - charged_;
        if (more > room) return false;
        const std::uint64_t step = more > kStep ? more : (room < kStep ? room : kStep);
        if (!budget_->charge(step * sizeof(T))) return false;
        charged_ += static_cast<std::size_t>(step);
        if (charged_ > ask_at_) [[unlikely]]
            ask_for_pages();
        return true;
    }
    // Asks the system for what is filled next. Nothing was written after size_.
    FLATLINE_NEVER_INLINE void ask_for_pages() noexcept {
        const auto ahead = [this](std::uint64_t bytes) {
            const std::uint64_t room = capacity_ - size_;
            const std::uint64_t wanted = charged_ - size_ + bytes / sizeof(T);
            return wanted < room ? wanted : room;
        };
        const auto bytes_of = [](std::uint64_t count) {
            return static_cast<std::size_t>(count * sizeof(T));
        };
        if (charged_ > large_at_) {
            // One whole page lies in this for sure, two perhaps: asking again changes nothing.
            fill_by_large_pages(data_ + size_, bytes_of(ahead(2 * kLargePage)));
            large_at_ = charged_ + kLargePage / sizeof(T) / 2;
            ahead_at_ = kNever;
        }
        if (charged_ > ahead_at_) {
            const std::uint64_t eighth = size_ * sizeof(T) / 8;
            const std::uint64_t least = eighth > kLeastAhead ? eighth : kLeastAhead;
            const std::uint64_t count = ahead(least < kMostAhead ? least : kMostAhead);
            take_pages(data_ + size_, bytes_of(count));
            ahead_at_ = size_ + count;
        }
        ask_at_ = large_at_ < ahead_at_ ? large_at_ : ahead_at_;
    }
    // Moves to more memory, which is announced first, where there is too little for `count`. False
    // if there is none, or where the budget will not grant it.
    bool widen(std::uint64_t count) noexcept {
        if (count <= capacity_) return true;
        const std::uint64_t wanted = (count - charged_) * sizeof(T);
        const std::uint64_t quarter = capacity_ + capacity_ / kGrowth;
        const std::uint64_t grown = quarter > count ? quarter : count;
        budget_->announce((grown - capacity_) * sizeof(T));
        budget_->announce_move(capacity_ * sizeof(T));
        if (!budget_->has(wanted)) return budget_->charge(wanted);  // it tells what was wanted
        Reservation next;
        if (!next.ensure(*hooks_, grown * sizeof(T))) return false;
        if (size_ != 0) std::memcpy(next.data(), data_, size_ * sizeof(T));
        *own_ = std::move(next);
        data_ = reinterpret_cast<T*>(own_->data());
        capacity_ = own_->size() / sizeof(T);
        poison(data_ + size_, static_cast<std::size_t>((capacity_ - size_) * sizeof(T)));
        return true;
    }
    static constexpr std::uint64_t kNever = ~0ull;

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t charged_ = 0;
    std::uint64_t capacity_ = 0;
    // It asks for large pages, and for pages ahead, where more is charged than this; the less of
    // both.
    std::uint64_t large_at_ = kNever, ahead_at_ = kNever;
    std::uint64_t ask_at_ = kNever;
    Budget* budget_ = nullptr;
    Reservation* own_ = nullptr;
    const MemoryHooks* hooks_ = nullptr;
};

}  // namespace flatline::engine
