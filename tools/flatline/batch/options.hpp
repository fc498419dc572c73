// batch/options.hpp: how a run processes its files.
#pragma once

#include <cstdint>
#include <optional>

#include "model/limits.hpp"

namespace flatline::engine::tool {

struct BatchOptions {
    unsigned jobs = 1;                    ///< --jobs: files at a time
    std::optional<double> timeout;        ///< --timeout: seconds a file
    std::optional<std::uint64_t> memory;  ///< --memory: bytes a file
    std::uint64_t shard = 1;              ///< --shard K/N, from 1
    std::uint64_t shards = 1;
    bool any_name = false;  ///< folders: files of all names

    bool is_shard() const { return shards > 1; }
};

/// Lowers the limits of what comes out of files to a quarter of `bytes`, that of standard input to
/// an eighth, that of entries to one for each 1,024. Nothing is raised.
void bound_memory(Limits& limits, std::uint64_t bytes);

/// What the work on one file may hold at once.
class FileMemory {
public:
    /// --memory; without it, of an archive of `packed` bytes, what is in proportion to its size, so
    /// that a short one cannot take much. `packed` 0: no archive, and then the limits alone hold.
    /// They do so too where --limit raises arena-bytes.
    FileMemory(const BatchOptions& options, const Limits& limits, std::uint64_t packed);

    /// A quarter: the most that is unpacked and kept at once for the archive, and by it.
    std::uint64_t quarter() const { return bytes_ / 4; }
    /// The limits to open an archive with.
    Limits of_opening(Limits limits) const;
    /// The limits of a load and of the rules after it, where `held` bytes are held beside them:
    /// two thirds of what is left, and one.
    Limits of_load(Limits limits, std::uint64_t held) const;
    Limits of_rules(Limits limits, std::uint64_t held) const;

private:
    std::uint64_t left(std::uint64_t held) const;

    std::uint64_t bytes_ = 1ull << 60;
};

}  // namespace flatline::engine::tool
