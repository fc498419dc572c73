// Runtime on several threads: the same tables and the same memory for every number of threads.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bake/rows.hpp"
#include "mapgen.hpp"
#include "model/nodes.hpp"
#include "model/runtime.hpp"
#include "support/counting_memory.hpp"
#include "support/host_pool.hpp"
#include "support/load_text.hpp"
#include "support/runtime_oracle.hpp"

namespace runtime_threads_test {

using flatline::engine::Map;
using flatline::engine::Nodes;
using flatline::engine::Result;
using flatline::engine::Runtime;
using flatline::engine::RuntimeOptions;
using flatline::engine::Status;

std::string generated(std::uint64_t bytes) {
    flatline::engine::mapgen::Options options;
    options.target_bytes = bytes;
    return flatline::engine::mapgen::generate(options).text;
}

// All members but pointers, and all arrays.
std::vector<std::string> contents(const flatline_runtime& tables) {
    namespace bake = flatline::engine::bake;
    std::vector<std::string> all(1);
    flatline_runtime scalars{};
    bake::copy_scalars<flatline_runtime>(reinterpret_cast<const unsigned char*>(&tables),
                                         reinterpret_cast<unsigned char*>(&scalars));
    all[0].assign(reinterpret_cast<const char*>(&scalars), sizeof scalars);
    for (const auto& row : bake::BakedRows<flatline_runtime>::kArrays) {
        const unsigned char* const data = bake::array_of(tables, row);
        if (data == nullptr) {
            all.emplace_back("none");
        } else {
            all.emplace_back(reinterpret_cast<const char*>(data), row.count(tables) * row.element);
        }
    }
    return all;
}

void expect_same(const Map& map, RuntimeOptions options) {
    const Result<Runtime> one = build_runtime(map, options);
    ASSERT_TRUE(one);
    EXPECT_EQ(runtime_oracle::first_fault(map, one.value.arrays()), "");
    const std::vector<std::string> expected = contents(one.value.arrays());
    for (const std::uint32_t threads : {2u, 3u, 8u}) {
        options.threads = threads;
        const Result<Runtime> other = build_runtime(map, options);
        ASSERT_TRUE(other);
        EXPECT_EQ(other.memory.announced, one.memory.announced) << threads;
        EXPECT_EQ(other.memory.used, one.memory.used) << threads;
        EXPECT_TRUE(contents(other.value.arrays()) == expected) << threads;
    }
}

TEST(RuntimeThreads, TablesAndMemoryAreThoseOfOneThread) {
    // More than 4,096 lines, so that a sweep has two halves.
    std::string text = generated(2'000'000);
    // Lines between sectors without a wall of their own: gaps, and lines that cross.
    for (int i = 0; i < 300; ++i) {
        text += "linedef { v1 = " + std::to_string(i * 7) +
                "; v2 = " + std::to_string(i * 7 + 900) +
                "; sidefront = " + std::to_string(i * 11) + "; }\n";
    }
    const auto map = load_text::load(text);
    ASSERT_TRUE(map);
    ASSERT_GT(map.value.linedefs().size(), 4096u);
    const Result<Runtime> gaps = build_runtime(map.value, {.tables = FLATLINE_RUNTIME_GAPS});
    ASSERT_GT(gaps.value.arrays().gap_count, 300u);
    {
        SCOPED_TRACE("a sweep");
        expect_same(map.value, {});
    }
    const Result<Nodes> nodes = build_nodes(map.value);
    ASSERT_TRUE(nodes);
    RuntimeOptions options;
    options.nodes = &nodes.value.bsp();
    SCOPED_TRACE("nodes");
    expect_same(map.value, options);
}

TEST(RuntimeThreads, AreTheHosts) {
    const auto map = load_text::load(generated(1'000'000));
    const auto small = load_text::load(generated(300'000));
    ASSERT_TRUE(map);
    ASSERT_TRUE(small);
    const std::vector<std::string> expected = contents(build_runtime(map.value).value.arrays());
    RuntimeOptions options;
    options.threads = 2;
    for (const host_pool::Way way : {host_pool::Way::backwards, host_pool::Way::another_thread}) {
        host_pool::Pool pool(way);
        options.jobs = pool.hooks();
        const Result<Runtime> two = build_runtime(map.value, options);
        ASSERT_TRUE(two);
        EXPECT_GT(pool.runs(), 3);
        EXPECT_TRUE(contents(two.value.arrays()) == expected);
    }
    // A small map is not worth a thread.
    host_pool::Pool idle(host_pool::Way::in_order);
    options.jobs = idle.hooks();
    EXPECT_TRUE(build_runtime(small.value, options));
    options.threads = 1;
    EXPECT_TRUE(build_runtime(map.value, options));
    EXPECT_EQ(idle.runs(), 0);
}

TEST(RuntimeThreads, HostMayEndAnyTable) {
    const auto map = load_text::load(generated(1'000'000));
    ASSERT_TRUE(map);
    struct Host {
        std::uint64_t calls = 0, most = 0;
    } host;
    counting_memory::Memory memory;
    RuntimeOptions options;
    options.threads = 3;
    options.memory = memory.hooks();
    options.progress.context = &host;
    options.progress.report = [](void* self, std::uint64_t, std::uint64_t) {
        auto& own = *static_cast<Host*>(self);
        return ++own.calls < own.most;
    };
    options.progress.interval_ms = 0;
    for (host.most = 1; host.most <= 13; ++host.most) {
        host.calls = 0;
        EXPECT_EQ(build_runtime(map.value, options).status, Status::cancelled);
        EXPECT_EQ(host.calls, host.most);
        EXPECT_EQ(memory.open_blocks(), 0u);
    }
    host.calls = 0;
    EXPECT_TRUE(build_runtime(map.value, options));
    EXPECT_EQ(host.calls, 13u);
}

}  // namespace runtime_threads_test
