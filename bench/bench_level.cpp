// What is derived after a load, per element, on maps of 1, 10 and 100 MB: the cost of an element
// must stay flat. Beside them, a memory copy of what a family reads.
#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

#include "base/jobs.hpp"
#include "bench_inputs.hpp"
#include "model/nodes.hpp"
#include "model/runtime.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/blockmap_lump.hpp"

namespace {

using flatline::engine::Runtime;
using flatline::engine::bench::report_bytes;
using flatline::engine::bench::Samples;

const flatline::engine::Map& map_of(std::int64_t megabytes) {
    return flatline::engine::bench::loaded(megabytes).map;
}

void per_element(benchmark::State& state, std::size_t elements) {
    state.counters["per_element"] =
        benchmark::Counter(static_cast<double>(elements) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["elements"] = static_cast<double>(elements);
}

void BM_CopyOfLinesAndSides(benchmark::State& state) {
    const flatline::engine::Map& map = map_of(state.range(0));
    const auto lines = map.linedefs();
    const auto sides = map.sidedefs();
    const std::size_t line_bytes = lines.size() * sizeof(flatline_linedef);
    const std::size_t side_bytes = sides.size() * sizeof(flatline_sidedef);
    std::vector<unsigned char> copy(line_bytes + side_bytes);
    Samples samples(state);
    for (auto _ : samples) {
        std::memcpy(copy.data(), lines.data(), line_bytes);
        std::memcpy(copy.data() + line_bytes, sides.data(), side_bytes);
        benchmark::ClobberMemory();
    }
    per_element(state, lines.size());
    report_bytes(state, copy.size());
}
BENCHMARK(BM_CopyOfLinesAndSides)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

// Threads are started anew each time, as in a load.
void blockmap_build(benchmark::State& state, std::uint32_t threads) {
    const flatline::engine::Map& map = map_of(state.range(0));
    const flatline::engine::Limits limits;
    flatline::engine::Reservation scratch, memory;
    flatline::engine::FindingList findings;
    flatline_blockmap blockmap = {};
    Samples samples(state, threads);
    for (auto _ : samples) {
        flatline::engine::Budget budget(limits.arena_bytes);
        flatline::engine::Jobs jobs({}, threads);
        const auto status = flatline::engine::nodes::build_blockmap(
            map.vertices(), map.linedefs(), limits, {}, budget, scratch, memory, findings, blockmap,
            flatline::engine::BlockmapStyle::touched, &jobs);
        if (status != flatline::engine::Outcome::ok) {
            state.SkipWithError("no blockmap");
            return;
        }
    }
    per_element(state, map.linedefs().size());
    state.counters["cells"] = static_cast<double>(blockmap.columns) * blockmap.rows;
    state.counters["entries"] = static_cast<double>(blockmap.entry_count);
}
void BM_BlockmapBuild(benchmark::State& state) { blockmap_build(state, 1); }
BENCHMARK(BM_BlockmapBuild)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();
void BM_BlockmapBuildThreads(benchmark::State& state) { blockmap_build(state, 2); }
BENCHMARK(BM_BlockmapBuildThreads)
    ->Arg(10)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

// The largest lump that 16 bits allow: all of it one list a block.
void BM_BlockmapLump(benchmark::State& state) {
    std::vector<unsigned char> lump;
    const auto word = [&](unsigned value) {
        lump.push_back(static_cast<unsigned char>(value));
        lump.push_back(static_cast<unsigned char>(value >> 8));
    };
    const unsigned blocks = 90 * 90;
    for (const unsigned value : {0u, 0u, 90u, 90u}) word(value);
    for (unsigned i = 0; i < blocks; ++i) word(4 + blocks + 7 * i);
    for (unsigned i = 0; i < blocks; ++i) {
        for (const unsigned value : {0u, i, i + 1, i + 2, i + 3, i + 4, 0xFFFFu}) word(value);
    }
    const flatline::engine::Limits limits;
    flatline::engine::Reservation memory;
    flatline::engine::FindingList findings;
    flatline_blockmap blockmap = {};
    Samples samples(state);
    for (auto _ : samples) {
        flatline::engine::Budget budget(limits.arena_bytes);
        if (flatline::engine::nodes::read_blockmap({lump.data(), lump.size()}, 65535, limits, {},
                                                   budget, memory, findings,
                                                   blockmap) != flatline::engine::Outcome::ok) {
            state.SkipWithError("dropped");
            return;
        }
    }
    report_bytes(state, lump.size());
}
BENCHMARK(BM_BlockmapLump)->Unit(benchmark::kMillisecond)->UseManualTime();

void derive(benchmark::State& state, std::uint32_t parts,
            std::size_t (*elements)(const flatline::engine::Map&)) {
    const flatline::engine::Map& map = map_of(state.range(0));
    Samples samples(state);
    for (auto _ : samples) {
        const flatline::engine::Result<flatline::engine::Runtime> built =
            build_runtime(map, {.tables = parts});
        if (!built) {
            state.SkipWithError("not built");
            return;
        }
    }
    per_element(state, elements(map));
}
std::size_t lines(const flatline::engine::Map& map) { return map.linedefs().size(); }
std::size_t sides(const flatline::engine::Map& map) { return map.sidedefs().size(); }
std::size_t things(const flatline::engine::Map& map) { return map.things().size(); }
std::size_t lines_and_things(const flatline::engine::Map& map) { return lines(map) + things(map); }

#define FLATLINE_DERIVE(name, part, elements)                                                     \
    void BM_##name(benchmark::State& state) { derive(state, FLATLINE_RUNTIME_##part, elements); } \
    BENCHMARK(BM_##name)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond)->UseManualTime()

FLATLINE_DERIVE(LineData, LINE_DATA, lines);
FLATLINE_DERIVE(SideLines, SIDE_LINES, sides);
FLATLINE_DERIVE(VertexLines, VERTEX_LINES, lines);
FLATLINE_DERIVE(Neighbours, NEIGHBOURS, lines);
FLATLINE_DERIVE(SectorBounds, SECTOR_BOUNDS, lines);
FLATLINE_DERIVE(Tags, TAGS, lines_and_things);
FLATLINE_DERIVE(ThingPlacesBySweep, THING_PLACES, lines_and_things);
FLATLINE_DERIVE(Polyobjects, POLYOBJECTS, lines);
FLATLINE_DERIVE(Gaps, GAPS, lines);
FLATLINE_DERIVE(Everything, ALL, lines);

// All tables with a tree, as a port asks for them, on one thread and on two.
void with_nodes(benchmark::State& state, std::uint32_t threads) {
    const flatline::engine::Map& map = map_of(state.range(0));
    const flatline::engine::Result<flatline::engine::Nodes> nodes =
        flatline::engine::build_nodes(map);
    flatline::engine::RuntimeOptions options;
    options.nodes = &nodes.value.bsp();
    options.threads = threads;
    Samples samples(state, threads);
    for (auto _ : samples) {
        if (!build_runtime(map, options)) {
            state.SkipWithError("not built");
            return;
        }
    }
    per_element(state, map.linedefs().size());
}
void BM_WithNodes(benchmark::State& state) { with_nodes(state, 1); }
void BM_WithNodesThreads(benchmark::State& state) { with_nodes(state, 2); }
BENCHMARK(BM_WithNodes)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(BM_WithNodesThreads)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
