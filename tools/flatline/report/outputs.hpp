// report/outputs.hpp: the sinks that a run of check was asked for, and the files of --report.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "console.hpp"
#include "report/report.hpp"

namespace flatline::tool {

/// Where the sinks of a run write to: standard output and files. A report for a file is collected
/// in a temporary file without a name, which no signal can leave behind.
class ReportOutputs {
public:
    explicit ReportOutputs(Console& console) : console_(console) {}

    /// Gives `report` its sinks. False after a complaint: a file cannot be written, is asked for
    /// twice, or is one of the files that are looked at. Nothing is written then.
    bool open(Report& report);
    /// Puts all files in their places, each whole or not at all. False after a complaint.
    bool commit();

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    struct FileOutput {
        std::string path;
        std::unique_ptr<std::FILE, Close> collected;
        std::unique_ptr<Output> out;
    };
    std::string wrong_path(const std::string& path) const;
    bool commit(FileOutput& file);

    Console& console_;
    std::vector<FileOutput> files_;
};

}  // namespace flatline::tool
