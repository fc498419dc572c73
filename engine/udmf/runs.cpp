#include "udmf/runs.hpp"

#include <cstring>

namespace flatline::udmf {

void Runs::clear() noexcept {
    run_count_ = state_count_ = 0;
    states_[kMostStates].clear();
    std::memset(places_, 0xFF, sizeof places_);
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

const Run* Runs::add(RunState& state, const Run& run, const RunRest& rest) noexcept {
    if (&state == &states_[kMostStates]) return nullptr;
    Run* kept = state.end;
    if (kept != state.runs + RunState::kMost && run_count_ < kMost) {
        *++state.end = *kept;
        kept->rest = &rests_[run_count_++];
        kept->rest->own = nullptr;
    } else {
        if (state.end == state.runs) return nullptr;
        // Learning costs ten times what the general machine takes for a statement, so in a state
        // of many followers one that is met now and then stays.
        --kept;
        if ((kept->hits /= 2) != 0) return nullptr;
    }
    RunRest* const kept_rest = kept->rest;
    RunState* own = kept_rest->own;
    if (run.next == nullptr && own == nullptr) own = new_state();
    // What followed a run that goes belongs to another text.
    if (own != nullptr) own->clear();
    *kept = run;
    *kept_rest = rest;
    kept->rest = kept_rest;
    kept_rest->own = own;
    if (run.next == nullptr) kept->next = own;
    std::memcpy(kept->text, rest.text, Run::kBytes);
    kept->care = run.size < 32 ? (1u << run.size) - 1 : 0xFFFF'FFFFu;
    kept->hits = 1;
    return kept;
}

std::uint64_t Runs::followed() const noexcept {
    std::uint64_t hits = 0;
    for (std::size_t i = 0; i < state_count_; ++i) {
        for (const Run* run = states_[i].runs; run != states_[i].end; ++run) hits += run->hits;
    }
    return hits;
}

}  // namespace flatline::udmf
