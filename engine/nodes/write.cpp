#include "nodes/write.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace flatline::nodes {
namespace {

class Writer {
public:
    explicit Writer(unsigned char* out) noexcept : out_(out) {}

    void u8(std::uint32_t value) noexcept { *out_++ = static_cast<unsigned char>(value); }
    void u16(std::uint32_t value) noexcept {
        u8(value & 0xFF);
        u8(value >> 8 & 0xFF);
    }
    void u32(std::uint32_t value) noexcept {
        u16(value & 0xFFFF);
        u16(value >> 16);
    }
    void fixed(double value) noexcept {
        const double units = value * 65536.0;
        exact_ = exact_ && units == std::nearbyint(units) && units >= -2147483648.0 &&
                 units <= 2147483647.0;
        u32(exact_ ? static_cast<std::uint32_t>(static_cast<std::int32_t>(units)) : 0);
    }
    void whole(double value) noexcept {
        const double kept = std::clamp(value, -32768.0, 32767.0);
        u16(static_cast<std::uint16_t>(static_cast<std::int16_t>(kept)));
    }
    bool exact() const noexcept { return exact_; }

private:
    unsigned char* out_;
    bool exact_ = true;
};

}  // namespace

std::uint64_t xgl3_bytes(const flatline_bsp& bsp) noexcept {
    return 4 + 5 * 4 + 8 * std::uint64_t{bsp.vertex_count} +
           4 * std::uint64_t{bsp.subsector_count} + 13 * std::uint64_t{bsp.seg_count} +
           40 * std::uint64_t{bsp.node_count};
}

bool write_xgl3(const flatline_bsp& bsp, unsigned char* out) noexcept {
    std::memcpy(out, "XGL3", 4);
    Writer w(out + 4);
    w.u32(bsp.original_vertices);
    w.u32(bsp.vertex_count);
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        w.fixed(bsp.vertices[i].x);
        w.fixed(bsp.vertices[i].y);
    }
    bool loops = true;
    w.u32(bsp.subsector_count);
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        const flatline_subsector& s = bsp.subsectors[i];
        w.u32(s.count);
        // XGL3 stores no v2: it is the v1 of the next seg.
        for (std::uint32_t k = 0; k < s.count; ++k) {
            const std::uint32_t next = s.first + (k + 1 < s.count ? k + 1 : 0);
            loops = loops && bsp.segs[s.first + k].v2 == bsp.segs[next].v1;
        }
    }
    w.u32(bsp.seg_count);
    for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
        const flatline_seg& seg = bsp.segs[i];
        w.u32(seg.v1);
        w.u32(seg.partner);
        w.u32(seg.linedef);
        w.u8(seg.side);
    }
    w.u32(bsp.node_count);
    for (std::uint32_t i = 0; i < bsp.node_count; ++i) {
        const flatline_node& node = bsp.nodes[i];
        for (const double value : {node.x, node.y, node.dx, node.dy}) w.fixed(value);
        for (const double* box : {node.bbox[0], node.bbox[1]}) {
            w.whole(std::ceil(box[0]));   // top
            w.whole(std::floor(box[1]));  // bottom
            w.whole(std::floor(box[2]));  // left
            w.whole(std::ceil(box[3]));   // right
        }
        w.u32(node.children[0]);
        w.u32(node.children[1]);
    }
    return loops && w.exact();
}

}  // namespace flatline::nodes
