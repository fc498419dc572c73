#include "report/sarif_sink.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "args.hpp"
#include "control/rule_text.hpp"
#include "model/version.hpp"
#include "report/json_lines.hpp"
#include "report/uri.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr char kSarifSchema[] = "https://json.schemastore.org/sarif-2.1.0.json";

/// "maps/x.wad:MAP01:TEXTMAP": the place of a finding inside its file; "" for the file itself.
std::string place_inside(const ReportedFinding& finding) {
    std::string place(finding.inner());
    for (const std::string_view part : {std::string_view(finding.map), finding.lump}) {
        if (part.empty()) continue;
        if (!place.empty()) place += ':';
        place += part;
    }
    return place;
}

std::string words_of(std::string_view element, std::uint32_t index) {
    return index == FLATLINE_NONE ? std::string(element) : fmt::format("{} {}", element, index);
}

}  // namespace

void SarifSink::keep(const ReportedFinding& finding) {
    if (finding.severity < least_) {
        ++below_;
        return;
    }
    Kept& kept = kept_[static_cast<std::size_t>(finding.severity)];
    if (kept.size() < kMostResults) kept.emplace_back(met_, finding);
    ++met_;
}

void SarifSink::file(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) keep(finding);
    for (const MapReport& map : report.maps) {
        for (const ReportedFinding& finding : map.findings) keep(finding);
    }
}

/// The worst ones, in the order in which they were met.
std::vector<const ReportedFinding*> SarifSink::chosen() const {
    std::vector<std::pair<std::uint64_t, const ReportedFinding*>> numbered;
    for (auto kept = kept_.rbegin(); kept != kept_.rend(); ++kept) {
        for (const auto& [number, finding] : *kept) {
            if (numbered.size() < kMostResults) numbered.emplace_back(number, &finding);
        }
    }
    std::sort(numbered.begin(), numbered.end());
    std::vector<const ReportedFinding*> results;
    results.reserve(numbered.size());
    for (const auto& [number, finding] : numbered) results.push_back(finding);
    return results;
}

void SarifSink::write_text(std::string_view name, std::string_view text) {
    json_.key(name);
    json_.begin_object();
    json_.member("text", text);
    json_.end_object();
}

void SarifSink::end(const RunEnd& end) {
    const std::vector<const ReportedFinding*> results = chosen();
    const std::uint64_t all = std::max<std::uint64_t>(end.totals.findings.total() - below_, met_);
    const std::uint64_t left_out = all - results.size();
    json_.begin_object();
    json_.member("$schema", kSarifSchema);
    json_.member("version", "2.1.0");
    json_.key("runs");
    json_.begin_array();
    json_.begin_object();
    json_.key("tool");
    json_.begin_object();
    json_.key("driver");
    json_.begin_object();
    json_.member("name", "Flatline");
    json_.member("version", version());
    write_rules(results);
    json_.end_object();
    json_.end_object();
    json_.member("columnKind", "unicodeCodePoints");
    json_.key("results");
    json_.begin_array();
    for (const ReportedFinding* finding : results) write_result(*finding);
    json_.end_array();
    write_invocation(end, left_out);
    write_totals(end.totals, left_out);
    json_.end_object();
    json_.end_array();
    json_.end_object();
    json_.end_line();
}

/// What a rule finds, why it matters and how to mend it.
void SarifSink::write_words(Rule rule) {
    const RuleNote note = rule_note(rule);
    const std::string why = as_sentence(note.why);
    std::string plain = why;
    std::string markdown = why;
    for (const auto& [title, text] : {std::pair("To mend it", note.mend), {"Ports", note.ports}}) {
        if (text.empty()) continue;
        plain += fmt::format("\n\n{}: {}", title, as_sentence(text));
        markdown += fmt::format("\n\n**{}:** {}", title, as_sentence(text));
    }
    write_text("shortDescription", as_sentence(rule_summary(rule)));
    write_text("fullDescription", why);
    json_.key("help");
    json_.begin_object();
    json_.member("text", plain);
    json_.member("markdown", markdown);
    json_.end_object();
}

/// The rules of the results, in the order of rule_rows().
void SarifSink::write_rules(const std::vector<const ReportedFinding*>& results) {
    RuleSet met;
    for (const ReportedFinding* finding : results) {
        if (finding->rule < Rule::count_) met.add(finding->rule);
    }
    const RuleLevels defaults;
    std::uint32_t index = 0;
    json_.key("rules");
    json_.begin_array();
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const Rule rule = static_cast<Rule>(i);
        if (!met.has(rule)) continue;
        rule_index_[i] = index++;
        const RuleRow& row = rule_rows()[i];
        json_.begin_object();
        json_.member("id", row.id);
        write_words(rule);
        json_.key("defaultConfiguration");
        json_.begin_object();
        json_.member("enabled", defaults.get(rule) != RuleLevel::off);
        json_.member("level", severity_name(row.severity));
        json_.end_object();
        json_.end_object();
    }
    json_.end_array();
}

void SarifSink::write_result(const ReportedFinding& finding) {
    json_.begin_object();
    json_.member("ruleId", finding.rule_id());
    if (finding.rule < Rule::count_) {
        json_.member("ruleIndex", rule_index_[static_cast<std::size_t>(finding.rule)]);
    }
    json_.member("level", severity_name(finding.severity));
    write_text("message", finding.message);
    json_.key("locations");
    json_.begin_array();
    json_.begin_object();
    write_physical_location(finding);
    write_logical_locations(finding);
    json_.end_object();
    json_.end_array();
    write_related(finding);
    json_.key("partialFingerprints");
    json_.begin_object();
    json_.member("flatline/v1", finding.fingerprint);
    json_.end_object();
    write_properties(finding);
    json_.end_object();
}

void SarifSink::write_physical_location(const ReportedFinding& finding) {
    json_.key("physicalLocation");
    json_.begin_object();
    json_.key("artifactLocation");
    json_.begin_object();
    json_.member("uri", uri_of_path(finding.host_file()));
    json_.end_object();
    const bool has_bytes = finding.file_offset != FLATLINE_NO_OFFSET;
    if (finding.line != 0 || has_bytes) {
        json_.key("region");
        json_.begin_object();
        if (finding.line != 0) {
            json_.member("startLine", finding.line);
            json_.member("startColumn", finding.character);
        }
        if (has_bytes) {
            json_.member("byteOffset", finding.file_offset);
            json_.member("byteLength", finding.length);
        }
        json_.end_object();
    }
    json_.end_object();
}

void SarifSink::write_logical_locations(const ReportedFinding& finding) {
    const std::string place = place_inside(finding);
    const bool has_element = finding.element != FLATLINE_MAP;
    if (place.empty() && !has_element) return;
    json_.key("logicalLocations");
    json_.begin_array();
    json_.begin_object();
    if (has_element) {
        const std::string words = words_of(finding.element_word(), finding.index);
        json_.member("name", words);
        json_.member("fullyQualifiedName", place.empty() ? words : place + ':' + words);
        json_.member("kind", "element");
    } else {
        json_.member("name", finding.map.empty() ? finding.inner() : std::string_view(finding.map));
        json_.member("fullyQualifiedName", place);
        json_.member("kind", finding.map.empty() ? "file" : "map");
    }
    json_.end_object();
    json_.end_array();
}

void SarifSink::write_related(const ReportedFinding& finding) {
    if (finding.related == FLATLINE_NONE) return;
    const std::string words = words_of(finding.related_word(), finding.related);
    const std::string place = place_inside(finding);
    json_.key("relatedLocations");
    json_.begin_array();
    json_.begin_object();
    json_.member("id", 1);
    write_text("message", words);
    json_.key("logicalLocations");
    json_.begin_array();
    json_.begin_object();
    json_.member("name", words);
    json_.member("fullyQualifiedName", place.empty() ? words : place + ':' + words);
    json_.member("kind", "element");
    json_.end_object();
    json_.end_array();
    json_.end_object();
    json_.end_array();
}

/// What SARIF has no word for, under the names of JSON Lines.
void SarifSink::write_properties(const ReportedFinding& finding) {
    json_.key("properties");
    json_.begin_object();
    json_.member("file", finding.file);
    if (!finding.map.empty()) json_.member("map", finding.map);
    if (!finding.lump.empty()) json_.member("lump", finding.lump);
    if (finding.offset != FLATLINE_NO_OFFSET) json_.member("offset", finding.offset);
    if (!finding.field.empty()) json_.member("field", finding.field);
    if (finding.has_point()) {
        json_.key("x");
        json_.real(finding.x);
        json_.key("y");
        json_.real(finding.y);
    }
    json_.end_object();
}

void SarifSink::write_invocation(const RunEnd& end, std::uint64_t left_out) {
    json_.key("invocations");
    json_.begin_array();
    json_.begin_object();
    json_.member("executionSuccessful", end.exit_code == kExitOk || end.exit_code == kExitFindings);
    json_.member("exitCode", end.exit_code);
    if (left_out != 0) {
        json_.key("toolExecutionNotifications");
        json_.begin_array();
        json_.begin_object();
        json_.member("level", "warning");
        write_text("message", fmt::format("{} not in this log", counted(left_out, "more finding is",
                                                                        "more findings are")));
        json_.end_object();
        json_.end_array();
    }
    json_.end_object();
    json_.end_array();
}

void SarifSink::write_totals(const Totals& totals, std::uint64_t left_out) {
    json_.key("properties");
    json_.begin_object();
    flatline::engine::tool::write_totals(json_, totals);
    json_.member("notes", totals.findings.notes);
    json_.member("suppressed", totals.suppressed);
    json_.member("leftOut", left_out);
    write_rule_ids(json_, "notRun", totals.not_run);
    json_.end_object();
}

}  // namespace flatline::engine::tool
