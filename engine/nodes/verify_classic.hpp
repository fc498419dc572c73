// Verifies the segs and subsectors of the classic forms.
#pragma once

#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// Checks that what segs and subsectors name exists, and finds the sectors of subsectors. Builders
/// rounded the vertices, up to 7 units off the line in real maps, and leave subsectors open, so
/// nothing is measured.
class ClassicCheck {
public:
    ClassicCheck(const Arrays& arrays, const Places& places, const MapView& map,
                 const Limits& limits, Reporter& reporter) noexcept
        : a_(arrays),
          places_(places),
          map_(map),
          limits_(limits),
          reporter_(reporter),
          vertices_(a_.original_vertices + a_.vertex_count) {}

    void run() noexcept {
        for (std::uint32_t i = 0; i < a_.seg_count; ++i) check_seg(i);
        std::uint64_t named = 0;
        for (std::uint32_t i = 0; i < a_.subsector_count; ++i) {
            named += a_.subsectors[i].count;
            check_subsector(i);
            // Ranges may overlap, and whoever walks over all of them looks at so many segs.
            if (named > limits_.segs) {
                reporter_.add(Rule::limit_segs, places_.subsector(i),
                              static_cast<std::int64_t>(named),
                              static_cast<std::int64_t>(limits_.segs));
                return;
            }
        }
    }

private:
    void check_seg(std::uint32_t i) noexcept {
        const flatline_seg& seg = a_.segs[i];
        if (seg.v1 >= vertices_) {
            add(Rule::nodes_vertex_range, places_.seg(i, SegField::v1), i, seg.v1);
        } else if (seg.v2 >= vertices_) {
            add(Rule::nodes_vertex_range, places_.seg(i, SegField::v2), i, seg.v2);
        }
        if (seg.linedef >= map_.linedefs.size()) {
            add(Rule::nodes_linedef_range, places_.seg(i, SegField::linedef), i, seg.linedef);
            return;
        }
        if (seg.side > 1 || sidedef(seg) == FLATLINE_NONE) {
            add(Rule::nodes_side, places_.seg(i, SegField::side), i, seg.side);
        }
    }

    void check_subsector(std::uint32_t i) noexcept {
        flatline_subsector& subsector = a_.subsectors[i];
        const std::uint64_t end = std::uint64_t{subsector.first} + subsector.count;
        if (subsector.count == 0) {
            add(Rule::nodes_subsector_empty, places_.subsector(i), i, 0);
        } else if (end > a_.seg_count) {
            reporter_.add(Rule::nodes_seg_range, places_.subsector(i), i,
                          static_cast<std::int64_t>(end - 1));
        } else if (!reporter_.dropped()) {
            a_.put(subsector.sector, map_.sidedefs[sidedef(a_.segs[subsector.first])].sector);
        }
    }

    std::uint32_t sidedef(const flatline_seg& seg) const noexcept {
        const flatline_linedef& line = map_.linedefs[seg.linedef];
        return seg.side == 0 ? line.sidefront : line.sideback;
    }
    void add(Rule rule, LumpPlace at, std::uint32_t a, std::uint32_t b) noexcept {
        reporter_.add(rule, at, a, b);
    }

    const Arrays& a_;
    const Places& places_;
    const MapView& map_;
    const Limits& limits_;
    Reporter& reporter_;
    std::uint64_t vertices_;
};

}  // namespace flatline::engine::nodes
