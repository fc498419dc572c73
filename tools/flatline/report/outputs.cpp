#include "report/outputs.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "new_file.hpp"
#include "platform.hpp"
#include "report/github_sink.hpp"
#include "report/json_lines.hpp"
#include "report/junit_sink.hpp"
#include "report/sarif_sink.hpp"
#include "report/text_sink.hpp"

namespace flatline::tool {
namespace {

constexpr std::size_t kBufferBytes = 1u << 16;

std::unique_ptr<ReportSink> make_sink(ReportFormat format, const Arguments& args, Output& out,
                                      const Style& style) {
    switch (format) {
        case ReportFormat::text:
            return std::make_unique<TextSink>(out, style, TextOptions{args.all, args.quiet});
        case ReportFormat::json:
            return std::make_unique<JsonLinesSink>(out, args.quiet);
        case ReportFormat::sarif:
            return std::make_unique<SarifSink>(out);
        case ReportFormat::github:
            return std::make_unique<GithubSink>(out);
        case ReportFormat::junit:
            break;
    }
    return std::make_unique<JunitSink>(out, args.allow_unsupported);
}

/// Also of two spellings of a file that is not there yet.
bool is_same_file(const std::string& a, const std::string& b) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path one = path_of(a);
    const fs::path other = path_of(b);
    if (a == b || fs::equivalent(one, other, error)) return true;
    const fs::path whole = fs::weakly_canonical(fs::absolute(one, error), error);
    return !error && whole == fs::weakly_canonical(fs::absolute(other, error), error);
}

}  // namespace

/// Why the report cannot go there; "" where it can.
std::string ReportOutputs::wrong_path(const std::string& path) const {
    const auto is_it = [&](const std::string& other) { return is_same_file(path, other); };
    const auto& args = console_.args;
    if (path == "-")
        return "--report: the name of a file is needed; --format is for what is printed";
    if (const auto wrong = wrong_new_file(path, true)) return *wrong;
    if (std::any_of(args.paths.begin(), args.paths.end(), is_it) ||
        std::any_of(args.resources.begin(), args.resources.end(), is_it)) {
        return fmt::format("{}: a report would replace what is looked at", printable(path));
    }
    for (const std::string* other :
         {&args.control.baseline, &args.control.write_baseline, &args.control.config}) {
        if (!other->empty() && is_it(*other)) {
            return fmt::format("{}: a report would replace a baseline or the settings",
                               printable(path));
        }
    }
    if (std::any_of(files_.begin(), files_.end(),
                    [&](const FileOutput& file) { return is_it(file.path); })) {
        return fmt::format("{}: two reports would go to it", printable(path));
    }
    const NewFile probe(path);
    return probe.error() == 0
               ? ""
               : fmt::format("cannot write {}: {}", printable(path), std::strerror(probe.error()));
}

bool ReportOutputs::open(Report& report) {
    const Arguments& args = console_.args;
    report.add(make_sink(args.format, args, console_.out, console_.out_style));
    for (const ReportFile& wanted : args.reports) {
        if (const std::string wrong = wrong_path(wanted.path); !wrong.empty()) {
            console_.complain(wrong);
            return false;
        }
        FileOutput& file = files_.emplace_back();
        file.path = wanted.path;
        file.collected.reset(std::tmpfile());
        if (file.collected == nullptr) {
            console_.complain(
                fmt::format("cannot make a temporary file: {}", std::strerror(errno)));
            return false;
        }
        file.out = std::make_unique<Output>(descriptor_of(file.collected.get()), kBufferBytes);
        report.add(make_sink(wanted.format, args, *file.out, Style(false)));
    }
    return true;
}

bool ReportOutputs::commit() {
    bool all = true;
    for (FileOutput& file : files_) all &= commit(file);
    return all;
}

bool ReportOutputs::commit(FileOutput& file) {
    file.out->flush();
    int error = file.out->error();
    const int collected = descriptor_of(file.collected.get());
    if (error == 0 && !rewind_descriptor(collected)) error = errno;
    if (error == 0) {
        NewFile placed(file.path);
        std::vector<unsigned char> block(kBufferBytes);
        std::int64_t got = 0;
        do {
            got = read_some(collected, block.data(), block.size());
            if (got < 0 && errno != EINTR) error = errno;
        } while (
            error == 0 &&
            (got < 0 || (got > 0 && placed.write(block.data(), static_cast<std::size_t>(got)))));
        if (error == 0 && !placed.commit()) error = placed.error();
    }
    if (error == 0) return true;
    console_.complain(
        fmt::format("cannot write {}: {}", printable(file.path), std::strerror(error)));
    return false;
}

}  // namespace flatline::tool
