// flatline_work [WORDS]: every shape of hostile input (whose name has WORDS in it) at 1, 2, 4 and 8
// times its size. The steps of each stage, less those of the empty shape, grow with the input at
// most 1.15 times as fast as it does; nothing is timed. What builds a tree or sorts (paths, lumps,
// names, keys) may grow by the logarithm, too. Prints the worst of each stage, and fails where one
// is above.
// flatline_work --write FOLDER [WORDS]: writes each shape there as a file of somewhat less than 1
// MB, for tests/work/bars.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/harness/promise.hpp"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "model/doom3_geometry.hpp"
#include "model/nodes.hpp"
#include "model/resources.hpp"
#include "model/runtime.hpp"
#include "model/verdict.hpp"
#include "model/work.hpp"
#include "physfs/open.hpp"
#include "support/wad_builder.hpp"
#include "work/shapes.hpp"
#include "work/steps.hpp"

namespace {

using namespace flatline::engine;
using work::Kind;
using work::Shape;
using work::steps_of;

constexpr double kMost = 1.15;
constexpr double kFree = 0.25;

/// Of the sizes that the shapes name: large enough that what a short input saves does not count.
constexpr std::uint64_t kScale = 4;

/// Stage by stage, in the order of the first that had them.
using Costs = std::map<std::string, double>;

/// Limits that stop what would be quadratic are reached by the smallest size already.
Limits limits_of() {
    Limits limits;
    limits.check_steps = 2000;
    limits.slope_steps = 2000;
    limits.node_steps = 2000;
    limits.surface_points = 2000;
    limits.config_bytes = 1u << 16;
    limits.file_work = 1;
    limits.findings = 20;
    limits.node_depth = 1u << 20;
    return limits;
}

Bytes bytes_of(std::string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

class TreeSource final : public Source {
public:
    TreeSource(std::vector<std::pair<std::string, std::uint64_t>> entries, std::string content)
        : entries_(std::move(entries)),
          content_(std::make_shared<fuzz::Content>(
              reinterpret_cast<const std::uint8_t*>(content.data()), content.size())) {}
    bool packed() const noexcept override { return false; }
    bool list(std::uint64_t limit, Entries& entries) noexcept override {
        for (const auto& [path, size] : entries_) entries.add(path, size);
        return entries_.size() <= limit;
    }
    std::unique_ptr<File> open(std::string_view) noexcept override {
        return std::make_unique<fuzz::MemoryFile>(content_);
    }

private:
    std::vector<std::pair<std::string, std::uint64_t>> entries_;
    std::shared_ptr<const fuzz::Content> content_;
};

void of_map(const Map& map, Bytes behavior, Costs& costs) {
    const Limits limits = limits_of();
    Result<CheckReport> report;
    CheckOptions wanted;
    wanted.limits = limits;
    wanted.behavior = behavior;
    costs["check"] = static_cast<double>(steps_of([&] { report = check(map, wanted); }));
    costs["places n log n"] = static_cast<double>(steps_of([&] {
        std::vector<std::uint64_t> places(report.findings.kept().size());
        locate(map, report.findings.kept(), places.data());
    }));
    NodesOptions of_nodes;
    of_nodes.limits = limits;
    Result<Nodes> nodes;
    costs["nodes n log n"] =
        static_cast<double>(steps_of([&] { nodes = build_nodes(map, of_nodes); }));
    if (nodes) costs["nodes, bytes"] = static_cast<double>(nodes.memory.used);
    RuntimeOptions of_runtime;
    of_runtime.limits = limits;
    costs["runtime n log n"] =
        static_cast<double>(steps_of([&] { (void)build_runtime(map, of_runtime); }));
}

void of_text(std::string_view text, const DerivedLumps& lumps, Bytes behavior, Costs& costs) {
    LoadOptions options;
    options.limits = limits_of();
    options.lumps = lumps;
    LoadResult<Map> result;
    const auto load = [&](const char* stage, std::uint32_t products) {
        options.products = products;
        costs[stage] =
            static_cast<double>(steps_of([&] { result = load_borrowed(bytes_of(text), options); }));
    };
    load("slopes", FLATLINE_PRODUCT_PLANES);
    load("lumps", FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_BLOCKMAP);
    load("load", 0);
    costs["memory_bound"] =
        static_cast<double>(steps_of([&] { (void)memory_bound(bytes_of(text), options); }));
    VerdictInput judged;
    judged.load = &result.findings;
    judged.map = result ? &result.value : nullptr;
    judged.text = text;
    costs["verdicts"] = static_cast<double>(steps_of([&] { (void)judge(judged); }));
    if (result) return of_map(result.value, behavior, costs);
    options.repair = Repair::repair;
    result = load_borrowed(bytes_of(text), options);
    judged.map = result ? &result.value : nullptr;
    costs["verdicts, repaired"] = static_cast<double>(steps_of([&] { (void)judge(judged); }));
}

void of_archive(Archive& archive, Costs& costs) {
    costs["load"] = static_cast<double>(steps_of([&] {
        Loader loader;
        Work work = work_of_file(limits_of(), 1);
        LoadOptions options;
        options.limits = limits_of();
        options.work = &work;
        for (std::size_t i = 0; i < archive.maps().size(); ++i) {
            (void)load_map(archive, i, loader, options);
        }
    }));
    costs["names n log n"] = static_cast<double>(steps_of([&] {
        ResourcesOptions options;
        options.limits = limits_of();
        Resources resources(options);
        (void)resources.add_archive(archive);
    }));
}

void of_doom3(std::string_view text, Costs& costs) {
    Doom3Options options;
    options.limits = limits_of();
    options.partial = true;
    LoadResult<Doom3Map> map;
    costs["load"] =
        static_cast<double>(steps_of([&] { map = load_doom3_borrowed(bytes_of(text), options); }));
    if (!map) return;
    costs["windings"] = static_cast<double>(steps_of([&] { (void)build_windings(map.value); }));
    SurfacesOptions of_surfaces;
    of_surfaces.limits = limits_of();
    Result<Surfaces> surfaces;
    costs["surfaces"] =
        static_cast<double>(steps_of([&] { surfaces = build_surfaces(map.value, of_surfaces); }));
    costs["surfaces, bytes"] = static_cast<double>(surfaces.memory.used);
    CheckOptions wanted;
    wanted.limits = limits_of();
    costs["check n log n"] = static_cast<double>(steps_of([&] { (void)check(map.value, wanted); }));
}

Costs costs_of(Kind kind, const std::string& input) {
    Costs costs;
    const std::size_t part = input.find('\x1E');
    const std::string_view text = std::string_view(input).substr(0, part);
    const Bytes lump =
        bytes_of(part == std::string::npos ? "" : std::string_view(input).substr(part + 1));
    DerivedLumps lumps;
    switch (kind) {
        case Kind::text:
            of_text(input, {}, {}, costs);
            break;
        case Kind::znodes:
            lumps.znodes = lump;
            of_text(text, lumps, {}, costs);
            break;
        case Kind::blockmap:
            lumps.blockmap = lump;
            of_text(text, lumps, {}, costs);
            break;
        case Kind::reject:
            lumps.reject = lump;
            of_text(text, lumps, {}, costs);
            break;
        case Kind::behavior:
            of_text(text, {}, lump, costs);
            break;
        case Kind::container: {
            const auto content = std::make_shared<const fuzz::Content>(
                reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
            physfs::OpenResult opened;
            costs["listing n log n"] = static_cast<double>(steps_of([&] {
                opened = physfs::open_file(std::make_unique<fuzz::MemoryFile>(content), "a",
                                           limits_of());
            }));
            if (opened.archive != nullptr) of_archive(*opened.archive, costs);
            break;
        }
        case Kind::tree:
        case Kind::resources: {
            std::vector<std::pair<std::string, std::uint64_t>> entries;
            if (kind == Kind::resources) entries.emplace_back("textures.txt", input.size());
            for (std::size_t at = 0; kind == Kind::tree && at < input.size();) {
                const std::size_t end = input.find('\n', at);
                entries.emplace_back(input.substr(at, end - at), 4);
                at = end + 1;
            }
            auto source = std::make_unique<TreeSource>(std::move(entries),
                                                       kind == Kind::tree ? "PWAD" : input);
            Archive archive = Archive::unusable({});
            costs["listing n log n"] = static_cast<double>(
                steps_of([&] { archive = Archive::from_source(std::move(source), limits_of()); }));
            of_archive(archive, costs);
            break;
        }
        case Kind::doom3:
            of_doom3(input, costs);
            break;
        case Kind::config:
        case Kind::settings:
        case Kind::baseline:
            break;  // of these the tool alone knows
    }
    return costs;
}

struct Worst {
    double ratio = 0;
    std::string shape;
};

/// Prints what is above; returns how many are.
int measure(const Shape& shape, std::map<std::string, Worst>& worst) {
    const Costs empty = costs_of(shape.kind, shape.make(0));
    const double skeleton = static_cast<double>(shape.make(0).size());
    const std::uint64_t size = shape.size * kScale;
    const std::string one = shape.make(size);
    const Costs first = costs_of(shape.kind, one);
    int above = 0;
    for (const std::uint64_t times : {2u, 4u, 8u}) {
        const std::string input = shape.make(size * times);
        const double growth = (static_cast<double>(input.size()) - skeleton) /
                              (static_cast<double>(one.size()) - skeleton);
        for (const auto& [stage, cost] : costs_of(shape.kind, input)) {
            const auto before = first.find(stage);
            const auto fixed = empty.find(stage);
            const double base = fixed == empty.end() ? 0 : fixed->second;
            if (before == first.end()) continue;
            // A quarter of a step a byte is what any pass by vectors may take.
            const double slope =
                std::max(before->second - base, kFree * static_cast<double>(one.size()));
            double allowed = growth;
            if (stage.find("n log n") != std::string::npos) {
                allowed *= std::log2(static_cast<double>(size * times) + 2) /
                           std::log2(static_cast<double>(size) + 2);
            }
            const double ratio = (cost - base) / slope / allowed;
            Worst& of_stage = worst[stage];
            if (ratio > of_stage.ratio) of_stage = {ratio, shape.name};
            if (ratio <= kMost) continue;
            ++above;
            std::printf(
                "ABOVE %.2f: %s of '%s' at %u times: %.0f steps, %.0f at once, %.0f empty\n", ratio,
                stage.c_str(), shape.name, static_cast<unsigned>(times), cost, before->second,
                base);
        }
    }
    return above;
}

/// A map of the text and the lump after it.
std::string wad_of(const std::string& input, std::string_view lump) {
    const std::size_t part = input.find('\x1E');
    return testing_support::WadBuilder()
        .lump("MAP01")
        .lump("TEXTMAP", input.substr(0, part))
        .lump(lump, input.substr(part + 1))
        .lump("ENDMAP")
        .build();
}

/// What the tool takes for this kind, and the end of its name; nothing for kinds that are no file.
std::pair<std::string, const char*> file_of(Kind kind, const std::string& input) {
    switch (kind) {
        case Kind::text:
            return {input, ".textmap"};
        case Kind::znodes:
            return {wad_of(input, "ZNODES"), ".wad"};
        case Kind::blockmap:
            return {wad_of(input, "BLOCKMAP"), ".wad"};
        case Kind::reject:
            return {wad_of(input, "REJECT"), ".wad"};
        case Kind::behavior:
            return {wad_of(input, "BEHAVIOR"), ".wad"};
        case Kind::container:
            return {input, input.compare(0, 2, "PK") == 0   ? ".pk3"
                           : input.compare(0, 2, "7z") == 0 ? ".7z"
                                                            : ".wad"};
        case Kind::doom3:
            return {input, ".map"};
        case Kind::config:
            return {input, ".cfg"};
        case Kind::settings:
            return {input, ".toml"};
        case Kind::baseline:
            return {input, ".baseline"};
        default:
            return {};
    }
}

/// False if nothing could be written.
bool write(const Shape& shape, const std::string& folder) {
    constexpr std::size_t kFileBytes = 1'000'000;
    const std::size_t skeleton = shape.make(0).size();
    // As many as would fit if all were as long as the first ones, and less while that is too much.
    const std::uint64_t few = 8 * shape.size;
    std::uint64_t size = few * (kFileBytes - skeleton) / (shape.make(few).size() - skeleton);
    size = std::min(size, 4096 * shape.size);  // what is compressed has no other end
    std::string input = shape.make(size);
    for (; input.size() > kFileBytes; input = shape.make(size))
        size = size * kFileBytes / input.size() - 1;
    const auto [bytes, suffix] = file_of(shape.kind, input);
    if (bytes.empty()) return true;
    std::string name = shape.name;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '/'; }, '_');
    std::ofstream out(folder + "/" + name + suffix, std::ios::binary);
    out << bytes;
    return out.good();
}

}  // namespace

int main(int count, char** words) {
    std::map<std::string, Worst> worst;
    int above = 0;
    int shapes = 0;
    const char* folder = nullptr;
    if (count > 2 && std::string_view(words[1]) == "--write") {
        folder = words[2];
        count -= 2;
        words += 2;
    }
    for (const auto* list :
         {&work::text_shapes(), &work::lump_shapes(), &work::file_shapes(), &work::product_shapes(),
          &work::archive_shapes(), &work::command_shapes()}) {
        for (const Shape& shape : *list) {
            if (count > 1 &&
                std::string_view(shape.name).find(words[1]) == std::string_view::npos) {
                continue;
            }
            ++shapes;
            above += folder == nullptr ? measure(shape, worst) : write(shape, folder) ? 0 : 1;
        }
    }
    if (folder != nullptr) return above == 0 && shapes != 0 ? 0 : 1;
    for (const auto& [stage, of_stage] : worst) {
        std::printf("%-16s at most %.2f times linear: %s\n", stage.c_str(), of_stage.ratio,
                    of_stage.shape.c_str());
    }
    std::printf("%d shapes, %d stages above %.2f\n", shapes, above, kMost);
    return above == 0 && shapes != 0 ? 0 : 1;
}
