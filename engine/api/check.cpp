// The calls that run the sanity rules: memory, status, and what was found.
#include "flatline/check.hpp"

#include "api/conclude.hpp"
#include "check/rules.hpp"

namespace flatline {

Result<CheckReport> check(const Map& map, const CheckOptions& options) noexcept {
    Result<CheckReport> result;
    result.findings = FindingList(options.limits.findings);
    Budget budget(options.limits.arena_bytes);
    const Outcome outcome = sanity::run_rules(map, options, budget, result.findings, result.value);
    result.status = conclude(outcome, budget, Lump::none, result.findings);
    result.memory = {budget.announced(), budget.announced()};
    if (result.status == Status::cancelled) {
        result.value = {};
        result.findings = {};
    }
    return result;
}

Result<CheckReport> check(const Doom3Map& map, const CheckOptions& options) noexcept {
    Result<CheckReport> result;
    result.findings = FindingList(options.limits.findings);
    result.status = sanity::run_rules(map, options, result.findings);
    if (result.status == Status::cancelled) result.findings = {};
    return result;
}

}  // namespace flatline
