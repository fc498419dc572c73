// A host's progress function: what it is told, and what a load that it ends leaves behind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/progress.hpp"
#include "mapgen.hpp"
#include "model/check.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"
#include "model/load.hpp"
#include "model/nodes.hpp"
#include "model/runtime.hpp"
#include "model/testing.hpp"
#include "model/write_wad.hpp"
#include "support/counting_memory.hpp"
#include "support/load_outcome.hpp"
#include "support/load_text.hpp"
#include "support/sampled.hpp"

namespace {

using flatline::engine::Loader;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Status;
namespace mapgen = flatline::engine::mapgen;

// Answers false from call `most` on, and sees that the calls are as promised.
struct Host {
    std::size_t most = SIZE_MAX;
    std::vector<std::uint64_t> done;
    std::uint64_t total = 0;
    bool wrong = false;
    std::thread::id thread = std::this_thread::get_id();

    flatline::engine::ProgressHooks hooks() {
        const auto report = [](void* context, std::uint64_t now, std::uint64_t of) {
            auto& host = *static_cast<Host*>(context);
            host.wrong = host.wrong || std::this_thread::get_id() != host.thread || now > of ||
                         (!host.done.empty() && (now < host.done.back() || of != host.total));
            host.done.push_back(now);
            host.total = of;
            return host.done.size() < host.most;
        };
        return {report, this, 0};
    }
};

std::string large_text(std::uint64_t bytes = 2'000'000) {
    mapgen::Options options;
    options.target_bytes = bytes;
    options.sloped_fraction = 0.1;
    return mapgen::generate(options).text;
}

LoadOptions everything() {
    LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_BUILD_NODES;
    return options;
}

TEST(LoadProgress, EachSliceAndEachStage) {
    const std::string text = large_text();
    for (const auto paths : {flatline::engine::ReadPaths::all, flatline::engine::ReadPaths::fast,
                             flatline::engine::ReadPaths::tokens}) {
        Host host;
        LoadOptions options = everything();
        flatline::engine::TestOptions testing;
        testing.paths = paths;
        options.testing = &testing;
        const std::string expected = load_outcome::of(load_text::load(text, options));
        options.progress = host.hooks();
        Host of_build;
        options.build_progress = of_build.hooks();
        EXPECT_EQ(load_outcome::of(load_text::load(text, options)), expected);
        EXPECT_FALSE(host.wrong);
        EXPECT_FALSE(of_build.wrong);
        EXPECT_EQ(host.total, text.size());
        // Slices end with statements, so each is a little longer than kSlice.
        const std::size_t slices = text.size() / flatline::engine::Progress::kSlice;
        ASSERT_GE(host.done.size(), slices - 1 + 6);
        EXPECT_LE(host.done.size(), slices + 1 + 8);
        for (std::size_t i = 0; i + 1 < slices; ++i) {
            EXPECT_NEAR(static_cast<double>(host.done[i]),
                        static_cast<double>((i + 1) * flatline::engine::Progress::kSlice),
                        10'000.0);
        }
        EXPECT_EQ(host.done.back(), text.size());
        EXPECT_EQ(host.done[host.done.size() - 6], text.size());
    }
}

TEST(LoadProgress, ShortLoadsAreNotAsked) {
    Host host;
    LoadOptions options;
    options.progress = host.hooks();
    options.progress.interval_ms = 3'600'000;
    EXPECT_EQ(load_text::load(large_text(), options).status, Status::ok);
    EXPECT_TRUE(host.done.empty());
}

TEST(LoadProgress, CancelledAtAnyCall) {
    const std::string text = large_text(1'000'000);
    Host all;
    LoadOptions options = everything();
    const std::string expected = load_outcome::of(load_text::load(text, options));
    options.progress = all.hooks();
    ASSERT_TRUE(load_text::load(text, options));
    counting_memory::Memory memory;
    {
        Loader loader(memory.hooks());
        // A build of nodes asks at every division; there every so many of them will do.
        const std::size_t step = testing_support::one_in(3);
        for (std::size_t most = 1; most <= all.done.size(); most += (1 + most / 30) * step) {
            SCOPED_TRACE(most);
            Host host;
            host.most = most;
            options.progress = host.hooks();
            const LoadResult<flatline::engine::Map> cancelled =
                loader.load_borrowed(load_text::bytes(text), options);
            EXPECT_EQ(cancelled.status, Status::cancelled);
            EXPECT_FALSE(cancelled);
            EXPECT_TRUE(cancelled.value.empty());
            EXPECT_EQ(cancelled.findings.total(), 0u);
            EXPECT_EQ(host.done.size(), most);
            EXPECT_FALSE(host.wrong);
            // What was read until then does not show in the next map.
            options.progress = {};
            LoadResult<flatline::engine::Map> next =
                loader.load_borrowed(load_text::bytes(text), options);
            EXPECT_EQ(load_outcome::of(next), expected);
            loader.recycle(std::move(next.value));
        }
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

TEST(LoadProgress, CancelledOwnedTextComesBack) {
    const std::string text = large_text(600'000);
    Host host;
    host.most = 1;
    LoadOptions options;
    options.progress = host.hooks();
    const LoadResult<flatline::engine::Map> result = flatline::engine::load_owned(
        flatline::engine::Buffer::copy_of(load_text::bytes(text)), options);
    EXPECT_EQ(result.status, Status::cancelled);
    ASSERT_EQ(result.text.size(), text.size());
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(result.text.data()), text.size()),
              text);
}

// One statement, one comment, one block may be longer than any slice.
TEST(LoadProgress, LongBlocksAndStatements) {
    const std::string head = "namespace=\"zdoom\";";
    std::string fields;
    while (fields.size() < 800'000) fields += "user_a=1;other=2;";
    const std::string long_comment = "/*" + std::string(700'000, '*') + "*/";
    for (const std::string& text :
         {head + "thing{x=1;y=1;type=1;" + fields + "}", head + "own{" + fields + "}",
          head + long_comment + "thing{x=1;y=1;type=1;}" + long_comment,
          head + "thing{comment=\"" + std::string(60'000, 'a') + "\";x=1;" + fields +
              "y=1;type=1;}"}) {
        LoadOptions options;
        const std::string expected = load_outcome::of(load_text::load(text, options));
        Host host;
        options.progress = host.hooks();
        EXPECT_EQ(load_outcome::of(load_text::load(text, options)), expected);
        EXPECT_FALSE(host.wrong);
        EXPECT_GE(host.done.size(), 6u);
    }
}

// A late namespace reads the text again; what was said is not taken back.
TEST(LoadProgress, RestartedText) {
    std::string text = large_text(1'200'000);
    const std::string first = text.substr(0, text.find(';') + 1);
    text = text.substr(first.size()) + "namespace = \"srb2\";";
    LoadOptions options;
    const std::string expected = load_outcome::of(load_text::load(text, options));
    Host host;
    options.progress = host.hooks();
    EXPECT_EQ(load_outcome::of(load_text::load(text, options)), expected);
    EXPECT_FALSE(host.wrong);
    EXPECT_GE(host.done.size(), 2 * (text.size() / flatline::engine::Progress::kSlice) - 2);
}

// A build of nodes tells its own share where somebody asks for it, and else that the load goes on.
TEST(LoadProgress, BuildOfNodes) {
    const std::string text = large_text(600'000);
    LoadOptions options = everything();
    const std::string expected = load_outcome::of(load_text::load(text, options));
    Host load;
    options.progress = load.hooks();
    EXPECT_EQ(load_outcome::of(load_text::load(text, options)), expected);
    const auto at_end = static_cast<std::size_t>(
        std::count(load.done.begin(), load.done.end(), std::uint64_t{text.size()}));
    EXPECT_GT(at_end, 1000u);

    Host build;
    options.build_progress = build.hooks();
    load = Host();
    EXPECT_EQ(load_outcome::of(load_text::load(text, options)), expected);
    EXPECT_FALSE(build.wrong);
    EXPECT_GT(build.done.size(), 1000u);
    EXPECT_LT(load.done.size(), 20u);
    // The shares of all leaves are the whole, and no leaf has much of it.
    EXPECT_EQ(build.done.back(), build.total);
    for (std::size_t i = 1; i < build.done.size(); ++i) {
        EXPECT_LT(build.done[i] - build.done[i - 1], build.total / 20);
    }
    for (const std::size_t most : {std::size_t{1}, build.done.size() / 2, build.done.size()}) {
        Host end;
        end.most = most;
        options.build_progress = end.hooks();
        EXPECT_EQ(load_text::load(text, options).status, Status::cancelled);
        EXPECT_EQ(end.done.size(), most);
    }
}

// Ends what `make` makes, of which the host hears `calls` times, at each of many calls.
template <class Options, class Make>
void expect_ends_at_any_call(std::size_t calls, Options options, const Make& make) {
    counting_memory::Memory memory;
    for (std::size_t most = 1; most <= calls; most += 1 + most / 3) {
        Host end;
        end.most = most;
        options.progress = end.hooks();
        options.memory = memory.hooks();
        const auto cancelled = make(options);
        EXPECT_EQ(cancelled.status, Status::cancelled);
        EXPECT_EQ(cancelled.findings.total(), 0u);
        EXPECT_EQ(end.done.size(), most);
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
}

TEST(LoadProgress, BuildOfNodesAlone) {
    const LoadResult<flatline::engine::Map> map =
        load_text::load(large_text(600'000), LoadOptions());
    ASSERT_TRUE(map);
    flatline::engine::NodesOptions options;
    const auto expected = flatline::engine::build_nodes(map.value, options);
    ASSERT_TRUE(expected);
    Host host;
    options.progress = host.hooks();
    const auto told = flatline::engine::build_nodes(map.value, options);
    ASSERT_TRUE(told);
    EXPECT_EQ(told.value.segs().size(), expected.value.segs().size());
    EXPECT_EQ(told.value.nodes().size(), expected.value.nodes().size());
    EXPECT_FALSE(host.wrong);
    EXPECT_EQ(host.done.back(), host.total);
    expect_ends_at_any_call(host.done.size(), options,
                            [&](const flatline::engine::NodesOptions& wanted) {
                                auto cancelled = flatline::engine::build_nodes(map.value, wanted);
                                EXPECT_TRUE(cancelled.value.empty());
                                return cancelled;
                            });
}

TEST(LoadProgress, BuildOfNodesInLumpsThatAreMade) {
    const std::string text = large_text(300'000);
    const LoadResult<flatline::engine::Map> map = load_text::load(text);
    ASSERT_TRUE(map);
    flatline::engine::MapLumpsOptions options;
    const auto expected = flatline::engine::make_map_lumps(map.value, options);
    ASSERT_TRUE(expected);
    Host host;
    options.progress = host.hooks();
    ASSERT_TRUE(flatline::engine::make_map_lumps(map.value, options));
    EXPECT_FALSE(host.wrong);
    ASSERT_FALSE(host.done.empty());
    EXPECT_EQ(host.done.back(), host.total);
    expect_ends_at_any_call(
        host.done.size(), options, [&](const flatline::engine::MapLumpsOptions& wanted) {
            auto cancelled = flatline::engine::make_map_lumps(map.value, wanted);
            EXPECT_EQ(cancelled.value.lumps().size(), 0u);
            return cancelled;
        });
    // Where none are built nobody is told.
    Host none;
    options.progress = none.hooks();
    options.nodes = flatline::engine::WrittenNodes::none;
    EXPECT_TRUE(flatline::engine::make_map_lumps(map.value, options));
    EXPECT_TRUE(none.done.empty());
}

TEST(LoadProgress, BuildOfRuntimeStructures) {
    const LoadResult<flatline::engine::Map> map =
        load_text::load(large_text(60'000), LoadOptions());
    ASSERT_TRUE(map);
    counting_memory::Memory memory;
    for (const std::uint32_t tables :
         {std::uint32_t{FLATLINE_RUNTIME_ALL},
          std::uint32_t{FLATLINE_RUNTIME_TAGS | FLATLINE_RUNTIME_POLYOBJECTS}}) {
        flatline::engine::RuntimeOptions options;
        options.tables = tables;
        options.memory = memory.hooks();
        Host host;
        options.progress = host.hooks();
        const auto told = flatline::engine::build_runtime(map.value, options);
        ASSERT_TRUE(told);
        EXPECT_FALSE(host.wrong);
        // Polyobjects want the lines of vertices.
        EXPECT_EQ(host.done.size(), tables == FLATLINE_RUNTIME_ALL ? 13u : 3u);
        EXPECT_EQ(host.done.back(), host.total);
        for (std::size_t most = 1; most <= host.done.size(); ++most) {
            Host end;
            end.most = most;
            options.progress = end.hooks();
            const std::size_t before = memory.open_blocks();
            const auto cancelled = flatline::engine::build_runtime(map.value, options);
            EXPECT_EQ(cancelled.status, Status::cancelled);
            EXPECT_EQ(cancelled.value.arrays().tables, 0u);
            EXPECT_EQ(cancelled.findings.total(), 0u);
            EXPECT_EQ(end.done.size(), most);
            EXPECT_EQ(memory.open_blocks(), before);
            options.progress = {};
            EXPECT_EQ(flatline::engine::build_runtime(map.value, options).status, Status::ok);
        }
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
}

std::string boxes(int count) {
    std::string text = "Version 2\n{\n\"classname\" \"worldspawn\"\n";
    for (int i = 0; i < count; ++i) {
        text += "{\nbrushDef3\n{\n";
        for (const char* plane : {"1 0 0", "-1 0 0", "0 1 0", "0 -1 0", "0 0 1", "0 0 -1"}) {
            text += std::string("( ") + plane + " -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n";
        }
        text += "}\n}\n";
    }
    return text + "}\n";
}

TEST(LoadProgress, Doom3) {
    const std::string text = boxes(4000);
    const flatline::engine::Bytes bytes = load_text::bytes(text);
    Host host;
    flatline::engine::Doom3Options options;
    options.progress = host.hooks();
    const auto map = flatline::engine::load_doom3_borrowed(bytes, options);
    ASSERT_TRUE(map);
    EXPECT_EQ(map.value.brushes().size(), 4000u);
    EXPECT_FALSE(host.wrong);
    EXPECT_GE(host.done.size(), text.size() / flatline::engine::Progress::kSlice);
    EXPECT_EQ(host.done.back(), text.size());
    counting_memory::Memory memory;
    options.memory = memory.hooks();
    for (std::size_t most = 1; most <= host.done.size(); ++most) {
        Host end;
        end.most = most;
        options.progress = end.hooks();
        const auto cancelled = flatline::engine::load_doom3_borrowed(bytes, options);
        EXPECT_EQ(cancelled.status, Status::cancelled);
        EXPECT_TRUE(cancelled.value.entities().empty());
        EXPECT_EQ(cancelled.findings.total(), 0u);
        EXPECT_EQ(end.done.size(), most);
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
}

TEST(LoadProgress, Windings) {
    const std::string text = boxes(500);
    const auto map = flatline::engine::load_doom3_borrowed(load_text::bytes(text));
    ASSERT_TRUE(map);
    Host host;
    flatline::engine::WindingsOptions options;
    options.progress = host.hooks();
    ASSERT_TRUE(flatline::engine::build_windings(map.value, options));
    EXPECT_FALSE(host.wrong);
    EXPECT_EQ(host.done.size(), 500u);
    EXPECT_EQ(host.done.back(), host.total);
    Host end;
    end.most = 250;
    options.progress = end.hooks();
    EXPECT_EQ(flatline::engine::build_windings(map.value, options).status, Status::cancelled);
    EXPECT_EQ(end.done.size(), 250u);
    // A check hears of them too: it builds windings in the middle of its rules.
    Host checked;
    flatline::engine::CheckOptions check;
    check.progress = checked.hooks();
    EXPECT_EQ(flatline::engine::check(map.value, check).status, Status::ok);
    EXPECT_GT(checked.done.size(), 500u);
    for (const std::size_t most : {std::size_t{2}, std::size_t{300}}) {
        checked = Host();
        checked.most = most;
        EXPECT_EQ(flatline::engine::check(map.value, check).status, Status::cancelled);
        EXPECT_EQ(checked.done.size(), most);
    }
}

TEST(LoadProgress, RefusedStaysRefused) {
    const std::string text = large_text(600'000) + "thing { x = ; }";
    LoadOptions options;
    const std::string expected = load_outcome::of(load_text::load(text, options));
    Host host;
    options.progress = host.hooks();
    EXPECT_EQ(load_outcome::of(load_text::load(text, options)), expected);
    host = Host();
    host.most = 2;
    EXPECT_EQ(load_text::load(text, options).status, Status::cancelled);
}

}  // namespace
