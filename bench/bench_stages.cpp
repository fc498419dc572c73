// The stages of a load one by one, on the 10 MB map of load_warm, their memory kept and touched.
// bytes_per_second counts the bytes of the whole text in every stage, so that the times of the
// stages add up to about the time of load_warm.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/arena.hpp"
#include "bench_inputs.hpp"
#include "flatline/limits.hpp"
#include "level/resolve.hpp"
#include "level/sector_lines.hpp"
#include "text/count.hpp"
#include "udmf/columns.hpp"
#include "udmf/reader.hpp"

namespace flatline::bench {
namespace {

const mapgen::Generated& ten_megabytes() {
    Input input;
    input.name = "10M/zdoom/udb";
    input.options.target_bytes = 10'000'000;
    return generated(input);
}

// A map as the reader leaves it, and what the reader worked with.
struct Read {
    const mapgen::Generated& map = ten_megabytes();
    Bytes text = bytes_of(map.text);
    Limits limits;
    MemoryHooks hooks;
    udmf::ReadWorkspace workspace;
    Reservation arrays;
    FindingList findings;
    Budget budget{limits.arena_bytes};
    udmf::RawMap raw;

    bool again() noexcept {
        udmf::ReadOptions options;
        options.limits = &limits;
        findings.clear();
        budget = Budget(limits.arena_bytes);
        raw = {};
        udmf::Reader reader(workspace, hooks, budget, findings, options);
        return reader.read(text, arrays, raw) == udmf::ReadStatus::ok;
    }
    bool resolve() noexcept {
        level::Elements elements;
        elements.linedefs = raw.linedefs.data();
        elements.sidedefs = raw.sidedefs.data();
        elements.vertex_count = raw.vertices.size();
        elements.linedef_count = raw.linedefs.size();
        elements.sidedef_count = raw.sidedefs.size();
        elements.sector_count = raw.sectors.size();
        return level::resolve(elements, false, findings);
    }
    // For a stage behind the reader: false, and the benchmark ends, where the text does not load.
    bool ready(benchmark::State& state) noexcept {
        if (again() && resolve()) return true;
        state.SkipWithError("the map did not load");
        return false;
    }
};

void stage_count(benchmark::State& state) {
    const mapgen::Generated& map = ten_megabytes();
    const Bytes text = bytes_of(map.text);
    for (auto _ : state) {
        text::Counts counts = text::count(text);
        benchmark::DoNotOptimize(counts);
    }
    report(state, map);
}

// With the counting pass: the reader has its memory from it.
void stage_read(benchmark::State& state) {
    Read read;
    if (!read.ready(state)) return;
    for (auto _ : state) {
        bool ok = read.again();
        benchmark::DoNotOptimize(ok);
    }
    report(state, read.map);
}

void stage_resolve(benchmark::State& state) {
    Read read;
    if (!read.ready(state)) return;
    for (auto _ : state) {  // changes nothing where every index is good
        bool ok = read.resolve();
        benchmark::DoNotOptimize(ok);
    }
    report(state, read.map);
}

void stage_columns(benchmark::State& state) {
    Read read;
    if (!read.ready(state)) return;
    Reservation memory;
    for (auto _ : state) {
        Budget budget(read.limits.arena_bytes);
        udmf::Columns columns;
        udmf::BuildStatus status = udmf::build_columns(read.raw, read.text, read.hooks, budget,
                                                       memory, read.findings, columns);
        benchmark::DoNotOptimize(status);
        benchmark::DoNotOptimize(columns);
    }
    report(state, read.map);
    state.counters["values"] = static_cast<double>(read.raw.values.size());
}

void stage_sector_lines(benchmark::State& state) {
    Read read;
    if (!read.ready(state)) return;
    const View<flatline_linedef> linedefs(read.raw.linedefs.data(), read.raw.linedefs.size());
    const View<flatline_sidedef> sidedefs(read.raw.sidedefs.data(), read.raw.sidedefs.size());
    const std::size_t sectors = read.raw.sectors.size();
    const std::uint64_t count = level::count_sector_lines(linedefs, sidedefs);
    const auto rows = std::make_unique<std::uint32_t[]>(sectors + 1);
    const auto lines = std::make_unique<std::uint32_t[]>(count);
    for (auto _ : state) {
        std::uint64_t again = level::count_sector_lines(linedefs, sidedefs);
        benchmark::DoNotOptimize(again);
        level::fill_sector_lines(linedefs, sidedefs, sectors, {rows.get(), lines.get()});
        benchmark::ClobberMemory();
    }
    report(state, read.map);
    state.counters["entries"] = static_cast<double>(count);
}

BENCHMARK(stage_count)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_read)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_resolve)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_columns)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_sector_lines)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace flatline::bench
