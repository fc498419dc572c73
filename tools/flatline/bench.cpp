// `flatline bench`: how long a map takes to load, stage by stage, beside a copy of the same bytes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "model/bake.hpp"
#include "model/binary.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"
#include "probe.hpp"
#include "report/json_lines.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"
#include "walk.hpp"

namespace flatline::engine::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLeastRuns = 9;
constexpr std::size_t kMostRuns = 1000;
constexpr std::chrono::milliseconds kEnough{300};  // of one stage, once kLeastRuns are done

/// One stage that was run many times; in milliseconds.
struct Stage {
    std::string name;
    double median = 0;
    double best = 0;
    std::size_t runs = 0;
    double hertz = 0;  // of the processor, in the median of the runs
    bench::Tally tally;
};

double median_of(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Times `once` on as many threads as it uses. Runs that did not have their processors to
/// themselves are thrown away.
Stage measure(std::string name, const std::function<void()>& once, unsigned threads = 1) {
    std::vector<double> all;
    std::vector<double> clocks;
    once();  // touches memory and caches
    bench::Sampler sampler(threads);
    const auto start = Clock::now();
    while (all.size() < kLeastRuns || (all.size() < kMostRuns && Clock::now() - start < kEnough)) {
        sampler.begin();
        once();
        if (!sampler.end()) continue;
        all.push_back(sampler.last().passed * 1e3);
        clocks.push_back(sampler.last().hertz);
    }
    const double median = median_of(all);
    return {std::move(name), median, all.front(), all.size(), median_of(clocks), sampler.tally()};
}

/// What a load may make beside the arrays of the TEXTMAP, and the lump from which it makes it.
struct ProductRow {
    std::uint32_t product;
    const char* name;
    Bytes DerivedLumps::*lump;  // null: made of the arrays
};
constexpr ProductRow kProducts[] = {
    {FLATLINE_PRODUCT_NODES, "nodes", &DerivedLumps::znodes},
    {FLATLINE_PRODUCT_BUILD_NODES, "build nodes", nullptr},
    {FLATLINE_PRODUCT_BLOCKMAP, "blockmap", nullptr},
    {FLATLINE_PRODUCT_REJECT, "reject", &DerivedLumps::reject},
    {FLATLINE_PRODUCT_PLANES, "planes", nullptr},
};

Stage copying(Bytes text) {
    const std::unique_ptr<unsigned char[]> copy(new unsigned char[text.size() + 1]);
    volatile unsigned char sink = 0;  // keeps the copy from being left out as unused
    return measure("memcpy", [&] {
        if (text.size() == 0) return;
        std::memcpy(copy.get(), text.data(), text.size());
        sink = copy[text.size() - 1];
    });
}

/// Adds what each product that is wanted adds to a load of the arrays. `load(name, products)` times
/// one, `is_made(row)` is false where the map has nothing to make it of.
template <class Load, class IsMade>
void add_products(std::vector<Stage>& stages, const Stage& arrays, std::uint32_t wanted,
                  const Load& load, const IsMade& is_made) {
    for (const ProductRow& row : kProducts) {
        if ((wanted & row.product) == 0 || !is_made(row)) continue;
        Stage stage = load(row.name, row.product);
        // These are differences of noisy numbers: none is below 0, and no best above its median.
        stage.median = std::max(0.0, stage.median - arrays.median);
        stage.best = std::clamp(stage.best - arrays.best, 0.0, stage.median);
        stages.push_back(stage);
    }
}

/// Times baking a map, making its key, and opening what was baked. `key` makes the key,
/// `open(bytes, key)` opens the file.
template <class Loaded, class Key, class Open>
void add_baking(std::vector<Stage>& stages, const Loaded& loaded, const Key& key,
                const Open& open) {
    if (!can_bake() || !loaded) return;
    std::string file;
    const Sink sink{[](void* to, const unsigned char* bytes, std::size_t size) {
                        static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes),
                                                              size);
                        return true;
                    },
                    &file};
    BakeOptions options;
    options.findings = &loaded.findings;
    const BakeKey own = key();
    options.key = &own;
    const auto bake_once = [&] {
        file.clear();
        static_cast<void>(bake_map(loaded.value, options, sink));
    };
    stages.push_back(measure("bake", bake_once));
    stages.push_back(measure("bake key", [&] { static_cast<void>(key()); }));
    const Buffer bytes =
        Buffer::copy_of({reinterpret_cast<const unsigned char*>(file.data()), file.size()});
    stages.push_back(measure("baked", [&] { static_cast<void>(open(bytes.bytes(), own)); }));
}

/// The stages of a UDMF map. What lies beside the text is timed by what it adds to a load of the
/// text.
std::vector<Stage> bench_udmf(Document& document, std::size_t map, Dialect dialect,
                              const LoadOptions& wanted) {
    const auto read = [&](std::string_view name) {
        return document.read_lump(map, name, dialect == Dialect::srb2);
    };
    const Buffer text = read("TEXTMAP");
    const Buffer znodes = read("ZNODES");
    const Buffer blockmap = read("BLOCKMAP");
    const Buffer reject = read("REJECT");
    LoadOptions options = wanted;
    options.lumps.znodes = znodes.bytes();
    options.lumps.blockmap = blockmap.bytes();
    options.lumps.reject = reject.bytes();
    Loader loader;
    const auto load = [&](std::string name, std::uint32_t products) {
        options.products = products;
        const auto once = [&] {
            loader.recycle(std::move(loader.load_borrowed(text.bytes(), options).value));
        };
        return measure(std::move(name), once, options.threads);
    };

    std::vector<Stage> stages = {copying(text.bytes())};
    stages.push_back(measure("read lump", [&] { read("TEXTMAP"); }));
    const Stage arrays = load("textmap", 0);
    stages.push_back(arrays);
    options.products = 0;
    const auto in_new_memory = [&] {
        Loader fresh;
        const LoadResult<Map> result = fresh.load_borrowed(text.bytes(), options);
    };
    stages.push_back(measure("textmap, new memory", in_new_memory, options.threads));
    add_products(stages, arrays, wanted.products, load, [&](const ProductRow& row) {
        return row.lump == nullptr || !(options.lumps.*row.lump).empty();
    });
    stages.push_back(load("whole load", wanted.products));
    options.products = wanted.products;
    const KeyLump key_lump{"TEXTMAP", text.bytes()};
    add_baking(
        stages, loader.load_borrowed(text.bytes(), options),
        [&] { return bake_key(View<KeyLump>(&key_lump, 1), options); },
        [&](Bytes file, const BakeKey& key) {
            BakedOptions baked;
            baked.key = &key;
            baked.text = text.bytes();
            baked.limits = options.limits;
            return open_baked(file, baked);
        });
    return stages;
}

/// One lump of a binary map. The five that the map is made of come first.
struct BinaryRow {
    const char* name;
    Bytes BinaryLumps::*lump;
};
constexpr BinaryRow kBinaryRows[] = {
    {"THINGS", &BinaryLumps::things},     {"LINEDEFS", &BinaryLumps::linedefs},
    {"SIDEDEFS", &BinaryLumps::sidedefs}, {"VERTEXES", &BinaryLumps::vertexes},
    {"SECTORS", &BinaryLumps::sectors},   {"SEGS", &BinaryLumps::segs},
    {"SSECTORS", &BinaryLumps::ssectors}, {"NODES", &BinaryLumps::nodes},
    {"REJECT", &BinaryLumps::reject},     {"BLOCKMAP", &BinaryLumps::blockmap},
};

/// The stages of a binary map, as those of a UDMF map. `bytes` gets those of all lumps.
std::vector<Stage> bench_binary(Document& document, std::size_t map, const LoadOptions& wanted,
                                std::size_t& bytes) {
    std::vector<Buffer> kept;
    BinaryLumps lumps;
    lumps.hexen = document.maps()[map].format == MapFormat::hexen;
    std::string together;
    for (const BinaryRow& row : kBinaryRows) {
        kept.push_back(document.read_lump(map, row.name, false));
        lumps.*row.lump = kept.back().bytes();
        together.append(reinterpret_cast<const char*>(kept.back().data()), kept.back().size());
    }
    bytes = together.size();
    LoadOptions options = wanted;
    Loader loader;
    const auto load = [&](std::string name, std::uint32_t products) {
        options.products = products;
        return measure(std::move(name), [&] {
            loader.recycle(std::move(loader.load_binary_borrowed(lumps, options).value));
        });
    };
    std::vector<Stage> stages = {
        copying({reinterpret_cast<const unsigned char*>(together.data()), together.size()})};
    stages.push_back(measure("read lumps", [&] {
        for (const BinaryRow& row : kBinaryRows) document.read_lump(map, row.name, false);
    }));
    const Stage arrays = load("lumps", 0);
    stages.push_back(arrays);
    add_products(stages, arrays, wanted.products, load, [](const ProductRow&) { return true; });
    stages.push_back(load("whole load", wanted.products));
    options.products = wanted.products;
    std::vector<KeyLump> key_lumps;
    for (const BinaryRow& row : kBinaryRows) key_lumps.push_back({row.name, lumps.*row.lump});
    add_baking(
        stages, loader.load_binary_borrowed(lumps, options),
        [&] {
            return bake_key({key_lumps.data(), key_lumps.size()}, options);
        },
        [&](Bytes file, const BakeKey& key) {
            BakedOptions baked;
            baked.key = &key;
            baked.limits = options.limits;
            return open_baked(file, baked);
        });
    return stages;
}

std::vector<Stage> bench_doom3(Document& document, std::size_t map, const Limits& limits) {
    const std::string_view lump = document.maps()[map].lumps[0].name;
    const Buffer text = document.read_lump(map, lump, false);
    Doom3Options options;
    options.limits = limits;
    std::vector<Stage> stages = {copying(text.bytes())};
    stages.push_back(measure("read file", [&] { document.read_lump(map, lump, false); }));
    stages.push_back(measure("text", [&] {
        const LoadResult<Doom3Map> result = load_doom3_borrowed(text.bytes(), options);
    }));
    const LoadResult<Doom3Map> loaded = load_doom3_borrowed(text.bytes(), options);
    WindingsOptions windings;
    windings.limits = limits;
    stages.push_back(measure("windings", [&] {
        const Result<Windings> result = build_windings(loaded.value, windings);
    }));
    const KeyLump key_lump{"MAP", text.bytes()};
    add_baking(
        stages, loaded, [&] { return bake_key(View<KeyLump>(&key_lump, 1), options); },
        [&](Bytes file, const BakeKey& key) {
            BakedOptions baked;
            baked.key = &key;
            baked.limits = limits;
            return open_baked_doom3(file, baked);
        });
    return stages;
}

bool is_binary(const Session& session) {
    return session.entry->format == MapFormat::doom || session.entry->format == MapFormat::hexen;
}

std::uint64_t element_count(const Session& session) {
    if (session.is_doom3()) {
        const Doom3Map& map = session.doom3.value;
        return map.entities().size() + map.sides().size() + map.points().size();
    }
    const Map& map = session.result.value;
    return map.vertices().size() + map.linedefs().size() + map.sidedefs().size() +
           map.sectors().size() + map.things().size();
}

double gb_a_second(double bytes, double ms) { return ms > 0 ? bytes / ms / 1e6 : 0; }
double cycles_a_byte(double bytes, const Stage& stage) {
    return bytes > 0 ? stage.median * 1e-3 * stage.hertz / bytes : 0;
}
double ns_an_element(double elements, double ms) { return elements > 0 ? ms * 1e6 / elements : 0; }

void print_stages_text(Console& console, const Session& session, const std::vector<Stage>& stages,
                       std::size_t size) {
    const auto bytes = static_cast<double>(size);
    const auto elements = static_cast<double>(element_count(session));
    const MemoryUse memory = session.memory();
    const std::uint32_t threads = console.args.load.threads;
    console.print("{} {}: {} bytes of {}, {} elements, {} bytes used of {} announced{}\n",
                  printable(session.file), printable(session.entry->name), size,
                  is_binary(session) ? "lumps" : "text", element_count(session), memory.used,
                  memory.announced, threads > 1 ? fmt::format(", up to {} threads", threads) : "");
    console.print("  {:<20} {:>10} {:>10} {:>9} {:>12} {:>8} {:>12} {:>8} {:>8}\n", "stage",
                  "median ms", "best ms", "GB/s", "ns/element", "runs", "cycles/byte", "dropped",
                  "not ours");
    for (const Stage& stage : stages) {
        console.print(
            "  {:<20} {:>10.4f} {:>10.4f} {:>9.3f} {:>12.2f} {:>8} {:>12.2f} {:>8} {:>8}\n",
            stage.name, stage.median, stage.best, gb_a_second(bytes, stage.median),
            ns_an_element(elements, stage.median), stage.runs, cycles_a_byte(bytes, stage),
            stage.tally.dropped, stage.tally.kept_anyway);
    }
}

void print_stages_json(Console& console, const Session& session, const std::vector<Stage>& stages,
                       std::size_t size) {
    const auto bytes = static_cast<double>(size);
    const auto elements = static_cast<double>(element_count(session));
    const MemoryUse memory = session.memory();
    JsonWriter json(console.out);
    json.begin_object();
    json.member("type", "bench");
    json.member("file", session.file);
    json.member("map", session.entry->name);
    json.member("text_bytes", std::uint64_t{size});
    json.member("elements", element_count(session));
    json.member("threads", std::uint64_t{console.args.load.threads});
    json.member("arena_announced", memory.announced);
    json.member("arena_used", memory.used);
    json.key("stages");
    json.begin_array();
    for (const Stage& stage : stages) {
        json.begin_object();
        json.member("stage", stage.name);
        json.key("median_ms");
        json.real(stage.median);
        json.key("best_ms");
        json.real(stage.best);
        json.key("gb_per_s");
        json.real(gb_a_second(bytes, stage.median));
        json.key("ns_per_element");
        json.real(ns_an_element(elements, stage.median));
        json.member("runs", std::uint64_t{stage.runs});
        json.key("cycles_per_byte");
        json.real(cycles_a_byte(bytes, stage));
        json.member("dropped", stage.tally.dropped);
        json.member("not_ours", stage.tally.kept_anyway);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    json.end_line();
}

void bench_map(Console& console, Document& document, const Session& session) {
    const auto map = static_cast<std::size_t>(session.entry - document.maps().data());
    std::size_t bytes = session.text.size();
    const std::vector<Stage> stages =
        session.is_doom3() ? bench_doom3(document, map, console.args.load.limits)
        : is_binary(session)
            ? bench_binary(document, map, console.args.load, bytes)
            : bench_udmf(document, map, session.result.value.dialect(), console.args.load);
    if (console.args.json) {
        print_stages_json(console, session, stages, bytes);
    } else {
        print_stages_text(console, session, stages, bytes);
    }
}

}  // namespace

int run_bench(Console& console) {
    FindingText complaints(console.err, console.err_style);
    Totals totals;
    Document* open = nullptr;
    LookOptions look{console.args};
    look.opened = [&](Document& document, const FileReport&) { open = &document; };
    look.in_turn = true;        // or each would take time from the others
    look.shares_twins = false;  // each map is measured
    RunHead head(console, "flatline.bench/1");
    look.loaded = [&](Session& session, const MapReport& report) {
        head.print();
        if (report.status == MapStatus::refused) complaints.print_map(report);
        if (report.status == MapStatus::ok) {
            bench_map(console, *open, session);
        } else if (console.args.json) {
            JsonWriter json(console.out);
            write_map_json(json, report);
        } else {
            FindingText(console.out, console.out_style).print_map_line(report);
        }
        console.flush_in_order();
    };
    const bool wrong_use = walk(console, look, [&](const FileReport& report) {
                               totals.add(report);
                               complaints.print_container_errors(report);
                           }).wrong_use;
    if (wrong_use) return kExitUsage;
    head.print();
    if (console.args.json) print_summary(console, totals);
    return totals.refused == 0 && !totals.container_error ? kExitOk : kExitFindings;
}

}  // namespace flatline::engine::tool
