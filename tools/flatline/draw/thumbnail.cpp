#include "draw/thumbnail.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <vector>

#include "draw/kinds.hpp"
#include "draw/shades.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kThumbnailBytes = 1u << 16;

/// Writes the picture on a grid of so many cells, on which short lines vanish.
class ThumbnailWriter {
public:
    ThumbnailWriter(const Picture& picture, double cells)
        : picture_(picture),
          box_(picture.bounds.with_margin()),
          scale_(cells / std::max(box_.width(), box_.height())) {}

    std::string run() {
        const Cell far = cell({box_.right, box_.bottom});
        out_ = fmt::format("<svg viewBox=\"0 0 {} {}\" aria-hidden=\"true\">", far.x, far.y);
        if (picture_.session.is_doom3()) {
            add_shapes();
        } else {
            add_sectors();
            add_lines();
        }
        add_marks(static_cast<double>(std::max(far.x, far.y)));
        return out_ + "</svg>";
    }

private:
    struct Cell {
        std::int64_t x, y;
        bool operator==(const Cell&) const = default;
    };
    Cell cell(const flatline_vertex& at) const {
        return {std::llround((at.x - box_.left) * scale_),
                std::llround((box_.top - at.y) * scale_)};
    }

    /// Begins at a cell, and steps from one to the next.
    static void move_to(std::string& path, Cell to) {
        fmt::format_to(std::back_inserter(path), "M{} {}", to.x, to.y);
    }
    static void line_to(std::string& path, Cell from, Cell to) {
        fmt::format_to(std::back_inserter(path), "l{} {}", to.x - from.x, to.y - from.y);
    }

    template <class PointAt>
    void add_ring(std::string& path, std::uint32_t begin, std::uint32_t end, PointAt point_at) {
        std::vector<Cell> cells;
        for (std::uint32_t i = begin; i < end; ++i) {
            const Cell next = cell(point_at(i));
            if (cells.empty() || !(cells.back() == next)) cells.push_back(next);
        }
        if (cells.size() < 3) return;
        move_to(path, cells[0]);
        for (std::size_t i = 1; i < cells.size(); ++i) line_to(path, cells[i - 1], cells[i]);
        path += 'z';
    }

    void put(std::string_view name, const std::string& path) {
        if (!path.empty()) out_ += fmt::format("<path class=\"{}\" d=\"{}\"/>", name, path);
    }

    void add_sectors() {
        const View<flatline_sector> sectors = picture_.map().sectors();
        const Shades shades = shades_of_floors(picture_.map());
        const Outlines& outlines = picture_.outlines;
        std::vector<std::string> paths(height_ramp().size());
        for (std::uint32_t i = 0; i < sectors.size(); ++i) {
            std::string& path = paths[shades.shade_of(sectors[i].heightfloor)];
            for (std::uint32_t ring = outlines.sector_rows[i]; ring < outlines.sector_rows[i + 1];
                 ++ring) {
                add_ring(path, outlines.ring_rows[ring], outlines.ring_rows[ring + 1],
                         [&](std::uint32_t k) {
                             return picture_.map().vertices()[outlines.vertices[k]];
                         });
            }
        }
        for (std::size_t i = 0; i < paths.size(); ++i) put(fmt::format("h{}", i), paths[i]);
    }

    void add_lines() {
        const Map& map = picture_.map();
        std::string walls;
        std::string others;
        for (const flatline_linedef& line : map.linedefs()) {
            const LineKind kind = kind_of_line(map, line);
            if (kind == LineKind::level || kind == LineKind::inner) continue;
            const Cell from = cell(map.vertices()[line.v1]);
            const Cell to = cell(map.vertices()[line.v2]);
            if (from == to) continue;
            std::string& path = line.sideback == FLATLINE_NONE ? walls : others;
            move_to(path, from);
            line_to(path, from, to);
        }
        put("thin", others);
        put("wall", walls);
    }

    void add_shapes() {
        const Plan& plan = picture_.plan;
        const Shades shades = shades_of_tops(plan);
        for (const PlanShape& shape : plan.shapes) {
            std::string path;
            for (std::uint32_t ring = 0; ring < shape.ring_count; ++ring) {
                add_ring(path, plan.ring_rows[shape.first_ring + ring],
                         plan.ring_rows[shape.first_ring + ring + 1],
                         [&](std::uint32_t k) { return plan.points[k]; });
            }
            put(fmt::format("shape h{}", shades.shade_of(shape.high)), path);
        }
    }

    /// Notes have none. The worst come last.
    void add_marks(double size) {
        for (const Mark& mark : picture_.marks) {
            if (mark.severity == Severity::note) continue;
            const Cell at = cell(mark.at);
            out_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{:.1f}\"/>",
                                severity_name(mark.severity), at.x, at.y, size / 80);
            if (out_.size() > 2 * kThumbnailBytes) return;
        }
    }

    const Picture& picture_;
    const Bounds box_;
    const double scale_;
    std::string out_;
};

}  // namespace

std::string thumbnail_of(const Picture& picture) {
    std::string text;
    for (const double cells : {480.0, 240.0, 120.0}) {
        text = ThumbnailWriter(picture, cells).run();
        if (text.size() <= kThumbnailBytes) break;
    }
    return text;
}

}  // namespace flatline::engine::tool
