#include "batch/options.hpp"

#include <algorithm>

namespace flatline::engine::tool {

void bound_memory(Limits& limits, std::uint64_t bytes) {
    for (std::uint64_t Limits::*of_file :
         {&Limits::container_bytes, &Limits::inflated_bytes, &Limits::text_bytes}) {
        limits.*of_file = std::min(limits.*of_file, bytes / 4);
    }
    // An entry takes its name, and as a map the report about it.
    constexpr std::uint64_t kEntry = 1024;
    constexpr std::uint64_t kFewEntries = 1024;
    limits.archive_entries =
        std::min(limits.archive_entries, std::max(bytes / kEntry, kFewEntries));
    limits.stdin_bytes = std::min(limits.stdin_bytes, bytes / 8);
    limits.arena_bytes = std::min(limits.arena_bytes, bytes / 2);
}

FileMemory::FileMemory(const BatchOptions& options, const Limits& limits, std::uint64_t packed) {
    // An archive of 2 MB with a map of 100 MB in it is a real one, and loads.
    constexpr std::uint64_t kLeast = 224u << 20;
    constexpr std::uint64_t kOfAByte = 256;
    if (options.memory) {
        bytes_ = *options.memory;
    } else if (packed != 0 && limits.arena_bytes <= Limits().arena_bytes) {
        bytes_ = std::max(kLeast, std::min(packed, bytes_ / kOfAByte) * kOfAByte);
    }
}

Limits FileMemory::of_opening(Limits limits) const {
    limits.arena_bytes = std::min(limits.arena_bytes, quarter());
    return limits;
}

std::uint64_t FileMemory::left(std::uint64_t held) const {
    return std::max(bytes_ - std::min(held, bytes_), bytes_ / 8);
}

Limits FileMemory::of_load(Limits limits, std::uint64_t held) const {
    limits.arena_bytes = std::min(limits.arena_bytes, left(held) / 3 * 2);
    return limits;
}

Limits FileMemory::of_rules(Limits limits, std::uint64_t held) const {
    limits.arena_bytes = std::min(limits.arena_bytes, left(held) / 3);
    return limits;
}

}  // namespace flatline::engine::tool
