#include "base/reservation.hpp"

#include <cstdint>
#include <cstdlib>
#include <limits>

#include "base/poison.hpp"

#if defined(_WIN32)
#include <malloc.h>
#elif __has_include(<sys/mman.h>)
#include <sys/mman.h>
#include <sys/resource.h>
#define FLATLINE_HAVE_MMAP 1
#endif

namespace flatline::engine {
namespace {

// Smaller pieces come from malloc, which gives the pages of the last map to the next one: new pages
// took nine tenths of the load of a binary map of 10,000 lines.
constexpr std::size_t kMapThreshold = 2 * kLargePage;

// Memory of whole large pages.
[[maybe_unused]] bool is_long(std::size_t bytes) noexcept {
    return bytes >= 2 * kLargePage && bytes % kLargePage == 0;
}

void* system_acquire(std::size_t bytes) noexcept {
#if defined(FLATLINE_HAVE_MMAP)
    if (bytes >= kMapThreshold) {
        int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_NORESERVE)
        flags |= MAP_NORESERVE;  // address space by the bound, pages only as they are filled
#endif
        const std::size_t slack = is_long(bytes) ? kLargePage : 0;
        void* memory = mmap(nullptr, bytes + slack, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (memory == MAP_FAILED) return nullptr;
        if (slack == 0) return memory;
        // The part that is used begins at a large page; the rest goes back to the system.
        auto* begin = static_cast<unsigned char*>(memory);
        const std::size_t before = (0 - reinterpret_cast<std::uintptr_t>(begin)) & (kLargePage - 1);
        if (before != 0) munmap(begin, before);
        begin += before;
        munmap(begin + bytes, slack - before);
        return begin;
    }
#endif
#if defined(_WIN32)
    return _aligned_malloc(bytes, 64);
#else
    return std::aligned_alloc(64, (bytes + 63) & ~std::size_t{63});
#endif
}

void system_release(void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(FLATLINE_HAVE_MMAP)
    if (bytes >= kMapThreshold) {
        munmap(memory, bytes);
        return;
    }
#endif
#if defined(_WIN32)
    _aligned_free(memory);
#else
    std::free(memory);
#endif
}

}  // namespace

void fill_by_large_pages(void* memory, std::size_t bytes) noexcept {
#if defined(FLATLINE_HAVE_MMAP) && defined(MADV_HUGEPAGE)
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t begin = (at + kLargePage - 1) & ~std::uintptr_t{kLargePage - 1};
    const std::uintptr_t end = (at + bytes) & ~std::uintptr_t{kLargePage - 1};
    if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

void take_pages(void* memory, std::size_t bytes) noexcept {
#if defined(FLATLINE_HAVE_MMAP) && defined(MADV_POPULATE_WRITE)
    constexpr std::uintptr_t kPage = 4096;  // where pages are larger a part of one is refused
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t begin = at & ~(kPage - 1);
    const std::uintptr_t end = (at + bytes + kPage - 1) & ~(kPage - 1);
    if (bytes != 0) {
        (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
    }
#else
    (void)memory;
    (void)bytes;
#endif
}

void fill_by_small_pages(void* memory, std::size_t bytes) noexcept {
#if defined(FLATLINE_HAVE_MMAP) && defined(MADV_NOHUGEPAGE)
    // What is shorter comes from malloc, which would keep the advice.
    if (bytes < 2 * kLargePage) return;
    (void)madvise(memory, bytes, MADV_NOHUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

void drop_pages(void* memory, std::size_t bytes) noexcept {
#if defined(FLATLINE_HAVE_MMAP) && defined(MADV_DONTNEED)
    constexpr std::uintptr_t kPage = 64u << 10;  // the largest small page of any system
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t begin = (at + kPage - 1) & ~(kPage - 1);
    const std::uintptr_t end = (at + bytes) & ~(kPage - 1);
    if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
#else
    (void)memory;
    (void)bytes;
#endif
}

bool Reservation::is_free_until_touched(const MemoryHooks& hooks) noexcept {
#if defined(FLATLINE_HAVE_MMAP) && defined(MAP_NORESERVE)
    if (hooks.acquire != nullptr || sizeof(std::size_t) < 8) return false;
    rlimit most{};  // what we would take the rest of the process would not have
    return getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur == RLIM_INFINITY;
#else
    (void)hooks;
    return false;
#endif
}

bool Reservation::ensure(const MemoryHooks& hooks, std::uint64_t bytes) noexcept {
    if (data_ != nullptr && bytes <= size_ && (is_of_system() || !is_wasted_on(bytes))) {
        unpoison(data_, size_);
        if (is_slice_) poison(data() + bytes, size_ - static_cast<std::size_t>(bytes));
        is_new_ = false;
        return true;
    }
    reset();
    if (bytes == 0 || bytes > std::numeric_limits<std::size_t>::max() / 2) return bytes == 0;
    auto size = static_cast<std::size_t>(bytes);
    // Address space only; so a slice that begins at a multiple of a large page really does.
    if (hooks.acquire == nullptr && size >= 2 * kLargePage) {
        size = (size + kLargePage - 1) & ~(kLargePage - 1);
    }
    void* memory =
        hooks.acquire != nullptr ? hooks.acquire(hooks.context, size) : system_acquire(size);
    if (memory == nullptr) return false;
    hooks_ = hooks;
    data_ = memory;
    size_ = size;
    is_new_ = is_of_system();
    return true;
}

bool Reservation::ensure_whole(const MemoryHooks& hooks, std::uint64_t bytes) noexcept {
    if (!ensure(hooks, bytes)) return false;
    if (is_new_ && size_ >= kMapThreshold) {
        fill_by_large_pages(data_, static_cast<std::size_t>(bytes));
    }
    return true;
}

bool Reservation::ensure_large(std::uint64_t bytes) noexcept {
    if (data_ != nullptr && !is_slice_ && is_of_system() && bytes <= size_) {
        unpoison(data_, size_);
        is_new_ = false;
        return true;
    }
    reset();
    if (bytes > std::numeric_limits<std::size_t>::max() / 2) return false;
    const auto size = (static_cast<std::size_t>(bytes) + kLargePage - 1) & ~(kLargePage - 1);
    // Not aligned_alloc: glibc has such memory from the system each time.
    of_malloc_ = std::malloc(size + kLargePage);
    if (of_malloc_ == nullptr) return false;
    auto* const begin = static_cast<unsigned char*>(of_malloc_);
    data_ = begin + ((0 - reinterpret_cast<std::uintptr_t>(begin)) & (kLargePage - 1));
    hooks_ = {};
    size_ = size;
    is_new_ = true;
    fill_by_large_pages(data_, size);
    return true;
}

void Reservation::slice(const Reservation& whole, std::uint64_t at, std::uint64_t bytes) noexcept {
    reset();
    hooks_ = {};
    data_ = whole.data() + at;
    size_ = static_cast<std::size_t>(bytes);
    is_new_ = false;
    is_slice_ = true;
}

void Reservation::reset() noexcept {
    if (is_slice_) {  // the memory may be gone already
        data_ = nullptr;
        size_ = 0;
        is_slice_ = false;
    }
    if (data_ == nullptr) return;
    unpoison(data_, size_);
    if (of_malloc_ != nullptr) {
        std::free(of_malloc_);
        of_malloc_ = nullptr;
    } else if (hooks_.acquire != nullptr) {
        if (hooks_.release != nullptr) hooks_.release(hooks_.context, data_, size_);
    } else {
        system_release(data_, size_);
    }
    data_ = nullptr;
    size_ = 0;
}

}  // namespace flatline::engine
