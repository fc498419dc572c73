#include "udmf/read.hpp"

#include "base/finding_edit.hpp"

namespace flatline::engine::udmf {

Outcome read_text(Bytes text, const ReadOptions& options, Jobs* jobs, SliceMemory& memory,
                  const ReadTarget& target, bool* complete) noexcept {
    if (jobs != nullptr && text.size() <= options.limits->text_bytes) {
        const Budget before = target.budget;
        const Outcome outcome = read_in_slices(text, options, *jobs, memory, target);
        *complete = outcome == Outcome::ok;
        if (outcome == Outcome::ok || outcome == Outcome::cancelled) return outcome;
        // The memory that slices have touched must not count when one thread reads the whole.
        memory.reset();
        target.budget = before;
        detail::FindingEdit::clear(target.findings);
        target.raw = {};
    }
    TextmapReader reader(target.workspace, target.hooks, target.budget, target.findings, options);
    const Outcome outcome = reader.read(text, target.memory, target.raw);
    *complete = reader.complete();
    return outcome;
}

}  // namespace flatline::engine::udmf
