#include "binary/survey.hpp"

#include <algorithm>

#include "binary/srb2_thing.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::binary {

Survey::Survey(const BinaryLumps& lumps, const Meaning& meaning) noexcept {
    for (const LumpRow& row : kLumpRows) {
        records[row.element] = record_count(lumps, row.element);
    }
    look_at_lines(lumps, meaning);
    const unsigned char* p = lumps.things.data();
    for (std::uint64_t i = 0; i < records[FLATLINE_THING]; ++i) {
        look_at_thing(p, lumps.hexen, meaning);
        p += record_bytes(FLATLINE_THING, lumps.hexen);
    }
}

void Survey::look_at_lines(const BinaryLumps& lumps, const Meaning& meaning) noexcept {
    const std::size_t record = record_bytes(FLATLINE_LINEDEF, lumps.hexen);
    const unsigned char* p = lumps.linedefs.data();
    std::uint32_t highest = 0;  // vertex that a line names
    for (std::uint64_t i = 0; i < records[FLATLINE_LINEDEF]; ++i, p += record) {
        highest = std::max<std::uint32_t>({highest, load_u16(p), load_u16(p + 2)});
        const std::uint16_t flags = load_u16(p + 4);
        const std::uint8_t arg = lumps.hexen ? meaning.arg_flags(p[6], p + 7) : std::uint8_t{0};
        if (!meaning.line_has_more(flags) && arg == 0) [[likely]]
            continue;
        const std::uint16_t rest = meaning.each_line_field(
            flags, arg, [this](const BooleanTarget& target) { add(target); });
        unknowns += rest != 0;
    }
    const std::uint64_t all = records[FLATLINE_VERTEX];
    vertices = records[FLATLINE_LINEDEF] == 0 ? all : std::min<std::uint64_t>(highest + 1, all);
    if (highest < all) return;
    // Some do not exist. Each of those may become vertex 0.
    vertices = std::min<std::uint64_t>(1, all);
    p = lumps.linedefs.data();
    for (std::uint64_t i = 0; i < records[FLATLINE_LINEDEF]; ++i, p += record) {
        for (const std::uint64_t vertex : {load_u16(p), load_u16(p + 2)}) {
            if (vertex < all) vertices = std::max(vertices, vertex + 1);
        }
    }
}

void Survey::look_at_thing(const unsigned char* p, bool hexen, const Meaning& meaning) noexcept {
    std::uint16_t flags = load_u16(p + (hexen ? 12 : 8));
    if (meaning.is_srb2()) {
        const Srb2Thing thing(load_u16(p + 6), flags);
        flags = thing.flags;
        unknowns += thing.parameter != 0;
    }
    if (!meaning.things().has_more(flags)) return;
    meaning.things().each_more(flags, [this](const BooleanTarget& target) { add(target); });
    unknowns += meaning.things().rest(flags) != 0;
}

Plan::Plan(const Survey& survey, Meaning& meaning, std::string_view name_space) noexcept
    : decoded_bytes(1 + name_space.size() + kUserFlags.size() + kUserExtraInfo.size()) {
    meaning.each_target([this](const BooleanTarget& target) {
        if (!target.is_column()) decoded_bytes += target.name.size();
    });
    vertices = arrays.add(survey.vertices, sizeof(flatline_vertex));
    linedefs = arrays.add(survey.records[FLATLINE_LINEDEF], sizeof(flatline_linedef));
    sidedefs = arrays.add(survey.records[FLATLINE_SIDEDEF], sizeof(flatline_sidedef));
    sectors = arrays.add(survey.records[FLATLINE_SECTOR], sizeof(flatline_sector));
    things = arrays.add(survey.records[FLATLINE_THING], sizeof(flatline_thing));
    unknowns = arrays.add(survey.unknowns, sizeof(flatline_unknown));
    decoded = arrays.add(decoded_bytes, 1);
    values.add(survey.values, sizeof(udmf::SideValue));
}

}  // namespace flatline::engine::binary
