#include "text/count.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "support/guarded_text.hpp"

namespace {

using flatline::engine::text::Counts;

Counts slow_count(const std::string& text) {
    Counts counts;
    for (const char c : text) {
        counts.braces += c == '{';
        counts.equals += c == '=';
        counts.backslash = counts.backslash || c == '\\';
        counts.nul = counts.nul || c == '\0';
    }
    return counts;
}

void expect_same(guarded::Page& page, const std::string& text) {
    const Counts slow = slow_count(text);
    const Counts fast = flatline::engine::text::count(page.put(text));
    EXPECT_EQ(fast.braces, slow.braces) << text.size();
    EXPECT_EQ(fast.equals, slow.equals) << text.size();
    EXPECT_EQ(fast.backslash, slow.backslash) << text.size();
    EXPECT_EQ(fast.nul, slow.nul) << text.size();
}

// Rows of 64 lanes, and sums of a byte that would wrap at the 256th row.
constexpr std::size_t kLanes = 64;
constexpr std::size_t kBlock = 255 * kLanes;

TEST(Count, AgreesWithTheSlowOneOnRandomBytes) {
    guarded::Page page(3 * kBlock);
    std::mt19937 random(1);
    const auto fill = [&](std::size_t size) {
        // Few kinds of bytes, so that all that count are frequent; rare ones in some texts.
        constexpr char kBytes[] = {'{', '=', 'a', ';', '\\', '\0'};
        const unsigned kinds = random() % 3 == 0 ? 6 : 4;
        std::string text(size, '\0');
        for (char& c : text) c = kBytes[random() % kinds];
        expect_same(page, text);
    };
    for (std::size_t size = 0; size < 5 * kLanes; ++size) fill(size);
    for (std::size_t size = kBlock - 70; size < kBlock + 140; ++size) fill(size);
    for (std::size_t size = 2 * kBlock - 3; size < 2 * kBlock + 70; ++size) fill(size);
    for (int i = 0; i < 500; ++i) fill(random() % (3 * kBlock));
}

TEST(Count, SumsDoNotWrap) {
    guarded::Page page(3 * kBlock);
    for (const char c : {'{', '=', '\\', '\0'}) {
        for (const std::size_t size : {kBlock - 1, kBlock, kBlock + 1, kBlock + kLanes, 2 * kBlock,
                                       2 * kBlock + kLanes + 1}) {
            expect_same(page, std::string(size, c));
        }
    }
}

TEST(Count, OneByteInAnyPlaceIsSeen) {
    guarded::Page page(kBlock + 200);
    for (const std::size_t size : {std::size_t{200}, kBlock + 130}) {
        for (const char c : {'{', '=', '\\', '\0'}) {
            for (std::size_t at = 0; at<size; at += size> 1000 ? 61 : 1) {
                std::string text(size, 'x');
                text[at] = c;
                expect_same(page, text);
            }
        }
    }
}

TEST(Count, NothingOfNothing) {
    const Counts counts = flatline::engine::text::count({});
    EXPECT_EQ(counts.braces, 0u);
    EXPECT_EQ(counts.equals, 0u);
    EXPECT_FALSE(counts.backslash || counts.nul);
}

}  // namespace
