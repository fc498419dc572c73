// draw/raster.hpp: fills polygons in an image of pixels, with smooth edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "flatline/types.h"

namespace flatline::engine::tool {

/// Polygons in pixels, y down. Each is closed by itself.
class Polygons {
public:
    void begin() { starts_.push_back(points_.size()); }
    /// Adds a point to the polygon that was begun last.
    void add(double x, double y) { points_.push_back({x, y}); }
    void clear();
    std::size_t count() const { return starts_.size(); }
    std::size_t size() const { return points_.size(); }
    /// The points of one polygon.
    const flatline_vertex* first(std::size_t i) const { return points_.data() + starts_[i]; }
    const flatline_vertex* last(std::size_t i) const {
        return points_.data() + (i + 1 < starts_.size() ? starts_[i + 1] : points_.size());
    }
    /// Adds what a straight brush with round ends paints from one point to another. All of these
    /// turn the same way round, so that `any` fills all that several of them cover.
    void add_stroke(flatline_vertex from, flatline_vertex to, double width);

private:
    std::vector<flatline_vertex> points_;
    std::vector<std::size_t> starts_;
};

/// Red, green, blue.
struct Rgb {
    std::uint8_t part[3];
};
/// Of "#RRGGBB".
Rgb rgb_of(std::string_view text);

/// What lies inside of polygons: where a ray to the outside crosses an odd number of edges, or
/// where the polygons wind around at all.
enum class Inside : std::uint8_t { odd, any };

class Image {
public:
    Image(std::size_t width, std::size_t height, Rgb ground);

    std::size_t width() const { return width_; }
    std::size_t height() const { return height_; }
    /// Three bytes a pixel, row by row from the top.
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    /// Paints what lies inside of the polygons over what is there. What is not on the image is
    /// left out.
    void fill(const Polygons& polygons, Inside inside, Rgb color, double opacity = 1);

private:
    /// An edge going down, on the scan lines that it crosses.
    struct Edge {
        std::int64_t first, last;  ///< scan lines, `last` not among them
        double x, step;            ///< on scan line `first`, and from one to the next
        int winding;
    };

    void add_edges(const Polygons& polygons);
    void cover_line(Inside inside);
    void cover(double from, double to);
    void blend_row(std::size_t row, Rgb color, double opacity);

    std::size_t width_, height_;
    std::vector<std::uint8_t> bytes_;
    std::vector<Edge> edges_;
    std::vector<std::size_t> active_;  ///< of edges_
    std::vector<std::pair<double, int>> crossings_;
    std::vector<float> coverage_;       ///< of the pixels of a row, from 0 to its scan lines
    std::size_t left_ = 0, right_ = 0;  ///< pixels of it that are not 0
};

}  // namespace flatline::engine::tool
