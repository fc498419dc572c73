// Decodes the extended forms of nodes into flat arrays. It checks nothing against the map yet.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/types.h"
#include "model/limits.hpp"
#include "model/view.hpp"
#include "nodes/inflate.hpp"
#include "nodes/report.hpp"

namespace flatline::engine::nodes {

/// Bytes of the name that a ZNODES lump begins with.
inline constexpr std::size_t kSignatureBytes = 4;
/// The most elements that an index tells apart: bit 31 of a child marks a subsector.
inline constexpr std::uint64_t kIndexCeiling = 0x7FFFFFFF;

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
    flatline_stored_box* boxes = nullptr;     // null where they are not kept
    flatline_stored_angle* angles = nullptr;  // the same
    std::uint32_t vertex_count = 0;
    std::uint32_t seg_count = 0;
    std::uint32_t subsector_count = 0;
    std::uint32_t node_count = 0;
    std::uint32_t original_vertices = 0;
    std::uint32_t rounded_vertices = 0;  // the first of `vertices`: out of VERTEXES, in whole units
    bool gl = true;  // segs of a subsector form a loop; else it is open, without partners
    /// Vertices were rounded to whole units, and subsectors name any ranges of segs. Never of GL.
    bool classic = false;
    bool keeps_boxes = false;
    bool keeps_angles = false;  // of a classic form
    /// Not null: verify() writes nothing into the arrays, and *differs tells whether it would have
    /// changed something.
    bool* differs = nullptr;

    /// Announces, charges and takes exactly the memory of the counts.
    [[nodiscard]] Outcome allocate(const MemoryHooks& hooks, Budget& budget,
                                   Reservation& memory) noexcept;
    template <class T>
    void put(T& at, T value) const noexcept {
        if (differs == nullptr) [[likely]] {
            at = value;
        } else if (!(at == value)) {
            *differs = true;
        }
    }
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

/// A lump in an extended form.
struct NodeLump {
    NodeLump(Bytes all) noexcept : bytes(all) {}
    NodeLump(Bytes all, Lump which, Bytes vertices) noexcept
        : bytes(all), name(which), more_vertices(vertices) {}

    Bytes bytes;
    Lump name = Lump::znodes;  // for findings
    /// Of a binary map: what is stored in VERTEXES behind the map's own vertices. The lump's count
    /// of original vertices may include any number of them; they become new vertices.
    Bytes more_vertices;
};

/// Which form a lump begins as.
enum class Signature : std::uint8_t {
    none,
    gl,    // XGL* and ZGL*
    open,  // XNOD and ZNOD
};
Signature signature_of(Bytes lump) noexcept;

inline constexpr std::uint64_t kShortVertexBytes = 4;  // of a record of VERTEXES

/// Bytes of the boxes in a node of any form.
inline constexpr std::size_t kStoredBoxBytes = 16;

/// The boxes that a node of a lump has at `p`.
flatline_stored_box load_boxes(const unsigned char* p) noexcept;

/// Fills `out` with the first `count` records of a lump that has as many.
void fill_short_vertices(Bytes lump, std::uint64_t count, flatline_vertex* out) noexcept;

/// Reads a lump in one of the eight forms (docs/nodes.md, "Forms"). Every length is checked in 64
/// bits against the bytes that are left, before memory is taken. Segs get their v2, in GL forms
/// from the next seg; absent partners and linedefs are FLATLINE_NONE; sectors and boxes are not
/// filled. A lump with another vertex count than the map's, or over a limit, is dropped. Linear.
/// `lump` is not kept; a compressed one is inflated into `scratch`.
Outcome decode(const NodeLump& lump, const MapView& map, const Limits& limits, Inflater inflater,
               const MemoryHooks& hooks, Budget& budget, Reservation& scratch, Reservation& memory,
               Reporter& reporter, Decoded& out) noexcept;

}  // namespace flatline::engine::nodes
