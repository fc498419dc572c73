// Fuzzer of Doom 3 geometry without the reader in front of it: the first byte chooses limits, the
// rest is numbers, as planes of one brush and as control points of one patch. What comes out is
// walked by the oracle.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../doom3/solids.hpp"
#include "../support/geometry_oracle.hpp"
#include "doom3/patch.hpp"
#include "doom3/tessellate.hpp"
#include "model/doom3_geometry.hpp"

namespace {

namespace d3 = flatline::engine::doom3;

[[noreturn]] void fail(const std::string& fault) {
    std::fprintf(stderr, "oracle: %s\n", fault.c_str());
    std::abort();
}

void build_brush(const std::vector<double>& numbers, const flatline::engine::Limits& limits) {
    solids::Planes planes;
    for (std::size_t i = 0; i + 4 <= numbers.size() && planes.size() < 200; i += 4) {
        planes.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
    }
    solids::Brush brush = solids::build(planes, limits);
    if (!brush.built) fail("the budget is spent");
    for (flatline_doom3_winding& w : brush.windings) std::memset(w.texture, 0, sizeof w.texture);
    const flatline_doom3_windings arrays{brush.windings.data(),
                                         &brush.solid,
                                         brush.points.data(),
                                         static_cast<std::uint32_t>(brush.windings.size()),
                                         1,
                                         static_cast<std::uint32_t>(brush.points.size()),
                                         0};
    const std::string fault = geometry_oracle::first_fault(arrays);
    if (!fault.empty()) fail(fault);
    const solids::Brush general = solids::build(planes, limits, false);
    const std::size_t bytes = brush.points.size() * sizeof(solids::Vec3);
    if (general.points.size() != brush.points.size() ||
        (bytes != 0 && std::memcmp(general.points.data(), brush.points.data(), bytes) != 0)) {
        fail("shortcut and general differ");
    }
}

void build_patch(const std::vector<double>& numbers, std::uint32_t width, double max_error) {
    std::vector<flatline_doom3_point> points;
    for (std::size_t i = 0; i + 5 <= numbers.size(); i += 5) {
        flatline_doom3_point p;
        std::memcpy(&p, &numbers[i], sizeof p);
        // The reader lets nothing else through.
        for (double* n : {&p.x, &p.y, &p.z, &p.s, &p.t}) *n = std::isfinite(*n) ? *n : 0;
        points.push_back(p);
    }
    const auto height = static_cast<std::uint32_t>(points.size() / width);
    if (height < 3 || height > 9) return;
    const d3::PatchGrid grid{points.data(), width, height};
    std::vector<std::uint32_t> u(grid.pieces_u());
    std::vector<std::uint32_t> v(grid.pieces_v());
    d3::Segments segments{u.data(), v.data()};
    d3::adaptive_segments(grid, max_error, segments);
    auto columns = static_cast<std::uint32_t>(d3::Segments::vertices(u.data(), grid.pieces_u()));
    auto rows = static_cast<std::uint32_t>(d3::Segments::vertices(v.data(), grid.pieces_v()));
    if (std::uint64_t{columns} * rows > 100'000) return;
    std::vector<flatline_doom3_vertex> vertices(std::size_t{columns} * rows);
    std::vector<d3::Vec3> normals(points.size());
    std::vector<flatline_doom3_vertex> line(height);
    d3::fill_grid(grid, segments, {normals.data(), line.data()}, vertices.data());
    d3::straighten(vertices.data(), columns, rows);
    std::vector<std::uint32_t> indices(6 * std::size_t{columns - 1} * (rows - 1));
    d3::fill_indices(0, columns, rows, indices.data());
    flatline_doom3_surface surface{};
    surface.columns = columns;
    surface.rows = rows;
    surface.index_count = static_cast<std::uint32_t>(indices.size());
    const flatline_doom3_surfaces arrays{
        &surface, vertices.data(), indices.data(), 1, columns * rows, surface.index_count, 0};
    const std::string fault = geometry_oracle::first_fault(arrays);
    if (!fault.empty()) fail(fault);
    (void)flatline::engine::is_degenerate_patch({points.data(), points.size()});
    (void)d3::evaluate(grid, numbers[0], numbers[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1 + 4 * sizeof(double)) return 0;
    std::vector<double> numbers((size - 1) / sizeof(double));
    std::memcpy(numbers.data(), data + 1, numbers.size() * sizeof(double));
    flatline::engine::Limits limits;
    if ((data[0] & 1) != 0) limits.winding_points = 5;
    if ((data[0] & 2) != 0) limits.world_coordinate = 64;
    if ((data[0] & 4) != 0) limits.world_coordinate = 2147483647;
    build_brush(numbers, limits);
    build_patch(numbers, 3 + (data[0] >> 3 & 3), (data[0] & 32) != 0 ? 4 : 0.01);
    return 0;
}
