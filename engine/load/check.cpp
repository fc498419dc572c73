// The calls that run the sanity rules: memory, status, findings.
#include "model/check.hpp"

#include "base/element_count.hpp"
#include "base/work.hpp"
#include "check/rules.hpp"
#include "load/conclude.hpp"

namespace flatline::engine {
namespace {

// Rules look at all elements and at the text, of which a binary map has none.
std::uint64_t input_bytes(const Map& map) noexcept {
    constexpr std::uint64_t kElementBytes = 16;
    std::uint64_t elements = 0;
    for (std::uint8_t kind = 0; kind <= FLATLINE_THING; ++kind)
        elements += element_count(map, kind);
    return map.textmap().size() + elements * kElementBytes;
}

}  // namespace

Result<CheckReport> check(const Map& map, const CheckOptions& options) noexcept {
    Result<CheckReport> result;
    result.findings = new_findings(options.limits);
    if (const std::uint64_t bytes = input_bytes(map); !work::begin(options.work, bytes)) {
        result.findings.add(work::refusal(options.work, bytes));
        result.status = Status::refused;
        return result;
    }
    Budget budget(options.limits.arena_bytes);
    const Outcome outcome = sanity::run_rules(map, options, budget, result.findings, result.value);
    work::spend_memory(options.work, budget.announced());
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
    result.findings = new_findings(options.limits);
    if (const std::uint64_t bytes = map.source().size(); !work::begin(options.work, bytes)) {
        result.findings.add(work::refusal(options.work, bytes));
        result.status = Status::refused;
        return result;
    }
    result.status = sanity::run_rules(map, options, result.findings);
    if (result.status == Status::cancelled) result.findings = {};
    return result;
}

}  // namespace flatline::engine
