// Binary lumps to a Map: the longest binary map of the open corpus, loaded again and again until 10
// MB of its lumps are read, memory kept. bytes_per_second counts the bytes of the lumps that a row
// reads. load_binary: the whole Map with what is stored beside it, without building a blockmap.
// load_binary/arrays: the five lumps alone, and below it its stages. load_binary/port: MAP12 of
// freedoom2.wad with nodes and blockmap, as a port loads a level: without a loader that is kept,
// and the map is freed before the next; its time/element is a line's. load_binary/dsda: what
// dsda-doom does for the same level by itself (dsda_levels.c), and dsda_flatline: the same level
// out of a flatline_map.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "../tests/support/wad_maps.hpp"
#include "base/budget.hpp"
#include "bench_inputs.hpp"
#include "binary/lump_counts.hpp"
#include "binary/reader.hpp"
#include "binary/records.hpp"
#include "dsda_levels.h"
#include "level/resolve.hpp"
#include "model/binary.hpp"

namespace {

using flatline::engine::BinaryLumps;
using flatline::engine::Bytes;
using flatline::engine::bench::bytes_of;
using flatline::engine::bench::report;
using flatline::engine::bench::Samples;

constexpr std::uint64_t kEnough = 10'000'000;  // bytes of one iteration

constexpr const char* kFreedoom = "/usr/share/games/doom/freedoom2.wad";

struct Row {
    std::string_view name;
    Bytes BinaryLumps::*lump;
};
constexpr Row kRows[] = {
    {"THINGS", &BinaryLumps::things},     {"LINEDEFS", &BinaryLumps::linedefs},
    {"SIDEDEFS", &BinaryLumps::sidedefs}, {"VERTEXES", &BinaryLumps::vertexes},
    {"SECTORS", &BinaryLumps::sectors},   {"SEGS", &BinaryLumps::segs},
    {"SSECTORS", &BinaryLumps::ssectors}, {"NODES", &BinaryLumps::nodes},
    {"REJECT", &BinaryLumps::reject},     {"BLOCKMAP", &BinaryLumps::blockmap},
};

// One map of a WAD, the first where `label` is empty; empty where the file is not there.
struct BinaryInput {
    BinaryInput(const std::filesystem::path& path, std::string_view label)
        : wad(wad_maps::read_file(path)) {
        if (wad.size() < 12) return;
        const std::size_t directory = wad_maps::u32(wad, 8);
        bool inside = label.empty();
        for (std::size_t i = 0; i < wad_maps::u32(wad, 4); ++i) {
            const std::size_t entry = directory + 16 * i;
            std::string_view name = std::string_view(wad).substr(entry + 8, 8);
            name = name.substr(0, name.find('\0'));
            bool known = false;
            for (const Row& row : kRows) {
                known = known || name == row.name;
                if (name != row.name || !inside) continue;
                lumps.*row.lump = {
                    reinterpret_cast<const unsigned char*>(wad.data()) + wad_maps::u32(wad, entry),
                    wad_maps::u32(wad, entry + 4)};
            }
            if (!known && !label.empty()) inside = name == label;
        }
        for (std::size_t i = 0; i < std::size(kRows); ++i) {
            const std::size_t bytes = (lumps.*kRows[i].lump).size();
            if (i < 5) map_bytes += bytes;
            if (kRows[i].name != "BLOCKMAP") all_bytes += bytes;
        }
    }

    std::string wad;
    BinaryLumps lumps;
    std::uint64_t map_bytes = 0;  // of the five lumps
    std::uint64_t all_bytes = 0;  // also of those beside them
};

const BinaryInput& input() {
    static const BinaryInput kept(std::filesystem::path(FLATLINE_CORPUS_DIR) /
                                      "open/binary-doom/fragglet__wadptr/test__crymap02.wad",
                                  "");
    return kept;
}

// Calls once() as often as kEnough takes, in each iteration.
template <class Once>
void repeat(benchmark::State& state, std::uint64_t bytes, std::uint64_t elements,
            const Once& once) {
    if (bytes == 0) return state.SkipWithError("the corpus is not there");
    const std::uint64_t times = (kEnough + bytes - 1) / bytes;
    Samples samples(state);
    for (auto _ : samples) {
        for (std::uint64_t i = 0; i < times; ++i) once();
    }
    report(state, static_cast<std::size_t>(bytes * times), elements * times);
}

std::uint64_t element_count(const flatline::engine::Map& map) {
    return map.vertices().size() + map.linedefs().size() + map.sidedefs().size() +
           map.sectors().size() + map.things().size();
}

void load(benchmark::State& state, std::uint64_t bytes, std::uint32_t products) {
    flatline::engine::LoadOptions options;
    options.products = products;
    flatline::engine::Loader loader;
    const auto once = [&] {
        loader.recycle(std::move(loader.load_binary_borrowed(input().lumps, options).value));
    };
    once();
    const auto loaded = loader.load_binary_borrowed(input().lumps, options);
    once();
    repeat(state, bytes, element_count(loaded.value), once);
}

void load_binary(benchmark::State& state) {
    load(state, input().all_bytes, flatline::engine::LoadOptions().products);
}
void load_binary_arrays(benchmark::State& state) { load(state, input().map_bytes, 0); }

const BinaryInput& freedoom_map() {
    static const BinaryInput kept(kFreedoom, "MAP12");
    return kept;
}

void load_as_port(benchmark::State& state) {
    const BinaryInput& map = freedoom_map();
    if (map.map_bytes == 0) return state.SkipWithError("the package freedoom is not there");
    flatline::engine::LoadOptions options;
    options.products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP;
    const std::uint64_t lines =
        flatline::engine::load_binary_borrowed(map.lumps, options).value.linedefs().size();
    Samples samples(state);
    for (auto _ : samples) {
        const auto loaded = flatline::engine::load_binary_borrowed(map.lumps, options);
        benchmark::DoNotOptimize(loaded.value.arrays());
    }
    report(state, static_cast<std::size_t>(map.all_bytes + map.lumps.blockmap.size()), lines);
}

flatline_binary_lumps host_lumps(const BinaryLumps& lumps) {
    flatline_binary_lumps host = FLATLINE_BINARY_LUMPS_INIT;
    const auto set = [](flatline_lump& to, Bytes from) { to = {from.data(), from.size()}; };
    set(host.things, lumps.things);
    set(host.linedefs, lumps.linedefs);
    set(host.sidedefs, lumps.sidedefs);
    set(host.vertexes, lumps.vertexes);
    set(host.sectors, lumps.sectors);
    set(host.segs, lumps.segs);
    set(host.ssectors, lumps.ssectors);
    set(host.nodes, lumps.nodes);
    set(host.blockmap, lumps.blockmap);
    return host;
}

// `load` is one of the two ways to the same level.
void load_dsda(benchmark::State& state, int (*load)(const flatline_binary_lumps*)) {
    const BinaryInput& map = freedoom_map();
    if (map.map_bytes == 0) return state.SkipWithError("the package freedoom is not there");
    if (dsda_levels_begin(map.wad.data(), map.wad.size()) == 0) {
        return state.SkipWithError("freedoom2.wad has no textures");
    }
    const flatline_binary_lumps lumps = host_lumps(map.lumps);
    dsda_level_of_lumps(&lumps);
    const std::uint64_t hash = dsda_level_hash();
    dsda_level_free();
    if (load(&lumps) == 0 || dsda_level_hash() != hash) state.SkipWithError("not the same level");
    dsda_level_free();
    Samples samples(state);
    for (auto _ : samples) {
        benchmark::DoNotOptimize(load(&lumps));
        dsda_level_free();
    }
    report(state, static_cast<std::size_t>(map.all_bytes + map.lumps.blockmap.size()),
           map.lumps.linedefs.size() / flatline::engine::binary::kDoomLineBytes);
    dsda_levels_end();
}

void load_dsda_itself(benchmark::State& state) { load_dsda(state, dsda_level_of_lumps); }
void load_dsda_by_flatline(benchmark::State& state) { load_dsda(state, dsda_level_of_flatline); }

void copy_lumps(benchmark::State& state) {
    std::string copy(input().all_bytes, '\0');
    repeat(state, input().all_bytes, 0, [&] {
        std::size_t at = 0;
        for (const Row& row : kRows) {
            const Bytes lump = input().lumps.*row.lump;
            if (lump.empty() || row.name == "BLOCKMAP") continue;
            std::memcpy(copy.data() + at, lump.data(), lump.size());
            at += lump.size();
        }
        benchmark::DoNotOptimize(copy.data());
        benchmark::ClobberMemory();
    });
}

void counts(benchmark::State& state) {
    const flatline::engine::binary::NamespaceRules rules(false, "doom");
    repeat(state, input().map_bytes, 0, [&] {
        flatline::engine::binary::LumpCounts found(input().lumps, rules);
        benchmark::DoNotOptimize(found);
    });
}

struct Read {
    flatline::engine::Limits limits;
    flatline::engine::MemoryHooks hooks;
    flatline::engine::binary::ReadWorkspace workspace;
    flatline::engine::Reservation values, arrays, names;
    flatline::engine::FindingList findings;
    flatline::engine::udmf::RawMap raw;

    bool again() {
        flatline::engine::Budget budget(limits.arena_bytes);
        raw = {};
        flatline::engine::binary::ReadOptions options;
        options.limits = &limits;
        return flatline::engine::binary::read(input().lumps, options,
                                              {workspace, values, hooks, budget, findings, arrays,
                                               names, raw}) == flatline::engine::Outcome::ok;
    }
};

void read_lumps(benchmark::State& state) {
    Read read;
    repeat(state, input().map_bytes, 0, [&] {
        bool ok = read.again();
        benchmark::DoNotOptimize(ok);
    });
}

BENCHMARK(copy_lumps)->Name("load_binary/memcpy")->UseManualTime();
BENCHMARK(load_binary)->Name("load_binary")->UseManualTime();
BENCHMARK(load_binary_arrays)->Name("load_binary/arrays")->UseManualTime();
BENCHMARK(load_as_port)->Name("load_binary/port")->UseManualTime();
BENCHMARK(load_dsda_itself)->Name("load_binary/dsda")->UseManualTime();
BENCHMARK(load_dsda_by_flatline)->Name("load_binary/dsda_flatline")->UseManualTime();
BENCHMARK(counts)->Name("load_binary/counts")->UseManualTime();
BENCHMARK(read_lumps)->Name("load_binary/read")->UseManualTime();

}  // namespace
