// report/sarif_sink.hpp: findings as one SARIF 2.1.0 log, for code scanning.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "json.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// SARIF. The log is written at the end; until then at most kMostResults findings of each severity
/// are kept. Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
class SarifSink : public ReportSink {
public:
    /// How many results a log has at most, because GitHub takes no longer one: errors first, then
    /// warnings. The rest are counted.
    static constexpr std::size_t kMostResults = 25'000;
    /// What every log of ours begins with, of whatever version.
    static constexpr std::string_view kHead =
        R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",)"
        R"("runs":[{"tool":{"driver":{"name":"Flatline",)";

    /// `out` must outlive it.
    SarifSink(Output& out, const SinkOptions& options) : json_(out), least_(options.least) {}

    void file(const FileReport& report) override;
    void end(const RunEnd& end) override;

private:
    void keep(const ReportedFinding& finding);
    std::vector<const ReportedFinding*> chosen() const;
    void write_rules(const std::vector<const ReportedFinding*>& results);
    void write_words(Rule rule);
    void write_result(const ReportedFinding& finding);
    void write_physical_location(const ReportedFinding& finding);
    void write_logical_locations(const ReportedFinding& finding);
    void write_related(const ReportedFinding& finding);
    void write_properties(const ReportedFinding& finding);
    void write_invocation(const RunEnd& end, std::uint64_t left_out);
    void write_totals(const Totals& totals, std::uint64_t left_out);
    void write_text(std::string_view name, std::string_view text);

    using Kept = std::vector<std::pair<std::uint64_t, ReportedFinding>>;  // with their number

    JsonWriter json_;
    const Severity least_;
    std::uint64_t met_ = 0;
    std::uint64_t below_ = 0;                             // of a severity that is not wanted
    std::array<Kept, 3> kept_;                            // by Severity
    std::array<std::uint32_t, kRuleCount> rule_index_{};  // in the log
};

}  // namespace flatline::engine::tool
