#include "level/slope_counts.hpp"

#include <algorithm>
#include <string_view>

#include "level/slope_tables.hpp"

namespace flatline::engine::level {
namespace {

bool has_step(SlopeRules rules, SlopeStep step) noexcept {
    return std::any_of(std::begin(kSlopeSteps), std::end(kSlopeSteps),
                       [&](const SlopeStepRow& r) { return r.rules == rules && r.step == step; });
}

const flatline_column* column(const SlopeInput& in, std::uint8_t block,
                              std::string_view name) noexcept {
    return find_column(in.columns, find_field(block, name));
}

void count_thing(const SlopeInput& in, const SlopeThingRow& row, std::uint32_t index,
                 SlopeCounts& out) noexcept {
    switch (row.rule) {
        case ThingRule::vertex:
            ++out.vertex_things[static_cast<std::size_t>(row.surface)];
            return;
        case ThingRule::slope_vertex:
            if (!out.by_vertices) return;  // they do nothing by themselves
            out.vertex_tags += 1 + more_ids(in, index).size;
            break;
        case ThingRule::line_id:
            out.by_line_id = true;
            break;
        case ThingRule::copy:
            out.copies = true;
            break;
        default:
            break;
    }
    ++out.things;
    out.placed += needs_place(in.things[index]);
}

}  // namespace

SlopeCounts count_slopes(const SlopeInput& in) noexcept {
    SlopeCounts out;
    if (in.geometry.sector_count == 0) return out;
    const SlopeLineFinder find_line(kSlopeLines, in.rules);
    for (const flatline_linedef& line : in.geometry.linedefs) {
        const SlopeLineRow* row = find_line.find(line.special);
        if (row == nullptr) continue;
        ++out.lines;
        out.copies = out.copies || row->step == SlopeStep::copy_lines;
        out.by_vertices = out.by_vertices || row->rule == LineRule::vertices_srb2;
    }
    const SlopeThingFinder find_thing(kSlopeThings, in.rules);
    for (std::uint32_t i = 0; i < in.things.size(); ++i) {
        const SlopeThingRow* row = find_thing.find(in.things[i].type);
        if (row != nullptr) count_thing(in, *row, i, out);
    }
    if (has_step(in.rules, SlopeStep::plane_fields)) {
        for (const auto& of_surface : kPlaneFields) {
            for (const std::string_view name : of_surface) {
                out.fields = out.fields || column(in, FLATLINE_SECTOR, name) != nullptr;
            }
        }
    }
    const bool has_heights = has_step(in.rules, SlopeStep::vertex_heights);
    for (int s = 0; s < 2; ++s) {
        out.heights[s] =
            out.vertex_things[s] != 0 ||
            (has_heights && column(in, FLATLINE_VERTEX, kVertexHeightFields[s]) != nullptr);
    }
    return out;
}

flatline_text more_ids(const SlopeInput& in, std::uint32_t thing) noexcept {
    const flatline_column* more = column(in, FLATLINE_THING, "moreids");
    if (more == nullptr) return {0, 0};
    const std::uint32_t* end = more->elements + more->count;
    const std::uint32_t* at = std::lower_bound(more->elements, end, thing);
    return at != end && *at == thing ? more->values.ids[at - more->elements] : flatline_text{0, 0};
}

}  // namespace flatline::engine::level
