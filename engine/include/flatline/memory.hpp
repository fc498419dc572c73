// flatline/memory.hpp: where the loader's memory comes from.
#pragma once

#include <cstddef>

namespace flatline {

/// Two functions that give and take memory. The default (both null) reserves address space from
/// the system, so that pages count only once they are touched. `acquire` returns null when it has
/// none; alignment at least 64. They must not throw. Called from the thread that loads or that
/// destroys the Map; the hooks must outlive every Map and Loader made with them.
struct MemoryHooks {
    void* (*acquire)(void* context, std::size_t bytes) = nullptr;
    void (*release)(void* context, void* memory, std::size_t bytes) = nullptr;
    void* context = nullptr;
};

}  // namespace flatline
