// Chooses the vector instructions that the text room uses. Every kernel gives the same results.
#pragma once

#include <cstdint>

#include "flatline/kernel.hpp"

// A kernel for machines with AVX2 is built into the same program beside the portable one. Which of
// them runs is decided when a text is read.
#if defined(__x86_64__) && defined(__GNUC__)
#define FLATLINE_AVX2 1
#define FLATLINE_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#else
#define FLATLINE_AVX2 0
#endif

namespace flatline::text {

/// `wanted` where this machine has it, else the next best. For Kernel::automatic it is what the
/// environment variable FLATLINE_KERNEL names (scalar, vector, avx2), or else the best.
Kernel choose_kernel(Kernel wanted) noexcept;

}  // namespace flatline::text
