// The call that compares two maps: memory, status, result.
#include "model/diff.hpp"

#include <cstring>
#include <utility>

#include "base/list.hpp"
#include "diff/run.hpp"
#include "load/conclude.hpp"

namespace flatline::engine {
namespace {

// The list as bytes of their own; data() is null where memory is out.
template <class T>
Buffer keep(const compare::Growing<T>& list) noexcept {
    Buffer kept = Buffer::allocate(list.size() * sizeof(T) + 1);
    if (kept.data() == nullptr) return kept;
    if (!list.empty()) std::memcpy(kept.data(), list.begin(), list.size() * sizeof(T));
    kept.shrink(list.size() * sizeof(T));
    return kept;
}

}  // namespace

Result<Diff> diff(const Map& before, const Map& after, const DiffOptions& options) noexcept {
    Result<Diff> result;
    compare::Memory memory(options.memory, options.limits.arena_bytes);
    Outcome outcome = Outcome::ok;
    {
        compare::Changes changes;
        outcome = compare::run(before, after, options, memory, changes);
        if (outcome == Outcome::ok) {
            Buffer rows = keep(changes.rows);
            Buffer fields = keep(changes.fields);
            if (rows.data() == nullptr || fields.data() == nullptr) {
                outcome = Outcome::out_of_memory;
            } else {
                result.value = Diff(std::move(rows), std::move(fields));
            }
        }
    }
    result.status = conclude(outcome, memory.budget(), Lump::none, result.findings);
    result.memory = {memory.budget().announced(), memory.budget().announced()};
    return result;
}

}  // namespace flatline::engine
