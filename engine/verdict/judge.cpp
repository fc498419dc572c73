// Collects the facts about a map and chooses the worst one for each port.
#include <algorithm>

#include "verdict/port_facts.hpp"

namespace flatline::engine {
namespace {

using verdict::Ending;
using verdict::Facts;
using verdict::kRowCount;
using verdict::PortRead;

// What the `where` of a row has to meet.
struct MapTraits {
    std::uint8_t format;
    bool extended_nodes;

    bool fits(std::uint8_t where) const noexcept {
        if ((where & format) == 0) return false;
        if ((where & verdict::kExtendedNodes) != 0) return extended_nodes;
        return (where & verdict::kClassicNodes) == 0 || !extended_nodes;
    }
};

MapTraits traits_of(const VerdictInput& input, MapFormat format) noexcept {
    const std::string_view form = verdict::nodes_form(input, format);
    switch (format) {
        case MapFormat::doom:
            return {verdict::kDoom, !form.empty() && form != "xNd4"};
        case MapFormat::hexen:
            return {verdict::kHexen, !form.empty() && form != "xNd4"};
        default:
            return {verdict::kText, true};
    }
}

MapFormat format_of(const VerdictInput& input) noexcept {
    if (input.map != nullptr) return input.map->format();
    return input.entry != nullptr ? input.entry->format : input.format;
}

bool begins_with(std::string_view text, std::string_view head) noexcept {
    return text.substr(0, head.size()) == head;
}

// A port that does not take the form of the nodes never meets what is wrong in them.
bool takes_nodes(const bool* applies, std::size_t port) noexcept {
    const View<VerdictRow> rows = verdict_rows();
    for (std::size_t i = 0; i < kRowCount; ++i) {
        if (applies[i] && rows[i].rule == "port-nodes" && rows[i].of[port] != Judgement::loads &&
            rows[i].of[port] != Judgement::unknown) {
            return false;
        }
    }
    return true;
}

// What a port has read itself decides whether it stops there: a row that says more is about a map
// that another port would not have got past.
Judgement capped(Judgement judgement, std::string_view rule, const PortRead& read) noexcept {
    const std::optional<Ending> ending = verdict::ending_of(rule, read);
    if (!ending || judgement <= Judgement::unknown || *ending == Ending::stops) return judgement;
    return std::min(judgement,
                    *ending == Ending::undefined ? Judgement::undefined : Judgement::repairs);
}

void take(Verdict& verdict, const VerdictRow& row, std::size_t port,
          const PortRead& read) noexcept {
    const Judgement judgement = capped(row.of[port], row.rule, read);
    if (judgement == Judgement::unknown || judgement <= verdict.judgement) return;
    verdict = {judgement, row.rule, row.document, row.section};
}

bool is_told(std::string_view rule, const bool* applies, std::size_t port) noexcept {
    const View<VerdictRow> rows = verdict_rows();
    for (std::size_t i = 0; i < kRowCount; ++i) {
        if (applies[i] && rows[i].rule == rule && rows[i].of[port] != Judgement::unknown) {
            return true;
        }
    }
    return false;
}

// Why there is no map, of all rules that were met. What only --strict refuses says nothing about
// ports. Where no finding is kept any error may be the reason.
RuleSet reasons_of(const FindingList& load) noexcept {
    RuleSet reasons;
    for (const Finding& f : load.kept()) {
        const auto rule = static_cast<Rule>(f.rule);
        if (f.refuses != 0 || rule == Rule::out_of_memory) reasons.add(rule);
    }
    for (std::size_t i = 0; i < kRuleCount && load.kept().empty(); ++i) {
        const auto rule = static_cast<Rule>(i);
        if (load.rules().has(rule) && rule_rows()[i].severity == Severity::error) reasons.add(rule);
    }
    return reasons;
}

// The map was refused here, and the table does not say of each reason what this port makes of it.
void take_unknown(const RuleSet& reasons, const bool* applies, std::size_t port,
                  const PortRead& read, Verdict& verdict) noexcept {
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (!reasons.has(rule) || rule == Rule::lump_dropped) continue;
        const std::string_view id = rule_rows()[i].id;
        if (verdict::ending_of(id, read)) continue;
        if (verdict.judgement < Judgement::unknown && !is_told(id, applies, port)) {
            verdict = {Judgement::unknown, id, {}, {}};
        }
    }
}

bool is_error(std::string_view rule) noexcept {
    const auto found = static_cast<std::size_t>(find_rule(rule));
    return found < kRuleCount && rule_rows()[found].severity == Severity::error;
}

// Data that are wrong by any reading, repaired here or not: where the table says nothing of the
// port, it is not known to load the map.
void take_untold(const bool* applies, std::size_t port, const PortRead& read,
                 Verdict& verdict) noexcept {
    const View<VerdictRow> rows = verdict_rows();
    for (std::size_t i = 0; i < kRowCount; ++i) {
        if (!applies[i] || rows[i].of[port] != Judgement::unknown) continue;
        const std::string_view rule = rows[i].rule;
        if (verdict::ending_of(rule, read)) continue;
        const bool found = verdict::row_sources()[i].origin == verdict::Origin::finding;
        if (found && is_error(rule) && verdict.judgement < Judgement::unknown &&
            !is_told(rule, applies, port)) {
            verdict = {Judgement::unknown, rule, {}, {}};
        }
    }
}

}  // namespace

Verdicts judge(const VerdictInput& input) noexcept {
    Verdicts verdicts;
    const MapFormat format = format_of(input);
    if (format == MapFormat::doom3) return verdicts;
    Facts facts;
    const std::string_view text = input.map != nullptr ? input.map->textmap() : input.text;
    PortRead reads[kPortCount];
    verdict::collect_port_facts(input, format, text, reads, facts);
    if (format == MapFormat::udmf) verdict::collect_text_facts(text, input.map, input.load, facts);
    if (input.map != nullptr) verdict::collect_map_facts(*input.map, facts);
    verdict::collect_lump_facts(input, format, facts);
    for (const FindingList* list : {input.load, input.check}) {
        if (list != nullptr) verdict::collect_finding_facts(*list, text, input.map, facts);
    }

    RuleSet reasons;
    if (input.map == nullptr && input.load != nullptr) reasons = reasons_of(*input.load);
    const MapTraits traits = traits_of(input, format);
    const View<VerdictRow> rows = verdict_rows();
    std::size_t marked[kRowCount];
    for (std::size_t i = 0; i < kRowCount; ++i) {
        marked[i] = verdict::first_row(rows[i].rule, rows[i].detail);
    }
    for (std::size_t port = 0; port < kPortCount; ++port) {
        bool applies[kRowCount];
        for (std::size_t i = 0; i < kRowCount; ++i) {
            applies[i] = traits.fits(verdict::row_sources()[i].where) && facts.has(marked[i], port);
        }
        const bool nodes = takes_nodes(applies, port);
        for (std::size_t i = 0; i < kRowCount; ++i) {
            if (!nodes && begins_with(rows[i].rule, "nodes-")) applies[i] = false;
            if (applies[i]) take(verdicts.of[port], rows[i], port, reads[port]);
        }
        take_unknown(reasons, applies, port, reads[port], verdicts.of[port]);
        take_untold(applies, port, reads[port], verdicts.of[port]);
    }
    return verdicts;
}

}  // namespace flatline::engine
