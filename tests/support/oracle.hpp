// The index oracle: walks every array, text, column, unknown and finding that a load publishes
// and says what breaks the promises of the public headers. Tests and fuzzers share it, so it
// needs no test library; it touches every byte, so that sanitizers see bad pointers.
#pragma once

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/load.hpp"
#include "support/refusal_oracle.hpp"

namespace oracle {

/// Collects the first broken promise.
class Faults {
public:
    void require(bool good, const char* what, std::uint64_t where = 0) {
        if (!good && first_.empty()) {
            first_ = std::string(what) + " (at " + std::to_string(where) + ")";
        }
    }
    const std::string& first() const { return first_; }

private:
    std::string first_;
};

namespace detail {

// Reads every byte; the volatile read keeps a compiler from leaving it out.
inline void touch(std::string_view bytes) {
    for (const char& c : bytes) {
        (void)*static_cast<const volatile char*>(&c);
    }
}

inline std::uint32_t count_of(const flatline::engine::Map& map, std::uint8_t element) {
    const flatline_arrays& a = map.arrays();
    switch (element) {
        case FLATLINE_VERTEX:
            return a.vertex_count;
        case FLATLINE_LINEDEF:
            return a.linedef_count;
        case FLATLINE_SIDEDEF:
            return a.sidedef_count;
        case FLATLINE_SECTOR:
            return a.sector_count;
        case FLATLINE_THING:
            return a.thing_count;
        default:
            return 0;
    }
}

// A text below the TEXTMAP's size ends inside it; the rest are decoded strings, which only the
// sanitizers can measure.
inline void check_text(const flatline::engine::Map& map, flatline_text text, Faults& faults,
                       const char* what, std::uint64_t where) {
    const std::uint64_t size = map.textmap().size();
    if (text.size > 0 && text.offset < size) {
        faults.require(std::uint64_t{text.offset} + text.size <= size, what, where);
    }
    const std::string_view bytes = map.text(text);
    faults.require(bytes.size() == text.size, what, where);
    touch(bytes);
}

// A plane as types.h promises it: no number but a finite one, whatever the map holds.
inline void check_plane(const flatline_plane& p, bool ceiling, Faults& faults,
                        std::uint64_t where) {
    faults.require(
        std::isfinite(p.a) && std::isfinite(p.b) && std::isfinite(p.c) && std::isfinite(p.d),
        "plane is not finite", where);
    faults.require(ceiling ? p.c <= -1e-9 : p.c >= 1e-9, "plane looks the wrong way", where);
    faults.require(std::fabs(p.a * p.a + p.b * p.b + p.c * p.c - 1) < 1e-12, "plane normal", where);
    for (const double x : {-32768.0, 0.0, 32768.0}) {
        faults.require(std::isfinite(flatline::engine::z_at(p, x, -x)), "height is not finite",
                       where);
    }
}

inline void check_source(const flatline::engine::Map& map, const flatline_plane_source& source,
                         Faults& faults, std::uint64_t where) {
    const std::uint8_t of[FLATLINE_PLANE_KINDS] = {FLATLINE_MAP,   FLATLINE_MAP,
                                                   FLATLINE_MAP,   FLATLINE_LINEDEF,
                                                   FLATLINE_THING, FLATLINE_SECTOR};
    faults.require(source.kind < FLATLINE_PLANE_KINDS, "plane source", where);
    if (source.kind >= FLATLINE_PLANE_KINDS) {
        return;
    }
    faults.require(of[source.kind] == FLATLINE_MAP ? source.index == FLATLINE_NONE
                                                   : source.index < count_of(map, of[source.kind]),
                   "plane source index", where);
    faults.require(source.flags < 8 && source.unused == 0, "plane source flags", where);
}

// Stored planes stand in order of sectors, without a gap; flat sectors have none.
inline void check_planes(const flatline::engine::Map& map, Faults& faults) {
    const flatline_arrays& a = map.arrays();
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < a.sector_count; ++i) {
        const std::uint32_t planes = a.sectors[i].planes;
        faults.require(planes == 0 || ((planes & 3) != 0 && planes >> 2 == next), "sector planes",
                       i);
        next += (planes & 1) + (planes >> 1 & 1);
        faults.require(next <= a.plane_count, "sector plane index", i);
        if (!faults.first().empty()) {
            return;
        }
        faults.require(map.is_flat(i) == (planes == 0), "flat sector", i);
        check_plane(map.floor_plane(i), false, faults, i);
        check_plane(map.ceiling_plane(i), true, faults, i);
        check_source(map, map.floor_source(i), faults, i);
        check_source(map, map.ceiling_source(i), faults, i);
        faults.require(
            (map.floor_source(i).kind == FLATLINE_PLANE_FLAT) == ((planes & 1) == 0) &&
                (map.ceiling_source(i).kind == FLATLINE_PLANE_FLAT) == ((planes & 2) == 0),
            "kind of a plane source", i);
    }
    faults.require(next == a.plane_count, "planes of no sector", next);
    faults.require((a.planes == nullptr) == (a.plane_count == 0) &&
                       (a.plane_sources == nullptr) == (a.plane_count == 0),
                   "planes without a count");
}

inline void check_elements(const flatline::engine::Map& map, Faults& faults) {
    const flatline_arrays& a = map.arrays();
    for (std::uint32_t i = 0; i < a.vertex_count; ++i) {
        faults.require(std::isfinite(a.vertices[i].x) && std::isfinite(a.vertices[i].y),
                       "vertex coordinate is not finite", i);
    }
    for (std::uint32_t i = 0; i < a.linedef_count; ++i) {
        const flatline_linedef& line = a.linedefs[i];
        faults.require(line.v1 < a.vertex_count && line.v2 < a.vertex_count, "line vertex", i);
        faults.require(line.sidefront < a.sidedef_count, "line front side", i);
        faults.require(line.sideback < a.sidedef_count || line.sideback == FLATLINE_NONE,
                       "line back side", i);
        faults.require(line.flags < (1u << 22), "line flags", i);
    }
    for (std::uint32_t i = 0; i < a.sidedef_count; ++i) {
        const flatline_sidedef& side = a.sidedefs[i];
        faults.require(side.sector < a.sector_count, "side sector", i);
        faults.require(side.texturetop < a.name_count && side.texturebottom < a.name_count &&
                           side.texturemiddle < a.name_count,
                       "side texture", i);
        faults.require(std::isfinite(side.offsetx) && std::isfinite(side.offsety),
                       "side offset is not finite", i);
    }
    for (std::uint32_t i = 0; i < a.sector_count; ++i) {
        const flatline_sector& sector = a.sectors[i];
        faults.require(sector.texturefloor < a.name_count && sector.textureceiling < a.name_count,
                       "sector flat", i);
        faults.require(std::isfinite(sector.heightfloor) && std::isfinite(sector.heightceiling),
                       "sector height is not finite", i);
    }
    for (std::uint32_t i = 0; i < a.thing_count; ++i) {
        const flatline_thing& thing = a.things[i];
        faults.require(
            std::isfinite(thing.x) && std::isfinite(thing.y) && std::isfinite(thing.height),
            "thing place is not finite", i);
        faults.require(thing.flags < (1u << 18), "thing flags", i);
    }
}

inline void check_names(const flatline::engine::Map& map, Faults& faults) {
    const flatline_arrays& a = map.arrays();
    faults.require(a.name_count >= 1, "there is no name 0");
    std::set<std::string_view> seen;
    for (std::uint32_t i = 0; i < a.name_count; ++i) {
        check_text(map, a.names[i], faults, "name text", i);
        faults.require(seen.insert(map.name(i)).second, "a name occurs twice", i);
    }
    faults.require(a.name_count == 0 || map.name(0) == "-", "name 0 is not \"-\"");
}

inline void check_column(const flatline::engine::Map& map, const flatline_column& column,
                         Faults& faults, std::uint64_t where) {
    const flatline_arrays& a = map.arrays();
    const std::uint32_t elements = count_of(map, column.element);
    faults.require(column.count > 0, "empty column", where);
    faults.require(column.element <= FLATLINE_THING, "column of no element", where);
    faults.require(flatline::engine::field_block(column.field) == column.element, "column block",
                   where);
    faults.require(flatline::engine::field_name(column.field).size() > 0, "column of no field",
                   where);
    faults.require(map.column(column.field) == &column, "column is not found by id", where);
    for (std::uint32_t i = 0; i < column.count; ++i) {
        faults.require(column.elements[i] < elements, "column element", where);
        faults.require(i == 0 || column.elements[i - 1] < column.elements[i],
                       "column elements do not ascend", where);
        switch (column.kind) {
            case FLATLINE_INTEGER: {
                const std::int32_t value = column.values.integers[i];
                touch({reinterpret_cast<const char*>(&value), sizeof value});
                break;
            }
            case FLATLINE_REAL:
                faults.require(std::isfinite(column.values.reals[i]), "column real", where);
                break;
            case FLATLINE_BOOLEAN:
                faults.require(column.values.booleans[i] <= 1, "column boolean", where);
                break;
            case FLATLINE_STRING:
                check_text(map, column.values.texts[i], faults, "column text", where);
                break;
            case FLATLINE_IDS: {
                const flatline_text ids = column.values.ids[i];
                faults.require(std::uint64_t{ids.offset} + ids.size <= a.id_count, "column ids",
                               where);
                break;
            }
            default:
                faults.require(false, "column kind", where);
        }
    }
}

inline void check_columns(const flatline::engine::Map& map, Faults& faults) {
    const flatline_arrays& a = map.arrays();
    for (std::uint32_t i = 0; i < a.column_count; ++i) {
        faults.require(i == 0 || a.columns[i - 1].field < a.columns[i].field,
                       "columns do not ascend", i);
        check_column(map, a.columns[i], faults, i);
    }
    if (a.id_count > 0) {
        touch({reinterpret_cast<const char*>(a.ids), a.id_count * sizeof *a.ids});
    }
}

inline void check_unknowns(const flatline::engine::Map& map, Faults& faults) {
    const flatline_arrays& a = map.arrays();
    std::vector<std::uint64_t> ends;  // of the blocks that are open
    for (std::uint32_t i = 0; i < a.unknown_count; ++i) {
        const flatline_unknown& entry = a.unknowns[i];
        while (!ends.empty() && ends.back() == i) {
            ends.pop_back();
        }
        check_text(map, entry.name, faults, "unknown name", i);
        faults.require(entry.name.size > 0, "unknown without a name", i);
        faults.require(entry.element <= FLATLINE_BLOCK, "unknown element kind", i);
        faults.require(entry.element <= FLATLINE_THING ? entry.index < count_of(map, entry.element)
                                                       : entry.index == FLATLINE_NONE,
                       "unknown index", i);
        faults.require(entry.depth == ends.size(), "unknown depth", i);
        switch (entry.kind) {
            case FLATLINE_INTEGER:
                break;
            case FLATLINE_REAL:
                faults.require(std::isfinite(entry.value.real), "unknown real", i);
                break;
            case FLATLINE_BOOLEAN:
                faults.require(entry.value.boolean == 0 || entry.value.boolean == 1,
                               "unknown boolean", i);
                break;
            case FLATLINE_STRING:
            case FLATLINE_KEYWORD:
                check_text(map, entry.value.string, faults, "unknown string", i);
                break;
            case FLATLINE_UNKNOWN_BLOCK: {
                const std::uint64_t end = entry.value.block_end;
                faults.require(end > i && end <= a.unknown_count, "unknown block end", i);
                faults.require(ends.empty() || end <= ends.back(), "unknown blocks overlap", i);
                if (end > std::uint64_t{i} + 1) {
                    ends.push_back(end);
                }
                break;
            }
            default:
                faults.require(false, "unknown kind", i);
        }
    }
}

// The rows by a second computation, straight from the definition.
inline void check_sector_lines(const flatline::engine::Map& map, Faults& faults) {
    const flatline_arrays& a = map.arrays();
    std::vector<std::vector<std::uint32_t>> lines(a.sector_count);
    for (std::uint32_t i = 0; i < a.linedef_count; ++i) {
        const std::uint32_t front = a.sidedefs[a.linedefs[i].sidefront].sector;
        lines[front].push_back(i);
        if (a.linedefs[i].sideback != FLATLINE_NONE) {
            const std::uint32_t back = a.sidedefs[a.linedefs[i].sideback].sector;
            if (back != front) {
                lines[back].push_back(i);
            }
        }
    }
    faults.require(a.sector_line_rows != nullptr, "no sector line rows");
    if (!faults.first().empty()) {
        return;
    }
    faults.require(a.sector_line_rows[0] == 0, "first sector line row");
    for (std::uint32_t i = 0; i < a.sector_count; ++i) {
        const std::uint32_t first = a.sector_line_rows[i];
        const std::uint32_t end = a.sector_line_rows[i + 1];
        faults.require(first <= end && end <= a.sector_line_count, "sector line row", i);
        faults.require(end - first == lines[i].size(), "number of sector lines", i);
        for (std::uint32_t k = 0; faults.first().empty() && k < end - first; ++k) {
            faults.require(a.sector_lines[first + k] == lines[i][k], "sector line", i);
        }
    }
    faults.require(a.sector_line_rows[a.sector_count] == a.sector_line_count,
                   "last sector line row");
}

}  // namespace detail

/// "" or the first promise that `map` breaks.
inline std::string first_fault(const flatline::engine::Map& map) {
    Faults faults;
    detail::check_elements(map, faults);
    detail::check_names(map, faults);
    detail::check_columns(map, faults);
    detail::check_unknowns(map, faults);
    detail::check_planes(map, faults);
    if (faults.first().empty()) {
        detail::check_sector_lines(map, faults);
    }
    faults.require(map.grammar() != flatline::engine::Grammar::automatic, "grammar is automatic");
    detail::touch(map.map_namespace());
    // A default costs a table of all fields: those that the map gives are enough here.
    for (const flatline_column& column : map.columns()) {
        detail::touch(map.field_default(column.field));
    }
    return faults.first();
}

/// The same for a list of findings: every record and every sentence.
inline std::string first_fault(const flatline::engine::FindingList& findings,
                               std::string_view text) {
    Faults faults;
    faults.require(findings.kept().size() <= findings.total(), "more findings kept than met");
    flatline::engine::PlaceFinder finder(text);
    std::uint64_t i = 0;
    for (const flatline::engine::Finding& finding : findings.kept()) {
        faults.require(finding.rule < static_cast<std::uint16_t>(flatline::engine::Rule::count_),
                       "finding of no rule", i);
        faults.require(finding.severity <= 2, "severity of a finding", i);
        faults.require(finding.element <= FLATLINE_MAP, "element of a finding", i);
        if (finding.lump == static_cast<std::uint8_t>(flatline::engine::Lump::textmap) &&
            finding.offset != FLATLINE_NO_OFFSET) {
            faults.require(finding.offset <= text.size(), "offset of a finding", i);
            faults.require(finding.length <= text.size() - finding.offset, "length of a finding",
                           i);
            const flatline::engine::TextPlace place = finder.place(finding.offset);
            faults.require(place.line >= 1 && place.column >= 1, "place of a finding", i);
        }
        char sentence[256];
        const std::size_t length =
            flatline::engine::describe(finding, text, sentence, sizeof sentence);
        detail::touch({sentence, length < sizeof sentence ? length : sizeof sentence});
        faults.require(length > 0, "finding without a sentence", i);
        faults.require(flatline::engine::describe(finding, text, nullptr, 0) == length,
                       "the length of a sentence depends on the room", i);
        faults.require(flatline::engine::describe(finding, text, sentence, 7) == length,
                       "the length of a sentence depends on the room", i);
        ++i;
    }
    return faults.first();
}

/// The same for a whole load of `text`, loaded or refused.
inline std::string first_fault(const flatline::engine::LoadResult<flatline::engine::Map>& result,
                               std::string_view text) {
    Faults faults;
    faults.require(result.memory.used <= result.memory.announced, "used more than announced",
                   result.memory.used);
    const flatline::engine::FindingList& findings = result.findings;
    const std::string of_findings = first_fault(findings, text);
    faults.require(of_findings.empty(), of_findings.c_str());
    const std::string of_end = refusal_oracle::first_fault(result);
    faults.require(of_end.empty(), of_end.c_str());
    if (result.status != flatline::engine::Status::ok) {
        const flatline_arrays& a = result.value.arrays();
        faults.require(result.value.empty() && a.vertices == nullptr && a.vertex_count == 0 &&
                           a.linedef_count == 0 && a.name_count == 0 && a.unknown_count == 0,
                       "a refused map publishes something");
        return faults.first();
    }
    const std::string of_map = first_fault(result.value);
    faults.require(of_map.empty(), of_map.c_str());
    std::vector<std::uint64_t> places(findings.kept().size());
    flatline::engine::locate(result.value, findings.kept(), places.data());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const flatline::engine::Finding& finding = findings.kept()[i];
        const bool in_text =
            finding.lump == static_cast<std::uint8_t>(flatline::engine::Lump::textmap);
        faults.require(places[i] == FLATLINE_NO_OFFSET ||
                           (in_text ? places[i] <= text.size() : places[i] == finding.offset),
                       "located outside the text", i);
    }
    return faults.first();
}

}  // namespace oracle
