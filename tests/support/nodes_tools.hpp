// Reads and makes node lumps for tests: small maps, an encoder of every form, counted memory, and
// an oracle that walks a published tree. Needs no test library, so that the fuzzer shares it.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "model/load.hpp"
#include "nodes/read_binary.hpp"

namespace nodes_tools {

using flatline::engine::Bytes;
using flatline::engine::Outcome;
using flatline::engine::nodes::BadPartners;
using flatline::engine::nodes::MapView;

inline Bytes bytes(std::string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

inline MapView view_of(const flatline::engine::Map& map) {
    return {map.vertices(), map.linedefs(), map.sidedefs()};
}

// ---- Memory ------------------------------------------------------------------------------------

/// Hooks that count what is out, and that give none from the `fail_at`th request on.
struct CountedMemory {
    std::uint64_t out = 0;
    std::uint64_t peak = 0;
    std::uint64_t requests = 0;
    std::uint64_t fail_at = ~std::uint64_t{0};

    flatline::engine::MemoryHooks hooks() {
        flatline::engine::MemoryHooks hooks;
        hooks.context = this;
        hooks.acquire = [](void* self, std::size_t size) -> void* {
            auto* memory = static_cast<CountedMemory*>(self);
            if (++memory->requests > memory->fail_at) {
                return nullptr;
            }
            memory->out += size;
            memory->peak = memory->out > memory->peak ? memory->out : memory->peak;
            return std::aligned_alloc(64, (size + 63) / 64 * 64);
        };
        hooks.release = [](void* self, void* data, std::size_t size) {
            static_cast<CountedMemory*>(self)->out -= size;
            std::free(data);
        };
        return hooks;
    }
};

// ---- Reading -----------------------------------------------------------------------------------

struct ReadNodes {
    Outcome outcome = Outcome::refused;
    flatline_bsp bsp = {};
    flatline::engine::FindingList findings;
    flatline::engine::Reservation memory;
    std::uint64_t announced = 0;
    std::uint64_t used = 0;

    bool anything_dropped() const { return outcome == Outcome::refused; }

    /// Ids of all rules that fired, in order, with blanks between.
    std::string rules() const {
        std::string all;
        for (const flatline::engine::Finding& finding : findings.kept()) {
            all += (all.empty() ? "" : " ") +
                   std::string(flatline::engine::rule_rows()[finding.rule].id);
        }
        return all;
    }
};

inline ReadNodes read(
    std::string_view lump, const MapView& map, const flatline::engine::Limits& limits = {},
    flatline::engine::nodes::Inflater inflater = flatline::engine::nodes::kInflater,
    const flatline::engine::MemoryHooks& hooks = {}, BadPartners bad_partners = BadPartners::none) {
    ReadNodes result;
    flatline::engine::Budget budget(limits.arena_bytes);
    flatline::engine::Reservation scratch;
    result.outcome = flatline::engine::nodes::read_nodes(
        bytes(lump), map, limits, {bad_partners}, inflater, hooks, budget, scratch, result.memory,
        result.findings, result.bsp);
    result.announced = budget.announced();
    result.used = budget.used();
    return result;
}

/// As read(), of the lumps of a binary map.
struct BinaryLumps {
    std::string segs, ssectors, nodes, more_vertices;

    flatline::engine::nodes::BinaryNodeLumps view() const {
        return {bytes(segs), bytes(ssectors), bytes(nodes), bytes(more_vertices)};
    }
};
struct ReadBinary : ReadNodes {
    flatline::engine::Lump dropped = flatline::engine::Lump::none;

    /// Another form may be kept after one that was dropped.
    bool anything_dropped() const { return dropped != flatline::engine::Lump::none; }
};
inline ReadBinary read(const BinaryLumps& lumps, const MapView& map,
                       const flatline::engine::Limits& limits = {},
                       const flatline::engine::MemoryHooks& hooks = {}) {
    ReadBinary result;
    flatline::engine::Budget budget(limits.arena_bytes);
    flatline::engine::Reservation scratch;
    const flatline::engine::nodes::BinaryNodesRead read =
        flatline::engine::nodes::read_binary_nodes(
            lumps.view(), map, limits, {BadPartners::none}, flatline::engine::nodes::kInflater,
            hooks, budget, scratch, result.memory, result.findings, result.bsp);
    result.outcome = read.outcome;
    result.dropped = read.dropped;
    result.announced = budget.announced();
    result.used = budget.used();
    return result;
}

// ---- Making ------------------------------------------------------------------------------------

/// What a lump holds, as its fields are stored.
struct Lump {
    struct Seg {
        std::uint32_t v1, second, linedef, side;  // second: partner, or v2 in XNOD
    };
    struct Node {
        double x, y, dx, dy;
        std::uint32_t children[2];
        // Not trusted, so these are nonsense: top, bottom, left, right of either child.
        std::uint32_t boxes[8] = {0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF};
    };
    std::uint32_t original = 0;
    std::vector<flatline_vertex> vertices;
    std::vector<std::uint32_t> counts;
    std::vector<Seg> segs;
    std::vector<Node> nodes;
};

class LumpWriter {
public:
    void word(std::uint64_t value, int size) {
        for (int i = 0; i < size; ++i) {
            out.push_back(static_cast<char>(value >> (8 * i)));
        }
    }
    void fixed(double value) {
        word(static_cast<std::uint64_t>(static_cast<std::int64_t>(value * 65536)), 4);
    }
    std::string out;
};

/// The payload of `form` ("XGL3"; of Z forms, before it is compressed).
inline std::string payload(std::string_view form, const Lump& lump) {
    const bool wide = form[1] == 'G' && form[3] != 'N';
    const bool fixed = form[3] == '3';
    LumpWriter w;
    w.word(lump.original, 4);
    w.word(lump.vertices.size(), 4);
    for (const flatline_vertex& vertex : lump.vertices) {
        w.fixed(vertex.x);
        w.fixed(vertex.y);
    }
    w.word(lump.counts.size(), 4);
    for (const std::uint32_t count : lump.counts) {
        w.word(count, 4);
    }
    w.word(lump.segs.size(), 4);
    for (const Lump::Seg& seg : lump.segs) {
        w.word(seg.v1, 4);
        w.word(seg.second, 4);
        w.word(seg.linedef, wide ? 4 : 2);
        w.word(seg.side, 1);
    }
    w.word(lump.nodes.size(), 4);
    for (const Lump::Node& node : lump.nodes) {
        for (const double value : {node.x, node.y, node.dx, node.dy}) {
            if (fixed) {
                w.fixed(value);
            } else {
                w.word(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), 2);
            }
        }
        for (const std::uint32_t edge : node.boxes) w.word(edge, 2);
        w.word(node.children[0], 4);
        w.word(node.children[1], 4);
    }
    return w.out;
}

inline std::string uncompressed(std::string_view form, const Lump& lump) {
    return std::string(form) + payload(form, lump);
}

// ---- Small maps --------------------------------------------------------------------------------

struct Line {
    int v1, v2;
    int front, back;  // sectors; -1: none
};

/// A TEXTMAP with a side of its own for every face.
inline std::string textmap(const std::vector<flatline_vertex>& vertices,
                           const std::vector<Line>& lines, int sectors) {
    std::string text = "namespace=\"zdoom\";";
    const auto number = [](double value) { return std::to_string(value); };
    for (const flatline_vertex& v : vertices) {
        text += "vertex{x=" + number(v.x) + ";y=" + number(v.y) + ";}";
    }
    int sides = 0;
    std::string side_text;
    for (const Line& line : lines) {
        text += "linedef{v1=" + std::to_string(line.v1) + ";v2=" + std::to_string(line.v2) +
                ";sidefront=" + std::to_string(sides++) + ";";
        side_text += "sidedef{sector=" + std::to_string(line.front) + ";}";
        if (line.back >= 0) {
            text += "sideback=" + std::to_string(sides++) + ";";
            side_text += "sidedef{sector=" + std::to_string(line.back) + ";}";
        }
        text += "}";
    }
    text += side_text;
    for (int i = 0; i < sectors; ++i) {
        text += "sector{texturefloor=\"F\";textureceiling=\"C\";}";
    }
    return text;
}

/// The lumps of the classic form of an open tree, or those of DeePBSP v4.
inline BinaryLumps classic_lumps(const Lump& lump, bool deep = false) {
    LumpWriter segs, ssectors, nodes, vertices;
    const int wide = deep ? 4 : 2;
    for (const Lump::Seg& seg : lump.segs) {
        segs.word(seg.v1, wide);
        segs.word(seg.second, wide);
        segs.word(0x1234, 2);  // the angle is not used
        segs.word(seg.linedef, 2);
        segs.word(seg.side, 2);
        segs.word(0x5678, 2);  // nor the offset
    }
    std::uint32_t first = 0;
    for (const std::uint32_t count : lump.counts) {
        ssectors.word(count, 2);
        ssectors.word(first, wide);
        first += count;
    }
    if (deep) nodes.out.assign("xNd4\0\0\0\0", 8);
    for (const Lump::Node& node : lump.nodes) {
        for (const double value : {node.x, node.y, node.dx, node.dy}) {
            nodes.word(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), 2);
        }
        for (const std::uint32_t edge : node.boxes) nodes.word(edge, 2);
        for (const std::uint32_t child : node.children) {
            nodes.word(deep ? child : (child >> 16 & 0x8000) | (child & 0x7FFF), wide);
        }
    }
    for (const flatline_vertex& vertex : lump.vertices) {
        vertices.word(static_cast<std::uint64_t>(static_cast<std::int64_t>(vertex.x)), 2);
        vertices.word(static_cast<std::uint64_t>(static_cast<std::int64_t>(vertex.y)), 2);
    }
    return {segs.out, ssectors.out, nodes.out, vertices.out};
}

/// One square of 128 units (docs/nodes.md, "Forms", the first lump).
inline std::string square_map() {
    return textmap({{0, 0}, {0, 128}, {128, 128}, {128, 0}},
                   {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 0, 0, -1}}, 1);
}
inline Lump square_lump() {
    constexpr std::uint32_t kNone = FLATLINE_NONE;
    return {
        4, {}, {4}, {{0, kNone, 0, 0}, {1, kNone, 1, 0}, {2, kNone, 2, 0}, {3, kNone, 3, 0}}, {}};
}

/// Two squares side by side (second dump).
inline std::string two_squares_map() {
    return textmap({{0, 0}, {0, 128}, {128, 128}, {128, 0}, {256, 128}, {256, 0}},
                   {{0, 1, 0, -1},
                    {1, 2, 0, -1},
                    {2, 3, 0, 1},
                    {3, 0, 0, -1},
                    {2, 4, 1, -1},
                    {4, 5, 1, -1},
                    {5, 3, 1, -1}},
                   2);
}
inline Lump two_squares_lump() {
    constexpr std::uint32_t kNone = FLATLINE_NONE;
    return {6,
            {},
            {4, 4},
            {{0, kNone, 0, 0},
             {1, kNone, 1, 0},
             {2, 4, 2, 0},
             {3, kNone, 3, 0},
             {3, 2, 2, 1},
             {2, kNone, 4, 0},
             {4, kNone, 5, 0},
             {5, kNone, 6, 0}},
            {{128, 128, 0, -128, {0x80000000, 0x80000001}}}};
}

/// The same with open subsectors: v2 instead of the partner.
inline Lump open_two_squares_lump() {
    Lump lump = two_squares_lump();
    for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t next = i % 4 == 3 ? i - 3 : i + 1;
        lump.segs[i].second = lump.segs[next].v1;
    }
    return lump;
}

/// Gives the first node boxes of its own, and says whether they are those that a tree has kept.
inline void set_boxes(Lump& lump) {
    for (std::uint32_t i = 0; i < 8; ++i) lump.nodes[0].boxes[i] = 0x8001 + 0x1010 * i;
}
inline bool has_boxes(const flatline_bsp& bsp) {
    if (bsp.stored_boxes == nullptr || bsp.node_count != 1) return false;
    for (std::uint32_t i = 0; i < 8; ++i) {
        const auto edge = static_cast<std::uint16_t>(bsp.stored_boxes[0].bbox[i / 4][i % 4]);
        if (edge != 0x8001 + 0x1010 * i) return false;
    }
    return true;
}

/// Exactly what the two squares need; each rule is met with one less of its limit.
inline flatline::engine::Limits two_squares_limits() {
    flatline::engine::Limits limits;
    limits.segs = 8;
    limits.subsectors = 2;
    limits.nodes = limits.node_depth = 1;
    return limits;
}
inline constexpr struct {
    std::uint64_t flatline::engine::Limits::*member;
    const char* rule;
} kLimitRules[] = {{&flatline::engine::Limits::segs, "limit-segs"},
                   {&flatline::engine::Limits::subsectors, "limit-subsectors"},
                   {&flatline::engine::Limits::nodes, "limit-nodes"},
                   {&flatline::engine::Limits::node_depth, "limit-node-depth"}};

// ---- The oracle --------------------------------------------------------------------------------

/// Walks every published array. "" if each index exists and the tree is one; else what is wrong.
inline std::string first_fault(const flatline_bsp& bsp, const MapView& map) {
    const auto at = [](const char* what, std::uint64_t i) {
        return std::string(what) + " " + std::to_string(i);
    };
    if (bsp.subsector_count == 0) {
        const bool zero = bsp.seg_count == 0 && bsp.node_count == 0 && bsp.vertex_count == 0 &&
                          bsp.depth == 0 && bsp.original_vertices == 0 && bsp.format[0] == 0;
        return zero ? "" : "half a tree";
    }
    const std::uint64_t vertices = std::uint64_t{bsp.original_vertices} + bsp.vertex_count;
    if (bsp.original_vertices != map.vertices.size()) return "original vertices";
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        if (!std::isfinite(bsp.vertices[i].x + bsp.vertices[i].y)) return at("vertex", i);
    }
    // To a step of the 16.16 numbers in which lumps have their vertices.
    const auto same_place = [&](std::uint32_t one, std::uint32_t two) {
        const auto place = [&](std::uint32_t i) {
            return i < bsp.original_vertices ? map.vertices[i]
                                             : bsp.vertices[i - bsp.original_vertices];
        };
        return std::fabs(place(one).x - place(two).x) <= 1.0 / 65536 &&
               std::fabs(place(one).y - place(two).y) <= 1.0 / 65536;
    };
    const bool gl = bsp.kind == FLATLINE_NODES_GL;
    const bool classic =
        std::string_view(bsp.format) == "classic" || std::string_view(bsp.format) == "xNd4";
    if (!gl && bsp.kind != FLATLINE_NODES_CLASSIC) return "kind";
    for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
        const flatline_seg& seg = bsp.segs[i];
        if (seg.v1 >= vertices || seg.v2 >= vertices) return at("vertex of seg", i);
        if (!gl && seg.partner != FLATLINE_NONE) return at("partner of seg", i);
        if (seg.partner != FLATLINE_NONE) {
            if (seg.partner >= bsp.seg_count || seg.partner == i) return at("partner of seg", i);
            const flatline_seg& other = bsp.segs[seg.partner];
            if (other.partner != i || other.v1 >= vertices || other.v2 >= vertices ||
                !same_place(other.v1, seg.v2) || !same_place(other.v2, seg.v1)) {
                return at("partner of seg", i);
            }
        }
        if (seg.side > 1) return at("side of seg", i);
        if (seg.linedef == FLATLINE_NONE) continue;
        if (seg.linedef >= map.linedefs.size()) return at("linedef of seg", i);
        if (seg.side == 1 && map.linedefs[seg.linedef].sideback == FLATLINE_NONE) {
            return at("back of seg", i);
        }
    }
    std::uint64_t first = 0;
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        const flatline_subsector& subsector = bsp.subsectors[i];
        if (subsector.count == 0) return at("range of subsector", i);
        // Those of classic forms may overlap and leave segs out.
        if (classic) first = subsector.first;
        if (subsector.first != first) return at("range of subsector", i);
        first += subsector.count;
        if (first > bsp.seg_count) return at("range of subsector", i);
        std::uint32_t sector = FLATLINE_NONE;
        for (std::uint32_t k = 0; k < subsector.count; ++k) {
            const flatline_seg& seg = bsp.segs[subsector.first + k];
            const std::uint32_t next = subsector.first + (k + 1) % subsector.count;
            if (gl && seg.v2 != bsp.segs[next].v1) return at("loop of subsector", i);
            if (seg.linedef == FLATLINE_NONE || sector != FLATLINE_NONE) continue;
            const flatline_linedef& line = map.linedefs[seg.linedef];
            sector = map.sidedefs[seg.side == 0 ? line.sidefront : line.sideback].sector;
        }
        if (subsector.sector != sector || sector == FLATLINE_NONE) return at("sector of", i);
    }
    if (!classic && first != bsp.seg_count) return "segs outside of subsectors";
    // A walk with a stack of our own: every node and subsector once, no deeper than it says.
    struct Step {
        std::uint32_t child, depth;
    };
    std::vector<char> nodes(bsp.node_count), leaves(bsp.subsector_count);
    std::vector<Step> stack = {{bsp.node_count == 0 ? 0x80000000u : bsp.node_count - 1, 0}};
    std::uint32_t deepest = 0;
    std::uint64_t reached = 0;
    while (!stack.empty()) {
        const Step step = stack.back();
        stack.pop_back();
        ++reached;
        deepest = step.depth > deepest ? step.depth : deepest;
        const std::uint32_t i = step.child & 0x7FFFFFFF;
        if ((step.child & 0x80000000) != 0) {
            if (i >= bsp.subsector_count || leaves[i]++ != 0) return at("subsector twice", i);
            continue;
        }
        if (i >= bsp.node_count || nodes[i]++ != 0) return at("node twice", i);
        const flatline_node& node = bsp.nodes[i];
        if (!std::isfinite(node.x + node.y + node.dx + node.dy)) return at("line of node", i);
        if (node.dx == 0 && node.dy == 0) return at("direction of node", i);
        for (int side = 0; side < 2; ++side) {
            const double* box = node.bbox[side];
            if (!(box[0] >= box[1] && box[3] >= box[2])) return at("box of node", i);
            stack.push_back({node.children[side], step.depth + 1});
        }
    }
    if (reached != std::uint64_t{bsp.node_count} + bsp.subsector_count) return "not all reached";
    return deepest == bsp.depth ? "" : "depth";
}

}  // namespace nodes_tools
