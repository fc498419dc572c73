// The system's memory failing where a test wants it. What is linked with it keeps the names of
// malloc, realloc and aligned_alloc (tests/CMakeLists.txt), so that what the engine takes by them
// fails too.
#include "support/failing_new.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_realloc(void* memory, std::size_t size);
void* __real_aligned_alloc(std::size_t align, std::size_t size);
}

namespace failing_new {
namespace {

thread_local bool armed = false;
thread_local bool watched = false;
thread_local bool failed = false;
thread_local std::uint64_t left = 0;
thread_local std::uint64_t throwing = 0;

bool fails() {
    if (!armed || left-- != 0) return false;
    armed = false;
    failed = true;
    return true;
}

void* take_or_throw(std::size_t size) {
    if (watched) ++throwing;
    void* const memory = __real_malloc(size != 0 ? size : 1);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void* take_or_null(std::size_t size) {
    return fails() ? nullptr : __real_malloc(size != 0 ? size : 1);
}

}  // namespace

void fail_at(std::uint64_t k) {
    armed = watched = true;
    failed = false;
    left = k;
    throwing = 0;
}

bool heal() {
    armed = watched = false;
    return failed;
}

std::uint64_t throwing_calls() { return throwing; }

}  // namespace failing_new

extern "C" {
void* __wrap_malloc(std::size_t size) {
    return failing_new::fails() ? nullptr : __real_malloc(size);
}
void* __wrap_realloc(void* memory, std::size_t size) {
    return failing_new::fails() ? nullptr : __real_realloc(memory, size);
}
void* __wrap_aligned_alloc(std::size_t align, std::size_t size) {
    return failing_new::fails() ? nullptr : __real_aligned_alloc(align, size);
}
}

void* operator new(std::size_t size) { return failing_new::take_or_throw(size); }
void* operator new[](std::size_t size) { return failing_new::take_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return failing_new::take_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return failing_new::take_or_null(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

void* operator new(std::size_t size, std::align_val_t align, const std::nothrow_t&) noexcept {
    if (failing_new::fails()) return nullptr;
    try {
        return ::operator new(size, align);
    } catch (...) {
        return nullptr;
    }
}
