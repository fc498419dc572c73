// report/outputs.hpp: the sinks that a run of check was asked for, and the files of --report.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "console.hpp"
#include "new_file.hpp"
#include "report/report.hpp"

namespace flatline::engine::tool {

/// The file of --write-baseline. It may be that of --baseline, which so is brought up to date.
WantedFile wanted_baseline(const Arguments& args);

/// The file of --output of a command that prints. Of check an earlier report may stand there.
WantedFile wanted_output(const Arguments& args);

/// Puts what was collected into its place, whole or not at all. Returns 0 or the errno of why not.
int place_collected(std::FILE* collected, const WantedFile& wanted, bool force);

/// Where the sinks of a run write to: standard output and files. A report for a file is collected
/// in a temporary file without a name, which no signal can leave behind.
class ReportOutputs {
public:
    explicit ReportOutputs(Console& console) : console_(console) {}

    /// Gives `report` its sinks. False after a complaint: a file of the run, the baseline among
    /// them, cannot be written as asked for. Nothing is written then.
    bool open(Report& report);
    /// Puts all files in their places, each whole or not at all. False after a complaint.
    bool commit();

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    struct FileOutput {
        WantedFile wanted;
        std::unique_ptr<std::FILE, Close> collected;
        std::unique_ptr<Output> out;
    };
    bool commit(FileOutput& file);

    Console& console_;
    std::vector<FileOutput> files_;
};

}  // namespace flatline::engine::tool
