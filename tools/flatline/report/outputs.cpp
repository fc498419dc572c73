#include "report/outputs.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "batch/interrupt.hpp"
#include "batch/results.hpp"
#include "platform.hpp"
#include "report/earlier.hpp"
#include "report/github_sink.hpp"
#include "report/gitlab_sink.hpp"
#include "report/json_lines.hpp"
#include "report/junit_sink.hpp"
#include "report/sarif_sink.hpp"
#include "report/text_sink.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kBufferBytes = 1u << 16;

/// The formats for people tell of notes only where that is asked for.
SinkOptions sink_options(ReportFormat format, const Arguments& args, bool is_terminal) {
    const bool is_brief = format == ReportFormat::text || format == ReportFormat::github;
    SinkOptions options;
    options.least = args.min_severity.value_or(is_brief ? Severity::warning : Severity::note);
    options.all = args.all;
    options.quiet = args.quiet;
    options.statistics = args.statistics;
    options.headings = is_terminal;
    return options;
}

std::unique_ptr<ReportSink> make_sink(ReportFormat format, const Arguments& args, Output& out,
                                      const Style& style) {
    const SinkOptions options = sink_options(format, args, out.is_terminal());
    switch (format) {
        case ReportFormat::text:
            return std::make_unique<TextSink>(out, style, options);
        case ReportFormat::json:
            return std::make_unique<JsonLinesSink>(out, options);
        case ReportFormat::sarif:
            return std::make_unique<SarifSink>(out, options);
        case ReportFormat::github:
            return std::make_unique<GithubSink>(out, options);
        case ReportFormat::gitlab:
            return std::make_unique<GitlabSink>(out, options);
        case ReportFormat::junit:
            break;
    }
    return std::make_unique<JunitSink>(out, args, options);
}

/// What a run of check reads, but for the baseline.
std::vector<std::string> read_by(const Arguments& args) {
    std::vector<std::string> read = args.paths;
    read.insert(read.end(), args.resources.begin(), args.resources.end());
    if (!args.control.config.empty()) read.push_back(args.control.config);
    return read;
}

/// The same with the baseline.
std::vector<std::string> all_read_by(const Arguments& args) {
    std::vector<std::string> read = read_by(args);
    if (!args.control.baseline.empty()) read.push_back(args.control.baseline);
    return read;
}

/// The file of --output of a command that prints. Of check an earlier report may stand there.
WantedFile wanted_output(const Arguments& args) {
    const bool is_report = args.command == Command::check;
    return {args.output, "--output", is_report ? earlier_of(args.format) : nullptr,
            all_read_by(args)};
}

/// Puts what was collected into its place, whole or not at all. Returns 0 or the errno of why not.
int place_collected(std::FILE* file, const WantedFile& wanted, bool force) {
    const int collected = descriptor_of(file);
    if (!rewind_descriptor(collected)) return errno;
    NewFile placed(wanted, force);
    std::vector<unsigned char> block(kBufferBytes);
    int error = 0;
    std::int64_t got = 0;
    do {
        got = read_some(collected, block.data(), block.size());
        if (got < 0 && errno != EINTR) error = errno;
    } while (error == 0 &&
             (got < 0 || (got > 0 && placed.write(block.data(), static_cast<std::size_t>(got)))));
    return error != 0 || placed.commit() ? error : placed.error();
}

/// The same with what is still in the buffer of `out`, which wrote the file. False after a
/// complaint.
bool place_written(Console& console, Output& out, std::FILE* file, const WantedFile& wanted) {
    out.flush();
    int error = out.error();
    if (error == 0) error = place_collected(file, wanted, console.args.force);
    if (error == 0) return true;
    console.complain(
        fmt::format("cannot write {}: {}", printable(wanted.path), std::strerror(error)));
    return false;
}

}  // namespace

WantedFile wanted_baseline(const Arguments& args) {
    return {args.control.write_baseline, "--write-baseline", is_earlier_baseline, read_by(args)};
}

int run_into_file(const Arguments& args, int (*command)(Console&)) {
    const WantedFile wanted = wanted_output(args);
    if (const auto wrong = wrong_new_files({wanted}, args.force)) {
        complain_at_once(*wrong);
        return kExitUsage;
    }
    const CollectedFile file(create_nameless());
    if (file == nullptr) {
        complain_at_once("cannot make a temporary file");
        return kExitFindings;
    }
    Console console(args, descriptor_of(file.get()));
    const int code = command(console);
    if (code == kExitUsage && console.out.is_empty()) return code;
    // A part of a table looks like a whole one.
    if (args.command == Command::table && interrupted() != 0) return code;
    return place_written(console, console.out, file.get(), wanted) ? code : kExitFindings;
}

bool ReportOutputs::open(Report& report, ResultFolder& results) {
    const Arguments& args = console_.args;
    std::vector<WantedFile> wanted;
    for (const ReportFile& file : args.reports) {
        wanted.push_back({file.path, "--report", earlier_of(file.format), all_read_by(args)});
        files_.push_back({wanted.back(), nullptr, nullptr});
    }
    if (!args.control.write_baseline.empty()) wanted.push_back(wanted_baseline(args));
    if (!args.output.empty()) wanted.push_back(wanted_output(args));
    if (const auto wrong = wrong_new_files(wanted, args.force)) {
        console_.complain(*wrong);
        return false;
    }
    auto printed = make_sink(args.format, args, console_.out, console_.out_style);
    if (results.is_wanted()) {
        if (const auto wrong = results.open()) {
            console_.complain(*wrong);
            return false;
        }
        printed = std::make_unique<ResultSink>(results, std::move(printed),
                                               sink_options(args.format, args, false));
    }
    report.add(std::move(printed));
    for (std::size_t i = 0; i < files_.size(); ++i) {
        FileOutput& file = files_[i];
        file.collected.reset(create_nameless());
        if (file.collected == nullptr) {
            console_.complain(
                fmt::format("cannot make a temporary file: {}", std::strerror(errno)));
            return false;
        }
        // As what is printed in this format: a step of a workflow may print the file.
        const LineGuard guard = args.reports[i].format == ReportFormat::github
                                    ? LineGuard(Notation::text, true)
                                    : LineGuard();
        file.out =
            std::make_unique<Output>(descriptor_of(file.collected.get()), kBufferBytes, guard);
        report.add(make_sink(args.reports[i].format, args, *file.out, Style(false)));
    }
    return true;
}

bool ReportOutputs::commit() {
    bool all = true;
    for (FileOutput& file : files_) {
        all &= place_written(console_, *file.out, file.collected.get(), file.wanted);
    }
    return all;
}

}  // namespace flatline::engine::tool
