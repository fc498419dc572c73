// All that applies to a map, and of it the worst for each port.
#include "verdict/table.hpp"

namespace flatline {
namespace {

using verdict::kRowCount;
using verdict::Marks;

// What the `where` of a row has to meet.
struct Place {
    std::uint8_t format;
    bool extended_nodes;

    bool fits(std::uint8_t where) const noexcept {
        if ((where & format) == 0) return false;
        if ((where & verdict::kExtendedNodes) != 0) return extended_nodes;
        return (where & verdict::kClassicNodes) == 0 || !extended_nodes;
    }
};

Place place_of(const VerdictInput& input, MapFormat format) noexcept {
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

void take(Verdict& verdict, const VerdictRow& row, std::size_t port) noexcept {
    if (row.of[port] == Judgement::unknown || row.of[port] <= verdict.judgement) return;
    verdict = {row.of[port], row.rule, row.document, row.section};
}

// Why the map was refused here, where the table does not say what this port makes of it. What only
// --strict refuses says nothing about ports.
void take_unknown(const FindingList& load, const bool* applies, std::size_t port,
                  Verdict& verdict) noexcept {
    const View<VerdictRow> rows = verdict_rows();
    for (const Finding& f : load.kept()) {
        if (f.refuses == 0 || f.rule == static_cast<std::uint16_t>(Rule::lump_dropped)) continue;
        const std::string_view id = rule_rows()[f.rule].id;
        bool told = false;
        for (std::size_t i = 0; i < kRowCount; ++i) {
            told = told ||
                   (applies[i] && rows[i].rule == id && rows[i].of[port] != Judgement::unknown);
        }
        if (!told && verdict.judgement < Judgement::unknown) {
            verdict = {Judgement::unknown, id, {}, {}};
        }
    }
}

}  // namespace

Verdicts judge(const VerdictInput& input) noexcept {
    Verdicts verdicts;
    const MapFormat format = format_of(input);
    if (format == MapFormat::doom3) return verdicts;
    Marks marks;
    const std::string_view text = input.map != nullptr ? input.map->textmap() : input.text;
    if (format == MapFormat::udmf) verdict::survey_text(text, input.map, input.load, marks);
    if (input.map != nullptr) verdict::survey_map(*input.map, marks);
    verdict::survey_lumps(input, format, marks);
    for (const FindingList* list : {input.load, input.check}) {
        if (list != nullptr) verdict::survey_findings(*list, text, input.map, marks);
    }

    const Place place = place_of(input, format);
    const View<VerdictRow> rows = verdict_rows();
    std::size_t marked[kRowCount];
    for (std::size_t i = 0; i < kRowCount; ++i) {
        marked[i] = verdict::first_row(rows[i].rule, rows[i].detail);
    }
    for (std::size_t port = 0; port < kPortCount; ++port) {
        bool applies[kRowCount];
        for (std::size_t i = 0; i < kRowCount; ++i) {
            applies[i] = place.fits(verdict::row_sources()[i].where) && marks.has(marked[i], port);
        }
        const bool nodes = takes_nodes(applies, port);
        for (std::size_t i = 0; i < kRowCount; ++i) {
            if (!nodes && begins_with(rows[i].rule, "nodes-")) applies[i] = false;
            if (applies[i]) take(verdicts.of[port], rows[i], port);
        }
        if (input.load != nullptr && input.map == nullptr) {
            take_unknown(*input.load, applies, port, verdicts.of[port]);
        }
    }
    return verdicts;
}

}  // namespace flatline
