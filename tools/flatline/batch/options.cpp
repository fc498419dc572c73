#include "batch/options.hpp"

#include <algorithm>

namespace flatline::tool {

void bound_memory(Limits& limits, std::uint64_t bytes) {
    for (std::uint64_t Limits::*of_file :
         {&Limits::container_bytes, &Limits::inflated_bytes, &Limits::text_bytes}) {
        limits.*of_file = std::min(limits.*of_file, bytes / 4);
    }
    limits.arena_bytes = std::min(limits.arena_bytes, bytes / 2);
}

Limits check_limits(Limits limits, const BatchOptions& options) {
    if (options.memory) limits.arena_bytes = std::min(limits.arena_bytes, *options.memory / 4);
    return limits;
}

}  // namespace flatline::tool
