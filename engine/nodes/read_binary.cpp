#include "nodes/read_binary.hpp"

namespace flatline::engine::nodes {
namespace {

// Tries one form after the other, until one is sound or there is no memory.
class BinaryReader {
public:
    BinaryReader(const MapView& map, const Limits& limits, const ReadChoices& choices,
                 Inflater inflater, const MemoryHooks& hooks, Budget& budget, Reservation& scratch,
                 Reservation& memory, FindingList& findings, flatline_bsp& out) noexcept
        : map_(map),
          limits_(limits),
          choices_(choices),
          inflater_(inflater),
          hooks_(hooks),
          budget_(budget),
          scratch_(scratch),
          memory_(memory),
          findings_(findings),
          out_(out) {}

    BinaryNodesRead run(const BinaryNodeLumps& lumps) noexcept {
        const bool gl = signature_of(lumps.ssectors) == Signature::gl;
        const bool open = signature_of(lumps.nodes) == Signature::open;
        if (gl) try_extended({lumps.ssectors, Lump::ssectors, lumps.more_vertices});
        if (open) try_extended({lumps.nodes, Lump::nodes, lumps.more_vertices});
        // Without segs it cannot be sound, and what else is there has had its findings.
        if (!(gl || open) || !lumps.segs.empty()) try_classic(lumps);
        return result_;
    }

private:
    void try_extended(const NodeLump& lump) noexcept {
        try_form(lump.name, [&](Reporter& reporter, Decoded& decoded) {
            return decode(lump, map_, limits_, inflater_, hooks_, budget_, scratch_, memory_,
                          reporter, decoded);
        });
    }
    void try_classic(const BinaryNodeLumps& lumps) noexcept {
        try_form(Lump::segs, [&](Reporter& reporter, Decoded& decoded) {
            return decode_classic(lumps, map_, limits_, hooks_, budget_, memory_, reporter,
                                  decoded);
        });
    }

    template <class Decode>
    void try_form(Lump name, const Decode& decode_form) noexcept {
        if (result_.outcome != Outcome::refused) return;
        result_.outcome = read_tree(decode_form, map_, limits_, choices_, hooks_, budget_, scratch_,
                                    memory_, findings_, out_);
        const bool refused = result_.outcome == Outcome::refused;
        if (refused && result_.dropped == Lump::none) result_.dropped = name;
    }

    const MapView& map_;
    const Limits& limits_;
    const ReadChoices& choices_;
    const Inflater inflater_;
    const MemoryHooks& hooks_;
    Budget& budget_;
    Reservation& scratch_;
    Reservation& memory_;
    FindingList& findings_;
    flatline_bsp& out_;
    BinaryNodesRead result_;
};

}  // namespace

BinaryNodesRead read_binary_nodes(const BinaryNodeLumps& lumps, const MapView& map,
                                  const Limits& limits, const ReadChoices& choices,
                                  Inflater inflater, const MemoryHooks& hooks, Budget& budget,
                                  Reservation& scratch, Reservation& memory, FindingList& findings,
                                  flatline_bsp& out) noexcept {
    return BinaryReader(map, limits, choices, inflater, hooks, budget, scratch, memory, findings,
                        out)
        .run(lumps);
}

}  // namespace flatline::engine::nodes
