#include "report/make.hpp"

#include <fmt/format.h>

#include <utility>

#include "model/describe.hpp"
#include "model/fields.hpp"
#include "report/doom3_info.hpp"
#include "report/map_info.hpp"

namespace flatline::engine::tool {
namespace {

/// What `write` writes, of any length.
template <class Write>
std::string written(const Write& write) {
    std::string out(256, '\0');
    const std::size_t size = write(out.data(), out.size());
    const bool cut = size > out.size();
    out.resize(size);
    if (cut) write(out.data(), out.size());
    return out;
}

/// Elements in terms of mappers.
class ElementWords {
public:
    explicit ElementWords(const Map& map) : map_(map) {}

    /// "linedef 34, front side" of a sidedef that a line has; "sidedef 76" of another.
    std::string of_side(std::uint32_t side) {
        if (places_.empty()) find_places();
        const std::uint32_t place = side < places_.size() ? places_[side] : FLATLINE_NONE;
        if (place == FLATLINE_NONE) return fmt::format("sidedef {}", side);
        return fmt::format("linedef {}, {} side", place / 2, place % 2 == 0 ? "front" : "back");
    }

    /// "" where the finding is about no element. Vertices, sectors and things get their place.
    std::string of(const PlacedFinding& placed) {
        const Finding& finding = placed.finding;
        if (finding.element == FLATLINE_SIDEDEF && finding.index != FLATLINE_NONE) {
            return of_side(finding.index);
        }
        if (!names_element(finding)) return {};
        std::string words = fmt::format("{} {}", element_name(finding.element), finding.index);
        if (tells_point(placed)) {
            words += fmt::format(" at ({:.10g}, {:.10g})", placed.point.x, placed.point.y);
        }
        return words;
    }

    static bool tells_point(const PlacedFinding& placed) {
        const std::uint8_t element = placed.finding.element;
        return placed.has_point() && (element == FLATLINE_VERTEX || element == FLATLINE_SECTOR ||
                                      element == FLATLINE_THING);
    }

private:
    /// Of each sidedef the first line that has it, times two, and one more where that is its back.
    void find_places() {
        places_.resize(map_.sidedefs().size(), FLATLINE_NONE);
        std::uint32_t place = 0;
        for (const flatline_linedef& line : map_.linedefs()) {
            for (const std::uint32_t side : {line.sidefront, line.sideback}) {
                if (side < places_.size() && places_[side] == FLATLINE_NONE) places_[side] = place;
                ++place;
            }
        }
    }

    const Map& map_;
    std::vector<std::uint32_t> places_;
};

/// The sentence of a finding; `text` is the TEXTMAP.
std::string sentence(const PlacedFinding& placed, std::string_view text, ElementWords& words) {
    const Finding& finding = placed.finding;
    // Only the text of the map is at hand. Findings in other lumps have numbers, but no excerpt.
    if (finding.lump != static_cast<std::uint8_t>(Lump::textmap) &&
        finding.lump != static_cast<std::uint8_t>(Lump::map)) {
        text = {};
    }
    Finding bare = finding;
    bare.index = FLATLINE_NONE;
    std::string out =
        written([&](char* to, std::size_t size) { return describe(bare, text, to, size); });
    if (finding.related_element == FLATLINE_SIDEDEF && finding.related != FLATLINE_NONE) {
        const std::string plain = fmt::format("sidedef {}", finding.related);
        const std::size_t at = out.find(plain);
        if (at != out.npos) out.replace(at, plain.size(), words.of_side(finding.related));
    }
    const std::string element = words.of(placed);
    return element.empty() ? out : element + ": " + out;
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

std::string_view field_of(const Finding& finding, std::string_view text) {
    if (finding.field != FLATLINE_NO_FIELD) return field_name(finding.field);
    const bool is_quoted = finding.rule == static_cast<std::uint16_t>(Rule::field_unknown) &&
                           finding.offset < text.size();
    return is_quoted ? text.substr(finding.offset, finding.length) : std::string_view();
}

/// How many bytes of path_of(inner) name the file on disk: all of them in a folder.
std::size_t host_size(const Document& document, std::string_view inner) {
    return is_folder(document.path()) ? document.path_of(inner).size() : document.path().size();
}

/// Where the finding is in the file that holds its lump. Nothing if that is not known: in a
/// compressed lump, or where there is no place.
std::uint64_t offset_in_file(const Finding& finding, const Session& session) {
    const auto lump = static_cast<Lump>(finding.lump);
    if (finding.offset == FLATLINE_NO_OFFSET) return FLATLINE_NO_OFFSET;
    if (lump == Lump::directory || lump == Lump::file) return finding.offset;
    for (const Lump packed : {Lump::none, Lump::znodes, Lump::segs, Lump::ssectors, Lump::nodes}) {
        if (lump == packed) return FLATLINE_NO_OFFSET;
    }
    const bool first_wins = session.result.value.dialect() == Dialect::srb2;
    const MapLump* stored = session.entry->lump(lump_name(lump), first_wins);
    return stored != nullptr ? stored->offset + finding.offset : FLATLINE_NO_OFFSET;
}

/// All but the file, the map and what they have.
ReportedFinding reported(const PlacedFinding& placed, std::string_view text, const Map& map,
                         ElementWords& words) {
    const Finding& finding = placed.finding;
    ReportedFinding out;
    out.rule = static_cast<Rule>(finding.rule);
    out.severity = static_cast<Severity>(finding.severity);
    out.refuses = finding.refuses != 0;
    out.lump = lump_of(finding);
    out.line = placed.place.line;
    out.column = placed.place.column;
    out.character = placed.character;
    out.offset = finding.offset;
    out.length = finding.length;
    out.element = finding.element;
    out.index = finding.index;
    out.field = field_of(finding, text);
    out.related_element = finding.related_element;
    out.related = finding.related;
    if (placed.has_point()) {
        out.x = placed.point.x;
        out.y = placed.point.y;
    }
    out.message = sentence(placed, text, words);
    out.tells_point = ElementWords::tells_point(placed);
    out.name = texture_of(finding, map);
    return out;
}

/// A finding about no map.
ReportedFinding reported(const Finding& finding) {
    const Map none;
    ElementWords words(none);
    return reported({finding, {}, kNoPoint}, {}, none, words);
}

}  // namespace

std::string_view texture_of(const Finding& finding, const Map& map) {
    const std::string_view field = field_name(finding.field);
    if (finding.element == FLATLINE_SIDEDEF && finding.index < map.sidedefs().size()) {
        const flatline_sidedef& side = map.sidedefs()[finding.index];
        if (field == "texturetop") return map.name(side.texturetop);
        if (field == "texturemiddle") return map.name(side.texturemiddle);
        if (field == "texturebottom") return map.name(side.texturebottom);
    } else if (finding.element == FLATLINE_SECTOR && finding.index < map.sectors().size()) {
        const flatline_sector& sector = map.sectors()[finding.index];
        if (field == "texturefloor") return map.name(sector.texturefloor);
        if (field == "textureceiling") return map.name(sector.textureceiling);
    }
    return {};
}

FileReport report_on_container(const Document& document) {
    FileReport report;
    report.path = document.path();
    report.tally = document.container_tally();
    report.container_error = document.has_container_error();
    report.map_count = document.maps().size();
    Fingerprinter fingerprints("");
    for (const ArchiveFinding& f : document.findings()) {
        if (!f.map.empty()) continue;
        ReportedFinding& out = report.findings.emplace_back(reported(f.finding));
        out.file = document.path_of(f.path);
        out.host_size = host_size(document, f.path);
        if (out.host_size == out.file.size()) out.file_offset = out.offset;
        out.fingerprint = fingerprints.next(f.finding, {}, f.path);
    }
    return report;
}

ReportedFinding report_on_resource(const Finding& finding, const std::string& path,
                                   std::string_view inner, Fingerprinter& fingerprints) {
    ReportedFinding out = reported(finding);
    out.file = joined_path(path, inner);
    out.host_size = is_folder(path) ? out.file.size() : path.size();
    out.fingerprint = fingerprints.next(finding, {}, inner);
    return out;
}

MapReport report_on_map(const Document& document, const Session& session) {
    MapReport report;
    report.file = session.file;
    report.name = session.entry->name;
    report.status = session.status;
    report.format = session.entry->format;
    if (session.status == MapStatus::ok && session.is_doom3()) {
        report.counts = doom3_counts(session.doom3.value);
        report.words = doom3_in_words(session.doom3.value);
    } else if (session.status == MapStatus::ok) {
        const Map& map = session.result.value;
        report.name_space = map.map_namespace();
        report.counts = map_counts(map);
        report.words = map_in_words(map);
    }
    report.tally = session.tally;
    report.not_run = session.check.value.not_run;
    report.verdicts = session.verdicts;
    // Of a map that is loaded the bytes may be an index, which a renumbering changes.
    const bool is_loaded = session.status == MapStatus::ok;
    Fingerprinter fingerprints(report.name, session.result.value, session.doom3.value,
                               is_loaded ? std::string_view() : session.text, session.keys);
    const std::size_t host = host_size(document, session.entry->path);
    report.findings.reserve(session.findings.size());
    ElementWords words(session.result.value);
    for (const PlacedFinding& placed : session.findings) {
        ReportedFinding& out = report.findings.emplace_back(
            reported(placed, session.text, session.result.value, words));
        out.file = report.file;
        out.host_size = host;
        out.map = report.name;
        if (host == out.file.size()) out.file_offset = offset_in_file(placed.finding, session);
        out.silenced = session.silences.has(placed.finding);
        out.fingerprint = fingerprints.next(placed.finding, out.field);
        if (out.related == FLATLINE_NONE) continue;
        out.pair = {fingerprints.of_element(placed.finding, out.element, out.index),
                    fingerprints.of_element(placed.finding, out.related_element, out.related)};
    }
    return report;
}

}  // namespace flatline::engine::tool
