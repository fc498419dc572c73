// batch/results.hpp: --output-dir, a folder with the results of each file.
#pragma once

#include <optional>
#include <string>

#include "console.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// The folder of --output-dir. It has SHA256.jsonl for each file that a run has finished, whole or
/// not at all, and "flatline.key", which names version and options. A result counts for --resume if
/// it is newer than that file and the key is that of this run. So a run with other options makes
/// all results old at once, by writing the key, and a run that was killed leaves what it had. Runs
/// with the same options may share the folder; runs with others follow one another.
class ResultFolder {
public:
    explicit ResultFolder(const Arguments& args);

    /// True if there is a --output-dir.
    bool is_wanted() const { return !folder_.empty(); }
    /// Makes the folder and its key. Says what is wrong.
    std::optional<std::string> open();
    /// The counts of the result that an earlier run has written, if --resume may keep it. Any
    /// thread.
    std::optional<ResultCounts> earlier(const std::string& sha256) const;
    /// Puts a result in its place. False after the first failure, which error() tells.
    bool write(const std::string& sha256, const std::string& rows);
    const std::string& error() const { return error_; }

private:
    std::string path_of_result(const std::string& sha256) const;
    bool has_own_key() const;

    const std::string folder_;
    const std::string key_;
    const bool resume_;
    const bool force_;
    std::string error_;
};

/// Writes the report of each file into the folder, and gives all else to another sink: the files
/// that are the same as others, what is about no file, begin and end.
class ResultSink : public ReportSink {
public:
    ResultSink(ResultFolder& folder, std::unique_ptr<ReportSink> rest, const SinkOptions& options)
        : folder_(folder), rest_(std::move(rest)), options_(options) {}

    void begin() override { rest_->begin(); }
    void file(const FileReport& report) override;
    void end(const RunEnd& end) override { rest_->end(end); }

private:
    ResultFolder& folder_;
    const std::unique_ptr<ReportSink> rest_;
    const SinkOptions options_;
};

/// True if --output-dir has a file for the results of this report: the run knows the bytes of its
/// file, and has looked at it.
bool has_own_result(const FileReport& report);

}  // namespace flatline::engine::tool
