// model/kernel.hpp: which vector instructions a load uses.
#pragma once

#include <cstdint>

namespace flatline::engine {

/// All kernels give the same map and the same findings; they differ in speed only.
enum class Kernel : std::uint8_t {
    automatic,  ///< the fastest that this machine runs
    scalar,     ///< no vectors
    vector,     ///< 16 bytes: SSE2 or NEON, where the build has one of them
    avx2        ///< 32 bytes; where the machine lacks it, `vector`
};

}  // namespace flatline::engine
