// Attributes and builtins that compilers name differently. GCC and clang share theirs, MSVC's stand
// beside them. Any other compiler gets standard C++, which is slower and gives the same results.
#pragma once

#include <cstdint>
#include <cstdlib>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

// FLATLINE_STANDARD_WORDS asks for the words of the standard from every compiler, to test them.
#if defined(__GNUC__) && !defined(FLATLINE_STANDARD_WORDS)
#define FLATLINE_GNUC 1
#else
#define FLATLINE_GNUC 0
#endif

// AddressSanitizer looks at this build: GCC says so by a macro, clang by a feature.
#if defined(__SANITIZE_ADDRESS__)
#define FLATLINE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FLATLINE_ASAN 1
#endif
#endif
#if !defined(FLATLINE_ASAN)
#define FLATLINE_ASAN 0
#endif

// What compiles this file, in words.
#if defined(__clang__)
#define FLATLINE_COMPILER __VERSION__
#elif defined(__GNUC__)
#define FLATLINE_COMPILER "g++ " __VERSION__
#elif defined(_MSC_VER)
#define FLATLINE_DIGITS_OF(number) #number
#define FLATLINE_DIGITS(number) FLATLINE_DIGITS_OF(number)
#define FLATLINE_COMPILER "MSVC " FLATLINE_DIGITS(_MSC_VER)
#else
#define FLATLINE_COMPILER "unknown"
#endif

// Before a function, in place of `inline`: what the loops over text are made of.
#if FLATLINE_GNUC
#define FLATLINE_ALWAYS_INLINE [[gnu::always_inline]] inline
#define FLATLINE_NEVER_INLINE [[gnu::noinline]]
#elif defined(_MSC_VER)
#define FLATLINE_ALWAYS_INLINE __forceinline
#define FLATLINE_NEVER_INLINE __declspec(noinline)
#else
#define FLATLINE_ALWAYS_INLINE inline
#define FLATLINE_NEVER_INLINE
#endif

// Before a function that is one long loop: it begins where a line of the cache does, whatever
// stands before it in the program. In the middle of a line loops over text were 2 % slower.
#if FLATLINE_GNUC
#define FLATLINE_OWN_LINE [[gnu::aligned(64)]]
#else
#define FLATLINE_OWN_LINE
#endif

// Before a variable of another file: it is in the same library, so no table is asked for its place.
#if FLATLINE_GNUC && !defined(_WIN32)
#define FLATLINE_HIDDEN __attribute__((visibility("hidden")))
#else
#define FLATLINE_HIDDEN
#endif

// Vector instructions that every machine of the kind has.
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(FLATLINE_STANDARD_WORDS)
#define FLATLINE_SSE2 1
#else
#define FLATLINE_SSE2 0
#endif
#if ((defined(__ARM_NEON) && defined(__aarch64__)) || defined(_M_ARM64)) && \
    !defined(FLATLINE_STANDARD_WORDS)
#define FLATLINE_NEON 1
#else
#define FLATLINE_NEON 0
#endif

// A function may be built for AVX2 beside the portable one in the same program. MSVC
// would build what is inlined there for the machine of the file, so it has none. Nor has a build
// for size, nor GCC for Windows: it stores vectors of 32 bytes into a stack that is aligned to 16
// as if it were to 32 (GCC bug 54412).
#if defined(__x86_64__) && FLATLINE_GNUC && !defined(FLATLINE_ONE_KERNEL) && \
    (!defined(_WIN32) || defined(__clang__))
#define FLATLINE_AVX2 1
#define FLATLINE_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#else
#define FLATLINE_AVX2 0
#endif

#if defined(__SIZEOF_INT128__) && FLATLINE_GNUC
#define FLATLINE_WORD128 1
#else
#define FLATLINE_WORD128 0
#endif

namespace flatline::engine {

#if FLATLINE_WORD128
__extension__ using Word128 = unsigned __int128;
#endif

/// Asks for the memory at `p`, which will be read or written soon. It need not be there. Forced
/// inline, because GCC 12 takes a function that only prefetches for one without effect, and leaves
/// out its calls.
FLATLINE_ALWAYS_INLINE void prefetch(const void* p) noexcept {
#if FLATLINE_GNUC
    __builtin_prefetch(p);
#elif defined(_MSC_VER) && FLATLINE_SSE2
    _mm_prefetch(static_cast<const char*>(p), _MM_HINT_T0);
#elif defined(_MSC_VER) && FLATLINE_NEON
    __prefetch(p);
#else
    (void)p;
#endif
}

/// Keeps the compiler from optimising across this call: it forgets what it knows of `value` and
/// takes it for used. It stays in its register where there is inline assembly, which MSVC has for
/// its 32-bit targets alone.
FLATLINE_ALWAYS_INLINE void optimization_barrier(std::uint64_t& value) noexcept {
#if FLATLINE_GNUC
    asm volatile("" : "+r"(value));
#else
    const volatile std::uint64_t copy = value;
    value = copy;
#endif
}

/// Tells the processor that a loop waits for another one, which may have what this one does not
/// use.
inline void pause() noexcept {
#if FLATLINE_GNUC && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif FLATLINE_GNUC && defined(__aarch64__)
    asm volatile("yield");
#elif defined(_MSC_VER) && FLATLINE_SSE2
    _mm_pause();
#elif defined(_MSC_VER) && FLATLINE_NEON
    __yield();
#endif
}

/// Nothing comes here; so a `switch` needs no comparison for what is none of its cases.
[[noreturn]] FLATLINE_ALWAYS_INLINE void unreachable() noexcept {
#if FLATLINE_GNUC
    __builtin_unreachable();
#elif defined(_MSC_VER)
    __assume(false);
#else
    for (;;) {
    }
#endif
}

/// True if `a` * `b` does not fit; else `out` is the product.
inline bool multiply_overflows(std::uint64_t a, std::uint64_t b, std::uint64_t& out) noexcept {
#if FLATLINE_GNUC
    return __builtin_mul_overflow(a, b, &out);
#else
    out = a * b;
    return a != 0 && out / a != b;
#endif
}

/// Whether this machine and its system know AVX2, BMI and BMI2.
inline bool has_avx2() noexcept {
#if FLATLINE_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

}  // namespace flatline::engine
