// TEXTMAP to resolved arrays: the whole load, beside a memory copy of the same text.
//
// load_warm: one Loader, every map given back to it, so that its memory is there and touched.
// load_warm_threads: the same on two threads, by the time that passes; both cores are probed.
// load_general: load_warm by the fast and the slow path, without learned runs.
// load_host: load_warm into a host's memory, which here is that of malloc.
// load_cold: a new Loader each time, so that the system hands out and zeroes every page.
// memcpy: the same bytes to a destination that has been written before.
//
// The cases of 100 MB take a second a repetition; --benchmark_filter=-100M leaves them out. That of
// 1 GB takes 6 GB of memory and is there only where FLATLINE_BENCH_1G is set.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "bench_inputs.hpp"
#include "model/load.hpp"
#include "model/testing.hpp"

namespace flatline::engine::bench {
namespace {

// A loader that is fast because it lost something would not do.
bool complete(const LoadResult<flatline::engine::Map>& result, const mapgen::Counts& counts) {
    return result && result.value.vertices().size() == counts.vertices &&
           result.value.linedefs().size() == counts.linedefs &&
           result.value.sidedefs().size() == counts.sidedefs &&
           result.value.sectors().size() == counts.sectors &&
           result.value.things().size() == counts.things;
}

void load_reused(benchmark::State& state, const Input& input, const LoadOptions& options,
                 const MemoryHooks& memory = {}) {
    const mapgen::Generated& map = generated(input);
    const Bytes text = bytes_of(map.text);
    Loader loader(memory);
    LoadResult<flatline::engine::Map> first = loader.load_borrowed(text, options);
    if (!complete(first, map.counts)) {
        state.SkipWithError("the map did not load as generated");
        return;
    }
    report_memory(state, first.memory, map.text.size());
    loader.recycle(std::move(first.value));
    Samples samples(state, options.threads);
    for (auto _ : samples) {
        LoadResult<flatline::engine::Map> result = loader.load_borrowed(text, options);
        benchmark::DoNotOptimize(result.value.arrays().vertices);
        loader.recycle(std::move(result.value));
    }
    report(state, map);
}

void load_warm(benchmark::State& state, const Input& input) {
    load_reused(state, input, text_alone());
}
void load_warm_threads(benchmark::State& state, const Input& input) {
    LoadOptions options = text_alone();
    options.threads = 2;
    load_reused(state, input, options);
}
void load_host(benchmark::State& state, const Input& input) {
    MemoryHooks memory;
    memory.acquire = [](void*, std::size_t bytes) {
        return std::aligned_alloc(kMemoryAlignment,
                                  (bytes + kMemoryAlignment - 1) & ~(kMemoryAlignment - 1));
    };
    memory.release = [](void*, void* block, std::size_t) { std::free(block); };
    load_reused(state, input, text_alone(), memory);
}
void load_general(benchmark::State& state, const Input& input) {
    LoadOptions options = text_alone();
    static constexpr flatline::engine::TestOptions kTokens = {flatline::engine::Kernel::automatic,
                                                              flatline::engine::ReadPaths::fast};
    options.testing = &kTokens;
    load_reused(state, input, options);
}

void load_cold(benchmark::State& state, const Input& input) {
    const mapgen::Generated& map = generated(input);
    const Bytes text = bytes_of(map.text);
    const LoadOptions options = text_alone();
    Samples samples(state);
    for (auto _ : samples) {
        Loader loader;
        LoadResult<flatline::engine::Map> result = loader.load_borrowed(text, options);
        benchmark::DoNotOptimize(result.value.arrays().vertices);
        samples.stop();  // giving the memory back is no part of a load
        if (!complete(result, map.counts)) {
            state.SkipWithError("the map did not load as generated");
            break;
        }
        report_memory(state, result.memory, map.text.size());
        result = LoadResult<flatline::engine::Map>();
        loader = Loader();
    }
    report(state, map);
}

void copy(benchmark::State& state, const Input& input) {
    report_copy(state, generated(input).text);
}

using mapgen::Flavour;
using mapgen::Style;

struct Named {
    const char* name;
    std::uint64_t bytes;
};
constexpr Named kSizes[] = {{"1M", 1'000'000}, {"10M", 10'000'000}, {"100M", 100'000'000}};
constexpr Named kLargest = {"1G", 1'000'000'000};
constexpr Named kTenMegabytes = kSizes[1];
constexpr std::pair<const char*, Flavour> kFlavours[] = {
    {"zdoom", Flavour::Zdoom}, {"srb2", Flavour::Srb2}, {"dsda", Flavour::Dsda}};
constexpr std::pair<const char*, Style> kStyles[] = {
    {"udb", Style::Udb}, {"slade", Style::Slade}, {"minified", Style::Minified}};

// Every size in the style of UDB, at 10 MB every style, and what tools do not write: fields in
// random order, a messy layout, and keys that no dialect knows.
std::vector<Input> inputs() {
    std::vector<Input> all;
    const auto add = [&](const Named& size, const auto& flavour, const auto& style) -> Input& {
        Input input;
        input.name = std::string(size.name) + "/" + flavour.first + "/" + style.first;
        input.options.target_bytes = size.bytes;
        input.options.flavour = flavour.second;
        input.options.style = style.second;
        return all.emplace_back(std::move(input));
    };
    for (const Named& size : kSizes) {
        for (const auto& flavour : kFlavours) {
            for (const auto& style : kStyles) {
                if (style.second == Style::Udb || size.bytes == kTenMegabytes.bytes) {
                    add(size, flavour, style);
                }
            }
        }
    }
    const auto odd = [&](const char* what, bool mapgen::Options::*option) {
        Input& input = add(kTenMegabytes, kFlavours[0], kStyles[0]);
        input.name += std::string("/") + what;
        input.options.*option = true;
    };
    odd("random_keys", &mapgen::Options::random_key_order);
    odd("messy", &mapgen::Options::messy_layout);
    odd("user_keys", &mapgen::Options::user_keys);
    odd("tabs", &mapgen::Options::tabs);
    odd("crlf_comments", &mapgen::Options::crlf);
    all.back().options.comments = true;
    if (std::getenv("FLATLINE_BENCH_1G") != nullptr) add(kLargest, kFlavours[0], kStyles[0]);
    return all;
}

[[maybe_unused]] const bool kLoadRegistered = [] {
    for (const Input& input : inputs()) {
        const auto add = [&](const char* what, void (*run)(benchmark::State&, const Input&)) {
            return benchmark::RegisterBenchmark((std::string(what) + "/" + input.name).c_str(), run,
                                                input)
                ->Unit(benchmark::kMillisecond)
                ->UseManualTime();
        };
        add("memcpy", copy);
        add("load_warm", load_warm);
        add("load_warm_threads", load_warm_threads);
        add("load_host", load_host);
        add("load_general", load_general);
        add("load_cold", load_cold);
    }
    return true;
}();

}  // namespace
}  // namespace flatline::engine::bench
