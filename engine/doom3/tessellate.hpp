// Patches into grids of vertices.
#pragma once

#include <cstdint>

#include "doom3/patch.hpp"
#include "flatline/types.h"

namespace flatline::doom3 {

/// A piece is halved at most this often: enough for 4 units anywhere in the world, and an end for
/// numbers from elsewhere.
inline constexpr std::uint32_t kMostHalvings = 8;

/// How many segments each piece of a grid is cut into.
struct Segments {
    std::uint32_t* u;  // one a piece
    std::uint32_t* v;

    /// Vertices that come of it. Sums of 32-bit numbers; 64 bits hold any.
    static std::uint64_t vertices(const std::uint32_t* segments, std::uint32_t pieces) noexcept {
        std::uint64_t sum = 1;
        for (std::uint32_t i = 0; i < pieces; ++i) sum += segments[i];
        return sum;
    }
};

/// Halves a piece, in all its rows (or columns) alike, until nowhere the middle of the curve is
/// more than `max_error` units from its control point.
void adaptive_segments(const PatchGrid& grid, double max_error, Segments& out) noexcept;
void fixed_segments(const PatchGrid& grid, std::uint32_t u, std::uint32_t v,
                    Segments& out) noexcept;

/// Working memory of fill_grid.
struct GridScratch {
    Vec3* normals;                // width * height
    flatline_doom3_vertex* line;  // height
};

/// The vertices of a grid, row by row: (columns of `segments`) * (rows of it) of them.
void fill_grid(const PatchGrid& grid, const Segments& segments, const GridScratch& scratch,
               flatline_doom3_vertex* out) noexcept;

/// Leaves out columns, then rows, that lie within 0.2 units of the line through their neighbours,
/// in place. Texture coordinates do not count.
void straighten(flatline_doom3_vertex* vertices, std::uint32_t& columns,
                std::uint32_t& rows) noexcept;

/// Two triangles a cell, clockwise seen from where the normals point, as the engine emits them.
void fill_indices(std::uint32_t first_vertex, std::uint32_t columns, std::uint32_t rows,
                  std::uint32_t* out) noexcept;

}  // namespace flatline::doom3
