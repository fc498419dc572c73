#include "draw/outlines.hpp"

#include <algorithm>
#include <utility>

namespace flatline::engine::tool {
namespace {

/// For each vertex the first one at the same place.
std::vector<std::uint32_t> same_places(View<flatline_vertex> vertices) {
    std::vector<std::uint32_t> order(vertices.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const flatline_vertex& v = vertices[a];
        const flatline_vertex& w = vertices[b];
        if (v.x != w.x) return v.x < w.x;
        return v.y != w.y ? v.y < w.y : a < b;
    });
    std::vector<std::uint32_t> first(vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const flatline_vertex& here = vertices[order[i]];
        const bool same =
            i > 0 && vertices[order[i - 1]].x == here.x && vertices[order[i - 1]].y == here.y;
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

/// Walks the borders of one sector after another. Which way is taken where borders meet does not
/// matter to the even-odd rule, as long as every edge is walked once.
class Tracer {
public:
    explicit Tracer(const Map& map)
        : map_(map),
          place_(same_places(map.vertices())),
          heads_(map.vertices().size(), kNone),
          degrees_(map.vertices().size()) {}

    Outlines run() {
        const auto sectors = static_cast<std::uint32_t>(map_.sectors().size());
        for (std::uint32_t sector = 0; sector < sectors; ++sector) {
            out_.sector_rows.push_back(static_cast<std::uint32_t>(out_.ring_rows.size()));
            collect(sector);
            // Open chains first: what is left of a closed border after them is closed, too.
            for (const End& end : ends_) {
                if (degrees_[end.vertex] % 2 == 1) trace(end.vertex);
            }
            for (const End& end : ends_) trace(end.vertex);
            for (const End& end : ends_) heads_[end.vertex] = kNone;
        }
        out_.sector_rows.push_back(static_cast<std::uint32_t>(out_.ring_rows.size()));
        out_.ring_rows.push_back(static_cast<std::uint32_t>(out_.vertices.size()));
        return std::move(out_);
    }

private:
    static constexpr std::uint32_t kNone = FLATLINE_NONE;

    /// One end of an edge. Ends 2 i and 2 i + 1 belong to one edge.
    struct End {
        std::uint32_t vertex;
        std::uint32_t next;  ///< of the same vertex
        bool used;
    };

    void collect(std::uint32_t sector) {
        ends_.clear();
        for (const std::uint32_t index : map_.sector_lines(sector)) {
            const flatline_linedef& line = map_.linedefs()[index];
            const bool inner =
                line.sideback != FLATLINE_NONE &&
                map_.sidedefs()[line.sidefront].sector == map_.sidedefs()[line.sideback].sector;
            if (inner || place_[line.v1] == place_[line.v2]) continue;
            for (const std::uint32_t vertex : {line.v1, line.v2}) {
                const std::uint32_t at = place_[vertex];
                ends_.push_back({at, heads_[at], false});
                heads_[at] = static_cast<std::uint32_t>(ends_.size() - 1);
                ++degrees_[at];
            }
        }
    }

    void trace(std::uint32_t start) {
        const auto first = static_cast<std::uint32_t>(out_.vertices.size());
        std::uint32_t at = start;
        for (;;) {
            std::uint32_t& head = heads_[at];
            while (head != kNone && ends_[head].used) head = ends_[head].next;
            if (head == kNone) break;
            const std::uint32_t leaving = head;
            out_.vertices.push_back(at);
            ends_[leaving].used = ends_[leaving ^ 1].used = true;
            --degrees_[at];
            at = ends_[leaving ^ 1].vertex;
            --degrees_[at];
        }
        if (out_.vertices.size() == first) return;
        if (at != start) out_.vertices.push_back(at);
        out_.ring_rows.push_back(first);
    }

    const Map& map_;
    const std::vector<std::uint32_t> place_;
    std::vector<std::uint32_t> heads_;    ///< of each vertex, its first end
    std::vector<std::uint32_t> degrees_;  ///< of each vertex, how many edges are not walked yet
    std::vector<End> ends_;               ///< of the edges of one sector
    Outlines out_;
};

}  // namespace

Outlines trace_outlines(const Map& map) { return Tracer(map).run(); }

}  // namespace flatline::engine::tool
