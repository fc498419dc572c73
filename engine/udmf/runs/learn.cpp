#include "udmf/runs/learn.hpp"

#include <algorithm>
#include <cstring>

#include "text/chars.hpp"
#include "text/plain_values.hpp"
#include "udmf/builder.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

constexpr std::uint8_t kNone = OpenBlock::kNone;

constexpr ValueSlot slot_of(const FieldRecord& record) noexcept {
    if (record.values != 0 && record.store != Store::column_integer &&
        record.store != Store::column_string) {
        return ValueSlot::none;  // only the slow path compares it with its set
    }
    switch (record.store) {
        case Store::index:
            return ValueSlot::index;
        case Store::integer:
            return ValueSlot::integer;
        case Store::real:
            return ValueSlot::real;
        case Store::whole:
            return ValueSlot::whole;
        case Store::name:
            return ValueSlot::name;
        case Store::column_integer:
            return ValueSlot::column_integer;
        case Store::column_real:
            return ValueSlot::column_real;
        case Store::column_string:
            return ValueSlot::column_string;
        case Store::column_ids:
            return ValueSlot::column_ids;
        default:
            return ValueSlot::none;
    }
}

// One walk from `p`, statement by statement. `done` is the byte after what was learned as a whole.
class RunRecorder {
public:
    RunRecorder(const Byte* p, std::uint8_t head_kind, std::uint8_t block, const FieldTable& table,
                const Limits& limits, const Byte* text_end, Runs& runs, bool briefly) noexcept
        : p_(p),
          walk_(p, p + RunRest::kBytes, StatementWalk::Comments::reported),
          done_(p),
          head_kind_(head_kind),
          block_(block),
          table_(table),
          limits_(limits),
          text_end_(text_end),
          runs_(runs),
          briefly_(briefly) {
        run_.opens = Run::kOpensNothing;
    }

    // False if nothing was learned.
    bool learn() noexcept {
        while (take(walk_.next())) {
        }
        return done_ != p_;
    }
    // Keeps it among the runs of `state`.
    void keep(RunState& state) noexcept {
        if (run_.slot == ValueSlot::none && run_.opens != Run::kOpensNothing) {
            run_.next = runs_.state(static_cast<std::uint16_t>(Runs::kOpened + block_));
        }
        // A state belongs to one kind of block.
        const bool same_block = !run_.closes && run_.opens == Run::kOpensNothing;
        if (run_.slot == ValueSlot::none && same_block) run_.next = runs_.state(last_flag_);
        run_.size = static_cast<std::uint8_t>(done_ - p_);
        if (run_.slot == ValueSlot::none) run_.statement = run_.size;
        // After a comment or an unknown key comes what would have come without it, so the state is
        // the same.
        if (same_block &&
            (run_.slot == ValueSlot::comment || run_.slot == ValueSlot::block_comment ||
             run_.slot == ValueSlot::unknown)) {
            run_.next = &state;
        }
        // After a short run, too: see RunState::learn_guesses.
        std::memcpy(rest_.text, p_, std::max<std::size_t>(run_.size, Run::kBytes));
        run_.flags = run_.seen != 0 || rest_.boolean_count != 0;
        run_.acts = run_.flags || run_.closes || run_.opens != Run::kOpensNothing;
        // The members after a brace belong to another block, which was given nothing yet.
        run_.given = run_.seen | (same_block ? run_.slot_seen : 0);
        runs_.add(state, run_, rest_);
    }

private:
    std::uint16_t place(const Byte* where) const noexcept {
        return static_cast<std::uint16_t>(where - p_);
    }
    bool is_long(std::size_t key_size) const noexcept {
        return key_size > limits_.identifier_bytes || key_size > kMaxKeyBytes;
    }

    // True if the run may go on after it.
    bool take(const Statement& statement) noexcept {
        switch (statement.kind) {
            case StatementKind::open:
                return open(statement);
            case StatementKind::close:
                return close(statement);
            case StatementKind::assignment:
                return field(statement);
            case StatementKind::comment:
                comment(statement);
                return false;
            default:
                return false;
        }
    }

    // The kind of the block whose head that is, FLATLINE_BLOCK where it is none that is known.
    std::uint8_t kind_of(const Statement& head) const noexcept {
        if (block_ != kNone || is_long(head.key_size())) return FLATLINE_BLOCK;
        return block_kind(head.key, head.key_size());
    }
    bool open(const Statement& head) noexcept {
        if (run_.opens != Run::kOpensNothing) return false;
        std::uint8_t kind = kind_of(head);
        if (head_kind_ != kNone) {
            if (done_ != p_ || head.key != nullptr) return false;
            kind = head_kind_;
        } else if (kind == FLATLINE_BLOCK) {
            return false;
        } else {
            run_.keyword = place(head.key);
        }
        run_.brace = place(head.at);
        run_.opens = block_ = kind;
        done_ = walk_.place();
        return true;
    }
    bool close(const Statement& end) noexcept {
        if (end.key != nullptr || block_ == kNone || run_.closes ||
            run_.opens != Run::kOpensNothing) {
            return false;
        }
        run_.closes = true;
        block_ = kNone;
        done_ = walk_.place();
        return true;
    }
    // A comment is a value slot, so it ends the run.
    void comment(const Statement& found) noexcept {
        if (is_before_brace()) return;
        const bool to_line_end = found.at[1] == '/';
        if (found.key == nullptr) {
            run_.slot = to_line_end ? ValueSlot::comment : ValueSlot::block_comment;
        } else {
            run_.head_kind = kind_of(found);
            if (run_.head_kind == FLATLINE_BLOCK || !to_line_end) return;
            run_.keyword = place(found.key);
            run_.slot = ValueSlot::head_comment;
            run_.next = runs_.state(static_cast<std::uint16_t>(Runs::kHead + run_.head_kind));
        }
        run_.statement = place(found.at);
        done_ = found.at + 2;
    }
    // After a keyword and its comment nothing but the brace is learned.
    bool is_before_brace() const noexcept { return head_kind_ != kNone && done_ == p_; }

    bool field(const Statement& found) noexcept {
        if (block_ == kNone || !text::is_letter(*found.key)) return false;
        const std::size_t size = found.key_size();
        const FieldRecord* record = find_field(table_, block_, found.key, size, text_end_);
        if (record != nullptr && !is_long(size) &&
            (record->store == Store::flag || record->store == Store::column_boolean)) {
            return boolean(*record, found.at);
        }
        // Flags before an unknown key are a run of their own: any may stand before any key.
        if (record == nullptr && last_flag_ != Runs::kTop) return false;
        if (record == nullptr ? unknown(found.key, size) : !is_long(size) && slot(*record)) {
            run_.statement = place(found.key);
            done_ = found.at;
        }
        return false;
    }
    // A run applies its flags before it closes a block, so it cannot hold flags after a brace.
    bool boolean(const FieldRecord& record, const Byte* value) noexcept {
        bool on = false;
        const Byte* next = text::plain_boolean(value, on);
        if (next == nullptr || *next++ != ';' || next > p_ + RunRest::kBytes ||
            run_.opens != Run::kOpensNothing) {
            return false;
        }
        if (record.store == Store::flag) {
            if ((run_.seen & record.seen) != 0) return false;
            run_.seen |= record.seen;
            run_.flags_at = record.offset;
            (on ? run_.set : run_.clear) |= record.mask;
        } else {
            if (rest_.boolean_count == RunRest::kMostBooleans) return false;
            for (std::size_t i = 0; i < rest_.boolean_count; ++i) {
                if (rest_.booleans[i].field == record.field) return false;
            }
            rest_.booleans[rest_.boolean_count++] = {record.field, on};
        }
        last_flag_ = record.field;
        done_ = next;
        walk_.resume(next);
        return !briefly_;
    }
    // The value of a known field ends the run.
    bool slot(const FieldRecord& record) noexcept {
        const ValueSlot slot = slot_of(record);
        if (slot == ValueSlot::none || (run_.seen & record.seen) != 0) return false;
        run_.slot = slot;
        run_.slot_seen = record.seen;
        run_.offset = record.offset;
        run_.bounded = record.bound != Bound::none || record.values != 0;
        rest_.values = record.values;
        run_.field = record.field;
        run_.next = runs_.state(record.field);
        return true;
    }
    bool unknown(const Byte* key, std::size_t size) noexcept {
        if (size > limits_.identifier_bytes || is_sign_of_0_99(block_, key, size)) return false;
        run_.slot = ValueSlot::unknown;
        rest_.key_size = static_cast<std::uint16_t>(size);
        rest_.reports = !is_user_key(key, size);
        return true;
    }

    const Byte* const p_;
    StatementWalk walk_;
    const Byte* done_;
    const std::uint8_t head_kind_;  // of a block whose keyword and comment stand before
    std::uint8_t block_;
    const FieldTable& table_;
    const Limits& limits_;
    const Byte* const text_end_;
    Runs& runs_;
    const bool briefly_;                    // no flag after another
    std::uint16_t last_flag_ = Runs::kTop;  // its field
    Run run_{};
    RunRest rest_{};
};

}  // namespace

bool Learner::learn(const Byte* p, RunState& state, std::uint8_t head_kind,
                    std::uint8_t block) noexcept {
    if (!runs_.has_room(state)) return false;
    // Texts with many flags have them in many orders: a state that is nearly full holds what they
    // begin with, and the states after those hold the rest.
    const bool briefly = state.end - state.runs >= std::ptrdiff_t{RunState::kMost - 4};
    RunRecorder recorder(p, head_kind, block, grammar_.table(), limits_, source_.end, runs_,
                         briefly);
    if (!recorder.learn()) return false;
    recorder.keep(state);
    return true;
}

}  // namespace flatline::engine::udmf
