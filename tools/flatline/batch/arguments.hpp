// batch/arguments.hpp: the command line's options for runs over many files.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "args.hpp"

namespace flatline::engine::tool {

/// What CLI11 stores, before fill makes BatchOptions of it.
struct RawBatch {
    std::optional<std::string> timeout;
    std::optional<std::string> memory;
    std::optional<std::string> shard;
    std::string shard_by;
    std::optional<std::string> files_from;
    bool nulls = false;
};

/// Ends the reading of the command line as wrong use, with a reason.
[[noreturn]] void refuse(const std::string& message);

/// A number of bytes, which may end in K, M or G. Wrong use where it is none.
std::uint64_t bytes_of_option(std::string_view option, std::string_view text);

void add_batch_options(CLI::App& app, RawBatch& raw, BatchOptions& options);
/// Adds the paths of --files-from to args.paths. Refuses a command line without any path, and a
/// list that cannot be read.
void add_listed_paths(const RawBatch& raw, Arguments& args);
/// What tells results of one run from those of another: the version, the options of `app` that
/// results depend on, and the files that they name.
std::string result_key_of(const CLI::App& app, const Arguments& args);
/// Fills args.batch and lowers the limits, which must be there already. Throws CLI's error for what
/// is no number, size or shard.
void finish_batch(const CLI::App& app, const RawBatch& raw, Arguments& args);

}  // namespace flatline::engine::tool
