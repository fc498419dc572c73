#include "report/tally.hpp"

namespace flatline::engine::tool {
namespace {

constexpr Severity kSeverities[] = {Severity::note, Severity::warning, Severity::error};

std::uint64_t& count_of(Tally& tally, Severity severity) {
    switch (severity) {
        case Severity::error:
            return tally.errors;
        case Severity::warning:
            return tally.warnings;
        case Severity::note:
            break;
    }
    return tally.notes;
}

}  // namespace

void Tally::add(Severity severity) { ++count_of(*this, severity); }

void Tally::remove(Severity severity) { --count_of(*this, severity); }

void Tally::add(const FindingList& list) {
    errors += list.errors();
    warnings += list.warnings();
    notes += list.notes();
    if (list.left_out() == 0) return;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        for (const Severity severity : kSeverities) {
            const Rule rule = static_cast<Rule>(i);
            const std::uint64_t count = list.left_out(rule, severity);
            if (count != 0) left_out[{rule, severity}] += count;
        }
    }
}

std::uint64_t Tally::left_out_from(Severity least) const {
    std::uint64_t sum = 0;
    for (const auto& [row, count] : left_out) sum += row.second >= least ? count : 0;
    return sum;
}

void Tally::drop_left_out(Rule rule) {
    for (const Severity severity : kSeverities) {
        const auto found = left_out.find({rule, severity});
        if (found == left_out.end()) continue;
        count_of(*this, severity) -= found->second;
        left_out.erase(found);
    }
}

void Tally::change_left_out(Rule rule, Severity severity) {
    std::uint64_t sum = 0;
    for (const Severity from : kSeverities) {
        const auto found = left_out.find({rule, from});
        if (found != left_out.end()) sum += found->second;
    }
    if (sum == 0) return;
    drop_left_out(rule);
    left_out[{rule, severity}] = sum;
    count_of(*this, severity) += sum;
}

void Tally::add(const Tally& other) {
    errors += other.errors;
    warnings += other.warnings;
    notes += other.notes;
    for (const auto& [row, count] : other.left_out) left_out[row] += count;
}

}  // namespace flatline::engine::tool
