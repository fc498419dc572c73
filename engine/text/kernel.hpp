// Chooses the vector instructions that the text room uses. Every kernel gives the same results. One
// for machines with AVX2 is built into the same program beside the portable one
// (base/compiler.hpp); which of them runs is decided when a text is read.
#pragma once

#include <cstdint>

#include "base/compiler.hpp"
#include "model/kernel.hpp"

namespace flatline::engine::text {

/// `wanted` where this machine has it, else the next best. For Kernel::automatic it is the best.
Kernel choose_kernel(Kernel wanted) noexcept;

}  // namespace flatline::engine::text
