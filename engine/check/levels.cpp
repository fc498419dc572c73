// The levels of rules.
#include "model/check.hpp"

namespace flatline::engine {

RuleLevels::RuleLevels() noexcept {
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        levels_[i] = static_cast<RuleLevel>(rule_rows()[i].severity);
    }
    // Off in Ultimate Doom Builder too: it finds every seam that a mapper has left on purpose.
    set(Rule::texture_misaligned, RuleLevel::off);
}

void RuleLevels::set_all(RuleLevel level) noexcept {
    for (RuleLevel& one : levels_) one = level;
}

}  // namespace flatline::engine
