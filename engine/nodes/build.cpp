#include "nodes/build.hpp"

#include <algorithm>
#include <cstring>

#include "base/jobs.hpp"
#include "nodes/build_branches.hpp"
#include "nodes/build_divide.hpp"
#include "nodes/build_input.hpp"
#include "nodes/build_output.hpp"
#include "nodes/verify.hpp"

namespace flatline::engine::nodes {
namespace {

// Steps a linedef that every map may take: three times what real ones do. So the limit node-steps
// lets through large maps and stops those whose lines cross many others.
constexpr std::uint64_t kFreeSteps = 4096;

// Builds a tree of one map.
class NodeBuilder {
public:
    NodeBuilder(const MapView& map, const Destination& to, const BuildOptions& options) noexcept
        : map_(map),
          to_(to),
          options_(options),
          free_steps_(kFreeSteps * map.linedefs.size()),
          state_(to.hooks, to.budget.limit() - to.budget.used(), free_steps_ + to.limits.node_steps,
                 options.progress),
          segs_(state_.scratch),
          jobs_(options.jobs, is_large() ? options.threads : 1) {}

    Outcome run() noexcept {
        Jobs* const helpers = is_large() ? &jobs_ : nullptr;
        if (!prepare(map_, state_, helpers, segs_, to_.reporter) || !state_.advance(0)) {
            return failed();
        }
        return segs_.size() < least_segs() ? in_one_piece() : in_branches();
    }

private:
    // Segs from which on a tree has branches.
    std::uint64_t least_segs() const noexcept { return 2 * std::uint64_t{options_.least_branch}; }
    // A map that may have as many.
    bool is_large() const noexcept { return 2 * map_.linedefs.size() >= least_segs(); }

    static constexpr Task kWhole{FLATLINE_NONE, 0, 0, 0, kBuildParts};

    Outcome in_one_piece() noexcept {
        Divider divider(state_, to_.limits, nullptr);
        if (!divider.run(segs_, kWhole)) return failed(&divider.refusal());
        return make_arrays(state_, to_);
    }

    Outcome in_branches() noexcept {
        SetsAside aside(state_.scratch);
        aside.least = options_.least_branch;
        {
            Divider divider(state_, to_.limits, &aside, &jobs_);
            if (!divider.run(segs_, kWhole)) return failed(&divider.refusal());
        }
        Branches branches(state_, to_.limits, jobs_, aside);
        if (!branches.divide()) return failed(branches.refusal());
        const Outcome outcome = make_arrays(state_, branches, to_);
        // The last steps may be spent where branches are joined.
        if (state_.stopped()) return failed();
        return outcome == Outcome::ok || outcome == Outcome::refused ? outcome : failed();
    }

    Outcome failed(const Refusal* refusal = nullptr) noexcept {
        if (state_.stopped()) {
            // In a large map which step was the last depends on the threads.
            const std::uint64_t steps =
                is_large() ? std::min(state_.steps, state_.most_steps + 1) : state_.steps;
            add(Rule::limit_node_steps, steps - free_steps_, to_.limits.node_steps);
        } else if (refusal != nullptr && refusal->is_there) {
            add(refusal->rule, refusal->met, refusal->limit);
        }
        if (to_.reporter.dropped()) return Outcome::refused;
        const Outcome outcome = state_.scratch.outcome();
        return outcome != Outcome::ok ? outcome : Outcome::out_of_memory;
    }

    void add(Rule rule, std::uint64_t met, std::uint64_t limit) noexcept {
        to_.reporter.add(rule, LumpPlace{}, static_cast<std::int64_t>(met),
                         static_cast<std::int64_t>(limit));
    }

    const MapView& map_;
    const Destination& to_;
    const BuildOptions& options_;
    std::uint64_t free_steps_;
    State state_;
    Pool<std::uint32_t> segs_;
    Jobs jobs_;
};

// Working memory has a bound of its own. Where that was met, the budget is made to say so too.
void note_refusal(Budget& budget) noexcept {
    if (budget.wanted() == 0) (void)budget.charge(budget.limit() - budget.used() + 1);
}

}  // namespace

Outcome build(const MapView& map, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
              Reservation& memory, FindingList& findings, flatline_bsp& out,
              const BuildOptions& options) noexcept {
    out = {};
    const std::uint64_t mark = budget.used();
    Reporter reporter(findings);
    Arrays arrays;
    const Destination to{limits, hooks, budget, memory, reporter, arrays};
    Outcome outcome = NodeBuilder(map, to, options).run();
    if (outcome == Outcome::ok && options.progress != nullptr && !options.progress->add(0)) {
        outcome = Outcome::cancelled;
    }
    if (outcome == Outcome::ok) {
        Reservation scratch;
        outcome = verify(arrays, Places{}, map, limits, BadPartners::drop, hooks, budget, scratch,
                         reporter, out);
    }
    if (outcome == Outcome::ok) {
        std::memcpy(out.format, "built", sizeof "built");
    } else {
        if (outcome == Outcome::over_limit) note_refusal(budget);
        memory.reset();
        budget.rewind(mark);
    }
    return outcome;
}

}  // namespace flatline::engine::nodes
