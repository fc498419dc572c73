// Divides a set of segs until all sets are leaves.
#pragma once

#include "model/limits.hpp"
#include "nodes/build_choose.hpp"
#include "nodes/build_split.hpp"
#include "nodes/build_state.hpp"

namespace flatline::engine::nodes {

/// A set that waits to be divided.
struct Task {
    std::uint32_t parent, side;  // the set becomes this child
    std::uint32_t level;         // nodes above it
    std::uint32_t count;
    std::uint64_t parts;  // of the whole work
};

/// Sets that others divide: those of few segs, and those that are leaves.
struct SetsAside {
    explicit SetsAside(Scratch& scratch) noexcept : sets(scratch), segs(scratch) {}

    struct Set {
        Task task;
        std::uint32_t first;         // of `segs`
        std::uint32_t nodes_before;  // that were made before the set was put aside
    };
    std::uint32_t least = 0;  // sets of fewer segs than this are put aside
    Pool<Set> sets;           // in the order of their places in the tree
    Pool<std::uint32_t> segs;
};

/// Why a division ended.
struct Refusal {
    Rule rule{};
    std::uint64_t met = 0;
    std::uint64_t limit = 0;
    bool is_there = false;
};

/// Divides sets until they are leaves. Waiting sets lie in one list, the next one at its end. So
/// the work is a loop without recursion, and its memory is linear in the segs.
class Divider {
public:
    /// `aside`: null, or where some sets go instead. `jobs`: null, or who helps with large sets.
    Divider(State& state, const Limits& limits, SetsAside* aside, Jobs* jobs = nullptr) noexcept
        : state_(state),
          limits_(limits),
          aside_(aside),
          chooser_(state, jobs),
          splitter_(state),
          waiting_(state.work),
          tasks_(state.work),
          set_(state.work) {}

    /// False: out of memory or of steps, ended by the host, or there is a refusal.
    [[nodiscard]] bool run(const Pool<std::uint32_t>& segs, const Task& root) noexcept;
    const Refusal& refusal() const noexcept { return refusal_; }

private:
    bool wait(const Pool<std::uint32_t>& set, Task task) noexcept;
    bool take(std::uint32_t count) noexcept;
    bool divide(const Task& task) noexcept;
    bool make_leaf(const Task& task) noexcept;
    bool put_aside(Task task) noexcept;
    void hang(const Task& task, std::uint32_t child) noexcept;
    bool over(Rule rule, std::uint64_t met, std::uint64_t limit) noexcept;

    State& state_;
    const Limits& limits_;
    SetsAside* aside_;
    Chooser chooser_;
    Splitter splitter_;
    Pool<std::uint32_t> waiting_;
    Pool<Task> tasks_;
    Pool<std::uint32_t> set_;
    Refusal refusal_;
};

}  // namespace flatline::engine::nodes
