#include "report/json_lines.hpp"

#include "model/version.hpp"

namespace flatline::engine::tool {

void write_run_json(JsonWriter& json, std::string_view schema) {
    json.begin_object();
    json.member("type", "run");
    json.member("schema", schema);
    json.member("version", version());
    json.end_object();
    json.end_line();
}

namespace {

void begin_file_json(JsonWriter& json, const std::string& path, const FileDigest& digest) {
    json.begin_object();
    json.member("type", "file");
    json.member("file", path);
    json.member("sha256", digest.sha256);
    json.member("bytes", digest.bytes);
}

}  // namespace

void write_file_json(JsonWriter& json, const FileReport& report) {
    if (!report.digest) return;
    begin_file_json(json, report.path, *report.digest);
    if (!report.same_as.empty()) {
        json.member("same_as", report.same_as);
    } else {
        json.key("seconds");
        json.real(report.seconds);
        json.member("maps", report.map_count);
    }
    json.end_object();
    json.end_line();
    for (const InnerFile& file : report.inner) {
        begin_file_json(json, file.path, file.digest);
        json.member("same_as", file.same_as);
        json.end_object();
        json.end_line();
    }
}

void write_finding_json(JsonWriter& json, const ReportedFinding& finding) {
    json.begin_object();
    json.member("type", "finding");
    json.member("rule", finding.rule_id());
    json.member("severity", severity_name(finding.severity));
    json.member("file", finding.file);
    if (!finding.map.empty()) json.member("map", finding.map);
    if (!finding.lump.empty()) json.member("lump", finding.lump);
    if (finding.line != 0) {
        json.member("line", finding.line);
        json.member("column", finding.column);
    }
    if (finding.offset != FLATLINE_NO_OFFSET) json.member("offset", finding.offset);
    if (finding.element != FLATLINE_MAP) json.member("element", finding.element_word());
    if (finding.index != FLATLINE_NONE) json.member("index", finding.index);
    if (!finding.field.empty()) json.member("field", finding.field);
    if (finding.related != FLATLINE_NONE) {
        json.key("related");
        json.begin_object();
        json.member("element", finding.related_word());
        json.member("index", finding.related);
        json.end_object();
    }
    if (finding.has_point()) {
        json.key("x");
        json.real(finding.x);
        json.key("y");
        json.real(finding.y);
    }
    json.member("message", finding.message);
    json.member("fingerprint", finding.fingerprint);
    json.end_object();
    json.end_line();
}

// A port of which no document says what it makes of the map is left out.
void write_verdicts(JsonWriter& json, const std::vector<PortVerdict>& verdicts) {
    if (verdicts.empty()) return;
    json.key("verdicts");
    json.begin_object();
    for (const PortVerdict& verdict : verdicts) {
        if (verdict.judgement == Judgement::unknown) continue;
        json.key(port_name(verdict.port));
        json.begin_object();
        json.member("verdict", judgement_name(verdict.judgement));
        if (!verdict.rule.empty()) json.member("rule", verdict.rule);
        json.end_object();
    }
    json.end_object();
}

void write_rule_counts(JsonWriter& json, const RuleCounts& counts) {
    std::map<Rule, std::uint64_t> by_rule;
    for (const auto& [row, count] : counts) by_rule[row.first] += count;
    json.begin_object();
    for (const auto& [rule, count] : by_rule) json.member(rule_id(rule), count);
    json.end_object();
}

void write_map_members(JsonWriter& json, const MapReport& report) {
    json.member("type", "map");
    json.member("file", report.file);
    json.member("map", report.name);
    json.member("status", status_name(report.status));
    json.member("format", map_format_name(report.format));
    json.key("namespace");
    if (report.name_space) {
        json.string(*report.name_space);
    } else {
        json.null();
    }
    json.key("counts");
    if (report.status == MapStatus::ok) {
        write_counts(json, report.counts);
    } else {
        json.null();
    }
    json.member("errors", report.tally.errors);
    json.member("warnings", report.tally.warnings);
    write_verdicts(json, report.verdicts);
    if (report.tally.left_out.empty()) return;
    json.key("left_out");
    write_rule_counts(json, report.tally.left_out);
}

void write_counts(JsonWriter& json, const std::vector<NamedCount>& counts) {
    json.begin_object();
    for (const NamedCount& count : counts) json.member(count.name, count.count);
    json.end_object();
}

void write_map_json(JsonWriter& json, const MapReport& report) {
    json.begin_object();
    write_map_members(json, report);
    json.end_object();
    json.end_line();
}

void write_totals(JsonWriter& json, const Totals& totals) {
    json.member("files", totals.files);
    json.member("maps", totals.maps);
    json.member("refused", totals.refused);
    json.member("unsupported", totals.unsupported);
    if (totals.not_looked_at != 0) json.member("not_looked_at", totals.not_looked_at);
    if (totals.same != 0) json.member("same", totals.same);
    if (totals.resumed != 0) json.member("resumed", totals.resumed);
    json.member("errors", totals.findings.errors);
    json.member("warnings", totals.findings.warnings);
}

void write_rule_ids(JsonWriter& json, std::string_view key, const RuleSet& rules) {
    json.key(key);
    json.begin_array();
    for (const std::string_view id : ids_of(rules)) json.string(id);
    json.end_array();
}

void write_count_json(JsonWriter& json, std::string_view what, std::uint64_t count) {
    json.begin_object();
    json.member("type", "summary");
    json.member(what, count);
    json.end_object();
    json.end_line();
}

void write_summary_json(JsonWriter& json, const Totals& totals, bool checked) {
    json.begin_object();
    json.member("type", "summary");
    write_totals(json, totals);
    if (checked) {
        json.member("suppressed", totals.suppressed);
        write_rule_ids(json, "not_run", totals.not_run);
    }
    json.end_object();
    json.end_line();
}

void JsonLinesSink::write(const std::vector<ReportedFinding>& findings) {
    for (const ReportedFinding& finding : findings) {
        if (finding.severity >= options_.least) write_finding_json(json_, finding);
    }
}

void JsonLinesSink::file(const FileReport& report) {
    if (!options_.quiet) write_file_json(json_, report);
    write(report.findings);
    for (const MapReport& map : report.maps) {
        write(map.findings);
        if (!options_.quiet) write_map_json(json_, map);
    }
}

void JsonLinesSink::end(const RunEnd& end) {
    if (options_.statistics) {
        for (const RuleStatistic& row : statistics_of(end.totals)) {
            json_.begin_object();
            json_.member("type", "statistic");
            json_.member("rule", rule_id(row.rule));
            json_.member("severity", severity_name(row.severity));
            json_.member("count", row.count);
            json_.end_object();
            json_.end_line();
        }
    }
    write_summary_json(json_, end.totals, true);
}

}  // namespace flatline::engine::tool
