// Learned runs: literal text between two values, with what it does to the open block. When the
// same text occurs again it costs one comparison instead of a walk over its tokens. The loader
// learns runs while it reads a text, and keeps them for the next text with the same rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/bytes.hpp"
#include "model/fields.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::udmf {

/// What stands after a run's text.
enum class ValueSlot : std::uint8_t {
    none,   // nothing: the next run may follow
    index,  // the value of a known field, as its Store says
    integer,
    real,
    whole,
    name,
    column_integer,
    column_real,
    column_string,
    column_ids,
    unknown,        // the value of a key that the dialect does not know
    comment,        // the rest of a line comment
    block_comment,  // the rest of one that may have many lines
    head_comment,   // the same between the keyword of a block and its brace
    unlearned,      // of the row after the last run of a state: nothing is known there
};

struct RunState;

/// What only few runs need.
struct RunRest {
    static constexpr std::size_t kBytes = 224;  // of text; longer ones gained nothing
    static constexpr std::size_t kSpare = 32;   // after it, for comparisons of so many
    static constexpr std::size_t kMostBooleans = 4;
    RunState* own;  // the state after it that no other run leads to, or null
    ColumnBoolean booleans[kMostBooleans];
    std::uint8_t boolean_count;
    bool reports;            // the key of ValueSlot::unknown is a finding each time
    std::uint8_t values;     // the set that the slot's value has to be in; 0: any value
    std::uint16_t key_size;  // of an unknown key, which begins at `statement`
    unsigned char text[kBytes + kSpare];
};

/// One run: its text, or the first bytes of it, and what it does. It sets `seen`, sets and clears
/// flags, stores booleans, closes the open block and opens one, in this order; then comes the slot.
/// The first cache line is what every run needs, the second what those need that do more than lead
/// to a value slot.
struct alignas(64) Run {
    static constexpr std::size_t kBytes = 32;
    static constexpr std::uint8_t kOpensNothing = 0xFF;
    static constexpr std::size_t kMostLast = 255;
    static constexpr std::uint8_t kNoLength = 0xFF;  // in `last`: a comment that is not short
    static_assert(RunRest::kBytes <= 255);

    unsigned char text[kBytes];
    std::uint32_t care;  // a bit for each byte that belongs to the text; 0: any text matches
    std::uint8_t size;
    bool is_index;            // of the slot, which is asked first: it is met most
    std::uint16_t offset;     // of the slot's member in its entity
    RunState* next;           // after the slot
    std::uint64_t slot_seen;  // of the slot's field
    std::int32_t hits;
    ValueSlot slot;
    bool acts;          // it does something before the slot, is long or unlearned
    bool bounded;       // the slot's value is a coordinate, or has to be in a set
    std::uint8_t last;  // bytes of the value met last, or of a part of it

    alignas(64) std::uint64_t seen;  // begins the second cache line, with short pointers too
    std::uint64_t
        given;  // members that must not have been given: `seen`, and the same block's slot
    std::uint32_t set, clear;  // flags
    RunRest* rest;
    std::uint16_t flags_at;   // where the entity has its flags
    std::uint16_t statement;  // where another path goes on if the slot is not plain
    std::uint16_t keyword;    // of the block that is opened or named
    std::uint16_t brace;      // of the block that is opened
    FieldId field;            // of a slot that goes to a column
    bool flags;               // sets or clears any, or stores booleans
    bool closes;
    std::uint8_t opens;      // block kind, or kOpensNothing
    std::uint8_t head_kind;  // of the block that ValueSlot::head_comment names
};
static_assert(sizeof(Run) == 128 && offsetof(Run, seen) == 64);

/// The runs that may follow in one state.
struct RunState {
    static constexpr std::size_t kMost = 16;
    static constexpr std::size_t kSlots = 32;
    static constexpr std::int32_t kFirstWrong = 8;

    Run runs[kMost + 1];  // by hits, the most first
    Run* end;             // after the last one: ValueSlot::unlearned, which any text matches
    // Four bytes of the text tell most keys apart. They select the run to try when the first one
    // does not match. A branch for each run would be guessed wrong again and again.
    std::uint8_t guesses[kSlots];
    std::uint8_t guess_at;
    std::int32_t wrong_left;  // guesses are learned anew after so many wrong ones
    std::int32_t wrong_most;

    void clear() noexcept {
        end = runs;
        *end = {};
        end->slot = ValueSlot::unlearned;
        end->acts = end->flags = true;
        // It stays last, however often it is met.
        end->hits = std::numeric_limits<std::int32_t>::min();
        std::memset(guesses, 0, sizeof guesses);
        guess_at = 0;
        wrong_left = wrong_most = kFirstWrong;
    }
    /// The run that `p` may match where the first one does not. 32 bytes must be readable.
    Run* guess(const unsigned char* p) noexcept { return runs + guesses[slot(p + guess_at)]; }
    void age() noexcept;
    void guessed_wrong() noexcept {
        if (--wrong_left == 0) learn_guesses();
    }
    /// Counts that a run was taken, and moves it one place forward where it is met more often than
    /// the one before. Returns where it is now.
    Run* used(Run* run) noexcept {
        ++run->hits;
        return run == runs || run->hits <= run[-1].hits ? run : move_forward(run);
    }

private:
    static std::size_t slot(const unsigned char* p) noexcept {
        return static_cast<std::uint32_t>(load_u32le(p) * 0x9E3779B1u) >> 27;
    }
    void learn_guesses() noexcept;
    Run* move_forward(Run* run) noexcept;
};

/// What a run says beside its text. Two texts for which it is the same may share runs.
struct RunRules {
    Dialect dialect;
    bool v0_99;
    std::uint64_t identifier_bytes;  // the limit
    bool operator==(const RunRules&) const noexcept = default;
};

/// The runs that are known, by the state in which their text begins.
class Runs {
public:
    // 10 MB of generated text lead to 820, with comments at random places to 1180.
    static constexpr std::size_t kMost = 2048;
    static constexpr std::size_t kMostStates = 768;
    /// A state is what was read last: a field, or one of these. Or it is a run's own.
    enum : std::uint16_t {
        kTop = kFieldBound,                // the end of a block, or nothing
        kOpened = kTop + 1,                // the brace of a known block: + its kind
        kHead = kOpened + kBlockKinds,     // keyword and line comment: + the block's kind
        kOtherPath = kHead + kBlockKinds,  // a statement that another path has read: + the kind
        kStates = kOtherPath + kBlockKinds
    };
    /// The state in which another path leaves a block of that kind, or the top level.
    static constexpr std::uint16_t behind(std::uint8_t kind) noexcept {
        return static_cast<std::uint16_t>(kind < kBlockKinds ? kOtherPath + kind : int{kTop});
    }

    void clear() noexcept;
    /// Called before runs are looked for: what was learned by other rules, or is held for none, is
    /// forgotten.
    void hold_for(const RunRules& rules) noexcept {
        if (held_ && rules_ == rules) return;
        clear();
        rules_ = rules;
        held_ = true;
        old_ = false;
    }
    /// What was learned is of no use to another text.
    void hold_for_none() noexcept { held_ = false; }
    /// Called before a text: what it repeats soon counts for more than what others did.
    void age() noexcept;
    /// True if there may be runs that were learned before the last age().
    bool are_old() const noexcept { return old_; }
    /// The state with that number, which is made where it does not exist. Where there is no room it
    /// is a state that keeps nothing.
    RunState* state(std::uint16_t number) noexcept;
    /// True if `state` may keep one more run. In a full state the least used run makes room when
    /// it has not been met for long. Where all runs are in use, most of them for text met only
    /// once, everything is forgotten, with the states.
    bool has_room(RunState& state) noexcept;
    /// Keeps a run as the last one of `state`. A run without `next` gets a state of its own.
    /// Precondition: has_room.
    void add(RunState& state, const Run& run, const RunRest& rest) noexcept;

    /// About how often runs were followed, for tests; runs that were forgotten do not count.
    std::uint64_t followed() const noexcept;

private:
    RunState* new_state() noexcept;

    static constexpr std::uint16_t kNowhere = 0xFFFF;

    RunRules rules_{};
    bool held_ = false;
    bool old_ = false;
    std::size_t run_count_ = 0;
    std::size_t state_count_ = 0;
    std::uint16_t places_[kStates];
    RunState states_[kMostStates + 1];  // the last one keeps nothing
    RunRest rests_[kMost];
};

}  // namespace flatline::engine::udmf
