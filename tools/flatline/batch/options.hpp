// batch/options.hpp: how the files of a run are gone through.
#pragma once

#include <cstdint>
#include <optional>

#include "flatline/limits.hpp"

namespace flatline::tool {

struct BatchOptions {
    unsigned jobs = 1;                    ///< --jobs: files at a time
    std::optional<double> timeout;        ///< --timeout: seconds a file
    std::optional<std::uint64_t> memory;  ///< --memory: bytes a file
    std::uint64_t shard = 1;              ///< --shard K/N, from 1
    std::uint64_t shards = 1;
    bool any_name = false;  ///< folders: files of all names

    bool is_shard() const { return shards > 1; }
};

/// Lowers limits, so that the work on one file takes no more than about `bytes` of memory: the
/// bytes of the file a quarter, the arrays of a map a half. The rules of a check have the last
/// quarter (check_limits). Nothing is raised.
void bound_memory(Limits& limits, std::uint64_t bytes);
/// The limits of the rules, where a load has those of bound_memory.
Limits check_limits(Limits limits, const BatchOptions& options);

}  // namespace flatline::tool
