#include "udmf/reader.hpp"

#include <algorithm>
#include <cstring>

#include "text/kernel.hpp"
#include "udmf/nuls.hpp"

namespace flatline::engine::udmf {

TextmapReader::TextmapReader(ReadWorkspace& workspace, const MemoryHooks& hooks, Budget& budget,
                             FindingList& findings, const ReadOptions& options) noexcept
    : workspace_(workspace),
      hooks_(hooks),
      budget_(budget),
      options_(options),
      limits_(*options.limits),
      builder_(workspace.names, workspace.last_block, limits_, source_),
      report_(findings, budget, source_),
      grammar_(options, source_, builder_, report_),
      checkpoint_(source_, options.progress),
      follower_(limits_, source_, builder_, report_, grammar_, checkpoint_, open_, workspace.runs),
      fast_path_(limits_, source_, builder_, report_, grammar_, open_, workspace.keys,
                 workspace.statements.fast),
      slow_path_(options, source_, builder_, report_, grammar_, checkpoint_, open_,
                 workspace.statements.slow) {}

// Does what needs no memory. False if the text is refused.
bool TextmapReader::begin(Bytes text, RawMap& raw) noexcept {
    raw_ = &raw;
    builder_.attach(raw);
    workspace_.statements = {};
    source_.set(text);
    const Byte* const base = source_.base;
    const std::uint64_t most = std::min<std::uint64_t>(limits_.text_bytes, 2ull << 30);
    if (text.size() > most) {
        report_.fail_limit(Rule::limit_text_bytes, {}, base, base, text.size(), most);
        return false;
    }
    const std::size_t name = options_.namespace_override.size();
    if (name > limits_.identifier_bytes) {
        report_.fail_limit(Rule::limit_identifier_bytes, {}, base, base, name,
                           limits_.identifier_bytes);
        return false;
    }
    source_.find_ends(slice_ != nullptr ? slice_->from : nullptr);
    kernel_ = text::choose_kernel(options_.kernel);
    fast_path_.begin(kernel_, options_.paths == ReadPaths::tokens);
    follower_.begin(kernel_,
                    options_.paths == ReadPaths::all && (slice_ == nullptr || slice_->learns));
    return true;
}

// Takes the memory of plan_. False if there is none.
bool TextmapReader::take(RawMemory& memory, Reservation& values) noexcept {
    memory_ = &memory;
    values_ = &values;
    const bool taken = take_memory(plan_, source_.body(), hooks_, memory, values);
    if (plan_.grows) {
        // What an earlier load has left is there already.
        std::uint64_t held = memory.names.size() + memory.unknowns.size() + memory.decoded.size() +
                             values.size() + workspace_.names.table_bytes();
        for (const Reservation& own : memory.elements) held += own.size();
        budget_.announce(held);
    } else if (taken || !plan_.by_size) {
        budget_.announce(plan_.bound, plan_.by_size);
    }
    budget_mark_ = budget_.used();
    return taken;
}

// Takes memory for the whole text: by its size where that costs nothing, otherwise by samples.
Outcome TextmapReader::reserve(RawMemory& memory) noexcept {
    const Bytes body = source_.body();
    if (Reservation::is_free_until_touched(hooks_)) {
        plan_ = plan_memory_by_size(body.size(), limits_);
        if (take(memory, workspace_.values)) return Outcome::ok;
    }
    plan_ = plan_growing(estimate_blocks(body), source_.text.size(), limits_);
    return take(memory, workspace_.values) ? Outcome::ok : Outcome::out_of_memory;
}

// Makes sure that only comments hold NULs; false if one refuses the text.
bool TextmapReader::allow_nuls() noexcept {
    report_.begin();
    source_.nuls_in_comments = report_nuls(source_, report_);
    return source_.nuls_in_comments;
}

// Called where the text was refused. NULs refuse a text before anything else does, and are looked
// for only now. True if it has to be read again with those that are allowed.
bool TextmapReader::missed_nuls() noexcept {
    if (source_.nuls_in_comments || !text::has_nul(source_.begin, source_.end)) return false;
    complete_ = false;
    return allow_nuls();
}

// Makes everything but what was decided as it was before the first byte. False if memory is out.
bool TextmapReader::restart() noexcept {
    again_ = false;
    report_.begin();
    budget_.rewind(budget_mark_);
    place_arrays(plan_, *memory_, *values_, hooks_, budget_, *raw_);
    workspace_.runs.age();
    workspace_.keys.clear();
    if (slice_ == nullptr && options_.progress != nullptr) options_.progress->restart();
    open_ = {};
    checkpoint_.begin(slice_);
    slow_path_.begin(slice_);
    grammar_.restart();
    if (source_.nuls_in_comments) report_nuls(source_, report_);
    return builder_.begin(hooks_, budget_, slice_ != nullptr) ||
           report_.fail_memory({}, source_.begin) != nullptr;
}

// Called where a path could not go on or asks for the whole text. True if it shall go on.
bool TextmapReader::settle() noexcept {
    if (slice_ != nullptr) return false;  // the whole text will tell
    again_ = grammar_.settle();
    return !again_;
}

// Reads the whole text or a slice. False if it was refused or is to be read again.
bool TextmapReader::run() noexcept {
    const Byte* p = source_.begin;
    std::uint16_t state = Runs::kTop;
    // Runs of the text before may hold for this one, too: its first statement, the namespace,
    // tells.
    for (bool follows = false;; follows = true) {
        if (follows && p < follower_.stop()) {
            p = follower_.follow(p, state);
            state = Runs::behind(open_.kind);
        }
        if (p > checkpoint_.next() && !checkpoint_.pass(p, !open_.is_open())) {
            return checkpoint_.arrived();
        }
        if (options_.paths != ReadPaths::slow && p <= source_.stop) {
            const FastPath::Stop stop = fast_path_.read(p, follower_.stop(), checkpoint_.next(),
                                                        state, follower_.gave_up());
            p = stop.at;
            state = stop.state;
            if (stop.plain) continue;
        }
        p = slow_path_.statement(p);
        if (p == nullptr || grammar_.asked()) {
            const bool ended = checkpoint_.ended() || report_.out_of_memory();
            if ((ended && !grammar_.asked()) || !settle() || p == nullptr) return false;
        }
        if (p == source_.end && !open_.is_open()) return true;
        state = Runs::behind(open_.kind);
    }
}

Outcome TextmapReader::read(Bytes text, RawMemory& memory, RawMap& raw) noexcept {
    if (!begin(text, raw)) return Outcome::refused;
    const Outcome reserved = reserve(memory);
    if (reserved != Outcome::ok) return reserved;
    do {
        grammar_.begin(find_namespace(options_.namespace_override));
        do {
            if (restart() && run() && finish() == Outcome::ok) return Outcome::ok;
        } while (again_);
        if (checkpoint_.cancelled()) return Outcome::cancelled;
    } while (missed_nuls());
    return refused();
}

Outcome TextmapReader::finish() noexcept {
    complete_ = grammar_.finish();
    if (!complete_ && !report_.out_of_memory()) settle();
    return complete_ && !report_.refuses() ? Outcome::ok : Outcome::refused;
}

Outcome TextmapReader::read_slice(Bytes text, RawMemory& memory, Reservation& values, RawMap& raw,
                                  const Slice& slice) noexcept {
    slice_ = &slice;
    if (!begin(text, raw)) return Outcome::refused;
    plan_ = slice.plan;
    if (!take(memory, values)) return Outcome::refused;
    grammar_.begin(slice.row);
    if (restart() && run() && !report_.refuses()) return Outcome::ok;
    return checkpoint_.cancelled() ? Outcome::cancelled : Outcome::refused;
}

}  // namespace flatline::engine::udmf
