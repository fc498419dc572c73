// What a host's own memory is asked for: never more than announced, and after a load hardly more
// than was filled.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "model/archive_map.hpp"
#include "model/load.hpp"
#include "nodes/write.hpp"
#include "support/corpus.hpp"
#include "support/counting_memory.hpp"
#include "support/fake_file.hpp"
#include "support/host_pool.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/text_kinds.hpp"

namespace host_memory_test {

using flatline::engine::Loader;
using flatline::engine::LoadOptions;

struct Asked {
    std::uint64_t live = 0, peak = 0, used = 0, announced = 0;
};

void expect_little(const Asked& asked, const std::string& what) {
    EXPECT_LE(asked.live * 10, asked.used * 11) << what;
    EXPECT_LE(asked.peak, asked.announced) << what;
    EXPECT_LE(asked.used, asked.announced) << what;
}

// A load without a Loader, so that all that stays is the map's; refused texts leave nothing.
Asked load(const std::string& text, LoadOptions options) {
    counting_memory::Memory memory;
    options.memory = memory.hooks();
    Asked asked;
    {
        const auto result = flatline::engine::load_borrowed(load_text::bytes(text), options);
        EXPECT_FALSE(result.memory.by_size);
        asked = {memory.open_bytes(), memory.peak_bytes(), result.memory.used,
                 result.memory.announced};
        if (!result) {
            EXPECT_EQ(memory.open_blocks(), 0u);
        }
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
    return asked;
}

TEST(HostMemory, TextsOfEveryKind) {
    for (const std::uint64_t bytes : {2'000u, 60'000u}) {
        text_kinds::for_each(bytes, [](const std::string& text) {
            expect_little(load(text, {}), text.substr(0, 60));
        });
    }
}

TEST(HostMemory, ALongText) {
    flatline::engine::mapgen::Options options;
    options.target_bytes = 1'000'000;
    const std::string text = flatline::engine::mapgen::generate(options).text;
    const Asked asked = load(text, {});
    expect_little(asked, "1 MB");
    EXPECT_LE(asked.peak, 2 * asked.used) << "elements are estimated by kind";
    EXPECT_LE(asked.announced, 3 * asked.used) << "what grows is announced when it grows";
}

// Comments that hold as many blocks again, all values unknown, all names new, all strings decoded.
TEST(HostMemory, TextsThatAreNotWhatTheyCount) {
    const auto times = [](const std::string& piece) {
        std::string text = "namespace=\"zdoom\";";
        for (int i = 0; i < 2000; ++i) text += piece;
        return text;
    };
    flatline::engine::LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    for (const char* piece :
         {"/* thing {} */ vertex{x=1;y=1;}", "thing /* 1 */ {x=1;y=1;type=1;}", "a=1;", "a{}",
          "vertex{x=1;y=1;user_a=1;user_b=2;}", "thing{x=1;y=1;type=1;gravity=1.0;health=2.0;}",
          "sector{texturefloor=\"a\\\\b\";}", "thing{}"}) {
        expect_little(load(times(piece), options), piece);
    }
    std::string names = "namespace=\"zdoom\";";
    for (int i = 0; i < 4000; ++i) {
        names += "sector{texturefloor=\"F" + std::to_string(i) + "\";textureceiling=\"-\";}";
    }
    expect_little(load(names, {}), "names");
}

// The Loader gives its working memory back, and memory of a larger map before.
TEST(HostMemory, ALoaderThatIsKept) {
    counting_memory::Memory memory;
    Loader loader(memory.hooks());
    for (const std::uint64_t bytes : {400'000u, 3'000u, 60'000u}) {
        flatline::engine::mapgen::Options made;
        made.target_bytes = bytes;
        const std::string text = flatline::engine::mapgen::generate(made).text;
        memory.forget_peak();
        auto result = loader.load_borrowed(load_text::bytes(text), {});
        ASSERT_TRUE(result);
        expect_little({memory.open_bytes(), 0, result.memory.used, result.memory.announced},
                      std::to_string(bytes));
        loader.recycle(std::move(result.value));
    }
}

// Nor does it keep what the nodes were read with.
TEST(HostMemory, ALoaderThatHasReadNodes) {
    flatline::engine::mapgen::Options made;
    made.target_bytes = 60'000;
    const std::string text = flatline::engine::mapgen::generate(made).text;
    LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BUILD_NODES;
    const auto built = flatline::engine::load_borrowed(load_text::bytes(text), options);
    std::string lump(flatline::engine::nodes::xgl3_bytes(built.value.nodes()), '\0');
    ASSERT_TRUE(flatline::engine::nodes::write_xgl3(built.value.nodes(),
                                                    reinterpret_cast<unsigned char*>(lump.data())));
    options = {};
    options.lumps.znodes = load_text::bytes(lump);
    counting_memory::Memory memory;
    Loader loader(memory.hooks());
    const auto result = loader.load_borrowed(load_text::bytes(text), options);
    ASSERT_TRUE(result);
    EXPECT_GT(result.value.nodes().subsector_count, 0u);
    expect_little({memory.open_bytes(), 0, result.memory.used, result.memory.announced}, "nodes");
}

// What threads take may be what is missing: one reads the text again, alone.
TEST(HostMemory, WhatThreadsLackOneMayHave) {
    flatline::engine::mapgen::Options made;
    made.target_bytes = 300'000;
    const std::string text = flatline::engine::mapgen::generate(made).text;
    for (std::uint64_t k = 0;; ++k) {
        counting_memory::Memory memory;
        memory.fail_at(k, false);
        host_pool::Pool pool(host_pool::Way::in_order);
        LoadOptions options;
        options.memory = memory.hooks();
        options.threads = 3;
        options.thread_bytes = 50'000;
        options.jobs = pool.hooks();
        EXPECT_TRUE(flatline::engine::load_borrowed(load_text::bytes(text), options)) << k;
        if (memory.calls() <= k) break;
    }
}

// The rows of sectors are charged like all else.
TEST(HostMemory, OneByteLessThanALoadTakesIsTooLittle) {
    std::string text = "namespace=\"zdoom\";";
    for (int i = 0; i < 1000; ++i) text += "sector{}";
    LoadOptions options;
    options.products = 0;
    options.repair = flatline::engine::Repair::repair;
    const std::uint64_t used =
        flatline::engine::load_borrowed(load_text::bytes(text), options).memory.used;
    options.limits.arena_bytes = used;
    EXPECT_TRUE(flatline::engine::load_borrowed(load_text::bytes(text), options));
    options.limits.arena_bytes = used - 1;
    const auto refused = flatline::engine::load_borrowed(load_text::bytes(text), options);
    EXPECT_EQ(refused.status, flatline::engine::Status::refused);
    EXPECT_NE(load_text::find(refused, "limit-arena-bytes"), nullptr);
}

TEST(HostMemory, OnSeveralThreads) {
    flatline::engine::mapgen::Options made;
    made.target_bytes = 300'000;
    const std::string text = flatline::engine::mapgen::generate(made).text;
    host_pool::Pool pool(host_pool::Way::in_order);
    LoadOptions options;
    options.threads = 3;
    options.thread_bytes = 50'000;
    options.jobs = pool.hooks();
    expect_little(load(text, options), "3 threads");
}

TEST(HostMemory, MapsOfTheCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    for (const std::string& path : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(path)) {
            if (map.text.size() > 1'500'000) continue;
            const std::string name = corpus::short_name(path) + " " + map.name;
            const Asked asked = load(map.text, {});
            expect_little(asked, name);
            if (map.text.size() < 100'000) continue;
            EXPECT_LE(asked.peak, 2 * asked.used) << name;
            EXPECT_LE(asked.announced, 3 * asked.used) << name;
        }
    }
}

TEST(HostMemory, ArchivesWithNodesAndBinaryMaps) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    for (const char* category : {"binary-doom", "binary-hexen", "udmf-eternity"}) {
        for (const std::string& path : corpus::files(category)) {
            const std::string bytes = corpus::read_file(path);
            if (!corpus::is_wad(bytes) || bytes.size() > 3'000'000) continue;
            flatline::engine::Archive archive = testing_support::open_bytes(bytes);
            for (std::size_t i = 0; i < archive.maps().size(); ++i) {
                counting_memory::Memory memory;
                Loader loader(memory.hooks());
                const auto result = flatline::engine::load_map(archive, i, loader, {});
                if (!result) continue;
                expect_little({memory.open_bytes(), memory.peak_bytes(), result.memory.used,
                               result.memory.announced},
                              corpus::short_name(path) + " " + std::to_string(i));
            }
        }
    }
}

}  // namespace host_memory_test
