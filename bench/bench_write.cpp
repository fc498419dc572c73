// A loaded map as text again, beside a memory copy of the same text.
//
// write_textmap, write_textmap_compact: into a buffer that has been written before, by a sink that
// copies what it gets.
// write_textmap_memcpy: the text that was written, to a destination that has been written before.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "bench_inputs.hpp"
#include "model/load.hpp"
#include "model/write.hpp"

namespace flatline::engine::bench {
namespace {

struct Target {
    std::string text;
    std::size_t size = 0;

    static bool write(void* context, const unsigned char* bytes, std::size_t size) {
        auto& self = *static_cast<Target*>(context);
        if (self.size + size > self.text.size()) self.text.resize(2 * (self.size + size));
        std::memcpy(self.text.data() + self.size, bytes, size);
        self.size += size;
        return true;
    }
};

void write_text(benchmark::State& state, const Input& input, TextStyle style) {
    const mapgen::Generated& map = generated(input);
    const LoadResult<flatline::engine::Map> loaded =
        load_borrowed(bytes_of(map.text), text_alone());
    Target target;
    TextmapOptions options;
    options.style = style;
    if (!loaded || !write_textmap(loaded.value, {Target::write, &target}, options)) {
        state.SkipWithError("the map was not written");
        return;
    }
    Samples samples(state);
    for (auto _ : samples) {
        target.size = 0;
        benchmark::DoNotOptimize(
            write_textmap(loaded.value, {Target::write, &target}, options).bytes);
    }
    report(state, target.size, element_count(map.counts));
}

void write_udb(benchmark::State& state, const Input& input) {
    write_text(state, input, TextStyle::udb);
}
void write_compact(benchmark::State& state, const Input& input) {
    write_text(state, input, TextStyle::compact);
}

void copy_text(benchmark::State& state, const Input& input) {
    const mapgen::Generated& map = generated(input);
    const LoadResult<flatline::engine::Map> loaded =
        load_borrowed(bytes_of(map.text), text_alone());
    Target target;
    if (!loaded || !write_textmap(loaded.value, {Target::write, &target})) {
        state.SkipWithError("the map was not written");
        return;
    }
    target.text.resize(target.size);
    report_copy(state, target.text);
}

constexpr std::pair<const char*, mapgen::Flavour> kWriteFlavours[] = {
    {"zdoom", mapgen::Flavour::Zdoom},
    {"srb2", mapgen::Flavour::Srb2},
    {"dsda", mapgen::Flavour::Dsda}};

[[maybe_unused]] const bool kWriteRegistered = [] {
    for (const auto& [name, flavour] : kWriteFlavours) {
        Input input;
        input.name = "10M/" + std::string(name);
        input.options.target_bytes = 10'000'000;
        input.options.flavour = flavour;
        const auto add = [&](const std::string& what,
                             void (*run)(benchmark::State&, const Input&)) {
            benchmark::RegisterBenchmark((what + "/" + input.name).c_str(), run, input)
                ->Unit(benchmark::kMillisecond)
                ->UseManualTime();
        };
        add("write_textmap_memcpy", copy_text);
        add("write_textmap", write_udb);
        add("write_textmap_compact", write_compact);
    }
    return true;
}();

}  // namespace
}  // namespace flatline::engine::bench
