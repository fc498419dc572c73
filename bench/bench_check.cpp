// The rules of a check on generated maps of 1, 10 and 100 MB, all and by family, compared with the
// load of the same map: all rules together may take at most 3 times as long.
#include <benchmark/benchmark.h>

#include <initializer_list>

#include "bench_inputs.hpp"
#include "model/check.hpp"
#include "model/load.hpp"

namespace {

using flatline::engine::Rule;
using flatline::engine::bench::bytes_of;
using flatline::engine::bench::Loaded;
using flatline::engine::bench::loaded;
using flatline::engine::bench::report_bytes;
using flatline::engine::bench::Samples;

void BM_LoadBesideCheck(benchmark::State& state) {
    const Loaded& input = loaded(state.range(0));
    Samples samples(state);
    for (auto _ : samples) {
        auto result = flatline::engine::load_borrowed(bytes_of(input.text));
        benchmark::DoNotOptimize(result.value.arrays());
    }
    report_bytes(state, input.text.size());
}
BENCHMARK(BM_LoadBesideCheck)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

void run(benchmark::State& state, const flatline::engine::CheckOptions& options) {
    const Loaded& input = loaded(state.range(0));
    std::uint64_t findings = 0;
    Samples samples(state);
    for (auto _ : samples) {
        const auto result = flatline::engine::check(input.map, options);
        findings = result.findings.total();
    }
    report_bytes(state, input.text.size());
    state.counters["findings"] = static_cast<double>(findings);
}

void BM_CheckAll(benchmark::State& state) { run(state, {}); }
BENCHMARK(BM_CheckAll)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond)->UseManualTime();

void check_only(benchmark::State& state, std::initializer_list<Rule> rules) {
    flatline::engine::CheckOptions options;
    options.levels.set_all(flatline::engine::RuleLevel::off);
    for (const Rule rule : rules) options.levels.set(rule, flatline::engine::RuleLevel::note);
    run(state, options);
}
void BM_CheckPairs(benchmark::State& state) {
    check_only(state, {Rule::line_overlap, Rule::line_cross, Rule::vertex_on_line});
}
BENCHMARK(BM_CheckPairs)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();
void BM_CheckSideSectors(benchmark::State& state) {
    check_only(state, {Rule::side_sector_suspect});
}
BENCHMARK(BM_CheckSideSectors)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();
void BM_CheckTextures(benchmark::State& state) {
    check_only(state, {Rule::texture_missing, Rule::flat_missing});
}
BENCHMARK(BM_CheckTextures)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();
void BM_CheckThings(benchmark::State& state) {
    check_only(state, {Rule::thing_outside, Rule::thing_stuck_in_line});
}
BENCHMARK(BM_CheckThings)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();
void BM_CheckPortability(benchmark::State& state) { check_only(state, {Rule::portability_plus}); }
BENCHMARK(BM_CheckPortability)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
