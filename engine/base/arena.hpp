// Memory of a load: reserved by an upper bound, charged page by page as it is filled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "flatline/memory.hpp"

namespace flatline {

/// What a load may take. `announce` publishes the upper bound; `charge` refuses to pass the limit
/// (arena-bytes) or the bound, whichever is lower.
class Budget {
public:
    explicit Budget(std::uint64_t limit) noexcept : limit_(limit) {}

    void announce(std::uint64_t bound) noexcept {
        const std::uint64_t room = limit_ - announced_;
        announced_ += bound < room ? bound : room;
    }
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        if (bytes > announced_ - used_) {
            wanted_ = used_ + bytes;
            return false;
        }
        used_ += bytes;
        return true;
    }
    /// Gives back what was charged since used() was `mark`: the same memory is filled again.
    void rewind(std::uint64_t mark) noexcept { used_ = mark; }
    std::uint64_t limit() const noexcept { return limit_; }
    std::uint64_t announced() const noexcept { return announced_; }
    std::uint64_t used() const noexcept { return used_; }
    /// What a refused charge would have come to; 0 where none was refused.
    std::uint64_t wanted() const noexcept { return wanted_; }

private:
    std::uint64_t limit_;
    std::uint64_t announced_ = 0;
    std::uint64_t used_ = 0;
    std::uint64_t wanted_ = 0;
};

/// A piece of address space of one set of hooks; pages count once they are touched. Move-only.
class Reservation {
public:
    Reservation() noexcept = default;
    Reservation(Reservation&& other) noexcept { swap(other); }
    Reservation& operator=(Reservation&& other) noexcept {
        Reservation(std::move(other)).swap(*this);
        return *this;
    }
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;
    ~Reservation() { reset(); }

    /// Makes sure of at least `bytes`; keeps what it has where that is enough. False: no memory.
    [[nodiscard]] bool ensure(const MemoryHooks& hooks, std::uint64_t bytes) noexcept;
    /// The same for memory of which nearly all will be written.
    [[nodiscard]] bool ensure_whole(const MemoryHooks& hooks, std::uint64_t bytes) noexcept;
    void reset() noexcept;
    unsigned char* data() const noexcept { return static_cast<unsigned char*>(data_); }
    std::size_t size() const noexcept { return size_; }
    /// False where it came from a host's hooks.
    bool is_of_system() const noexcept { return hooks_.acquire == nullptr; }

private:
    void swap(Reservation& other) noexcept {
        std::swap(hooks_, other.hooks_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }

    MemoryHooks hooks_;
    void* data_ = nullptr;
    std::size_t size_ = 0;
};

inline constexpr std::size_t kLargePage = 2u << 20;

/// Tells the system that all of `memory` will be filled, so that it may hand out large pages
/// instead of one fault for every 4 KB. Changes nothing where it cannot, or below a few pages.
void fill_by_large_pages(void* memory, std::size_t bytes) noexcept;

/// Gives the whole pages of `memory` back to the system: what they held is lost, writing takes new
/// ones. Only for memory that a Reservation got without hooks. Changes nothing where it cannot.
void drop_pages(void* memory, std::size_t bytes) noexcept;

/// Adds up the sizes of slices of one reservation in 64 bits, each aligned to a cache line.
class Layout {
public:
    /// Offset of a slice of `count` elements of `size` bytes. Sizes past 2^62 saturate.
    std::uint64_t add(std::uint64_t count, std::uint64_t size) noexcept {
        const std::uint64_t at = bytes_;
        std::uint64_t bytes = 0;
        if (__builtin_mul_overflow(count, size, &bytes) || bytes > kMost - bytes_) {
            bytes_ = kMost;
        } else {
            bytes_ += (bytes + 63) & ~63ull;
        }
        return at;
    }
    /// The next slice begins at a multiple of `size`, a power of two.
    void align(std::uint64_t size) noexcept {
        if (bytes_ < kMost) bytes_ = (bytes_ + size - 1) & ~(size - 1);
    }
    std::uint64_t bytes() const noexcept { return bytes_; }

private:
    static constexpr std::uint64_t kMost = 1ull << 62;
    std::uint64_t bytes_ = 0;
};

/// An array that grows inside its slice of a reservation and never moves. Elements are not
/// initialised. Every page is charged to the budget before it is first written.
template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    void place(unsigned char* slice, std::uint64_t capacity, Budget* budget) noexcept {
        data_ = reinterpret_cast<T*>(slice);
        size_ = charged_ = 0;
        capacity_ = capacity;
        budget_ = budget;
        large_at_ = kNever;
    }
    /// Behind its first 2 MB the array is filled by large pages, one at a time. For memory of the
    /// system.
    void grow_by_large_pages() noexcept { large_at_ = kLargePage / sizeof(T); }

    T* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t i) const noexcept { return data_[i]; }
    T& back() const noexcept { return data_[size_ - 1]; }
    void truncate(std::size_t size) noexcept { size_ = size; }

    /// Room for one more, uninitialised; null where the budget or the slice is spent.
    T* push() noexcept {
        if (size_ == charged_ && !grow(1)) [[unlikely]]
            return nullptr;
        return data_ + size_++;
    }
    /// Room for `count` more.
    T* push(std::size_t count) noexcept {
        if (count > charged_ - size_ && !grow(count - (charged_ - size_))) [[unlikely]] {
            return nullptr;
        }
        T* at = data_ + size_;
        size_ += count;
        return at;
    }

private:
    bool grow(std::uint64_t more) noexcept {
        // A page at a time: a small map is charged what it fills, a large one hardly notices.
        constexpr std::uint64_t kStep = sizeof(T) < 4096 ? 4096 / sizeof(T) : 1;
        const std::uint64_t room = capacity_ - charged_;
        if (more > room) return false;
        const std::uint64_t step = more > kStep ? more : (room < kStep ? room : kStep);
        if (!budget_->charge(step * sizeof(T))) return false;
        charged_ += step;
        if (charged_ > large_at_) [[unlikely]] {
            // One whole page lies in this for sure, two perhaps: asking again changes nothing.
            const std::uint64_t room_left = capacity_ - charged_;
            const std::uint64_t ahead = 2 * kLargePage / sizeof(T);
            const std::uint64_t next = room_left < ahead ? room_left : ahead;
            fill_by_large_pages(data_ + charged_, static_cast<std::size_t>(next * sizeof(T)));
            large_at_ = charged_ + kLargePage / sizeof(T) / 2;
        }
        return true;
    }
    static constexpr std::uint64_t kNever = ~0ull;

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t charged_ = 0;
    std::uint64_t capacity_ = 0;
    std::uint64_t large_at_ = kNever;
    Budget* budget_ = nullptr;
};

}  // namespace flatline
