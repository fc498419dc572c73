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

class ResultFolder;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
/// A temporary file without a name; null where none could be made.
using CollectedFile = std::unique_ptr<std::FILE, CloseFile>;

/// The file of --write-baseline. It may be that of --baseline, which so is brought up to date.
WantedFile wanted_baseline(const Arguments& args);

/// Runs a command and collects what it prints in the file of --output, which appears whole or not
/// at all. Wrong use that printed nothing leaves the file as it was. Returns the exit code.
int run_into_file(const Arguments& args, int (*command)(Console&));

/// Where the sinks of a run write to: standard output and files. A report for a file is collected
/// in a temporary file without a name, which no signal can leave behind.
class ReportOutputs {
public:
    explicit ReportOutputs(Console& console) : console_(console) {}

    /// Gives `report` its sinks; what is printed of a file goes into `results` if that is wanted.
    /// False after a complaint: a file of the run, the baseline among them, cannot be written as
    /// asked for. Nothing is written then.
    bool open(Report& report, ResultFolder& results);
    /// Puts all files in their places, each whole or not at all. False after a complaint.
    bool commit();

private:
    struct FileOutput {
        WantedFile wanted;
        CollectedFile collected;
        std::unique_ptr<Output> out;
    };

    Console& console_;
    std::vector<FileOutput> files_;
};

}  // namespace flatline::engine::tool
