// How loads and builds end: turns an outcome into a status and a finding.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/layout.hpp"
#include "base/outcome.hpp"
#include "base/take_memory.hpp"
#include "model/limits.hpp"
#include "model/result.hpp"

namespace flatline::engine {

/// The list for the findings of a call with these limits.
inline FindingList new_findings(const Limits& limits) noexcept {
    return FindingList(limits.findings, limits.finding_lines);
}

/// A finding that refuses the map.
inline Finding refusal(Rule rule, Lump lump, std::int64_t a = 0, std::int64_t b = 0) noexcept {
    Finding f = make_finding(rule, lump, FLATLINE_NO_OFFSET, a, b);
    f.refuses = 1;
    return f;
}

/// What a budget that is spent is reported as; `lump` is what was being worked on.
inline Finding over_limit(const Budget& budget, Lump lump) noexcept {
    return refusal(Rule::limit_arena_bytes, lump, static_cast<std::int64_t>(budget.wanted()),
                   static_cast<std::int64_t>(budget.limit()));
}

/// The status of a whole call that ended like this. Adds the finding that over_limit and
/// out_of_memory do not have yet.
inline Status conclude(Outcome outcome, const Budget& budget, Lump lump,
                       FindingList& findings) noexcept {
    switch (outcome) {
        case Outcome::ok:
            return Status::ok;
        case Outcome::refused:
            return Status::refused;
        case Outcome::cancelled:
            return Status::cancelled;
        case Outcome::over_limit:
            findings.add(over_limit(budget, lump));
            return Status::refused;
        case Outcome::out_of_memory:
            break;
    }
    findings.add(refusal(Rule::out_of_memory, Lump::none));
    return Status::out_of_memory;
}

}  // namespace flatline::engine
