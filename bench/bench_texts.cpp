// Loads of texts that the generator does not make, beside a copy of the same bytes as in
// bench_load.cpp: the five largest UDMF maps of the open corpus (corpus/1 is the largest), and
// texts made to be slow, at two sizes, because their cost must rise with the size and no faster.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <utility>

#include "bench_inputs.hpp"
#include "corpus_maps.hpp"
#include "model/load.hpp"
#include "worst_texts.hpp"

namespace flatline::engine::bench {
namespace {

void load_warm(benchmark::State& state, const std::string& text) {
    Loader loader;
    const LoadOptions options = text_alone();
    LoadResult<flatline::engine::Map> first = loader.load_borrowed(bytes_of(text), options);
    if (!first) {
        state.SkipWithError("the map did not load");
        return;
    }
    const flatline_arrays& arrays = first.value.arrays();
    const std::uint64_t elements = std::uint64_t{arrays.vertex_count} + arrays.linedef_count +
                                   arrays.sidedef_count + arrays.sector_count + arrays.thing_count;
    report_memory(state, first.memory, text.size());
    loader.recycle(std::move(first.value));
    Samples samples(state);
    for (auto _ : samples) {
        LoadResult<flatline::engine::Map> result = loader.load_borrowed(bytes_of(text), options);
        benchmark::DoNotOptimize(result.value.arrays().vertices);
        loader.recycle(std::move(result.value));
    }
    report(state, text.size(), elements);
}

void copy(benchmark::State& state, const std::string& text) { report_copy(state, text); }

struct WorstCase {
    const char* name;
    Worst worst;
    std::uint64_t bytes;
};
constexpr WorstCase kWorst[] = {
    {"1M/letters", Worst::Letters, 1'000'000},   {"10M/letters", Worst::Letters, 10'000'000},
    {"1M/escapes", Worst::Escapes, 1'000'000},   {"10M/escapes", Worst::Escapes, 10'000'000},
    {"1M/digits", Worst::Digits, 1'000'000},     {"10M/digits", Worst::Digits, 10'000'000},
    {"1M/comments", Worst::Comments, 1'000'000}, {"10M/comments", Worst::Comments, 10'000'000},
};

using Run = void (*)(benchmark::State&, const std::string& text);

[[maybe_unused]] const bool kTextsRegistered = [] {
    for (const auto& [what, run] : {std::pair<const char*, Run>{"memcpy/", copy},
                                    std::pair<const char*, Run>{"load_warm/", load_warm}}) {
        for (std::size_t i = 0; i < kCorpusMaps; ++i) {
            benchmark::RegisterBenchmark(
                (std::string(what) + "corpus/" + std::to_string(i + 1)).c_str(),
                [i, run = run](benchmark::State& state) {
                    if (i >= corpus_maps().size()) {
                        state.SkipWithError("no such map in " FLATLINE_CORPUS_DIR "/open");
                        return;
                    }
                    run(state, corpus_maps()[i].textmap);
                    state.SetLabel(corpus_maps()[i].label);
                })
                ->Unit(benchmark::kMillisecond)
                ->UseManualTime();
        }
        for (const WorstCase& c : kWorst) {
            benchmark::RegisterBenchmark((std::string(what) + "worst/" + c.name).c_str(),
                                         [c, run = run](benchmark::State& state) {
                                             run(state, worst_text(c.worst, c.bytes));
                                         })
                ->Unit(benchmark::kMillisecond)
                ->UseManualTime();
        }
    }
    return true;
}();

}  // namespace
}  // namespace flatline::engine::bench
