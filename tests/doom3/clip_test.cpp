#include "doom3/clip.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using flatline::engine::doom3::base_winding;
using flatline::engine::doom3::Clip;
using flatline::engine::doom3::clip_winding;
using flatline::engine::doom3::kBaseEdge;
using flatline::engine::doom3::Plane;
using flatline::engine::doom3::Vec3;
using flatline::engine::doom3::WindingPoint;

Plane plane(double a, double b, double c, double d) {
    Plane out;
    EXPECT_NE(flatline::engine::doom3::clean_plane({a, b, c, d}, out),
              flatline::engine::doom3::PlaneFault::degenerate);
    return out;
}

struct Clipped {
    Clip how;
    std::vector<WindingPoint> points;
};
Clipped clip(const std::vector<WindingPoint>& in, const Plane& by, std::uint32_t edge,
             std::uint32_t room = 16) {
    std::vector<double> distances(in.size());
    std::vector<WindingPoint> out(room);
    std::uint32_t count = 0;
    const Clip how = clip_winding(in.data(), static_cast<std::uint32_t>(in.size()), by, edge,
                                  distances.data(), out.data(), room, count);
    out.resize(how == Clip::cut ? count : 0);
    return {how, out};
}
// A square of side 2 at z = 0 whose edges are numbered.
std::vector<WindingPoint> square() {
    return {{{-1, 1, 0}, 0}, {{1, 1, 0}, 1}, {{1, -1, 0}, 2}, {{-1, -1, 0}, 3}};
}
void expect_point(const WindingPoint& p, double x, double y, std::uint32_t edge) {
    EXPECT_EQ(p.at.x, x);
    EXPECT_EQ(p.at.y, y);
    EXPECT_EQ(p.edge, edge);
}

TEST(BaseWinding, LiesInThePlaneClockwiseFromOutside) {
    const Plane planes[] = {plane(0, 0, 1, -64), plane(0, 0, -1, 10), plane(-1, 0, 0, 5),
                            plane(1, 2, 3, -77), plane(1e-5, 0, 1, 3)};
    for (const Plane& p : planes) {
        WindingPoint w[4];
        base_winding(p, 1024, w);
        Vec3 points[4];
        for (int i = 0; i < 4; ++i) {
            EXPECT_NEAR(p.distance(w[i].at), 0, 1e-9);
            EXPECT_EQ(w[i].edge, kBaseEdge);
            points[i] = w[i].at;
        }
        const Vec3 area = flatline::engine::doom3::vector_area(points, 4);
        EXPECT_NEAR(flatline::engine::doom3::dot(area, p.normal), -4.0 * 1024 * 1024, 1);
    }
}

TEST(ClipWinding, KeepsWhatIsBehindAndNamesTheNewEdge) {
    const Clipped half = clip(square(), plane(1, 0, 0, 0), 9);
    ASSERT_EQ(half.how, Clip::cut);
    ASSERT_EQ(half.points.size(), 4u);
    expect_point(half.points[0], -1, 1, 0);
    expect_point(half.points[1], 0, 1, 9);
    expect_point(half.points[2], 0, -1, 2);
    expect_point(half.points[3], -1, -1, 3);
}

TEST(ClipWinding, AllOrNothing) {
    EXPECT_EQ(clip(square(), plane(1, 0, 0, -2), 9).how, Clip::unchanged);
    EXPECT_EQ(clip(square(), plane(1, 0, 0, 2), 9).how, Clip::gone);
    // Touching: a side of the square, a corner, all of it. The plane itself is kept.
    EXPECT_EQ(clip(square(), plane(1, 0, 0, -1), 9).how, Clip::unchanged);
    EXPECT_EQ(clip(square(), plane(1, 0, 0, 1), 9).how, Clip::gone);
    EXPECT_EQ(clip(square(), plane(0, 0, 1, 0), 9).how, Clip::gone);
}

TEST(ClipWinding, ThroughCorners) {
    std::vector<WindingPoint> diamond = {
        {{0, 1, 0}, 0}, {{1, 0, 0}, 1}, {{0, -1, 0}, 2}, {{-1, 0, 0}, 3}};
    const Clipped left = clip(diamond, plane(1, 0, 0, 0), 9);
    ASSERT_EQ(left.how, Clip::cut);
    ASSERT_EQ(left.points.size(), 3u);
    expect_point(left.points[0], 0, 1, 9);
    expect_point(left.points[1], 0, -1, 2);
    expect_point(left.points[2], -1, 0, 3);
    const Clipped right = clip(diamond, plane(-1, 0, 0, 0), 9);
    ASSERT_EQ(right.points.size(), 3u);
    expect_point(right.points[0], 0, 1, 0);
    expect_point(right.points[1], 1, 0, 1);
    expect_point(right.points[2], 0, -1, 9);
}

TEST(ClipWinding, AxialPlanesGiveTheirOwnCoordinate) {
    // 1 / 3 of the way has no exact double; the plane's own number has.
    const double at = 0.1;
    const Clipped cut = clip({{{-1.0 / 3, 0.7, 0}, 0}, {{0.9, 0.3, 0}, 1}, {{0.2, -5, 0}, 2}},
                             plane(1, 0, 0, -at), 9);
    ASSERT_EQ(cut.how, Clip::cut);
    int on = 0;
    for (const WindingPoint& p : cut.points) on += p.at.x == at ? 1 : 0;
    EXPECT_EQ(on, 2);
}

TEST(ClipWinding, BothSidesOfAnEdgeGetTheSamePoint) {
    const WindingPoint a = {{0.3, 0.1, 7.7}, 0};
    const WindingPoint b = {{9.1, 3.3, -2.2}, 1};
    const WindingPoint c = {{-4.1, 8.3, -2.2}, 2};
    const Plane by = plane(3, 1, 2, -17);
    const Clipped one = clip({a, b, c}, by, 9);
    const Clipped two = clip({b, a, c}, by, 9);
    const auto has = [](const Clipped& from, const Vec3& p) {
        for (const WindingPoint& q : from.points) {
            if (q.at.x == p.x && q.at.y == p.y && q.at.z == p.z) return true;
        }
        return false;
    };
    ASSERT_EQ(one.how, Clip::cut);
    ASSERT_EQ(two.how, Clip::cut);
    for (const WindingPoint& p : one.points) EXPECT_TRUE(has(two, p.at));
}

TEST(ClipWinding, NoMorePointsThanThereIsRoom) {
    const Plane corner = plane(1, 1, 0, -1.5);
    EXPECT_EQ(clip(square(), corner, 9, 5).how, Clip::cut);
    EXPECT_EQ(clip(square(), corner, 9, 5).points.size(), 5u);
    EXPECT_EQ(clip(square(), corner, 9, 4).how, Clip::full);
    // The last one is the place where an edge comes back.
    const std::vector<WindingPoint> turned = {
        {{1, -1, 0}, 2}, {{-1, -1, 0}, 3}, {{-1, 1, 0}, 0}, {{1, 1, 0}, 1}};
    EXPECT_EQ(clip(turned, corner, 9, 5).how, Clip::cut);
    EXPECT_EQ(clip(turned, corner, 9, 4).how, Clip::full);
}

}  // namespace
