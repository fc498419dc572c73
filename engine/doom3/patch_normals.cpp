// Makes the normals of a patch's control points as the engine does.
#include <cstddef>
#include <cstdint>

#include "doom3/patch.hpp"

namespace flatline::engine::doom3 {
namespace {

constexpr double kFlat = 0.1;       // units from a plane at which a grid still counts as flat
constexpr double kSeam = 1.0;       // units between two borders of a grid that is closed
constexpr std::int64_t kLooks = 3;  // how far to look for a point in another place

// The eight neighbours of a point, going round from +v to +u.
struct GridStep {
    int u, v;
};
constexpr GridStep kAround[8] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                 {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

double length_of(const Vec3& v) noexcept { return direction(v).length; }

// The normal of a plane through the first corner and two others; zero where no two of them span
// one.
Vec3 corner_normal(const PatchGrid& grid) noexcept {
    const Vec3 first = place(grid.at(0, 0));
    const Vec3 along_u = place(grid.at(grid.width - 1, 0)) - first;
    const Vec3 across = place(grid.at(grid.width - 1, grid.height - 1)) - first;
    const Vec3 along_v = place(grid.at(0, grid.height - 1)) - first;
    const Vec3 candidates[] = {cross(along_u, across), cross(along_u, along_v),
                               cross(across, along_v)};
    for (const Vec3& normal : candidates) {
        const Direction found = direction(normal);
        if (found.length > 0) return found.unit;
    }
    return {};
}

bool flat(const PatchGrid& grid, const Vec3& normal) noexcept {
    if (largest(normal) == 0) return false;
    const Vec3 first = place(grid.at(0, 0));
    const std::size_t count = static_cast<std::size_t>(grid.width) * grid.height;
    for (std::size_t i = 0; i < count; ++i) {
        if (!(std::fabs(dot(place(grid.points[i]) - first, normal)) <= kFlat)) return false;
    }
    return true;
}

// True if the first and the last column, or row, lie in the same place.
bool seam_u(const PatchGrid& grid) noexcept {
    for (std::uint32_t j = 0; j < grid.height; ++j) {
        if (!(length_of(place(grid.at(0, j)) - place(grid.at(grid.width - 1, j))) <= kSeam))
            return false;
    }
    return true;
}
bool seam_v(const PatchGrid& grid) noexcept {
    for (std::uint32_t i = 0; i < grid.width; ++i) {
        if (!(length_of(place(grid.at(i, 0)) - place(grid.at(i, grid.height - 1))) <= kSeam))
            return false;
    }
    return true;
}

// Steps over a seam; false outside the grid. A border at a seam is there twice and is left out
// once.
bool wrap(std::int64_t& at, std::int64_t size, bool seam) noexcept {
    if (seam && at < 0) at += size - 1;
    if (seam && at >= size) at -= size - 1;
    return at >= 0 && at < size;
}

}  // namespace

void control_normals(const PatchGrid& grid, Vec3* normals) noexcept {
    const std::size_t count = static_cast<std::size_t>(grid.width) * grid.height;
    const Vec3 corner = corner_normal(grid);
    if (flat(grid, corner)) {
        for (std::size_t i = 0; i < count; ++i) normals[i] = corner;
        return;
    }
    const bool closed_u = seam_u(grid);
    const bool closed_v = seam_v(grid);
    for (std::uint32_t i = 0; i < grid.width; ++i) {
        for (std::uint32_t j = 0; j < grid.height; ++j) {
            const Vec3 here = place(grid.at(i, j));
            Vec3 around[8];  // zero where there is nothing in that direction
            for (int k = 0; k < 8; ++k) {
                around[k] = {};
                for (std::int64_t step = 1; step <= kLooks && largest(around[k]) == 0; ++step) {
                    std::int64_t u = i + step * kAround[k].u;
                    std::int64_t v = j + step * kAround[k].v;
                    if (!wrap(u, grid.width, closed_u) || !wrap(v, grid.height, closed_v)) break;
                    around[k] = direction(place(grid.at(static_cast<std::uint32_t>(u),
                                                        static_cast<std::uint32_t>(v))) -
                                          here)
                                    .unit;
                }
            }
            Vec3 sum{};
            for (int k = 0; k < 8; ++k) {
                sum = sum + direction(cross(around[(k + 1) % 8], around[k])).unit;
            }
            normals[static_cast<std::size_t>(i) * grid.height + j] = direction(sum).unit;
        }
    }
}

}  // namespace flatline::engine::doom3
