// flatline/memory.hpp: where the loader's memory comes from.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flatline {

/// Two functions of the host that give memory and take it back; both get `context` as it is.
/// `acquire` returns `bytes` bytes aligned to 64 or more, or null when it has none, which ends the
/// call with Status::out_of_memory. `release` gets what `acquire` gave, with the same size. They
/// must not throw. They are called on the thread that loads or builds and on the one that destroys
/// the result, and must outlive everything made with them. The default (both null) reserves address
/// space from the system. `seed` and their addresses key the tables over names of a file: a host
/// whose addresses can be guessed gives a random number. No result depends on it.
struct MemoryHooks {
    void* (*acquire)(void* context, std::size_t bytes) = nullptr;
    void (*release)(void* context, void* memory, std::size_t bytes) = nullptr;
    void* context = nullptr;
    std::uint64_t seed = 0;
};

}  // namespace flatline
