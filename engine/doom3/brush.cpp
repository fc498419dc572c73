#include "doom3/brush.hpp"
#include "base/layout.hpp"

#include <algorithm>
#include <utility>

namespace flatline::engine::doom3 {
namespace {

// The base of a side's winding is a square of twice the world's half size, as in the engine: on any
// plane that meets the world's cube it covers the cube. A brush that is not closed within that base
// is tried once more with this larger one. That tells a brush that never closes from one that lies
// outside the world. At 2^30 units doubles are still much finer than the weld.
constexpr double kFarReach = 1073741824.0;

// With more sides than this, each side is clipped first by those that face most like it.
constexpr std::uint32_t kManySides = 32;
constexpr std::uint32_t kFirstClips = 8;

// A ball around all points of a winding, with room for rounding. A plane does not cut the winding
// if the ball lies behind the plane.
struct Ball {
    Vec3 centre;
    double radius;
};
Ball ball_around(const WindingPoint* points, std::uint32_t count) noexcept {
    Vec3 sum{};
    for (std::uint32_t i = 0; i < count; ++i) sum = sum + points[i].at;
    Ball ball{1.0 / count * sum, 0};
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 to = points[i].at - ball.centre;
        ball.radius = std::max(ball.radius, dot(to, to));
    }
    ball.radius = std::sqrt(ball.radius) * (1 + 1e-9) + kWeld;
    return ball;
}

// The corners of each side of a box, by low or high side, then by axis. Bit 0 of a corner is set
// where x is high, bit 1 for y, bit 2 for z. They begin at the lowest corner and run clockwise seen
// from outside.
constexpr std::uint8_t kBoxCorners[2][3][4] = {{{0, 2, 6, 4}, {0, 4, 5, 1}, {0, 1, 3, 2}},
                                               {{1, 5, 7, 3}, {2, 3, 7, 6}, {4, 6, 7, 5}}};

bool below(const Vec3& a, const Vec3& b) noexcept {
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

}  // namespace

std::uint64_t BrushScratch::lay(std::uint64_t side_count, std::uint64_t winding_points,
                                unsigned char* memory) noexcept {
    // While it is being cut, a winding may also have the four edges of the base.
    const std::uint64_t points = std::min(side_count + 3, winding_points + 4);
    Layout layout;
    const std::uint64_t planes_at = layout.add(side_count, sizeof(Plane));
    const std::uint64_t sides_at = layout.add(side_count, sizeof(std::uint32_t));
    const std::uint64_t order_at = layout.add(side_count, sizeof(std::uint32_t));
    const std::uint64_t distances_at = layout.add(points, sizeof(double));
    const std::uint64_t from_at = layout.add(points, sizeof(WindingPoint));
    const std::uint64_t to_at = layout.add(points, sizeof(WindingPoint));
    const std::uint64_t distinct_at =
        layout.add(winding_points_bound(side_count, winding_points), sizeof(Vec3));
    if (memory != nullptr) {
        planes = reinterpret_cast<Plane*>(memory + planes_at);
        sides = reinterpret_cast<std::uint32_t*>(memory + sides_at);
        order = reinterpret_cast<std::uint32_t*>(memory + order_at);
        distances = reinterpret_cast<double*>(memory + distances_at);
        from = reinterpret_cast<WindingPoint*>(memory + from_at);
        to = reinterpret_cast<WindingPoint*>(memory + to_at);
        distinct = reinterpret_cast<Vec3*>(memory + distinct_at);
        room = static_cast<std::uint32_t>(points);
        most = static_cast<std::uint32_t>(std::min(points, winding_points));
    }
    return layout.bytes();
}

BrushBuilder::BrushBuilder(const BrushScratch& scratch, double world, Array<Vec3>& points,
                           bool shortcut) noexcept
    : scratch_(scratch),
      world_(world),
      near_reach_(2 * world),
      far_reach_(std::max(near_reach_, kFarReach)),
      points_(points),
      shortcut_(shortcut) {}

bool BrushBuilder::build(flatline_doom3_winding* windings, std::uint32_t count,
                         std::uint32_t first_side, flatline_doom3_solid& solid) noexcept {
    solid = {};
    first_point_ = points_.size();
    solid.first_point = static_cast<std::uint32_t>(first_point_);
    clean(windings, count, first_side, solid);
    if (kept_ < 4) solid.flags |= FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES;
    if ((solid.flags & FLATLINE_DOOM3_SOLID_MIRRORED) != 0) return true;

    // Three of four brushes of real maps are boxes along the axes.
    Box box;
    if (shortcut_ && is_box(box)) {
        if (!fill_box(box, windings)) return false;
        measure(windings, solid);
        return true;
    }
    Attempt result;
    if (!attempt(windings, near_reach_, result)) return false;
    if ((result.open || !result.any || result.outside) && !result.full &&
        far_reach_ > near_reach_) {
        Attempt far;
        if (!attempt(windings, far_reach_, far)) return false;
        if (!far.open && !far.full && (far.any || far.beyond)) {
            result = far;
        } else if (!attempt(windings, near_reach_, result)) {
            return false;
        }
    }
    if (result.full) solid.flags |= FLATLINE_DOOM3_SOLID_OVER_LIMIT;
    if (result.open) {
        solid.flags |= FLATLINE_DOOM3_SOLID_OPEN;
    } else if (result.outside || (!result.any && result.beyond)) {
        solid.flags |= FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD;
    } else if (!result.any && !result.full) {
        solid.flags |= FLATLINE_DOOM3_SOLID_EMPTY;
    }
    if (result.any) {
        weld(windings);
        measure(windings, solid);
    }
    return true;
}

void BrushBuilder::clean(flatline_doom3_winding* windings, std::uint32_t count,
                         std::uint32_t first_side, flatline_doom3_solid& solid) noexcept {
    kept_ = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        flatline_doom3_winding& w = windings[i];
        w.first_point = w.point_count = w.flags = 0;
        w.other = FLATLINE_NONE;
        Plane& plane = scratch_.planes[kept_];
        const PlaneFault fault = clean_plane(w.plane, plane);
        if (fault == PlaneFault::degenerate) {
            w.plane = {};
            w.flags = FLATLINE_DOOM3_SIDE_DEGENERATE;
            continue;
        }
        if (fault == PlaneFault::not_unit) w.flags = FLATLINE_DOOM3_SIDE_NOT_UNIT;
        w.plane = {plane.normal.x, plane.normal.y, plane.normal.z, plane.d};
        for (std::uint32_t k = 0; k < kept_; ++k) {
            if (same_plane(plane, scratch_.planes[k])) {
                w.flags |= FLATLINE_DOOM3_SIDE_DUPLICATE;
            } else if (mirrored_plane(plane, scratch_.planes[k])) {
                w.flags |= FLATLINE_DOOM3_SIDE_MIRRORED;
                solid.flags |= FLATLINE_DOOM3_SOLID_MIRRORED;
            } else {
                continue;
            }
            w.other = first_side + scratch_.sides[k];
            break;
        }
        if (w.other == FLATLINE_NONE) scratch_.sides[kept_++] = i;
    }
}

bool BrushBuilder::is_box(Box& box) const noexcept {
    if (kept_ != 6 || scratch_.most < 4) return false;
    std::uint32_t seen = 0;
    for (std::uint32_t k = 0; k < 6; ++k) {
        const Plane& plane = scratch_.planes[k];
        if (plane.axis == 3 || !(std::fabs(plane.at) <= world_)) return false;
        const Vec3& n = plane.normal;
        const int high = n.x + n.y + n.z > 0 ? 1 : 0;
        box.at[high][plane.axis] = plane.at;
        seen |= 1u << (3 * high + static_cast<int>(plane.axis));
    }
    // Thinner boxes are built like all brushes, because their points must be welded.
    return seen == 63 && box.at[1][0] - box.at[0][0] > 2 * kWeld &&
           box.at[1][1] - box.at[0][1] > 2 * kWeld && box.at[1][2] - box.at[0][2] > 2 * kWeld;
}

bool BrushBuilder::fill_box(const Box& box, flatline_doom3_winding* windings) noexcept {
    Vec3* points = points_.push(24);
    if (points == nullptr) return false;
    for (std::uint32_t k = 0; k < 6; ++k) {
        const Plane& plane = scratch_.planes[k];
        const std::uint32_t high = box.at[1][plane.axis] == plane.at ? 1 : 0;
        flatline_doom3_winding& winding = windings[scratch_.sides[k]];
        winding.first_point = static_cast<std::uint32_t>(first_point_ + 4 * k);
        winding.point_count = 4;
        for (const std::uint8_t corner : kBoxCorners[high][plane.axis]) {
            *points++ = {box.at[corner & 1][0], box.at[corner >> 1 & 1][1], box.at[corner >> 2][2]};
        }
    }
    return true;
}

bool BrushBuilder::attempt(flatline_doom3_winding* windings, double reach, Attempt& out) noexcept {
    points_.truncate(first_point_);
    out = {};
    for (std::uint32_t k = 0; k < kept_; ++k) {
        flatline_doom3_winding& winding = windings[scratch_.sides[k]];
        winding.first_point = static_cast<std::uint32_t>(points_.size());
        winding.point_count = 0;
        winding.flags &= ~unsigned{FLATLINE_DOOM3_SIDE_OVER_LIMIT};
        // This side's base is far from the world. When its plane clips others, it keeps all of them
        // or nothing.
        if (std::fabs(scratch_.planes[k].d) > 4 * reach) {
            out.beyond |= scratch_.planes[k].d > 0;
            continue;
        }
        if (!clip_side(k, winding, reach, out)) return false;
        out.any |= winding.point_count != 0;
        // A far attempt is of use only where the brush closes.
        if (reach > near_reach_ && (out.open || out.full)) break;
    }
    return true;
}

// The order in which the other sides clip side k. Those that face most like it come first: as a
// rule they are its neighbours, and after them the winding is small.
const std::uint32_t* BrushBuilder::clip_order(std::uint32_t k) const noexcept {
    struct Pick {
        double likeness;
        std::uint32_t side;
    };
    Pick picks[kFirstClips];
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < kept_; ++i) {
        const Pick pick{dot(scratch_.planes[k].normal, scratch_.planes[i].normal), i};
        if (i == k || (count == kFirstClips && pick.likeness <= picks[count - 1].likeness))
            continue;
        if (count < kFirstClips) ++count;
        std::uint32_t at = count - 1;
        for (; at > 0 && picks[at - 1].likeness < pick.likeness; --at) picks[at] = picks[at - 1];
        picks[at] = pick;
    }
    std::uint32_t* out = scratch_.order;
    for (std::uint32_t i = 0; i < count; ++i) *out++ = picks[i].side;
    const auto picked = [&](std::uint32_t side) {
        return std::any_of(picks, picks + count, [side](const Pick& p) { return p.side == side; });
    };
    for (std::uint32_t i = 0; i < kept_; ++i) {
        if (i != k && !picked(i)) *out++ = i;
    }
    return scratch_.order;
}

bool BrushBuilder::clip_side(std::uint32_t k, flatline_doom3_winding& winding, double reach,
                             Attempt& out) noexcept {
    WindingPoint* from = scratch_.from;
    WindingPoint* to = scratch_.to;
    std::uint32_t count = 4;
    base_winding(scratch_.planes[k], reach, from);
    const bool many = kept_ > kManySides;
    const std::uint32_t* const order = many ? clip_order(k) : nullptr;
    Ball ball{{}, -1};
    for (std::uint32_t step = 0; step + 1 < kept_; ++step) {
        const std::uint32_t i = many ? order[step] : step + (step >= k ? 1u : 0u);
        const Plane& plane = scratch_.planes[i];
        if (many && ball.radius >= 0 && plane.distance(ball.centre) < -ball.radius) continue;
        const Clip clip =
            clip_winding(from, count, plane, i, scratch_.distances, to, scratch_.room, count);
        if (clip == Clip::gone) return true;
        if (clip == Clip::full) {
            count = scratch_.room + 1;
            break;
        }
        if (clip == Clip::cut) {
            std::swap(from, to);
            if (many) ball = ball_around(from, count);
        }
    }
    if (count > scratch_.most) {
        winding.flags |= FLATLINE_DOOM3_SIDE_OVER_LIMIT;
        out.full = true;
        return true;
    }
    Vec3* const points = points_.push(count);
    if (points == nullptr) return false;
    // A winding begins at the point that is lowest in x, then y, then z, whatever the order of
    // sides.
    std::uint32_t first = 0;
    for (std::uint32_t i = 1; i < count; ++i) {
        if (below(from[i].at, from[first].at)) first = i;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3& p = from[i].at;
        const std::uint32_t place = i < first ? i + count - first : i - first;
        points[place] = {p.x + 0.0, p.y + 0.0, p.z + 0.0};
        out.outside |= largest(p) > world_;
        if (from[i].edge == kBaseEdge) [[unlikely]] {
            const Vec3 edge = from[i + 1 == count ? 0 : i + 1].at - p;
            out.open |= dot(edge, edge) > kWeld * kWeld;
        }
    }
    winding.point_count = count;
    return true;
}

// Makes points of the brush that are near each other the same. A winding of fewer than three
// remaining points is none. The points of the windings stay packed, one after the other.
void BrushBuilder::weld(flatline_doom3_winding* windings) noexcept {
    Vec3* const distinct = scratch_.distinct;
    std::uint32_t distinct_count = 0;
    Vec3* out = points_.data() + first_point_;
    for (std::uint32_t k = 0; k < kept_; ++k) {
        flatline_doom3_winding& winding = windings[scratch_.sides[k]];
        const Vec3* const in = points_.data() + winding.first_point;
        Vec3* const start = out;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        for (std::uint32_t i = 0; i < winding.point_count; ++i) {
            const Vec3 p = in[i];
            std::uint32_t found = 0;
            for (; found < distinct_count; ++found) {
                const Vec3 between = distinct[found] - p;
                if (dot(between, between) <= kWeld * kWeld) break;
            }
            if (found == distinct_count) distinct[distinct_count++] = p;
            if (out == start) {
                first = found;
            } else if (found == last) {
                continue;
            }
            last = found;
            *out++ = distinct[found];
        }
        if (last == first && out != start) --out;
        if (out - start < 3) out = start;
        winding.first_point = static_cast<std::uint32_t>(start - points_.data());
        winding.point_count = static_cast<std::uint32_t>(out - start);
    }
    points_.truncate(static_cast<std::size_t>(out - points_.data()));
}

void BrushBuilder::measure(flatline_doom3_winding* windings, flatline_doom3_solid& solid) noexcept {
    const Vec3* const points = points_.data() + first_point_;
    const std::size_t count = points_.size() - first_point_;
    solid.point_count = static_cast<std::uint32_t>(count);
    if (count != 0) {
        Vec3 low = points[0];
        Vec3 high = points[0];
        for (std::size_t i = 1; i < count; ++i) {
            low = {std::min(low.x, points[i].x), std::min(low.y, points[i].y),
                   std::min(low.z, points[i].z)};
            high = {std::max(high.x, points[i].x), std::max(high.y, points[i].y),
                    std::max(high.z, points[i].z)};
        }
        solid.low[0] = low.x, solid.low[1] = low.y, solid.low[2] = low.z;
        solid.high[0] = high.x, solid.high[1] = high.y, solid.high[2] = high.z;
    }
    double volume = 0;
    double surface = 0;
    for (std::uint32_t k = 0; k < kept_; ++k) {
        flatline_doom3_winding& winding = windings[scratch_.sides[k]];
        if (winding.point_count == 0) {
            if ((winding.flags & FLATLINE_DOOM3_SIDE_OVER_LIMIT) == 0)
                winding.flags |= FLATLINE_DOOM3_SIDE_REDUNDANT;
            continue;
        }
        ++solid.winding_count;
        const Plane& plane = scratch_.planes[k];
        const double area = -dot(
            plane.normal, vector_area(points_.data() + winding.first_point, winding.point_count));
        surface += area;
        volume -= area * plane.distance(points[0]) / 3;
    }
    const std::uint32_t incomplete = FLATLINE_DOOM3_SOLID_OPEN | FLATLINE_DOOM3_SOLID_OVER_LIMIT;
    if ((solid.flags & incomplete) != 0) return;
    solid.volume = finite(volume);
    // A slab of thickness t has the volume t times half its surface. Rounding may turn the windings
    // of a sliver over: then the surface is negative.
    if (!(surface > 0 && solid.volume > kWeld * surface / 2))
        solid.flags |= FLATLINE_DOOM3_SOLID_DEGENERATE;
}

}  // namespace flatline::engine::doom3
