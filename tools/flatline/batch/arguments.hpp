// batch/arguments.hpp: the command line's options for runs over many files.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "args.hpp"

namespace flatline::engine::tool {

/// What CLI11 stores, before it is turned into BatchOptions.
struct RawBatch {
    std::optional<std::string> timeout;
    std::optional<std::string> memory;
    std::optional<std::string> shard;
};

/// Ends the reading of the command line: wrong use, and why.
[[noreturn]] void refuse(const std::string& message);

/// A number of bytes, which may end in K, M or G. Wrong use where it is none.
std::uint64_t bytes_of_option(std::string_view option, std::string_view text);

void add_batch_options(CLI::App& app, RawBatch& raw, BatchOptions& options);
/// Fills args.batch and lowers the limits, which must be there already. Throws CLI's error for what
/// is no number, size or shard.
void finish_batch(const RawBatch& raw, Arguments& args);

}  // namespace flatline::engine::tool
