// Trees of branches: the same for every number of threads, sound, within limits, and ended by the
// host. Most maps here are small, with branches far smaller than those that a host gets.
#include "nodes/build_branches.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "mapgen.hpp"
#include "nodes/build.hpp"
#include "nodes/sound_tree.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/nodes_tools.hpp"
#include "support/paths.hpp"
#include "support/sampled.hpp"
#include "support/wad_maps.hpp"

namespace build_branches_test {

using flatline::engine::Budget;
using flatline::engine::FindingList;
using flatline::engine::Limits;
using flatline::engine::MemoryHooks;
using flatline::engine::Outcome;
using flatline::engine::Progress;
using flatline::engine::ProgressHooks;
using flatline::engine::Reservation;
using flatline::engine::nodes::BuildOptions;
using nodes_tools::MapView;

struct Built {
    Outcome outcome = Outcome::refused;
    Reservation memory;
    FindingList findings;
    flatline_bsp bsp{};
    std::uint64_t announced = 0;
    std::uint64_t used = 0;

    // All that the tree is.
    std::string bytes() const {
        std::string all;
        const auto add = [&all](const auto* from, std::size_t count) {
            if (count != 0) {
                all.append(reinterpret_cast<const char*>(from), count * sizeof *from);
            }
        };
        add(bsp.vertices, bsp.vertex_count);
        add(bsp.segs, bsp.seg_count);
        add(bsp.subsectors, bsp.subsector_count);
        add(bsp.nodes, bsp.node_count);
        return all;
    }
    std::string rule() const {
        if (findings.kept().empty()) return {};
        const flatline::engine::Finding& finding = findings.kept()[0];
        return std::string(load_text::rule_id(finding)) + ' ' + std::to_string(finding.a) + ' ' +
               std::to_string(finding.b);
    }
};

Built build(const MapView& map, const BuildOptions& options, const Limits& limits = {},
            const MemoryHooks& hooks = {}) {
    Built built;
    Budget budget(limits.arena_bytes);
    built.outcome = flatline::engine::nodes::build(map, limits, hooks, budget, built.memory,
                                                   built.findings, built.bsp, options);
    built.announced = budget.announced();
    built.used = budget.used();
    return built;
}

BuildOptions in_branches(std::uint32_t threads, std::uint32_t least) {
    BuildOptions options;
    options.threads = threads;
    options.least_branch = least;
    return options;
}

std::string generated(std::uint64_t bytes, std::uint64_t seed = 1) {
    flatline::engine::mapgen::Options options;
    options.seed = seed;
    options.target_bytes = bytes;
    return flatline::engine::mapgen::generate(options).text;
}

// n lines across n others.
std::string grid_of_lines(int n) {
    std::vector<flatline_vertex> vertices;
    std::vector<nodes_tools::Line> lines;
    for (int i = 0; i < n; ++i) {
        for (const bool across : {false, true}) {
            const double at = 10.0 * i + 5 + (across ? 0.37 : 0);
            const int v = static_cast<int>(vertices.size());
            vertices.push_back(across ? flatline_vertex{0, at} : flatline_vertex{at, 0});
            vertices.push_back(across ? flatline_vertex{10.0 * n, at + 3}
                                      : flatline_vertex{at + 7, 10.0 * n});
            lines.push_back({v, v + 1, 0, 0});
        }
    }
    return nodes_tools::textmap(vertices, lines, 1);
}

void expect_same(const MapView& map, std::uint32_t least, const std::string& what,
                 const Limits& limits = {}) {
    const Built one = build(map, in_branches(1, least), limits);
    if (one.outcome == Outcome::ok) {
        EXPECT_EQ(nodes_tools::first_fault(one.bsp, map), "") << what;
    }
    for (const std::uint32_t threads : {2u, 3u, 8u}) {
        const Built other = build(map, in_branches(threads, least), limits);
        EXPECT_EQ(other.outcome, one.outcome) << what;
        EXPECT_EQ(other.rule(), one.rule()) << what;
        EXPECT_EQ(other.announced, one.announced) << what;
        EXPECT_EQ(other.used, one.used) << what;
        EXPECT_TRUE(other.bytes() == one.bytes()) << what << ", " << threads << " threads";
    }
}

TEST(BuildBranches, TheSameTreeForEveryNumberOfThreads) {
    const auto loaded = load_text::load(generated(1'000'000));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    for (const std::uint32_t least : {64u, 500u, 4096u}) {
        expect_same(map, least, "sets of " + std::to_string(least));
    }
}

TEST(BuildBranches, GeneratedMapsAreSoundAndConvex) {
    for (const std::uint64_t seed : {1u, 2u}) {
        const auto loaded = load_text::load(generated(300'000, seed));
        ASSERT_TRUE(loaded);
        const MapView map = nodes_tools::view_of(loaded.value);
        for (const std::uint32_t least : {4u, 30u, 400u}) {
            const Built built = build(map, in_branches(2, least));
            ASSERT_EQ(built.outcome, Outcome::ok);
            EXPECT_LT(sound_tree::expect_sound(built.bsp, map, "sets of " + std::to_string(least)),
                      0.001);
        }
    }
}

// Partners that are cut apart in two branches get each other's cuts, so branches cost hardly a cut.
TEST(BuildBranches, TheyCutAndDescendNoMoreThanOnePiece) {
    const auto loaded = load_text::load(generated(1'000'000));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    const Built whole = build(map, in_branches(1, 1u << 30));
    const Built parts = build(map, in_branches(1, 256));
    ASSERT_EQ(parts.outcome, Outcome::ok);
    EXPECT_LE(parts.bsp.seg_count, whole.bsp.seg_count * 1.01);
    EXPECT_LE(parts.bsp.depth, whole.bsp.depth + 3);
    EXPECT_NE(parts.bytes(), whole.bytes());
    for (std::uint32_t i = 0; i < parts.bsp.seg_count; ++i) {
        const flatline_seg& seg = parts.bsp.segs[i];
        if (seg.linedef == FLATLINE_NONE || map.linedefs[seg.linedef].sideback == FLATLINE_NONE) {
            continue;
        }
        ASSERT_NE(seg.partner, FLATLINE_NONE) << i;
    }
}

TEST(BuildBranches, CorpusMapsAreSound) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    testing_support::Sample sample(8);
    for (const wad_maps::UdmfMap& wad_map : wad_maps::of_folder(paths::corpus() + "/open")) {
        if (!sample.takes()) continue;
        flatline::engine::LoadOptions options;
        options.repair = flatline::engine::Repair::repair;
        const auto loaded = load_text::load(wad_map.textmap, options);
        if (!loaded || loaded.value.linedefs().empty()) continue;
        const MapView map = nodes_tools::view_of(loaded.value);
        for (const std::uint32_t least : {24u, 512u}) {
            const Built built = build(map, in_branches(3, least));
            ASSERT_EQ(built.outcome, Outcome::ok) << wad_map.label << ' ' << built.rule();
            EXPECT_LT(sound_tree::expect_sound(built.bsp, map, wad_map.label), 0.01)
                << wad_map.label;
        }
        expect_same(map, 100, wad_map.label);
        ++maps;
    }
    EXPECT_GT(maps, 0u);
}

// A set that no line divides goes aside whole, as the root or below it.
TEST(BuildBranches, AConvexMapIsOneBranch) {
    std::vector<nodes_tools::Line> lines;
    for (int i = 0; i < 400; ++i) lines.push_back({i % 4, (i + 1) % 4, 0, -1});
    const auto loaded =
        load_text::load(nodes_tools::textmap({{0, 0}, {0, 128}, {128, 128}, {128, 0}}, lines, 1));
    ASSERT_TRUE(loaded);
    const Built built = build(nodes_tools::view_of(loaded.value), in_branches(2, 10));
    ASSERT_EQ(built.outcome, Outcome::ok);
    EXPECT_EQ(built.bsp.subsector_count, 1u);
    EXPECT_EQ(built.bsp.node_count, 0u);
}

// Lines that cross many others make more segs than the block of a branch has room for.
TEST(BuildBranches, ABranchThatOutgrowsItsBlock) {
    const auto loaded = load_text::load(grid_of_lines(40));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    for (const std::uint32_t least : {12u, 79u}) {
        expect_same(map, least, "a grid");
        const Built built = build(map, in_branches(2, least));
        ASSERT_EQ(built.outcome, Outcome::ok);
        sound_tree::expect_sound(built.bsp, map, "a grid");
        EXPECT_GT(built.bsp.vertex_count, 1500u);
    }
}

TEST(BuildBranches, LimitsAreTheSameForEveryNumberOfThreads) {
    const auto loaded = load_text::load(grid_of_lines(30));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    const Built built = build(map, in_branches(1, 20));
    ASSERT_EQ(built.outcome, Outcome::ok);
    for (const std::uint64_t part : {1u, 2u, 16u}) {
        Limits limits;
        limits.node_steps = part == 1 ? 0 : limits.node_steps;
        limits.segs = built.bsp.seg_count - (part == 2 ? 1 : 0);
        limits.node_depth = built.bsp.depth - (part == 16 ? 1 : 0);
        expect_same(map, 20, "limits " + std::to_string(part), limits);
    }
    Limits limits;
    limits.segs = built.bsp.seg_count - 1;
    EXPECT_EQ(build(map, in_branches(2, 20), limits).rule().substr(0, 11), "limit-segs ");
    limits = {};
    limits.node_depth = built.bsp.depth - 1;
    EXPECT_EQ(build(map, in_branches(2, 20), limits).rule().substr(0, 17), "limit-node-depth ");
    for (std::uint64_t bytes = 1000; bytes < 4'000'000; bytes += bytes / 2) {
        limits = {};
        limits.arena_bytes = bytes;
        expect_same(map, 20, std::to_string(bytes) + " bytes", limits);
    }
}

// Whatever the limit is, there is a tree or a reason why there is none, the same for each number of
// threads: the steps end in the trunk, in a branch, or where branches are joined.
TEST(BuildBranches, EveryLimitGivesATreeOrAReason) {
    const auto loaded = load_text::load(grid_of_lines(24));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    const auto tried = [&](const Limits& limits, std::string_view rule) {
        bool first = true;
        bool good = false;
        for (const std::uint32_t threads : {1u, 2u}) {
            const Built built = build(map, in_branches(threads, 12), limits);
            const bool ok = built.outcome == Outcome::ok;
            EXPECT_EQ(ok, built.bsp.subsector_count != 0);
            if (!ok && built.outcome == Outcome::refused) {
                EXPECT_EQ(built.rule().substr(0, rule.size()), rule);
            }
            EXPECT_TRUE(ok || built.outcome == Outcome::refused ||
                        built.outcome == Outcome::over_limit);
            EXPECT_TRUE(first || ok == good);
            first = false;
            good = ok;
        }
        return good;
    };
    Limits limits;
    std::uint64_t low = 0;
    std::uint64_t high = limits.node_steps;
    while (low + 1 < high) {
        limits.node_steps = (low + high) / 2;
        (tried(limits, "limit-node-steps") ? high : low) = limits.node_steps;
    }
    // The last steps are those of joining.
    for (std::uint64_t less = 0; less < 8192 && less <= low;
         less += 400 * testing_support::one_in(5)) {
        limits.node_steps = low - less;
        EXPECT_FALSE(tried(limits, "limit-node-steps")) << limits.node_steps;
    }
    limits = {};
    low = 0;
    high = 64u << 20;
    ASSERT_TRUE(tried(limits, ""));
    while (low + 64 < high) {
        limits.arena_bytes = (low + high) / 2;
        (tried(limits, "limit-arena-bytes") ? high : low) = limits.arena_bytes;
    }
    for (std::uint64_t bytes = low / 2; bytes < low;
         bytes += low / 64 * testing_support::one_in(5)) {
        limits.arena_bytes = bytes;
        (void)tried(limits, "limit-arena-bytes");
    }
}

// An allocator that gives nothing once and then goes on: no failure is forgotten.
TEST(BuildBranches, MemoryMayBeOutOnce) {
    const auto loaded = load_text::load(grid_of_lines(24));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    struct Once {
        nodes_tools::CountedMemory memory;
        std::uint64_t at = 0;
    };
    for (std::uint64_t at = 0;; at += testing_support::one_in(7)) {
        Once once;
        once.at = at;
        MemoryHooks hooks;
        hooks.context = &once;
        hooks.acquire = [](void* self, std::size_t size) -> void* {
            auto& mine = *static_cast<Once*>(self);
            const MemoryHooks counted = mine.memory.hooks();
            if (mine.memory.requests == mine.at) {
                ++mine.memory.requests;
                return nullptr;
            }
            return counted.acquire(counted.context, size);
        };
        hooks.release = [](void* self, void* data, std::size_t size) {
            const MemoryHooks counted = static_cast<Once*>(self)->memory.hooks();
            counted.release(counted.context, data, size);
        };
        {
            const Built built = build(map, in_branches(2, 12), {}, hooks);
            EXPECT_EQ(built.outcome == Outcome::ok, built.bsp.subsector_count != 0) << at;
            EXPECT_TRUE(built.outcome == Outcome::ok || built.outcome == Outcome::out_of_memory);
            if (once.memory.requests <= at) {
                EXPECT_EQ(built.outcome, Outcome::ok);
                break;
            }
        }
        ASSERT_EQ(once.memory.out, 0u);
    }
}

// Only the calling thread asks for memory, and every request may fail.
TEST(BuildBranches, EveryRequestForMemoryMayFail) {
    const auto loaded = load_text::load(grid_of_lines(16));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    bool good = false;
    for (std::uint64_t fail_at = 0; !good; ++fail_at) {
        nodes_tools::CountedMemory memory;
        memory.fail_at = fail_at;
        struct Asked {
            nodes_tools::CountedMemory* memory;
            std::thread::id owner = std::this_thread::get_id();
            std::atomic<bool> elsewhere{false};
        } asked{&memory};
        MemoryHooks hooks;
        hooks.context = &asked;
        hooks.acquire = [](void* self, std::size_t size) -> void* {
            auto& mine = *static_cast<Asked*>(self);
            if (std::this_thread::get_id() != mine.owner) mine.elsewhere = true;
            const MemoryHooks counted = mine.memory->hooks();
            return counted.acquire(counted.context, size);
        };
        hooks.release = [](void* self, void* data, std::size_t size) {
            auto& mine = *static_cast<Asked*>(self);
            if (std::this_thread::get_id() != mine.owner) mine.elsewhere = true;
            const MemoryHooks counted = mine.memory->hooks();
            counted.release(counted.context, data, size);
        };
        {
            const Built built = build(map, in_branches(3, 12), {}, hooks);
            // Without memory for more threads there are fewer, and the tree is built.
            if (built.outcome != Outcome::ok) {
                ASSERT_EQ(built.outcome, Outcome::out_of_memory) << fail_at;
            }
            good = memory.requests <= fail_at;
            if (good) {
                EXPECT_EQ(built.outcome, Outcome::ok);
            }
        }
        ASSERT_FALSE(asked.elsewhere);
        ASSERT_EQ(memory.out, 0u);
    }
}

struct Told {
    std::uint64_t calls = 0;
    std::uint64_t end_at = ~std::uint64_t{0};
    std::uint64_t done = 0;
    bool fell = false;
    std::thread::id owner = std::this_thread::get_id();
    bool elsewhere = false;

    ProgressHooks hooks() {
        ProgressHooks hooks;
        hooks.context = this;
        hooks.interval_ms = 0;
        hooks.report = [](void* self, std::uint64_t now, std::uint64_t) {
            auto& told = *static_cast<Told*>(self);
            told.fell = told.fell || now < told.done;
            told.elsewhere = told.elsewhere || std::this_thread::get_id() != told.owner;
            told.done = now;
            return ++told.calls < told.end_at;
        };
        return hooks;
    }
};

TEST(BuildBranches, TheHostHearsOfItAndMayEndItAtAnyCall) {
    const auto loaded = load_text::load(generated(60'000));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    for (const std::uint32_t threads : {1u, 2u}) {
        std::uint64_t calls = 1;
        for (std::uint64_t end_at = 1; end_at <= calls; end_at += 1 + end_at / 8) {
            Told told;
            told.end_at = threads == 1 && end_at == 1 ? ~std::uint64_t{0} : end_at;
            Progress progress(told.hooks(), flatline::engine::nodes::kBuildParts);
            BuildOptions options = in_branches(threads, 40);
            options.progress = &progress;
            const Built built = build(map, options);
            EXPECT_FALSE(told.fell);
            EXPECT_FALSE(told.elsewhere);
            if (told.end_at > told.calls) {
                EXPECT_EQ(built.outcome, Outcome::ok);
                calls = std::max(calls, told.calls);
            } else {
                EXPECT_EQ(built.outcome, Outcome::cancelled) << threads << ' ' << end_at;
                EXPECT_EQ(built.bsp.subsector_count, 0u);
                calls = std::max(calls, end_at + 1);
                if (threads == 2 && end_at > 200) break;
            }
        }
    }
}

// A host's pool that does the jobs backwards, each of them twice.
TEST(BuildBranches, AHostsOwnThreads) {
    const auto loaded = load_text::load(generated(60'000));
    ASSERT_TRUE(loaded);
    const MapView map = nodes_tools::view_of(loaded.value);
    BuildOptions options = in_branches(4, 40);
    int runs = 0;
    options.jobs.context = &runs;
    options.jobs.run = [](void* context, std::size_t count,
                          void (*job)(void* job_context, std::size_t i), void* job_context) {
        ++*static_cast<int*>(context);
        for (std::size_t i = count; i-- > 0;) {
            job(job_context, i);
            job(job_context, i);
        }
    };
    const Built built = build(map, options);
    ASSERT_EQ(built.outcome, Outcome::ok);
    EXPECT_GT(runs, 0);
    EXPECT_TRUE(built.bytes() == build(map, in_branches(1, 40)).bytes());
}

// Nothing about such a map is closed, and many lines lie on others.
RC_GTEST_PROP(BuildBranches, RandomLinesGiveOneSoundTree, ()) {
    const auto coordinates = *rc::gen::container<std::vector<int>>(24, rc::gen::inRange(-40, 40));
    const auto ends = *rc::gen::container<std::vector<int>>(
        2 * *rc::gen::inRange<std::size_t>(8, 40), rc::gen::inRange(0, 12));
    const int scale = *rc::gen::element(1, 16, 700);
    const auto least = *rc::gen::inRange<std::uint32_t>(2, 20);
    std::vector<flatline_vertex> vertices;
    for (std::size_t i = 0; i < 12; ++i) {
        vertices.push_back(
            {coordinates[2 * i] * scale / 3.0, coordinates[2 * i + 1] * scale / 3.0});
    }
    std::vector<nodes_tools::Line> lines;
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        lines.push_back({ends[i], ends[i + 1], 0, (i / 2) % 3 == 0 ? 1 : -1});
    }
    const auto loaded = load_text::load(nodes_tools::textmap(vertices, lines, 2));
    RC_ASSERT(static_cast<bool>(loaded));
    const MapView map = nodes_tools::view_of(loaded.value);
    const Built one = build(map, in_branches(1, least));
    if (one.outcome != Outcome::ok) {
        RC_ASSERT(one.rule().substr(0, 11) == "nodes-empty");
        return;
    }
    RC_ASSERT(nodes_tools::first_fault(one.bsp, map) == "");
    const Built three = build(map, in_branches(3, least));
    RC_ASSERT(three.bytes() == one.bytes());
    RC_ASSERT(three.announced == one.announced);
}

}  // namespace build_branches_test
