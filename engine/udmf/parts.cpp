#include "udmf/parts.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#include "base/jobs.hpp"
#include "text/count.hpp"
#include "text/scan.hpp"
#include "udmf/merge.hpp"
#include "udmf/threads/split.hpp"

namespace flatline::udmf {
namespace {

using Byte = unsigned char;

class PartReader {
public:
    PartReader(Bytes text, const ReadOptions& options, Jobs& jobs, PartMemory& memory,
               const ReadTarget& target) noexcept
        : text_(text),
          options_(options),
          jobs_(jobs),
          threads_(jobs.threads()),
          memory_(memory),
          target_(target),
          first_(target.workspace, target.hooks, target.budget, target.findings, options) {}

    // Outcome::refused: to be read again, by one thread.
    Outcome run() noexcept {
        const text::Body body = text::body_of(text_.data(), text_.size());
        begin_ = body.begin;
        end_ = body.end;
        const std::size_t splits = guess_splits(begin_, end_, threads_, splits_);
        if (splits == 0) return Outcome::refused;
        count_ = splits + 1;
        if (!memory_.ensure(splits, threads_ - 1) || !count_text() || !prepare()) {
            return Outcome::refused;
        }
        jobs_.run(threads_, [this](std::size_t) { work(); });
        if (options_.progress != nullptr && options_.progress->cancelled()) {
            return Outcome::cancelled;
        }
        return merge() ? first_.finish() : Outcome::refused;
    }

private:
    PartState& behind(std::size_t i) noexcept { return memory_.part(i - 1); }
    Part& part(std::size_t i) noexcept { return i == 0 ? part_ : behind(i).part; }

    // Upper bounds; false where the text has a NUL.
    bool count_text() noexcept {
        const auto count = [this](std::size_t i) {
            const Byte* from = i == 0 ? begin_ : splits_[i - 1];
            const Byte* to = i + 1 == count_ ? end_ : splits_[i];
            const Bytes bytes(from, static_cast<std::size_t>(to - from));
            part(i).counts = text::count(bytes, options_.kernel);
        };
        jobs_.run(count_, count);
        text::Counts total = part_.counts;
        for (std::size_t i = 1; i < count_; ++i) {
            add(total, behind(i).part.counts);
            // A part whose end is no split goes on over the next one.
            if (i + 1 < count_) add(behind(i).part.counts, behind(i + 1).part.counts);
        }
        part_.counts = total;
        return !total.nul;
    }
    static void add(text::Counts& counts, const text::Counts& more) noexcept {
        counts.braces += more.braces;
        counts.equals += more.equals;
        counts.backslash = counts.backslash || more.backslash;
        counts.nul = counts.nul || more.nul;
    }

    // Takes the memory of all parts on the thread that loads: no other one calls hooks. What the
    // parts behind the first may use is set aside, so that all together keep to the limit; the
    // first has two shares, because they are joined there.
    bool prepare() noexcept {
        const MemoryHooks& hooks = target_.hooks;
        const auto room_of = [&](const text::Counts& counts) {
            return room_for(counts, text_.size(), *options_.limits, hooks.acquire == nullptr);
        };
        const auto text_of = [&](const Byte* from, const Byte* to) {
            return Bytes(from, static_cast<std::size_t>(to - from));
        };
        const NamespaceRow* given = find_namespace(options_.namespace_override);
        row_ = options_.namespace_override.empty() ? guess_namespace(begin_, end_) : given;
        part_.row = given;
        part_.splits = {splits_, count_ - 1};
        part_.stop = &stop_;
        Budget& budget = target_.budget;
        const std::uint64_t share = (budget.limit() - budget.announced()) / (count_ + 1);
        for (std::size_t i = 1; i < count_; ++i) {
            PartState& state = behind(i);
            state.part.from = splits_[i - 1];
            state.part.splits = {splits_ + i, count_ - 1 - i};
            state.part.row = row_;
            state.part.stop = &stop_;
            state.status = Outcome::refused;
            const Room room = room_of(state.part.counts);
            const unsigned char* const before = state.arrays.data();
            const Byte* const end = i + 1 == count_ ? end_ : splits_[i];
            state.budget = Budget(std::min(share, room.bound));
            budget.announce(state.budget.limit());
            if (!budget.charge(state.budget.limit()) ||
                !take_room(room, text_of(splits_[i - 1], end), hooks, state.arrays, state.values)) {
                return false;
            }
            state.is_new = state.arrays.data() != before && state.arrays.is_of_system();
        }
        for (std::size_t i = 0; i < threads_; ++i) {
            Names& names = i == 0 ? target_.workspace.names : memory_.workspace(i - 1).names;
            if (!names.reserve(hooks, kNames)) return false;
        }
        return take_room(room_of(part_.counts), text_of(begin_, end_), hooks, target_.memory,
                         target_.workspace.values);
    }

    // One thread: reads the next part as long as there are any, with the runs that it knows. The
    // one that begins with the first part has the target's workspace.
    void work() noexcept {
        ReadWorkspace* workspace = nullptr;
        bool learns = true;
        for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) {
            if (stop_.load(std::memory_order_relaxed)) return;
            part(i).knows_runs = workspace != nullptr;
            part(i).learns = learns;
            if (i == 0) {
                workspace = &target_.workspace;
                status_ =
                    first_.read_part(text_, target_.memory, workspace->values, target_.raw, part_);
                // The first part is not guessed: nothing comes of the others without it.
                if (status_ != Outcome::ok) stop_.store(true, std::memory_order_relaxed);
                learns = !first_.gave_up();
                continue;
            }
            if (workspace == nullptr) {
                workspace = &memory_.workspace(workspaces_.fetch_add(1, std::memory_order_relaxed));
            }
            PartState& state = behind(i);
            state.raw = {};
            state.findings.clear();
            state.findings.set_capacity(std::max(options_.limits->findings, kFindings));
            Reader reader(*workspace, target_.hooks, state.budget, state.findings, options_);
            state.status =
                reader.read_part(text_, state.arrays, state.values, state.raw, state.part);
            state.arrived = reader.arrived();
            learns = learns && !reader.gave_up();
        }
    }

    // Joins the parts that were proved: from the first to the one that it came to, and so on.
    bool merge() noexcept {
        if (status_ != Outcome::ok || !first_.reads_by(row_, options_.grammar == Grammar::v0_99)) {
            return false;
        }
        std::uint64_t unused = 0;
        for (std::size_t i = 1; i < count_; ++i) {
            unused += behind(i).budget.limit() - behind(i).budget.used();
        }
        target_.budget.rewind(target_.budget.used() - unused);
        Names& names = target_.workspace.names;
        names.begin(&target_.raw.names, text_, &target_.raw.decoded, target_.hooks,
                    &target_.budget);
        Merge merge(target_.raw, names, target_.findings, *options_.limits, text_.size());
        for (std::size_t i = 1 + first_.arrived(); i < count_; i += 1 + behind(i).arrived) {
            PartState& state = behind(i);
            if (state.status != Outcome::ok ||
                !merge.add(state.raw, state.findings, state.is_new)) {
                return false;
            }
        }
        merge.copy(jobs_);
        return true;
    }

    // Of one part: what a table that does not grow holds, far more than a map has.
    static constexpr std::uint64_t kNames = 32u << 10;
    // The same of its list of findings, so that errors stay among warnings where they were met.
    static constexpr std::uint64_t kFindings = 16u << 10;

    Bytes text_;
    const ReadOptions& options_;
    Jobs& jobs_;
    std::size_t threads_;
    PartMemory& memory_;
    const ReadTarget& target_;
    Reader first_;
    Part part_;
    Outcome status_ = Outcome::refused;
    std::atomic<std::size_t> next_{0};        // part to be read
    std::atomic<std::size_t> workspaces_{0};  // taken
    std::atomic<bool> stop_{false};
    const Byte* begin_ = nullptr;
    const Byte* end_ = nullptr;
    const Byte* splits_[kMostParts];
    std::size_t count_ = 0;              // parts
    const NamespaceRow* row_ = nullptr;  // of all parts but the first, which has to find it
};

}  // namespace

bool PartMemory::ensure(std::size_t parts, std::size_t threads) noexcept {
    if (parts > part_count_) {
        parts_.reset(new (std::nothrow) PartState[parts]);
        part_count_ = parts_ != nullptr ? parts : 0;
    }
    if (threads > workspace_count_) {
        workspaces_.reset(new (std::nothrow) ReadWorkspace[threads]);
        workspace_count_ = workspaces_ != nullptr ? threads : 0;
    }
    return parts <= part_count_ && threads <= workspace_count_;
}

void PartMemory::reset() noexcept {
    parts_.reset();
    workspaces_.reset();
    part_count_ = workspace_count_ = 0;
}

Outcome read_text(Bytes text, const ReadOptions& options, Jobs* jobs, PartMemory& parts,
                  const ReadTarget& target, bool* complete) noexcept {
    if (jobs != nullptr && text.size() <= options.limits->text_bytes) {
        const Budget before = target.budget;
        PartReader reader(text, options, *jobs, parts, target);
        const Outcome status = reader.run();
        *complete = status == Outcome::ok;
        if (status == Outcome::ok || status == Outcome::cancelled) return status;
        // What the parts have touched must not count against the whole.
        parts.reset();
        target.budget = before;
        target.findings.clear();
        target.raw = {};
    }
    Reader reader(target.workspace, target.hooks, target.budget, target.findings, options);
    const Outcome status = reader.read(text, target.memory, target.raw);
    *complete = reader.complete();
    return status;
}

}  // namespace flatline::udmf
