// Learns a run: reads the plain statements at a place once, by the rules of the other paths, up to
// the first value that a run cannot hold. It stores nothing in the map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/limits.hpp"
#include "udmf/grammar_state.hpp"
#include "udmf/runs/store.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

class Learner {
public:
    Learner(const Limits& limits, const Source& source, const GrammarState& grammar,
            Runs& runs) noexcept
        : limits_(limits), source_(source), grammar_(grammar), runs_(runs) {}

    /// Keeps a run for the text at `p` in `state`, with a block of kind `block` open. `head_kind`
    /// is the kind of a block whose keyword and comment were read, else OpenBlock::kNone. False
    /// where nothing plain stands there, or no room is left. Precondition: more than
    /// RunRest::kBytes are readable.
    bool learn(const unsigned char* p, RunState& state, std::uint8_t head_kind,
               std::uint8_t block) noexcept;

private:
    const Limits& limits_;
    const Source& source_;
    const GrammarState& grammar_;
    Runs& runs_;
};

}  // namespace flatline::engine::udmf
