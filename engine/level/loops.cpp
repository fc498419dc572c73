#include "level/loops.hpp"

namespace flatline::engine::level {
namespace {

// Sides that start and end at each vertex, for one sector after the other.
class Balance {
public:
    Balance(const Geometry& g, std::uint32_t* memory) noexcept : g_(g), at_(memory) {}

    // Calls `use(vertex, starts, ends)` for each gap of the sector. All counters are 0 again
    // afterwards.
    template <class Use>
    void each_gap(std::uint32_t sector, Use&& use) noexcept {
        const View<std::uint32_t> lines = g_.lines_of(sector);
        for (const std::uint32_t line : lines) {
            each_arrow(sector, line, [this](std::uint32_t from, std::uint32_t to) {
                ++at_[2 * std::size_t{from}];
                ++at_[2 * std::size_t{to} + 1];
            });
        }
        for (const std::uint32_t line : lines) {
            each_arrow(sector, line, [&](std::uint32_t from, std::uint32_t to) {
                settle(from, use);
                settle(to, use);
            });
        }
    }

private:
    template <class Use>
    void each_arrow(std::uint32_t sector, std::uint32_t index, Use&& use) const noexcept {
        const flatline_linedef& line = g_.linedefs[index];
        const bool front = g_.front_sector(line) == sector;
        const bool back = g_.back_sector(line) == sector;
        if (front && back) return;
        use(front ? line.v1 : line.v2, front ? line.v2 : line.v1);
    }
    template <class Use>
    void settle(std::uint32_t vertex, Use&& use) noexcept {
        std::uint32_t& starts = at_[2 * std::size_t{vertex}];
        std::uint32_t& ends = at_[2 * std::size_t{vertex} + 1];
        if (starts != ends) use(vertex, starts, ends);
        starts = ends = 0;  // the next line that meets this vertex finds nothing to report
    }

    const Geometry& g_;
    std::uint32_t* at_;
};

}  // namespace

std::uint64_t count_gaps(const Geometry& g, Share sectors, std::uint32_t* balance,
                         std::uint32_t* counts) noexcept {
    Balance sides(g, balance);
    std::uint64_t all = 0;
    for (std::size_t i = sectors.begin; i < sectors.end; ++i) {
        std::uint32_t count = 0;
        sides.each_gap(static_cast<std::uint32_t>(i),
                       [&](std::uint32_t, std::uint32_t, std::uint32_t) { ++count; });
        counts[i] = count;
        all += count;
    }
    return all;
}

void fill_gaps(const Geometry& g, Share sectors, std::uint32_t* balance, const std::uint32_t* rows,
               flatline_gap* gaps) noexcept {
    Balance sides(g, balance);
    for (std::size_t i = sectors.begin; i < sectors.end; ++i) {
        if (rows[i] == rows[i + 1]) continue;
        const auto sector = static_cast<std::uint32_t>(i);
        flatline_gap* next = gaps + rows[i];
        sides.each_gap(sector, [&](std::uint32_t vertex, std::uint32_t starts, std::uint32_t ends) {
            *next++ = {sector, vertex, starts, ends};
        });
    }
}

}  // namespace flatline::engine::level
