// Which lumps each port takes for those of a map. Source: docs/verdicts.md, "Lumps".
#include <algorithm>
#include <iterator>

#include "text/chars.hpp"
#include "verdict/port_level.hpp"

namespace flatline::engine::verdict {
namespace {

using text::same_name;

constexpr std::string_view kNames[kParts] = {
    "THINGS",  "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",    "SSECTORS", "NODES",
    "SECTORS", "REJECT",   "BLOCKMAP", "BEHAVIOR", "TEXTMAP", "ZNODES",
};

void take(PortLumps& found, Part part, const VerdictLump& lump) noexcept {
    found.parts[part] = lump.bytes;
    found.has[part] = true;
}

/// How far behind the label the loops of the ports go over the lumps of a text.
constexpr std::size_t kWoofLumps = 16;

// From the lump after TEXTMAP to ENDMAP, whatever the order: the last one of a name.
void find_text_lumps(View<VerdictLump> lumps, std::size_t most, PortLumps& found) noexcept {
    if (!same_name(lumps[0].name, "TEXTMAP")) {
        found.ending = Ending::stops;
        return;
    }
    take(found, kTextmap, lumps[0]);
    for (std::size_t i = 1; i < std::min(lumps.size(), most); ++i) {
        const VerdictLump& lump = lumps[i];
        if (same_name(lump.name, "ENDMAP")) break;
        for (const Part part : {kZnodes, kReject, kBlockmap}) {
            if (same_name(lump.name, kNames[part])) take(found, part, lump);
        }
    }
    if (!found.has[kZnodes]) found.ending = Ending::stops;
}

// dsda-doom goes by position and looks at no name but BEHAVIOR's.
void find_dsda(View<VerdictLump> lumps, PortLumps& found) noexcept {
    for (std::size_t i = 0; i < std::min<std::size_t>(lumps.size(), kBehavior); ++i) {
        take(found, static_cast<Part>(i), lumps[i]);
    }
    const bool behavior = lumps.size() > kBehavior && same_name(lumps[kBehavior].name, "BEHAVIOR");
    if (behavior) take(found, kBehavior, lumps[kBehavior]);
    if (lumps.size() <= kSectors) found.ending = Ending::stops;
}

// Woof wants ten lumps by position and name, and stops at Hexen's format. It also knows a map of
// five, and stops there because it has no BLOCKMAP.
void find_woof(View<VerdictLump> lumps, PortLumps& found) noexcept {
    bool whole = lumps.size() > kBlockmap;
    for (std::size_t i = 0; i <= kBlockmap && whole; ++i)
        whole = same_name(lumps[i].name, kNames[i]);
    if (!whole || (lumps.size() > kBehavior && same_name(lumps[kBehavior].name, "BEHAVIOR"))) {
        found.ending = Ending::stops;
        return;
    }
    for (std::size_t i = 0; i <= kBlockmap; ++i) take(found, static_cast<Part>(i), lumps[i]);
}

// SRB2 takes the first lump of a name, by its exact bytes, up to the next lump that begins with
// MAP.
void find_srb2(View<VerdictLump> lumps, PortLumps& found) noexcept {
    for (const VerdictLump& lump : lumps) {
        if (lump.name.substr(0, 3) == "MAP") break;
        const auto part = static_cast<std::size_t>(
            std::find(std::begin(kNames), std::end(kNames), lump.name) - std::begin(kNames));
        if (part < kParts && !found.has[part]) take(found, static_cast<Part>(part), lump);
    }
    if (found.has[kTextmap]) return;
    for (const Part part : {kThings, kLinedefs, kSidedefs, kVertexes, kSectors}) {
        if (!found.has[part]) found.ending = Ending::stops;
    }
}

}  // namespace

PortLumps find_lumps(Port port, std::string_view label, View<VerdictLump> lumps,
                     bool is_text) noexcept {
    PortLumps found;
    found.known =
        (port == Port::dsda || port == Port::woof || port == Port::srb2) && !lumps.empty();
    if (!found.known) return found;
    if (port == Port::srb2) {
        const bool lower =
            std::any_of(label.begin(), label.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        find_srb2(lumps, found);
        if (lower) found.ending = Ending::stops;
    } else if (is_text) {
        find_text_lumps(lumps, port == Port::woof ? kWoofLumps : lumps.size(), found);
        // Woof reads a BLOCKMAP that is not there.
        if (port == Port::woof && !found.has[kBlockmap]) found.ending = Ending::stops;
    } else {
        port == Port::dsda ? find_dsda(lumps, found) : find_woof(lumps, found);
    }
    return found;
}

}  // namespace flatline::engine::verdict
