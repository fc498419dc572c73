#include "level/neighbours.hpp"

#include "base/layout.hpp"

namespace flatline::engine::level {
namespace {

// Where the parts of the working memory lie.
struct NeighbourScratch {
    std::uint64_t both, marks, counts, others, bytes;

    explicit NeighbourScratch(const Geometry& g) noexcept {
        Layout layout;
        const auto add = [&](std::uint64_t count) {
            return layout.add(count, sizeof(std::uint32_t));
        };
        both = add(g.linedefs.size());
        marks = add(g.sector_count);
        counts = add(g.sector_count);
        others = add(std::uint64_t{g.sector_line_rows[g.sector_count]} + 1);
        bytes = layout.bytes();
    }
};

std::uint32_t* numbers(unsigned char* scratch, std::uint64_t at) noexcept {
    return reinterpret_cast<std::uint32_t*>(scratch + at);
}
const std::uint32_t* numbers(const unsigned char* scratch, std::uint64_t at) noexcept {
    return reinterpret_cast<const std::uint32_t*>(scratch + at);
}

}  // namespace

std::uint64_t neighbour_scratch_bytes(const Geometry& g) noexcept {
    return NeighbourScratch(g).bytes;
}

std::uint64_t count_neighbours(const Geometry& g, unsigned char* scratch) noexcept {
    const NeighbourScratch at(g);
    // What a line has on both sides in one number: less the sector on one side it is the other.
    std::uint32_t* const both = numbers(scratch, at.both);
    for (std::size_t i = 0; i < g.linedefs.size(); ++i) {
        const flatline_linedef& line = g.linedefs[i];
        const std::uint32_t one_sided = 0 - std::uint32_t{line.sideback == FLATLINE_NONE};
        const std::uint32_t side = line.sideback ^ ((line.sideback ^ line.sidefront) & one_sided);
        both[i] = g.front_sector(line) ^ (g.sidedefs[side].sector | one_sided);
    }
    std::uint32_t* const marks = numbers(scratch, at.marks);
    std::uint32_t* const counts = numbers(scratch, at.counts);
    std::uint32_t* const others = numbers(scratch, at.others);
    for (std::size_t i = 0; i < g.sector_count; ++i) marks[i] = FLATLINE_NONE;
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < g.sector_count; ++i) {
        const auto sector = static_cast<std::uint32_t>(i);
        const std::uint64_t first = used;
        // No branch, because whether a line has another sector, and a new one, cannot be guessed:
        // what is none counts as the sector itself, which is marked.
        marks[sector] = sector;
        for (const std::uint32_t line : g.lines_of(i)) {
            const std::uint32_t other = both[line] ^ sector;
            const std::uint32_t exists = 0 - std::uint32_t{other < g.sector_count};
            const std::uint32_t met = sector ^ ((sector ^ other) & exists);
            others[used] = met;
            used += marks[met] != sector ? 1u : 0u;
            marks[met] = sector;
        }
        counts[sector] = static_cast<std::uint32_t>(used - first);
    }
    return used;
}

void fill_neighbours(const Geometry& g, const unsigned char* scratch, const RowsOut& out) noexcept {
    const NeighbourScratch at(g);
    const std::uint32_t* const counts = numbers(scratch, at.counts);
    out.rows[0] = 0;
    for (std::size_t i = 0; i < g.sector_count; ++i) out.rows[i + 1] = counts[i];
    begin_rows(out.rows, g.sector_count);
    // Every pair was met from both sides, so writing each sector into its neighbours' lists gives
    // the same lists, and ascending, without a sort.
    const std::uint32_t* other = numbers(scratch, at.others);
    for (std::size_t i = 0; i < g.sector_count; ++i) {
        for (const std::uint32_t* const end = other + counts[i]; other != end; ++other) {
            out.items[out.rows[*other]++] = static_cast<std::uint32_t>(i);
        }
    }
    end_rows(out.rows, g.sector_count);
}

}  // namespace flatline::engine::level
