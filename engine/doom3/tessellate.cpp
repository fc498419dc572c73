#include "doom3/tessellate.hpp"

#include <algorithm>
#include <cstddef>

namespace flatline::engine::doom3 {
namespace {

constexpr double kStraight = 0.2;  // units from the line through the neighbours

Vec3 second_difference(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    return (a - b) + (c - b);
}

// The segments after as many halvings as a squared second difference needs. The middle of the curve
// is a quarter of the difference away from its chord, and each halving leaves a quarter of that. A
// difference that is not a number gets the most halvings.
std::uint32_t segments_for(double squared, double max_error) noexcept {
    const double most = 16 * max_error * max_error;
    std::uint32_t halvings = 0;
    for (; halvings < kMostHalvings && !(squared <= most); ++halvings) squared /= 16;
    return 2u << halvings;
}

// The larger number; NaN counts as the largest.
double worst(double a, double b) noexcept { return a >= b || std::isnan(a) ? a : b; }

double squared(const Vec3& v) noexcept { return dot(v, v); }

flatline_doom3_vertex weighted(const Weights& w, const flatline_doom3_vertex& a,
                               const flatline_doom3_vertex& b,
                               const flatline_doom3_vertex& c) noexcept {
    const auto mix = [&w](double x, double y, double z) {
        return w.b[0] * x + w.b[1] * y + w.b[2] * z;
    };
    return {mix(a.x, b.x, c.x),
            mix(a.y, b.y, c.y),
            mix(a.z, b.z, c.z),
            mix(a.s, b.s, c.s),
            mix(a.t, b.t, c.t),
            {mix(a.normal[0], b.normal[0], c.normal[0]), mix(a.normal[1], b.normal[1], c.normal[1]),
             mix(a.normal[2], b.normal[2], c.normal[2])}};
}

flatline_doom3_vertex control(const PatchGrid& grid, const Vec3* normals, std::uint32_t i,
                              std::uint32_t j) noexcept {
    const flatline_doom3_point& p = grid.at(i, j);
    const Vec3& n = normals[static_cast<std::size_t>(i) * grid.height + j];
    return {p.x, p.y, p.z, p.s, p.t, {n.x, n.y, n.z}};
}

void publish(const flatline_doom3_vertex& in, flatline_doom3_vertex& out) noexcept {
    const Vec3 n = direction({in.normal[0], in.normal[1], in.normal[2]}).unit;
    out = {finite(in.x), finite(in.y), finite(in.z),
           finite(in.s), finite(in.t), {n.x + 0.0, n.y + 0.0, n.z + 0.0}};
}

Vec3 corner_place(const flatline_doom3_vertex& v) noexcept { return {v.x, v.y, v.z}; }

// The squared distance of b from the line through a and c, or from a where a and c are one point.
bool is_straight(const flatline_doom3_vertex& a, const flatline_doom3_vertex& b,
                 const flatline_doom3_vertex& c) noexcept {
    const Direction along = direction(corner_place(c) - corner_place(a));
    const Vec3 to = corner_place(b) - corner_place(a);
    const Vec3 off = to - dot(to, along.unit) * along.unit;
    return squared(off) < kStraight * kStraight;
}

// Moves those of `count` lines of vertices that stay to the front of `vertices`; `at(line, k)` is
// the index of vertex k of a line. When a line is left out, the lines beside it become neighbours.
template <class At>
std::uint32_t drop_straight(flatline_doom3_vertex* vertices, std::uint32_t count,
                            std::uint32_t length, At at) noexcept {
    std::uint32_t kept = 1;
    for (std::uint32_t line = 1; line < count; ++line) {
        bool stays = line + 1 == count;
        for (std::uint32_t k = 0; k < length && !stays; ++k) {
            stays = !is_straight(vertices[at(kept - 1, k)], vertices[at(line, k)],
                                 vertices[at(line + 1, k)]);
        }
        if (!stays) continue;
        for (std::uint32_t k = 0; k < length; ++k) vertices[at(kept, k)] = vertices[at(line, k)];
        ++kept;
    }
    return kept;
}

}  // namespace

void fixed_segments(const PatchGrid& grid, std::uint32_t u, std::uint32_t v,
                    Segments& out) noexcept {
    std::fill_n(out.u, grid.pieces_u(), u);
    std::fill_n(out.v, grid.pieces_v(), v);
}

void adaptive_segments(const PatchGrid& grid, double max_error, Segments& out) noexcept {
    const std::uint32_t rows = 2 * grid.pieces_v() + 1;
    const auto at = [&grid](std::uint32_t i, std::uint32_t j) {
        return doom3::place(grid.at(i, j));
    };
    for (std::uint32_t a = 0; a < grid.pieces_u(); ++a) {
        double most = 0;
        for (std::uint32_t j = 0; j < rows; ++j) {
            const Vec3 d = second_difference(at(2 * a, j), at(2 * a + 1, j), at(2 * a + 2, j));
            most = worst(most, squared(d));
        }
        out.u[a] = segments_for(most, max_error);
    }
    // Rows are looked at after columns were halved, so in the columns of control points that are
    // there by then: those on the curve and those between them.
    for (std::uint32_t b = 0; b < grid.pieces_v(); ++b) {
        double most = 0;
        const auto along_v = [&](std::uint32_t i) {
            return second_difference(at(i, 2 * b), at(i, 2 * b + 1), at(i, 2 * b + 2));
        };
        for (std::uint32_t a = 0; a < grid.pieces_u(); ++a) {
            const Vec3 d[3] = {along_v(2 * a), along_v(2 * a + 1), along_v(2 * a + 2)};
            const std::uint32_t parts = out.u[a] / 2;
            for (std::uint32_t k = 0; k <= 2 * parts; ++k) {
                const double from = static_cast<double>(k / 2) / parts;
                const double to = k % 2 == 0 ? from : static_cast<double>(k / 2 + 1) / parts;
                const Vec3 mixed = (1 - from) * (1 - to) * d[0] +
                                   (from * (1 - to) + to * (1 - from)) * d[1] + from * to * d[2];
                most = worst(most, squared(mixed));
            }
        }
        out.v[b] = segments_for(most, max_error);
    }
}

void fill_grid(const PatchGrid& grid, const Segments& segments, const GridScratch& scratch,
               flatline_doom3_vertex* out) noexcept {
    control_normals(grid, scratch.normals);
    const std::uint64_t columns = Segments::vertices(segments.u, grid.pieces_u());
    std::uint64_t column = 0;
    for (std::uint32_t a = 0; a < grid.pieces_u(); ++a) {
        // The last vertex of a piece is the first of the next one.
        const bool last_piece = a + 1 == grid.pieces_u();
        for (std::uint32_t i = 0; i < segments.u[a] + (last_piece ? 1u : 0u); ++i, ++column) {
            const Weights wu = bezier(static_cast<double>(i) / segments.u[a]);
            for (std::uint32_t j = 0; j < grid.height; ++j) {
                scratch.line[j] = weighted(wu, control(grid, scratch.normals, 2 * a, j),
                                           control(grid, scratch.normals, 2 * a + 1, j),
                                           control(grid, scratch.normals, 2 * a + 2, j));
            }
            std::uint64_t row = 0;
            for (std::uint32_t b = 0; b < grid.pieces_v(); ++b) {
                const bool last = b + 1 == grid.pieces_v();
                for (std::uint32_t j = 0; j < segments.v[b] + (last ? 1u : 0u); ++j, ++row) {
                    const Weights wv = bezier(static_cast<double>(j) / segments.v[b]);
                    const flatline_doom3_vertex* const c = scratch.line + 2 * b;
                    publish(weighted(wv, c[0], c[1], c[2]), out[row * columns + column]);
                }
            }
        }
    }
}

void straighten(flatline_doom3_vertex* vertices, std::uint32_t& columns,
                std::uint32_t& rows) noexcept {
    const std::size_t stride = columns;
    columns = drop_straight(vertices, columns, rows, [stride](std::uint32_t line, std::uint32_t k) {
        return k * stride + line;
    });
    rows = drop_straight(vertices, rows, columns, [stride](std::uint32_t line, std::uint32_t k) {
        return line * stride + k;
    });
    if (columns == stride) return;
    for (std::uint32_t j = 1; j < rows; ++j) {
        std::copy_n(vertices + j * stride, columns,
                    vertices + static_cast<std::size_t>(j) * columns);
    }
}

void fill_indices(std::uint32_t first_vertex, std::uint32_t columns, std::uint32_t rows,
                  std::uint32_t* out) noexcept {
    for (std::uint32_t i = 0; i + 1 < columns; ++i) {
        for (std::uint32_t j = 0; j + 1 < rows; ++j) {
            const std::uint32_t v1 = first_vertex + j * columns + i;
            const std::uint32_t v2 = v1 + 1;
            const std::uint32_t v3 = v2 + columns;
            const std::uint32_t v4 = v1 + columns;
            for (const std::uint32_t v : {v1, v3, v2, v1, v4, v3}) *out++ = v;
        }
    }
}

}  // namespace flatline::engine::doom3
