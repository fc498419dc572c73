// Two maps, and which element of the one is which element of the other.
#pragma once

#include <cstdint>

#include "base/progress.hpp"
#include "diff/memory.hpp"
#include "diff/mixer.hpp"
#include "diff/representable_fields.hpp"
#include "model/diff.hpp"
#include "model/map.hpp"

namespace flatline::engine::compare {

inline constexpr std::size_t kKinds = 5;  // FLATLINE_VERTEX .. FLATLINE_THING

/// One of the two maps with what is computed of its elements. Tables by kind are by element.
struct Half {
    explicit Half(const Map& of) noexcept : map(of) {}

    const Map& map;
    Table<std::uint64_t> names;  ///< a hash of each spelling
    /// A hash of all fields but places, ends, sides and sectors.
    Table<std::uint64_t> content[kKinds];
    Table<std::uint32_t> partner[kKinds];  ///< in the other map, or FLATLINE_NONE
    Table<std::uint32_t> nodes;            ///< by vertex: see Nodes; FLATLINE_NONE: no line uses it
    Growing<std::uint64_t> unknown[kKinds];  ///< entries that stand directly in elements

    std::uint64_t side_content(std::uint32_t side) const noexcept {
        return side == FLATLINE_NONE ? 0 : content[FLATLINE_SIDEDEF][side];
    }
    std::uint32_t sector_of(std::uint32_t side) const noexcept {
        return side == FLATLINE_NONE ? FLATLINE_NONE : map.sidedefs()[side].sector;
    }
    std::uint64_t sector_content(std::uint32_t side) const noexcept {
        return side == FLATLINE_NONE ? 0 : content[FLATLINE_SECTOR][sector_of(side)];
    }
};

/// The places where lines end, of both maps: vertices at one place are one node. A vertex that
/// moved has one node, too, under the number that it has in the first map.
struct Nodes {
    Table<std::uint32_t> before, after;  ///< the vertex at it, or FLATLINE_NONE
    Table<std::uint32_t> alias;          ///< of a node of the second map: that of the first
    std::uint32_t count = 0;

    bool in_both(std::uint32_t node) const noexcept {
        return before[node] != FLATLINE_NONE && after[node] != FLATLINE_NONE;
    }
};

/// How the line of the second map runs beside that of the first.
enum class Turn : std::uint8_t {
    none,
    flipped,  ///< ends and sides are swapped: the same line
    ends,     ///< the ends are swapped and the sides are not: another line
};

struct Pairing {
    Pairing(const Map& before, const Map& after, const DiffOptions& options, Memory& of,
            const HashKey& key) noexcept
        : memory(of),
          mixer(key),
          representable(before, after, options.lossy),
          a(before),
          b(after) {}

    Memory& memory;
    const Mixer mixer;
    const RepresentableFields representable;
    Half a, b;
    Nodes nodes;
    Table<Turn> turns;  ///< by line of the first map that has a partner

    std::uint32_t node(const Half& half, std::uint32_t vertex) const noexcept {
        return nodes.alias[half.nodes[vertex]];
    }
    void pair(std::uint8_t kind, std::uint32_t before, std::uint32_t after) noexcept {
        a.partner[kind][before] = after;
        b.partner[kind][after] = before;
    }
};

// The steps, in their order. False: memory is out, or the limit reached, as Memory::outcome says.

/// Fills Half::names, content and unknown, and makes room for partners.
[[nodiscard]] bool hash_contents(Pairing& pairing) noexcept;
/// Finds the nodes and pairs lines by them; then finds vertices that moved, which takes their lines
/// along, and lines one end of which is another vertex.
[[nodiscard]] bool pair_lines(Pairing& pairing) noexcept;
/// Pairs sectors by the lines around them, those without lines by what they hold. Then decides how
/// lines are turned, which depends on their sectors.
[[nodiscard]] bool pair_sectors(Pairing& pairing) noexcept;
[[nodiscard]] bool pair_things(Pairing& pairing) noexcept;

/// A vertex that was given a node of its own, although it shares its place with others.
struct Twin {
    std::uint32_t vertex;
    std::uint32_t shared, own;  ///< nodes
    bool in_before;             ///< of the first map
};

/// Parts of pair_lines.
[[nodiscard]] bool find_nodes(Pairing& pairing) noexcept;
[[nodiscard]] bool find_moved_vertices(Pairing& pairing, Growing<std::uint32_t>& rest_a,
                                       Growing<std::uint32_t>& rest_b, bool& any) noexcept;
/// Vertices that share their place with others, but no line with the other map: each gets a node,
/// since it may be the one that moved. join_twins puts back those that did not.
[[nodiscard]] bool split_twins(Pairing& pairing, Growing<Twin>& twins) noexcept;
void join_twins(Pairing& pairing, const Growing<Twin>& twins) noexcept;

}  // namespace flatline::engine::compare
