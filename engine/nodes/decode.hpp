// Decodes ZNODES in all its forms into flat arrays; nothing in them is checked against the map yet.
#pragma once

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/limits.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"
#include "nodes/inflate.hpp"
#include "nodes/report.hpp"

namespace flatline::nodes {

/// The resolved arrays of the map that the nodes are for.
struct MapView {
    View<flatline_vertex> vertices;
    View<flatline_linedef> linedefs;
    View<flatline_sidedef> sidedefs;
};

/// The arrays of a tree while it is being made. They lie in one reservation.
struct Arrays {
    flatline_vertex* vertices = nullptr;
    flatline_seg* segs = nullptr;
    flatline_subsector* subsectors = nullptr;
    flatline_node* nodes = nullptr;
    std::uint32_t vertex_count = 0;
    std::uint32_t seg_count = 0;
    std::uint32_t subsector_count = 0;
    std::uint32_t node_count = 0;
    std::uint32_t original_vertices = 0;
    bool gl = true;  // segs of a subsector form a loop; else it is open, without partners

    /// Announces, charges and takes exactly the memory of the counts.
    [[nodiscard]] Outcome allocate(const MemoryHooks& hooks, Budget& budget,
                                   Reservation& memory) noexcept;
    const flatline_vertex& point(const MapView& map, std::uint32_t vertex) const noexcept {
        // Written without a branch, because old and new vertices alternate without a pattern.
        const flatline_vertex* const tables[] = {map.vertices.data(), vertices};
        const std::uint32_t firsts[] = {0, original_vertices};
        const bool made = vertex >= original_vertices;
        return tables[made][vertex - firsts[made]];
    }
};

struct Decoded {
    Arrays arrays;
    Places places;
    char format[8] = {};
};

/// Reads a lump in one of the eight forms (docs/nodes.md, "Forms"). Every length is checked in 64
/// bits against the bytes that are left, before memory is taken. Segs get their v2, in GL forms
/// from the next seg; absent partners and linedefs are FLATLINE_NONE; sectors and boxes are not
/// filled. A lump with another vertex count than the map's, or over a limit, is dropped. Linear.
/// `lump` is not kept; a compressed one is inflated into `scratch`.
Outcome decode(Bytes lump, const MapView& map, const Limits& limits, Inflater inflater,
               const MemoryHooks& hooks, Budget& budget, Reservation& scratch, Reservation& memory,
               Reporter& reporter, Decoded& out) noexcept;

}  // namespace flatline::nodes
