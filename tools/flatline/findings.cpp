#include "findings.hpp"

#include <fmt/format.h>

#include <vector>

namespace flatline::tool {
namespace {

std::string_view rule_id(const Finding& finding) {
    const auto rows = rule_rows();
    return finding.rule < rows.size() ? rows[finding.rule].id : std::string_view("unknown-rule");
}

/// How many findings of its rule text shows of a map. A program that writes what other ports stop
/// at writes it everywhere.
std::uint64_t most_shown(const Finding& finding) {
    return rule_id(finding).substr(0, 12) == "portability-" ? 1 : 5;
}

/// The name of the lump that the finding is in; "" where that is no lump of the map.
std::string_view lump_of(const Finding& finding) {
    switch (const auto lump = static_cast<Lump>(finding.lump)) {
        case Lump::none:
        case Lump::directory:
        case Lump::file:
            return {};
        default:
            return lump_name(lump);
    }
}

}  // namespace

std::string sentence(const Finding& finding, std::string_view text) {
    // Only the text of the map is at hand. Findings in other lumps have numbers, but no excerpt.
    if (finding.lump != static_cast<std::uint8_t>(Lump::textmap) &&
        finding.lump != static_cast<std::uint8_t>(Lump::map)) {
        text = {};
    }
    std::string out(256, '\0');
    const std::size_t size = describe(finding, text, out.data(), out.size());
    const bool cut = size > out.size();
    out.resize(size);
    if (cut) describe(finding, text, out.data(), out.size());
    return out;
}

void FindingPrinter::print_container(const Document& document) {
    std::uint64_t printed = 0;
    for (const ArchiveFinding& f : document.findings()) {
        if (!f.map.empty()) continue;
        print({f.finding, {}, kNoPoint}, document.path_of(f.path), {}, {});
        ++printed;
    }
    print_more(document.container_tally().total() - printed, printable(document.path()));
}

void FindingPrinter::print_container_errors(const Document& document) {
    for (const ArchiveFinding& f : document.findings()) {
        if (!f.map.empty() || f.finding.severity != static_cast<std::uint8_t>(Severity::error)) {
            continue;
        }
        print({f.finding, {}, kNoPoint}, document.path_of(f.path), {}, {});
    }
}

void FindingPrinter::print_session(const Session& session) {
    std::vector<std::uint64_t> left(rule_rows().size());  // to come, by rule
    std::vector<std::uint64_t> shown(rule_rows().size());
    for (const PlacedFinding& placed : session.findings) ++left[placed.finding.rule];
    for (const PlacedFinding& placed : session.findings) {
        if (out_.failed()) return;
        const Finding& finding = placed.finding;
        const std::uint64_t more = --left[finding.rule];
        if (!sums_up_) {
            print(placed, session.file, session.entry->name, session.text);
            continue;
        }
        const std::uint64_t most = most_shown(finding);
        if (shown[finding.rule] == most) continue;
        const bool last = ++shown[finding.rule] == most;
        print(placed, session.file, session.entry->name, session.text, last ? more : 0);
    }
    print_more(session.tally.total() - session.findings.size(),
               fmt::format("{}:{}", printable(session.file), printable(session.entry->name)));
}

/// Only for text: in JSON the counts of the map and of the summary tell it.
void FindingPrinter::print_more(std::uint64_t count, std::string_view where) {
    if (json_ || count == 0) return;
    out_.write(fmt::format("{}: {} beyond the limit findings\n", style_.bold(where),
                           counted(count, "more finding", "more findings")));
}

void FindingPrinter::print(const PlacedFinding& placed, std::string_view file, std::string_view map,
                           std::string_view text, std::uint64_t more) {
    const std::string message = sentence(placed.finding, text);
    if (json_) {
        print_json(placed, file, map, text, message);
    } else {
        print_text(placed, file, map, message, more);
    }
}

void FindingPrinter::print_text(const PlacedFinding& placed, std::string_view file,
                                std::string_view map, std::string_view message,
                                std::uint64_t more) {
    const Finding& finding = placed.finding;
    std::string where = printable(file);
    if (!map.empty()) where += ':' + printable(map);
    const std::string_view lump = lump_of(finding);
    if (!lump.empty()) fmt::format_to(std::back_inserter(where), ":{}", lump);
    std::string about;
    if (placed.place.line != 0) {
        fmt::format_to(std::back_inserter(where), ":{}:{}", placed.place.line, placed.place.column);
    } else if (finding.offset != FLATLINE_NO_OFFSET) {
        about = fmt::format("byte {}: ", finding.offset);
    }
    std::string point;
    if (placed.has_point()) point = fmt::format(" at ({}, {})", placed.point.x, placed.point.y);
    std::string rule = fmt::format("[{}]", rule_id(finding));
    if (more != 0)
        fmt::format_to(std::back_inserter(rule), " and {} more of this rule (--all)", more);
    out_.write(fmt::format("{}: {}: {}{}{} {}\n", style_.bold(where),
                           style_.severity(static_cast<Severity>(finding.severity)), about,
                           printable(message), point, style_.dim(rule)));
}

void FindingPrinter::print_json(const PlacedFinding& placed, std::string_view file,
                                std::string_view map, std::string_view text,
                                std::string_view message) {
    const Finding& finding = placed.finding;
    JsonWriter json(out_);
    json.begin_object();
    json.member("type", "finding");
    json.member("rule", rule_id(finding));
    json.member("severity", severity_name(static_cast<Severity>(finding.severity)));
    json.member("file", file);
    if (!map.empty()) json.member("map", map);
    if (const std::string_view lump = lump_of(finding); !lump.empty()) json.member("lump", lump);
    if (placed.place.line != 0) {
        json.member("line", placed.place.line);
        json.member("column", placed.place.column);
    }
    if (finding.offset != FLATLINE_NO_OFFSET) json.member("offset", finding.offset);
    if (finding.element != FLATLINE_MAP) json.member("element", element_name(finding.element));
    if (finding.index != FLATLINE_NONE) json.member("index", finding.index);
    if (finding.field != FLATLINE_NO_FIELD) {
        json.member("field", field_name(finding.field));
    } else if (finding.rule == static_cast<std::uint16_t>(Rule::field_unknown) &&
               finding.offset < text.size()) {
        json.member("field", text.substr(finding.offset, finding.length));
    }
    if (finding.related != FLATLINE_NONE) {
        json.key("related");
        json.begin_object();
        json.member("element", element_name(finding.related_element));
        json.member("index", finding.related);
        json.end_object();
    }
    if (placed.has_point()) {
        json.key("x");
        json.real(placed.point.x);
        json.key("y");
        json.real(placed.point.y);
    }
    json.member("message", message);
    json.end_object();
    json.end_line();
}

}  // namespace flatline::tool
