// Fuzzer of BLOCKMAP and REJECT: any bytes as either lump, then a walk over everything that is
// published; and the bytes as lines, whose blockmap is built and asked. The first byte chooses,
// the second and third are the number of lines or sectors.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "fuzz/harness/promise.hpp"
#include "model/blockmap.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/blockmap_lump.hpp"
#include "nodes/reject.hpp"

namespace {

using flatline::engine::Outcome;
using fuzz::require;

void walk(const flatline_blockmap& map, std::size_t line_count) {
    const std::size_t cells = std::size_t{map.columns} * map.rows;
    for (std::size_t i = 0; i < cells; ++i) {
        const flatline_blockmap_cell& cell = map.cells[i];
        require(cell.first <= map.entry_count && cell.count <= map.entry_count - cell.first,
                "a list lies outside the lists");
    }
    for (std::uint32_t i = 0; i < map.entry_count; ++i) {
        require(map.lines[i] < line_count || map.lines[i] == FLATLINE_NONE, "line out of range");
    }
    std::vector<std::uint32_t> memory(line_count);
    flatline::engine::LineMarks marks(memory.data(), memory.size());
    std::size_t met = 0;
    flatline::engine::for_each_line_near_segment(
        map, marks, map.origin_x - 500.0, map.origin_y - 9.0, map.origin_x + 9000.0,
        map.origin_y + 7000.5, [&](std::uint32_t line) {
            require(line < line_count, "met line out of range");
            return ++met < 100'000;
        });
    require(met <= line_count, "a line was met twice");
}

void read(flatline::engine::Bytes lump, std::size_t line_count, bool tight) {
    flatline::engine::Limits limits;
    if (tight) {
        limits.blockmap_cells = 20;
        limits.blockmap_entries = 50;
    }
    flatline::engine::Budget budget(limits.arena_bytes);
    flatline::engine::Reservation memory;
    flatline::engine::FindingList findings;
    flatline_blockmap map = {};
    const Outcome status = flatline::engine::nodes::read_blockmap(lump, line_count, limits, {},
                                                                  budget, memory, findings, map);
    require(budget.used() <= budget.announced(), "used more than announced");
    require(budget.announced() <= 16 * lump.size() + 128, "announced too much");
    if (status == Outcome::ok) {
        require(findings.total() == 0 && map.from_lump == 1, "accepted with a finding");
        walk(map, line_count);
        return;
    }
    require(status == Outcome::refused, "neither accepted nor dropped");
    require(map.cells == nullptr && budget.used() == 0, "a dropped lump publishes something");
    require(findings.total() == (lump.empty() ? 0u : 1u), "not one finding");
}

// Coordinates are 16-bit numbers in steps of `unit`, or doubles as they come.
void build(const unsigned char* data, std::size_t size, double unit, bool doubles) {
    std::vector<flatline_vertex> vertices;
    const std::size_t step = doubles ? 16 : 4;
    for (std::size_t at = 0; at + step <= size && vertices.size() < 400; at += step) {
        flatline_vertex v{};
        if (doubles) {
            std::memcpy(&v, data + at, sizeof v);
            const auto fits = [](double value) { return value >= -32768 && value <= 32768; };
            if (!fits(v.x) || !fits(v.y)) {
                continue;
            }
        } else {
            std::int16_t words[2];
            std::memcpy(words, data + at, sizeof words);
            v = {words[0] * unit, words[1] * unit};
        }
        vertices.push_back(v);
    }
    std::vector<flatline_linedef> lines(vertices.size() / 2);
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        lines[i].v1 = 2 * i;
        lines[i].v2 = 2 * i + 1;
    }
    flatline::engine::Limits limits;
    limits.blockmap_cells = 4096;  // speed: larger grids are no other code
    limits.blockmap_entries = 20'000;
    flatline::engine::Budget budget(limits.arena_bytes);
    flatline::engine::Reservation scratch, memory;
    flatline::engine::FindingList findings;
    flatline_blockmap map = {};
    const Outcome status = flatline::engine::nodes::build_blockmap(
        {vertices.data(), vertices.size()}, {lines.data(), lines.size()}, limits, {}, budget,
        scratch, memory, findings, map);
    require(budget.used() <= budget.announced(), "used more than announced");
    if (status != Outcome::ok) {
        require(status == Outcome::refused && findings.total() == 1, "dropped silently");
        return;
    }
    walk(map, lines.size());
    // Both ends of every line lie in a cell that lists it.
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        const flatline_vertex a = vertices[2 * i];
        const flatline_vertex b = vertices[2 * i + 1];
        for (const flatline_vertex& v : {a, b}) {
            const std::uint32_t cell =
                flatline::engine::cell_at(flatline::engine::grid_of(map), v.x, v.y);
            require(cell != FLATLINE_NONE, "a vertex outside the grid");
            bool listed = false;
            std::uint32_t last = 0;
            for (const std::uint32_t line : flatline::engine::cell_lines(map, cell)) {
                require(line >= last, "lines do not ascend");
                last = line;
                listed = listed || line == i;
            }
            require(listed, "an end's cell does not list its line");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) {
        return 0;
    }
    const std::uint8_t choice = data[0];
    const std::size_t count = data[1] | std::size_t{data[2]} << 8;
    const fuzz::Content content(data + 3, size - 3);
    const flatline::engine::Bytes bytes = content.view();
    switch (choice & 3) {
        case 0:
            build(bytes.data(), bytes.size(), (choice & 4) != 0 ? 1.0 / 16 : 1.0 / 8,
                  (choice & 8) != 0);
            break;
        case 1: {
            flatline::engine::FindingList findings;
            flatline_reject reject = {};
            const auto sectors = static_cast<std::uint32_t>(count);
            if (flatline::engine::nodes::read_reject(bytes, sectors, findings, reject) &&
                sectors != 0) {
                for (std::uint32_t from = 0; from < sectors; from += 1 + sectors / 16) {
                    for (std::uint32_t to = 0; to < sectors; to += 1 + sectors / 16) {
                        (void)flatline::engine::sees(reject, from, to);
                    }
                }
                (void)flatline::engine::sees(reject, sectors - 1, sectors - 1);
            }
            break;
        }
        default:
            if ((choice & 8) != 0) {
                static constexpr unsigned char kSignature[] = {'X', 'B', 'M', '1', 0, 0, 0, 0};
                std::vector<unsigned char> wide(kSignature, kSignature + sizeof kSignature);
                wide.insert(wide.end(), bytes.begin(), bytes.end());
                read({wide.data(), wide.size()}, count, (choice & 4) != 0);
            } else {
                read(bytes, count, (choice & 4) != 0);
            }
    }
    return 0;
}
