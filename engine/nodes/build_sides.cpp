#include "nodes/build_sides.hpp"

#include <algorithm>
#include <bit>

#include "base/compiler.hpp"

#if FLATLINE_AVX2
#include <immintrin.h>
#endif

namespace flatline::engine::nodes {
namespace {

// Segs of a block, of which the last one may have fewer.
std::uint32_t bits_of(const SideColumns& set, std::uint32_t block) noexcept {
    const auto count = static_cast<std::uint32_t>(set.sizes[block]);
    return count < kBlock ? (1u << count) - 1 : ~0u;
}

void sort_box(const SideColumns& set, const Partition& line, std::uint32_t block, BoxSums& sums,
              std::uint32_t* crossing) noexcept {
    const double centre = set.box_x[block] * line.nx + set.box_y[block] * line.ny - line.c;
    const double radius =
        set.half_x[block] * std::fabs(line.nx) + set.half_y[block] * std::fabs(line.ny);
    if (centre - radius > kOnLine) {
        sums.front += set.sizes[block];
    } else if (centre + radius < -kOnLine) {
        sums.back += set.sizes[block];
    } else {
        crossing[sums.crossing++] = block;
    }
}

BoxSums sort_boxes(const SideColumns& set, const Partition& line,
                   std::uint32_t* crossing) noexcept {
    BoxSums sums;
    for (std::uint32_t i = 0; i < set.blocks; ++i) sort_box(set, line, i, sums, crossing);
    return sums;
}

// A bit for each seg of a block: it is in front of the line, behind it, both where it is cut; and
// of those that are cut, whether that is close to an end.
struct SideBits {
    std::uint32_t front = 0, back = 0, sliver = 0;
};

FLATLINE_ALWAYS_INLINE std::uint32_t add_bits(const SideColumns& set, std::uint32_t block,
                                              const SideBits& bits, SideCounts& counts) noexcept {
    const std::uint32_t real = set.real[block];
    const std::uint32_t cut = bits.front & bits.back;
    counts.front += std::popcount(bits.front);
    counts.back += std::popcount(bits.back);
    counts.real_front += std::popcount(bits.front & real);
    counts.real_back += std::popcount(bits.back & real);
    if (cut != 0) {
        counts.cut += std::popcount(cut);
        counts.real_cut += std::popcount(cut & real);
        counts.slivers += std::popcount(bits.sliver);
    }
    return bits_of(set, block) & ~(bits.front | bits.back);
}

std::uint32_t sort_block(const SideColumns& set, const Partition& line, std::uint32_t block,
                         SideCounts& counts) noexcept {
    const std::size_t first = std::size_t{block} * kBlock;
    const double* const x1 = set.x1.data() + first;
    const double* const y1 = set.y1.data() + first;
    const double* const x2 = set.x2.data() + first;
    const double* const y2 = set.y2.data() + first;
    const auto count = static_cast<std::uint32_t>(set.sizes[block]);
    SideBits bits;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double d1 = x1[i] * line.nx + y1[i] * line.ny - line.c;
        const double d2 = x2[i] * line.nx + y2[i] * line.ny - line.c;
        const std::uint32_t front = (d1 > kOnLine) | (d2 > kOnLine);
        const std::uint32_t back = (d1 < -kOnLine) | (d2 < -kOnLine);
        const std::uint32_t close = (std::fabs(d1) < kSliver) | (std::fabs(d2) < kSliver);
        bits.front |= front << i;
        bits.back |= back << i;
        bits.sliver |= (front & back & close) << i;
    }
    return add_bits(set, block, bits, counts);
}

ClearSides clear_sides(const SideColumns& set, const Partition& line,
                       std::uint32_t block) noexcept {
    const std::size_t first = std::size_t{block} * kBlock;
    const auto count = static_cast<std::uint32_t>(set.sizes[block]);
    ClearSides bits;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double d1 = set.x1[first + i] * line.nx + set.y1[first + i] * line.ny - line.c;
        const double d2 = set.x2[first + i] * line.nx + set.y2[first + i] * line.ny - line.c;
        bits.front |= static_cast<std::uint32_t>((d1 > kOnLine) & (d2 > kOnLine)) << i;
        bits.back |= static_cast<std::uint32_t>((d1 < -kOnLine) & (d2 < -kOnLine)) << i;
    }
    return bits;
}

#if FLATLINE_AVX2

// A line beside four points at a time: as Partition::distance, bit for bit.
struct LineBy4 {
    FLATLINE_TARGET_AVX2 explicit LineBy4(const Partition& line) noexcept
        : nx(_mm256_set1_pd(line.nx)), ny(_mm256_set1_pd(line.ny)), c(_mm256_set1_pd(line.c)) {}

    FLATLINE_TARGET_AVX2 __m256d distances(const double* x, const double* y) const noexcept {
        return _mm256_sub_pd(_mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(x), nx),
                                           _mm256_mul_pd(_mm256_loadu_pd(y), ny)),
                             c);
    }

    __m256d nx, ny, c;
};

FLATLINE_TARGET_AVX2 ClearSides clear_sides_avx2(const SideColumns& set, const Partition& line,
                                                 std::uint32_t block) noexcept {
    const std::size_t first = std::size_t{block} * kBlock;
    const LineBy4 lines(line);
    const __m256d near = _mm256_set1_pd(kOnLine);
    const __m256d far = _mm256_set1_pd(-kOnLine);
    const std::uint32_t valid = bits_of(set, block);
    const auto count = static_cast<std::uint32_t>(set.sizes[block]);
    ClearSides bits;
    for (std::uint32_t i = 0; i < count; i += 4) {
        const __m256d d1 = lines.distances(set.x1.data() + first + i, set.y1.data() + first + i);
        const __m256d d2 = lines.distances(set.x2.data() + first + i, set.y2.data() + first + i);
        const __m256d front = _mm256_cmp_pd(_mm256_min_pd(d1, d2), near, _CMP_GT_OQ);
        const __m256d back = _mm256_cmp_pd(_mm256_max_pd(d1, d2), far, _CMP_LT_OQ);
        bits.front |= static_cast<std::uint32_t>(_mm256_movemask_pd(front)) << i;
        bits.back |= static_cast<std::uint32_t>(_mm256_movemask_pd(back)) << i;
    }
    bits.front &= valid;
    bits.back &= valid;
    return bits;
}

FLATLINE_TARGET_AVX2 BoxSums sort_boxes_avx2(const SideColumns& set, const Partition& line,
                                             std::uint32_t* crossing) noexcept {
    const LineBy4 lines(line);
    const __m256d wide = _mm256_set1_pd(std::fabs(line.nx));
    const __m256d high = _mm256_set1_pd(std::fabs(line.ny));
    const __m256d near = _mm256_set1_pd(kOnLine);
    const __m256d far = _mm256_set1_pd(-kOnLine);
    __m256i fronts = _mm256_setzero_si256();
    __m256i backs = _mm256_setzero_si256();
    BoxSums sums;
    std::uint32_t i = 0;
    for (; i + 4 <= set.blocks; i += 4) {
        const __m256d centre = lines.distances(set.box_x.data() + i, set.box_y.data() + i);
        const __m256d radius =
            _mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(set.half_x.data() + i), wide),
                          _mm256_mul_pd(_mm256_loadu_pd(set.half_y.data() + i), high));
        const __m256d front = _mm256_cmp_pd(_mm256_sub_pd(centre, radius), near, _CMP_GT_OQ);
        const __m256d back = _mm256_cmp_pd(_mm256_add_pd(centre, radius), far, _CMP_LT_OQ);
        const __m256i sizes =
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(set.sizes.data() + i));
        fronts = _mm256_add_epi64(fronts, _mm256_and_si256(sizes, _mm256_castpd_si256(front)));
        backs = _mm256_add_epi64(backs, _mm256_and_si256(sizes, _mm256_castpd_si256(back)));
        auto open = ~static_cast<unsigned>(_mm256_movemask_pd(_mm256_or_pd(front, back))) & 15u;
        for (; open != 0; open &= open - 1) {
            crossing[sums.crossing++] = i + static_cast<std::uint32_t>(std::countr_zero(open));
        }
    }
    std::uint64_t lanes[8];
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), fronts);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes + 4), backs);
    for (int lane = 0; lane < 4; ++lane) {
        sums.front += lanes[lane];
        sums.back += lanes[lane + 4];
    }
    for (; i < set.blocks; ++i) sort_box(set, line, i, sums, crossing);
    return sums;
}

FLATLINE_TARGET_AVX2 std::uint32_t sort_block_avx2(const SideColumns& set, const Partition& line,
                                                   std::uint32_t block,
                                                   SideCounts& counts) noexcept {
    const std::size_t first = std::size_t{block} * kBlock;
    const LineBy4 lines(line);
    const __m256d near = _mm256_set1_pd(kOnLine);
    const __m256d far = _mm256_set1_pd(-kOnLine);
    const __m256d sliver = _mm256_set1_pd(kSliver);
    const __m256d sign = _mm256_set1_pd(-0.0);
    const std::uint32_t valid = bits_of(set, block);
    const auto count = static_cast<std::uint32_t>(set.sizes[block]);
    SideBits bits;
    for (std::uint32_t i = 0; i < count; i += 4) {
        const __m256d d1 = lines.distances(set.x1.data() + first + i, set.y1.data() + first + i);
        const __m256d d2 = lines.distances(set.x2.data() + first + i, set.y2.data() + first + i);
        // The greater distance is in front or neither is; the lower one is behind or neither is.
        const __m256d front = _mm256_cmp_pd(_mm256_max_pd(d1, d2), near, _CMP_GT_OQ);
        const __m256d back = _mm256_cmp_pd(_mm256_min_pd(d1, d2), far, _CMP_LT_OQ);
        const auto front_bits = static_cast<std::uint32_t>(_mm256_movemask_pd(front));
        const auto back_bits = static_cast<std::uint32_t>(_mm256_movemask_pd(back));
        bits.front |= front_bits << i;
        bits.back |= back_bits << i;
        if ((front_bits & back_bits) != 0) {
            const __m256d least =
                _mm256_min_pd(_mm256_andnot_pd(sign, d1), _mm256_andnot_pd(sign, d2));
            const auto close = static_cast<std::uint32_t>(
                _mm256_movemask_pd(_mm256_cmp_pd(least, sliver, _CMP_LT_OQ)));
            bits.sliver |= (front_bits & back_bits & close) << i;
        }
    }
    bits.front &= valid;
    bits.back &= valid;
    bits.sliver &= valid;
    return add_bits(set, block, bits, counts);
}

#endif

}  // namespace

bool SideColumns::prepare(std::size_t size) noexcept {
    blocks = (size + kBlock - 1) / kBlock;
    for (Pool<double>* column : {&x1, &y1, &x2, &y2}) {
        if (!column->reserve(blocks * kBlock)) return false;
        column->lengthen(blocks * kBlock);
    }
    for (Pool<double>* column : {&box_x, &box_y, &half_x, &half_y}) {
        if (!column->reserve(blocks)) return false;
        column->lengthen(blocks);
    }
    if (!sizes.reserve(blocks) || !real.reserve(blocks)) return false;
    sizes.lengthen(blocks);
    real.lengthen(blocks);
    return true;
}

void SideColumns::fill(const State& state, const std::uint32_t* set, std::size_t size,
                       std::size_t block) noexcept {
    const std::size_t first = block * kBlock;
    const std::size_t end = std::min<std::size_t>(first + kBlock, size);
    double left = 1e300;
    double right = -1e300;
    double bottom = 1e300;
    double top = -1e300;
    std::uint32_t bits = 0;
    for (std::size_t i = first; i < end; ++i) {
        const WorkSeg& seg = state.segs[set[i]];
        const Point& a = state.points[seg.v1];
        const Point& b = state.points[seg.v2];
        x1[i] = a.x;
        y1[i] = a.y;
        x2[i] = b.x;
        y2[i] = b.y;
        bits |= (seg.linedef != FLATLINE_NONE ? 1u : 0u) << (i - first);
        left = std::min({left, a.x, b.x});
        right = std::max({right, a.x, b.x});
        bottom = std::min({bottom, a.y, b.y});
        top = std::max({top, a.y, b.y});
    }
    // What is looked at together with the last segs.
    for (std::size_t i = end; i % 4 != 0; ++i) {
        x1[i] = x2[i] = left;
        y1[i] = y2[i] = bottom;
    }
    box_x[block] = (left + right) / 2;
    box_y[block] = (bottom + top) / 2;
    half_x[block] = (right - left) / 2;
    half_y[block] = (top - bottom) / 2;
    const auto reals = static_cast<std::uint64_t>(std::popcount(bits));
    sizes[block] = reals << 32 | (end - first);
    real[block] = bits;
}

SideKernel side_kernel(Kernel wanted) noexcept {
#if FLATLINE_AVX2
    const bool may = wanted == Kernel::automatic || wanted == Kernel::avx2;
    if (may && has_avx2()) return {&sort_boxes_avx2, &sort_block_avx2, &clear_sides_avx2};
#endif
    (void)wanted;
    return {&sort_boxes, &sort_block, &clear_sides};
}

}  // namespace flatline::engine::nodes
