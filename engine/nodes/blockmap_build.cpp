#include "nodes/blockmap_build.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/jobs.hpp"
#include "base/layout.hpp"
#include "base/take_memory.hpp"
#include "nodes/blockmap_boom.hpp"
#include "nodes/blockmap_merge.hpp"
#include "nodes/blockmap_places.hpp"

namespace flatline::engine::nodes {
namespace {

using Cell = flatline_blockmap_cell;

constexpr std::uint64_t kIndexBound = 0x7FFFFFFF;  // the members of a cell have 31 bits

void report_limit(Rule rule, std::uint64_t met, std::uint64_t limit,
                  FindingList& findings) noexcept {
    findings.add(make_finding(rule, Lump::none, FLATLINE_NO_OFFSET, static_cast<std::int64_t>(met),
                              static_cast<std::int64_t>(limit)));
}

// The cells of some lines, line by line, as the counting pass found them. Reading them here is
// cheaper than finding them again. The last cell of a line is marked.
struct Walked {
    static constexpr std::uint32_t kLast = 0x80000000;
    // Most lines are in one or two cells.
    static constexpr std::uint64_t kCellsALine = 3;

    Share lines;         // that were to be walked
    std::size_t walked;  // the first line that was not walked: the room was used up
    std::uint32_t* cells;
    std::size_t room;
    std::size_t used;
    // The cells of all lines lie from the first of these to the one before the second, if every
    // line was walked. Lines of one piece of a map lie close together, mostly.
    std::uint32_t least, end;

    bool meets(Share band) const noexcept {
        return walked != lines.end || (least < band.end && band.begin < end);
    }
};

// One thread walks all lines and then looks at all cells. Several have shares of the lines, and
// then bands of the cells.
class Builder {
public:
    // `places` are those of the vertices, or null if some are beyond reach. `marks` has an entry
    // for each cell where Boom's way is asked for, and is null otherwise. `room` is for the cells
    // of lines, `jobs` null for one thread.
    Builder(View<flatline_vertex> vertices, View<flatline_linedef> linedefs,
            const BlockmapGrid& grid, const GridPlace* places, std::uint32_t* marks,
            std::uint32_t* room, Jobs* jobs) noexcept
        : vertices_(vertices),
          linedefs_(linedefs),
          grid_(grid),
          places_(places),
          marks_(marks),
          jobs_(jobs),
          pieces_(jobs != nullptr ? kMostPieces : 1) {
        bands_.count = jobs != nullptr ? std::min(jobs->threads(), kMostBands) : 1;
        const std::uint64_t each = places != nullptr ? Walked::kCellsALine : 0;
        for (std::size_t i = 0; i < pieces_; ++i) {
            const Share lines = share_of(linedefs.size(), i, pieces_);
            walked_[i] = {lines,
                          lines.begin,
                          room + each * lines.begin,
                          static_cast<std::size_t>(each * lines.size()),
                          0,
                          0,
                          0};
        }
    }

    std::size_t cell_count() const noexcept { return std::size_t{grid_.columns} * grid_.rows; }

    // Counts the entries of every cell, and stops when there are more than `limit` in all.
    std::uint64_t count(ListSum* sums, std::uint64_t limit) noexcept {
        if (places_ != nullptr) {
            in_pieces(jobs_, pieces_, [&](std::size_t i) { walk(limit, walked_[i]); });
        }
        std::uint64_t entries = 0;
        for (std::size_t i = 0; i < pieces_; ++i) entries += walked_[i].used;
        if (entries > limit) return limit + 1;
        std::uint64_t counts[kMostBands] = {};
        in_pieces(jobs_, bands_.count,
                  [&](std::size_t i) { counts[i] = count_band(sums, band(i), limit); });
        entries = 0;
        for (std::size_t i = 0; i < bands_.count; ++i) {
            bands_.entries[i] = static_cast<std::uint32_t>(std::min(counts[i], kIndexBound));
            entries += counts[i];
        }
        return std::min(entries, limit + 1);
    }

    // Returns how many lists of two lines and more there are.
    std::uint64_t fill(ListSum* sums, Cell* cells, std::uint32_t* lines) const noexcept {
        std::uint64_t long_lists[kMostBands] = {};
        in_pieces(jobs_, bands_.count, [&](std::size_t i) {
            std::uint32_t at = 0;
            for (std::size_t k = 0; k < i; ++k) at += bands_.entries[k];
            std::uint64_t found = 0;  // not yet in long_lists, whose line of the cache is shared
            const Share cells_of = band(i);
            for (std::size_t k = cells_of.begin; k < cells_of.end; ++k) {
                const auto count = static_cast<std::uint32_t>(sums[k]);
                cells[k] = {at, count};
                sums[k] += std::uint64_t{at} - count;
                at += count;
                found += count > 1 ? 1u : 0u;
            }
            long_lists[i] = found;
            fill_band(sums, cells_of, lines);
        });
        std::uint64_t all = 0;
        for (const std::uint64_t count : long_lists) all += count;
        return all;
    }

private:
    static constexpr std::size_t kMostPieces = 64;
    static constexpr std::size_t kMostBands = 16;
    // The cells of the grid in parts, each for one thread.
    struct Bands {
        std::size_t count = 1;
        std::uint32_t entries[kMostBands] = {};  // of the lists of each
    };

    Share band(std::size_t i) const noexcept { return share_of(cell_count(), i, bands_.count); }

    std::uint64_t count_band(ListSum* sums, Share cells, std::uint64_t limit) const noexcept {
        std::fill(sums + cells.begin, sums + cells.end, ListSum{0});
        clear_marks();
        std::uint64_t entries = 0;
        for (std::size_t i = 0; i < pieces_ && entries <= limit; ++i) {
            each_entry(walked_[i], cells, [&](std::uint32_t cell, std::uint32_t line) {
                sums[cell] += sum_of_line(line);
                return ++entries <= limit;
            });
        }
        return entries;
    }

    void fill_band(ListSum* sums, Share cells, std::uint32_t* lines) const noexcept {
        clear_marks();
        for (std::size_t i = 0; i < pieces_; ++i) {
            each_entry(walked_[i], cells, [&](std::uint32_t cell, std::uint32_t line) {
                lines[static_cast<std::uint32_t>(sums[cell]++)] = line;
                return true;
            });
        }
    }

    // Calls use(cell, line) for the cells of a band that lines of a piece meet, lines ascending;
    // where Boom's way is asked for, descending.
    template <class Use>
    void each_entry(const Walked& from, Share cells, const Use& use) const noexcept {
        if (!from.meets(cells)) return;
        auto line = static_cast<std::uint32_t>(from.lines.begin);
        for (std::size_t i = 0; i < from.used; ++i) {
            const std::uint32_t cell = from.cells[i] & ~Walked::kLast;
            if (cell - cells.begin < cells.size()) use(cell, line);
            line += from.cells[i] >> 31;
        }
        for (std::size_t n = from.walked; n < from.lines.end; ++n) {
            const std::size_t i = marks_ != nullptr ? linedefs_.size() - 1 - n : n;
            const bool more = each_cell(i, [&](std::uint32_t cell) {
                if (cell - cells.begin >= cells.size()) return true;
                return use(cell, static_cast<std::uint32_t>(i));
            });
            if (!more) return;
        }
    }

    // Lists the cells of the lines of a piece until there is no room, or too many for the map. Most
    // lines lie in one row or column, in a few cells: so many are always written, because how many
    // it will be cannot be guessed.
    void walk(std::uint64_t limit, Walked& piece) const noexcept {
        constexpr std::size_t kAlways = 8;
        Walked walked = piece;
        walked.least = FLATLINE_NONE;
        std::size_t i = walked.lines.begin;
        for (; i < walked.lines.end && walked.used + kAlways <= walked.room; ++i) {
            const LineSpan span(places_[linedefs_[i].v1], places_[linedefs_[i].v2]);
            const std::uint32_t step = span.columns == 1 ? grid_.columns : 1;
            const std::uint32_t count = std::max(span.columns, span.rows);
            const std::uint32_t first = span.low * grid_.columns + span.left;
            std::size_t used = walked.used;
            if (span.is_straight() && count <= kAlways) {
                std::uint32_t* const out = walked.cells + used;
                for (std::uint32_t k = 0; k < kAlways; ++k) out[k] = first + k * step;
                used += count;
                out[count - 1] = (first + (count - 1) * step) | Walked::kLast;
            } else {
                const bool fits = each_cell(i, [&](std::uint32_t cell) {
                    if (used == walked.room) return false;
                    walked.cells[used++] = cell;
                    return true;
                });
                if (!fits) break;
                walked.cells[used - 1] |= Walked::kLast;
            }
            const std::uint32_t last = first + (span.rows - 1) * grid_.columns + span.columns - 1;
            walked.least = std::min(walked.least, first);
            walked.end = std::max(walked.end, last + 1);
            walked.used = used;
            if (used > limit) break;
        }
        walked.walked = i;
        piece = walked;
    }

    template <class Visit>
    bool each_cell(std::size_t i, Visit&& visit) const noexcept {
        const std::uint32_t v1 = linedefs_[i].v1;
        const std::uint32_t v2 = linedefs_[i].v2;
        const flatline_vertex& a = vertices_[v1];
        const flatline_vertex& b = vertices_[v2];
        if (marks_ != nullptr) {
            return for_each_boom_cell(grid_, a, b, [&](std::uint32_t cell) {
                if (marks_[cell] == i) return true;
                marks_[cell] = static_cast<std::uint32_t>(i);
                return visit(cell);
            });
        }
        if (places_ != nullptr) {
            return for_each_cell_between(grid_, a, places_[v1], b, places_[v2], visit);
        }
        return for_each_cell_on_segment(grid_, a.x, a.y, b.x, b.y, visit);
    }

    void clear_marks() const noexcept {
        if (marks_ != nullptr) std::memset(marks_, 0xFF, cell_count() * sizeof *marks_);
    }

    View<flatline_vertex> vertices_;
    View<flatline_linedef> linedefs_;
    BlockmapGrid grid_;
    const GridPlace* places_;
    std::uint32_t* marks_;  // the line that a cell was visited for last
    Jobs* jobs_;
    std::size_t pieces_;
    Bands bands_;
    Walked walked_[kMostPieces];
};

bool all_within_reach(View<flatline_vertex> vertices) noexcept {
    bool within = true;
    for (const flatline_vertex& v : vertices) within = within & detail::within_reach(v.x, v.y);
    return within;
}

void fill_places(View<flatline_vertex> vertices, const BlockmapGrid& grid, GridPlace* places,
                 Jobs* jobs) noexcept {
    in_shares(jobs, vertices.size(), [&](Share share) {
        fill_grid_places({vertices.data() + share.begin, share.size()}, grid, places + share.begin);
    });
}

std::uint32_t cells_across(double least, double most) noexcept {
    return static_cast<std::uint32_t>(detail::block_position(most, least).cell + 1);
}

void set_grid(flatline_blockmap& out, const BlockmapGrid& grid) noexcept {
    out.origin_x = grid.origin_x;
    out.origin_y = grid.origin_y;
    out.columns = grid.columns;
    out.rows = grid.rows;
}

}  // namespace

BlockmapGrid blockmap_grid(View<flatline_vertex> vertices, BlockmapStyle style) noexcept {
    BlockmapGrid grid;
    if (vertices.empty()) return grid;
    double left = vertices[0].x, right = left, bottom = vertices[0].y, top = bottom;
    for (const flatline_vertex& v : vertices) {
        left = v.x < left ? v.x : left;
        right = v.x > right ? v.x : right;
        bottom = v.y < bottom ? v.y : bottom;
        top = v.y > top ? v.y : top;
    }
    const bool boom = style == BlockmapStyle::boom;
    const auto whole = [boom](double v) { return boom ? boom_floor(v) : std::floor(v); };
    grid.origin_x = whole(left);
    grid.origin_y = whole(bottom);
    grid.columns = cells_across(grid.origin_x, whole(right));
    grid.rows = cells_across(grid.origin_y, whole(top));
    return grid;
}

Outcome build_blockmap(View<flatline_vertex> vertices, View<flatline_linedef> linedefs,
                       const Limits& limits, const MemoryHooks& hooks, Budget& budget,
                       Reservation& scratch, Reservation& memory, FindingList& findings,
                       flatline_blockmap& out, BlockmapStyle style, Jobs* jobs) noexcept {
    out = {};
    const BlockmapGrid grid = blockmap_grid(vertices, style);
    const std::uint64_t cells = std::uint64_t{grid.columns} * grid.rows;
    const std::uint64_t most_cells = std::min(limits.blockmap_cells, kIndexBound);
    if (cells > most_cells) {
        report_limit(Rule::limit_blockmap_cells, cells, most_cells, findings);
        return Outcome::refused;
    }
    const bool boom = style == BlockmapStyle::boom;
    const bool placed = !boom && all_within_reach(vertices);
    // What was walked upwards is of no use for lists that go down.
    const std::uint64_t walked_room = placed ? linedefs.size() * Walked::kCellsALine : 0;
    Layout work;
    const std::uint64_t sums_at = work.add(cells, sizeof(ListSum));
    const std::uint64_t slots_at = work.add(Merger::slots_for(cells), sizeof(std::uint32_t));
    // Behind it nothing is walked, and it serves the merging.
    const std::uint64_t walked_at =
        work.add(std::max<std::uint64_t>(walked_room, linedefs.size()), sizeof(std::uint32_t));
    const std::uint64_t places_at = work.add(placed ? vertices.size() : 0, sizeof(GridPlace));
    const std::uint64_t marks_at = work.add(boom ? cells : 0, sizeof(std::uint32_t));
    budget.announce(work.bytes());
    const std::uint64_t mark = budget.used();
    if (!budget.charge(work.bytes())) return Outcome::over_limit;
    if (!scratch.ensure(hooks, work.bytes())) return Outcome::out_of_memory;
    const auto words = [&](std::uint64_t at) {
        return reinterpret_cast<std::uint32_t*>(scratch.data() + at);
    };
    auto* const sums = reinterpret_cast<ListSum*>(scratch.data() + sums_at);
    auto* const places = reinterpret_cast<GridPlace*>(scratch.data() + places_at);
    // Places are what makes it cheap to look at lines more than once.
    Jobs* const helpers = placed && jobs != nullptr && jobs->threads() > 1 ? jobs : nullptr;
    if (placed) fill_places(vertices, grid, places, helpers);
    Builder builder(vertices, linedefs, grid, placed ? places : nullptr,
                    boom ? words(marks_at) : nullptr, words(walked_at), helpers);

    const std::uint64_t most_entries = std::min(limits.blockmap_entries, kIndexBound);
    const std::uint64_t entries = builder.count(sums, most_entries);
    if (entries > most_entries) {
        budget.rewind(mark);
        report_limit(Rule::limit_blockmap_entries, entries, most_entries, findings);
        return Outcome::refused;
    }
    Layout layout;
    const std::uint64_t cells_at = layout.add(cells, sizeof(Cell));
    const std::uint64_t lines_at = layout.add(entries, sizeof(std::uint32_t));
    const Outcome taken = take_memory(layout.bytes(), hooks, budget, memory);
    if (taken != Outcome::ok) return taken;
    auto* cell_array = reinterpret_cast<Cell*>(memory.data() + cells_at);
    auto* line_array = reinterpret_cast<std::uint32_t*>(memory.data() + lines_at);
    const std::uint64_t long_lists = builder.fill(sums, cell_array, line_array);
    Merger merger(words(walked_at), linedefs.size(), words(slots_at), long_lists);
    if (entries != 0)
        out.entry_count = merger.merge(cell_array, builder.cell_count(), sums, line_array);
    budget.rewind(mark + layout.bytes());

    out.cells = cell_array;
    out.lines = line_array;
    set_grid(out, grid);
    return Outcome::ok;
}

}  // namespace flatline::engine::nodes
