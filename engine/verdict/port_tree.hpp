// A walk down a tree of nodes, and the extended forms of nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verdict/port_level.hpp"

namespace flatline::engine::verdict {

inline constexpr std::uint32_t kLeaf = 0x80000000;  ///< of a child that is a subsector

/// A port descends from the last node to each subsector in turn. The result is undefined if it
/// reaches a missing node or subsector, or a node twice. The walk ends at the depth at which ports
/// end.
template <class Child>
Ending walk_tree(std::size_t nodes, std::size_t subsectors, const Child& child) noexcept {
    constexpr std::size_t kDeepest = 256;
    if (nodes == 0) return Ending::reads;
    std::uint32_t open[kDeepest];
    std::size_t depth = 0;
    std::size_t met = 0;
    open[depth++] = static_cast<std::uint32_t>(nodes - 1);
    while (depth != 0) {
        const std::uint32_t node = open[--depth];
        if (++met > nodes) return Ending::undefined;
        for (const int which : {0, 1}) {
            const std::uint32_t next = child(node, which);
            const bool leaf = (next & kLeaf) != 0;
            if ((next & ~kLeaf) >= (leaf ? subsectors : nodes)) return Ending::undefined;
            if (leaf) continue;
            if (depth == kDeepest) return Ending::undefined;
            open[depth++] = next;
        }
    }
    return Ending::reads;
}

/// How the port ends with nodes of the form XNOD, XGLN, XGL2 or XGL3, signature and all.
Ending read_extended(const PortLevel& level, Bytes lump) noexcept;

}  // namespace flatline::engine::verdict
