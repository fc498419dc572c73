// Chooses between the nodes that a binary map stores.
#pragma once

#include "nodes/decode_classic.hpp"
#include "nodes/verify.hpp"

namespace flatline::engine::nodes {

struct BinaryNodesRead {
    Outcome outcome = Outcome::refused;
    /// The lump of the first form that was dropped; none where none was.
    Lump dropped = Lump::none;
};

/// Makes a verified tree of the first sound form: XGL* or ZGL* in SSECTORS, then XNOD, ZNOD or
/// DeePBSP v4 in NODES, then the classic form. Each that is not sound is dropped with findings at
/// bytes of its lumps. Else as read_nodes. Precondition: lumps.any().
/// Source: docs/nodes.md, "Nodes of binary maps".
BinaryNodesRead read_binary_nodes(const BinaryNodeLumps& lumps, const MapView& map,
                                  const Limits& limits, const ReadChoices& choices,
                                  Inflater inflater, const MemoryHooks& hooks, Budget& budget,
                                  Reservation& scratch, Reservation& memory, FindingList& findings,
                                  flatline_bsp& out) noexcept;

}  // namespace flatline::engine::nodes
