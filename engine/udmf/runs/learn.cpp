#include "udmf/runs/learn.hpp"

#include <cstring>

#include "text/chars.hpp"
#include "text/plain_values.hpp"
#include "udmf/builder.hpp"
#include "udmf/keywords.hpp"

namespace flatline::udmf {
namespace {

using Byte = unsigned char;

constexpr std::uint8_t kNone = OpenBlock::kNone;

constexpr Hole hole_of(const FieldRecord& record) noexcept {
    if (record.values != 0 && record.store != Store::column_integer &&
        record.store != Store::column_string) {
        return Hole::none;  // only the careful machine compares it with its set
    }
    switch (record.store) {
        case Store::integer:
        case Store::index:
            return Hole::integer;
        case Store::real:
            return Hole::real;
        case Store::whole:
            return Hole::whole;
        case Store::name:
            return Hole::name;
        case Store::column_integer:
            return Hole::column_integer;
        case Store::column_real:
            return Hole::column_real;
        case Store::column_string:
            return Hole::column_string;
        case Store::column_ids:
            return Hole::column_ids;
        default:
            return Hole::none;
    }
}

// One walk from `p`. Each step goes over a token or a statement and says whether the run may go on
// behind it. `done` is the byte behind what was learned as a whole.
class Lesson {
public:
    Lesson(const Byte* p, std::uint8_t head_kind, std::uint8_t block, const FieldTable& table,
           const Limits& limits, const Byte* text_end, Runs& runs) noexcept
        : p_(p),
          most_(p + RunRest::kBytes),
          at_(p),
          done_(p),
          head_kind_(head_kind),
          keyword_kind_(head_kind),
          block_(block),
          table_(table),
          limits_(limits),
          text_end_(text_end),
          runs_(runs) {
        run_.opens = Run::kOpensNothing;
    }

    // False where nothing was learned.
    bool learn() noexcept {
        bool more = true;
        while (more) {
            blanks();
            if (at_ >= most_) break;
            if (keyword_kind_ != kNone) {
                more = brace();
            } else if (comment()) {
                more = false;
            } else if (block_ == kNone) {
                more = keyword();
            } else {
                more = *at_ == '}' ? end_of_block() : field();
            }
        }
        return done_ != p_;
    }
    // Keeps it among the runs of `state`.
    void keep(RunState& state) noexcept {
        if (run_.hole == Hole::none && run_.opens != Run::kOpensNothing) {
            run_.next = runs_.state(static_cast<std::uint16_t>(Runs::kOpened + block_));
        }
        run_.size = place(done_);
        if (run_.hole == Hole::none) run_.statement = run_.size;
        // Behind a comment or an unknown key comes what would have come without it, so the state is
        // the same. Not so where the block has changed: a state belongs to one kind of block.
        const bool same_block = !run_.closes && run_.opens == Run::kOpensNothing;
        if (same_block && (run_.hole == Hole::comment || run_.hole == Hole::block_comment ||
                           run_.hole == Hole::unknown)) {
            run_.next = &state;
        }
        std::memcpy(rest_.text, p_, run_.size);
        run_.flags = run_.seen != 0 || rest_.boolean_count != 0;
        run_.acts = run_.flags || run_.closes || run_.opens != Run::kOpensNothing;
        runs_.add(state, run_, rest_);
    }

private:
    std::uint16_t place(const Byte* where) const noexcept {
        return static_cast<std::uint16_t>(where - p_);
    }
    void blanks() noexcept {
        while (at_ < most_ && text::is_blank(*at_)) ++at_;
    }
    std::size_t word() noexcept {
        const Byte* from = at_;
        if (text::is_letter(*at_)) {
            while (at_ < most_ && text::is_identifier(*at_)) ++at_;
        }
        return static_cast<std::size_t>(at_ - from);
    }
    bool is_long(std::size_t key_size) const noexcept {
        return key_size > limits_.identifier_bytes || key_size > kMaxKeyBytes;
    }

    // A comment is a hole, so it ends the run.
    bool comment() noexcept {
        if (*at_ != '/' || at_ + 2 > most_) return false;
        if (at_[1] == '/') {
            run_.hole = keyword_kind_ != kNone ? Hole::head_comment : Hole::comment;
        } else if (at_[1] == '*' && keyword_kind_ == kNone) {
            run_.hole = Hole::block_comment;
        } else {
            return false;
        }
        run_.head_kind = keyword_kind_;
        run_.statement = place(at_);
        done_ = at_ + 2;
        return true;
    }
    // Behind a keyword.
    bool brace() noexcept {
        if (head_kind_ == kNone && comment()) {
            run_.next = runs_.state(static_cast<std::uint16_t>(Runs::kHead + keyword_kind_));
            return false;
        }
        if (*at_ != '{' || run_.opens != Run::kOpensNothing) return false;
        run_.brace = place(at_++);
        run_.opens = block_ = keyword_kind_;
        keyword_kind_ = kNone;
        done_ = at_;
        return true;
    }
    bool keyword() noexcept {
        run_.keyword = place(at_);
        const std::size_t size = word();
        keyword_kind_ = block_kind(p_ + run_.keyword, size);
        return keyword_kind_ != FLATLINE_BLOCK && !is_long(size);
    }
    bool end_of_block() noexcept {
        if (run_.closes || run_.opens != Run::kOpensNothing) return false;
        run_.closes = true;
        block_ = kNone;
        done_ = ++at_;
        return true;
    }
    bool field() noexcept {
        const Byte* key = at_;
        const std::size_t size = word();
        blanks();
        if (size == 0 || at_ >= most_ || *at_ != '=') return false;
        ++at_;
        blanks();
        if (at_ >= most_) return false;
        const FieldRecord* record = find_field(table_, block_, key, size, text_end_);
        if (record != nullptr && !is_long(size) &&
            (record->store == Store::flag || record->store == Store::column_boolean)) {
            return boolean(*record);
        }
        if (record == nullptr ? unknown(key, size) : !is_long(size) && hole(*record)) {
            run_.statement = place(key);
            done_ = at_;
        }
        return false;
    }
    // A run applies its flags before it closes a block, so it cannot hold flags behind a brace.
    bool boolean(const FieldRecord& record) noexcept {
        bool on = false;
        const Byte* next = text::plain_boolean(at_, on);
        if (next == nullptr || *next++ != ';' || next > most_ || run_.opens != Run::kOpensNothing) {
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
        done_ = at_ = next;
        return true;
    }
    // The value of a known field ends the run.
    bool hole(const FieldRecord& record) noexcept {
        const Hole hole = hole_of(record);
        if (hole == Hole::none || (run_.seen & record.seen) != 0) return false;
        run_.hole = hole;
        run_.hole_seen = record.seen;
        run_.offset = record.offset;
        run_.bounded = record.bound != Bound::none || record.values != 0;
        rest_.values = record.values;
        run_.field = record.field;
        run_.next = runs_.state(record.field);
        return true;
    }
    bool unknown(const Byte* key, std::size_t size) noexcept {
        if (size > limits_.identifier_bytes || is_sign_of_0_99(block_, key, size)) return false;
        run_.hole = Hole::unknown;
        rest_.key_size = static_cast<std::uint16_t>(size);
        rest_.reports = !is_user_key(key, size);
        return true;
    }

    const Byte* const p_;
    const Byte* const most_;
    const Byte* at_;
    const Byte* done_;
    const std::uint8_t head_kind_;
    std::uint8_t keyword_kind_;  // kind of a block whose brace is still to come
    std::uint8_t block_;
    const FieldTable& table_;
    const Limits& limits_;
    const Byte* const text_end_;
    Runs& runs_;
    Run run_{};
    RunRest rest_{};
};

}  // namespace

bool Learner::learn(const Byte* p, RunState& state, std::uint8_t head_kind,
                    std::uint8_t block) noexcept {
    if (!runs_.has_room(state)) return false;
    Lesson lesson(p, head_kind, block, language_.table(), limits_, source_.end, runs_);
    if (!lesson.learn()) return false;
    lesson.keep(state);
    return true;
}

}  // namespace flatline::udmf
