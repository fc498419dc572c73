#include "report/map_info.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "report/doom3_info.hpp"
#include "report/json_lines.hpp"
#include "report/text_sink.hpp"

namespace flatline::engine::tool {
namespace {

std::uint64_t bytes_of(const MapEntry& entry) {
    std::uint64_t bytes = 0;
    for (const MapLump& lump : entry.lumps) bytes += lump.size;
    return bytes;
}

const MapFacts& facts_of(const Session& session) {
    if (session.facts) return *session.facts;
    const Map& map = session.result.value;
    MapFacts& facts = session.facts.emplace();
    for (const flatline_unknown& u : map.unknowns()) {
        if (u.depth == 0 && u.element < FLATLINE_MAP) ++facts.unknowns[u.element];
    }
    for (const flatline_plane_source& source : map.plane_sources()) ++facts.planes[source.kind];
    facts.planes[FLATLINE_PLANE_FLAT] = 2 * map.sectors().size() - map.planes().size();
    return facts;
}

const char* grammar_name(Grammar grammar) { return grammar == Grammar::v0_99 ? "0.99" : "1.1"; }

void print_loaded_rows(Console& console, const Session& session) {
    const Map& map = session.result.value;
    const std::string name = printable(map.map_namespace());
    row(console, "namespace",
        fmt::format("{} (fields of {}, UDMF {})", name.empty() ? "none" : name,
                    dialect_name(map.dialect()), grammar_name(map.grammar())));
    row(console, "vertices", std::to_string(map.vertices().size()));
    row(console, "linedefs", std::to_string(map.linedefs().size()));
    row(console, "sidedefs", std::to_string(map.sidedefs().size()));
    row(console, "sectors", std::to_string(map.sectors().size()));
    row(console, "things", std::to_string(map.things().size()));
    row(console, "names", fmt::format("{} of textures and flats", map.names().size()));

    std::string columns;
    for (const flatline_column& column : map.columns()) {
        fmt::format_to(std::back_inserter(columns), "{}{}.{} {}", columns.empty() ? "" : ", ",
                       element_name(column.element), field_name(column.field), column.count);
    }
    row(console, "columns", columns.empty() ? "none" : columns);

    std::string unknown;
    const auto& counts = facts_of(session).unknowns;
    for (std::uint8_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        fmt::format_to(std::back_inserter(unknown), "{}{} {}", unknown.empty() ? "" : ", ",
                       element_name(i), counts[i]);
    }
    row(console, "unknown", unknown.empty() ? "nothing" : unknown);
    const flatline_bsp& nodes = map.nodes();
    row(console, "nodes",
        nodes.subsector_count == 0
            ? "none"
            : fmt::format("{}: {}, {}, {}, depth {}", nodes.format,
                          counted(nodes.seg_count, "seg", "segs"),
                          counted(nodes.subsector_count, "subsector", "subsectors"),
                          counted(nodes.node_count, "node", "nodes"), nodes.depth));
    std::string planes;
    const auto& by_kind = facts_of(session).planes;
    for (std::uint8_t i = 0; i < by_kind.size(); ++i) {
        if (by_kind[i] == 0 && i != FLATLINE_PLANE_FLAT) continue;
        fmt::format_to(std::back_inserter(planes), "{}{} {}", planes.empty() ? "" : ", ",
                       plane_kind_name(i), by_kind[i]);
    }
    row(console, "planes", planes);
}

void write_udmf_info(JsonWriter& json, const Session& session) {
    const Map& map = session.result.value;
    json.member("dialect", dialect_name(map.dialect()));
    json.member("grammar", grammar_name(map.grammar()));
    json.member("names", map.names().size());
    json.key("columns");
    json.begin_array();
    for (const flatline_column& column : map.columns()) {
        json.begin_object();
        json.member("element", element_name(column.element));
        json.member("field", field_name(column.field));
        json.member("count", column.count);
        json.end_object();
    }
    json.end_array();
    json.key("unknown");
    json.begin_object();
    const auto& counts = facts_of(session).unknowns;
    for (std::uint8_t i = 0; i < counts.size(); ++i) json.member(element_name(i), counts[i]);
    json.end_object();
    json.key("node_format");
    if (map.nodes().subsector_count == 0) {
        json.null();
    } else {
        json.string(map.nodes().format);
    }
    json.key("planes");
    json.begin_object();
    const auto& by_kind = facts_of(session).planes;
    for (std::uint8_t i = 0; i < by_kind.size(); ++i) {
        json.member(plane_kind_name(i), by_kind[i]);
    }
    json.end_object();
}

void write_info(JsonWriter& json, const Session& session) {
    const MapEntry& entry = *session.entry;
    json.member("notes", session.tally.notes);
    json.member("bytes", bytes_of(entry));
    json.key("lumps");
    json.begin_array();
    for (const MapLump& lump : entry.lumps) {
        json.begin_object();
        json.member("name", lump.name);
        json.member("offset", lump.offset);
        json.member("size", lump.size);
        json.member("readable", lump.readable);
        json.end_object();
    }
    json.end_array();
    if (session.status != MapStatus::unsupported) {
        json.key("arena");
        json.begin_object();
        json.member("announced", session.memory().announced);
        json.member("by_size", session.memory().by_size);
        json.member("used", session.memory().used);
        json.end_object();
    }
    if (session.status != MapStatus::ok) return;
    if (session.is_doom3()) {
        write_doom3_info(json, session.doom3.value);
    } else {
        write_udmf_info(json, session);
    }
}

void print_block(Console& console, const Session& session, const MapReport& report) {
    const MapEntry& entry = *session.entry;
    console.print("{}\n", console.out_style.bold(fmt::format("{}:{}", printable(report.file),
                                                             printable(report.name))));
    row(console, "status", status_name(report.status));
    row(console, "format", map_format_name(report.format));
    if (session.status == MapStatus::ok && session.is_doom3()) {
        print_doom3_rows(console, session.doom3.value);
    } else if (session.status == MapStatus::ok) {
        print_loaded_rows(console, session);
    }
    std::string lumps;
    for (const MapLump& lump : entry.lumps) {
        fmt::format_to(std::back_inserter(lumps), "{}{} {}{}", lumps.empty() ? "" : ", ",
                       printable(lump.name), lump.size, lump.readable ? "" : " (not in the file)");
    }
    row(console, "lumps", lumps.empty() ? "none" : lumps);
    row(console, "bytes", std::to_string(bytes_of(entry)));
    if (session.status == MapStatus::unsupported) {
        row(console, "note", "maps of this format are listed, not loaded");
        return;
    }
    row(console, "arena",
        fmt::format("{} bytes announced{}, {} used", session.memory().announced,
                    session.memory().by_size ? " by the size of the text" : "",
                    session.memory().used));
    row(console, console.args.command == Command::info ? "load findings" : "findings",
        fmt::format("{}, {}", tally_in_words(report.tally),
                    counted(report.tally.notes, "note", "notes")));
}

}  // namespace

void row(Console& console, std::string_view label, std::string_view value) {
    console.print("  {} {}\n", console.out_style.dim(fmt::format("{:<11}", label)), value);
}

void print_map_info(Console& console, const Session& session, const MapReport& report) {
    if (console.args.quiet) return;
    if (!console.args.json) return print_block(console, session, report);
    JsonWriter json(console.out);
    json.begin_object();
    write_map_members(json, report);
    write_info(json, session);
    json.end_object();
    json.end_line();
}

std::vector<NamedCount> map_counts(const Map& map) {
    return {{"vertices", map.vertices().size()},
            {"linedefs", map.linedefs().size()},
            {"sidedefs", map.sidedefs().size()},
            {"sectors", map.sectors().size()},
            {"things", map.things().size()},
            {"segs", map.nodes().seg_count},
            {"subsectors", map.nodes().subsector_count},
            {"nodes", map.nodes().node_count}};
}

std::string map_in_words(const Map& map) {
    const std::string name = printable(map.map_namespace());
    return fmt::format("{}{}, {}, {}, {}, {}, {}", name.empty() ? "no namespace" : "namespace ",
                       name, counted(map.vertices().size(), "vertex", "vertices"),
                       counted(map.linedefs().size(), "linedef", "linedefs"),
                       counted(map.sidedefs().size(), "sidedef", "sidedefs"),
                       counted(map.sectors().size(), "sector", "sectors"),
                       counted(map.things().size(), "thing", "things"));
}

void RunHead::print() {
    if (!console_.args.json || std::exchange(printed_, true)) return;
    JsonWriter json(console_.out);
    write_run_json(json, schema_);
}

void print_container_findings(Console& console, RunHead& head, FindingText& complaints,
                              const FileReport& report) {
    const bool all = report.maps.empty();
    if (!console.args.json) {
        return all ? complaints.print_container(report) : complaints.print_container_errors(report);
    }
    JsonWriter json(console.out);
    for (const ReportedFinding& finding : report.findings) {
        if (!all && finding.severity != Severity::error) continue;
        head.print();
        write_finding_json(json, finding);
    }
}

void print_findings(Console& console, const MapReport& report) {
    if (!console.args.json) {
        SinkOptions options;
        options.all = console.args.all;
        return FindingText(console.out, console.out_style, options).print_map(report);
    }
    JsonWriter json(console.out);
    for (const ReportedFinding& finding : report.findings) write_finding_json(json, finding);
}

void print_summary(Console& console, const Totals& totals, SummaryOf of) {
    if (!console.args.json) return print_summary_text(console.out, totals, of);
    JsonWriter json(console.out);
    write_summary_json(json, totals, false);
}

}  // namespace flatline::engine::tool
