// The stages of a load one by one, on the generated maps of load_warm in the style of UDB, their
// memory kept and touched; after them the whole load with every part, and the runtime structures.
// bytes_per_second counts the bytes of the whole text in every stage, so that the times of the
// stages add up to about the time of the whole; time/element shows whether cost stays flat.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/finding_edit.hpp"
#include "base/reservation.hpp"
#include "bench_inputs.hpp"
#include "level/resolve.hpp"
#include "level/sector_lines.hpp"
#include "model/limits.hpp"
#include "model/load.hpp"
#include "model/nodes.hpp"
#include "model/runtime.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/verify.hpp"
#include "nodes/write.hpp"
#include "text/count.hpp"
#include "udmf/columns.hpp"
#include "udmf/reader.hpp"

namespace flatline::engine::bench {
namespace {

// A map as the reader leaves it, and what the reader worked with.
struct Read {
    explicit Read(const mapgen::Generated& from) : text(bytes_of(from.text)) {}

    Bytes text;
    Limits limits;
    MemoryHooks hooks;
    udmf::ReadWorkspace workspace;
    udmf::RawMemory arrays;
    FindingList findings;
    Budget budget{limits.arena_bytes};
    udmf::RawMap raw;
    std::vector<std::uint32_t> rows;  // of sector lines

    bool again() noexcept {
        udmf::ReadOptions options;
        options.limits = &limits;
        detail::FindingEdit::clear(findings);
        budget = Budget(limits.arena_bytes);
        raw = {};
        udmf::TextmapReader reader(workspace, hooks, budget, findings, options);
        return reader.read(text, arrays, raw) == Outcome::ok;
    }
    bool resolve() noexcept {
        level::Elements elements;
        elements.linedefs = raw.linedefs.data();
        elements.sidedefs = raw.sidedefs.data();
        elements.vertex_count = raw.vertices.size();
        elements.linedef_count = raw.linedefs.size();
        elements.sidedef_count = raw.sidedefs.size();
        elements.sector_count = raw.sectors.size();
        rows.resize(elements.sector_count + 1);
        elements.sector_lines.rows = rows.data();
        return level::all_good(elements, 0);
    }
    // For a stage after the reader: false, and the benchmark ends, where the text does not load.
    bool ready(benchmark::State& state) noexcept {
        if (again() && resolve()) return true;
        state.SkipWithError("the map did not load");
        return false;
    }
};

// A loaded map and its nodes as an XGL3 lump; the one of the last text is kept.
struct Whole {
    const mapgen::Generated* of = nullptr;
    std::size_t text_bytes = 0;
    LoadResult<flatline::engine::Map> loaded;
    std::string lump;

    nodes::MapView view() const noexcept {
        return {loaded.value.vertices(), loaded.value.linedefs(), loaded.value.sidedefs()};
    }
};

const Whole& whole_of(const mapgen::Generated& map) {
    static Whole kept;
    if (kept.of == &map && kept.text_bytes == map.text.size()) return kept;
    kept = {};
    kept.of = &map;
    kept.text_bytes = map.text.size();
    kept.loaded = load_borrowed(bytes_of(map.text));
    const Result<flatline::engine::Nodes> built = build_nodes(kept.loaded.value);
    kept.lump.resize(nodes::xgl3_bytes(built.value.bsp()));
    if (!nodes::write_xgl3(built.value.bsp(), reinterpret_cast<unsigned char*>(kept.lump.data()))) {
        kept.lump.clear();
    }
    return kept;
}

void stage_count(benchmark::State& state, const mapgen::Generated& map) {
    const Bytes text = bytes_of(map.text);
    Samples samples(state);
    for (auto _ : samples) {
        text::Counts counts = text::count(text);
        benchmark::DoNotOptimize(counts);
    }
}

// Without a counting pass: the memory is the system's, so its size follows from that of the text.
void stage_read(benchmark::State& state, const mapgen::Generated& map) {
    Read read(map);
    if (!read.ready(state)) return;
    Samples samples(state);
    for (auto _ : samples) {
        bool ok = read.again();
        benchmark::DoNotOptimize(ok);
    }
}

void stage_resolve(benchmark::State& state, const mapgen::Generated& map) {
    Read read(map);
    if (!read.ready(state)) return;
    Samples samples(state);
    for (auto _ : samples) {  // changes nothing where every index is good
        bool ok = read.resolve();
        benchmark::DoNotOptimize(ok);
    }
}

void stage_columns(benchmark::State& state, const mapgen::Generated& map) {
    Read read(map);
    if (!read.ready(state)) return;
    Reservation memory;
    Samples samples(state);
    for (auto _ : samples) {
        Budget budget(read.limits.arena_bytes);
        udmf::Columns columns;
        Outcome status = udmf::build_columns(read.raw, read.text, read.hooks, budget, memory,
                                             read.findings, columns);
        benchmark::DoNotOptimize(status);
        benchmark::DoNotOptimize(columns);
    }
    state.counters["values"] = static_cast<double>(read.raw.values.size());
}

void stage_sector_lines(benchmark::State& state, const mapgen::Generated& map) {
    Read read(map);
    if (!read.ready(state)) return;
    const View<flatline_linedef> linedefs(read.raw.linedefs.data(), read.raw.linedefs.size());
    const View<flatline_sidedef> sidedefs(read.raw.sidedefs.data(), read.raw.sidedefs.size());
    const std::size_t sectors = read.raw.sectors.size();
    const auto rows = std::make_unique<std::uint32_t[]>(sectors + 1);
    level::count_sector_lines(linedefs, sidedefs, sectors, rows.get());
    const std::uint64_t count = level::add_up_sector_lines(sectors, {rows.get()});
    const auto lines = std::make_unique<std::uint32_t[]>(count);
    Samples samples(state);
    for (auto _ : samples) {
        level::count_sector_lines(linedefs, sidedefs, sectors, rows.get());
        const level::SectorLines out{rows.get(), lines.get()};
        level::add_up_sector_lines(sectors, out);
        level::fill_sector_lines(linedefs, sidedefs, sectors, out, 0);
        level::end_sector_lines(sectors, out);
        benchmark::ClobberMemory();
    }
    state.counters["entries"] = static_cast<double>(count);
}

void stage_nodes(benchmark::State& state, const mapgen::Generated& map) {
    const Whole& whole = whole_of(map);
    const Limits limits;
    FindingList findings;
    Reservation scratch;
    Reservation memory;
    flatline_bsp bsp{};
    Samples samples(state);
    for (auto _ : samples) {
        Budget budget(limits.arena_bytes);
        if (nodes::read_nodes(bytes_of(whole.lump), whole.view(), limits,
                              {nodes::BadPartners::none}, nodes::kInflater, {}, budget, scratch,
                              memory, findings, bsp) != Outcome::ok) {
            state.SkipWithError("the nodes were dropped");
            return;
        }
    }
    state.counters["segs"] = bsp.seg_count;
}

void stage_blockmap(benchmark::State& state, const mapgen::Generated& map) {
    const Whole& whole = whole_of(map);
    const Limits limits;
    FindingList findings;
    Reservation scratch;
    Reservation memory;
    flatline_blockmap blockmap{};
    Samples samples(state);
    for (auto _ : samples) {
        Budget budget(limits.arena_bytes);
        if (nodes::build_blockmap(whole.loaded.value.vertices(), whole.loaded.value.linedefs(),
                                  limits, {}, budget, scratch, memory, findings,
                                  blockmap) != Outcome::ok) {
            state.SkipWithError("no blockmap");
            return;
        }
    }
    state.counters["entries"] = blockmap.entry_count;
}

// The text alone: what is made of nothing else, lines by sector included.
void stage_text(benchmark::State& state, const mapgen::Generated& map) {
    LoadOptions options;
    options.products = 0;
    Loader loader;
    Samples samples(state);
    for (auto _ : samples) {
        LoadResult<flatline::engine::Map> result =
            loader.load_borrowed(bytes_of(map.text), options);
        benchmark::DoNotOptimize(result.value.arrays().vertices);
        loader.recycle(std::move(result.value));
    }
}

// What a port asks for: text, stored nodes, a blockmap, slopes.
LoadOptions whole_load_options(const mapgen::Generated& map) {
    LoadOptions options;
    options.products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_PLANES;
    options.lumps.znodes = bytes_of(whole_of(map).lump);
    return options;
}

void stage_whole_load(benchmark::State& state, const mapgen::Generated& map) {
    const LoadOptions options = whole_load_options(map);
    Loader loader;
    Samples samples(state);
    for (auto _ : samples) {
        LoadResult<flatline::engine::Map> result =
            loader.load_borrowed(bytes_of(map.text), options);
        if (!result || result.value.nodes().subsector_count == 0) {
            state.SkipWithError("the map did not load");
            return;
        }
        loader.recycle(std::move(result.value));
    }
}

// The whole load, and what is beside each element: lines of vertices and sides, neighbours of
// sectors. Lines of sectors are in every load.
void stage_whole_load_adjacency(benchmark::State& state, const mapgen::Generated& map) {
    const LoadOptions options = whole_load_options(map);
    Loader loader;
    Samples samples(state);
    for (auto _ : samples) {
        LoadResult<flatline::engine::Map> result =
            loader.load_borrowed(bytes_of(map.text), options);
        const Result<flatline::engine::Runtime> built = build_runtime(
            result.value, {.tables = FLATLINE_RUNTIME_SIDE_LINES | FLATLINE_RUNTIME_VERTEX_LINES |
                                     FLATLINE_RUNTIME_NEIGHBOURS});
        if (!result || !built) {
            state.SkipWithError("the map did not load");
            return;
        }
        benchmark::DoNotOptimize(built.value.arrays());
        loader.recycle(std::move(result.value));
    }
}

// Not part of a load: hosts build it when they want it. Memory is fresh each time.
void stage_runtime(benchmark::State& state, const mapgen::Generated& map) {
    const Whole& whole = whole_of(map);
    Samples samples(state);
    for (auto _ : samples) {
        const Result<flatline::engine::Runtime> built =
            build_runtime(whole.loaded.value, {.tables = FLATLINE_RUNTIME_ALL});
        benchmark::DoNotOptimize(built.value.arrays());
    }
}

struct Stage {
    const char* name;
    void (*run)(benchmark::State&, const mapgen::Generated&);
};
constexpr Stage kStages[] = {
    {"stage_count", stage_count},
    {"stage_read", stage_read},
    {"stage_resolve", stage_resolve},
    {"stage_columns", stage_columns},
    {"stage_sector_lines", stage_sector_lines},
    {"stage_nodes", stage_nodes},
    {"stage_blockmap", stage_blockmap},
    {"stage_text", stage_text},
    {"stage_whole_load", stage_whole_load},
    {"stage_whole_load_adjacency", stage_whole_load_adjacency},
    {"stage_runtime", stage_runtime},
};
constexpr std::pair<const char*, std::uint64_t> kStageSizes[] = {
    {"1M", 1'000'000}, {"10M", 10'000'000}, {"100M", 100'000'000}};

[[maybe_unused]] const bool kStagesRegistered = [] {
    for (const auto& [size_name, bytes] : kStageSizes) {  // the sizes outside: one text is kept
        Input input;
        input.name = std::string(size_name) + "/zdoom/udb";
        input.options.target_bytes = bytes;
        for (const Stage& stage : kStages) {
            benchmark::RegisterBenchmark((std::string(stage.name) + "/" + size_name).c_str(),
                                         [input, run = stage.run](benchmark::State& state) {
                                             const mapgen::Generated& map = generated(input);
                                             run(state, map);
                                             report(state, map);
                                         })
                ->Unit(benchmark::kMillisecond)
                ->UseManualTime();
        }
    }
    return true;
}();

}  // namespace
}  // namespace flatline::engine::bench
