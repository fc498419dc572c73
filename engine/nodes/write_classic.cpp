#include <cmath>
#include <limits>

#include "nodes/lump_writer.hpp"
#include "nodes/short_partition.hpp"
#include "nodes/write.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr std::uint32_t kMostSigned = 32767;      // SRB2 reads vertices, lines and counts signed
constexpr std::uint64_t kMostFirst = 65535;       // the first seg of a subsector is unsigned
constexpr std::uint32_t kMostSubsectors = 32767;  // dsda-doom and Woof take number 32767 for 0
constexpr double kAngles = 65536;                 // a full turn

// A tree as classic lumps hold it: new vertices rounded, segs without a length left out.
class Rounded {
public:
    Rounded(const flatline_bsp& bsp, const MapView& map) noexcept : bsp_(bsp), map_(map) {}

    flatline_vertex point(std::uint32_t vertex) const noexcept {
        if (vertex < bsp_.original_vertices) return map_.vertices[vertex];
        return bsp_.vertices[vertex - bsp_.original_vertices];
    }

    // Calls visit(seg) for the segs of a subsector that are kept. A verified subsector has a seg
    // on a linedef, and the first of them names the sector, also where it loses its length.
    template <class Visit>
    void each_seg(const flatline_subsector& subsector, const Visit& visit) const noexcept {
        const flatline_seg* first = nullptr;
        bool named = false;
        for (std::uint32_t k = 0; k < subsector.count; ++k) {
            const flatline_seg& seg = bsp_.segs[subsector.first + k];
            if (seg.linedef == FLATLINE_NONE) continue;
            if (first == nullptr) first = &seg;
            if (!has_length(seg)) continue;
            if (!named && sector(seg) != subsector.sector) visit(*first);
            named = true;
            visit(seg);
        }
        if (!named && first != nullptr) visit(*first);
    }

    std::uint32_t count(const flatline_subsector& subsector) const noexcept {
        std::uint32_t segs = 0;
        each_seg(subsector, [&](const flatline_seg&) { ++segs; });
        return segs;
    }

    // Where the linedef of a seg begins, as its side runs.
    const flatline_vertex& begin(const flatline_seg& seg) const noexcept {
        const flatline_linedef& line = map_.linedefs[seg.linedef];
        return map_.vertices[seg.side == 0 ? line.v1 : line.v2];
    }
    const flatline_vertex& end(const flatline_seg& seg) const noexcept {
        const flatline_linedef& line = map_.linedefs[seg.linedef];
        return map_.vertices[seg.side == 0 ? line.v2 : line.v1];
    }
    // The angle of the line and not of the seg, which rounding turns.
    std::uint32_t angle(const flatline_seg& seg) const noexcept {
        const flatline_vertex& from = begin(seg);
        const flatline_vertex& to = end(seg);
        const double turns = std::atan2(to.y - from.y, to.x - from.x) / (2 * kPi);
        return static_cast<std::uint32_t>(
                   static_cast<std::int32_t>(std::nearbyint(turns * kAngles))) &
               0xFFFF;
    }
    double offset(const flatline_seg& seg) const noexcept {
        const flatline_vertex& from = begin(seg);
        const flatline_vertex at = point(seg.v1);
        return std::nearbyint(std::hypot(at.x - from.x, at.y - from.y));
    }

private:
    static constexpr double kPi = 3.14159265358979323846;

    std::uint32_t sector(const flatline_seg& seg) const noexcept {
        const flatline_linedef& line = map_.linedefs[seg.linedef];
        return map_.sidedefs[seg.side == 0 ? line.sidefront : line.sideback].sector;
    }

    bool has_length(const flatline_seg& seg) const noexcept {
        const flatline_vertex a = point(seg.v1);
        const flatline_vertex b = point(seg.v2);
        return std::nearbyint(a.x) != std::nearbyint(b.x) ||
               std::nearbyint(a.y) != std::nearbyint(b.y);
    }

    const flatline_bsp& bsp_;
    const MapView& map_;
};

bool vertices_fit(const flatline_bsp& bsp) noexcept {
    if (std::uint64_t{bsp.original_vertices} + bsp.vertex_count > kMostSigned + 1u) return false;
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        const flatline_vertex& v = bsp.vertices[i];
        if (!LumpWriter::is_whole(std::nearbyint(v.x)) ||
            !LumpWriter::is_whole(std::nearbyint(v.y))) {
            return false;
        }
    }
    return true;
}

bool nodes_fit(const flatline_bsp& bsp) noexcept {
    if (bsp.subsector_count == 0 || bsp.subsector_count > kMostSubsectors) return false;
    for (std::uint32_t i = 0; i < bsp.node_count; ++i) {
        if (!short_partition(bsp.nodes[i]).fits) return false;
    }
    return true;
}

std::uint32_t short_child(std::uint32_t child) noexcept {
    return (child & FLATLINE_CHILD_SUBSECTOR) != 0 ? (child & 0x7FFF) | 0x8000 : child;
}

}  // namespace

bool classic_sizes(const flatline_bsp& bsp, const MapView& map, ClassicSizes& out) noexcept {
    if (!vertices_fit(bsp) || !nodes_fit(bsp)) return false;
    const Rounded tree(bsp, map);
    std::uint64_t segs = 0;
    bool fits = true;
    for (std::uint32_t i = 0; i < bsp.subsector_count && fits; ++i) {
        fits = segs <= kMostFirst;
        const std::uint64_t first = segs;
        tree.each_seg(bsp.subsectors[i], [&](const flatline_seg& seg) {
            fits = fits && seg.linedef <= kMostSigned && tree.offset(seg) <= kMostSigned;
            ++segs;
        });
        fits = fits && segs - first <= kMostSigned;
    }
    out.segs = 12 * segs;
    out.ssectors = 4 * std::uint64_t{bsp.subsector_count};
    out.nodes = 28 * std::uint64_t{bsp.node_count};
    out.vertexes = 4 * std::uint64_t{bsp.vertex_count};
    return fits;
}

void write_classic(const flatline_bsp& bsp, const MapView& map, const ClassicOut& out) noexcept {
    const Rounded tree(bsp, map);
    LumpWriter vertexes(out.vertexes);
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        vertexes.nearest(bsp.vertices[i].x);
        vertexes.nearest(bsp.vertices[i].y);
    }
    LumpWriter segs(out.segs);
    LumpWriter ssectors(out.ssectors);
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        const std::uint32_t count = tree.count(bsp.subsectors[i]);
        ssectors.u16(count);
        ssectors.u16(first);
        first += count;
        tree.each_seg(bsp.subsectors[i], [&](const flatline_seg& seg) {
            segs.u16(seg.v1);
            segs.u16(seg.v2);
            segs.u16(tree.angle(seg));
            segs.u16(seg.linedef);
            segs.u16(seg.side);
            segs.nearest(tree.offset(seg));
        });
    }
    LumpWriter nodes(out.nodes);
    for (std::uint32_t i = 0; i < bsp.node_count; ++i) {
        const flatline_node& node = bsp.nodes[i];
        const ShortPartition line = short_partition(node);
        for (const double value : {line.x, line.y, line.dx, line.dy}) nodes.nearest(value);
        nodes.box(node.bbox[0]);
        nodes.box(node.bbox[1]);
        nodes.u16(short_child(node.children[0]));
        nodes.u16(short_child(node.children[1]));
    }
}

}  // namespace flatline::engine::nodes
