// The branches of a large tree: sets of segs that are divided apart from each other, on several
// threads.
#pragma once

#include <utility>

#include "base/jobs.hpp"
#include "nodes/build_divide.hpp"
#include "nodes/build_loops.hpp"
#include "nodes/build_state.hpp"

namespace flatline::engine::nodes {

/// A branch of the tree. `state` knows the vertices, segs and planes of its set alone.
struct Branch {
    Branch(const State& whole, const SetsAside::Set& from, Reservation memory,
           SharedSteps& shared) noexcept
        : set(from),
          block(std::move(memory)),
          working(whole.scratch.hooks(), block.data(), 0),
          state(whole, block.data(), block.size(), working, shared),
          foreign(state.scratch),
          loops(state.scratch) {}

    SetsAside::Set set;
    Reservation block;
    Scratch working;  // in the block of the thread that is at work
    State state;
    Pool<std::uint32_t> foreign;  // segs of the set whose partners are in other branches
    Loops loops;
    Refusal refusal;
    bool done = false;
    // The vertices that its cuts made, in the numbers before joining (Joiner).
    std::uint32_t first_vertex = 0;
    std::uint32_t vertex_count = 0;
    // Of the whole tree.
    std::uint32_t first_node = 0;
    std::uint32_t first_leaf = 0;
    std::uint32_t first_seg = 0;

    bool full() const noexcept { return state.scratch.full() || working.full(); }
};

/// Divides the sets that the trunk has put aside. Each becomes a branch with numbers of its own in
/// a block of its own, so that threads share nothing that changes. What becomes of a branch depends
/// on the trunk alone: the same for any number of threads. A branch that finds no room in its block
/// is done once more, on the calling thread.
class Branches {
public:
    Branches(State& trunk, const Limits& limits, Jobs& jobs, SetsAside& aside) noexcept
        : trunk_(trunk), limits_(limits), jobs_(jobs), aside_(aside), homes_(trunk.scratch) {}
    Branches(const Branches&) = delete;
    Branches& operator=(const Branches&) = delete;
    ~Branches();

    /// False: no memory, the steps are spent, ended by the host, or a branch has a refusal.
    [[nodiscard]] bool divide() noexcept;
    /// Makes the loops of all branches. False: out of memory.
    [[nodiscard]] bool make_loops() noexcept;

    std::size_t size() const noexcept { return made_; }
    Branch& operator[](std::size_t i) const noexcept { return branches_[i]; }
    /// The number of the branch that has a seg of the trunk, and which of its segs that is.
    std::uint32_t home_of(std::uint32_t seg, std::uint32_t& local) const noexcept;
    /// The trunk's number of a seg that a branch began with.
    std::uint32_t trunk_seg(const Branch& branch, std::uint32_t local) const noexcept {
        return aside_.segs[branch.set.first + local];
    }
    /// Of the first branch that has one.
    const Refusal* refusal() const noexcept;
    Jobs& jobs() const noexcept { return jobs_; }

private:
    bool settle() noexcept;
    bool take_memory() noexcept;
    bool enter(Branch& branch, Pool<std::uint32_t>& set) const noexcept;
    void divide_one(Branch& branch) const noexcept;
    template <class Work, class Again>
    bool each(const Work& work, const Again& again) noexcept;
    void make(std::size_t i, Reservation block) noexcept;
    bool take(Reservation& memory, std::uint64_t bytes) noexcept;

    State& trunk_;
    const Limits& limits_;
    Jobs& jobs_;
    SetsAside& aside_;
    Pool<std::uint32_t> homes_;  // by seg of the trunk: its place in aside_.segs
    SharedSteps shared_;
    Reservation memory_;  // of branches_
    Branch* branches_ = nullptr;
    std::size_t made_ = 0;
    Reservation working_;       // of the calling thread
    Reservation more_working_;  // of the others
    std::uint64_t working_bytes_ = 0;
    std::uint64_t charged_ = 0;
    std::size_t threads_ = 1;
};

}  // namespace flatline::engine::nodes
