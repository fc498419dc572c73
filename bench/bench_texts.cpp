// Loads of texts that the generator does not make, beside a copy of the same bytes as in
// bench_load.cpp: the five largest UDMF maps of the open corpus (corpus/1 is the largest), and
// texts made to be slow, at two sizes, because their cost must rise with the size and no faster.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "../tests/support/wad_maps.hpp"
#include "bench_inputs.hpp"
#include "flatline/load.hpp"
#include "worst_texts.hpp"

namespace flatline::bench {
namespace {

void load_warm(benchmark::State& state, const std::string& text) {
    Loader loader;
    const LoadOptions options = text_alone();
    LoadResult<flatline::Map> first = loader.load_borrowed(bytes_of(text), options);
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
        LoadResult<flatline::Map> result = loader.load_borrowed(bytes_of(text), options);
        benchmark::DoNotOptimize(result.value.arrays().vertices);
        loader.recycle(std::move(result.value));
    }
    report(state, text.size(), elements);
}

void copy(benchmark::State& state, const std::string& text) { report_copy(state, text); }

// The largest first; read when the first benchmark asks.
const std::vector<wad_maps::UdmfMap>& corpus_maps() {
    static const std::vector<wad_maps::UdmfMap> kept = [] {
        constexpr std::size_t kMost = 5;
        constexpr std::uintmax_t kLeastBytes = 1u << 20;
        const std::filesystem::path folder = std::filesystem::path(FLATLINE_CORPUS_DIR) / "open";
        std::vector<wad_maps::UdmfMap> maps;
        std::error_code none;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none)) {
            if (!entry.is_regular_file() || entry.file_size() < kLeastBytes) continue;
            for (wad_maps::UdmfMap& map : wad_maps::of_wad(wad_maps::read_file(entry.path()),
                                                           entry.path().filename().string())) {
                maps.push_back(std::move(map));
            }
            std::sort(maps.begin(), maps.end(), [](const auto& a, const auto& b) {
                return a.textmap.size() != b.textmap.size() ? a.textmap.size() > b.textmap.size()
                                                            : a.label < b.label;
            });
            if (maps.size() > kMost) maps.resize(kMost);
        }
        return maps;
    }();
    return kept;
}

struct Case {
    const char* name;
    Worst worst;
    std::uint64_t bytes;
};
constexpr Case kWorst[] = {
    {"1M/letters", Worst::Letters, 1'000'000},   {"10M/letters", Worst::Letters, 10'000'000},
    {"1M/escapes", Worst::Escapes, 1'000'000},   {"10M/escapes", Worst::Escapes, 10'000'000},
    {"1M/digits", Worst::Digits, 1'000'000},     {"10M/digits", Worst::Digits, 10'000'000},
    {"1M/comments", Worst::Comments, 1'000'000}, {"10M/comments", Worst::Comments, 10'000'000},
};

using Run = void (*)(benchmark::State&, const std::string& text);

[[maybe_unused]] const bool kRegistered = [] {
    for (const auto& [what, run] : {std::pair<const char*, Run>{"memcpy/", copy},
                                    std::pair<const char*, Run>{"load_warm/", load_warm}}) {
        for (std::size_t i = 0; i < 5; ++i) {
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
        for (const Case& c : kWorst) {
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
}  // namespace flatline::bench
