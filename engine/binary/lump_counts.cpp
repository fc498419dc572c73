#include "binary/lump_counts.hpp"

#include <algorithm>

#include "binary/srb2_thing.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::binary {

LumpCounts::LumpCounts(const BinaryLumps& lumps, const NamespaceRules& rules) noexcept {
    for (const LumpRow& row : kLumpRows) {
        records[row.element] = record_count(lumps, row.element);
    }
    look_at_lines(lumps, rules);
    const unsigned char* p = lumps.things.data();
    for (std::uint64_t i = 0; i < records[FLATLINE_THING]; ++i) {
        look_at_thing(p, lumps.hexen, rules);
        p += record_bytes(FLATLINE_THING, lumps.hexen);
    }
}

void LumpCounts::look_at_lines(const BinaryLumps& lumps, const NamespaceRules& rules) noexcept {
    const std::size_t record = record_bytes(FLATLINE_LINEDEF, lumps.hexen);
    const unsigned char* p = lumps.linedefs.data();
    std::uint32_t highest = 0;  // vertex that a line names
    for (std::uint64_t i = 0; i < records[FLATLINE_LINEDEF]; ++i, p += record) {
        highest = std::max<std::uint32_t>({highest, load_u16(p), load_u16(p + 2)});
        const std::uint16_t flags = load_u16(p + 4);
        const std::uint8_t arg = lumps.hexen ? rules.arg_flags(p[6], p + 7) : std::uint8_t{0};
        if (!rules.line_has_more(flags) && arg == 0) [[likely]]
            continue;
        const std::uint16_t rest =
            rules.each_line_field(flags, arg, [this](const BooleanTarget& target) { add(target); });
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

void LumpCounts::look_at_thing(const unsigned char* p, bool hexen,
                               const NamespaceRules& rules) noexcept {
    std::uint16_t flags = load_u16(p + (hexen ? 12 : 8));
    if (rules.is_srb2()) {
        const Srb2Thing thing(load_u16(p + 6), flags);
        flags = thing.flags;
        unknowns += thing.parameter != 0;
    }
    if (!rules.things().has_more(flags)) return;
    rules.things().each_more(flags, [this](const BooleanTarget& target) { add(target); });
    unknowns += rules.things().rest(flags) != 0;
}

Plan::Plan(const LumpCounts& counts, NamespaceRules& rules, std::string_view name_space) noexcept
    : decoded_bytes(1 + name_space.size() + kUserFlags.size() + kUserExtraInfo.size()) {
    rules.each_target([this](const BooleanTarget& target) {
        if (!target.is_column()) decoded_bytes += target.name.size();
    });
    vertices = arrays.add(counts.vertices, sizeof(flatline_vertex));
    linedefs = arrays.add(counts.records[FLATLINE_LINEDEF], sizeof(flatline_linedef));
    sidedefs = arrays.add(counts.records[FLATLINE_SIDEDEF], sizeof(flatline_sidedef));
    sectors = arrays.add(counts.records[FLATLINE_SECTOR], sizeof(flatline_sector));
    things = arrays.add(counts.records[FLATLINE_THING], sizeof(flatline_thing));
    unknowns = arrays.add(counts.unknowns, sizeof(flatline_unknown));
    decoded = arrays.add(decoded_bytes, 1);
    values.add(counts.values, sizeof(udmf::SideValue));
}

}  // namespace flatline::engine::binary
