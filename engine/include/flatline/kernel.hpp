// flatline/kernel.hpp: which vector instructions a load uses.
#pragma once

#include <cstdint>

namespace flatline {

/// All kernels give the same map and the same findings; they differ in speed only.
enum class Kernel : std::uint8_t {
    /// What the environment variable FLATLINE_KERNEL names (scalar, vector, avx2), else the
    /// fastest that this machine runs.
    automatic,
    scalar,  ///< no vectors
    vector,  ///< 16 bytes: SSE2 or NEON, where the build has one of them
    avx2     ///< 32 bytes; where the machine lacks it, `vector`
};

}  // namespace flatline
