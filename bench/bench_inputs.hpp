// The generated texts that the benchmarks read, and what every benchmark reports about them.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "mapgen.hpp"
#include "model/load.hpp"
#include "model/map.hpp"
#include "model/view.hpp"
#include "probe.hpp"

namespace flatline::engine::bench {

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

// A generated map of the usual kind, and its text.
struct Loaded {
    std::string text;
    Map map;
};

// Generated and loaded once a size; all stay until the end of the run.
inline const Loaded& loaded(std::int64_t megabytes) {
    static std::map<std::int64_t, std::unique_ptr<Loaded>> all;
    std::unique_ptr<Loaded>& entry = all[megabytes];
    if (entry == nullptr) {
        entry = std::make_unique<Loaded>();
        mapgen::Options options;
        options.target_bytes = static_cast<std::uint64_t>(megabytes) * 1'000'000;
        entry->text = mapgen::generate(options).text;
        entry->map = std::move(load_borrowed(bytes_of(entry->text)).value);
    }
    return *entry;
}

inline std::uint64_t element_count(const mapgen::Counts& counts) {
    return counts.vertices + counts.linedefs + counts.sidedefs + counts.sectors + counts.things;
}

// Takes the iterations of a benchmark under the probe; what was not ours runs again. In the place
// of `state`, for benchmarks that use manual time:
//   Samples samples(state);
//   for (auto _ : samples) ...
// The time is processor time, or of several threads the time that passes. Counters: `dropped` and
// `not_ours` (kept because too many had been dropped), in all; `cycles` of an iteration.
class Samples {
public:
    explicit Samples(benchmark::State& state, unsigned threads = 1)
        : state_(state), threads_(threads), sampler_(threads) {}

    struct End {};
    class Iterator {
    public:
        explicit Iterator(Samples& samples)
            : samples_(samples), at_(samples.state_.begin()), end_(samples.state_.end()) {}

        bool operator!=(End) {
            if (!(at_ != end_)) {
                samples_.report();
                return false;
            }
            samples_.start();
            return true;
        }
        void operator++() {
            if (samples_.kept()) ++at_;
        }
        auto operator*() const { return *at_; }

    private:
        Samples& samples_;
        benchmark::State::StateIterator at_;
        benchmark::State::StateIterator end_;
    };
    Iterator begin() { return Iterator(*this); }
    End end() { return {}; }

    // Ends the sample before the iteration does: what follows is not measured.
    void stop() {
        if (!running_) return;
        running_ = false;
        kept_ = sampler_.end();
        if (!kept_) return;
        const Sample& sample = sampler_.last();
        const double seconds = threads_ == 1 ? sample.processor : sample.passed;
        state_.SetIterationTime(seconds);
        cycles_ += seconds * sample.hertz;
    }

private:
    void start() {
        running_ = true;
        sampler_.begin();
    }
    bool kept() {
        stop();
        return kept_;
    }
    void report() {
        const Tally& tally = sampler_.tally();
        state_.counters["dropped"] = static_cast<double>(tally.dropped);
        state_.counters["not_ours"] = static_cast<double>(tally.kept_anyway);
        state_.counters["cycles"] = cycles_ / static_cast<double>(tally.ours + tally.kept_anyway);
    }

    benchmark::State& state_;
    unsigned threads_;
    Sampler sampler_;
    double cycles_ = 0;
    bool running_ = false;
    bool kept_ = false;
};

// bytes_per_second, which benchmark prints with 1024 for k, M and G, and with plain bytes in CSV
// and JSON; and cycles a byte.
inline void report_bytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
    state.counters["cycles/byte"] = state.counters["cycles"].value / static_cast<double>(bytes);
}

// The bytes are those of the text. An element is a vertex, linedef, sidedef, sector or thing.
inline void report(benchmark::State& state, std::size_t text_bytes, std::uint64_t elements) {
    report_bytes(state, text_bytes);
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
    Samples samples(state);
    for (auto _ : samples) {
        std::memcpy(destination.get(), text.data(), text.size());
        benchmark::DoNotOptimize(destination.get());
        benchmark::ClobberMemory();
    }
    report_bytes(state, text.size());
}

}  // namespace flatline::engine::bench
