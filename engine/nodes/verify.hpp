// Verifies stored nodes once, so that no later code needs to check them.
#pragma once

#include <cstring>

#include "base/outcome.hpp"
#include "model/limits.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// What becomes of partners that are not the two sides of one edge.
enum class BadPartners : std::uint8_t {
    none,  // both become FLATLINE_NONE, since no port walks over partners; a note counts them
    drop,  // the nodes are dropped, with the same finding
};

/// What a reading of stored nodes is asked for.
struct ReadChoices {
    BadPartners bad_partners = BadPartners::none;
    bool stored_boxes = false;   // keep the boxes of the lump beside those of the segs
    bool stored_angles = false;  // keep the angles and offsets of segs, which classic forms have
};

/// Checks once what a descent, a renderer or a walk over segs relies on (docs/nodes.md,
/// "Verification"): every index, partners, loops of GL subsectors, segs on their linedefs (not of
/// classic forms), a seg with a sidedef in each subsector, one tree and its depth. A fault drops
/// the nodes, with one finding for each rule; harmless habits of builders are notes. Fills the
/// sectors of subsectors and the boxes of nodes, and makes `out`. Linear, no recursion. Where
/// nodes do not stand in the order of most builders (verify_order.hpp), scratch memory of 40 bytes
/// a node is announced, charged and given back.
Outcome verify(const Arrays& arrays, const Places& places, const MapView& map, const Limits& limits,
               BadPartners bad_partners, const MemoryHooks& hooks, Budget& budget,
               Reservation& scratch, Reporter& reporter, flatline_bsp& out) noexcept;

/// Verifies the tree that decode_form(reporter, decoded) reads into `memory` and stores it in
/// `out`. Unless it returns Outcome::ok, `out` is all zero and `memory` is empty.
template <class DecodeForm>
Outcome read_tree(const DecodeForm& decode_form, const MapView& map, const Limits& limits,
                  const ReadChoices& choices, const MemoryHooks& hooks, Budget& budget,
                  Reservation& scratch, Reservation& memory, FindingList& findings,
                  flatline_bsp& out) noexcept {
    out = {};
    const std::uint64_t mark = budget.used();
    Reporter reporter(findings);
    Decoded decoded;
    decoded.arrays.keeps_boxes = choices.stored_boxes;
    decoded.arrays.keeps_angles = choices.stored_angles;
    Outcome outcome = decode_form(reporter, decoded);
    if (outcome == Outcome::ok) {
        outcome = verify(decoded.arrays, decoded.places, map, limits, choices.bad_partners, hooks,
                         budget, scratch, reporter, out);
    }
    if (outcome == Outcome::ok) {
        out.stored_boxes = decoded.arrays.boxes;
        out.stored_angles = decoded.arrays.angles;
        std::memcpy(out.format, decoded.format, sizeof out.format);
    } else {
        memory.reset();
        budget.rewind(mark);
    }
    return outcome;
}

/// Makes a verified tree of a stored lump: decodes, then verifies. Where the result is not ok,
/// `out` is all zero. The arrays of `out` lie in `memory`, and `lump` is not kept. `scratch` holds
/// nothing of use afterwards but can be given to the next call.
Outcome read_nodes(Bytes lump, const MapView& map, const Limits& limits, const ReadChoices& choices,
                   Inflater inflater, const MemoryHooks& hooks, Budget& budget,
                   Reservation& scratch, Reservation& memory, FindingList& findings,
                   flatline_bsp& out) noexcept;

}  // namespace flatline::engine::nodes
