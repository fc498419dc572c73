#include "draw/raster.hpp"

#include <algorithm>
#include <cmath>

namespace flatline::engine::tool {
namespace {

/// Scan lines through a row of pixels.
constexpr int kLinesOfRow = 4;

unsigned hex(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10); }

}  // namespace

Rgb rgb_of(std::string_view text) {
    Rgb color{};
    for (std::size_t i = 0; i < 3 && text.size() == 7; ++i) {
        color.part[i] = static_cast<std::uint8_t>(hex(text[1 + 2 * i]) << 4 | hex(text[2 + 2 * i]));
    }
    return color;
}

void Polygons::clear() {
    points_.clear();
    starts_.clear();
}

void Polygons::add_stroke(flatline_vertex from, flatline_vertex to, double width) {
    constexpr double kPi = 3.14159265358979323846;
    const double radius = width / 2;
    const double angle = std::atan2(to.y - from.y, to.x - from.x);
    const int steps = std::clamp(static_cast<int>(std::ceil(4 * std::sqrt(radius))), 3, 16);
    begin();
    const auto half = [&](flatline_vertex centre, double begins) {
        for (int i = 0; i <= steps; ++i) {
            const double at = begins + kPi * i / steps;
            add(centre.x + radius * std::cos(at), centre.y + radius * std::sin(at));
        }
    };
    half(to, angle - kPi / 2);
    half(from, angle + kPi / 2);
}

Image::Image(std::size_t width, std::size_t height, Rgb ground)
    : width_(width), height_(height), bytes_(width * height * 3), coverage_(width + 1) {
    for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = ground.part[i % 3];
}

void Image::add_edges(const Polygons& polygons) {
    edges_.clear();
    const auto lines = static_cast<double>(height_) * kLinesOfRow;
    for (std::size_t i = 0; i < polygons.count(); ++i) {
        const flatline_vertex* const first = polygons.first(i);
        const flatline_vertex* const last = polygons.last(i);
        for (const flatline_vertex* at = first; at != last; ++at) {
            const flatline_vertex* a = at;
            const flatline_vertex* b = at + 1 == last ? first : at + 1;
            if (a->y == b->y) continue;
            const int winding = a->y < b->y ? 1 : -1;
            if (winding < 0) std::swap(a, b);
            // Scan line k lies at (k + 0.5) / kLinesOfRow.
            const double top = std::ceil(a->y * kLinesOfRow - 0.5);
            const double end = std::ceil(b->y * kLinesOfRow - 0.5);
            if (!(end > 0) || !(top < lines) || !(top < end)) continue;
            Edge edge{};
            edge.first = static_cast<std::int64_t>(std::max(top, 0.0));
            edge.last = static_cast<std::int64_t>(std::min(end, lines));
            const double slope = (b->x - a->x) / (b->y - a->y);
            edge.step = slope / kLinesOfRow;
            const double y = (static_cast<double>(edge.first) + 0.5) / kLinesOfRow;
            edge.x = a->x + (y - a->y) * slope;
            edge.winding = winding;
            edges_.push_back(edge);
        }
    }
    std::sort(edges_.begin(), edges_.end(),
              [](const Edge& a, const Edge& b) { return a.first < b.first; });
}

void Image::fill(const Polygons& polygons, Inside inside, Rgb color, double opacity) {
    add_edges(polygons);
    active_.clear();
    left_ = width_;
    right_ = 0;
    std::size_t next = 0;
    for (std::int64_t line = edges_.empty() ? 0 : edges_[0].first;
         next < edges_.size() || !active_.empty(); ++line) {
        if (active_.empty()) {
            // Nothing lies between one polygon and the next.
            if (line / kLinesOfRow != edges_[next].first / kLinesOfRow && right_ > left_) {
                blend_row(static_cast<std::size_t>((line - 1) / kLinesOfRow), color, opacity);
            }
            line = edges_[next].first;
        }
        while (next < edges_.size() && edges_[next].first <= line) active_.push_back(next++);
        cover_line(inside);
        active_.erase(std::remove_if(active_.begin(), active_.end(),
                                     [&](std::size_t i) {
                                         edges_[i].x += edges_[i].step;
                                         return edges_[i].last <= line + 1;
                                     }),
                      active_.end());
        const bool ends =
            (line + 1) % kLinesOfRow == 0 || (active_.empty() && next == edges_.size());
        if (ends) blend_row(static_cast<std::size_t>(line / kLinesOfRow), color, opacity);
    }
}

void Image::cover_line(Inside inside) {
    crossings_.clear();
    for (const std::size_t i : active_) crossings_.emplace_back(edges_[i].x, edges_[i].winding);
    std::sort(crossings_.begin(), crossings_.end());
    int winding = 0;
    for (std::size_t i = 0; i + 1 < crossings_.size(); ++i) {
        winding += inside == Inside::odd ? 1 : crossings_[i].second;
        const bool is_in = inside == Inside::odd ? winding % 2 != 0 : winding != 0;
        if (is_in) cover(crossings_[i].first, crossings_[i + 1].first);
    }
}

void Image::cover(double from, double to) {
    from = std::max(from, 0.0);
    to = std::min(to, static_cast<double>(width_));
    if (!(from < to)) return;
    const auto first = static_cast<std::size_t>(from);
    const auto last = std::min(static_cast<std::size_t>(to), width_ - 1);
    left_ = std::min(left_, first);
    right_ = std::max(right_, last + 1);
    if (first == last) {
        coverage_[first] += static_cast<float>(to - from);
        return;
    }
    coverage_[first] += static_cast<float>(static_cast<double>(first + 1) - from);
    for (std::size_t x = first + 1; x < last; ++x) coverage_[x] += 1;
    coverage_[last] += static_cast<float>(to - static_cast<double>(last));
}

void Image::blend_row(std::size_t row, Rgb color, double opacity) {
    std::uint8_t* pixel = bytes_.data() + (row * width_ + left_) * 3;
    for (std::size_t x = left_; x < right_; ++x, pixel += 3) {
        const double part = std::min(1.0, coverage_[x] / double{kLinesOfRow}) * opacity;
        coverage_[x] = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double mixed = pixel[i] + (color.part[i] - pixel[i]) * part;
            pixel[i] = static_cast<std::uint8_t>(mixed + 0.5);
        }
    }
    left_ = width_;
    right_ = 0;
}

}  // namespace flatline::engine::tool
