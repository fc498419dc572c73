// report/json_lines.hpp: findings, maps and totals as JSON, one object a line.
#pragma once

#include "json.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// The first object of a run: its schema ("flatline.check/1"), whose text is in docs/schema, and
/// the version of the program.
void write_run_json(JsonWriter& json, std::string_view schema);
/// Of a file with a digest; nothing for any other.
void write_file_json(JsonWriter& json, const FileReport& report);
void write_finding_json(JsonWriter& json, const ReportedFinding& finding);
/// Writes the members of the object of type `map`, without its braces: info adds its own.
void write_map_members(JsonWriter& json, const MapReport& report);
/// An object with a number for each rule, whatever the severities.
void write_rule_counts(JsonWriter& json, const RuleCounts& counts);
/// The value of "counts".
void write_counts(JsonWriter& json, const std::vector<NamedCount>& counts);
void write_map_json(JsonWriter& json, const MapReport& report);
/// Writes what every summary counts, as members.
void write_totals(JsonWriter& json, const Totals& totals);
/// Writes a member that lists rules.
void write_rule_ids(JsonWriter& json, std::string_view key, const RuleSet& rules);
/// The last object of a listing: how many there are of `what` ("rules").
void write_count_json(JsonWriter& json, std::string_view what, std::uint64_t count);
/// `checked`: with the rules that were not run.
void write_summary_json(JsonWriter& json, const Totals& totals, bool checked);

/// JSON Lines as `flatline check --json` prints them.
class JsonLinesSink : public ReportSink {
public:
    /// What every such report begins with, of whatever version.
    static constexpr std::string_view kHead = R"({"type":"run","schema":"flatline.check/)";

    /// `quiet`: without the objects of maps. `out` must outlive it.
    JsonLinesSink(Output& out, const SinkOptions& options) : json_(out), options_(options) {}

    void begin() override { write_run_json(json_, "flatline.check/1"); }
    void file(const FileReport& report) override;
    void end(const RunEnd& end) override;

private:
    void write(const std::vector<ReportedFinding>& findings);

    JsonWriter json_;
    const SinkOptions options_;
};

}  // namespace flatline::engine::tool
