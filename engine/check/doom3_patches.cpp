// Rules about patches of Doom 3 maps.
#include "check/rules.hpp"
#include "model/doom3_geometry.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::uint32_t kLeastSize = 3;
constexpr std::uint32_t kEditorSize = 99;  // DarkRadiant and netradiant-custom
constexpr std::int32_t kMostSubdivisions = 64;

void check_size(const flatline_doom3_patch& patch, const FindingSubject& place,
                const Report& report) noexcept {
    const std::int64_t width = patch.width;
    const std::int64_t height = patch.height;
    if (patch.width < kLeastSize || patch.height < kLeastSize) {
        report.in_map(Rule::patch_bad_size, place, width, height);
    }
    if (patch.width % 2 == 0 || patch.height % 2 == 0) {
        report.in_map(Rule::patch_even_dimension, place, width, height);
    }
    if (patch.width > kEditorSize || patch.height > kEditorSize) {
        report.in_map(Rule::patch_too_large, place, width, height);
    }
}

}  // namespace

void check_patches(const Doom3Map& map, const Report& report) noexcept {
    std::uint32_t index = 0;
    for (const flatline_doom3_patch& patch : map.patches()) {
        const FindingSubject place{FLATLINE_PATCH, index++, patch.offset, 1};
        const std::int32_t u = patch.subdivisions[0];
        const std::int32_t v = patch.subdivisions[1];
        if (patch.kind == FLATLINE_DOOM3_PATCH_DEF3 &&
            (u < 1 || u > kMostSubdivisions || v < 1 || v > kMostSubdivisions)) {
            report.in_map(Rule::patch_bad_subdivisions, place, u, v);
        }
        if (patch.width == 0) continue;  // the reader has said why there are no points
        check_size(patch, place, report);
        if (is_degenerate_patch(map.points(patch))) {
            report.in_map(Rule::patch_degenerate, place);
        }
    }
}

}  // namespace flatline::engine::sanity
