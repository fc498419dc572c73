#include <algorithm>
#include <cstring>
#include <string_view>

#include "bake/verify.hpp"
#include "base/prefetch.hpp"
#include "base/reservation.hpp"
#include "base/take_memory.hpp"
#include "model/blockmap.hpp"
#include "model/map_format.hpp"
#include "nodes/verify.hpp"

namespace flatline::engine::bake {
namespace {

// The indices of lines, and the lines of sectors, in one pass over the lines: as the lists ascend,
// the next entry in the list of each sector of a line is that line.
class LineCheck {
public:
    // `next` has room for a number of each sector.
    LineCheck(const flatline_arrays& arrays, std::uint32_t* next) noexcept
        : a_(arrays), next_(next) {}

    bool run() const noexcept {
        const std::uint32_t* const rows = a_.sector_line_rows;
        if (!are_rows(rows, a_.sector_count, a_.sector_line_count)) return false;
        if (a_.linedef_count == 0) return a_.sector_line_count == 0;
        if (a_.sector_line_count == 0) return false;
        std::copy_n(rows, a_.sector_count, next_);
        bool good = true;
        std::uint64_t entries = 0;
        for (std::uint32_t i = 0; i < a_.linedef_count; ++i) {
            const flatline_linedef& line = a_.linedefs[i];
            prefetch_ahead(&line);
            const bool two_sided = line.sideback != FLATLINE_NONE;
            if (line.v1 >= a_.vertex_count || line.v2 >= a_.vertex_count ||
                line.sidefront >= a_.sidedef_count ||
                (line.sideback >= a_.sidedef_count && two_sided)) {
                return false;
            }
            // Without a branch, as lines with one side and two follow each other without a pattern.
            const std::uint32_t other =
                (line.sidefront ^ line.sideback) & (0 - std::uint32_t{two_sided});
            prefetch_ahead(a_.sidedefs + line.sidefront);
            const std::uint32_t front = a_.sidedefs[line.sidefront].sector;
            const std::uint32_t back = a_.sidedefs[line.sidefront ^ other].sector;
            const bool both = front != back;
            good &= (line.flags < FLATLINE_LINE_REPEATSPECIAL * 2u);
            good &= take(front, i, 1);
            good &= take(back, i, std::uint32_t{both});
            entries += 1 + std::uint64_t{both};
        }
        return good && entries == a_.sector_line_count;
    }

private:
    // Whether the next entry of a sector is that line; moves on by `step`, 0 to ask nothing.
    bool take(std::uint32_t sector, std::uint32_t line, std::uint32_t step) const noexcept {
        const std::uint32_t at = next_[sector];
        const bool is_in = at < a_.sector_line_rows[sector + 1];
        const bool is_it = a_.sector_lines[at & (0 - std::uint32_t{is_in})] == line;
        next_[sector] = at + step;
        return (step == 0) | (is_in & is_it);
    }

    const flatline_arrays& a_;
    std::uint32_t* next_;
};

// Precondition: sides have sectors.
Outcome verify_lines(const flatline_arrays& map, const MemoryHooks& hooks,
                     Budget& budget) noexcept {
    Reservation memory;
    const Outcome taken =
        take_memory(std::uint64_t{map.sector_count} * sizeof(std::uint32_t), hooks, budget, memory);
    if (taken != Outcome::ok) return taken;
    const LineCheck check(map, reinterpret_cast<std::uint32_t*>(memory.data()));
    return check.run() ? Outcome::ok : Outcome::refused;
}

// What the forms of classic nodes are called in flatline_bsp::format.
bool is_classic(const flatline_bsp& bsp) noexcept {
    return std::strcmp(bsp.format, "classic") == 0 || std::strcmp(bsp.format, "xNd4") == 0;
}

// As the decoders of stored forms have it: there is one subsector more than nodes, and but for
// classic forms the segs of subsectors follow each other.
bool has_shape(const flatline_bsp& bsp, const flatline_arrays& arrays) noexcept {
    if (bsp.kind > FLATLINE_NODES_CLASSIC || bsp.original_vertices != arrays.vertex_count ||
        std::memchr(bsp.format, '\0', sizeof bsp.format) == nullptr ||
        bsp.seg_count > nodes::kIndexCeiling || bsp.subsector_count > nodes::kIndexCeiling ||
        std::uint64_t{bsp.node_count} + 1 != bsp.subsector_count ||
        std::uint64_t{bsp.original_vertices} + bsp.vertex_count > nodes::kIndexCeiling) {
        return false;
    }
    bool good = true;
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        good &= is_finite(bsp.vertices[i].x) && is_finite(bsp.vertices[i].y);
    }
    for (std::uint32_t i = 0; i < bsp.node_count; ++i) {
        const flatline_node& n = bsp.nodes[i];
        good &= is_finite(n.x) && is_finite(n.y) && is_finite(n.dx) && is_finite(n.dy);
    }
    if (is_classic(bsp)) return good && bsp.kind == FLATLINE_NODES_CLASSIC;
    std::uint64_t next = 0;
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        const flatline_subsector& s = bsp.subsectors[i];
        good &= (s.first == next) && (s.count != 0);
        next += s.count;
    }
    return good && next == bsp.seg_count;
}

// The check of a load, which writes nothing here: it says whether it would.
Outcome verify_nodes(const flatline_arrays& map, bool is_binary, const Limits& limits,
                     const MemoryHooks& hooks, Budget& budget) noexcept {
    const flatline_bsp& bsp = map.nodes;
    if (bsp.kind == FLATLINE_NODES_NONE) {
        const bool none = bsp.vertex_count == 0 && bsp.seg_count == 0 && bsp.subsector_count == 0 &&
                          bsp.node_count == 0;
        return none ? Outcome::ok : Outcome::refused;
    }
    if (!has_shape(bsp, map)) return Outcome::refused;
    bool differs = false;
    nodes::Arrays tree;
    tree.vertices = const_cast<flatline_vertex*>(bsp.vertices);
    tree.segs = const_cast<flatline_seg*>(bsp.segs);
    tree.subsectors = const_cast<flatline_subsector*>(bsp.subsectors);
    tree.nodes = const_cast<flatline_node*>(bsp.nodes);
    tree.vertex_count = bsp.vertex_count;
    tree.seg_count = bsp.seg_count;
    tree.subsector_count = bsp.subsector_count;
    tree.node_count = bsp.node_count;
    tree.original_vertices = bsp.original_vertices;
    // A baked file does not record which vertices a builder rounded, so all of a binary map count
    // as rounded.
    tree.rounded_vertices = is_binary ? bsp.vertex_count : 0;
    tree.gl = bsp.kind == FLATLINE_NODES_GL;
    tree.classic = is_classic(bsp);
    tree.differs = &differs;
    const nodes::MapView view{{map.vertices, map.vertex_count},
                              {map.linedefs, map.linedef_count},
                              {map.sidedefs, map.sidedef_count}};
    FindingList findings(0, 0);
    nodes::Reporter reporter(findings);
    Reservation scratch;
    flatline_bsp verified{};
    const Outcome outcome =
        nodes::verify(tree, nodes::Places(), view, limits, nodes::BadPartners::drop, hooks, budget,
                      scratch, reporter, verified);
    if (outcome != Outcome::ok) return outcome;
    return !differs && verified.depth == bsp.depth ? Outcome::ok : Outcome::refused;
}

// No list of a cell has an entry that is no line. Lists may share entries, so before each block of
// entries the number of those is kept.
class CellCheck {
public:
    CellCheck(const flatline_blockmap& blockmap, std::uint32_t* before) noexcept
        : b_(blockmap), before_(before) {}

    static constexpr std::uint32_t kBlock = 64;
    static std::uint64_t blocks(std::uint64_t entries) noexcept { return entries / kBlock + 1; }

    bool run(std::uint32_t line_count) const noexcept {
        std::uint32_t none = 0;
        bool good = true;
        for (std::uint32_t i = 0; i < b_.entry_count; ++i) {
            if (i % kBlock == 0) before_[i / kBlock] = none;
            const bool is_none = b_.lines[i] == FLATLINE_NONE;
            none += is_none ? 1u : 0u;
            good &= (is_none || (b_.lines[i] < line_count));
        }
        if (b_.entry_count % kBlock == 0) before_[b_.entry_count / kBlock] = none;
        const std::uint64_t cells = product_of(b_.columns, b_.rows);
        for (std::uint64_t i = 0; i < cells; ++i) {
            const flatline_blockmap_cell& cell = b_.cells[i];
            if (!lies_in(cell.first, cell.count, b_.entry_count)) return false;
            if (none != 0 && none_before(cell.first) != none_before(cell.first + cell.count)) {
                return false;
            }
            if (b_.skipped_zero != 0) {
                good = good && cell.first != 0 && b_.lines[cell.first - 1] == 0;
            }
        }
        return good;
    }

private:
    std::uint32_t none_before(std::uint32_t entry) const noexcept {
        std::uint32_t count = before_[entry / kBlock];
        for (std::uint32_t i = entry - entry % kBlock; i < entry; ++i) {
            count += b_.lines[i] == FLATLINE_NONE ? 1u : 0u;
        }
        return count;
    }

    const flatline_blockmap& b_;
    std::uint32_t* before_;
};

Outcome verify_blockmap(const flatline_arrays& map, const Limits& limits, const MemoryHooks& hooks,
                        Budget& budget) noexcept {
    const flatline_blockmap& b = map.blockmap;
    if (b.columns == 0) {
        return b.rows == 0 && b.entry_count == 0 ? Outcome::ok : Outcome::refused;
    }
    if (b.rows == 0 || product_of(b.columns, b.rows) > limits.blockmap_cells ||
        b.entry_count > limits.blockmap_entries ||
        !(std::fabs(b.origin_x) <= detail::kBlockmapReach) ||
        !(std::fabs(b.origin_y) <= detail::kBlockmapReach) || b.from_lump > 1 ||
        b.skipped_zero > 1) {
        return Outcome::refused;
    }
    Reservation scratch;
    const std::uint64_t bytes = CellCheck::blocks(b.entry_count) * sizeof(std::uint32_t);
    const Outcome taken = take_memory(bytes, hooks, budget, scratch);
    if (taken != Outcome::ok) return taken;
    const CellCheck check(b, reinterpret_cast<std::uint32_t*>(scratch.data()));
    return check.run(map.linedef_count) ? Outcome::ok : Outcome::refused;
}

// Each spelling once: names are sorted by their bytes, in memory of their numbers.
Outcome verify_names(const flatline_arrays& map, Bytes texts, const MemoryHooks& hooks,
                     Budget& budget) noexcept {
    Reservation memory;
    const Outcome taken =
        take_memory(std::uint64_t{map.name_count} * sizeof(std::uint32_t), hooks, budget, memory);
    if (taken != Outcome::ok) return taken;
    auto* const order = reinterpret_cast<std::uint32_t*>(memory.data());
    for (std::uint32_t i = 0; i < map.name_count; ++i) order[i] = i;
    const auto name = [&](std::uint32_t i) {
        const flatline_text text = map.names[i];
        return std::string_view(reinterpret_cast<const char*>(texts.data()) + text.offset,
                                text.size);
    };
    std::sort(order, order + map.name_count,
              [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
    bool good = true;
    for (std::uint32_t i = 1; i < map.name_count; ++i) {
        good = good && name(order[i - 1]) != name(order[i]);
    }
    return good ? Outcome::ok : Outcome::refused;
}

}  // namespace

Outcome verify_derived(const flatline_arrays& arrays, const Facts& facts, Bytes texts,
                       const Limits& limits, const MemoryHooks& hooks, Budget& budget) noexcept {
    const bool is_binary = facts.format != static_cast<std::uint32_t>(MapFormat::udmf);
    const std::uint64_t mark = budget.used();
    Outcome outcome = verify_names(arrays, texts, hooks, budget);
    budget.rewind(mark);
    if (outcome == Outcome::ok) outcome = verify_lines(arrays, hooks, budget);
    budget.rewind(mark);
    if (outcome == Outcome::ok) {
        outcome = verify_nodes(arrays, is_binary, limits, hooks, budget);
    }
    budget.rewind(mark);
    if (outcome == Outcome::ok) outcome = verify_blockmap(arrays, limits, hooks, budget);
    budget.rewind(mark);
    return outcome;
}

}  // namespace flatline::engine::bake
