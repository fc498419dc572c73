// walk.hpp: looks at every wanted map of every file of a run.
#pragma once

#include <functional>
#include <optional>

#include "console.hpp"
#include "document.hpp"
#include "files.hpp"
#include "report/model.hpp"
#include "session.hpp"

namespace flatline::tool {

/// How the files of a run are looked at. Where no function is set, any number of threads may share
/// one.
struct LookOptions {
    const Arguments& args;
    Rules rules = Rules::load;
    const Resources* game = nullptr;  ///< what --resources names, or null
    /// True: no further map is loaded; the report of the file has those that were.
    std::function<bool()> stops = [] { return false; };
    /// Called for a document before its maps, and for each map while it is loaded: for commands
    /// that print more than a report holds.
    std::function<void(Document&, const FileReport&)> opened = {};
    std::function<void(Session&, const MapReport&)> loaded = {};
};

/// Opens one input and loads its wanted maps one after another; nothing where a walk passes over
/// it. Any thread, with a Loader of its own.
std::optional<FileReport> look_at(const Input& input, const LookOptions& look, Loader& loader);

struct WalkResult {
    bool wrong_use = false;  ///< said already: a path is missing, or --map names no map
};

/// Looks at all inputs of the command line and gives their reports to `take` in order.
WalkResult walk(Console& console, const LookOptions& look,
                const std::function<void(FileReport)>& take);

}  // namespace flatline::tool
