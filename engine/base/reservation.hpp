// Memory of a load: address space by an upper bound, from the system or from hooks of the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "flatline/export.h"
#include "model/memory.hpp"

namespace flatline::engine {

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

    /// Makes sure that there are at least `bytes`; keeps what it has where that is enough, and of a
    /// host's memory not far more than that (is_wasted_on). False if there is no memory.
    [[nodiscard]] FLATLINE_API bool ensure(const MemoryHooks& hooks, std::uint64_t bytes) noexcept;
    /// The same, for memory that will be written nearly to its end.
    [[nodiscard]] bool ensure_whole(const MemoryHooks& hooks, std::uint64_t bytes) noexcept;
    /// Memory of the system in large pages, from malloc: a small page that nobody has had yet may
    /// cost as much as filling fifty, and what malloc got back it gives to the next map with its
    /// pages.
    [[nodiscard]] bool ensure_large(std::uint64_t bytes) noexcept;
    /// A slice of `whole`, which has to live longer; in ensure() as if it were memory of its own.
    void slice(const Reservation& whole, std::uint64_t at, std::uint64_t bytes) noexcept;
    bool is_slice() const noexcept { return is_slice_; }
    FLATLINE_API void reset() noexcept;
    /// True if it is so much more than `bytes` that a host should get it back.
    bool is_wasted_on(std::uint64_t bytes) const noexcept {
        return size_ > bytes + bytes / 16 + 256;
    }
    unsigned char* data() const noexcept { return static_cast<unsigned char*>(data_); }
    std::size_t size() const noexcept { return size_; }
    /// True if memory by these hooks costs address space alone until it is touched, and there
    /// is plenty of that: far more may be asked for than will be filled.
    static bool is_free_until_touched(const MemoryHooks& hooks) noexcept;
    /// False if it came from a host's hooks.
    bool is_of_system() const noexcept { return hooks_.acquire == nullptr; }
    /// True if the last ensure() had it from the system, so that its pages are still to come.
    bool is_new() const noexcept { return is_new_; }

private:
    void swap(Reservation& other) noexcept {
        std::swap(hooks_, other.hooks_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(is_new_, other.is_new_);
        std::swap(is_slice_, other.is_slice_);
        std::swap(of_malloc_, other.of_malloc_);
    }

    MemoryHooks hooks_;
    void* data_ = nullptr;
    void* of_malloc_ = nullptr;  // what ensure_large() had, `data_` in it
    std::size_t size_ = 0;
    bool is_new_ = false;
    bool is_slice_ = false;
};

inline constexpr std::size_t kLargePage = 2u << 20;

/// Tells the system that all of `memory` will be filled, so that it may hand out large pages
/// instead of one fault for every 4 KB. Changes nothing where it cannot, or below a few pages.
void fill_by_large_pages(void* memory, std::size_t bytes) noexcept;

/// Has the system hand out all pages of `memory` at once, a third cheaper than by one fault each.
/// For memory that will be filled. Changes nothing where it cannot.
void take_pages(void* memory, std::size_t bytes) noexcept;

/// Tells the system that little of `memory` will be filled, so that it hands out small pages.
/// Changes nothing where it cannot.
void fill_by_small_pages(void* memory, std::size_t bytes) noexcept;

/// Gives the whole pages of `memory` back to the system: what they held is lost, writing takes new
/// ones. Only for memory that a Reservation got without hooks. Changes nothing where it cannot.
void drop_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace flatline::engine
