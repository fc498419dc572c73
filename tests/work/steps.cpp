#include "work/steps.hpp"

#include <cstddef>
#include <cstdint>

namespace work {
std::uint64_t steps = 0;
}

// What -fsanitize=fuzzer-no-link calls at each comparison; libFuzzer is not linked here.
extern "C" {
#define WORK_STEP(name, type) \
    void name(type, type) { ++work::steps; }
WORK_STEP(__sanitizer_cov_trace_cmp1, std::uint8_t)
WORK_STEP(__sanitizer_cov_trace_cmp2, std::uint16_t)
WORK_STEP(__sanitizer_cov_trace_cmp4, std::uint32_t)
WORK_STEP(__sanitizer_cov_trace_cmp8, std::uint64_t)
WORK_STEP(__sanitizer_cov_trace_const_cmp1, std::uint8_t)
WORK_STEP(__sanitizer_cov_trace_const_cmp2, std::uint16_t)
WORK_STEP(__sanitizer_cov_trace_const_cmp4, std::uint32_t)
WORK_STEP(__sanitizer_cov_trace_const_cmp8, std::uint64_t)
#undef WORK_STEP
void __sanitizer_cov_trace_switch(std::uint64_t, std::uint64_t*) { ++work::steps; }

// The linker calls these for those of the address sanitizer (--wrap).
void* __real___asan_memcpy(void* to, const void* from, std::size_t size);
void* __real___asan_memmove(void* to, const void* from, std::size_t size);
void* __real___asan_memset(void* to, int value, std::size_t size);
void* __wrap___asan_memcpy(void* to, const void* from, std::size_t size) {
    work::steps += 1 + size / 8;
    return __real___asan_memcpy(to, from, size);
}
void* __wrap___asan_memmove(void* to, const void* from, std::size_t size) {
    work::steps += 1 + size / 8;
    return __real___asan_memmove(to, from, size);
}
void* __wrap___asan_memset(void* to, int value, std::size_t size) {
    work::steps += 1 + size / 8;
    return __real___asan_memset(to, value, size);
}
const void* __real_memchr(const void* bytes, int value, std::size_t size);
const void* __wrap_memchr(const void* bytes, int value, std::size_t size) {
    const void* const found = __real_memchr(bytes, value, size);
    const auto at = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p); };
    work::steps += 1 + (found != nullptr ? at(found) - at(bytes) : size) / 8;
    return found;
}
// The address sanitizer's own memcmp calls this.
void __sanitizer_weak_hook_memcmp(void*, const void*, const void*, std::size_t size, int) {
    work::steps += 1 + size / 8;
}
}
