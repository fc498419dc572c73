#include "nodes/build.hpp"

#include <algorithm>
#include <cstring>

#include "nodes/build_choose.hpp"
#include "nodes/build_input.hpp"
#include "nodes/build_output.hpp"
#include "nodes/build_split.hpp"
#include "nodes/verify.hpp"

namespace flatline::engine::nodes {
namespace {

// Divides sets until they are leaves. Waiting sets lie in one list, the next one at its end. So the
// work is a loop without recursion, and its memory is linear in the segs.
class Divider {
public:
    Divider(State& state, const Limits& limits, Reporter& reporter) noexcept
        : state_(state),
          limits_(limits),
          reporter_(reporter),
          chooser_(state),
          splitter_(state),
          waiting_(state.scratch),
          tasks_(state.scratch),
          set_(state.scratch) {}

    bool run(const Pool<std::uint32_t>& segs) noexcept {
        if (!wait(segs, {FLATLINE_NONE, 0, 0, 0, kBuildParts})) return false;
        while (tasks_.size() != 0) {
            const Task task = tasks_[tasks_.size() - 1];
            tasks_.truncate(tasks_.size() - 1);
            if (!take(task.count) || !divide(task)) return false;
        }
        return true;
    }

private:
    struct Task {
        std::uint32_t parent, side;  // the set becomes this child
        std::uint32_t level;         // nodes above it
        std::uint32_t count;
        std::uint64_t parts;  // of the whole work
    };

    bool wait(const Pool<std::uint32_t>& set, Task task) noexcept {
        task.count = static_cast<std::uint32_t>(set.size());
        if (!waiting_.reserve(waiting_.size() + set.size())) return false;
        for (const std::uint32_t seg : set) {
            if (!waiting_.push(seg)) return false;
        }
        return tasks_.push(task);
    }

    // Moves the last waiting set to set_, with the pieces that were cut off while it waited.
    bool take(std::uint32_t count) noexcept {
        set_.truncate(0);
        const std::size_t first = waiting_.size() - count;
        for (std::size_t i = first; i < waiting_.size(); ++i) {
            for (std::uint32_t seg = waiting_[i]; seg != FLATLINE_NONE;) {
                const std::uint32_t next = state_.segs[seg].next;
                state_.segs[seg].next = FLATLINE_NONE;
                if (!set_.push(seg)) return false;
                seg = next;
            }
        }
        waiting_.truncate(first);
        return true;
    }

    bool divide(const Task& task) noexcept {
        Partition line;
        switch (chooser_.choose(set_.data(), set_.size(), line)) {
            case Chooser::Choice::failed:
                return false;
            case Chooser::Choice::leaf:
                return make_leaf(task);
            case Chooser::Choice::divide:
                break;
        }
        if (task.level >= limits_.node_depth) {
            return over(Rule::limit_node_depth, task.level + 1, limits_.node_depth);
        }
        if (!splitter_.split(set_.data(), set_.size(), line)) return false;
        if (state_.segs.size() > limits_.segs) {
            return over(Rule::limit_segs, state_.segs.size(), limits_.segs);
        }
        const auto node = static_cast<std::uint32_t>(state_.nodes.size());
        if (!state_.nodes.push({line.x, line.y, line.dx, line.dy, {0, 0}})) return false;
        hang(task, node);
        const std::uint32_t level = task.level + 1;
        const std::uint64_t back = splitter_.back().size();
        const std::uint64_t parts =
            task.parts * back / std::max<std::uint64_t>(back + splitter_.front().size(), 1);
        return wait(splitter_.back(), {node, 1, level, 0, parts}) &&
               wait(splitter_.front(), {node, 0, level, 0, task.parts - parts}) &&
               state_.advance(0);
    }

    bool make_leaf(const Task& task) noexcept {
        hang(task, FLATLINE_CHILD_SUBSECTOR | static_cast<std::uint32_t>(state_.leaves.size()));
        const auto first = static_cast<std::uint32_t>(state_.leaf_segs.size());
        for (const std::uint32_t seg : set_) {
            if (!state_.leaf_segs.push(seg)) return false;
        }
        return state_.leaves.push({first, static_cast<std::uint32_t>(set_.size())}) &&
               state_.advance(task.parts);
    }

    void hang(const Task& task, std::uint32_t child) noexcept {
        if (task.parent != FLATLINE_NONE) state_.nodes[task.parent].children[task.side] = child;
    }

    bool over(Rule rule, std::uint64_t met, std::uint64_t limit) noexcept {
        reporter_.add(rule, LumpPlace{}, static_cast<std::int64_t>(met),
                      static_cast<std::int64_t>(limit));
        return false;
    }

    State& state_;
    const Limits& limits_;
    Reporter& reporter_;
    Chooser chooser_;
    Splitter splitter_;
    Pool<std::uint32_t> waiting_;
    Pool<Task> tasks_;
    Pool<std::uint32_t> set_;
};

// Steps a linedef that every map may take: three times what real ones do. So the limit node-steps
// lets through large maps and stops those whose lines cross many others.
constexpr std::uint64_t kFreeSteps = 4096;

Outcome build_arrays(const MapView& map, const Limits& limits, const MemoryHooks& hooks,
                     Budget& budget, Reservation& memory, Reporter& reporter, Progress* progress,
                     Arrays& arrays) noexcept {
    const std::uint64_t free_steps = kFreeSteps * map.linedefs.size();
    State state(hooks, budget.limit() - budget.used(), free_steps + limits.node_steps, progress);
    const auto failed = [&] {
        if (state.stopped()) {
            reporter.add(Rule::limit_node_steps, LumpPlace{},
                         static_cast<std::int64_t>(state.steps - free_steps),
                         static_cast<std::int64_t>(limits.node_steps));
        }
        return reporter.dropped() ? Outcome::refused : state.scratch.outcome();
    };
    Pool<std::uint32_t> segs(state.scratch);
    if (!prepare(map, state, segs, reporter) || !state.advance(0)) return failed();
    if (!Divider(state, limits, reporter).run(segs)) return failed();
    return make_arrays(state, limits, hooks, budget, memory, reporter, arrays);
}

// Working memory has a bound of its own. Where that was met, the budget is made to say so too.
void note_refusal(Budget& budget) noexcept {
    if (budget.wanted() == 0) (void)budget.charge(budget.limit() - budget.used() + 1);
}

}  // namespace

Outcome build(const MapView& map, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
              Reservation& memory, FindingList& findings, flatline_bsp& out,
              Progress* progress) noexcept {
    out = {};
    const std::uint64_t mark = budget.used();
    Reporter reporter(findings);
    Arrays arrays;
    Outcome outcome = build_arrays(map, limits, hooks, budget, memory, reporter, progress, arrays);
    if (outcome == Outcome::ok && progress != nullptr && !progress->add(0)) {
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
