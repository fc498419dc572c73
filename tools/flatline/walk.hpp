// walk.hpp: goes through every wanted map of every file of a run.
#pragma once

#include <functional>
#include <optional>

#include "batch/twins.hpp"
#include "batch/watch.hpp"
#include "console.hpp"
#include "document.hpp"
#include "files.hpp"
#include "report/model.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// How the files of a run are looked at.
struct LookOptions {
    const Arguments& args;
    Rules rules = Rules::load;
    const Resources* game = nullptr;  ///< what --resources names, or null
    /// Called for a document before its maps, and for each map while it is loaded: for commands
    /// that tell more than a report holds. On any thread, unless all is done in turn.
    std::function<void(Document&, FileReport&)> opened = {};
    std::function<void(Session&, MapReport&)> loaded = {};
    /// The same with the report of the file, of which the map is the last one so far. `is_last`: no
    /// map of the run comes after it.
    std::function<void(Session&, FileReport&, bool is_last)> added = {};
    /// One file after another on the calling thread, whatever --jobs says.
    bool in_turn = false;
    /// Maps that share their lumps are loaded and checked once and reported under each name.
    bool shares_twins = true;
    /// Of --resume: what an earlier run found in a file with these bytes, if it did. Any thread.
    std::function<std::optional<ResultCounts>(const std::string& sha256)> earlier = {};
};

/// Asked about a file whose bytes are known, before its maps. True if the report is all that there
/// is to say. Any thread.
using IsKnown = std::function<bool(FileReport&)>;

/// The files that workers of the run have looked at, and the number of this one.
struct Neighbours {
    Twins* twins = nullptr;
    std::size_t index = 0;
};

/// Opens one input and loads its wanted maps one after another; nothing where a walk passes over
/// it, or where it is in another shard. `watch` may end it. Any thread, with a Loader of its own.
std::optional<FileReport> look_at(const Input& input, const LookOptions& look, Loader& loader,
                                  Watch& watch, const IsKnown& is_known = {},
                                  Neighbours neighbours = {});

struct WalkResult {
    bool wrong_use = false;  ///< said already: a path is missing, or --map names no map
};

/// Looks at all inputs of the command line, on the threads of --jobs, and gives their reports to
/// `take` on this one in order. Where the run was interrupted, or standard output takes no more,
/// those of the files that come then are left out.
WalkResult walk(Console& console, const LookOptions& look,
                const std::function<void(FileReport)>& take);

}  // namespace flatline::engine::tool
