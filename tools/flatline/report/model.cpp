#include "report/model.hpp"

#include <algorithm>

namespace flatline::engine::tool {

std::string_view rule_id(Rule rule) {
    return rule < Rule::count_ ? rule_rows()[static_cast<std::size_t>(rule)].id
                               : std::string_view("unknown-rule");
}

std::string_view ReportedFinding::rule_id() const { return tool::rule_id(rule); }

std::vector<RuleStatistic> statistics_of(const Totals& totals) {
    std::vector<RuleStatistic> rows;
    for (const auto& [row, count] : totals.by_rule) rows.push_back({row.first, row.second, count});
    std::stable_sort(rows.begin(), rows.end(), [](const RuleStatistic& a, const RuleStatistic& b) {
        return a.count > b.count;
    });
    return rows;
}

std::string_view ReportedFinding::inner() const {
    std::string_view inner = std::string_view(file).substr(host_size);
    if (inner.substr(0, 1) == "/") inner.remove_prefix(1);
    return inner;
}

std::string_view status_name(MapStatus status) {
    switch (status) {
        case MapStatus::ok:
            return "ok";
        case MapStatus::refused:
            return "refused";
        case MapStatus::unsupported:
            break;
    }
    return "unsupported";
}

std::vector<std::string_view> ids_of(const RuleSet& rules) {
    std::vector<std::string_view> ids;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        if (rules.has(static_cast<Rule>(i))) ids.push_back(rule_rows()[i].id);
    }
    return ids;
}

void Totals::count(const std::vector<ReportedFinding>& kept, const Tally& tally) {
    findings.add(tally);
    for (const ReportedFinding& finding : kept) ++by_rule[{finding.rule, finding.severity}];
    for (const auto& [row, left_out] : tally.left_out) by_rule[row] += left_out;
}

void Totals::add(const FileReport& file) {
    if (file.kind == FileKind::file) ++files;
    if (!file.same_as.empty()) {
        ++same;
        return;
    }
    if (file.earlier) return add(*file.earlier);
    if (file.kind != FileKind::resources) {
        ++looked_at;
        if (file.is_empty()) ++empty;
    }
    same += file.inner.size();
    count(file.findings, file.tally);
    suppressed += file.suppressed;
    not_looked_at += file.not_looked_at;
    container_error |= file.container_error;
    for (const MapReport& map : file.maps) add(map);
}

void Totals::add(const ResultCounts& counts) {
    ++resumed;
    same += counts.same;
    ++looked_at;
    if (counts.maps == 0 && counts.errors + counts.warnings == 0) ++empty;
    maps += counts.maps;
    refused += counts.refused;
    unsupported += counts.unsupported;
    findings.errors += counts.errors;
    findings.warnings += counts.warnings;
    container_error |= counts.container_error;
}

void Totals::add(const MapReport& map) {
    ++maps;
    if (map.status == MapStatus::refused) ++refused;
    if (map.status == MapStatus::unsupported) ++unsupported;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const Rule rule = static_cast<Rule>(i);
        if (map.not_run.has(rule)) not_run.add(rule);
    }
    count(map.findings, map.tally);
    suppressed += map.suppressed;
}

}  // namespace flatline::engine::tool
