// The generated texts that the benchmarks read, and what every benchmark reports about them.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "flatline/load.hpp"
#include "flatline/map.hpp"
#include "flatline/view.hpp"
#include "mapgen.hpp"

namespace flatline::bench {

// One text by the options of the generator. `name` is what the benchmark is called after it.
struct Input {
    std::string name;
    mapgen::Options options;
};

// The text of `input`. Only the last one is kept, so that 100 MB stay only as long as needed:
// the reference is good until the next call with another input.
inline const mapgen::Generated& generated(const Input& input) {
    static std::string name;
    static mapgen::Generated kept;
    if (name != input.name) {
        kept = {};
        kept = mapgen::generate(input.options);
        name = input.name;
    }
    return kept;
}

inline Bytes bytes_of(const std::string& text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

inline std::uint64_t element_count(const mapgen::Counts& counts) {
    return counts.vertices + counts.linedefs + counts.sidedefs + counts.sectors + counts.things;
}

// bytes_per_second counts bytes of text; benchmark prints it with 1024 for k, M and G, and with
// plain bytes in CSV and JSON. An element is a vertex, linedef, sidedef, sector or thing.
inline void report(benchmark::State& state, std::size_t text_bytes, std::uint64_t elements) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text_bytes));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(elements));
    state.counters["time/element"] = benchmark::Counter(
        static_cast<double>(elements),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
inline void report(benchmark::State& state, const mapgen::Generated& input) {
    report(state, input.text.size(), element_count(input.counts));
}

// What the rows about the text load: no lump beside it, and no slopes.
inline LoadOptions text_alone() {
    LoadOptions options;
    options.products = 0;
    return options;
}

// Taken and announced memory as parts of the text.
inline void report_memory(benchmark::State& state, const MemoryUse& memory,
                          std::size_t text_bytes) {
    const auto text = static_cast<double>(text_bytes);
    state.counters["used/text"] = static_cast<double>(memory.used) / text;
    state.counters["announced/text"] = static_cast<double>(memory.announced) / text;
}

// The same bytes to a destination that has been written before.
inline void report_copy(benchmark::State& state, const std::string& text) {
    const auto destination = std::make_unique<char[]>(text.size());
    for (auto _ : state) {
        std::memcpy(destination.get(), text.data(), text.size());
        benchmark::DoNotOptimize(destination.get());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

}  // namespace flatline::bench
