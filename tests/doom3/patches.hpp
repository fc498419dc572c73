// Control grids of docs/doom3.md, "Worked examples", and patches tessellated without a map.
#pragma once

#include <cstdint>
#include <vector>

#include "doom3/patch.hpp"
#include "doom3/tessellate.hpp"
#include "flatline/types.h"

namespace patches {

using Vertex = flatline_doom3_vertex;

struct Grid {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<flatline_doom3_point> points;  // column by column

    flatline::engine::doom3::PatchGrid view() const { return {points.data(), width, height}; }
};

/// The document's patch: columns round a corner, rows up.
inline Grid corner() {
    return {3,
            3,
            {{-64, -64, -256, 0, 0},
             {-64, -64, -192, 0, -2},
             {-64, -64, -128, 0, -4},
             {64, -64, -256, 4, 0},
             {64, -64, -192, 4, -2},
             {64, -64, -128, 4, -4},
             {64, 64, -256, 8, 0},
             {64, 64, -192, 8, -2},
             {64, 64, -128, 8, -4}}};
}

/// A grid whose columns are given by x and z; rows lie at y = 0, 32, 64.
inline Grid arch(const std::vector<std::pair<double, double>>& columns) {
    Grid grid{static_cast<std::uint32_t>(columns.size()), 3, {}};
    for (const auto& [x, z] : columns) {
        for (const double y : {0.0, 32.0, 64.0}) grid.points.push_back({x, y, z, x / 32, y / 32});
    }
    return grid;
}

struct Mesh {
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    std::vector<Vertex> vertices;

    const Vertex& at(std::uint32_t column, std::uint32_t row) const {
        return vertices[static_cast<std::size_t>(row) * columns + column];
    }
};

inline Mesh mesh(const Grid& grid, std::vector<std::uint32_t> u, std::vector<std::uint32_t> v,
                 bool straighten) {
    namespace d3 = flatline::engine::doom3;
    const d3::Segments segments{u.data(), v.data()};
    Mesh out;
    out.columns = static_cast<std::uint32_t>(
        d3::Segments::vertices(u.data(), static_cast<std::uint32_t>(u.size())));
    out.rows = static_cast<std::uint32_t>(
        d3::Segments::vertices(v.data(), static_cast<std::uint32_t>(v.size())));
    out.vertices.resize(static_cast<std::size_t>(out.columns) * out.rows);
    std::vector<d3::Vec3> normals(grid.points.size());
    std::vector<Vertex> line(grid.height);
    d3::fill_grid(grid.view(), segments, {normals.data(), line.data()}, out.vertices.data());
    if (straighten) d3::straighten(out.vertices.data(), out.columns, out.rows);
    out.vertices.resize(static_cast<std::size_t>(out.columns) * out.rows);
    return out;
}

inline Mesh adaptive(const Grid& grid, double max_error, bool straighten = true) {
    std::vector<std::uint32_t> u(grid.view().pieces_u());
    std::vector<std::uint32_t> v(grid.view().pieces_v());
    flatline::engine::doom3::Segments segments{u.data(), v.data()};
    flatline::engine::doom3::adaptive_segments(grid.view(), max_error, segments);
    return mesh(grid, u, v, straighten);
}

inline Mesh fixed(const Grid& grid, std::uint32_t sub_u, std::uint32_t sub_v) {
    std::vector<std::uint32_t> u(grid.view().pieces_u());
    std::vector<std::uint32_t> v(grid.view().pieces_v());
    flatline::engine::doom3::Segments segments{u.data(), v.data()};
    flatline::engine::doom3::fixed_segments(grid.view(), sub_u, sub_v, segments);
    return mesh(grid, u, v, false);
}

}  // namespace patches
