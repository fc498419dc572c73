// model/memory.hpp: where the loader's memory comes from.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flatline::engine {

/// How every block of MemoryHooks::acquire is aligned, whatever it will hold.
inline constexpr std::size_t kMemoryAlignment = 64;

/// Two functions of the host that give memory and take it back; both get `context` as it is. The
/// thread that loads, builds or destroys calls them; they must not throw, and outlive all made with
/// them. `acquire` returns `bytes` bytes, a multiple of nothing, aligned to kMemoryAlignment; null
/// ends the call with Status::out_of_memory. `release` gets what it gave, with the same size. A
/// load holds no more than it announces, and after it hardly more than it used. Both null: address
/// space of the system, whose pages count once they are touched. `seed` and addresses key the
/// tables over names of a file: a host whose addresses can be guessed gives a random number. No
/// result depends on it.
struct MemoryHooks {
    void* (*acquire)(void* context, std::size_t bytes) = nullptr;
    void (*release)(void* context, void* memory, std::size_t bytes) = nullptr;
    void* context = nullptr;
    std::uint64_t seed = 0;
};

}  // namespace flatline::engine
