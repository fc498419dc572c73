// model/nodes.hpp: finding the subsector of a point, and a tree of nodes made for a map that has
// none, or bad ones.
#pragma once

#include <cstdint>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/jobs.hpp"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/progress.hpp"
#include "model/result.hpp"
#include "model/view.hpp"

namespace flatline::engine {

namespace detail {
struct NodesStorage;
void destroy(NodesStorage* storage) noexcept;
}  // namespace detail

/// The index of the subsector that holds the point (x, y), in map units, of a tree that came from
/// Map::nodes() or Nodes::bsp(). A point exactly on a node's line counts as to its right (child 0).
/// A point outside the map is given some subsector at the map's border.
/// FLATLINE_NONE if there is no tree. At most bsp.depth steps. Any thread.
/// Source: docs/nodes.md, "Point location".
std::uint32_t subsector_at(const flatline_bsp& bsp, double x, double y) noexcept;

/// A tree of nodes that build_nodes or read_nodes made. It owns its memory and refers to the map by
/// index only, so it may outlive the map. It never changes, and any number of threads may read it
/// at once. All views live as long as this. Move-only; a default-made one is empty.
class Nodes {
public:
    /// The vertices that cuts made, in map units. Segs number the map's vertices first: vertex
    /// bsp().original_vertices + i of a seg is entry i here.
    View<flatline_vertex> vertices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {bsp().vertices, bsp().vertex_count};
    }
    /// The edges of all subsectors; each subsector's are together and run clockwise around it.
    View<flatline_seg> segs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {bsp().segs, bsp().seg_count};
    }
    /// The leaves of the tree. Each is a range of segs().
    View<flatline_subsector> subsectors() const noexcept FLATLINE_LIFETIMEBOUND {
        return {bsp().subsectors, bsp().subsector_count};
    }
    /// The inner nodes. The root is the last one. There are none where the whole map is one convex
    /// subsector.
    View<flatline_node> nodes() const noexcept FLATLINE_LIFETIMEBOUND {
        return {bsp().nodes, bsp().node_count};
    }
    /// The tree in the struct that Map::nodes() gives too.
    const flatline_bsp& bsp() const noexcept FLATLINE_LIFETIMEBOUND { return owned_.value(); }
    /// True for a default-made tree and for one that was moved from.
    bool empty() const noexcept { return bsp().subsector_count == 0; }

    /// The subsector of this tree that holds a point, as the function of that name above.
    std::uint32_t subsector_at(double x, double y) const noexcept {
        return flatline::engine::subsector_at(bsp(), x, y);
    }

private:
    friend struct detail::Access;
    detail::Owned<detail::NodesStorage, flatline_bsp> owned_;
};

/// What build_nodes and read_nodes take besides the map.
struct NodesOptions {
    /// The bounds of the tree. Those that are looked at: segs, subsectors, nodes, node-depth,
    /// node-steps, arena-bytes and findings.
    Limits limits = {};
    MemoryHooks memory = {};
    /// Called with the share of the build that is done; may cancel it with Status::cancelled.
    ProgressHooks progress = {};
    /// Of build_nodes: how many threads build the tree of a large map, 64 at most; 0 is one. The
    /// tree does not depend on it.
    std::uint32_t threads = 1;
    /// What the threads are; the default starts them.
    JobHooks jobs = {};
    /// Of read_nodes: partners that are not the two sides of one edge refuse the nodes, as under
    /// LoadOptions::strict. False: they become none, with a note.
    bool strict = false;
    /// Of read_nodes: keeps the boxes of the lump, flatline_bsp::stored_boxes.
    bool stored_boxes = false;
};

/// Builds GL nodes for a loaded map: convex subsectors closed by minisegs, and verified as stored
/// nodes are. The map does not change, and equal maps give equal trees.
/// Refused where no line has a length, where a vertex is beyond what 16.16 fixed point holds, and
/// at a limit of NodesOptions; out_of_memory; cancelled. The findings say which.
/// About n log n steps, some 0.3 s for 30,000 linedefs. Any number of threads may build at once.
/// Source: docs/nodes.md, "The node builder".
Result<Nodes> build_nodes(const Map& map, const NodesOptions& options = {}) noexcept;

/// Reads the bytes of a ZNODES lump for a loaded map, in any of the eight forms, and verifies them
/// as a load does: the nodes that the map would have if they were LoadOptions::lumps.znodes. The
/// bytes are not kept, and nothing is read outside them. Findings have their places in the lump.
/// Errors: refused where the nodes are damaged, of another map or over a limit of NodesOptions;
/// out_of_memory. It reports no progress. Linear. Any thread. Source: docs/nodes.md.
Result<Nodes> read_nodes(const Map& map, Bytes znodes, const NodesOptions& options = {}) noexcept;

}  // namespace flatline::engine
