// flatline/progress.hpp: how a host follows a load, and ends one that takes too long.
#pragma once

#include <cstdint>

namespace flatline {

/// A function that a load calls on the thread that called it: `done` bytes of a text of `total` are
/// read. `done` never falls; from `total` on what is left is derived data. False ends the load with
/// Status::cancelled. Called at most once in `interval_ms` milliseconds, the first time after one
/// interval, so not at all by a short load; 0: after each 256 KiB of text and between stages. It
/// must not throw. A clock is looked at as often; without a function (null) nothing is. A host's
/// pool (LoadOptions::jobs) that runs nothing on that thread is not interrupted by it.
struct ProgressHooks {
    bool (*report)(void* context, std::uint64_t done, std::uint64_t total) = nullptr;
    void* context = nullptr;
    std::uint32_t interval_ms = 5;
};

}  // namespace flatline
