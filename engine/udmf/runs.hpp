// Learned runs: literal text between two values, with what it does to the open block, so that the
// same text met again costs one comparison instead of a walk over its tokens. Learned while a text
// is read and forgotten before the next one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/fields.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::udmf {

/// What stands behind a run's text.
enum class Hole : std::uint8_t {
    none,     // nothing: the next run may follow
    integer,  // the value of a known field, as its Store says
    real,
    whole,
    name,
    column_integer,
    column_real,
    column_string,  // of column_ids, too
    unknown,        // the value of a key that the dialect does not know
    comment,        // the rest of a line comment
    head_comment,   // the same between the keyword of a block and its brace
};

struct RunState;

/// What few runs need.
struct RunRest {
    static constexpr std::size_t kBytes = 224;  // of text; longer ones gained nothing
    static constexpr std::size_t kMostBooleans = 4;
    struct Boolean {
        FieldId field;
        bool on;
    };
    RunState* own;                    // the state behind it that no other run leads to, or null
    Boolean booleans[kMostBooleans];  // of columns
    std::uint8_t boolean_count;
    bool reports;            // the key of Hole::unknown is a finding each time
    std::uint16_t key_size;  // of an unknown key, which begins at `statement`
    unsigned char text[kBytes];
};

/// One run: its text, or the first bytes of it, and what it does, in this order: sets `seen`, sets
/// and clears flags, stores booleans, closes the open block, opens one; then comes the hole.
/// All of it lies together in its state, so that nothing is waited for but the text.
struct alignas(64) Run {
    static constexpr std::size_t kBytes = 32;
    static constexpr std::uint8_t kOpensNothing = 0xFF;

    unsigned char text[kBytes];
    std::uint32_t care;  // a bit for each byte that belongs to the text; 0: any text matches
    std::uint16_t size;  // 0: behind the last run of a state
    Hole hole;
    bool acts;       // does anything before the hole
    RunState* next;  // behind the hole
    std::uint32_t hits;
    std::uint16_t statement;  // where the general machine goes on if the hole is not plain
    std::uint16_t keyword;    // of the block that is opened or named
    std::uint64_t seen;
    FieldRecord record;        // of the hole
    std::uint32_t set, clear;  // flags
    std::uint16_t brace;       // of the block that is opened
    std::uint16_t flags_at;    // where the entity has its flags
    bool flags;                // sets or clears any, or stores booleans
    bool closes;
    std::uint8_t opens;      // block kind, or kOpensNothing
    std::uint8_t head_kind;  // of the block that Hole::head_comment names
    RunRest* rest;
};
static_assert(sizeof(Run) == 128);

/// The runs that may follow in one state.
struct RunState {
    static constexpr std::size_t kMost = 12;
    Run runs[kMost + 1];  // by hits, the most first
    Run* end;             // behind the last one: a run of size 0, which always matches

    void clear() noexcept {
        end = runs;
        end->size = 0;
        end->care = 0;
    }
    /// A run was taken: it may move one forward. Returns where it is now.
    Run* used(Run* run) noexcept {
        ++run->hits;
        if (run == runs || run->hits <= run[-1].hits) [[likely]]
            return run;
        const Run before = run[-1];
        run[-1] = *run;
        *run = before;
        return run - 1;
    }
};

/// The runs that are known, by the state in which their text begins.
class Runs {
public:
    static constexpr std::size_t kMost = 1024;
    static constexpr std::size_t kMostStates = 768;
    static constexpr std::size_t kFields = 1024;  // more than there are FieldIds

    /// A state is what was read last: a field, or one of these. Or it is a run's own.
    enum : std::uint16_t {
        kTop = kFields,                  // the end of a block, or nothing
        kOpened = kTop + 1,              // the brace of a known block: + its kind
        kHead = kOpened + kBlockKinds,   // keyword and line comment: + the block's kind
        kCareful = kHead + kBlockKinds,  // a statement that took the careful path: + the kind
        kStates = kCareful + kBlockKinds
    };

    void clear() noexcept;
    /// The state of that number, made where it is not there; one that keeps nothing where there
    /// is no room.
    RunState* state(std::uint16_t number) noexcept;
    /// Keeps a run in `state`, last of its runs; where there is no room the least used one may go.
    /// A run without `next` gets a state of its own. Null where it was not kept.
    const Run* add(RunState& state, const Run& run, const RunRest& rest) noexcept;

    /// How often runs were followed, for tests: about, since those that went do not count.
    std::uint64_t followed() const noexcept;

private:
    RunState* new_state() noexcept;

    static constexpr std::uint16_t kNowhere = 0xFFFF;

    std::size_t run_count_ = 0;
    std::size_t state_count_ = 0;
    std::uint16_t places_[kStates];
    RunState states_[kMostStates + 1];  // the last one keeps nothing
    RunRest rests_[kMost];
};

}  // namespace flatline::udmf
