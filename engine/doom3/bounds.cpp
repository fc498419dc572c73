#include "doom3/bounds.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "base/array.hpp"
#include "flatline/types.h"
#include "text/name_pool.hpp"

namespace flatline::engine::doom3 {
namespace {

// In each array at most one page is charged and not filled.
constexpr std::uint64_t kArrays = 9;
constexpr std::uint64_t kSlack = kArrays * kChargedPage;
constexpr std::uint64_t kMaterialBytes = sizeof(flatline_text) + text::NamePool::kTableBytesAName;
constexpr std::uint64_t kSideBytes =
    sizeof(flatline_doom3_side) + sizeof(flatline_doom3_quake_texture);
constexpr std::uint64_t kLeastSideParentheses = 3;

// The shortest of each kind that a text may hold. A material is kept where the rest of its side or
// patch is left out.
constexpr std::string_view kPair = "a\"\"";
constexpr std::string_view kBlock = "{}";  // an entity or, in one, a brush
constexpr std::string_view kSide = "(0 0 0 0)((0 0 0)(0 0 0))a";
constexpr std::string_view kBareSide = "(0 0 0)(0 0 0)(0 0 0)a 0 0 0 0 0";
constexpr std::string_view kPatch = "{patchDef2{a(0 0 0 0 0)()}}";
constexpr std::string_view kPoint = "(0 0 0 0 0)";
constexpr std::string_view kMaterial = "{patchDef2{a";

// What a byte of text may come to, entities and brushes apart.
constexpr std::uint64_t kMostOfAByte = 6;
constexpr std::uint64_t most_of(std::string_view text) { return kMostOfAByte * text.size(); }
static_assert(most_of(kPair) >= sizeof(flatline_doom3_pair) &&
              most_of(kSide) >= sizeof(flatline_doom3_side) + kMaterialBytes &&
              most_of(kBareSide) >= kSideBytes + kMaterialBytes &&
              most_of(kPatch) >= sizeof(flatline_doom3_patch) + kMaterialBytes &&
              most_of(kPoint) >= sizeof(flatline_doom3_point) &&
              most_of(kMaterial) >= kMaterialBytes);

}  // namespace

Bounds bounds_by_counts(const text::MapCounts& counts, std::uint64_t text_bytes,
                        const Limits& limits) noexcept {
    Bounds bounds = {};
    bounds.entities = bounds.brushes = bounds.patches = counts.braces;
    bounds.pairs = std::min(text_bytes / kPair.size(), limits.pairs);
    bounds.sides = counts.parentheses / kLeastSideParentheses;
    bounds.points = std::min(counts.parentheses, limits.patch_points);
    bounds.materials = bounds.sides + counts.braces;
    // A brace opens an entity, a brush or a patch. A parenthesis belongs to a side or is a point. A
    // pair belongs to an entity or to a primitive.
    constexpr std::uint64_t kBraceBytes =
        std::max({sizeof(flatline_doom3_entity), sizeof(flatline_doom3_brush),
                  sizeof(flatline_doom3_patch)});
    bounds.bytes = counts.braces * kBraceBytes + bounds.pairs * sizeof(flatline_doom3_pair) +
                   bounds.sides * kSideBytes + bounds.points * sizeof(flatline_doom3_point) +
                   bounds.materials * kMaterialBytes + text::NamePool::kFirstTableBytes + kSlack;
    return bounds;
}

Bounds bounds_by_size(std::uint64_t text_bytes, const Limits& limits) noexcept {
    // Texts of about the same size get the same places: a loader goes on to fill the pages that it
    // has touched.
    const std::uint64_t most_bytes = std::bit_ceil(text_bytes);
    // One more of each is begun and not ended.
    const auto of = [&](std::string_view shortest) { return most_bytes / shortest.size() + 1; };
    Bounds bounds = {};
    bounds.by_size = true;
    bounds.entities = std::min(of(kBlock), limits.entities);
    bounds.brushes = std::min(of(kBlock), limits.brushes);
    bounds.pairs = std::min(of(kPair), limits.pairs);
    bounds.sides = of(kSide);
    bounds.patches = of(kPatch);
    bounds.points = std::min(of(kPoint), limits.patch_points);
    bounds.materials = of(kMaterial);
    const auto in_text = [&](std::uint64_t most) {
        return std::min(text_bytes / kBlock.size() + 1, most);
    };
    bounds.bytes = in_text(limits.entities) * sizeof(flatline_doom3_entity) +
                   in_text(limits.brushes) * sizeof(flatline_doom3_brush) +
                   text_bytes * kMostOfAByte + kSideBytes + text::NamePool::kFirstTableBytes +
                   kSlack;
    return bounds;
}

}  // namespace flatline::engine::doom3
