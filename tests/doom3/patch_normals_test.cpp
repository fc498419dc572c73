#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "doom3/patch.hpp"
#include "doom3/patches.hpp"

namespace {

using flatline::engine::doom3::Vec3;
using patches::arch;
using patches::corner;
using patches::Grid;

std::vector<Vec3> normals_of(const Grid& grid) {
    std::vector<Vec3> out(grid.points.size());
    flatline::engine::doom3::control_normals(grid.view(), out.data());
    return out;
}
void expect_near(const Vec3& n, double x, double y, double z) {
    EXPECT_NEAR(n.x, x, 1e-6);
    EXPECT_NEAR(n.y, y, 1e-6);
    EXPECT_NEAR(n.z, z, 1e-6);
}

// docs/doom3.md, "The curve".
TEST(PatchNormals, OfTheDocumentsPatch) {
    const std::vector<Vec3> normals = normals_of(corner());
    for (std::size_t j = 0; j < 3; ++j) {
        expect_near(normals[j], 0, -1, 0);
        expect_near(normals[3 + j], 0.707107, -0.707107, 0);
        expect_near(normals[6 + j], 1, 0, 0);
    }
    // Interpolated at u = 1/4: not what the surface has there.
    const patches::Mesh mesh = patches::fixed(corner(), 4, 2);
    for (std::uint32_t row = 0; row < 3; ++row) {
        EXPECT_NEAR(mesh.at(1, row).normal[0], 0.3681, 5e-5);
        EXPECT_NEAR(mesh.at(1, row).normal[1], -0.9298, 5e-5);
        EXPECT_NEAR(mesh.at(1, row).normal[2], 0, 1e-12);
        EXPECT_NEAR(mesh.at(2, row).normal[0], 0.707107, 1e-6);
    }
}

TEST(PatchNormals, AFlatGridHasOne) {
    for (const Vec3& n : normals_of(arch({{0, 0}, {32, 0}, {64, 0}}))) expect_near(n, 0, 0, 1);
    // 0.1 units from the plane of the corners are still flat, more are not.
    for (const Vec3& n : normals_of(arch({{0, 0}, {32, 0.09}, {64, 0}}))) expect_near(n, 0, 0, 1);
    EXPECT_NE(normals_of(arch({{0, 0}, {32, 0.2}, {64, 0}}))[0].x, 0);
    // A corner that three others cannot tell: the last column is one point with the first row's.
    Grid fan = arch({{0, 0}, {32, 0}, {64, 0}});
    for (std::size_t j = 0; j < 3; ++j) fan.points[6 + j] = {0, 0, 0, 0, 0};
    for (const Vec3& n : normals_of(fan)) EXPECT_NEAR(std::fabs(n.z), 1, 1e-12);
}

TEST(PatchNormals, CoincidentPointsAreLookedPast) {
    // The middle column lies on the first one: its normal comes from what is after it.
    Grid grid = corner();
    for (std::size_t j = 0; j < 3; ++j) grid.points[3 + j] = grid.points[j];
    grid.points[8].z += 40;  // not flat
    for (const Vec3& n : normals_of(grid)) EXPECT_NEAR(std::hypot(n.x, n.y, n.z), 1, 1e-12);
}

TEST(PatchNormals, ASeamIsSmooth) {
    // Eight columns round the z axis and the first one again; rows going up.
    Grid grid{9, 3, {}};
    for (int i = 0; i < 9; ++i) {
        const double angle = 2 * 3.14159265358979323846 * i / 8;
        for (int j = 0; j < 3; ++j) {
            grid.points.push_back({64 * std::cos(angle), 64 * std::sin(angle), 32.0 * j, 0, 0});
        }
    }
    const std::vector<Vec3> normals = normals_of(grid);
    for (std::size_t i = 0; i < 9; ++i) {
        const flatline_doom3_point& p = grid.points[3 * i];
        // Along u counter-clockwise and along v up: out of the cylinder, at the seam too.
        for (std::size_t j = 0; j < 3; ++j) expect_near(normals[3 * i + j], p.x / 64, p.y / 64, 0);
    }
}

TEST(PatchNormals, WithoutADirectionThereIsNone) {
    Grid grid = corner();
    for (flatline_doom3_point& p : grid.points) p = {1, 2, 3, 0, 0};
    for (const Vec3& n : normals_of(grid)) expect_near(n, 0, 0, 0);
    constexpr double kMost = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < 9; ++i) {
        grid.points[i].x = i % 2 == 0 ? kMost : -kMost;
        grid.points[i].y = i % 3 == 0 ? kMost : -kMost;
    }
    for (const Vec3& n : normals_of(grid)) {
        EXPECT_TRUE(std::isfinite(n.x) && std::isfinite(n.y) && std::isfinite(n.z));
    }
}

}  // namespace
