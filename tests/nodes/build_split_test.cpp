// How one line divides a set of a few segs. Whole maps stand in build_test.cpp.
#include "nodes/build_split.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "nodes/build_set.hpp"

namespace build_split_test {

using build_set::Set;
using flatline::engine::nodes::kUnit;
using flatline::engine::nodes::Partition;
using flatline::engine::nodes::partition_of;
using flatline::engine::nodes::SideColumns;
using flatline::engine::nodes::Splitter;
using flatline::engine::nodes::WorkSeg;

Partition line_of(const Set& s, std::uint32_t v1, std::uint32_t v2) {
    return partition_of(s.state.points[v1], s.state.points[v2]);
}

bool split(Splitter& splitter, const Set& s, const Partition& line) {
    SideColumns columns(s.state.work);
    if (!columns.prepare(s.set.size())) return false;
    for (std::size_t block = 0; block < columns.blocks; ++block) {
        columns.fill(s.state, s.set.data(), s.set.size(), block);
    }
    return splitter.split(s.set.data(), s.set.size(), line, columns);
}

// Up to 8 of 65536 parts of a unit away a seg ends on the line, and is not cut.
TEST(Split, ASegThatEndsBesideTheLine) {
    for (const double side : {1.0, -1.0}) {
        for (const bool ends : {false, true}) {
            for (const double parts : {8.0, 9.0}) {
                Set s;
                const Partition line = line_of(s, s.point(0, 0), s.point(0, 64));
                const double far = side * -100;
                const double near = side * parts / kUnit;
                s.add(ends ? far : near, 5, ends ? near : far, 5);
                Splitter splitter(s.state);
                ASSERT_TRUE(split(splitter, s, line));
                const std::size_t cut = parts == 8 ? 0 : 1;
                EXPECT_EQ(splitter.front().size(), side < 0 ? 1 : cut) << ends << ' ' << parts;
                EXPECT_EQ(splitter.back().size(), side > 0 ? 1 : cut) << ends << ' ' << parts;
                EXPECT_EQ(s.state.segs.size(), 1 + cut);
            }
        }
    }
}

// A solid wedge in a room with one edge on the line: before its tip and behind its other end the
// line leads through the room, and gets minisegs. The line goes along the edge or against it.
TEST(Split, MinisegsBesideAnEdgeOnTheLine) {
    for (const bool mirrored : {false, true}) {
        for (const bool against : {false, true}) {
            Set s;
            const auto loop = [&](std::initializer_list<flatline::engine::nodes::Point> corners) {
                const auto first = static_cast<std::uint32_t>(s.state.points.size());
                for (const auto& p : corners) s.point(p.x, mirrored ? -p.y : p.y);
                const auto count = static_cast<std::uint32_t>(corners.size());
                for (std::uint32_t i = 0; i < count; ++i) {
                    const std::uint32_t v1 = first + i;
                    const std::uint32_t v2 = first + (i + 1) % count;
                    s.set.push_back(mirrored ? s.seg(v2, v1) : s.seg(v1, v2));
                }
            };
            loop({{-256, -256}, {-256, 256}, {256, 256}, {256, -256}});
            loop({{0, 0}, {64, 0}, {64, 24}});
            const Partition line = against ? line_of(s, 5, 4) : line_of(s, 4, 5);
            Splitter splitter(s.state);
            ASSERT_TRUE(split(splitter, s, line));
            const WorkSeg* const begin = s.state.segs.begin();
            const WorkSeg* const end = s.state.segs.end();
            const auto leads = [&](double from, double to) {
                return std::any_of(begin, end, [&](const WorkSeg& seg) {
                    return seg.linedef == FLATLINE_NONE &&
                           s.state.points[seg.v1].x == from * kUnit &&
                           s.state.points[seg.v2].x == to * kUnit;
                });
            };
            EXPECT_TRUE(leads(-256, 0) && leads(0, -256)) << mirrored << against;
            EXPECT_TRUE(leads(64, 256) && leads(256, 64)) << mirrored << against;
            EXPECT_EQ(
                std::count_if(begin, end,
                              [](const WorkSeg& seg) { return seg.linedef == FLATLINE_NONE; }),
                4)
                << mirrored << against;
        }
    }
}

}  // namespace build_split_test
