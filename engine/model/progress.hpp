// model/progress.hpp: how a host follows a load, and ends one that takes too long.
#pragma once

#include <cstdint>

namespace flatline::engine {

/// `report` tells the host that `done` of the `total` bytes of the text are read; `done` never
/// falls. When it has reached `total`, only derived data is left to do. Returning false ends the
/// load with Status::cancelled. Null: no reports. It is called on the thread that loads, must
/// not throw, and gets `context` as it is. Calls are at least `interval_ms` milliseconds apart, the
/// first one interval after the start, so a short load makes none; with 0 there is one after each
/// 256 KiB of text, one between stages and one for each step of a build of nodes. While a host's
/// pool (LoadOptions::jobs) reads the text without the thread that loads, there are no calls, and
/// the load cannot be ended.
struct ProgressHooks {
    bool (*report)(void* context, std::uint64_t done, std::uint64_t total) = nullptr;
    void* context = nullptr;
    std::uint32_t interval_ms = 5;
};

}  // namespace flatline::engine
