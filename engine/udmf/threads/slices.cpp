#include "udmf/threads/slices.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#include "base/jobs.hpp"
#include "text/count.hpp"
#include "text/scan.hpp"
#include "udmf/block_counts.hpp"
#include "udmf/threads/merge.hpp"
#include "udmf/threads/split.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

class SliceReader {
public:
    SliceReader(Bytes text, const ReadOptions& options, Jobs& jobs, SliceMemory& memory,
                const ReadTarget& target) noexcept
        : text_(text),
          options_(options),
          jobs_(jobs),
          threads_(jobs.threads()),
          memory_(memory),
          target_(target),
          first_(target.workspace, target.hooks, target.budget, target.findings, options) {}

    // Outcome::refused: one thread has to read the text again.
    Outcome run() noexcept {
        const text::Body body = text::body_of(text_.data(), text_.size());
        begin_ = body.begin;
        end_ = body.end;
        const std::size_t splits = guess_splits(begin_, end_, threads_, splits_);
        if (splits == 0) return Outcome::refused;
        count_ = splits + 1;
        if (!memory_.ensure(splits, threads_ - 1) || !(plan_by_size() || plan_by_count())) {
            return Outcome::refused;
        }
        jobs_.run(threads_, [this](std::size_t) { work(); });
        if (options_.progress != nullptr && options_.progress->cancelled()) {
            return Outcome::cancelled;
        }
        return merge() ? first_.finish() : Outcome::refused;
    }

private:
    SliceState& behind(std::size_t i) noexcept { return memory_.state(i - 1); }
    Slice& slice(std::size_t i) noexcept { return i == 0 ? slice_ : behind(i).slice; }

    // Where slice i begins; the end of the text behind the last one.
    const Byte* begin_of(std::size_t i) const noexcept {
        if (i == 0) return begin_;
        return i < count_ ? splits_[i - 1] : end_;
    }
    // The text that slice i may come to read: the first one all, because the others are joined to
    // it; any other its own and the next one's, over which it goes on where its end was guessed
    // wrong.
    Bytes text_of(std::size_t i) const noexcept {
        const Byte* const end = i == 0 ? end_ : begin_of(i + 2);
        return {begin_of(i), static_cast<std::size_t>(end - begin_of(i))};
    }

    // Makes the plans of all slices, and takes their memory. False where there is none, or where
    // the text has a NUL.
    bool plan_by_size() noexcept {
        if (!Reservation::is_free_until_touched(target_.hooks)) return false;
        for (std::size_t i = 0; i < count_; ++i) {
            slice(i).plan = plan_memory_by_size(text_of(i).size(), *options_.limits);
        }
        const Budget before = target_.budget;
        if (prepare()) return true;
        target_.budget = before;
        return false;
    }
    bool plan_by_count() noexcept {
        text::Counts counts[kMostSlices + 1];
        BlockCounts blocks[kMostSlices + 1];
        jobs_.run(count_, [&](std::size_t i) {
            const Byte* const from = begin_of(i);
            const Bytes bytes(from, static_cast<std::size_t>(begin_of(i + 1) - from));
            counts[i] = text::count(bytes, options_.kernel);
            blocks[i] = count_blocks(bytes);
        });
        for (std::size_t i = 0; i < count_; ++i) {
            const std::size_t end = i == 0 ? count_ : std::min(i + 2, count_);
            text::Counts sum = counts[i];
            BlockCounts found = blocks[i];
            for (std::size_t j = i + 1; j < end; ++j) {
                add(sum, counts[j]);
                add(found, blocks[j]);
            }
            slice(i).plan = plan_slice(TextBounds(sum, found, *options_.limits), text_.size(),
                                       *options_.limits, target_.hooks.acquire == nullptr);
            if (sum.nul) return false;
        }
        return prepare();
    }
    static void add(text::Counts& counts, const text::Counts& more) noexcept {
        counts.braces += more.braces;
        counts.equals += more.equals;
        counts.backslash = counts.backslash || more.backslash;
        counts.nul = counts.nul || more.nul;
    }
    static void add(BlockCounts& counts, const BlockCounts& more) noexcept {
        for (std::size_t kind = 0; kind < kBlockKinds; ++kind) {
            counts.blocks[kind] += more.blocks[kind];
        }
        counts.others += more.others;
        counts.unsure += more.unsure;
    }

    // Takes the memory of all slices on the thread that loads, because no other thread may call
    // hooks. What the slices behind the first may use is set aside, so that all together keep to
    // the limit. The first slice has two shares, because the others are joined to it.
    bool prepare() noexcept {
        const MemoryHooks& hooks = target_.hooks;
        const NamespaceRow* given = find_namespace(options_.namespace_override);
        row_ = options_.namespace_override.empty() ? guess_namespace(begin_, end_) : given;
        slice_.row = given;
        slice_.splits = {splits_, count_ - 1};
        slice_.stop = &stop_;
        Budget& budget = target_.budget;
        const std::uint64_t share = (budget.limit() - budget.announced()) / (count_ + 1);
        for (std::size_t i = 1; i < count_; ++i) {
            SliceState& state = behind(i);
            state.slice.from = splits_[i - 1];
            state.slice.splits = {splits_ + i, count_ - 1 - i};
            state.slice.row = row_;
            state.slice.stop = &stop_;
            state.status = Outcome::refused;
            const MemoryPlan& plan = state.slice.plan;
            const Bytes own(begin_of(i), static_cast<std::size_t>(begin_of(i + 1) - begin_of(i)));
            state.budget = Budget(std::min(share, plan.bound));
            budget.announce(state.budget.limit(), plan.by_size);
            if (!budget.charge(state.budget.limit()) ||
                !take_memory(plan, own, hooks, state.memory, state.values)) {
                return false;
            }
        }
        for (std::size_t i = 0; i < threads_; ++i) {
            text::NamePool& names =
                i == 0 ? target_.workspace.names : memory_.workspace(i - 1).names;
            if (!names.reserve(hooks, kNames)) return false;
        }
        return take_memory(slice_.plan, text_of(0), hooks, target_.memory,
                           target_.workspace.values);
    }

    // The work of one thread: it reads the next slice as long as there are any, with the runs that
    // it knows. The thread that begins with the first slice uses the workspace of the target.
    void work() noexcept {
        ReadWorkspace* workspace = nullptr;
        bool learns = true;
        for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) {
            if (stop_.load(std::memory_order_relaxed)) return;
            slice(i).learns = learns;
            if (i == 0) {
                workspace = &target_.workspace;
                status_ = first_.read_slice(text_, target_.memory, workspace->values, target_.raw,
                                            slice_);
                // Without the first slice, which is not guessed, the others are of no use.
                if (status_ != Outcome::ok) stop_.store(true, std::memory_order_relaxed);
                learns = !first_.gave_up();
                continue;
            }
            if (workspace == nullptr) {
                workspace = &memory_.workspace(workspaces_.fetch_add(1, std::memory_order_relaxed));
            }
            SliceState& state = behind(i);
            state.raw = {};
            state.findings = FindingList(std::max(options_.limits->findings, kFindings),
                                         std::max(options_.limits->finding_lines, kFindings));
            TextmapReader reader(*workspace, target_.hooks, state.budget, state.findings, options_);
            state.status =
                reader.read_slice(text_, state.memory, state.values, state.raw, state.slice);
            state.arrived = reader.arrived();
            learns = learns && !reader.gave_up();
        }
    }

    // Joins the slices that were proved: the first one, the one at which it arrived, and so on.
    bool merge() noexcept {
        if (status_ != Outcome::ok || !first_.reads_by(row_, options_.grammar == Grammar::v0_99)) {
            return false;
        }
        std::uint64_t unused = 0;
        for (std::size_t i = 1; i < count_; ++i) {
            unused += behind(i).budget.limit() - behind(i).budget.used();
        }
        target_.budget.rewind(target_.budget.used() - unused);
        text::NamePool& names = target_.workspace.names;
        names.begin(&target_.raw.names, text_, &target_.raw.decoded, target_.hooks,
                    &target_.budget);
        Merge merge(target_.raw, names, target_.findings, *options_.limits, text_.size(),
                    memory_.values());
        for (std::size_t i = 1 + first_.arrived(); i < count_; i += 1 + behind(i).arrived) {
            SliceState& state = behind(i);
            if (state.status != Outcome::ok ||
                !merge.add(state.raw, state.findings, state.memory.arrays.is_new())) {
                return false;
            }
        }
        merge.copy(jobs_);
        return true;
    }

    // Names of one slice: its table does not grow and holds far more than a map has.
    static constexpr std::uint64_t kNames = 32u << 10;
    // Findings of one slice: the list is so long that errors keep their places among warnings.
    static constexpr std::uint64_t kFindings = 16u << 10;

    Bytes text_;
    const ReadOptions& options_;
    Jobs& jobs_;
    std::size_t threads_;
    SliceMemory& memory_;
    const ReadTarget& target_;
    TextmapReader first_;
    Slice slice_;
    Outcome status_ = Outcome::refused;
    std::atomic<std::size_t> next_{0};        // slice to be read
    std::atomic<std::size_t> workspaces_{0};  // taken
    std::atomic<bool> stop_{false};
    const Byte* begin_ = nullptr;
    const Byte* end_ = nullptr;
    const Byte* splits_[kMostSlices];
    std::size_t count_ = 0;              // slices
    const NamespaceRow* row_ = nullptr;  // for all slices but the first, which has to find it
};

}  // namespace

bool SliceMemory::ensure(std::size_t slices, std::size_t threads) noexcept {
    if (slices > slice_count_) {
        states_.reset(new (std::nothrow) SliceState[slices]);
        values_.reset(new (std::nothrow) ValueSlice[slices]);
        slice_count_ = states_ != nullptr && values_ != nullptr ? slices : 0;
    }
    if (threads > workspace_count_) {
        workspaces_.reset(new (std::nothrow) ReadWorkspace[threads]);
        workspace_count_ = workspaces_ != nullptr ? threads : 0;
    }
    return slices <= slice_count_ && threads <= workspace_count_;
}

void SliceMemory::reset() noexcept {
    states_.reset();
    values_.reset();
    workspaces_.reset();
    slice_count_ = workspace_count_ = 0;
}

Outcome read_in_slices(Bytes text, const ReadOptions& options, Jobs& jobs, SliceMemory& memory,
                       const ReadTarget& target) noexcept {
    SliceReader reader(text, options, jobs, memory, target);
    return reader.run();
}

}  // namespace flatline::engine::udmf
