// The generated texts that the benchmarks read, and what every benchmark reports about them.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

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
inline void report(benchmark::State& state, const mapgen::Generated& input) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
    state.SetItemsProcessed(state.iterations() *
                            static_cast<std::int64_t>(element_count(input.counts)));
    state.counters["time/element"] = benchmark::Counter(
        static_cast<double>(element_count(input.counts)),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace flatline::bench
