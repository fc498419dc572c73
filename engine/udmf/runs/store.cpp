#include "udmf/runs/store.hpp"

#include <cstring>

namespace flatline::engine::udmf {
namespace {

// A run that replaces another in a full state starts with 16 hits. Each miss halves them, and only
// at 0 another run replaces it. Otherwise text with comments or unknown keys, which has more runs
// than a state holds, would replace runs all the time.
constexpr std::int32_t kHitsOfOneMore = 16;

}  // namespace

void Runs::clear() noexcept {
    run_count_ = state_count_ = 0;
    states_[kMostStates].clear();
    std::memset(places_, 0xFF, sizeof places_);
}

// Selects the four bytes that tell apart the runs that are met most. A run that ends before them is
// tried where they are as when it was learned, and where they belong to no other run.
void RunState::learn_guesses() noexcept {
    constexpr std::uint8_t kNo = 0xFF;
    wrong_most *= 4;
    wrong_left = wrong_most;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t at = 0; at + 4 <= Run::kBytes; ++at) {
        std::uint8_t ways[kSlots];
        std::memset(ways, kNo, sizeof ways);
        if (least == 0) break;
        std::uint8_t shorter = kNo;
        std::int64_t lost = 0;  // hits of runs that another one hides
        for (const Run* run = runs + 1; run < end && lost < least; ++run) {
            std::uint8_t& way = run->size < at + 4 ? shorter : ways[slot(run->text + at)];
            if (way == kNo) {
                way = static_cast<std::uint8_t>(run - runs);
            } else {
                lost += run->hits;
            }
        }
        if (lost >= least) continue;
        least = lost;
        guess_at = static_cast<std::uint8_t>(at);
        for (const Run* run = runs + 1; run < end; ++run) {
            std::uint8_t& way = ways[slot(run->text + at)];
            if (way == kNo) way = static_cast<std::uint8_t>(run - runs);
        }
        if (shorter == kNo) shorter = 0;
        for (std::size_t i = 0; i < kSlots; ++i) guesses[i] = ways[i] != kNo ? ways[i] : shorter;
    }
}

void RunState::age() noexcept {
    constexpr std::int32_t kMostHits = 64;
    constexpr std::int32_t kMostWrong = kFirstWrong * 8;
    int less = 0;
    while (runs->hits >> less > kMostHits) ++less;
    for (Run* run = runs; run != end; ++run) run->hits >>= less;
    // Guesses are as old as runs.
    if (wrong_most > kMostWrong) wrong_most = kMostWrong;
    wrong_left = wrong_most;
}

Run* RunState::move_forward(Run* run) noexcept {
    const Run before = run[-1];
    run[-1] = *run;
    *run = before;
    const auto way = static_cast<std::uint8_t>(run - runs);
    const auto forward = static_cast<std::uint8_t>(way - 1);
    const auto change = static_cast<std::uint8_t>(way ^ forward);
    for (std::uint8_t& guess : guesses) {
        guess ^= guess == way || guess == forward ? change : std::uint8_t{0};
    }
    return run - 1;
}

RunState* Runs::new_state() noexcept {
    RunState& state = states_[state_count_];
    if (state_count_ < kMostStates) ++state_count_;
    state.clear();
    return &state;
}

RunState* Runs::state(std::uint16_t number) noexcept {
    std::uint16_t& place = places_[number];
    if (place != kNowhere) return &states_[place];
    RunState* state = new_state();
    place = static_cast<std::uint16_t>(state - states_);
    return state;
}

void Runs::age() noexcept {
    old_ = true;
    for (std::size_t i = 0; i < state_count_; ++i) states_[i].age();
}

bool Runs::has_room(RunState& state) noexcept {
    if (run_count_ == kMost || state_count_ == kMostStates) {
        clear();
        return false;
    }
    if (state.end != state.runs + RunState::kMost) return true;
    // Learning costs ten times what the other paths take for a statement. So in a state with
    // many runs one that is met now and then is kept.
    return (state.end[-1].hits /= 2) == 0;
}

void Runs::add(RunState& state, const Run& run, const RunRest& rest) noexcept {
    Run* kept = state.end;
    const bool full = kept == state.runs + RunState::kMost;
    if (!full) {
        *++state.end = *kept;
        kept->rest = &rests_[run_count_++];
        kept->rest->own = nullptr;
    } else {
        --kept;
    }
    RunRest* const kept_rest = kept->rest;
    RunState* own = kept_rest->own;
    if (run.next == nullptr && own == nullptr) own = new_state();
    // The runs that followed a forgotten one belong to other text.
    if (own != nullptr) own->clear();
    *kept = run;
    *kept_rest = rest;
    kept->rest = kept_rest;
    kept_rest->own = own;
    if (run.next == nullptr) kept->next = own;
    std::memcpy(kept->text, rest.text, Run::kBytes);
    kept->care = run.size < 32 ? (1u << run.size) - 1 : 0xFFFF'FFFFu;
    kept->acts = run.acts || run.size > Run::kBytes;
    kept->is_index = run.slot == ValueSlot::index;
    kept->hits = full ? kHitsOfOneMore : 1;
}

std::uint64_t Runs::followed() const noexcept {
    std::uint64_t hits = 0;
    for (std::size_t i = 0; i < state_count_; ++i) {
        for (const Run* run = states_[i].runs; run != states_[i].end; ++run) {
            hits += static_cast<std::uint64_t>(run->hits);
        }
    }
    return hits;
}

}  // namespace flatline::engine::udmf
