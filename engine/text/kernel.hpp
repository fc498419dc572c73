// Which vectors of the machine the text room uses. Every kernel gives the same results.
#pragma once

#include <cstdint>

#include "flatline/kernel.hpp"

// One kernel for machines with AVX2 is built beside the portable one, into the same program; which
// runs is asked when a text is read.
#if defined(__x86_64__) && defined(__GNUC__)
#define FLATLINE_AVX2 1
#define FLATLINE_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#else
#define FLATLINE_AVX2 0
#endif

namespace flatline::text {

/// `wanted` where this machine has it, else the next best; for Kernel::automatic what the
/// environment variable FLATLINE_KERNEL names (scalar, vector, avx2), else the best.
Kernel choose_kernel(Kernel wanted) noexcept;

}  // namespace flatline::text
