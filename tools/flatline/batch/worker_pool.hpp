// batch/worker_pool.hpp: processes many inputs on several threads and delivers the results in
// order.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "batch/meter.hpp"
#include "batch/watch.hpp"
#include "files.hpp"
#include "model/load.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

/// The work on one input. It returns nothing for an input that the run passes over.
using Look = std::function<std::optional<FileReport>(const Input&, Loader&, Watch&)>;
/// Takes the report of an input. False ends the run.
using Take = std::function<bool(std::size_t index, std::optional<FileReport>)>;

/// How the work is shared.
struct WorkerPoolOptions {
    unsigned threads = 1;
    std::optional<double> timeout;  ///< seconds a file
    bool builds_nodes = false;
    /// The calling thread does all work, one input after another.
    bool in_turn = false;
};

/// Calls `look` for each input, on as many threads as there shall be, with a Loader each, and
/// `take` on the calling thread, in the order of inputs whatever their number. Threads are at most
/// some files ahead, so that few reports wait. Ends early if a signal interrupts the run or `take`
/// returns false; the work on the inputs of that moment is cancelled, without a report. If the
/// system gives no thread, the calling one does the work.
void look_at_all(const std::vector<Input>& inputs, const WorkerPoolOptions& options, Meter& meter,
                 const Look& look, const Take& take);

}  // namespace flatline::engine::tool
