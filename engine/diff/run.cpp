#include "diff/run.hpp"

#include "base/progress.hpp"

namespace flatline::engine::compare {

Outcome run(const Map& before, const Map& after, const DiffOptions& options, Memory& memory,
            Changes& out) noexcept {
    using Step = bool (*)(Pairing&) noexcept;
    constexpr Step kSteps[] = {hash_contents, pair_lines, pair_sectors, pair_things};
    Pairing pairing(before, after, options, memory, HashKey(options.memory, &out));
    Progress progress(options.progress, std::size(kSteps) + 1);
    for (const Step step : kSteps) {
        if (!step(pairing)) return memory.outcome();
        if (!progress.add(1)) return Outcome::cancelled;
    }
    if (!list_changes(pairing, out)) return memory.outcome();
    return progress.finish() ? Outcome::ok : Outcome::cancelled;
}

}  // namespace flatline::engine::compare
