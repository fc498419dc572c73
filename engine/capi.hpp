// What the files of the C functions share: their handles, and the C++ forms of their structs.
#pragma once

#include <cstring>
#include <type_traits>

#include "flatline/flatline.h"
#include "flatline/limits.hpp"
#include "flatline/load.hpp"

// The result of a load and the text under it, which findings of a refused map need as well.
struct flatline_map {
    flatline::Buffer copy;  // of flatline_load_copy; the result is destroyed before it
    flatline::Bytes text;
    flatline::LoadResult result;
};

namespace flatline::capi {

static_assert(std::is_trivially_copyable_v<Limits> && sizeof(Limits) <= sizeof(flatline_limits));

inline Limits limits_of(const flatline_limits& from) noexcept {
    Limits limits;
    std::memcpy(&limits, from.storage, sizeof limits);
    return limits;
}

inline MemoryHooks hooks_of(const flatline_memory& memory) noexcept {
    return {memory.acquire, memory.release, memory.context};
}

inline void tell(const MemoryUse& memory, uint64_t* announced, uint64_t* used) noexcept {
    if (announced != nullptr) *announced = memory.announced;
    if (used != nullptr) *used = memory.used;
}

}  // namespace flatline::capi
