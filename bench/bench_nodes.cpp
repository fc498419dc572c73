// Nodes: decoding and verifying a lump beside a copy of its bytes, the same compressed (ZGL3 should
// cost XGL3 and inflating, no more), and building them.
#include <benchmark/benchmark.h>
#include <zlib.h>

#include <cstring>
#include <string>
#include <vector>

#include "bench_inputs.hpp"
#include "model/load.hpp"
#include "model/nodes.hpp"
#include "nodes/verify.hpp"
#include "nodes/write.hpp"

namespace {

using flatline::engine::bench::bytes_of;
using flatline::engine::bench::Input;
using flatline::engine::bench::report_bytes;
using flatline::engine::bench::Samples;

// A generated map of this many bytes of text, its tree, and that as an XGL3 lump.
struct Case {
    flatline::engine::LoadResult<flatline::engine::Map> loaded;
    flatline::engine::Result<flatline::engine::Nodes> built;
    std::string lump;
    std::string compressed;  // as ZGL3
};

std::string as_zgl3(const std::string& xgl3) {
    constexpr std::size_t kMagic = 4;
    if (xgl3.size() < kMagic) return {};
    const auto size = static_cast<uLong>(xgl3.size() - kMagic);
    uLongf bound = compressBound(size);
    std::string out(kMagic + bound, '\0');
    std::memcpy(out.data(), "ZGL3", kMagic);
    compress2(reinterpret_cast<Bytef*>(out.data() + kMagic), &bound,
              reinterpret_cast<const Bytef*>(xgl3.data() + kMagic), size, Z_DEFAULT_COMPRESSION);
    out.resize(kMagic + bound);
    return out;
}

const Case& case_of(std::int64_t bytes) {
    static std::int64_t kept_bytes = 0;
    static Case kept;
    if (kept_bytes == bytes) return kept;
    Input input{"nodes" + std::to_string(bytes), {}};
    input.options.target_bytes = static_cast<std::uint64_t>(bytes);
    kept = {};
    kept.loaded =
        flatline::engine::load_borrowed(bytes_of(flatline::engine::bench::generated(input).text));
    kept.built = flatline::engine::build_nodes(kept.loaded.value);
    kept.lump.resize(flatline::engine::nodes::xgl3_bytes(kept.built.value.bsp()));
    if (!flatline::engine::nodes::write_xgl3(kept.built.value.bsp(),
                                             reinterpret_cast<unsigned char*>(kept.lump.data()))) {
        kept.lump.clear();
    }
    kept.compressed = as_zgl3(kept.lump);
    kept_bytes = bytes;
    return kept;
}

void report_case(benchmark::State& state, const Case& c) {
    report_bytes(state, c.lump.size());
    state.counters["segs"] = static_cast<double>(c.built.value.segs().size());
    state.counters["time/seg"] = benchmark::Counter(
        static_cast<double>(c.built.value.segs().size()),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void BM_NodesCopy(benchmark::State& state) {
    const Case& c = case_of(state.range(0));
    std::vector<char> copy(c.lump.size());
    Samples samples(state);
    for (auto _ : samples) {
        std::memcpy(copy.data(), c.lump.data(), copy.size());
        benchmark::ClobberMemory();
    }
    report_case(state, c);
}

// The parts of a load: `verify` also fills boxes and sectors. Memory is kept between runs, as a
// Loader keeps it.
void read(benchmark::State& state, bool decode, bool verify, bool compressed = false) {
    const Case& c = case_of(state.range(0));
    const flatline::engine::Bytes lump = bytes_of(compressed ? c.compressed : c.lump);
    const flatline::engine::nodes::MapView map{c.loaded.value.vertices(), c.loaded.value.linedefs(),
                                               c.loaded.value.sidedefs()};
    const flatline::engine::Limits limits;
    flatline::engine::FindingList findings;
    flatline::engine::Reservation scratch;
    flatline::engine::Reservation memory;
    flatline::engine::nodes::Decoded decoded;
    const auto decode_once = [&] {
        flatline::engine::Budget budget(limits.arena_bytes);
        flatline::engine::nodes::Reporter reporter(findings);
        return flatline::engine::nodes::decode(lump, map, limits,
                                               flatline::engine::nodes::kInflater, {}, budget,
                                               scratch, memory, reporter, decoded);
    };
    (void)decode_once();
    Samples samples(state);
    for (auto _ : samples) {
        flatline::engine::Outcome outcome = flatline::engine::Outcome::ok;
        if (decode) outcome = decode_once();
        flatline_bsp bsp{};
        if (verify) {
            flatline::engine::Budget budget(limits.arena_bytes);
            flatline::engine::nodes::Reporter reporter(findings);
            outcome = flatline::engine::nodes::verify(decoded.arrays, decoded.places, map, limits,
                                                      flatline::engine::nodes::BadPartners::none,
                                                      {}, budget, scratch, reporter, bsp);
        }
        if (outcome != flatline::engine::Outcome::ok) state.SkipWithError("not read");
        benchmark::DoNotOptimize(bsp);
    }
    report_case(state, c);
}

void BM_NodesDecode(benchmark::State& state) { read(state, true, false); }
void BM_NodesVerify(benchmark::State& state) { read(state, false, true); }
void BM_NodesDecodeAndVerify(benchmark::State& state) { read(state, true, true); }
void BM_NodesZgl3(benchmark::State& state) { read(state, true, true, true); }

// Inflating ZGL3 and nothing else, by the library that is built in. Bytes are those that come out.
void BM_NodesInflate(benchmark::State& state) {
    const Case& c = case_of(state.range(0));
    const flatline::engine::Bytes all = bytes_of(c.compressed);
    flatline::engine::Reservation memory;
    Samples samples(state);
    for (auto _ : samples) {
        flatline::engine::Budget budget(flatline::engine::Limits().arena_bytes);
        const flatline::engine::nodes::Inflated out = flatline::engine::nodes::inflate(
            flatline::engine::nodes::kInflater, {all.data() + 4, all.size() - 4}, c.lump.size(), {},
            budget, memory);
        if (out.outcome != flatline::engine::Outcome::ok) state.SkipWithError("not inflated");
    }
    report_case(state, c);
    state.SetLabel(flatline::engine::nodes::kHaveLibdeflate ? "libdeflate" : "zlib");
}

void build(benchmark::State& state, std::uint32_t threads) {
    const Case& c = case_of(state.range(0));
    flatline::engine::NodesOptions options;
    options.threads = threads;
    Samples samples(state, threads);
    for (auto _ : samples) {
        const flatline::engine::Result<flatline::engine::Nodes> built =
            flatline::engine::build_nodes(c.loaded.value, options);
        benchmark::DoNotOptimize(built.value.bsp());
    }
    report_case(state, c);
}

void BM_NodesBuild(benchmark::State& state) { build(state, 1); }
void BM_NodesBuildTwoThreads(benchmark::State& state) { build(state, 2); }

constexpr std::int64_t kSizes[] = {1'000'000, 10'000'000, 100'000'000};

void sizes(benchmark::internal::Benchmark* b) {
    for (const std::int64_t size : kSizes) b->Arg(size);
    b->Unit(benchmark::kMillisecond)->UseManualTime();
}

BENCHMARK(BM_NodesCopy)->Apply(sizes);
BENCHMARK(BM_NodesDecode)->Apply(sizes);
BENCHMARK(BM_NodesVerify)->Apply(sizes);
BENCHMARK(BM_NodesDecodeAndVerify)->Apply(sizes);
BENCHMARK(BM_NodesZgl3)->Apply(sizes);
BENCHMARK(BM_NodesInflate)->Apply(sizes);
BENCHMARK(BM_NodesBuild)->Apply(sizes);
BENCHMARK(BM_NodesBuildTwoThreads)->Apply(sizes);

}  // namespace
