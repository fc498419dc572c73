// All that a host does with an archive, with one allocation failing: the first, the second, and so
// on until none does. The call in which it fails says so, nothing is lost, and the same call gives
// all once there is memory again.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flatline/flatline.h"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "model/nodes.hpp"
#include "model/resources.hpp"
#include "model/runtime.hpp"
#include "model/write_wad.hpp"
#include "support/allocation_faults.hpp"
#include "support/load_text.hpp"
#include "support/lump_bytes.hpp"
#include "support/wad_builder.hpp"

namespace archive_failures_test {

using allocation_faults::Faults;
using allocation_faults::with_each_failure;
using flatline::engine::Archive;
using flatline::engine::File;
using flatline::engine::Finding;
using flatline::engine::Rule;
using flatline::engine::Source;
using flatline::engine::Status;

bool is_out_of_memory(const Finding& finding) {
    return finding.rule == static_cast<std::uint16_t>(Rule::out_of_memory);
}

class MemoryFile final : public File {
public:
    explicit MemoryFile(std::string_view bytes) noexcept : bytes_(bytes) {}
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        return bytes_.copy(static_cast<char*>(out), size, offset);
    }

private:
    std::string_view bytes_;
};

using Files = std::vector<std::pair<std::string, std::string>>;

// A tree that takes no memory but by a `new` that may give none.
class MemorySource final : public Source {
public:
    explicit MemorySource(const Files& files) noexcept : files_(files) {}
    bool list(std::uint64_t limit, Entries& entries) noexcept override {
        for (const auto& [path, bytes] : files_) entries.add(path, bytes.size());
        return files_.size() <= limit;
    }
    std::unique_ptr<File> open(std::string_view path) noexcept override {
        for (const auto& [own, bytes] : files_) {
            if (own == path) return std::unique_ptr<File>(new (std::nothrow) MemoryFile(bytes));
        }
        return nullptr;
    }
    Finding reason(std::string_view) const noexcept override {
        return flatline::engine::make_finding(Rule::out_of_memory);
    }

private:
    const Files& files_;
};

const std::string& square() {
    static const std::string text =
        "namespace = \"zdoom\";\n"
        "vertex { x = 0; y = 0; }\nvertex { x = 0; y = 64; }\nvertex { x = 64; y = 64; }\n"
        "vertex { x = 64; y = 0; }\n"
        "linedef { v1 = 0; v2 = 1; sidefront = 0; }\nlinedef { v1 = 1; v2 = 2; sidefront = 0; }\n"
        "linedef { v1 = 2; v2 = 3; sidefront = 0; }\nlinedef { v1 = 3; v2 = 0; sidefront = 0; }\n"
        "sidedef { sector = 0; texturemiddle = \"STONE\"; }\n"
        "sector { texturefloor = \"F\"; textureceiling = \"C\"; }\n"
        "thing { x = 8; y = 8; type = 1; }\n";
    return text;
}

const Files& files() {
    static const Files made = {
        {"A.UDMF", square()},
        {"a.udmf", square()},
        {"maps/first.wad", testing_support::WadBuilder()
                               .map("MAP01", square())
                               .map("MAP01", square())
                               .lump("MAP02")
                               .lump("TEXTMAP", square())
                               .lump("ZNODES", "x")
                               .lump("ZNODES", "y")
                               .build()},
        {"second.map", "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n"},
        {"textures/stone.png", "p"},
        {"DECORATE", "actor Imp : Base 3001 {\n//$Obsolete\n}\n#include \"more.txt\"\n"},
        {"more.txt", "doomednums { 7 = Imp }"},
        {"game.cfg", "include(\"sub/more.cfg\", \"things\");"},
        {"sub/more.cfg", "things { thingtypes { monsters { width = 20; 3004 = \"Z\"; 9 { } } } }"},
    };
    return made;
}

// Runs all steps. The first step that has no memory must report out_of_memory; then the test
// restores memory and repeats that step.
class Steps {
public:
    explicit Steps(Faults& faults) : faults_(faults) {}
    ~Steps() {
        if (!healed_) failed_ = faults_.disarm();
        EXPECT_TRUE(failed_ || !told_) << "out_of_memory was reported but no allocation failed";
        // A load may do with less memory of the system if it cannot get what it prefers.
        EXPECT_TRUE(told_ || !failed_ || faults_.by_system())
            << "an allocation failed but no step reported it";
    }
    template <class Call>
    void step(const char* what, const Call& call) {
        Status status = call();
        if (status == Status::out_of_memory && !healed_) {
            told_ = healed_ = true;
            failed_ = faults_.disarm();
            EXPECT_TRUE(failed_) << what;
            status = call();
        }
        EXPECT_EQ(status, Status::ok) << what;
    }
    bool failed() {
        if (!healed_) failed_ = faults_.disarm();
        healed_ = true;
        return failed_;
    }

private:
    Faults& faults_;
    bool healed_ = false;
    bool failed_ = false;
    bool told_ = false;
};

Status status_of(const Archive& archive) {
    for (const flatline::engine::ArchiveFinding& found : archive.findings()) {
        if (is_out_of_memory(found.finding)) return Status::out_of_memory;
    }
    return archive.broken() ? Status::refused : Status::ok;
}

Status open(std::optional<Archive>& opened, const flatline::engine::MemoryHooks& hooks) {
    std::unique_ptr<Source> source(new (std::nothrow) MemorySource(files()));
    if (source == nullptr) return Status::out_of_memory;
    opened.emplace(Archive::from_source(std::move(source), {}, hooks));
    const Archive& archive = *opened;
    const Status status = status_of(archive);
    if (status == Status::ok) {
        EXPECT_EQ(archive.maps().size(), 6u);
        EXPECT_EQ(archive.maps()[2].name, "FIRST");
        EXPECT_EQ(archive.maps()[3].name, "MAP01");
        EXPECT_EQ(archive.maps()[1].name, "a#2");
        EXPECT_EQ(archive.findings().size(), 3u);
    } else if (archive.broken()) {
        EXPECT_TRUE(archive.maps().empty());
        EXPECT_EQ(archive.find("MAP01"), nullptr);
        EXPECT_EQ(archive.finding_count(flatline::engine::Severity::error), 1u);
    }
    return status;
}

void steps_of_map(Steps& run, Archive& archive, std::size_t map,
                  const flatline::engine::MemoryHooks& hooks) {
    flatline::engine::LoadOptions options;
    options.memory = hooks;
    options.products |= FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_BUILD_NODES;
    flatline::engine::Loader loader(hooks);
    flatline::engine::LoadResult<flatline::engine::Map> loaded;
    run.step("load", [&] {
        loaded = flatline::engine::load_map(archive, map, loader, options);
        return loaded.status;
    });
    run.step("build_nodes", [&] {
        flatline::engine::NodesOptions wanted;
        wanted.memory = hooks;
        return flatline::engine::build_nodes(loaded.value, wanted).status;
    });
    run.step("build_runtime", [&] {
        flatline::engine::RuntimeOptions wanted;
        wanted.memory = hooks;
        return flatline::engine::build_runtime(loaded.value, wanted).status;
    });
    run.step("check", [&] {
        flatline::engine::CheckOptions wanted;
        wanted.memory = hooks;
        return flatline::engine::check(loaded.value, wanted).status;
    });
    run.step("write", [&] {
        flatline::engine::MapLumpsOptions wanted;
        wanted.memory = hooks;
        const auto lumps = flatline::engine::make_map_lumps(loaded.value, wanted);
        if (!lumps) return lumps.status;
        const flatline::engine::Sink sink{
            [](void*, const unsigned char*, std::size_t) { return true; }};
        const auto written = flatline::engine::write_wad(archive, map, lumps.value.lumps(), sink);
        for (const Finding& finding : written.findings.kept()) {
            if (!is_out_of_memory(finding)) continue;
            EXPECT_TRUE(finding.a == 0 && finding.b == 0) << "its sentence has no numbers";
            return Status::out_of_memory;
        }
        return written.status;
    });
}

TEST(ArchiveFailures, EveryStepIsToldAndCanBeRepeated) {
    files();
    with_each_failure(
        [](Faults& faults) {
            Steps run(faults);
            const flatline::engine::MemoryHooks hooks = faults.hooks();
            std::optional<Archive> opened;
            run.step("open", [&] { return open(opened, hooks); });
            Archive& archive = *opened;
            steps_of_map(run, archive, 0, hooks);
            steps_of_map(run, archive, 2, hooks);
            run.step("load_doom3", [&] {
                flatline::engine::Doom3Options options;
                options.memory = hooks;
                flatline::engine::Doom3Loader loader(hooks);
                return flatline::engine::load_doom3(archive, 5, loader, options).status;
            });
            run.step("read_lump", [&] {
                flatline::engine::FindingList findings;
                const auto bytes =
                    testing_support::lump_bytes(archive, 2, archive.maps()[2].lumps[0], findings);
                return bytes.data() != nullptr ? Status::ok : Status::out_of_memory;
            });
            std::unique_ptr<flatline::engine::Resources> resources;
            const auto make = [&] {
                flatline::engine::ResourcesOptions options;
                options.memory = hooks;
                resources.reset(new (std::nothrow) flatline::engine::Resources(options));
                return resources != nullptr;
            };
            run.step("resources", [&] {
                return make() ? resources->add_archive(archive) : Status::out_of_memory;
            });
            run.step("game configuration", [&] {
                if (resources == nullptr ||
                    !resources->knows(flatline::engine::ResourceKind::file, "A.UDMF")) {
                    if (!make()) return Status::out_of_memory;
                }
                return resources->add_game_config(archive, "game.cfg");
            });
            EXPECT_NE(resources->thing_type(3004), nullptr);
            EXPECT_NE(resources->thing_type(9), nullptr);
            return run.failed();
        },
        5000);
}

// ---- The same in C -----------------------------------------------------------------------------

const char* c_list(void*, std::uint64_t i) {
    return i < files().size() ? files()[i].first.c_str() : nullptr;
}
std::uint64_t c_size(void*, std::uint64_t i) { return files()[i].second.size(); }
std::uint64_t c_read(void*, std::uint64_t i, std::uint64_t offset, void* out, std::uint64_t size) {
    const std::string& bytes = files()[i].second;
    return offset < bytes.size() ? bytes.copy(static_cast<char*>(out), size, offset) : 0;
}

TEST(ArchiveFailures, InCTheCallSaysOutOfMemory) {
    files();
    with_each_failure(
        [](Faults& faults) {
            flatline_source source = FLATLINE_SOURCE_INIT;
            source.list = c_list;
            source.size = c_size;
            source.read = c_read;
            flatline_archive_options options = FLATLINE_ARCHIVE_OPTIONS_INIT;
            const flatline::engine::MemoryHooks hooks = faults.hooks();
            options.memory = {hooks.acquire, hooks.release, hooks.context, hooks.seed};
            flatline_archive* archive = nullptr;
            flatline_status status = flatline_archive_from_source(&source, &options, &archive);
            bool told = status == FLATLINE_OUT_OF_MEMORY;
            // One file that memory was out for is no reason to refuse the others.
            for (std::size_t i = 0; flatline_archive_finding(archive, i, nullptr, nullptr); ++i) {
                const flatline_finding* f = flatline_archive_finding(archive, i, nullptr, nullptr);
                told = told || f->rule == static_cast<std::uint16_t>(Rule::out_of_memory);
            }
            const bool failed = faults.disarm();
            EXPECT_EQ(failed, told);
            if (told) {
                EXPECT_EQ(archive == nullptr, status == FLATLINE_OUT_OF_MEMORY);
                flatline_free(archive);
                status = flatline_archive_from_source(&source, &options, &archive);
            }
            EXPECT_EQ(status, FLATLINE_OK);
            EXPECT_EQ(flatline_archive_map_count(archive), 6u);
            EXPECT_STREQ(flatline_archive_map(archive, 2).name, "FIRST");
            flatline_free(archive);
            return failed;
        },
        2000);
}

}  // namespace archive_failures_test
