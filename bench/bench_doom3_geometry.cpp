// Windings and surfaces of Doom 3 maps, from the brushes and patches of real maps, repeated, beside
// a copy of what they come to.
#include <benchmark/benchmark.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bench_inputs.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"

namespace {

using flatline::engine::Doom3Map;
using flatline::engine::LoadResult;
using flatline::engine::bench::report_bytes;
using flatline::engine::bench::Samples;

void append(std::string& text, double number) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof(digits), number).ptr);
    text += ' ';
}

// The brushes and patches of a map as the body of an entity.
void append_primitives(std::string& text, const Doom3Map& map) {
    for (const flatline_doom3_brush& brush : map.brushes()) {
        text += "{ brushDef3 {\n";
        for (const flatline_doom3_side& side : map.sides(brush)) {
            const flatline_doom3_plane& p = side.plane;
            text += "( ";
            for (const double number : {p.a, p.b, p.c, p.d}) append(text, number);
            text += ") ( ";
            for (const auto& row : side.matrix) {
                text += "( ";
                for (const double number : row) append(text, number);
                text += ") ";
            }
            text += ") \"m\" 0 0 0\n";
        }
        text += "} }\n";
    }
    for (const flatline_doom3_patch& patch : map.patches()) {
        const bool fixed = patch.kind == FLATLINE_DOOM3_PATCH_DEF3;
        text += fixed ? "{ patchDef3 {\n\"m\"\n( " : "{ patchDef2 {\n\"m\"\n( ";
        append(text, patch.width);
        append(text, patch.height);
        for (int i = 0; fixed && i < 2; ++i) append(text, patch.subdivisions[i]);
        text += "0 0 0 )\n(\n";
        const flatline_doom3_point* point = map.points(patch).data();
        for (std::uint32_t i = 0; i < patch.width; ++i) {
            text += "( ";
            for (std::uint32_t j = 0; j < patch.height; ++j, ++point) {
                text += "( ";
                for (const double number : {point->x, point->y, point->z, point->s, point->t}) {
                    append(text, number);
                }
                text += ") ";
            }
            text += ")\n";
        }
        text += ")\n} }\n";
    }
}

// All real maps in one, `times` over. The text is kept because the map refers to it.
struct GeometryInput {
    std::string text;
    Doom3Map map;
};
const GeometryInput& input(std::int64_t times) {
    static GeometryInput kept;
    static std::int64_t kept_times = 0;
    if (kept_times == times) return kept;
    kept = {};
    kept_times = times;
    const std::filesystem::path folder =
        std::filesystem::path(FLATLINE_CORPUS_DIR) / "open" / "d3map";
    std::string body;
    std::error_code none;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none)) {
        if (!entry.is_regular_file()) continue;
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const LoadResult<flatline::engine::Doom3Map> result = flatline::engine::load_doom3_borrowed(
            {reinterpret_cast<const unsigned char*>(text.data()), text.size()});
        if (result) append_primitives(body, result.value);
    }
    if (body.empty()) return kept;
    kept.text = "Version 2\n{\n\"classname\" \"worldspawn\"\n";
    for (std::int64_t i = 0; i < times; ++i) kept.text += body;
    kept.text += "}\n";
    flatline::engine::Doom3Options options;
    options.limits.brushes = 1u << 30;
    LoadResult<flatline::engine::Doom3Map> result = flatline::engine::load_doom3_borrowed(
        {reinterpret_cast<const unsigned char*>(kept.text.data()), kept.text.size()}, options);
    kept.map = std::move(result.value);
    return kept;
}

bool skip(benchmark::State& state, const GeometryInput& in) {
    if (!in.map.empty()) return false;
    state.SkipWithError("no Doom 3 maps in " FLATLINE_CORPUS_DIR "/open/d3map");
    return true;
}

void per(benchmark::State& state, const char* what, std::size_t count, std::uint64_t bytes) {
    state.counters[what] = benchmark::Counter(
        static_cast<double>(count),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    report_bytes(state, bytes);
}
std::uint64_t bytes_of(const flatline::engine::Windings& w) {
    return w.windings().size() * sizeof(flatline_doom3_winding) +
           w.solids().size() * sizeof(flatline_doom3_solid) +
           w.points().size() * sizeof(flatline_doom3_vector);
}
std::uint64_t bytes_of(const flatline::engine::Surfaces& s) {
    return s.surfaces().size() * sizeof(flatline_doom3_surface) +
           s.vertices().size() * sizeof(flatline_doom3_vertex) +
           s.indices().size() * sizeof(std::uint32_t);
}

void BM_Windings(benchmark::State& state) {
    const GeometryInput& in = input(state.range(0));
    if (skip(state, in)) return;
    std::uint64_t bytes = 0;
    Samples samples(state);
    for (auto _ : samples) {
        const flatline::engine::Result<flatline::engine::Windings> built =
            flatline::engine::build_windings(in.map);
        if (!built) {
            state.SkipWithError("not built");
            return;
        }
        bytes = bytes_of(built.value);
    }
    per(state, "time/side", in.map.sides().size(), bytes);
}
BENCHMARK(BM_Windings)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();

void BM_CopyOfWindings(benchmark::State& state) {
    const GeometryInput& in = input(state.range(0));
    if (skip(state, in)) return;
    const flatline::engine::Result<flatline::engine::Windings> built =
        flatline::engine::build_windings(in.map);
    if (!built) {
        state.SkipWithError("not built");
        return;
    }
    const flatline::engine::Windings& w = built.value;
    std::vector<unsigned char> copy(bytes_of(w));
    Samples samples(state);
    for (auto _ : samples) {
        unsigned char* to = copy.data();
        const auto take = [&to](const void* from, std::size_t size) {
            std::memcpy(to, from, size);
            to += size;
        };
        take(w.windings().data(), w.windings().size() * sizeof(flatline_doom3_winding));
        take(w.solids().data(), w.solids().size() * sizeof(flatline_doom3_solid));
        take(w.points().data(), w.points().size() * sizeof(flatline_doom3_vector));
        benchmark::ClobberMemory();
    }
    per(state, "time/side", in.map.sides().size(), copy.size());
}
BENCHMARK(BM_CopyOfWindings)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();

void BM_Surfaces(benchmark::State& state) {
    const GeometryInput& in = input(state.range(0));
    if (skip(state, in)) return;
    std::uint64_t bytes = 0;
    std::size_t vertices = 0;
    Samples samples(state);
    for (auto _ : samples) {
        const flatline::engine::Result<flatline::engine::Surfaces> built =
            flatline::engine::build_surfaces(in.map);
        if (!built) {
            state.SkipWithError("not built");
            return;
        }
        bytes = bytes_of(built.value);
        vertices = built.value.vertices().size();
    }
    per(state, "time/vertex", vertices, bytes);
}
BENCHMARK(BM_Surfaces)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
