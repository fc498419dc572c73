#include "level/sound_groups.hpp"

#include <algorithm>

namespace flatline::engine::level {
namespace {

std::uint32_t root_of(std::uint32_t* parents, std::uint32_t sector) noexcept {
    while (parents[sector] != sector) {
        parents[sector] = parents[parents[sector]];
        sector = parents[sector];
    }
    return sector;
}

}  // namespace

// Sound passes lines with the flag twosided and two sides.
template <class Use>
void SoundGroups::each_passage(bool blocking, const Use& use) const noexcept {
    for (const flatline_linedef& line : g_.linedefs) {
        const bool open = (line.flags & FLATLINE_LINE_TWOSIDED) != 0;
        const bool blocks = (line.flags & FLATLINE_LINE_BLOCKSOUND) != 0;
        if (!open || blocks != blocking || line.sideback == FLATLINE_NONE) continue;
        use(g_.front_sector(line), g_.back_sector(line));
    }
}

std::uint32_t SoundGroups::number(std::uint32_t* groups) const noexcept {
    const auto count = static_cast<std::uint32_t>(g_.sector_count);
    for (std::uint32_t i = 0; i < count; ++i) groups[i] = i;
    each_passage(false, [&](std::uint32_t front, std::uint32_t back) {
        const std::uint32_t a = root_of(groups, front);
        const std::uint32_t b = root_of(groups, back);
        groups[std::max(a, b)] = std::min(a, b);  // the root is the first sector
    });
    for (std::uint32_t i = 0; i < count; ++i) groups[i] = root_of(groups, i);
    // A root comes before all others of its group, so its number is there when they ask for it.
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        groups[i] = groups[i] == i ? next++ : groups[groups[i]];
    return next;
}

std::uint64_t SoundGroups::most_pairs() const noexcept {
    std::uint64_t count = 0;
    each_passage(true, [&](std::uint32_t, std::uint32_t) { count += 2; });
    return count;
}

std::uint64_t SoundGroups::pairs(const std::uint32_t* groups, std::uint64_t* out) const noexcept {
    std::uint64_t* end = out;
    each_passage(true, [&](std::uint32_t front, std::uint32_t back) {
        const std::uint64_t a = groups[front];
        const std::uint64_t b = groups[back];
        if (a == b) return;
        *end++ = a << 32 | b;
        *end++ = b << 32 | a;
    });
    std::sort(out, end);
    return static_cast<std::uint64_t>(std::unique(out, end) - out);
}

void SoundGroups::fill(const std::uint64_t* pairs, std::uint64_t count, std::uint32_t groups,
                       const RowsOut& out) noexcept {
    std::uint32_t open = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        for (; open <= pairs[i] >> 32; ++open) out.rows[open] = static_cast<std::uint32_t>(i);
        out.items[i] = static_cast<std::uint32_t>(pairs[i]);
    }
    for (; open <= groups; ++open) out.rows[open] = static_cast<std::uint32_t>(count);
}

}  // namespace flatline::engine::level
