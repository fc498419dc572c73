#include "nodes/inflate.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include "support/nodes_tools.hpp"
#include "support/zlib_stream.hpp"

namespace {

using flatline::engine::Budget;
using flatline::engine::Outcome;
using flatline::engine::Reservation;
using flatline::engine::Rule;
using flatline::engine::nodes::Inflated;
using flatline::engine::nodes::Inflater;
using testing_support::zlib_stream;

constexpr std::uint64_t kPlenty = 1u << 30;

std::string sample(std::size_t size) {
    std::string text;
    std::uint32_t random = 1;
    while (text.size() < size) {
        random = random * 1664525 + 1013904223;
        text += random >> 30 == 0 ? std::string(1, static_cast<char>(random >> 20)) : "abcab";
    }
    text.resize(size);
    return text;
}

std::vector<Inflater> inflaters() {
    std::vector<Inflater> all = {Inflater::zlib};
    if (flatline::engine::nodes::kHaveLibdeflate) {
        all.push_back(Inflater::libdeflate);
    }
    return all;
}

struct Got {
    Outcome outcome;
    Rule fault;
    std::string text;
    std::uint64_t trailing;
    std::uint64_t announced, used, peak;

    // The fault of a refused one, else a rule that no stream breaks.
    Rule refusal() const { return outcome == Outcome::refused ? fault : Rule::count_; }
};

constexpr Rule kDamaged = Rule::nodes_inflate;
constexpr Rule kOverCap = Rule::nodes_inflate_limit;

Got run(Inflater inflater, std::string_view in, std::uint64_t cap, std::uint64_t limit = kPlenty,
        std::uint64_t fail_at = ~std::uint64_t{0}) {
    nodes_tools::CountedMemory memory;
    memory.fail_at = fail_at;
    Budget budget(limit);
    Reservation out;
    const flatline::engine::MemoryHooks hooks = memory.hooks();
    const Inflated result =
        flatline::engine::nodes::inflate(inflater, nodes_tools::bytes(in), cap, hooks, budget, out);
    std::string text;
    if (result.outcome == Outcome::ok) {
        text.assign(reinterpret_cast<const char*>(result.bytes.data()), result.bytes.size());
    }
    return {result.outcome,     result.fault,  text,       result.trailing,
            budget.announced(), budget.used(), memory.peak};
}

TEST(Inflate, GivesBackWhatWasDeflated) {
    for (const Inflater inflater : inflaters()) {
        for (const std::size_t size : {0u, 1u, 100u, 65535u, 65536u, 65537u, 300000u, 1000000u}) {
            for (const int level : {0, 1, 9}) {
                const std::string text = sample(size);
                const Got result = run(inflater, zlib_stream(text, level) + "xyz", size + 10);
                ASSERT_EQ(result.outcome, Outcome::ok) << size;
                EXPECT_TRUE(result.text == text) << size;
                EXPECT_EQ(result.trailing, 3u);
                EXPECT_LE(result.peak, result.announced);
                EXPECT_LE(result.used, result.announced);
            }
        }
    }
}

TEST(Inflate, ExactlyTheCapIsTakenAndNoByteMore) {
    for (const Inflater inflater : inflaters()) {
        for (const std::size_t size : {1u, 5000u, 65536u, 200000u}) {
            const std::string in = zlib_stream(sample(size));
            EXPECT_EQ(run(inflater, in, size).outcome, Outcome::ok) << size;
            EXPECT_EQ(run(inflater, in, size - 1).refusal(), kOverCap) << size;
        }
    }
}

TEST(Inflate, ABombIsStoppedAtTheCap) {
    const std::string bomb = zlib_stream(std::string(64u << 20, '\0'));
    for (const Inflater inflater : inflaters()) {
        const Got result = run(inflater, bomb, 100000);
        EXPECT_EQ(result.refusal(), kOverCap);
        EXPECT_LE(result.peak, result.announced);
        EXPECT_LT(result.announced, 500000u);
        // The best that deflate can do is known before: no stream is refused for its ratio alone.
        EXPECT_EQ(run(inflater, bomb, 64u << 20).outcome, Outcome::ok);
    }
}

TEST(Inflate, CutAtEveryByteItIsDamaged) {
    const std::string in = zlib_stream(sample(3000));
    for (const Inflater inflater : inflaters()) {
        for (std::size_t size = 0; size < in.size(); ++size) {
            EXPECT_EQ(run(inflater, in.substr(0, size), 5000).refusal(), kDamaged);
        }
    }
}

// Room is charged when there is none left: of two streams that are cut while there is room, the
// longer one takes no more than the shorter one.
TEST(Inflate, NoRoomIsAskedForBeforeItIsNeeded) {
    const auto cut = [](std::size_t size) {
        const std::string in = zlib_stream(sample(size));
        return run(Inflater::zlib, in.substr(0, in.size() - 8), 1000000);
    };
    EXPECT_EQ(cut(60000).refusal(), kDamaged);
    EXPECT_EQ(cut(60000).used, cut(1000).used);
    EXPECT_GT(cut(70000).used, cut(60000).used);
}

TEST(Inflate, EveryFlippedBitIsSeenByBoth) {
    const std::string text = sample(600);
    const std::string good = zlib_stream(text);
    for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
        std::string in = good;
        in[bit / 8] = static_cast<char>(in[bit / 8] ^ (1 << (bit % 8)));
        for (const Inflater inflater : inflaters()) {
            const Got result = run(inflater, in, 5000);
            // The level and its check bits are the only ones that say nothing about the content.
            EXPECT_TRUE(result.outcome != Outcome::ok || result.text == text) << bit;
            EXPECT_NE(result.outcome, Outcome::out_of_memory);
        }
    }
}

TEST(Inflate, DictionariesAndOtherMethodsAreDamage) {
    std::string with_dictionary = zlib_stream("hello");
    with_dictionary[1] = static_cast<char>(0xBB);  // FDICT, check bits right
    std::string other_method = zlib_stream("hello");
    other_method[0] = 0x79;
    for (const Inflater inflater : inflaters()) {
        EXPECT_EQ(run(inflater, with_dictionary, 100).refusal(), kDamaged);
        EXPECT_EQ(run(inflater, other_method, 100).refusal(), kDamaged);
        EXPECT_EQ(run(inflater, "", 100).refusal(), kDamaged);
    }
}

TEST(Inflate, BudgetAndMemoryThatAreSpent) {
    const std::string in = zlib_stream(sample(200000));
    for (const Inflater inflater : inflaters()) {
        EXPECT_EQ(run(inflater, in, 200000, 100000).outcome, Outcome::over_limit);
        EXPECT_EQ(run(inflater, in, 200000, 10).outcome, Outcome::over_limit);
        EXPECT_EQ(run(inflater, in, 200000, kPlenty, 0).outcome, Outcome::out_of_memory);
    }
    for (const std::uint64_t fail_at : {1u, 2u}) {  // zlib's state and its window
        EXPECT_EQ(run(Inflater::zlib, in, 200000, kPlenty, fail_at).outcome,
                  Outcome::out_of_memory);
    }
}

}  // namespace
