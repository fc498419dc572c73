// simdjson On-Demand on the JSON twins of generated and real maps (json_walk.hpp, json_twin.hpp),
// to stand beside load_warm of the TEXTMAP: compare items_per_second, elements a second.
// bytes_per_second counts the JSON. Before anything is timed, every member of every element is
// compared with what our loader makes of the TEXTMAP.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/compiler.hpp"
#include "bench_inputs.hpp"
#include "corpus_maps.hpp"
#include "json_twin.hpp"
#include "json_walk.hpp"
#include "model/fields.hpp"
#include "model/load.hpp"

namespace flatline::engine::bench {
namespace {

class Comparison {
public:
    Comparison(const Map& map, const JsonWalk& json) : map_(map), json_(json) {}

    bool same() const {
        const udmf::RawMap& raw = json_.raw();
        return same_elements(FLATLINE_VERTEX, map_.vertices(), raw.vertices) &&
               same_elements(FLATLINE_LINEDEF, map_.linedefs(), raw.linedefs) &&
               same_elements(FLATLINE_SIDEDEF, map_.sidedefs(), raw.sidedefs) &&
               same_elements(FLATLINE_SECTOR, map_.sectors(), raw.sectors) &&
               same_elements(FLATLINE_THING, map_.things(), raw.things) && same_columns();
    }

private:
    // Every standard field; names by their spelling.
    template <class T>
    bool same_elements(std::uint8_t block, View<T> ours, const Array<T>& theirs) const {
        if (ours.size() != theirs.size()) return false;
        for (const StandardField& field : standard_fields()) {
            if (field.block != block) continue;
            for (std::size_t i = 0; i < ours.size(); ++i) {
                const auto* a = reinterpret_cast<const unsigned char*>(&ours[i]) + field.offset;
                const auto* b = reinterpret_cast<const unsigned char*>(&theirs[i]) + field.offset;
                if (field.is_name) {
                    std::uint32_t name[2];
                    std::memcpy(name, a, sizeof *name);
                    std::memcpy(name + 1, b, sizeof *name);
                    if (map_.name(name[0]) != json_.text(json_.raw().names[name[1]])) return false;
                } else if (std::memcmp(
                               a, b, field.kind == FLATLINE_REAL ? sizeof(double) : sizeof(int)) !=
                           0) {
                    return false;
                }
            }
        }
        return true;
    }

    bool same_columns() const {
        const udmf::Columns& theirs = json_.columns();
        if (map_.columns().size() != theirs.column_count) return false;
        for (std::size_t i = 0; i < map_.columns().size(); ++i) {
            if (!same_column(map_.columns()[i], theirs.columns[i])) return false;
        }
        return true;
    }

    bool same_column(const flatline_column& a, const flatline_column& b) const {
        if (a.field != b.field || a.element != b.element || a.kind != b.kind ||
            a.count != b.count ||
            std::memcmp(a.elements, b.elements, a.count * sizeof *a.elements) != 0) {
            return false;
        }
        for (std::size_t i = 0; i < a.count; ++i) {
            switch (a.kind) {
                case FLATLINE_INTEGER:
                    if (a.values.integers[i] != b.values.integers[i]) return false;
                    break;
                case FLATLINE_REAL:
                    if (!(a.values.reals[i] == b.values.reals[i])) return false;
                    break;
                case FLATLINE_BOOLEAN:
                    if (a.values.booleans[i] != b.values.booleans[i]) return false;
                    break;
                case FLATLINE_STRING:
                    if (map_.text(a.values.texts[i]) != json_.text(b.values.texts[i])) return false;
                    break;
                default: {
                    const flatline_text ours = a.values.ids[i];
                    const flatline_text its = b.values.ids[i];
                    if (ours.size != its.size ||
                        std::memcmp(map_.ids().data() + ours.offset,
                                    json_.columns().ids + its.offset,
                                    ours.size * sizeof(std::int32_t)) != 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    const Map& map_;
    const JsonWalk& json_;
};

void read_json(benchmark::State& state, const std::string& json, const std::string& text) {
    const LoadResult<flatline::engine::Map> loaded = load_borrowed(bytes_of(text));
    const Map& map = loaded.value;
    const mapgen::Counts counts{map.vertices().size(), map.linedefs().size(), map.sidedefs().size(),
                                map.sectors().size(), map.things().size()};
    JsonWalk walk(json, counts);
    if (!loaded || !walk.again() || !Comparison(map, walk).same()) {
        state.SkipWithError("the JSON is not read as the TEXTMAP is");
        return;
    }
    Samples samples(state);
    for (auto _ : samples) {
        bool ok = walk.again();
        benchmark::DoNotOptimize(ok);
    }
    report(state, json.size(), element_count(counts));
    state.counters["json/text"] =
        static_cast<double>(json.size()) / static_cast<double>(text.size());
    state.SetLabel(JsonWalk::library());
}

void of_generated(benchmark::State& state, const Input& input) {
    read_json(state, mapgen::generate(input.options, mapgen::Format::Json).text,
              generated(input).text);
}

void of_corpus(benchmark::State& state, std::size_t i) {
    if (i >= corpus_maps().size()) {
        state.SkipWithError("no such map in " FLATLINE_CORPUS_DIR "/open");
        return;
    }
    const std::string& text = corpus_maps()[i].textmap;
    read_json(state, json_twin(bytes_of(text)), text);
}

struct Case {
    const char* name;
    std::uint64_t bytes;
    mapgen::Flavour flavour;
};
constexpr Case kCases[] = {
    {"1M/zdoom/udb", 1'000'000, mapgen::Flavour::Zdoom},
    {"10M/zdoom/udb", 10'000'000, mapgen::Flavour::Zdoom},
    {"10M/dsda/udb", 10'000'000, mapgen::Flavour::Dsda},
    {"10M/srb2/udb", 10'000'000, mapgen::Flavour::Srb2},
    {"100M/zdoom/udb", 100'000'000, mapgen::Flavour::Zdoom},
};

[[maybe_unused]] const bool kJsonRegistered = [] {
    if (FLATLINE_AVX2 && !has_avx2()) return false;
    for (const Case& c : kCases) {
        Input input{c.name, {}};
        input.options.target_bytes = c.bytes;
        input.options.flavour = c.flavour;
        benchmark::RegisterBenchmark((std::string("json_simdjson/") + c.name).c_str(), of_generated,
                                     input)
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
    }
    for (std::size_t i = 0; i < kCorpusMaps; ++i) {
        benchmark::RegisterBenchmark(("json_simdjson/corpus/" + std::to_string(i + 1)).c_str(),
                                     of_corpus, i)
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
    }
    return true;
}();

}  // namespace
}  // namespace flatline::engine::bench
