// A fast check that finds most segs sound, so that the full check can skip them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/compiler.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

inline constexpr double kOffLine = 1.0;  // map units that a seg may lie off its linedef

/// Both ends at once: v1 and v2 are the first members of segs and linedefs.
template <class Element>
std::uint64_t ends_of(const Element& element) noexcept {
    static_assert(offsetof(Element, v1) == 0 && offsetof(Element, v2) == 4);
    std::uint64_t ends;
    std::memcpy(&ends, &element, sizeof ends);
    return ends;
}

/// True if a piece of a line lies on it, between its ends, and runs as its side does.
inline bool lies_on_line(const Arrays& arrays, const MapView& map,
                         const flatline_seg& seg) noexcept {
    const flatline_linedef& line = map.linedefs[seg.linedef];
    const flatline_vertex& a = map.vertices[line.v1];
    const flatline_vertex& b = map.vertices[line.v2];
    const flatline_vertex& p = arrays.point(map, seg.v1);
    const flatline_vertex& q = arrays.point(map, seg.v2);
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double length2 = dx * dx + dy * dy;
    const double limit = kOffLine * kOffLine * length2;
    const double p_along = (p.x - a.x) * dx + (p.y - a.y) * dy;
    const double q_along = (q.x - a.x) * dx + (q.y - a.y) * dy;
    const double p_cross = (p.x - a.x) * dy - (p.y - a.y) * dx;
    const double q_cross = (q.x - a.x) * dy - (q.y - a.y) * dx;
    const double way = seg.side != 0 ? p_along - q_along : q_along - p_along;
    // Nothing is beside a line without a length, nor beside one whose length is no number.
    const bool measured = (length2 > 0) & (length2 <= std::numeric_limits<double>::max());
    return measured & (p_along >= 0) & (p_along <= length2) & (q_along >= 0) &
           (q_along <= length2) & (p_cross * p_cross <= limit) & (q_cross * q_cross <= limit) &
           (way >= 0);
}

/// Looks at the segs of an extended form. Segs of different kinds follow each other without a
/// pattern, and a branch that is guessed wrong costs more than asking everything. So all is asked
/// of every seg, and only at the end of many it is looked at whether something was wrong.
/// Precondition: the map has a linedef, which is looked at where a seg has none.
template <bool kGl>
class SoundCheck {
public:
    SoundCheck(const Arrays& arrays, const MapView& map) noexcept
        : a_(arrays),
          map_(map),
          vertices_(a_.original_vertices + a_.vertex_count),
          line_count_(static_cast<std::uint32_t>(map.linedefs.size())) {}

    static constexpr std::uint32_t kSubsectorsAtOnce =
        16;  // subsectors that are looked at together

    /// True if the slow check would find nothing in the subsectors [first, end), at most
    /// kSubsectorsAtOnce, not even a note; their sectors are filled then, by the next call or by
    /// finish(). Nothing else is changed. False says nothing.
    bool take(std::uint32_t first, std::uint32_t end) noexcept {
        const flatline_subsector* subsectors = a_.subsectors;
        constexpr std::uint32_t kLeast = kGl ? 3 : 1;
        bool good = true;
        std::uint32_t next = subsectors[first].first;
        for (std::uint32_t i = first; i < end; ++i) {
            good = good & (subsectors[i].first == next) & (subsectors[i].count >= kLeast);
            next += subsectors[i].count;
        }
        if (!good) return false;
        for (std::uint32_t i = subsectors[first].first; i < next; i += kAtOnce) {
            if (!all_sound(i, std::min(next, i + kAtOnce))) return false;
        }
        finish();
        return find_sectors(first, end);
    }

    /// Fills the sectors of the subsectors that were taken last. They have been asked for, and the
    /// memory has had the time of a block to come.
    void finish() noexcept {
        for (std::uint32_t i = 0; i < found_count_; ++i) {
            a_.put(a_.subsectors[found_first_ + i].sector, map_.sidedefs[found_[i]].sector);
        }
        found_count_ = 0;
    }

    /// True if the slow check would find nothing in seg i.
    bool is_sound(std::uint32_t i) const noexcept { return all_sound(i, i + 1); }

private:
    static constexpr std::uint32_t kAtOnce = 64;
    static constexpr std::uint32_t kAhead = 24;  // how many segs ahead memory is asked for

    // All bits or none: compilers make branches of other choices between indices.
    static std::uint32_t mask(bool all) noexcept { return 0 - std::uint32_t{all}; }

    // Segs lie in the order of the tree, lines in that of the map, so a large map would wait for
    // memory again and again. Forced inline for the same reason as prefetch().
    FLATLINE_ALWAYS_INLINE void ask_early(const flatline_seg& seg) const noexcept {
        prefetch(map_.linedefs.data() + (seg.linedef & mask(seg.linedef < line_count_)));
        if constexpr (kGl) prefetch(a_.segs + (seg.partner & mask(seg.partner < a_.seg_count)));
    }

    bool all_sound(std::uint32_t first, std::uint32_t end) const noexcept {
        std::uint32_t cuts[kAtOnce];  // segs that are pieces of lines, which takes longer
        std::uint32_t cut_count = 0;
        bool good = true;
        for (std::uint32_t i = first; i < end; ++i) {
            ask_early(a_.segs[std::min(i + kAhead, a_.seg_count - 1)]);
            bool cut = false;
            good = good & fits(i, cut);
            cuts[cut_count] = i;
            cut_count += cut ? 1u : 0u;
        }
        if (!good) return false;
        for (std::uint32_t k = 0; k < cut_count; ++k)
            good = good & lies_on_line(a_, map_, a_.segs[cuts[k]]);
        return good;
    }

    // True if everything that a seg names exists and names it back. `cut`: it must lie on its
    // line, too.
    bool fits(std::uint32_t i, bool& cut) const noexcept {
        const flatline_seg& seg = a_.segs[i];
        const bool exists = seg.linedef < line_count_;
        const flatline_linedef& line = map_.linedefs[seg.linedef & mask(exists)];
        const bool sided = (seg.side == 0) | ((seg.side == 1) & (line.sideback != FLATLINE_NONE));
        const std::uint64_t ends = ends_of(seg);
        const int back = seg.side & 1 ? 32 : 0;
        const bool whole = ends_of(line) == std::rotl(ends, back);
        const bool good = (seg.v1 < vertices_) & (seg.v2 < vertices_);
        if constexpr (kGl) {
            const std::uint32_t p = seg.partner;
            const bool named = p < a_.seg_count;
            const flatline_seg& other = a_.segs[i ^ ((i ^ p) & mask(named))];
            const bool mini = seg.linedef == FLATLINE_NONE;
            const bool alone = (p == FLATLINE_NONE) & !mini;
            const bool paired = named & (p != i) & (other.partner == i) &
                                (ends_of(other) == std::rotl(ends, 32)) &
                                (other.linedef == seg.linedef);
            cut = !(mini | whole);
            return good & (paired | alone) & ((mini & (seg.side <= 1)) | (exists & sided));
        } else {
            cut = !whole;  // an open tree has no partners and no minisegs
            return good & exists & sided;
        }
    }

    // Finds the side that gives each subsector its sector: of the first seg with a linedef, which
    // is nearly always among the first three. Precondition: all is sound. False if there is
    // none.
    bool find_sectors(std::uint32_t first, std::uint32_t end) noexcept {
        for (std::uint32_t i = first; i < end; ++i) {
            const flatline_subsector& subsector = a_.subsectors[i];
            const flatline_seg* segs = a_.segs + subsector.first;
            std::uint32_t real = 0;
            if constexpr (kGl) {
                const std::uint32_t mini = segs[0].linedef == FLATLINE_NONE ? 1 : 0;
                real = mini + (mini & (segs[1].linedef == FLATLINE_NONE ? 1u : 0u));
                while (segs[real].linedef == FLATLINE_NONE) {
                    if (++real == subsector.count) return false;
                }
            }
            const flatline_linedef& line = map_.linedefs[segs[real].linedef];
            const std::uint32_t side = segs[real].side == 0 ? line.sidefront : line.sideback;
            prefetch(&map_.sidedefs.data()[side].sector);
            found_[i - first] = side;
        }
        found_first_ = first;
        found_count_ = end - first;
        return true;
    }

    const Arrays& a_;
    const MapView& map_;
    std::uint64_t vertices_;
    std::uint32_t line_count_;
    std::uint32_t found_[kSubsectorsAtOnce] = {};  // sides that the sectors of subsectors are of
    std::uint32_t found_first_ = 0;
    std::uint32_t found_count_ = 0;
};

}  // namespace flatline::engine::nodes
