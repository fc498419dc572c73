#include "check/line_grid.hpp"

#include <cmath>

#include "check/context.hpp"

namespace flatline::engine::sanity {

// As many cells as lines, of at least 16 units: most lines are in one or two of them then.
void LineGrid::measure(const Map& map) noexcept {
    const View<flatline_vertex> vertices = map.vertices();
    if (vertices.empty()) return;
    double right = x_ = vertices[0].x;
    double top = y_ = vertices[0].y;
    for (const flatline_vertex& v : vertices) {
        x_ = std::min(x_, v.x);
        right = std::max(right, v.x);
        y_ = std::min(y_, v.y);
        top = std::max(top, v.y);
    }
    const auto lines = static_cast<double>(segments_.size());
    const double width = right - x_;
    const double height = top - y_;
    size_ = std::max(
        {16.0, std::sqrt(width * height / (lines + 1)), width / (lines + 1), height / (lines + 1)});
    scale_ = 1 / size_;
    columns_ = static_cast<std::uint32_t>(width * scale_) + 1;
    rows_ = static_cast<std::uint32_t>(height * scale_) + 1;
}

bool LineGrid::fill(Context& context) noexcept {
    const std::size_t cells = std::size_t{columns_} * rows_;
    if (!context.take_zeroed(cells + 1, starts_)) return false;
    const auto each = [&](auto&& use) {
        for (const Segment& s : segments_) {
            if (!s.has_length()) continue;
            const auto line = static_cast<std::uint32_t>(&s - segments_.data());
            const bool done = each_cell(s, [&](std::uint32_t column, std::uint32_t row) {
                use(std::size_t{row} * columns_ + column, line);
                return context.spend();
            });
            if (!done) return false;
        }
        return true;
    };
    std::uint64_t count = 0;
    const bool counted = each([&](std::size_t cell, std::uint32_t) {
        ++starts_[cell];
        ++count;
    });
    if (!counted) return false;
    if (count > 0xFFFFFFFFu) return context.give_up();
    if (!context.take(static_cast<std::size_t>(count), lines_)) return false;
    // Ends of lists; the fill goes from the last line to the first and leaves their beginnings.
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < cells; ++i) starts_[i] = end += starts_[i];
    starts_[cells] = end;
    for (std::size_t line = segments_.size(); line-- > 0;) {
        const Segment& s = segments_[line];
        if (!s.has_length()) continue;
        each_cell(s, [&](std::uint32_t column, std::uint32_t row) {
            lines_[--starts_[std::size_t{row} * columns_ + column]] =
                static_cast<std::uint32_t>(line);
            return true;
        });
    }
    return true;
}

bool LineGrid::build(Context& context) noexcept {
    if (built_) return true;
    const Map& map = context.map;
    if (!context.take(map.linedefs().size(), segments_)) return false;
    Segment* out = segments_.data();
    for (const flatline_linedef& line : map.linedefs()) {
        const flatline_vertex a = map.vertices()[line.v1];
        const flatline_vertex b = map.vertices()[line.v2];
        *out++ = {a.x, a.y, b.x, b.y};
    }
    measure(map);
    built_ = fill(context);
    return built_;
}

}  // namespace flatline::engine::sanity
