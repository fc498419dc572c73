// Rules about the lumps around a TEXTMAP.
#include "check/rules.hpp"

namespace flatline::engine::sanity {

// SRB2, dsda-doom, Eternity and Woof play no UDMF map without nodes, and SRB2 takes an empty lump
// for a missing one. GZDoom builds its own. The rule does not depend on the namespace, because
// every port reads maps of several.
void nodes_missing(Context& context) noexcept {
    const MapEntry& entry = *context.options.entry;
    if (entry.bare || context.map.format() != MapFormat::udmf) return;
    const MapLump* znodes = entry.lump("ZNODES", context.map.dialect() == Dialect::srb2);
    if (znodes != nullptr && znodes->size != 0) return;
    context.report.about_map(Rule::nodes_missing, 0, 0, Lump::znodes);
}

}  // namespace flatline::engine::sanity
