// Decodes the classic forms of nodes, which lie in lumps of a binary map of their own.
#pragma once

#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// The lumps of a binary map that nodes lie in, as stored; an empty one is none.
struct BinaryNodeLumps {
    Bytes segs, ssectors, nodes;
    /// VERTEXES behind the map's own vertices: those that a node builder added.
    Bytes more_vertices;

    /// True if anything is stored.
    bool any() const noexcept { return !segs.empty() || !ssectors.empty() || !nodes.empty(); }
};

/// True if NODES begins as that of DeePBSP v4: "xNd4" and four zeros.
bool is_deep(Bytes nodes) noexcept;

/// Reads the classic form, or DeePBSP's (docs/nodes.md, "Classic forms"). All of more_vertices
/// become new vertices. Partners are FLATLINE_NONE; ranges of subsectors are as stored, sectors and
/// boxes are not filled. Where there is not one subsector more than nodes, or over a limit, the
/// nodes are dropped; bytes after the last record of a lump are ignored, with a finding. Linear.
Outcome decode_classic(const BinaryNodeLumps& lumps, const MapView& map, const Limits& limits,
                       const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                       Reporter& reporter, Decoded& out) noexcept;

}  // namespace flatline::engine::nodes
