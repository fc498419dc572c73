// batch/options.hpp: how a run processes its files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/limits.hpp"

namespace flatline::engine::tool {

/// What decides the part of --shard that a file is in.
enum class ShardBy {
    content,  ///< its bytes, so that copies come together
    path,     ///< its path as given, so that no other part reads it
    size,     ///< its size: parts have about equally many bytes
};

struct BatchOptions {
    unsigned jobs = 1;                    ///< --jobs: files at a time
    std::optional<double> timeout;        ///< --timeout: seconds a file
    std::optional<std::uint64_t> memory;  ///< --memory: bytes a file
    std::uint64_t shard = 1;              ///< --shard K/N, from 1
    std::uint64_t shards = 1;
    ShardBy shard_by = ShardBy::content;  ///< --shard-by
    bool digests = false;                 ///< reports need the SHA-256 of each file
    bool dedupe =
        false;  ///< --dedupe: the run looks only at the first of files with the same bytes
    std::string output_dir;  ///< --output-dir: folder for the results of each file; "": none
    bool resume = false;     ///< --resume: keeps results that an earlier run has written
    std::string result_key;  ///< version and options, on which results depend
    bool any_name = false;   ///< folders: files of all names

    bool is_shard() const { return shards > 1; }
};

/// Lowers the limits of what comes out of files to a quarter of `bytes`, that of standard input to
/// an eighth, that of entries to one for each 1,024. It raises none.
void bound_memory(Limits& limits, std::uint64_t bytes);

/// What the work on one file may hold at once.
class FileMemory {
public:
    /// --memory. Without it an archive of `packed` bytes gets memory in proportion to its size, so
    /// that a short one cannot take much. For what is no archive (`packed` 0), and if --limit
    /// raises arena-bytes, the limits alone hold.
    FileMemory(const BatchOptions& options, const Limits& limits, std::uint64_t packed);

    /// A quarter: the most that the archive may unpack and keep at once.
    std::uint64_t quarter() const { return bytes_ / 4; }
    /// The limits to open an archive with.
    Limits of_opening(Limits limits) const;
    /// The limits of a load and of the rules after it, while the program holds `held` bytes beside
    /// them: two thirds of the rest for the load, one third for the rules.
    Limits of_load(Limits limits, std::uint64_t held) const;
    Limits of_rules(Limits limits, std::uint64_t held) const;

private:
    std::uint64_t left(std::uint64_t held) const;

    std::uint64_t bytes_ = 1ull << 60;
};

}  // namespace flatline::engine::tool
