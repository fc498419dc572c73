#include "nodes/blockmap_build.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "base/layout.hpp"
#include "base/take_memory.hpp"
#include "nodes/blockmap_boom.hpp"

namespace flatline::nodes {
namespace {

using Cell = flatline_blockmap_cell;

constexpr std::uint64_t kIndexBound = 0x7FFFFFFF;  // the members of a cell have 31 bits

void report_limit(Rule rule, std::uint64_t met, std::uint64_t limit,
                  FindingList& findings) noexcept {
    findings.add(make_finding(rule, Lump::none, FLATLINE_NO_OFFSET, static_cast<std::int64_t>(met),
                              static_cast<std::int64_t>(limit)));
}

// Finds a list that is stored already, by the hash of its lines. It looks at a bounded number of
// places: where a map was made to collide, lists are stored twice and time stays linear.
class Merger {
public:
    Merger(std::uint32_t* slots, std::uint64_t slot_count, const Cell* cells,
           const std::uint32_t* lines) noexcept
        : slots_(slots),
          mask_(static_cast<std::size_t>(slot_count - 1)),
          cells_(cells),
          lines_(lines) {
        for (std::size_t i = 0; i <= mask_; ++i) slots_[i] = FLATLINE_NONE;
    }

    static std::uint64_t slots_for(std::uint64_t cells) noexcept {
        return std::bit_ceil(cells * 2 + 2);
    }

    // The first cell with the list lines[at, at + count), or `cell`, which is then remembered.
    std::uint32_t find(std::uint32_t cell, const std::uint32_t* list, std::size_t count) noexcept {
        std::size_t slot = hash(list, count) & mask_;
        for (int i = 0; i < kProbes; ++i, slot = (slot + 1) & mask_) {
            const std::uint32_t known = slots_[slot];
            if (known == FLATLINE_NONE) {
                slots_[slot] = cell;
                return cell;
            }
            if (cells_[known].count == count &&
                std::memcmp(lines_ + cells_[known].first, list, count * sizeof *list) == 0) {
                return known;
            }
        }
        return cell;
    }

private:
    static constexpr int kProbes = 32;

    static std::size_t hash(const std::uint32_t* list, std::size_t count) noexcept {
        std::uint64_t h = count;
        for (std::size_t i = 0; i < count; ++i) {
            h = (h ^ list[i]) * 0x9E3779B97F4A7C15u;
            h ^= h >> 32;
        }
        return static_cast<std::size_t>(h);
    }

    std::uint32_t* slots_;
    std::size_t mask_;
    const Cell* cells_;
    const std::uint32_t* lines_;
};

// The cells of the first lines, as they were walked to be counted: walking costs more than to read
// this again. The last cell of a line is marked; a line without cells ends the list.
struct Walked {
    static constexpr std::uint32_t kLast = 0x80000000;
    // Most lines are in one or two cells.
    static constexpr std::uint64_t kCellsALine = 3;

    std::uint32_t* cells;
    std::size_t room;
    std::size_t used = 0;
    std::size_t lines = 0;
};

class Builder {
public:
    // `marks` has an entry for each cell where Boom's way is asked for, and is null otherwise.
    Builder(View<flatline_vertex> vertices, View<flatline_linedef> linedefs,
            const BlockmapGrid& grid, std::uint32_t* marks) noexcept
        : vertices_(vertices), linedefs_(linedefs), grid_(grid), marks_(marks) {}

    std::size_t cell_count() const noexcept { return std::size_t{grid_.columns} * grid_.rows; }

    // Counts the entries of every cell, and stops when there are more than `limit` in all.
    std::uint64_t count(Cell* cells, std::uint64_t limit, Walked& walked) const noexcept {
        std::memset(cells, 0, cell_count() * sizeof(Cell));
        clear_marks();
        std::uint64_t entries = 0;
        for (std::size_t i = 0; i < linedefs_.size(); ++i) {
            std::size_t used = walked.used;
            const bool more = each_cell(i, [&](std::uint32_t cell) {
                ++cells[cell].count;
                if (used < walked.room) walked.cells[used] = cell;
                ++used;
                return ++entries <= limit;
            });
            if (!more) break;
            if (used == walked.used || used > walked.room) {
                walked.room = walked.used;  // it is full
                continue;
            }
            walked.cells[used - 1] |= Walked::kLast;
            walked.used = used;
            ++walked.lines;
        }
        return entries;
    }

    // The member `first` of a cell serves as its cursor and is put back afterwards. Returns how
    // many entries are in use.
    std::uint32_t fill(Cell* cells, std::uint32_t* lines, std::uint32_t* slots,
                       const Walked& walked) const noexcept {
        std::uint32_t at = 0;
        for (std::size_t i = 0; i < cell_count(); ++i) {
            cells[i].first = at;
            at += cells[i].count;
        }
        std::uint32_t line = 0;
        for (std::size_t i = 0; i < walked.used; ++i) {
            const std::uint32_t cell = walked.cells[i] & ~Walked::kLast;
            lines[cells[cell].first++] = line;
            line += walked.cells[i] >> 31;
        }
        clear_marks();
        for (std::size_t n = walked.lines; n < linedefs_.size(); ++n) {
            const std::size_t i = marks_ != nullptr ? linedefs_.size() - 1 - n : n;
            each_cell(i, [&](std::uint32_t cell) {
                lines[cells[cell].first++] = static_cast<std::uint32_t>(i);
                return true;
            });
        }
        for (std::size_t i = 0; i < cell_count(); ++i) cells[i].first -= cells[i].count;
        return merge(cells, lines, slots);
    }

private:
    template <class Visit>
    bool each_cell(std::size_t i, Visit&& visit) const noexcept {
        const flatline_vertex& a = vertices_[linedefs_[i].v1];
        const flatline_vertex& b = vertices_[linedefs_[i].v2];
        if (marks_ != nullptr) {
            return for_each_boom_cell(grid_, a, b, [&](std::uint32_t cell) {
                if (marks_[cell] == i) return true;
                marks_[cell] = static_cast<std::uint32_t>(i);
                return visit(cell);
            });
        }
        return for_each_cell_on_segment(grid_, a.x, a.y, b.x, b.y, visit);
    }

    // Lists lie in the order of their cells, so a list that stays can be moved down over those that
    // were left out.
    std::uint32_t merge(Cell* cells, std::uint32_t* lines, std::uint32_t* slots) const noexcept {
        Merger merger(slots, Merger::slots_for(cell_count()), cells, lines);
        std::uint32_t used = 0;
        for (std::size_t i = 0; i < cell_count(); ++i) {
            Cell& cell = cells[i];
            if (cell.count == 0) {
                cell.first = 0;
                continue;
            }
            const std::uint32_t* list = lines + cell.first;
            const std::uint32_t same = merger.find(static_cast<std::uint32_t>(i), list, cell.count);
            if (same != i) {
                cell.first = cells[same].first;
                continue;
            }
            std::memmove(lines + used, list, cell.count * sizeof *lines);
            cell.first = used;
            used += cell.count;
        }
        return used;
    }

    void clear_marks() const noexcept {
        if (marks_ != nullptr) std::memset(marks_, 0xFF, cell_count() * sizeof *marks_);
    }

    View<flatline_vertex> vertices_;
    View<flatline_linedef> linedefs_;
    BlockmapGrid grid_;
    std::uint32_t* marks_;  // the line that a cell was visited for last
};

std::uint32_t cells_across(double least, double most) noexcept {
    return static_cast<std::uint32_t>(detail::block_position(most, least).cell + 1);
}

}  // namespace

BlockmapGrid blockmap_grid(View<flatline_vertex> vertices) noexcept {
    BlockmapGrid grid;
    if (vertices.empty()) return grid;
    double left = vertices[0].x, right = left, bottom = vertices[0].y, top = bottom;
    for (const flatline_vertex& v : vertices) {
        left = v.x < left ? v.x : left;
        right = v.x > right ? v.x : right;
        bottom = v.y < bottom ? v.y : bottom;
        top = v.y > top ? v.y : top;
    }
    grid.origin_x = std::floor(left);
    grid.origin_y = std::floor(bottom);
    grid.columns = cells_across(grid.origin_x, right);
    grid.rows = cells_across(grid.origin_y, top);
    return grid;
}

Outcome build_blockmap(View<flatline_vertex> vertices, View<flatline_linedef> linedefs,
                       const Limits& limits, const MemoryHooks& hooks, Budget& budget,
                       Reservation& memory, FindingList& findings, flatline_blockmap& out,
                       BlockmapStyle style) noexcept {
    out = {};
    const BlockmapGrid grid = blockmap_grid(vertices);
    const std::uint64_t cells = std::uint64_t{grid.columns} * grid.rows;
    const std::uint64_t most_cells =
        limits.blockmap_cells < kIndexBound ? limits.blockmap_cells : kIndexBound;
    if (cells > most_cells) {
        report_limit(Rule::limit_blockmap_cells, cells, most_cells, findings);
        return Outcome::refused;
    }
    // Working memory: first the cells while they are counted, then the table of lists.
    const std::uint64_t slot_bytes = Merger::slots_for(cells) * sizeof(std::uint32_t);
    const std::uint64_t cell_bytes = cells * sizeof(Cell);
    Layout work;
    work.add(1, slot_bytes > cell_bytes ? slot_bytes : cell_bytes);
    const bool boom = style == BlockmapStyle::boom;
    // What was walked upwards is of no use for lists that go down.
    const std::uint64_t walked_room =
        boom ? 0 : std::uint64_t{linedefs.size()} * Walked::kCellsALine;
    const std::uint64_t walked_at = work.add(walked_room, sizeof(std::uint32_t));
    const std::uint64_t marks_at = work.add(boom ? cells : 0, sizeof(std::uint32_t));
    budget.announce(work.bytes());
    const std::uint64_t mark = budget.used();
    if (!budget.charge(work.bytes())) return Outcome::over_limit;
    Reservation scratch;
    if (!scratch.ensure(hooks, work.bytes())) return Outcome::out_of_memory;
    auto* counted = reinterpret_cast<Cell*>(scratch.data());
    const Builder builder(
        vertices, linedefs, grid,
        boom ? reinterpret_cast<std::uint32_t*>(scratch.data() + marks_at) : nullptr);

    const std::uint64_t most_entries =
        limits.blockmap_entries < kIndexBound ? limits.blockmap_entries : kIndexBound;
    Walked walked{reinterpret_cast<std::uint32_t*>(scratch.data() + walked_at),
                  static_cast<std::size_t>(walked_room)};
    const std::uint64_t entries = builder.count(counted, most_entries, walked);
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
    if (cells != 0) std::memcpy(cell_array, counted, static_cast<std::size_t>(cell_bytes));
    const std::uint32_t used = builder.fill(
        cell_array, line_array, reinterpret_cast<std::uint32_t*>(scratch.data()), walked);
    budget.rewind(mark + layout.bytes());

    out.cells = cell_array;
    out.lines = line_array;
    out.origin_x = grid.origin_x;
    out.origin_y = grid.origin_y;
    out.columns = grid.columns;
    out.rows = grid.rows;
    out.entry_count = used;
    return Outcome::ok;
}

}  // namespace flatline::nodes
