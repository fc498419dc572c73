// The blockmap builder on several threads: the same blockmap and memory for every number of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/jobs.hpp"
#include "mapgen.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/blockmap_tools.hpp"
#include "support/host_pool.hpp"
#include "support/load_text.hpp"

namespace blockmap_threads_test {

using blockmap_tools::Blockmap;
using flatline::engine::BlockmapStyle;
using flatline::engine::Budget;
using flatline::engine::Jobs;
using flatline::engine::Limits;
using flatline::engine::LoadResult;
using flatline::engine::Map;
using flatline::engine::Outcome;
using flatline::engine::Reservation;
using flatline::engine::View;

struct Lines {
    std::vector<flatline_vertex> vertices;
    std::vector<flatline_linedef> lines;

    explicit Lines(const Map& map)
        : vertices(map.vertices().begin(), map.vertices().end()),
          lines(map.linedefs().begin(), map.linedefs().end()) {}
};

Lines generated(std::uint64_t bytes) {
    flatline::engine::mapgen::Options options;
    options.target_bytes = bytes;
    const LoadResult<Map> map = load_text::load(flatline::engine::mapgen::generate(options).text);
    EXPECT_TRUE(map);
    return Lines(map.value);
}

Blockmap build(const Lines& map, std::uint32_t threads, const Limits& limits = {},
               BlockmapStyle style = BlockmapStyle::touched) {
    Blockmap built;
    Budget budget(limits.arena_bytes);
    Reservation scratch;
    Jobs jobs({}, threads);
    built.status = flatline::engine::nodes::build_blockmap(
        {map.vertices.data(), map.vertices.size()}, {map.lines.data(), map.lines.size()}, limits,
        {}, budget, scratch, built.memory, built.findings, built.map, style, &jobs);
    built.announced = budget.announced();
    built.used = budget.used();
    return built;
}

// The grid, the places of all lists and all entries.
std::vector<std::uint32_t> contents(const flatline_blockmap& map) {
    std::vector<std::uint32_t> all = {map.columns, map.rows, map.entry_count};
    for (std::size_t i = 0; i < std::size_t{map.columns} * map.rows; ++i) {
        all.push_back(map.cells[i].first);
        all.push_back(map.cells[i].count);
    }
    all.insert(all.end(), map.lines, map.lines + map.entry_count);
    return all;
}

void expect_same(const Lines& map, const Limits& limits = {},
                 BlockmapStyle style = BlockmapStyle::touched) {
    const Blockmap one = build(map, 1, limits, style);
    for (const std::uint32_t threads : {2u, 3u, 8u, 20u}) {
        const Blockmap other = build(map, threads, limits, style);
        ASSERT_EQ(other.status, one.status) << threads;
        EXPECT_EQ(other.announced, one.announced) << threads;
        EXPECT_EQ(other.used, one.used) << threads;
        EXPECT_TRUE(contents(other.map) == contents(one.map)) << threads;
        ASSERT_EQ(other.findings.total(), one.findings.total()) << threads;
        for (std::size_t i = 0; i < one.findings.kept().size(); ++i) {
            EXPECT_EQ(other.findings.kept()[i].a, one.findings.kept()[i].a) << threads;
            EXPECT_EQ(other.findings.kept()[i].rule, one.findings.kept()[i].rule) << threads;
        }
    }
}

TEST(BlockmapThreads, BlockmapIsThatOfOneThread) {
    const Lines map = generated(1'000'000);
    EXPECT_GT(build(map, 1).map.entry_count, 0u);
    expect_same(map);
    expect_same(map, {}, BlockmapStyle::boom);
}

TEST(BlockmapThreads, LongLines) {
    // Some pieces of the lines have no room for their cells, others have.
    Lines map = generated(300'000);
    for (std::size_t i = 0; i < 200; ++i) {
        flatline_linedef line = map.lines[i];
        line.v2 = static_cast<std::uint32_t>(map.vertices.size() - 1 - i);
        map.lines.push_back(line);
    }
    const Blockmap built = build(map, 3);
    ASSERT_EQ(built.status, Outcome::ok);
    expect_same(map);
    // All in one cell, all upright, none at all.
    for (flatline_linedef& line : map.lines) line.v2 = line.v1;
    expect_same(map);
    map.lines.clear();
    expect_same(map);
    map.vertices.clear();
    expect_same(map);
}

TEST(BlockmapThreads, Limits) {
    const Lines map = generated(100'000);
    const Blockmap one = build(map, 1);
    std::uint64_t entries = 0;
    for (std::size_t i = 0; i < std::size_t{one.map.columns} * one.map.rows; ++i) {
        entries += one.map.cells[i].count;
    }
    flatline::engine::Limits limits;
    limits.blockmap_entries = entries;
    EXPECT_EQ(build(map, 3, limits).status, Outcome::ok);
    for (const std::uint64_t most : {entries - 1, entries / 2, std::uint64_t{1}}) {
        limits.blockmap_entries = most;
        EXPECT_EQ(build(map, 3, limits).status, Outcome::refused);
        expect_same(map, limits);
    }
    limits.blockmap_entries = entries;
    for (std::uint64_t bytes = one.used; bytes < one.announced + 64; bytes += 4096) {
        limits.arena_bytes = bytes;
        expect_same(map, limits);
    }
}

TEST(BlockmapThreads, AreThoseOfTheLoad) {
    flatline::engine::mapgen::Options generator;
    for (const std::uint64_t bytes : {std::uint64_t{1'000'000}, std::uint64_t{6'000'000}}) {
        generator.target_bytes = bytes;
        const std::string text = flatline::engine::mapgen::generate(generator).text;
        flatline::engine::LoadOptions options;
        options.products = FLATLINE_PRODUCT_BUILD_BLOCKMAP | FLATLINE_PRODUCT_BLOCKMAP;
        options.thread_bytes = ~std::uint64_t{0};  // one thread reads the text
        const LoadResult<Map> one = load_text::load(text, options);
        host_pool::Pool pool(host_pool::Way::another_thread);
        options.threads = 2;
        options.jobs = pool.hooks();
        const LoadResult<Map> two = load_text::load(text, options);
        ASSERT_TRUE(two);
        const bool is_large =
            two.value.linedefs().size() >= flatline::engine::nodes::kLeastBlockmapLines;
        EXPECT_EQ(is_large, bytes > 1'000'000);
        EXPECT_EQ(pool.runs() > 0, is_large);
        EXPECT_TRUE(contents(two.value.blockmap()) == contents(one.value.blockmap()));
    }
}

}  // namespace blockmap_threads_test
