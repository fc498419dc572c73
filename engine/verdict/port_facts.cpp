// Reads a map as each port does, and adds the facts that follow.
#include "verdict/port_facts.hpp"

#include <algorithm>
#include <iterator>

#include "text/chars.hpp"

namespace flatline::engine::verdict {
namespace {

using level::kHexenLine, level::kHexenThing, level::kLine, level::kSector, level::kSide,
    level::kThing, level::kVertex;

// By FLATLINE_VERTEX to FLATLINE_THING.
constexpr std::size_t kEmptyKindRows[kKinds] = {row("map-empty-vertices"), row("map-empty-lines"),
                                                row("map-empty-sides"), row("map-empty-sectors"),
                                                row("map-empty-things")};

// Rules and facts about the spelling of a text, about elements of binary maps and about nodes, by
// the beginnings of their ids.
constexpr std::string_view kSpelling[] = {
    "syntax-",       "portability-",       "namespace-",      "field-",
    "number-",       "port-namespace",     "port-byte-order", "port-nul-at-end",
    "port-key-",     "port-nested-block",  "port-global",     "port-escape",
    "port-string-",  "block-unknown",      "port-place-",     "vertex-missing-field",
    "line-missing-", "side-missing-field", "sector-missing-", "thing-missing-field",
    "line-no-sides", "keyword-unknown",    "grammar-",
};
constexpr std::string_view kElements[] = {
    "line-vertex-range", "line-side-range", "side-sector-range", "map-empty-",
    "port-player-start", "player-start-",   "wad-lump-",         "port-lumps",
    "port-format",       "line-missing-",   "line-no-sides",     "port-sixteen-bits",
};
constexpr std::string_view kOfNodes[] = {"nodes-", "port-nodes"};

template <std::size_t N>
bool is_about(std::string_view rule, const std::string_view (&heads)[N]) noexcept {
    return std::any_of(std::begin(heads), std::end(heads),
                       [&](std::string_view head) { return rule.substr(0, head.size()) == head; });
}

void add_ending(Ending ending, std::size_t stops, std::size_t lost, Port port,
                Facts& facts) noexcept {
    if (ending == Ending::stops) facts.add(stops, port);
    if (ending == Ending::undefined) facts.add(lost, port);
}

void add_text_facts(const PortText& reading, Port port, Facts& facts) noexcept {
    add_ending(reading.ending, row("port-text"), row("port-text", "lost"), port, facts);
    if (!reading.known || !reading.goes_on()) return;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (reading.counts[kind] == 0) facts.add(kEmptyKindRows[kind], port);
    }
}

// All ports but SRB2 take the lump after the label for the text, SRB2 the first of that name; of
// several TEXTMAP lumps both are the first.
std::string_view first_text(const VerdictInput& input, std::string_view text) noexcept {
    for (const VerdictLump& lump : input.lumps) {
        if (!text::same_name(lump.name, "TEXTMAP")) continue;
        return {reinterpret_cast<const char*>(lump.bytes.data()), lump.bytes.size()};
    }
    return text;
}

PortLevel text_level(const VerdictInput& input, const PortText& reading) noexcept {
    PortLevel level;
    level.is_text = true;
    level.vertices = reading.counts[FLATLINE_VERTEX];
    level.line_count = reading.counts[FLATLINE_LINEDEF];
    level.sides = reading.counts[FLATLINE_SIDEDEF];
    const bool same = input.map != nullptr && input.map->linedefs().size() == level.line_count;
    if (same) level.lines = PortLines(input.map->linedefs());
    return level;
}

PortLevel binary_level(Port port, const PortLumps& lumps) noexcept {
    PortLevel level;
    const bool hexen = port == Port::dsda && lumps.has[kBehavior];
    level.vertices = lumps.parts[kVertexes].size() / kVertex;
    level.sides = lumps.parts[kSidedefs].size() / kSide;
    level.lines = PortLines(port, lumps.parts[kLinedefs], hexen ? kHexenLine : kLine, level.sides);
    return level;
}

void read_level(const VerdictInput& input, bool is_text, Port port, PortRead& read) noexcept {
    std::string_view label;
    if (input.entry != nullptr) label = input.entry->name;
    const PortLumps lumps = find_lumps(port, label, input.lumps, is_text);
    if (!lumps.known) return;
    PortLevel level = is_text ? text_level(input, read.text) : binary_level(port, lumps);
    level.port = port;
    level.lumps = lumps;
    if (!is_text || lumps.ending == Ending::stops) read.elements = lumps.ending;
    if (lumps.ending == Ending::stops || (is_text && !read.text.goes_on())) return;
    if (!is_text) read.elements = read_elements(level, lumps.has[kBehavior]);
    // Shorter than its head dsda-doom and Woof build it anew.
    const bool shorter = lumps.parts[kBlockmap].size() < 8;
    if (port != Port::srb2 && shorter) read.blockmap = Ending::reads;
    const NodesRead nodes = read_nodes(level);
    if (nodes.known) read.nodes = nodes.ending;
}

// The kinds of elements of a binary map that are empty.
void add_empty_lumps(View<VerdictLump> lumps, bool hexen, Facts& facts) noexcept {
    struct Kind {
        std::string_view lump;
        std::size_t record, row;
    };
    const Kind kinds[] = {
        {"VERTEXES", kVertex, kEmptyKindRows[FLATLINE_VERTEX]},
        {"LINEDEFS", hexen ? kHexenLine : kLine, kEmptyKindRows[FLATLINE_LINEDEF]},
        {"SIDEDEFS", kSide, kEmptyKindRows[FLATLINE_SIDEDEF]},
        {"SECTORS", kSector, kEmptyKindRows[FLATLINE_SECTOR]},
        {"THINGS", hexen ? kHexenThing : kThing, kEmptyKindRows[FLATLINE_THING]}};
    for (const VerdictLump& lump : lumps) {
        for (const Kind& kind : kinds) {
            const bool empty = lump.bytes.size() < kind.record;
            if (empty && text::same_name(lump.name, kind.lump)) facts.add(kind.row);
        }
    }
}

}  // namespace

std::optional<Ending> ending_of(std::string_view rule, const PortRead& read) noexcept {
    if (is_about(rule, kOfNodes)) return read.nodes;
    if (rule == "blockmap-invalid") return read.blockmap;
    if (read.text.known && is_about(rule, kSpelling)) return read.text.ending;
    if (read.elements && is_about(rule, kElements)) {
        return worse(*read.elements, read.nodes.value_or(Ending::reads));
    }
    return std::nullopt;
}

void collect_port_facts(const VerdictInput& input, MapFormat format, std::string_view text,
                        PortRead (&reads)[kPortCount], Facts& facts) noexcept {
    const bool is_text = format == MapFormat::udmf;
    const std::string_view first = is_text ? first_text(input, text) : std::string_view();
    // No text and no lump is nothing to judge; an empty lump is.
    const bool has_text =
        is_text && (!first.empty() || input.map != nullptr || !input.lumps.empty());
    for (std::size_t i = 0; i < kPortCount; ++i) {
        const auto port = static_cast<Port>(i);
        PortRead& read = reads[i];
        if (has_text) read.text = read_as(port, first);
        add_text_facts(read.text, port, facts);
        read_level(input, is_text, port, read);
        add_ending(read.elements.value_or(Ending::reads), row("port-elements"),
                   row("port-elements", "lost"), port, facts);
        add_ending(read.nodes.value_or(Ending::reads), row("port-bsp"), row("port-bsp", "lost"),
                   port, facts);
    }
    if (!is_text) add_empty_lumps(input.lumps, format == MapFormat::hexen, facts);
}

}  // namespace flatline::engine::verdict
