#include "batch/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "batch/path_list.hpp"
#include "batch/shard.hpp"
#include "files.hpp"
#include "help.hpp"
#include "model/version.hpp"
#include "reals.hpp"
#include "sha256.hpp"
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
    // The comparison is also false for a NaN.
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
                   "Number of files to read at once (check, info, stats, table, fix)")
        ->option_text("N")
        ->check(CLI::Range(1u, 256u))
        ->group(kFiles);
    app.add_option("--timeout", raw.timeout, "Give up on a file after SECONDS")
        ->option_text("SECONDS")
        ->group(kFiles);
    app.add_option("--memory", raw.memory,
                   "Give up on a file that needs more than BYTES (512M, 2G)")
        ->option_text("BYTES")
        ->group(kFiles);
    app.add_option("--shard", raw.shard, "Process only part K of N of the files")
        ->option_text("K/N")
        ->group(kFiles);
    app.add_option("--shard-by", raw.shard_by,
                   "What decides the part: content (default), path, or size, which balances bytes")
        ->option_text("content|path|size")
        ->check(CLI::IsMember({"content", "path", "size"}))
        ->group(kFiles);
    app.add_option("--files-from", raw.files_from,
                   "Read more PATHs from FILE, or - for standard input, one per line")
        ->option_text("FILE")
        ->group(kFiles);
    app.add_flag("-0,--null", raw.nulls,
                 "PATHs in --files-from are separated by NUL, as find -print0 writes them")
        ->group(kFiles);
    app.add_flag("--dedupe", options.dedupe,
                 "Skip files with the same bytes as an earlier one, also in archives (check, info)")
        ->group(kFiles);
    CLI::Option* const folder =
        app.add_option("--output-dir", options.output_dir,
                       "Write the results of each file to DIR/SHA256.jsonl (check, info); implies "
                       "--json and --dedupe")
            ->option_text("DIR")
            ->group(kFiles);
    app.add_flag("--resume", options.resume,
                 "Keep results in DIR that the same version made with the same options")
        ->needs(folder)
        ->group(kFiles);
    app.add_flag("--any-name", options.any_name,
                 "Read files of all names in folders, not only *.wad, *.pk3, ...")
        ->group(kFiles);
}

void add_listed_paths(const RawBatch& raw, Arguments& args) {
    if (raw.files_from) {
        if (*raw.files_from == kStandardInput &&
            std::count(args.paths.begin(), args.paths.end(), kStandardInput) != 0) {
            refuse("--files-from: standard input can be read only once");
        }
        if (const auto wrong =
                read_path_list(*raw.files_from, raw.nulls ? '\0' : '\n', args.paths)) {
            refuse("--files-from: " + *wrong);
        }
        return;
    }
    if (raw.nulls) refuse("--null needs --files-from");
    if (args.paths.empty()) throw CLI::RequiredError("PATH");
}

std::string result_key_of(const CLI::App& app, const Arguments& args) {
    // These choose the files and the place of the results, and change no result.
    constexpr std::string_view kOfTheRun[] = {
        "--jobs",           "--shard",   "--shard-by",   "--files-from", "--null",
        "--dedupe",         "--force",   "--resume",     "--color",      "--output-dir",
        "--write-baseline", "--threads", "--any-name",   "--statistics", "--fail-on",
        "--report",         "--json",    "--format",     "--output",     "--allow-empty",
        "--quiet",          "--cache",   "--cache-size", "PATH"};
    Sha256 key;
    const auto add = [&](std::string_view text) {
        key.add(text);
        key.add(std::string_view("\0", 1));
    };
    add(version());
    const auto add_options = [&](const CLI::App& of) {
        add(of.get_name());
        for (const CLI::Option* option : of.get_options()) {
            const std::string name = option->get_single_name();
            const auto is_it = [&](std::string_view known) {
                return known == name || (known.substr(0, 2) == "--" && known.substr(2) == name);
            };
            if (option->count() == 0 ||
                std::any_of(std::begin(kOfTheRun), std::end(kOfTheRun), is_it)) {
                continue;
            }
            add(name);
            for (const std::string& value : option->results()) add(value);
        }
    };
    add_options(app);
    for (const CLI::App* command : app.get_subcommands()) add_options(*command);
    std::vector<std::string> files = args.resources;
    files.push_back(args.control.config);
    files.push_back(args.control.baseline);
    for (const std::string& file : files) {
        const auto digest = file.empty() ? std::nullopt : digest_of_path(file);
        add(digest ? digest->sha256 : "");
    }
    return key.finish();
}

namespace {

/// Which options go together, and which commands take them.
void choose_results(const CLI::App& app, Arguments& args) {
    BatchOptions& batch = args.batch;
    const bool is_reported = args.command == Command::check || args.command == Command::info;
    if ((batch.dedupe || !batch.output_dir.empty()) && !is_reported) {
        refuse("--dedupe and --output-dir are for check and info only");
    }
    if (!batch.output_dir.empty()) {
        const bool is_json = args.format == ReportFormat::text || args.format == ReportFormat::json;
        if (!is_json || (app.count("--format") != 0 && !args.json)) {
            refuse("--output-dir writes JSON; it has no other --format");
        }
        args.json = true;
        args.format = ReportFormat::json;
        batch.dedupe = true;
        args.quiet = false;  // a result has all rows
        batch.result_key = result_key_of(app, args);
    }
    batch.digests = is_reported && (args.json || batch.dedupe);
    if (args.command == Command::table) {
        const std::string& columns = args.table.columns;
        batch.digests = columns.empty() || args.table.of == TableKind::files ||
                        columns.find("file_sha256") != columns.npos;
    }
    // Files of --report are JSON although what is printed is not.
    for (const ReportFile& report : args.reports) {
        batch.digests |= report.format == ReportFormat::json;
    }
}

}  // namespace

void finish_batch(const CLI::App& app, const RawBatch& raw, Arguments& args) {
    choose_results(app, args);
    if (raw.shard_by == "path") args.batch.shard_by = ShardBy::path;
    if (raw.shard_by == "size") args.batch.shard_by = ShardBy::size;
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
