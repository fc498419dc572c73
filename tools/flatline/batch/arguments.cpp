#include "batch/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "files.hpp"
#include "help.hpp"
#include "reals.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// Reads a whole number from the front of `text` and leaves the rest.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    return true;
}

double seconds_of(std::string_view text) {
    constexpr double kMost = 1e6;  // some eleven days
    std::string_view rest = text;
    double seconds = 0;
    // The comparison is also false for what is no number.
    if (take_real(rest, seconds) && rest.empty() && seconds > 0 && seconds <= kMost) {
        return seconds;
    }
    refuse(fmt::format("--timeout: '{}' is no number of seconds", printable(text)));
}

void read_shard(std::string_view text, BatchOptions& options) {
    constexpr std::uint64_t kMost = 1'000'000;
    std::string_view rest = text;
    if (take_number(rest, options.shard) && rest.substr(0, 1) == "/") {
        rest.remove_prefix(1);
        if (take_number(rest, options.shards) && rest.empty() && options.shard >= 1 &&
            options.shard <= options.shards && options.shards <= kMost) {
            return;
        }
    }
    refuse(fmt::format("--shard: '{}' is not K/N with K from 1 to N", printable(text)));
}

}  // namespace

std::uint64_t bytes_of_option(std::string_view option, std::string_view text) {
    constexpr std::uint64_t kMost = 1ull << 44;
    std::string_view rest = text;
    std::uint64_t bytes = 0;
    if (take_number(rest, bytes) && bytes <= kMost && rest.size() <= 1) {
        constexpr std::string_view kUnits = "KMG";
        const std::size_t unit = rest.empty() ? 0 : kUnits.find(rest[0]) + 1;
        if (rest.empty() || unit != 0) bytes <<= 10 * unit;
        if ((rest.empty() || unit != 0) && bytes != 0 && bytes <= kMost) return bytes;
    }
    refuse(fmt::format("{}: '{}' is no number of bytes, which may end in K, M or G", option,
                       printable(text)));
}

void add_batch_options(CLI::App& app, RawBatch& raw, BatchOptions& options) {
    app.add_option("-j,--jobs", options.jobs,
                   "Number of files that check, info, stats and fix read at once")
        ->option_text("N")
        ->check(CLI::Range(1u, 256u))
        ->group(kFiles);
    app.add_option("--timeout", raw.timeout, "Give up on a file after SECONDS")
        ->option_text("SECONDS")
        ->group(kFiles);
    app.add_option("--memory", raw.memory, "Memory for a file, by lower limits: 512M, 2G")
        ->option_text("BYTES")
        ->group(kFiles);
    app.add_option("--shard", raw.shard, "Process only part K of N of the files")
        ->option_text("K/N")
        ->group(kFiles);
    app.add_flag("--any-name", options.any_name,
                 "Read files of all names in folders, not only *.wad, *.pk3, ...")
        ->group(kFiles);
}

void finish_batch(const RawBatch& raw, Arguments& args) {
    if (raw.timeout) args.batch.timeout = seconds_of(*raw.timeout);
    if (raw.memory) {
        args.batch.memory = bytes_of_option("--memory", *raw.memory);
        bound_memory(args.load.limits, *args.batch.memory);
    }
    if (!raw.shard) return;
    read_shard(*raw.shard, args.batch);
    if (std::count(args.paths.begin(), args.paths.end(), kStandardInput) != 0) {
        refuse("--shard: standard input cannot be split");
    }
}

}  // namespace flatline::engine::tool
