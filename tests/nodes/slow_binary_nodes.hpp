// A slow, obvious reader of the classic forms of nodes, written from docs/nodes.md ("Classic
// forms", "Nodes of binary maps"): what the engine's answers are compared with.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/nodes_tools.hpp"

namespace slow_nodes {

struct Tree {
    std::vector<flatline_vertex> vertices;                 // the map's, then new ones
    std::vector<std::array<std::uint32_t, 4>> segs;        // v1, v2, linedef, side
    std::vector<std::array<std::uint32_t, 3>> subsectors;  // first, count, sector
    struct Node {
        std::array<std::int32_t, 4> line;
        std::array<std::array<double, 4>, 2> boxes;
        std::array<std::uint32_t, 2> children;
    };
    std::vector<Node> nodes;
    std::uint32_t depth = 0;
};

class Lump {
public:
    Lump(const std::string& bytes, std::size_t header, std::size_t record)
        : bytes_(bytes), header_(header), record_(record) {}
    std::size_t count() const { return (bytes_.size() - header_) / record_; }
    std::uint32_t number(std::size_t i, std::size_t at, std::size_t size) const {
        std::uint32_t value = 0;
        for (std::size_t k = size; k-- > 0;) {
            const char byte = bytes_.at(header_ + i * record_ + at + k);
            value = value << 8 | static_cast<unsigned char>(byte);
        }
        return value;
    }
    std::int32_t s16(std::size_t i, std::size_t at) const {
        const auto value = static_cast<std::int32_t>(number(i, at, 2));
        return value < 0x8000 ? value : value - 0x10000;
    }

private:
    const std::string& bytes_;
    std::size_t header_, record_;
};

/// The tree of the classic lumps, or none where it is not sound.
inline std::optional<Tree> read(const nodes_tools::BinaryLumps& lumps,
                                const nodes_tools::MapView& map) {
    const bool deep = lumps.nodes.substr(0, 8) == std::string("xNd4\0\0\0\0", 8);
    const std::size_t wide = deep ? 4 : 2;
    const Lump segs(lumps.segs, 0, deep ? 16 : 12);
    const Lump ssectors(lumps.ssectors, 0, deep ? 6 : 4);
    const Lump nodes(lumps.nodes, deep ? 8 : 0, deep ? 32 : 28);
    const Lump vertices(lumps.more_vertices, 0, 4);
    Tree tree;
    tree.vertices.assign(map.vertices.begin(), map.vertices.end());
    for (std::size_t i = 0; i < vertices.count(); ++i) {
        tree.vertices.push_back({double(vertices.s16(i, 0)), double(vertices.s16(i, 2))});
    }
    for (std::size_t i = 0; i < segs.count(); ++i) {
        const std::uint32_t v1 = segs.number(i, 0, wide);
        const std::uint32_t v2 = segs.number(i, wide, wide);
        const std::uint32_t line = segs.number(i, 2 * wide + 2, 2);
        const std::uint32_t side = segs.number(i, 2 * wide + 4, 2);
        if (v1 >= tree.vertices.size() || v2 >= tree.vertices.size()) return {};
        if (line >= map.linedefs.size() || side > 1) return {};
        if (side == 1 && map.linedefs[line].sideback == FLATLINE_NONE) return {};
        tree.segs.push_back({v1, v2, line, side});
    }
    for (std::size_t i = 0; i < ssectors.count(); ++i) {
        const std::uint32_t count = ssectors.number(i, 0, 2);
        const std::uint32_t first = ssectors.number(i, 2, wide);
        if (count == 0 || std::uint64_t{first} + count > tree.segs.size()) return {};
        const auto& seg = tree.segs[first];
        const flatline_linedef& line = map.linedefs[seg[2]];
        const std::uint32_t side = seg[3] == 0 ? line.sidefront : line.sideback;
        tree.subsectors.push_back({first, count, map.sidedefs[side].sector});
    }
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        Tree::Node node{};
        for (std::size_t k = 0; k < 4; ++k) node.line[k] = nodes.s16(i, 2 * k);
        if (node.line[2] == 0 && node.line[3] == 0) return {};
        for (std::size_t k = 0; k < 2; ++k) {
            std::uint32_t child = nodes.number(i, 24 + wide * k, wide);
            if (!deep && child >= 0x8000) child += 0x80000000u - 0x8000;
            node.children[k] = child;
        }
        tree.nodes.push_back(node);
    }
    if (tree.subsectors.size() != tree.nodes.size() + 1) return {};

    // Down from the root: everything once. Chains of nodes are short enough to recurse.
    std::set<std::uint32_t> met;
    bool good = true;
    using Box = std::array<double, 4>;
    const std::function<Box(std::uint32_t, std::uint32_t)> walk = [&](std::uint32_t child,
                                                                      std::uint32_t level) -> Box {
        constexpr double kFar = std::numeric_limits<double>::infinity();
        Box box = {-kFar, kFar, kFar, -kFar};
        const auto grow = [&box](double x, double y) {
            box = {std::max(box[0], y), std::min(box[1], y), std::min(box[2], x),
                   std::max(box[3], x)};
        };
        const std::uint32_t i = child & 0x7FFFFFFF;
        const bool leaf = child >= 0x80000000;
        good = good && i < (leaf ? tree.subsectors.size() : tree.nodes.size()) &&
               met.insert(child).second;
        if (!good) return box;
        tree.depth = std::max(tree.depth, level);
        if (leaf) {
            for (std::uint32_t k = 0; k < tree.subsectors[i][1]; ++k) {
                const auto& seg = tree.segs[tree.subsectors[i][0] + k];
                for (const std::uint32_t v : {seg[0], seg[1]}) {
                    grow(tree.vertices[v].x, tree.vertices[v].y);
                }
            }
            return box;
        }
        for (std::size_t side = 0; side < 2; ++side) {
            const Box part = walk(tree.nodes[i].children[side], level + 1);
            tree.nodes[i].boxes[side] = part;
            grow(part[2], part[0]);
            grow(part[3], part[1]);
        }
        return box;
    };
    walk(tree.nodes.empty() ? 0x80000000u : static_cast<std::uint32_t>(tree.nodes.size() - 1), 0);
    if (!good || met.size() != tree.nodes.size() + tree.subsectors.size()) return {};
    return tree;
}

/// "" if the engine's tree is the slow reader's; else the first thing that differs.
inline std::string difference(const flatline_bsp& bsp, const Tree& tree) {
    const auto at = [](const char* what, std::size_t i) {
        return std::string(what) + ' ' + std::to_string(i);
    };
    if (bsp.original_vertices + std::size_t{bsp.vertex_count} != tree.vertices.size() ||
        bsp.seg_count != tree.segs.size() || bsp.subsector_count != tree.subsectors.size() ||
        bsp.node_count != tree.nodes.size() || bsp.depth != tree.depth) {
        return "a count or the depth";
    }
    for (std::size_t i = 0; i < bsp.vertex_count; ++i) {
        const flatline_vertex& expected = tree.vertices[bsp.original_vertices + i];
        if (bsp.vertices[i].x != expected.x || bsp.vertices[i].y != expected.y) {
            return at("vertex", i);
        }
    }
    for (std::size_t i = 0; i < tree.segs.size(); ++i) {
        const flatline_seg& seg = bsp.segs[i];
        const std::array<std::uint32_t, 4> met = {seg.v1, seg.v2, seg.linedef, seg.side};
        if (met != tree.segs[i] || seg.partner != FLATLINE_NONE) return at("seg", i);
    }
    for (std::size_t i = 0; i < tree.subsectors.size(); ++i) {
        const flatline_subsector& s = bsp.subsectors[i];
        const std::array<std::uint32_t, 3> met = {s.first, s.count, s.sector};
        if (met != tree.subsectors[i]) return at("subsector", i);
    }
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const flatline_node& node = bsp.nodes[i];
        const Tree::Node& expected = tree.nodes[i];
        const double line[] = {node.x, node.y, node.dx, node.dy};
        for (std::size_t k = 0; k < 4; ++k) {
            if (line[k] != expected.line[k]) return at("line of node", i);
        }
        for (std::size_t side = 0; side < 2; ++side) {
            if (node.children[side] != expected.children[side]) return at("child of node", i);
            for (std::size_t k = 0; k < 4; ++k) {
                if (node.bbox[side][k] != expected.boxes[side][k]) return at("box of node", i);
            }
        }
    }
    return "";
}

}  // namespace slow_nodes
