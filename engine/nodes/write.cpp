#include "nodes/write.hpp"

#include <cstring>

#include "nodes/lump_writer.hpp"
#include "nodes/short_partition.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr std::uint64_t kHeaderBytes = 4 + 5 * 4;  // signature and counts
constexpr std::uint32_t kMostLine = 0xFFFE;        // of XNOD, whose 0xFFFF is no linedef

void write_vertices(LumpWriter& w, const flatline_bsp& bsp) noexcept {
    w.u32(bsp.original_vertices);
    w.u32(bsp.vertex_count);
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        w.fixed(bsp.vertices[i].x);
        w.fixed(bsp.vertices[i].y);
    }
}

template <class Partition>
void write_nodes(LumpWriter& w, const flatline_bsp& bsp, const Partition& partition) noexcept {
    w.u32(bsp.node_count);
    for (std::uint32_t i = 0; i < bsp.node_count; ++i) {
        const flatline_node& node = bsp.nodes[i];
        partition(node);
        w.box(node.bbox[0]);
        w.box(node.bbox[1]);
        w.u32(node.children[0]);
        w.u32(node.children[1]);
    }
}

std::uint32_t real_segs(const flatline_bsp& bsp, const flatline_subsector& subsector) noexcept {
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < subsector.count; ++k) {
        count += bsp.segs[subsector.first + k].linedef != FLATLINE_NONE ? 1 : 0;
    }
    return count;
}

std::uint64_t real_segs(const flatline_bsp& bsp) noexcept {
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        count += real_segs(bsp, bsp.subsectors[i]);
    }
    return count;
}

}  // namespace

std::uint64_t xgl3_bytes(const flatline_bsp& bsp) noexcept {
    return kHeaderBytes + 8 * std::uint64_t{bsp.vertex_count} +
           4 * std::uint64_t{bsp.subsector_count} + 13 * std::uint64_t{bsp.seg_count} +
           40 * std::uint64_t{bsp.node_count};
}

bool write_xgl3(const flatline_bsp& bsp, unsigned char* out) noexcept {
    if (bsp.kind != FLATLINE_NODES_GL) return false;
    std::memcpy(out, "XGL3", 4);
    LumpWriter w(out + 4);
    write_vertices(w, bsp);
    w.u32(bsp.subsector_count);
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) w.u32(bsp.subsectors[i].count);
    w.u32(bsp.seg_count);
    for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
        const flatline_seg& seg = bsp.segs[i];
        w.u32(seg.v1);
        w.u32(seg.partner);
        w.u32(seg.linedef);
        w.u8(seg.side);
    }
    write_nodes(w, bsp, [&](const flatline_node& node) {
        for (const double value : {node.x, node.y, node.dx, node.dy}) w.fixed(value);
    });
    return w.exact();
}

std::uint64_t xnod_bytes(const flatline_bsp& bsp) noexcept {
    return kHeaderBytes + 8 * std::uint64_t{bsp.vertex_count} +
           4 * std::uint64_t{bsp.subsector_count} + 11 * real_segs(bsp) +
           32 * std::uint64_t{bsp.node_count};
}

bool write_xnod(const flatline_bsp& bsp, unsigned char* out) noexcept {
    if (bsp.kind == FLATLINE_NODES_NONE) return false;
    std::memcpy(out, "XNOD", 4);
    LumpWriter w(out + 4);
    write_vertices(w, bsp);
    w.u32(bsp.subsector_count);
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        w.u32(real_segs(bsp, bsp.subsectors[i]));
    }
    w.u32(static_cast<std::uint32_t>(real_segs(bsp)));
    bool fits = true;
    // Subsectors of a classic tree may share segs; here each gets its own.
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        const flatline_subsector& subsector = bsp.subsectors[i];
        for (std::uint32_t k = 0; k < subsector.count; ++k) {
            const flatline_seg& seg = bsp.segs[subsector.first + k];
            if (seg.linedef == FLATLINE_NONE) continue;
            fits = fits && seg.linedef <= kMostLine;
            w.u32(seg.v1);
            w.u32(seg.v2);
            w.u16(seg.linedef & 0xFFFF);
            w.u8(seg.side);
        }
    }
    write_nodes(w, bsp, [&](const flatline_node& node) {
        const ShortPartition line = short_partition(node);
        fits = fits && line.fits;
        for (const double value : {line.x, line.y, line.dx, line.dy}) w.nearest(value);
    });
    return fits && w.exact();
}

}  // namespace flatline::engine::nodes
