// The fast checks of trees that this library made see each number that is changed, and take no
// memory for a tree in the order in which it is built.
#include "nodes/verify_own.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "mapgen.hpp"
#include "model/nodes.hpp"
#include "nodes/verify.hpp"
#include "nodes/verify_order.hpp"
#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"

namespace verify_own_test {

using flatline::engine::Budget;
using flatline::engine::FindingList;
using flatline::engine::Outcome;
using flatline::engine::Reservation;
using flatline::engine::nodes::Arrays;
using flatline::engine::nodes::OrderedTreeCheck;
using flatline::engine::nodes::OwnSegsCheck;

// A copy of a built tree that may be changed.
class Tree {
public:
    explicit Tree(const flatline_bsp& bsp)
        : vertices(bsp.vertices, bsp.vertices + bsp.vertex_count),
          segs(bsp.segs, bsp.segs + bsp.seg_count),
          subsectors(bsp.subsectors, bsp.subsectors + bsp.subsector_count),
          nodes(bsp.nodes, bsp.nodes + bsp.node_count),
          original_vertices_(bsp.original_vertices) {}

    // `differs` null: what is missing is filled in.
    Arrays arrays(bool* differs) {
        Arrays a;
        a.vertices = vertices.data();
        a.segs = segs.data();
        a.subsectors = subsectors.data();
        a.nodes = nodes.data();
        a.vertex_count = static_cast<std::uint32_t>(vertices.size());
        a.seg_count = static_cast<std::uint32_t>(segs.size());
        a.subsector_count = static_cast<std::uint32_t>(subsectors.size());
        a.node_count = static_cast<std::uint32_t>(nodes.size());
        a.original_vertices = original_vertices_;
        a.differs = differs;
        return a;
    }

    std::vector<flatline_vertex> vertices;
    std::vector<flatline_seg> segs;
    std::vector<flatline_subsector> subsectors;
    std::vector<flatline_node> nodes;

private:
    std::uint32_t original_vertices_;
};

// A generated map of some hundred lines, and its tree.
class VerifyOwn : public testing::Test {
protected:
    void SetUp() override {
        flatline::engine::mapgen::Options options;
        options.target_bytes = 60000;
        map = load_text::load(flatline::engine::mapgen::generate(options).text).value;
        built = std::move(flatline::engine::build_nodes(map).value);
        ASSERT_GT(built.bsp().node_count, 50u);
    }

    bool passes(Tree& tree) const {
        bool differs = false;
        const Arrays arrays = tree.arrays(&differs);
        return OwnSegsCheck(arrays, nodes_tools::view_of(map)).run() && !differs;
    }
    bool has_shape(Tree& tree) const {
        bool differs = false;
        const Arrays arrays = tree.arrays(&differs);
        return OrderedTreeCheck(arrays, nodes_tools::view_of(map)).run() && !differs;
    }

    flatline::engine::Map map;
    flatline::engine::Nodes built;
};

TEST_F(VerifyOwn, WhatWasBuiltIsGood) {
    Tree tree(built.bsp());
    EXPECT_TRUE(passes(tree));
    EXPECT_TRUE(has_shape(tree));
}

TEST_F(VerifyOwn, EveryNumberOfASegIsLookedAt) {
    Tree tree(built.bsp());
    const auto count = static_cast<std::uint32_t>(tree.segs.size());
    const std::uint32_t others[] = {0, 1, 2, count - 1, count, 0x7FFFFFFF, FLATLINE_NONE};
    for (std::uint32_t i = 0; i < count; ++i) {
        const flatline_seg was = tree.segs[i];
        for (std::uint32_t flatline_seg::*const member :
             {&flatline_seg::v1, &flatline_seg::v2, &flatline_seg::partner, &flatline_seg::linedef,
              &flatline_seg::side}) {
            for (const std::uint32_t other : others) {
                // A seg without a partner may be one without a linedef: a load only notes it.
                const bool may_be = member == &flatline_seg::linedef && other == FLATLINE_NONE &&
                                    was.partner == FLATLINE_NONE;
                if (was.*member == other || may_be) continue;
                // Of a seg without a linedef the side says nothing.
                if (member == &flatline_seg::side && other <= 1 && was.linedef == FLATLINE_NONE) {
                    continue;
                }
                tree.segs[i].*member = other;
                EXPECT_FALSE(passes(tree)) << i << " " << other;
                tree.segs[i] = was;
            }
        }
    }
    EXPECT_TRUE(passes(tree));
}

TEST_F(VerifyOwn, EveryNumberOfASubsectorIsLookedAt) {
    Tree tree(built.bsp());
    for (flatline_subsector& subsector : tree.subsectors) {
        for (std::uint32_t flatline_subsector::*const member :
             {&flatline_subsector::first, &flatline_subsector::count,
              &flatline_subsector::sector}) {
            for (const std::uint32_t by : {1u, 0xFFFFFFFFu, 0x80000000u}) {
                subsector.*member += by;
                EXPECT_FALSE(passes(tree));
                subsector.*member -= by;
            }
        }
    }
    EXPECT_TRUE(passes(tree));
}

TEST_F(VerifyOwn, ChildrenAndBoxesOfNodesAreLookedAt) {
    Tree tree(built.bsp());
    for (flatline_node& node : tree.nodes) {
        const flatline_node was = node;
        for (int side = 0; side < 2; ++side) {
            for (const std::uint32_t by : {1u, 0xFFFFFFFFu, 0x80000000u, 0x7FFFFFFFu}) {
                node.children[side] += by;
                EXPECT_FALSE(has_shape(tree));
                node = was;
            }
            for (double& edge : node.bbox[side]) {
                edge += 1;
                EXPECT_FALSE(has_shape(tree));
                edge -= 1;
            }
        }
        std::swap(node.children[0], node.children[1]);
        EXPECT_FALSE(has_shape(tree));
        node = was;
        node.dx = node.dy = 0;
        EXPECT_FALSE(has_shape(tree));
        node = was;
    }
    EXPECT_TRUE(has_shape(tree));
}

// Two nodes in each other's place: no such tree is in order, and the full check takes it.
TEST_F(VerifyOwn, AnotherOrderGivesTheSameBoxesAndTakesMemory) {
    Tree tree(built.bsp());
    const auto renamed = [](std::uint32_t child) { return child < 2 ? 1 - child : child; };
    std::swap(tree.nodes[0], tree.nodes[1]);
    for (flatline_node& node : tree.nodes) {
        for (std::uint32_t& child : node.children) child = renamed(child);
    }
    ASSERT_FALSE(has_shape(tree));
    for (const bool in_order : {false, true}) {
        if (in_order) tree = Tree(built.bsp());
        bool differs = false;
        const Arrays arrays = tree.arrays(&differs);
        FindingList findings;
        flatline::engine::nodes::Reporter reporter(findings);
        Budget budget(1u << 20);
        Reservation scratch;
        flatline_bsp out{};
        EXPECT_EQ(
            verify(arrays, {}, nodes_tools::view_of(map), {},
                   flatline::engine::nodes::BadPartners::drop, {}, budget, scratch, reporter, out),
            Outcome::ok);
        EXPECT_FALSE(differs);
        EXPECT_EQ(out.depth, built.bsp().depth);
        EXPECT_EQ(budget.announced() == 0, in_order);
    }
}

}  // namespace verify_own_test
