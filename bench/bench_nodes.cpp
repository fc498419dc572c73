// Nodes: decoding and verifying a lump beside a copy of its bytes, and building them.
#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>

#include "bench_inputs.hpp"
#include "flatline/load.hpp"
#include "flatline/nodes.hpp"
#include "nodes/verify.hpp"
#include "nodes/write.hpp"

namespace {

using flatline::bench::bytes_of;
using flatline::bench::Input;

// A generated map of this many bytes of text, its tree, and that as an XGL3 lump.
struct Case {
    flatline::LoadResult loaded;
    flatline::NodesResult built;
    std::string lump;
};

const Case& case_of(std::int64_t bytes) {
    static std::int64_t kept_bytes = 0;
    static Case kept;
    if (kept_bytes == bytes) return kept;
    Input input{"nodes" + std::to_string(bytes), {}};
    input.options.target_bytes = static_cast<std::uint64_t>(bytes);
    kept = {};
    kept.loaded = flatline::load_borrowed(bytes_of(flatline::bench::generated(input).text));
    kept.built = flatline::build_nodes(kept.loaded.map);
    kept.lump.resize(flatline::nodes::xgl3_bytes(kept.built.nodes.bsp()));
    if (!flatline::nodes::write_xgl3(kept.built.nodes.bsp(),
                                     reinterpret_cast<unsigned char*>(kept.lump.data()))) {
        kept.lump.clear();
    }
    kept_bytes = bytes;
    return kept;
}

void report(benchmark::State& state, const Case& c) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(c.lump.size()));
    state.counters["segs"] = static_cast<double>(c.built.nodes.segs().size());
    state.counters["time/seg"] = benchmark::Counter(
        static_cast<double>(c.built.nodes.segs().size()),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void BM_NodesCopy(benchmark::State& state) {
    const Case& c = case_of(state.range(0));
    std::vector<char> copy(c.lump.size());
    for (auto _ : state) {
        std::memcpy(copy.data(), c.lump.data(), copy.size());
        benchmark::ClobberMemory();
    }
    report(state, c);
}

// The parts of a load: `verify` also fills boxes and sectors. Memory is kept between runs, as a
// Loader keeps it.
void read(benchmark::State& state, bool decode, bool verify) {
    const Case& c = case_of(state.range(0));
    const flatline::nodes::MapView map{c.loaded.map.vertices(), c.loaded.map.linedefs(),
                                       c.loaded.map.sidedefs()};
    const flatline::Limits limits;
    flatline::FindingList findings;
    flatline::Reservation memory;
    flatline::nodes::Decoded decoded;
    const auto decode_once = [&] {
        flatline::Budget budget(limits.arena_bytes);
        flatline::nodes::Reporter reporter(findings);
        return flatline::nodes::decode(bytes_of(c.lump), map, limits, flatline::nodes::kInflater,
                                       {}, budget, memory, reporter, decoded);
    };
    (void)decode_once();
    for (auto _ : state) {
        flatline::nodes::Outcome outcome = flatline::nodes::Outcome::ok;
        if (decode) outcome = decode_once();
        flatline_bsp bsp{};
        if (verify) {
            flatline::Budget budget(limits.arena_bytes);
            flatline::nodes::Reporter reporter(findings);
            outcome = flatline::nodes::verify(decoded.arrays, decoded.places, map, limits, {},
                                              budget, reporter, bsp);
        }
        if (outcome != flatline::nodes::Outcome::ok) state.SkipWithError("not read");
        benchmark::DoNotOptimize(bsp);
    }
    report(state, c);
}

void BM_NodesDecode(benchmark::State& state) { read(state, true, false); }
void BM_NodesVerify(benchmark::State& state) { read(state, false, true); }
void BM_NodesDecodeAndVerify(benchmark::State& state) { read(state, true, true); }

void BM_NodesBuild(benchmark::State& state) {
    const Case& c = case_of(state.range(0));
    for (auto _ : state) {
        const flatline::NodesResult built = flatline::build_nodes(c.loaded.map);
        benchmark::DoNotOptimize(built.nodes.bsp());
    }
    report(state, c);
}

constexpr std::int64_t kSizes[] = {1'000'000, 10'000'000, 100'000'000};

void sizes(benchmark::internal::Benchmark* b) {
    for (const std::int64_t size : kSizes) b->Arg(size);
    b->Unit(benchmark::kMillisecond);
}

BENCHMARK(BM_NodesCopy)->Apply(sizes);
BENCHMARK(BM_NodesDecode)->Apply(sizes);
BENCHMARK(BM_NodesVerify)->Apply(sizes);
BENCHMARK(BM_NodesDecodeAndVerify)->Apply(sizes);
BENCHMARK(BM_NodesBuild)->Apply(sizes);

}  // namespace
