#include "nodes/build_branches.hpp"

#include <algorithm>
#include <atomic>
#include <new>

namespace flatline::engine::nodes {
namespace {

// Bytes of a block: real maps fill two thirds of it. A host's memory is asked for before anybody
// knows how many segs a branch will have.
constexpr std::uint64_t kBlockOfSeg = 256;
constexpr std::uint64_t kBlockLeast = 2048;
constexpr std::uint64_t kWorkingOfSeg = 448;
constexpr std::uint64_t kWorkingLeast = 256u << 10;

std::uint64_t block_bytes(std::uint64_t segs) noexcept {
    static_assert(kBlockLeast % Scratch::kAlignment == 0 && kBlockOfSeg % Scratch::kAlignment == 0);
    return kBlockLeast + kBlockOfSeg * segs;
}

}  // namespace

Branches::~Branches() {
    for (std::size_t i = 0; i < made_; ++i) branches_[i].~Branch();
    trunk_.scratch.give(charged_);
}

// Collects the pieces that were cut off segs while their sets lay aside.
bool Branches::settle() noexcept {
    Pool<std::uint32_t> settled(trunk_.scratch);
    const std::size_t count = trunk_.segs.size();
    if (!settled.reserve_exactly(count) || !homes_.reserve_exactly(count)) return false;
    homes_.lengthen(count);
    for (SetsAside::Set& set : aside_.sets) {
        const auto first = static_cast<std::uint32_t>(settled.size());
        for (std::uint32_t i = set.first; i < set.first + set.task.count; ++i) {
            for (std::uint32_t seg = aside_.segs[i]; seg != FLATLINE_NONE;) {
                homes_[seg] = static_cast<std::uint32_t>(settled.size());
                if (!settled.push(seg)) return false;
                seg = trunk_.segs[seg].next;
            }
        }
        set.first = first;
        set.task.count = static_cast<std::uint32_t>(settled.size()) - first;
    }
    aside_.segs.truncate(0);
    if (!aside_.segs.reserve_exactly(settled.size())) return false;
    aside_.segs.lengthen(settled.size());
    std::copy(settled.begin(), settled.end(), aside_.segs.begin());
    return true;
}

void Branches::make(std::size_t i, Reservation block) noexcept {
    new (&branches_[i]) Branch(trunk_, aside_.sets[i], std::move(block), shared_);
}

bool Branches::take(Reservation& memory, std::uint64_t bytes) noexcept {
    if (trunk_.scratch.take(memory, bytes) == nullptr) return false;
    charged_ += bytes;
    return true;
}

bool Branches::take_memory() noexcept {
    const std::size_t count = aside_.sets.size();
    working_bytes_ = kWorkingLeast + kWorkingOfSeg * aside_.least;
    if (!take(memory_, count * sizeof(Branch)) || !take(working_, working_bytes_)) return false;
    branches_ = reinterpret_cast<Branch*>(memory_.data());
    for (; made_ < count; ++made_) {
        Reservation block;
        if (!take(block, block_bytes(aside_.sets[made_].task.count))) return false;
        make(made_, std::move(block));
    }
    // The other threads' memory is not charged, so that a build is refused by any number of threads
    // or by none. Where there is too little for them, there are fewer.
    const Scratch& scratch = trunk_.scratch;
    const std::uint64_t most = scratch.left() / working_bytes_;
    const std::size_t others = std::min(jobs_.threads(), count) - 1;
    const std::uint64_t granted = std::min(std::uint64_t{others}, most);
    if (granted != 0 && more_working_.ensure(scratch.hooks(), granted * working_bytes_)) {
        threads_ = static_cast<std::size_t>(granted) + 1;
    }
    return true;
}

// Gives the vertices, segs and planes of a branch numbers of its own.
bool Branches::enter(Branch& branch, Pool<std::uint32_t>& set) const noexcept {
    State& state = branch.state;
    const std::uint32_t first = branch.set.first;
    const std::uint32_t count = branch.set.task.count;
    Numbers planes(branch.working);
    if (!state.segs.reserve_exactly(count * std::size_t{5} / 2 + 8) ||
        !state.points.reserve_exactly(count * std::size_t{3} / 2 + 8) ||
        !state.origins.reserve_exactly(count * std::size_t{3} / 2 + 8) ||
        !state.nodes.reserve_exactly(count / 2 + 8) ||
        !state.leaves.reserve_exactly(count / 2 + 8) ||
        !state.leaf_segs.reserve_exactly(count * std::size_t{2} + 8) || !set.reserve(count)) {
        return false;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        WorkSeg seg = trunk_.segs[aside_.segs[first + i]];
        seg.v1 = state.import(seg.v1);
        seg.v2 = state.import(seg.v2);
        seg.next = FLATLINE_NONE;
        seg.after = FLATLINE_NONE;
        if (seg.v1 == FLATLINE_NONE || seg.v2 == FLATLINE_NONE) return false;
        if (seg.partner != FLATLINE_NONE) {
            const std::uint32_t partner = homes_[seg.partner] - first;
            if (partner >= count && !branch.foreign.push(i)) return false;
            seg.partner = partner < count ? partner : FLATLINE_NONE;
        }
        if (seg.plane != FLATLINE_NONE) {
            const PlaneLine& line = trunk_.plane_lines[seg.plane];
            const auto next = static_cast<std::uint32_t>(state.lines.size());
            seg.plane = planes.number(seg.plane, next);
            if (seg.plane == FLATLINE_NONE) return false;
            if (seg.plane == next) {
                Partition kept = partition_of(line.from, line.to);
                kept.plane = next;
                if (!state.lines.push(kept)) return false;
            }
        }
        if (!state.segs.push(seg) || !set.push(i)) return false;
    }
    return true;
}

void Branches::divide_one(Branch& branch) const noexcept {
    Pool<std::uint32_t> set(branch.working);
    if (!branch.state.advance(0) || !enter(branch, set)) return;
    const Task& task = branch.set.task;
    Divider divider(branch.state, limits_, nullptr);
    branch.done = divider.run(set, {FLATLINE_NONE, 0, task.level, 0, task.parts});
    branch.refusal = divider.refusal();
    // Where they ended the branch, the others hear of it, and the build.
    (void)branch.state.tell_steps();
}

// Does work(branch) for all branches, each with the working memory of its thread; then, where a
// block was full, again(branch) with the memory of the build. False where one is left undone.
template <class Work, class Again>
bool Branches::each(const Work& work, const Again& again) noexcept {
    std::atomic<std::size_t> next{0};
    jobs_.run(threads_, [&](std::size_t thread) {
        unsigned char* const block =
            thread == 0 ? working_.data() : more_working_.data() + working_bytes_ * (thread - 1);
        for (;;) {
            const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
            if (i >= made_) return;
            branches_[i].working.restart(block, working_bytes_);
            branches_[i].done = false;
            work(branches_[i]);
        }
    });
    // One that ended for another reason than memory ends the build.
    for (std::size_t i = 0; i < made_; ++i) {
        if (!branches_[i].done && !branches_[i].full()) return false;
    }
    for (std::size_t i = 0; i < made_; ++i) {
        if (branches_[i].done) continue;
        again(i);
        Branch& branch = branches_[i];
        branch.working.restart(working_.data(), working_bytes_);
        branch.working.borrow_from(&trunk_.scratch);
        branch.state.scratch.borrow_from(&trunk_.scratch);
        work(branch);
        if (!branch.done) return false;
        branch.working.borrow_from(nullptr);
        branch.state.scratch.borrow_from(nullptr);
    }
    return true;
}

bool Branches::divide() noexcept {
    if (!settle() || !take_memory()) return false;
    shared_.steps.store(trunk_.steps, std::memory_order_relaxed);
    const bool good = each(
        [this](Branch& branch) {
            divide_one(branch);
            branch.state.forget_work();
        },
        [this](std::size_t i) {
            Reservation block = std::move(branches_[i].block);
            branches_[i].~Branch();
            make(i, std::move(block));
        });
    // Which steps were the last depends on the threads; that there were too many does not.
    trunk_.steps = std::min(shared_.steps.load(std::memory_order_relaxed), trunk_.most_steps + 1);
    if (trunk_.stopped() || refusal() != nullptr) return false;
    // A branch that was full and not tried again has no reason of its own.
    for (std::size_t i = 0; i < made_ && !good; ++i) {
        const Outcome outcome = branches_[i].state.scratch.outcome();
        if (branches_[i].done || outcome == Outcome::ok) continue;
        trunk_.scratch.fail(outcome);
        break;
    }
    return good;
}

bool Branches::make_loops() noexcept {
    return each(
        [](Branch& branch) {
            branch.done = nodes::make_loops(branch.state, branch.working, branch.loops);
        },
        [this](std::size_t i) {
            branches_[i].loops.segs.forget();
            branches_[i].loops.counts.forget();
            branches_[i].loops.places.forget();
        });
}

std::uint32_t Branches::home_of(std::uint32_t seg, std::uint32_t& local) const noexcept {
    const std::uint32_t place = homes_[seg];
    const Branch* const found =
        std::upper_bound(branches_, branches_ + made_, place,
                         [](std::uint32_t at, const Branch& b) { return at < b.set.first; }) -
        1;
    local = place - found->set.first;
    return static_cast<std::uint32_t>(found - branches_);
}

const Refusal* Branches::refusal() const noexcept {
    for (std::size_t i = 0; i < made_; ++i) {
        if (branches_[i].refusal.is_there) return &branches_[i].refusal;
    }
    return nullptr;
}

}  // namespace flatline::engine::nodes
