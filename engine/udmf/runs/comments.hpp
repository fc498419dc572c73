// Matches a run with text that differs from it only in comments between statements.
#pragma once

#include "udmf/runs/store.hpp"

namespace flatline::engine::udmf {

/// A run that was matched: its byte i stands at `block` + i where it belongs to the head of a
/// block, and at `tail` + i where it belongs to the last statement.
struct CommentedMatch {
    Run* run = nullptr;  // null if none matches
    const unsigned char* block = nullptr;
    const unsigned char* tail = nullptr;
};

/// Finds a run of `state` whose text stands at `p` with comments between statements, all of which
/// end before `stop`. A text whose comments stand anywhere would fill the states with runs that are
/// met once. Precondition: kRunMargin bytes after `stop` are readable.
CommentedMatch match_around_comments(const unsigned char* p, RunState& state,
                                     const unsigned char* stop) noexcept;

}  // namespace flatline::engine::udmf
