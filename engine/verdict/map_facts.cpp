// Facts from the numbers and counts of a map, from the lumps around it and from findings.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/bits.hpp"
#include "base/element_count.hpp"
#include "base/keyed_hash.hpp"
#include "text/chars.hpp"
#include "verdict/lump_bytes.hpp"
#include "verdict/table.hpp"

namespace flatline::engine::verdict {
namespace {

constexpr bool fits_16_bits(std::int64_t value) noexcept {
    return value >= -32768 && value <= 32767;
}

// The rows and the rules stand in the order of the kinds. Of a text each port that has a reader
// counts by itself.
void empty_kinds(const Map& map, Facts& facts) noexcept {
    constexpr std::size_t kFirst = row("map-empty-vertices");
    static_assert(row("map-empty-things") == kFirst + FLATLINE_THING);
    for (std::uint8_t kind = FLATLINE_VERTEX; kind <= FLATLINE_THING; ++kind) {
        if (element_count(map, kind) != 0) continue;
        facts.add(kFirst + kind, Port::gzdoom);
        if (map.format() != MapFormat::udmf) facts.add(kFirst + kind);
    }
}

void coordinates(const Map& map, Facts& facts) noexcept {
    double least = 0;
    double most = 0;
    const auto take = [&](double x, double y) {
        least = std::min({least, x, y});
        most = std::max({most, x, y});
    };
    for (const flatline_vertex& v : map.vertices()) take(v.x, v.y);
    if (least == -32768) facts.add(row("port-coordinate", "-32768"), Port::zdbsp);
    for (const flatline_thing& t : map.things()) take(t.x, t.y);
    if (least < -32768 || most >= 32768) {
        facts.add(row("port-coordinate", "32768"));
    } else if (most > 32767) {
        facts.add(row("port-coordinate", "32767"));
    }
}

void sixteen_bits(const Map& map, Facts& facts) noexcept {
    const auto look = [&](std::int64_t value, std::size_t to) {
        if (!fits_16_bits(value)) facts.add(to);
    };
    for (const flatline_linedef& line : map.linedefs()) {
        look(line.special, row("port-sixteen-bits", "line"));
        look(line.id, row("port-sixteen-bits", "line"));
    }
    for (const std::int32_t id : map.ids()) look(id, row("port-sixteen-bits", "list"));
    for (const flatline_sidedef& side : map.sidedefs()) {
        look(side.sector, row("port-sixteen-bits", "side sector"));
    }
    for (const flatline_sector& sector : map.sectors()) {
        look(sector.id, row("port-sixteen-bits", "sector tag"));
        look(sector.special, row("port-sixteen-bits", "sector special"));
        look(sector.lightlevel, row("port-sixteen-bits", "light"));
    }
    for (const flatline_thing& thing : map.things()) {
        look(thing.id, row("port-sixteen-bits", "thing tag"));
        // SRB2 has 16 bits without a sign.
        const bool srb2 = thing.type >= 0 && thing.type <= 0xFFFF;
        for (std::size_t i = 0; i < kPortCount && !fits_16_bits(thing.type); ++i) {
            const auto port = static_cast<Port>(i);
            if (port == Port::srb2 && srb2) continue;
            facts.add(row("port-sixteen-bits", "thing type"), port);
        }
    }
}

// GZDoom clears them.
void hexen_specials(const Map& map, Facts& facts) noexcept {
    if (map.map_namespace() != "hexen") return;
    const auto is_beyond = [](const auto& element) { return element.special > 140; };
    const auto lines = map.linedefs();
    const auto sectors = map.sectors();
    if (std::any_of(lines.begin(), lines.end(), is_beyond) ||
        std::any_of(sectors.begin(), sectors.end(), is_beyond)) {
        facts.add(row("port-hexen-special"));
    }
}

// SRB2 stops the program at the 257th flat of a map. A set of those that were met, by their hash.
void flats(const Map& map, Facts& facts) noexcept {
    constexpr std::uint32_t kMost = 256;
    constexpr std::uint32_t kSlots = 1024;
    std::uint32_t slots[kSlots] = {};  // id + 1
    const HashKey key({}, slots);
    std::uint32_t met = 0;
    for (const flatline_sector& sector : map.sectors()) {
        for (const std::uint32_t name : {sector.texturefloor, sector.textureceiling}) {
            auto slot = static_cast<std::uint32_t>(key.word(name) % kSlots);
            while (slots[slot] != 0 && slots[slot] != name + 1) slot = (slot + 1) % kSlots;
            if (slots[slot] != 0) continue;
            slots[slot] = name + 1;
            if (++met > kMost) return facts.add(row("limit-srb2-flats"));
        }
    }
}

// SRB2 has 15 bits for a child, and reads the numbers of classic nodes with a sign. Nodes that the
// load has built are no part of the file.
void node_counts(const Map& map, Facts& facts) noexcept {
    constexpr std::uint32_t kMost = 0x7FFF;
    const flatline_bsp& nodes = map.nodes();
    const std::string_view format = nodes.format;
    if (format == "built") return;
    if (std::max(nodes.node_count, nodes.subsector_count) > kMost) {
        facts.add(row("port-nodes", "32768"));
    }
    const auto vertices = std::uint64_t{nodes.original_vertices} + nodes.vertex_count;
    if (format == "classic" && (vertices > kMost || map.linedefs().size() > kMost)) {
        facts.add(row("port-nodes", "signed"));
    }
}

// The order in which ports look for the lumps of a binary map, and what they need of it.
constexpr std::string_view kOrder[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                       "SEGS",   "SSECTORS", "NODES",    "SECTORS",
                                       "REJECT", "BLOCKMAP", "BEHAVIOR", "SCRIPTS"};

void binary_lumps(const MapEntry& entry, Facts& facts) noexcept {
    std::size_t last = 0;
    for (const MapLump& lump : entry.lumps) {
        const auto* const found =
            std::find_if(std::begin(kOrder), std::end(kOrder),
                         [&](std::string_view name) { return text::same_name(name, lump.name); });
        if (found == std::end(kOrder)) continue;
        const auto place = static_cast<std::size_t>(found - kOrder);
        if (place < last) facts.add(row("port-lumps", "order"));
        last = std::max(last, place);
    }
    const auto has = [&](std::string_view name) { return entry.lump(name, false) != nullptr; };
    const int nodes = has("SEGS") + has("SSECTORS") + has("NODES");
    const bool more = nodes != 0 || has("REJECT") || has("BLOCKMAP");
    if (nodes < 3) facts.add(more ? row("port-lumps", "SEGS") : row("port-lumps", "five"));
    if (nodes == 3 && !has("REJECT") && has("BLOCKMAP")) facts.add(row("port-lumps", "REJECT"));
    if (nodes == 3 && !has("BLOCKMAP")) facts.add(row("port-lumps", "BLOCKMAP"));
}

// `last`: nothing stands behind the map in its file, so that dsda-doom, Woof and zdbsp end there.
void text_lumps(const MapEntry& entry, bool last, Facts& facts) noexcept {
    if (entry.bare) return;
    const MapLump* const znodes = entry.lump("ZNODES", false);
    if (znodes == nullptr || znodes->size == 0) facts.add(row("nodes-missing"));
    if (entry.lump("BLOCKMAP", false) == nullptr) facts.add(row("port-lumps", "BLOCKMAP"));
    if (entry.lump("ENDMAP", false) != nullptr) return;
    for (std::size_t i = 0; i < kPortCount; ++i) {
        const auto port = static_cast<Port>(i);
        const bool needs = port == Port::gzdoom || port == Port::eternity;
        if (needs || !last) facts.add(row("wad-endmap-missing"), port);
    }
}

// "ZGL" and "XGL" for the three forms of each, "" for what is no signature.
std::string_view form_of(std::string_view head) noexcept {
    for (const std::string_view form : {"XNOD", "ZNOD", "xNd4", "ZGL", "XGL"}) {
        if (head.substr(0, form.size()) == form) return form;
    }
    return {};
}

// How many sides the lines of a text name, the same one as often as it is named. GZDoom compares an
// index with this number and not with that of the sides (udmf.cpp 2423-2445). Binary maps have no
// such comparison: every index is below the result.
std::int64_t sides_named(const Map& map) noexcept {
    if (map.format() != MapFormat::udmf) return std::numeric_limits<std::int32_t>::max();
    std::int64_t named = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        named += (line.sidefront != FLATLINE_NONE) + (line.sideback != FLATLINE_NONE);
    }
    return named;
}

// Which of a rule's findings this is; "" where the table does not tell them apart. `sides`: how
// many sides the lines of a loaded map name.
std::string_view detail_of(const Finding& f, std::string_view text, const Map* map,
                           std::int64_t sides) noexcept {
    switch (static_cast<Rule>(f.rule)) {
        case Rule::line_side_range: {
            const bool front = field_name(f.field) == "sidefront";
            if (f.a < 0) return front ? "sidefront below -1" : "sideback below -1";
            // The repaired map has side 0 for a bad front side, and no bad back side.
            if (map != nullptr && f.a >= sides + !front) {
                return front ? "sidefront beyond" : "sideback beyond";
            }
            return front ? "sidefront" : "sideback";
        }
        case Rule::side_sector_range:
            return f.a < 0 ? "below 0" : "";
        case Rule::syntax_number: {
            const std::string_view token = text.substr(
                std::min<std::size_t>(static_cast<std::size_t>(f.offset), text.size()), 2);
            const bool sign = !token.empty() && (token[0] == '-' || token[0] == '+');
            return sign && (token.size() == 1 ||
                            text::is_blank(static_cast<unsigned char>(token[1])))
                       ? "sign"
                       : "";
        }
        case Rule::field_duplicate:
            for (const StandardField& field : standard_fields()) {
                if (field.field == f.field && field.bit != 0) return "flag";
            }
            return field_name(f.field);
        case Rule::limit_coordinate:  // a lower limit is the caller's
            return std::abs(bit_cast<double>(f.a)) > 32768 ? "" : "lower";
        case Rule::flat_unknown:
            return f.b != 0 ? "wall" : "";
        case Rule::nodes_stale:
            return f.a > f.b ? "more" : "fewer";
        case Rule::reject_size:
            return f.a < f.b ? "short" : "long";
        case Rule::slope_collinear:
            return map != nullptr && map->dialect() == Dialect::srb2 ? "srb2" : "zdoom";
        default:
            return {};
    }
}

// The row that says what ports do about findings of a rule with this detail; kRowCount for none.
std::size_t finding_row(std::size_t rule, std::string_view detail) noexcept {
    const std::size_t found = first_row(rule_rows()[rule].id, detail);
    return found != kRowCount && row_sources()[found].origin == Origin::finding ? found : kRowCount;
}

}  // namespace

void collect_map_facts(const Map& map, Facts& facts) noexcept {
    empty_kinds(map, facts);
    const auto things = map.things();
    const auto is_start = [](const flatline_thing& thing) { return thing.type == 1; };
    if (!things.empty() && std::none_of(things.begin(), things.end(), is_start)) {
        facts.add(row("port-player-start"));
    }
    coordinates(map, facts);
    sixteen_bits(map, facts);
    hexen_specials(map, facts);
    flats(map, facts);
    node_counts(map, facts);
    for (const flatline_text name : map.names()) {
        if (name.size > 8) facts.add(row("port-name-length"));
    }
}

std::string_view nodes_form(const VerdictInput& input, MapFormat format) noexcept {
    std::string_view form;
    if (format == MapFormat::udmf) {
        form = form_of(head_of(input.znodes));
    } else {
        form = form_of(head_of(input.ssectors));
        if (form.empty()) form = form_of(head_of(input.nodes));
    }
    if (form.empty() && input.map != nullptr) form = form_of(input.map->nodes().format);
    return form;
}

void collect_lump_facts(const VerdictInput& input, MapFormat format, Facts& facts) noexcept {
    if (format == MapFormat::hexen) facts.add(row("port-format", "hexen"));
    if (input.entry != nullptr) {
        const bool ends = !input.lumps.empty() && input.lumps.size() <= input.entry->lumps.size();
        format == MapFormat::udmf ? text_lumps(*input.entry, ends, facts)
                                  : binary_lumps(*input.entry, facts);
    }
    const std::string_view form = nodes_form(input, format);
    const std::size_t nodes = first_row("port-nodes", form);
    if (!form.empty() && nodes != kRowCount) facts.add(nodes);
}

void collect_finding_facts(const FindingList& list, std::string_view text, const Map* map,
                           Facts& facts) noexcept {
    const bool counts = map != nullptr && list.rules().has(Rule::line_side_range);
    const std::int64_t sides = counts ? sides_named(*map) : 0;
    RuleSet kept;
    std::size_t last_rule = kRuleCount;
    std::string_view last_detail;
    for (const Finding& f : list.kept()) {
        const auto rule = static_cast<Rule>(f.rule);
        kept.add(rule);
        // A map without things stops a port before it looks for a start.
        if (rule == Rule::player_start_missing && map != nullptr && map->things().empty()) continue;
        // dsda-doom stops at a texture that is not there where a special of Boom asks for it.
        if (rule == Rule::texture_unknown && f.b != 0) facts.add(row("texture-unknown", "boom"));
        const std::string_view detail = detail_of(f, text, map, sides);
        if (f.rule == last_rule && detail == last_detail) continue;
        last_rule = f.rule;
        last_detail = detail;
        const std::size_t found = finding_row(f.rule, detail);
        if (found != kRowCount) facts.add(found);
    }
    // Of findings that were not kept any detail may be true.
    const View<VerdictRow> rows = verdict_rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Rule rule =
            row_sources()[i].origin == Origin::finding ? find_rule(rows[i].rule) : Rule::count_;
        const bool met = rule != Rule::count_ && list.rules().has(rule);
        if (met && !kept.has(rule)) facts.add(first_row(rows[i].rule, rows[i].detail));
    }
}

}  // namespace flatline::engine::verdict
