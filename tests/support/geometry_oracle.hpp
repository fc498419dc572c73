// The oracle of Doom 3 geometry: walks all that build_windings and build_surfaces publish and says
// what breaks the promises of types.h. Tests and fuzzers share it; it needs no test library.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "flatline/types.h"

namespace geometry_oracle {

/// Collects the first broken promise.
class Faults {
public:
    void require(bool good, const char* what, std::uint64_t where) {
        if (!good && first_.empty())
            first_ = std::string(what) + " (" + std::to_string(where) + ")";
    }
    template <std::size_t n>
    void numbers(const double (&list)[n], const char* what, std::uint64_t where) {
        for (const double number : list) require(std::isfinite(number), what, where);
    }
    const std::string& first() const { return first_; }

private:
    std::string first_;
};

inline std::string first_fault(const flatline_doom3_windings& a) {
    Faults faults;
    std::uint64_t next = 0;  // windings of a brush lie after each other, and brushes do
    for (std::uint32_t i = 0; i < a.point_count; ++i) {
        const double p[3] = {a.points[i].x, a.points[i].y, a.points[i].z};
        faults.numbers(p, "point", i);
    }
    for (std::uint32_t i = 0; i < a.winding_count; ++i) {
        const flatline_doom3_winding& w = a.windings[i];
        const double plane[4] = {w.plane.a, w.plane.b, w.plane.c, w.plane.d};
        faults.numbers(plane, "plane", i);
        faults.numbers(w.texture[0], "texture row", i);
        faults.numbers(w.texture[1], "texture row", i);
        const double length =
            std::sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
        const bool degenerate = (w.flags & FLATLINE_DOOM3_SIDE_DEGENERATE) != 0;
        faults.require(degenerate ? length == 0 : std::fabs(length - 1) < 1e-9, "normal", i);
        faults.require(w.point_count == 0 || w.point_count >= 3, "points of a winding", i);
        faults.require(std::uint64_t{w.first_point} + w.point_count <= a.point_count,
                       "range of a winding", i);
        const std::uint32_t pairs = FLATLINE_DOOM3_SIDE_DUPLICATE | FLATLINE_DOOM3_SIDE_MIRRORED;
        faults.require(((w.flags & pairs) != 0) == (w.other != FLATLINE_NONE), "other side", i);
        faults.require(w.other == FLATLINE_NONE || w.other < i, "an earlier side", i);
        const std::uint32_t reasons = FLATLINE_DOOM3_SIDE_DEGENERATE | pairs |
                                      FLATLINE_DOOM3_SIDE_REDUNDANT |
                                      FLATLINE_DOOM3_SIDE_OVER_LIMIT;
        faults.require(w.point_count == 0 || (w.flags & reasons) == 0, "winding of a bad side", i);
        faults.require(w.flags < 1u << 7, "flags of a side", i);
        if (w.point_count == 0 || !faults.first().empty()) continue;
        // On its plane, as far as numbers of that size can be.
        for (std::uint32_t k = 0; k < w.point_count; ++k) {
            const flatline_doom3_vector& p = a.points[w.first_point + k];
            const double off = plane[0] * p.x + plane[1] * p.y + plane[2] * p.z + plane[3];
            const double size = std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z);
            faults.require(std::fabs(off) <= 0.03 + 1e-10 * size, "point off its plane", i);
        }
    }
    for (std::uint32_t i = 0; i < a.solid_count; ++i) {
        const flatline_doom3_solid& s = a.solids[i];
        faults.numbers(s.low, "box", i);
        faults.numbers(s.high, "box", i);
        faults.require(std::isfinite(s.volume), "volume", i);
        faults.require(s.flags != 0 || s.volume > 0, "volume of a good brush", i);
        faults.require(s.flags != 0 || s.winding_count >= 4, "faces of a good brush", i);
        faults.require(s.first_point == next, "first point of a brush", i);
        next = std::uint64_t{s.first_point} + s.point_count;
        faults.require(next <= a.point_count, "range of a brush", i);
        faults.require(s.flags < 1u << 7, "flags of a brush", i);
        if (!faults.first().empty()) continue;
        for (std::uint32_t k = 0; k < s.point_count; ++k) {
            const flatline_doom3_vector& p = a.points[s.first_point + k];
            faults.require(s.low[0] <= p.x && p.x <= s.high[0] && s.low[1] <= p.y &&
                               p.y <= s.high[1] && s.low[2] <= p.z && p.z <= s.high[2],
                           "point outside the box", i);
        }
    }
    faults.require(next == a.point_count, "points of nobody", next);
    return faults.first();
}

inline std::string first_fault(const flatline_doom3_surfaces& a) {
    Faults faults;
    for (std::uint32_t i = 0; i < a.vertex_count; ++i) {
        const flatline_doom3_vertex& v = a.vertices[i];
        const double numbers[5] = {v.x, v.y, v.z, v.s, v.t};
        faults.numbers(numbers, "vertex", i);
        faults.numbers(v.normal, "normal", i);
        const double length = std::sqrt(v.normal[0] * v.normal[0] + v.normal[1] * v.normal[1] +
                                        v.normal[2] * v.normal[2]);
        faults.require(length == 0 || std::fabs(length - 1) < 1e-9, "length of a normal", i);
    }
    std::uint64_t vertex = 0;
    std::uint64_t index = 0;
    for (std::uint32_t i = 0; i < a.surface_count; ++i) {
        const flatline_doom3_surface& s = a.surfaces[i];
        faults.numbers(s.low, "box", i);
        faults.numbers(s.high, "box", i);
        faults.numbers(s.hull_low, "hull", i);
        faults.numbers(s.hull_high, "hull", i);
        const std::uint32_t none = FLATLINE_DOOM3_SURFACE_TOO_SMALL |
                                   FLATLINE_DOOM3_SURFACE_BAD_SUBDIVISIONS |
                                   FLATLINE_DOOM3_SURFACE_OVER_LIMIT;
        faults.require(((s.flags & none) != 0) == (s.columns == 0), "flags of a surface", i);
        faults.require((s.columns == 0) == (s.rows == 0), "size of a surface", i);
        if (s.columns == 0) continue;
        faults.require(s.columns >= 2 && s.rows >= 2, "size of a surface", i);
        faults.require(s.first_vertex == vertex && s.first_index == index, "first vertex", i);
        vertex += std::uint64_t{s.columns} * s.rows;
        index += s.index_count;
        faults.require(vertex <= a.vertex_count && index <= a.index_count, "range", i);
        faults.require(s.index_count == 6 * (std::uint64_t{s.columns} - 1) * (s.rows - 1),
                       "triangles", i);
        if (!faults.first().empty()) return faults.first();
        for (std::uint32_t k = 0; k < s.index_count; ++k) {
            const std::uint32_t v = a.indices[s.first_index + k];
            faults.require(v >= s.first_vertex && v < vertex, "index", i);
        }
    }
    faults.require(vertex == a.vertex_count && index == a.index_count, "vertices of nobody",
                   vertex);
    return faults.first();
}

}  // namespace geometry_oracle
