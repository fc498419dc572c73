// Rules about patches of Doom 3 maps.
#include <cmath>

#include "check/rules.hpp"

namespace flatline::sanity {
namespace {

constexpr std::uint32_t kLeastSize = 3;
constexpr std::uint32_t kEditorSize = 99;  // DarkRadiant and netradiant-custom
constexpr std::int32_t kMostSubdivisions = 64;

struct Vector {
    double x, y, z;
};

Vector between(const flatline_d3_point& from, const flatline_d3_point& to) noexcept {
    return {to.x - from.x, to.y - from.y, to.z - from.z};
}

double length(const Vector& v) noexcept { return std::hypot(v.x, v.y, v.z); }

// All points in one place, or on one line to a millionth of its length.
bool is_degenerate(View<flatline_d3_point> points) noexcept {
    constexpr double kNear = 1e-6;
    Vector longest{0, 0, 0};
    for (const flatline_d3_point& point : points) {
        const Vector v = between(points[0], point);
        if (length(v) > length(longest)) longest = v;
    }
    const double size = length(longest);
    if (size <= kNear) return true;
    const Vector along{longest.x / size, longest.y / size, longest.z / size};
    for (const flatline_d3_point& point : points) {
        const Vector v = between(points[0], point);
        const Vector across{v.y * along.z - v.z * along.y, v.z * along.x - v.x * along.z,
                            v.x * along.y - v.y * along.x};
        if (length(across) > kNear * size) return false;
    }
    return true;
}

void check_size(const flatline_d3_patch& patch, const Place& place,
                FindingList& findings) noexcept {
    const std::int64_t width = patch.width;
    const std::int64_t height = patch.height;
    if (patch.width < kLeastSize || patch.height < kLeastSize) {
        report_at(findings, Rule::patch_bad_size, place, width, height);
    }
    if (patch.width % 2 == 0 || patch.height % 2 == 0) {
        report_at(findings, Rule::patch_even_dimension, place, width, height);
    }
    if (patch.width > kEditorSize || patch.height > kEditorSize) {
        report_at(findings, Rule::patch_too_large, place, width, height);
    }
}

}  // namespace

void check_patches(const Doom3Map& map, FindingList& findings) noexcept {
    std::uint32_t index = 0;
    for (const flatline_d3_patch& patch : map.patches()) {
        const Place place{FLATLINE_PATCH, index++, patch.offset, 1};
        const std::int32_t u = patch.subdivisions[0];
        const std::int32_t v = patch.subdivisions[1];
        if (patch.kind == FLATLINE_D3_PATCH_DEF3 &&
            (u < 1 || u > kMostSubdivisions || v < 1 || v > kMostSubdivisions)) {
            report_at(findings, Rule::patch_bad_subdivisions, place, u, v);
        }
        if (patch.width == 0) continue;  // the reader has said why there are no points
        check_size(patch, place, findings);
        if (is_degenerate(map.points(patch))) {
            report_at(findings, Rule::patch_degenerate, place);
        }
    }
}

}  // namespace flatline::sanity
