// The fast and the slow path of the Doom 3 reader against the slow one alone: the same
// arrays and the same findings for every text, and each of them is really asked.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "doom3/maps.hpp"
#include "doom3/reader.hpp"
#include "support/corpus.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"

namespace {

using flatline::engine::Outcome;
namespace doom3 = flatline::engine::doom3;

struct Read {
    Read(std::string_view text, bool plain, bool partial,
         flatline::engine::Kernel kernel = flatline::engine::Kernel::automatic) {
        const flatline::engine::Limits limits;
        const auto workspace = std::make_unique<doom3::ReadWorkspace>();
        const flatline::engine::MemoryHooks hooks;
        flatline::engine::Budget budget(limits.arena_bytes);
        findings = flatline::engine::FindingList(limits.findings, limits.finding_lines);
        doom3::MapReader reader(*workspace, hooks, budget, findings,
                                {limits, partial, false, plain, kernel});
        outcome = reader.read(load_text::bytes(text), memory, raw);
        complete = reader.complete();
        fast_lines = reader.fast_lines();
        slow_lines = reader.slow_lines();
    }

    flatline::engine::FindingList findings;
    flatline::engine::Reservation memory;
    doom3::RawMap raw;
    Outcome outcome = Outcome::refused;
    bool complete = false;
    std::uint64_t fast_lines = 0;
    std::uint64_t slow_lines = 0;
};

template <class T>
bool same(const flatline::engine::Array<T>& a, const flatline::engine::Array<T>& b) {
    return a.size() == b.size() &&
           (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// "" where they agree, else what differs.
std::string difference(const Read& a, const Read& b) {
    if (a.outcome != b.outcome || a.complete != b.complete) return "outcome";
    const auto x = a.findings.kept();
    const auto y = b.findings.kept();
    if (x.size() != y.size()) return "number of findings";
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].rule != y[i].rule || x[i].offset != y[i].offset || x[i].length != y[i].length ||
            x[i].element != y[i].element || x[i].index != y[i].index) {
            return "finding " + std::to_string(i);
        }
    }
    if (a.outcome != Outcome::ok) return "";
    if (!same(a.raw.entities, b.raw.entities)) return "entities";
    if (!same(a.raw.pairs, b.raw.pairs)) return "pairs";
    if (!same(a.raw.primitive_pairs, b.raw.primitive_pairs)) return "pairs of primitives";
    if (!same(a.raw.brushes, b.raw.brushes)) return "brushes";
    if (!same(a.raw.sides, b.raw.sides)) return "sides";
    if (!same(a.raw.quake_textures, b.raw.quake_textures)) return "textures";
    if (!same(a.raw.patches, b.raw.patches)) return "patches";
    if (!same(a.raw.points, b.raw.points)) return "points";
    if (!same(a.raw.materials, b.raw.materials)) return "materials";
    return "";
}

// What each path was asked for, in all texts of a test.
struct Lines {
    std::uint64_t fast = 0;
    std::uint64_t beside = 0;  // slow lines while the fast path was there
    std::uint64_t slow = 0;    // of the slow path alone
};

bool agree(std::string_view text, Lines& lines) {
    for (const bool partial : {false, true}) {
        const Read both(text, true, partial);
        const Read slow(text, false, partial);
        EXPECT_EQ(difference(both, slow), "");
        const Read scalar(text, true, partial, flatline::engine::Kernel::scalar);
        EXPECT_EQ(difference(both, scalar), "") << "without vectors";
        EXPECT_EQ(both.fast_lines, scalar.fast_lines);
        EXPECT_EQ(slow.fast_lines, 0u);
        // A line may be looked at by both, but it is stored by one.
        EXPECT_EQ(both.fast_lines + both.slow_lines, slow.slow_lines);
        if (testing::Test::HasFailure()) return false;
        lines.fast += both.fast_lines;
        lines.beside += both.slow_lines;
        lines.slow += slow.slow_lines;
    }
    return true;
}

TEST(Doom3Paths, MapsOfTools) {
    Lines lines;
    const std::string text = doom3_maps::world(doom3_maps::cube() + doom3_maps::kPatch);
    ASSERT_TRUE(agree(text, lines));
    EXPECT_EQ(lines.fast, 2u * (1 + 6 + 9)) << "the pair, the sides and the points";
    EXPECT_EQ(lines.beside, 0u);
    EXPECT_EQ(lines.slow, lines.fast);
}

// DarkRadiant writes numbers of 17 digits.
TEST(Doom3Paths, NumbersOfManyDigitsArePlain) {
    Lines lines;
    const std::string side =
        "( 0.70710678118654757 -0.70710678118654757 0 -64.123456789012345 ) "
        "( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) \"textures/a\" 0 0 0\n";
    const std::string padding = "// " + std::string(200, '-') + "\n";
    ASSERT_TRUE(agree(doom3_maps::world(doom3_maps::brush(side + side)) + padding, lines));
    EXPECT_EQ(lines.fast, 2u * (1 + 2)) << "the pair and the sides";
    EXPECT_EQ(lines.beside, 0u);
}

TEST(Doom3Paths, OpenCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    Lines lines;
    for (const char* folder : {"d3map", "d3map-dialect"}) {
        for (const std::string& path : corpus::files(folder)) {
            ASSERT_TRUE(agree(corpus::read_file(path), lines)) << path;
        }
    }
    EXPECT_GT(lines.fast, lines.slow / 2);
    EXPECT_GT(lines.beside, 0u) << "bare brushes";
}

// Bytes that mean something are put anywhere, so that plain lines stop being plain in every place.
TEST(Doom3Paths, MutatedMaps) {
    constexpr std::string_view kBytes = "{}()\"/*\\ \n\t\r-+.0123456789eExZ\x80";
    const std::string whole = doom3_maps::world(
        "\"origin\" \"1 2 3\"\n" + doom3_maps::cube() + doom3_maps::kPatch +
        doom3_maps::brush(doom3_maps::kSide + std::string("\"key\" \"value\"\n")) +
        doom3_maps::brush("( 0.12345678901234567 1e-5 1 -0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"\n"));
    std::mt19937 random(4711);
    Lines lines;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = whole;
        for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
            const std::size_t at = random() % text.size();
            const char byte = kBytes[random() % kBytes.size()];
            switch (random() % 3) {
                case 0:
                    text[at] = byte;
                    break;
                case 1:
                    text.insert(at, 1, byte);
                    break;
                default:
                    text.erase(at, 1 + random() % 4);
                    break;
            }
        }
        ASSERT_TRUE(agree(text, lines)) << text;
    }
    EXPECT_GT(lines.fast, 0u);
    EXPECT_GT(lines.beside, 20'000u) << "the slow path reads what the fast one leaves";
}

}  // namespace
