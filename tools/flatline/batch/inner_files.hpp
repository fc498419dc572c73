// batch/inner_files.hpp: --dedupe inside archives: WADs and maps of which an earlier file has the
// bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "batch/twins.hpp"
#include "document.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

struct Arguments;

/// Where the file may lie whose bytes a file in an archive has.
enum class TwinScope {
    none,
    /// In the same archive. So a result of --output-dir follows from its archive alone, and with
    /// --resources every file is checked beside the textures of its own archive.
    archive,
    run,  ///< in any file of the run
};
TwinScope scope_of_inner_twins(const Arguments& args);

/// The files with maps in one archive or folder, while a worker looks at their maps.
class InnerFiles {
public:
    /// `earlier`: the files of the run, and the number of this one among them; null if `scope` is
    /// not TwinScope::run.
    InnerFiles(Document& document, TwinScope scope, Twins* earlier, std::size_t index);

    /// True if the file of this map has the bytes of one whose maps are all reported already.
    bool is_twin(std::size_t map);
    /// The map was loaded and reported.
    void tell(std::size_t map);
    /// Those whose bytes were read.
    std::vector<InnerFile> take();

private:
    struct Place {
        InnerFile file;
        std::size_t left = 0;  ///< maps that were not reported
        bool is_read = false;
    };

    void read(Place& place, std::string_view path);
    bool is_known(const std::string& sha256);

    Document& document_;
    Twins* const earlier_;
    const std::size_t index_;
    std::vector<Place> places_;
    std::vector<std::size_t> place_of_;  ///< of each map; empty where there is nothing to compare
    std::unordered_map<std::string, bool> reported_;  ///< SHA-256 of files of this archive
};

/// Decides in the order of files whose twins the inner files of a report are, and drops what the
/// report says about these otherwise. `reported`: the first file with each SHA-256 so far.
void note_inner_twins(FileReport& report, FirstFiles& reported);

}  // namespace flatline::engine::tool
