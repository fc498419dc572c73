// Rules about the lumps around a TEXTMAP.
#include "check/rules.hpp"

namespace flatline::sanity {

// SRB2, dsda-doom, Eternity and Woof play no UDMF map without nodes, and SRB2 takes an empty lump
// for a missing one. GZDoom builds its own. The rule does not depend on the namespace, because
// every port reads maps of several.
void check_lumps(const Map& map, const MapEntry& entry, FindingList& findings) noexcept {
    if (entry.bare || map.format() != MapFormat::udmf) return;
    const MapLump* znodes = entry.lump("ZNODES", map.dialect() == Dialect::srb2);
    if (znodes != nullptr && znodes->size != 0) return;
    report(map, findings, Rule::nodes_missing, FLATLINE_MAP, FLATLINE_NONE, FLATLINE_NO_FIELD, 0, 0,
           Lump::znodes);
}

}  // namespace flatline::sanity
