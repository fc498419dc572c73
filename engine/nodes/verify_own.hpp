// A fast check of the segs of trees that this library made: built ones and those of baked files.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/compiler.hpp"
#include "nodes/decode.hpp"
#include "nodes/verify_sound.hpp"

namespace flatline::engine::nodes {

/// Looks at GL segs in their order. Of two partners the first one is compared with its line, and
/// the second one with the first: so a large tree jumps to other memory half as often. The work on
/// 64 segs is done in steps, and what a step needs is asked for while other segs have theirs.
/// Precondition: the map has a linedef, which is looked at where a seg has none.
class OwnSegsCheck {
public:
    OwnSegsCheck(const Arrays& arrays, const MapView& map) noexcept
        : a_(arrays),
          map_(map),
          vertices_(std::uint64_t{a_.original_vertices} + a_.vertex_count),
          line_count_(static_cast<std::uint32_t>(map.linedefs.size())),
          last_seg_(a_.seg_count - 1),
          segs_at_(reinterpret_cast<std::uintptr_t>(a_.segs)),
          before_lines_(reinterpret_cast<std::uintptr_t>(map.linedefs.data()) -
                        sizeof(flatline_linedef)),
          keeps_notes_(a_.differs == nullptr) {}

    /// True if the full check would find nothing, and in a built tree not even a note; sectors of
    /// subsectors are filled then. False says nothing.
    bool run() noexcept {
        const std::uint64_t blocks = (std::uint64_t{a_.seg_count} + kAtOnce - 1) / kAtOnce;
        for (std::uint64_t i = 0; i < blocks + 3; ++i) {
            Block& ended = blocks_[(i + 1) % 4];  // the oldest, whose sectors have come
            put_sectors(ended);
            if (!find_sides(blocks_[(i + 2) % 4]) || !cuts_lie(blocks_[(i + 2) % 4])) return false;
            if (!pairs_fit(blocks_[(i + 3) % 4]) || !lines_fit(blocks_[(i + 3) % 4])) return false;
            const std::uint64_t first = std::min<std::uint64_t>(i * kAtOnce, a_.seg_count);
            const std::uint64_t end = std::min<std::uint64_t>(first + kAtOnce, a_.seg_count);
            Block& block = blocks_[i % 4];
            if (!sort(block, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)) ||
                !loops_close(block, static_cast<std::uint32_t>(end))) {
                return false;
            }
        }
        // Each second one has a first one of its own. So if there are as many, none is left.
        return firsts_ == seconds_ && jumps_ == 0 && next_subsector_ == a_.subsector_count &&
               next_seg_ == a_.seg_count;
    }

private:
    static constexpr std::uint32_t kAtOnce = 64;

    struct Block {
        std::uint32_t second_count = 0, lined_count = 0, cut_count = 0;
        std::uint32_t subsector_count = 0, first_subsector = 0;
        std::uint32_t seconds[kAtOnce];  // segs whose partner came before
        std::uint32_t lined[kAtOnce];    // others with a linedef
        std::uint32_t cuts[kAtOnce];     // of these those that are pieces of their line
        std::uint32_t sources[kAtOnce];  // of subsectors: first the seg, then the sidedef
    };

    // Which segs are looked at how. Numbers are compared with their bounds after the last seg.
    bool sort(Block& block, std::uint32_t first, std::uint32_t end) noexcept {
        const flatline_seg* const segs = a_.segs;
        std::uint32_t most_vertex = 0, most_line = 0, sides = 0;
        std::uint32_t seconds = 0, lined = 0, alone = 0, jumps = 0;
        bool lonely = false;
        for (std::uint32_t i = first; i < end; ++i) {
            const flatline_seg& seg = segs[i];
            const std::uint32_t line = seg.linedef + 1;  // 0 for none
            const bool second = seg.partner < i;
            most_vertex = std::max(most_vertex, std::max(seg.v1, seg.v2));
            most_line = std::max(most_line, line);
            sides |= seg.side;
            lonely |= (seg.partner & seg.linedef) == FLATLINE_NONE;
            alone += seg.partner == FLATLINE_NONE ? 1u : 0u;
            jumps += seg.v2 != segs[i + 1 - (i == last_seg_)].v1 ? 1u : 0u;
            // All bits or none: compilers make branches of other choices.
            const std::uint64_t chosen = 0 - std::uint64_t{second};
            prefetch_one(chosen, seg.partner, line);
            block.seconds[seconds] = i;
            seconds -= static_cast<std::uint32_t>(chosen);
            block.lined[lined] = i;
            lined += std::uint32_t{line != 0} & static_cast<std::uint32_t>(~chosen);
        }
        block.second_count = seconds;
        block.lined_count = lined;
        block.cut_count = 0;
        firsts_ += end - first - alone - seconds;
        seconds_ += seconds;
        jumps_ += jumps;
        return most_vertex < vertices_ && most_line <= line_count_ && sides <= 1 &&
               !(lonely && keeps_notes_);
    }

    // The partner of a second one, or the line; for no line what lies before the first one. It is
    // never read.
    FLATLINE_ALWAYS_INLINE void prefetch_one(std::uint64_t chosen, std::uint32_t partner,
                                             std::uint32_t line) const noexcept {
        const std::uint64_t to_line =
            before_lines_ + std::uint64_t{line} * sizeof(flatline_linedef);
        const std::uint64_t to_seg = segs_at_ + std::uint64_t{partner} * sizeof(flatline_seg);
        prefetch(reinterpret_cast<const void*>(to_line ^ ((to_line ^ to_seg) & chosen)));
    }

    // Finds the subsectors that end before seg `end`, and whether their segs form loops: a seg
    // that ends elsewhere than the next one begins is the last of a subsector, because there are as
    // many of those.
    bool loops_close(Block& block, std::uint32_t end) noexcept {
        const std::uint32_t least = keeps_notes_ ? 3 : 1;
        std::uint32_t next = next_seg_;
        std::uint32_t i = next_subsector_;
        std::uint32_t found = 0;
        std::uint32_t jumps = 0;
        bool good = true;
        block.first_subsector = i;
        for (; i < a_.subsector_count; ++i) {
            const flatline_subsector& subsector = a_.subsectors[i];
            if (subsector.first != next || subsector.count < least) return false;
            if (subsector.count > end - next) break;
            const flatline_seg* const segs = a_.segs + next;
            const std::uint32_t last = subsector.count - 1;
            const std::uint32_t real = first_real(segs, last);
            if (segs[real].linedef == FLATLINE_NONE) return false;
            const flatline_seg& after = a_.segs[std::min(next + last + 1, last_seg_)];
            good = good & (segs[last].v2 == segs[0].v1);
            jumps += segs[last].v2 != after.v1 ? 1u : 0u;
            prefetch(map_.linedefs.data() + segs[real].linedef);
            block.sources[found++] = next + real;
            next += subsector.count;
        }
        block.subsector_count = found;
        next_subsector_ = i;
        next_seg_ = next;
        jumps_ -= jumps;
        return good;
    }

    // The first seg with a linedef is nearly always among the first three.
    static std::uint32_t first_real(const flatline_seg* segs, std::uint32_t last) noexcept {
        const bool has_two = last >= 2;
        std::uint32_t real = segs[0].linedef == FLATLINE_NONE ? 1u & std::uint32_t{has_two} : 0u;
        real += segs[real].linedef == FLATLINE_NONE ? std::uint32_t{has_two} : 0u;
        while (real < last && segs[real].linedef == FLATLINE_NONE) ++real;
        return real;
    }

    bool pairs_fit(const Block& block) const noexcept {
        bool good = true;
        for (std::uint32_t k = 0; k < block.second_count; ++k) {
            const std::uint32_t i = block.seconds[k];
            const flatline_seg& seg = a_.segs[i];
            const flatline_seg& other = a_.segs[seg.partner];
            const bool mini = seg.linedef == FLATLINE_NONE;
            good = good & (other.partner == i) & (other.linedef == seg.linedef) &
                   (ends_of(other) == std::rotl(ends_of(seg), 32)) &
                   (mini | (other.side != seg.side));
        }
        return good;
    }

    // Two partners lie on both sides of a line.
    bool lines_fit(Block& block) const noexcept {
        bool good = true;
        std::uint32_t cuts = 0;
        for (std::uint32_t k = 0; k < block.lined_count; ++k) {
            const std::uint32_t i = block.lined[k];
            const flatline_seg& seg = a_.segs[i];
            const flatline_linedef& line = map_.linedefs[seg.linedef];
            const bool front_only = (seg.side == 0) & (seg.partner == FLATLINE_NONE);
            good = good & (front_only | (line.sideback != FLATLINE_NONE));
            block.cuts[cuts] = i;
            cuts += std::uint32_t{ends_of(line) !=
                                  std::rotl(ends_of(seg), static_cast<int>(seg.side * 32))};
        }
        block.cut_count = cuts;
        for (std::uint32_t k = 0; k < block.cut_count; ++k) {
            const flatline_seg& seg = a_.segs[block.cuts[k]];
            const flatline_linedef& line = map_.linedefs[seg.linedef];
            prefetch(map_.vertices.data() + line.v1);
            prefetch(map_.vertices.data() + line.v2);
            prefetch(&a_.point(map_, seg.v1));
            prefetch(&a_.point(map_, seg.v2));
        }
        return good;
    }

    bool cuts_lie(const Block& block) const noexcept {
        bool good = true;
        for (std::uint32_t k = 0; k < block.cut_count; ++k) {
            good = good & lies_on_line(a_, map_, a_.segs[block.cuts[k]]);
        }
        return good;
    }

    bool find_sides(Block& block) const noexcept {
        bool good = true;
        for (std::uint32_t k = 0; k < block.subsector_count; ++k) {
            const flatline_seg& seg = a_.segs[block.sources[k]];
            const flatline_linedef& line = map_.linedefs[seg.linedef];
            const std::uint32_t other = (line.sidefront ^ line.sideback) & (0 - seg.side);
            const std::uint32_t side = line.sidefront ^ other;
            good = good & (side < map_.sidedefs.size());
            prefetch(&map_.sidedefs.data()[side].sector);
            block.sources[k] = side;
        }
        return good;
    }

    void put_sectors(const Block& block) const noexcept {
        for (std::uint32_t k = 0; k < block.subsector_count; ++k) {
            a_.put(a_.subsectors[block.first_subsector + k].sector,
                   map_.sidedefs[block.sources[k]].sector);
        }
    }

    const Arrays& a_;
    const MapView& map_;
    std::uint64_t vertices_;
    std::uint32_t line_count_;
    std::uint32_t last_seg_;
    std::uint64_t segs_at_, before_lines_;  // addresses
    bool keeps_notes_;
    std::uint32_t next_subsector_ = 0;
    std::uint32_t next_seg_ = 0;
    std::uint32_t firsts_ = 0, seconds_ = 0, jumps_ = 0;
    Block blocks_[4] = {};
};

}  // namespace flatline::engine::nodes
