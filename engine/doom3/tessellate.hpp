// Tessellates patches: makes grids of vertices of them.
#pragma once

#include <cstdint>

#include "doom3/patch.hpp"
#include "flatline/types.h"

namespace flatline::engine::doom3 {

/// A piece is halved at most this often. That is enough for an error of 4 units anywhere in the
/// world, and it bounds the work for numbers beyond.
inline constexpr std::uint32_t kMostHalvings = 8;

/// How many segments each piece of a grid is cut into.
struct Segments {
    std::uint32_t* u;  // one a piece
    std::uint32_t* v;

    /// The number of vertices in one direction. 64 bits hold any sum of 32-bit numbers.
    static std::uint64_t vertices(const std::uint32_t* segments, std::uint32_t pieces) noexcept {
        std::uint64_t sum = 1;
        for (std::uint32_t i = 0; i < pieces; ++i) sum += segments[i];
        return sum;
    }
};

/// Halves pieces, in all their rows or columns alike, until the middle of the curve is nowhere more
/// than `max_error` units away from its control point (docs/doom3.md, "Tessellation").
void adaptive_segments(const PatchGrid& grid, double max_error, Segments& out) noexcept;
void fixed_segments(const PatchGrid& grid, std::uint32_t u, std::uint32_t v,
                    Segments& out) noexcept;

/// Working memory of fill_grid.
struct GridScratch {
    Vec3* normals;                // width * height
    flatline_doom3_vertex* line;  // height
};

/// Makes the vertices of a grid, row by row: as many as `segments` has columns times rows.
void fill_grid(const PatchGrid& grid, const Segments& segments, const GridScratch& scratch,
               flatline_doom3_vertex* out) noexcept;

/// Leaves out, in place, columns and then rows that lie within 0.2 units of the line through their
/// neighbours. Texture coordinates do not count.
void straighten(flatline_doom3_vertex* vertices, std::uint32_t& columns,
                std::uint32_t& rows) noexcept;

/// Makes two triangles for each cell, clockwise seen from where the normals point, as the engine
/// does.
void fill_indices(std::uint32_t first_vertex, std::uint32_t columns, std::uint32_t rows,
                  std::uint32_t* out) noexcept;

}  // namespace flatline::engine::doom3
