// What the files of the C functions share: their handles, and the C++ forms of their structs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
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

/// What loading a map of either kind has in common: the handle, the text under it, and a copy of
/// the text where the caller does not keep it. `load` makes the result of the text.
template <class Handle, class Load>
flatline_status load_text(const void* text, size_t size, std::uint64_t most, bool copy,
                          Handle** out, Load&& load) noexcept {
    auto* map = new (std::nothrow) Handle;
    if (map == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *out = map;
    map->text = {static_cast<const unsigned char*>(text), size};
    // A text over its limit is refused by the load, without a copy of it.
    const bool refused = size > most;
    if (copy && !refused) {
        map->copy = Buffer::copy_of(map->text);
        map->text = map->copy.bytes();
        if (map->copy.data() == nullptr) {
            map->result.status = Status::out_of_memory;
            return FLATLINE_OUT_OF_MEMORY;
        }
    }
    map->result = load(map->text);
    if (copy && refused) map->text = {};  // the caller's, who need not keep it
    return static_cast<flatline_status>(map->result.status);
}

}  // namespace flatline::capi
