#include "draw/subsectors.hpp"

#include <cstddef>
#include <utility>

namespace flatline::engine::tool {
namespace {

using Polygon = std::vector<flatline_vertex>;

/// Steps of clipping in all. Real trees take some hundred a subsector.
constexpr std::size_t kMostSteps = 50'000'000;

flatline_vertex vertex_of(const Map& map, std::uint32_t index) {
    const flatline_bsp& nodes = map.nodes();
    return index < nodes.original_vertices ? map.vertices()[index]
                                           : nodes.vertices[index - nodes.original_vertices];
}

/// What of a convex polygon lies to the right of the line through (x, y) along (dx, dy).
Polygon right_part(const Polygon& polygon, double x, double y, double dx, double dy) {
    const auto left_by = [&](const flatline_vertex& p) { return dx * (p.y - y) - dy * (p.x - x); };
    Polygon part;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const flatline_vertex& here = polygon[i];
        const flatline_vertex& next = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        const double a = left_by(here);
        const double b = left_by(next);
        if (a <= 0) part.push_back(here);
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) {
            const double t = a / (a - b);
            part.push_back({here.x + t * (next.x - here.x), here.y + t * (next.y - here.y)});
        }
    }
    if (part.size() < 3) part.clear();
    return part;
}

/// Goes down the tree with what is left of the box.
class Clipper {
public:
    Clipper(const Map& map, const Bounds& box) : map_(map), polygons_(map.nodes().subsector_count) {
        const std::uint32_t nodes = map.nodes().node_count;
        open_.push_back({nodes == 0 ? FLATLINE_CHILD_SUBSECTOR : nodes - 1,
                         {{box.left, box.bottom},
                          {box.left, box.top},
                          {box.right, box.top},
                          {box.right, box.bottom}}});
    }

    std::vector<Polygon> run() {
        while (!open_.empty() && steps_ < kMostSteps) {
            Open open = std::move(open_.back());
            open_.pop_back();
            if ((open.child & FLATLINE_CHILD_SUBSECTOR) != 0) {
                leaf(open.child & ~FLATLINE_CHILD_SUBSECTOR, std::move(open.polygon));
            } else {
                const flatline_node& node = map_.nodes().nodes[open.child];
                push(node.children[0], clip(open.polygon, node.x, node.y, node.dx, node.dy));
                push(node.children[1], clip(open.polygon, node.x, node.y, -node.dx, -node.dy));
            }
        }
        return std::move(polygons_);
    }

private:
    struct Open {
        std::uint32_t child;
        Polygon polygon;
    };

    Polygon clip(const Polygon& polygon, double x, double y, double dx, double dy) {
        steps_ += polygon.size() + 1;
        return right_part(polygon, x, y, dx, dy);
    }

    void push(std::uint32_t child, Polygon polygon) {
        if (!polygon.empty()) open_.push_back({child, std::move(polygon)});
    }

    void leaf(std::uint32_t index, Polygon polygon) {
        const flatline_subsector& subsector = map_.nodes().subsectors[index];
        for (std::uint32_t i = 0; i < subsector.count; ++i) {
            const flatline_seg& seg = map_.nodes().segs[subsector.first + i];
            const flatline_vertex from = vertex_of(map_, seg.v1);
            const flatline_vertex to = vertex_of(map_, seg.v2);
            polygon = clip(polygon, from.x, from.y, to.x - from.x, to.y - from.y);
        }
        polygons_[index] = std::move(polygon);
    }

    const Map& map_;
    std::vector<Polygon> polygons_;
    std::vector<Open> open_;
    std::size_t steps_ = 0;
};

}  // namespace

SubsectorPolygons make_subsectors(const Map& map, const Bounds& box) {
    const flatline_bsp& nodes = map.nodes();
    SubsectorPolygons out;
    std::vector<Polygon> clipped;
    if (nodes.kind == FLATLINE_NODES_CLASSIC) clipped = Clipper(map, box).run();
    for (std::uint32_t i = 0; i < nodes.subsector_count; ++i) {
        out.rows.push_back(static_cast<std::uint32_t>(out.points.size()));
        if (nodes.kind == FLATLINE_NODES_CLASSIC) {
            out.points.insert(out.points.end(), clipped[i].begin(), clipped[i].end());
            continue;
        }
        const flatline_subsector& subsector = nodes.subsectors[i];
        for (std::uint32_t k = 0; k < subsector.count; ++k) {
            out.points.push_back(vertex_of(map, nodes.segs[subsector.first + k].v1));
        }
    }
    out.rows.push_back(static_cast<std::uint32_t>(out.points.size()));
    return out;
}

}  // namespace flatline::engine::tool
