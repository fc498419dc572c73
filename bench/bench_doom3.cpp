// Doom 3 maps: text to arrays, and windings of all brushes, beside a memory copy of the text.
//
// The text repeats brushes and patches as editors write them up to 50 MB; FLATLINE_BENCH_MAP names
// a real .map file that is repeated in their place.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "bench_inputs.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"

namespace flatline::engine::bench {
namespace {

constexpr std::size_t kTextBytes = 50u << 20;

template <class... Values>
void print(std::string& out, const char* format, Values... values) {
    char line[512];
    out.append(line, static_cast<std::size_t>(std::snprintf(line, sizeof line, format, values...)));
}

// A box with texture coordinates of all lengths that editors write.
void add_brush(std::string& out, std::mt19937& random, unsigned number) {
    const int x = static_cast<int>(random() % 8192) - 4096;
    const int y = static_cast<int>(random() % 8192) - 4096;
    const int size = 8 << random() % 6;
    const int planes[6][4] = {{0, 0, 1, -size}, {0, 1, 0, -(y + size)}, {1, 0, 0, -(x + size)},
                              {0, 0, -1, 0},    {0, -1, 0, y},          {-1, 0, 0, x}};
    static const char* const kScales[] = {"0.03125", "0.015625", "0.0078125", "0.0625"};
    static const char* const kOffsets[] = {"0", "-1.5000076294", "0.7460148931", "-0.999936", "14",
                                           "-0"};
    static const char* const kMaterials[] = {"textures/base_wall/lfwall27b",
                                             "textures/common/caulk",
                                             "textures/base_floor/a_diafloor_1b_fin"};
    const char* const material = kMaterials[random() % 3];
    print(out, "// primitive %u\n{\nbrushDef3\n{\n", number);
    for (const auto& plane : planes) {
        const char* const scale = kScales[random() % 4];
        print(out, "( %d %d %d %d ) ( ( %s 0 %s ) ( 0 %s %s ) ) \"%s\" 0 0 0\n", plane[0], plane[1],
              plane[2], plane[3], scale, kOffsets[random() % 6], scale, kOffsets[random() % 6],
              material);
    }
    out += "}\n}\n";
}

void add_patch(std::string& out, std::mt19937& random, unsigned number) {
    print(out, "// primitive %u\n{\npatchDef2\n{\n\"textures/base_trim/bluetex4q\"\n", number);
    out += "( 3 3 0 0 0 )\n(\n";
    for (int i = 0; i < 3; ++i) {
        out += "( ";
        const auto one_of = [&random](unsigned count) {
            return static_cast<double>(static_cast<std::uint32_t>(random()) % count);
        };
        for (int j = 0; j < 3; ++j) {
            print(out, "( %d %.6g %d %.10g %.10g ) ", i * 64, one_of(1024) / 8.0, j * 64,
                  one_of(4096) / 1024.0, one_of(9973) / 9973.0);
        }
        out += ")\n";
    }
    out += ")\n}\n}\n";
}

std::string written_text() {
    std::mt19937 random(3);
    std::string out = "Version 2\n// entity 0\n{\n\"classname\" \"worldspawn\"\n";
    for (unsigned number = 0; out.size() < kTextBytes; ++number) {
        if (number % 10 == 9) {
            add_patch(out, random, number);
        } else {
            add_brush(out, random, number);
        }
    }
    return out + "}\n";
}

std::string real_text(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::string once{std::istreambuf_iterator<char>(file), {}};
    const std::size_t first = once.find('{');
    if (first == std::string::npos) return {};
    std::string out = once;
    while (out.size() < kTextBytes) out.append(once, first);
    return out;
}

const std::string& text() {
    static const std::string made = [] {
        const char* const path = std::getenv("FLATLINE_BENCH_MAP");
        return path != nullptr ? real_text(path) : written_text();
    }();
    return made;
}

Doom3Options options() {
    Doom3Options options;
    // Many times the largest real map.
    options.limits.entities = options.limits.patch_points = 64u << 20;
    return options;
}

void report_doom3(benchmark::State& state, const LoadResult<flatline::engine::Doom3Map>& result) {
    report_bytes(state, text().size());
    state.counters["used/text"] =
        static_cast<double>(result.memory.used) / static_cast<double>(text().size());
    state.counters["time/side"] = benchmark::Counter(
        static_cast<double>(result.value.sides().size()),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// A new loader each time, so that the system hands out and zeroes every page.
void load_cold(benchmark::State& state) {
    const Doom3Options how = options();
    Samples samples(state);
    for (auto _ : samples) {
        const LoadResult<flatline::engine::Doom3Map> result =
            load_doom3_borrowed(bytes_of(text()), how);
        benchmark::DoNotOptimize(result.value.arrays().sides);
    }
    report_doom3(state, load_doom3_borrowed(bytes_of(text()), how));
}

// One loader, every map given back to it.
void load_warm(benchmark::State& state) {
    const Doom3Options how = options();
    Doom3Loader loader;
    loader.recycle(std::move(loader.load_borrowed(bytes_of(text()), how).value));
    Samples samples(state);
    for (auto _ : samples) {
        LoadResult<flatline::engine::Doom3Map> result = loader.load_borrowed(bytes_of(text()), how);
        benchmark::DoNotOptimize(result.value.arrays().sides);
        loader.recycle(std::move(result.value));
    }
    const LoadResult<flatline::engine::Doom3Map> last = loader.load_borrowed(bytes_of(text()), how);
    if (!last) state.SkipWithError("the map did not load");
    report_doom3(state, last);
}

void windings(benchmark::State& state) {
    const LoadResult<flatline::engine::Doom3Map> loaded =
        load_doom3_borrowed(bytes_of(text()), options());
    if (!loaded) {
        state.SkipWithError("the map did not load");
        return;
    }
    Samples samples(state);
    for (auto _ : samples) {
        const Result<flatline::engine::Windings> built = build_windings(loaded.value);
        benchmark::DoNotOptimize(built.value.arrays().points);
    }
    state.counters["time/side"] = benchmark::Counter(
        static_cast<double>(loaded.value.sides().size()),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void copy(benchmark::State& state) {
    const auto to = std::make_unique<char[]>(text().size());
    Samples samples(state);
    for (auto _ : samples) {
        std::memcpy(to.get(), text().data(), text().size());
        benchmark::DoNotOptimize(to.get());
    }
    report_bytes(state, text().size());
}

BENCHMARK(load_warm)->Name("doom3/load_warm/50M")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(load_cold)->Name("doom3/load_cold/50M")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(windings)->Name("doom3/windings/50M")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(copy)->Name("doom3/memcpy/50M")->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
}  // namespace flatline::engine::bench
