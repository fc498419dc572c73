// The slope pass, in ns a sector: maps of 1, 10 and 100 MB of which a tenth of the sectors slopes,
// the same maps flat, and with slope things that have to be placed without nodes.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench_inputs.hpp"
#include "level/slopes.hpp"
#include "mapgen.hpp"
#include "model/load.hpp"

namespace {

using flatline::engine::SlopeRules;
using flatline::engine::bench::Samples;
namespace level = flatline::engine::level;

struct SlopeMap {
    std::string text;
    flatline::engine::Map map;
    std::vector<flatline_sector> sectors;
    std::vector<flatline_thing> things;
};

// Only the last one is kept: 100 MB stay only as long as needed.
SlopeMap& map_of(std::int64_t megabytes, bool sloped, flatline::engine::mapgen::Flavour flavour) {
    static std::unique_ptr<SlopeMap> kept;
    static std::string kept_name;
    const std::string name = std::to_string(megabytes) + (sloped ? " sloped " : " flat ") +
                             std::to_string(static_cast<int>(flavour));
    if (name != kept_name) {
        kept = std::make_unique<SlopeMap>();
        kept_name = name;
        flatline::engine::mapgen::Options options;
        options.target_bytes = static_cast<std::uint64_t>(megabytes) * 1'000'000;
        options.sloped_fraction = sloped ? 0.1 : 0.0;
        options.flavour = flavour;
        kept->text = flatline::engine::mapgen::generate(options).text;
        const auto* bytes = reinterpret_cast<const unsigned char*>(kept->text.data());
        flatline::engine::LoadOptions load;
        load.products = 0;
        kept->map =
            std::move(flatline::engine::load_borrowed({bytes, kept->text.size()}, load).value);
        kept->sectors.assign(kept->map.sectors().begin(), kept->map.sectors().end());
        kept->things.assign(kept->map.things().begin(), kept->map.things().end());
    }
    return *kept;
}

void derive(benchmark::State& state, SlopeMap& loaded, SlopeRules rules) {
    const flatline_arrays& a = loaded.map.arrays();
    const flatline::engine::Limits limits;
    level::SlopeInput input;
    input.geometry.vertices = loaded.map.vertices();
    input.geometry.linedefs = loaded.map.linedefs();
    input.geometry.sidedefs = loaded.map.sidedefs();
    input.geometry.sector_count = a.sector_count;
    input.geometry.sector_line_rows = a.sector_line_rows;
    input.geometry.sector_lines = a.sector_lines;
    input.sectors = loaded.sectors.data();
    input.things = {loaded.things.data(), loaded.things.size()};
    input.columns = loaded.map.columns();
    input.ids = a.ids;
    input.rules = rules;
    input.step_limit = limits.slope_steps;
    flatline::engine::Reservation scratch;
    flatline::engine::Reservation memory;
    flatline::engine::FindingList findings;
    level::SlopeArrays out;
    Samples samples(state);
    for (auto _ : samples) {
        flatline::engine::Budget budget(limits.arena_bytes);
        for (flatline_sector& sector : loaded.sectors) sector.planes = 0;
        if (level::derive_planes(input, {}, budget, scratch, memory, findings, out) !=
            flatline::engine::Outcome::ok) {
            state.SkipWithError("no planes");
            return;
        }
    }
    state.counters["per_sector"] = benchmark::Counter(
        static_cast<double>(a.sector_count) * static_cast<double>(state.iterations()),
        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["sectors"] = static_cast<double>(a.sector_count);
    state.counters["planes"] = static_cast<double>(out.count);
}

void BM_SlopesOfATenth(benchmark::State& state) {
    derive(state, map_of(state.range(0), true, flatline::engine::mapgen::Flavour::Zdoom),
           SlopeRules::zdoom);
}
BENCHMARK(BM_SlopesOfATenth)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

void BM_SlopesOfATenthSrb2(benchmark::State& state) {
    derive(state, map_of(state.range(0), true, flatline::engine::mapgen::Flavour::Srb2),
           SlopeRules::srb2);
}
BENCHMARK(BM_SlopesOfATenthSrb2)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond)->UseManualTime();

void BM_SlopesOfNone(benchmark::State& state) {
    derive(state, map_of(state.range(0), false, flatline::engine::mapgen::Flavour::Zdoom),
           SlopeRules::zdoom);
}
BENCHMARK(BM_SlopesOfNone)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

// Every tenth thing tilts the floor under it: one sweep over all lines finds their sectors.
void BM_SlopesByThings(benchmark::State& state) {
    SlopeMap& loaded = map_of(state.range(0), false, flatline::engine::mapgen::Flavour::Zdoom);
    for (std::size_t i = 0; i < loaded.things.size(); i += 10) {
        loaded.things[i].type = 9502;
        loaded.things[i].arg[0] = 80;
    }
    derive(state, loaded, SlopeRules::zdoom);
    loaded.things.assign(loaded.map.things().begin(), loaded.map.things().end());
}
BENCHMARK(BM_SlopesByThings)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

}  // namespace
