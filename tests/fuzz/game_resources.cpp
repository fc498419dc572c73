// Fuzzer of what a game brings beside maps: any bytes as the files of a tree (game configurations,
// DECORATE, ZScript, MAPINFO, TEXTURES, a WAD), or as the BEHAVIOR of a map whose specials run
// scripts. The first byte chooses; bytes of 0x1E part the files of the tree.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/harness/promise.hpp"
#include "model/archive.hpp"
#include "model/check.hpp"
#include "model/load.hpp"
#include "model/resources.hpp"

namespace {

using namespace flatline::engine;
using fuzz::Content;
using fuzz::require;

constexpr unsigned char kPart = 0x1E;
constexpr const char* kPaths[] = {"game.cfg",      "Includes/a.cfg", "decorate.txt",
                                  "actors/a.txt",  "zscript.zs",     "zscript/a.zs",
                                  "mapinfo.txt",   "textures.txt",   "textures/wall.png",
                                  "flats/a/b.lmp", "a.wad"};

using Files = std::vector<std::shared_ptr<const Content>>;

class FuzzSource final : public Source {
public:
    explicit FuzzSource(const Files& files) : files_(files) {}
    bool list(std::uint64_t limit, Entries& entries) noexcept override {
        for (std::size_t i = 0; i < files_.size(); ++i) {
            entries.add(kPaths[i], files_[i]->size);
        }
        return entries.view().size() <= limit;
    }
    std::unique_ptr<File> open(std::string_view path) noexcept override {
        for (std::size_t i = 0; i < files_.size(); ++i) {
            if (path == kPaths[i]) return std::make_unique<fuzz::MemoryFile>(files_[i]);
        }
        return nullptr;
    }

private:
    const Files& files_;
};

Files split(const std::uint8_t* data, std::size_t size) {
    Files files;
    const std::uint8_t* const end = data + size;
    while (files.size() < std::size(kPaths)) {
        const std::uint8_t* const part =
            files.size() + 1 < std::size(kPaths) ? std::find(data, end, kPart) : end;
        files.push_back(std::make_shared<Content>(data, static_cast<std::size_t>(part - data)));
        if (part == end) break;
        data = part + 1;
    }
    return files;
}

/// What filling reported, to compare two fills by.
struct Told {
    const Files& files;
    std::string all;

    static void hear(void* context, std::string_view path, const Finding& finding) {
        Told& told = *static_cast<Told*>(context);
        require(finding.rule < rule_rows().size(), "rule");
        for (std::size_t i = 0; i < told.files.size(); ++i) {
            if (path != kPaths[i] || finding.offset == FLATLINE_NO_OFFSET) continue;
            require(finding.offset <= told.files[i]->size, "finding lies in its file");
        }
        char sentence[64];
        describe(finding, "", sentence, sizeof sentence);
        told.all += std::string(path) + " " + std::to_string(finding.rule) + " " +
                    std::to_string(finding.offset) + "\n";
    }
};

std::string fill(const Files& files, bool tight) {
    ResourcesOptions options;
    Told told{files, ""};
    options.report = Told::hear;
    options.context = &told;
    options.texture_sizes = true;
    options.limits.arena_bytes = 16u << 20;
    if (tight) {
        options.limits.resource_names = 8;
        options.limits.config_bytes = 200;
        options.limits.nesting = 3;
        options.limits.archive_entries = 20;
    }
    Resources resources(options);
    Archive tree = Archive::from_source(std::make_unique<FuzzSource>(files), options.limits);
    const Status names = resources.add_archive(tree);
    const Status types = resources.add_game_config(tree, "Game.cfg");
    for (const Status status : {names, types}) {
        require(status == Status::ok || status == Status::refused, "status");
        told.all += std::to_string(static_cast<int>(status)) + " ";
    }
    for (std::int32_t type = -2; type < 100; ++type) {
        const ThingType* const found = resources.thing_type(type);
        if (found == nullptr) continue;
        require(found->type == type, "a type is found by its number");
        require(std::isfinite(found->radius) && std::isfinite(found->height), "sizes are numbers");
        require(found->blocking <= 2 && found->error <= 2, "kinds are those that exist");
        told.all += std::to_string(type) + ":" + std::to_string(found->radius) + " ";
    }
    told.all += resources.knows(ResourceKind::texture, "WALL") ? "texture" : "none";
    return told.all;
}

const Map& scripted() {
    static const LoadResult<Map> loaded = [] {
        static const std::string text = [] {
            std::string all =
                "namespace=\"zdoom\";vertex{x=0;y=0;}vertex{x=64;y=0;}"
                "sidedef{sector=0;}sector{texturefloor=\"A\";textureceiling=\"A\";}";
            for (int script = -1; script < 40; ++script) {
                all += "linedef{v1=0;v2=1;sidefront=0;special=80;arg0=" + std::to_string(script) +
                       ";}";
            }
            return all;
        }();
        return load_borrowed({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    }();
    return loaded.value;
}

void run_scripts(const std::uint8_t* data, std::size_t size) {
    const Content lump(data, size);
    CheckOptions options;
    options.levels.set_all(RuleLevel::off);
    options.levels.set(Rule::line_script_unknown, RuleLevel::warning);
    options.behavior = lump.view();
    const Result<CheckReport> result = check(scripted(), options);
    require(result.status == Status::ok, "a BEHAVIOR refuses nothing");
    require(result.findings.total() <= scripted().linedefs().size(), "a line is told of once");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::uint8_t choice = data[0];
    if ((choice & 1) != 0) {
        run_scripts(data + 1, size - 1);
        return 0;
    }
    const Files files = split(data + 1, size - 1);
    const bool tight = (choice & 2) != 0;
    const std::string told = fill(files, tight);
    require(fill(files, tight) == told, "the same files say the same");
    return 0;
}
