#include "level/sector_lines.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/share.hpp"

namespace {

using flatline::engine::View;

struct Case {
    std::vector<flatline_linedef> lines;
    std::vector<flatline_sidedef> sides;
    std::size_t sectors = 0;

    void line(std::uint32_t front, std::uint32_t back) {
        flatline_linedef line{};
        line.sidefront = front;
        line.sideback = back;
        lines.push_back(line);
    }
    void side(std::uint32_t sector) {
        flatline_sidedef side{};
        side.sector = sector;
        sides.push_back(side);
    }
};

// The lists, straight from the definition.
std::vector<std::vector<std::uint32_t>> slow_lists(const Case& c) {
    std::vector<std::vector<std::uint32_t>> lists(c.sectors);
    for (std::uint32_t s = 0; s < c.sectors; ++s) {
        for (std::uint32_t i = 0; i < c.lines.size(); ++i) {
            const flatline_linedef& line = c.lines[i];
            if (c.sides[line.sidefront].sector == s ||
                (line.sideback != FLATLINE_NONE && c.sides[line.sideback].sector == s)) {
                lists[s].push_back(i);
            }
        }
    }
    return lists;
}

void expect_same(const Case& c, std::size_t shares) {
    constexpr std::uint32_t kGuard = 0xABCD1234;
    const View<flatline_linedef> lines(c.lines.data(), c.lines.size());
    const View<flatline_sidedef> sides(c.sides.data(), c.sides.size());
    std::vector<std::uint32_t> rows(shares * (c.sectors + 1) + 1, kGuard);
    flatline::engine::level::SectorLines out{rows.data(), nullptr, shares};
    for (std::size_t i = 0; i < shares; ++i) {
        const flatline::engine::Share part = flatline::engine::share_of(lines.size(), i, shares);
        flatline::engine::level::count_sector_lines({lines.data() + part.begin, part.size()}, sides,
                                                    c.sectors, out.rows_of(i, c.sectors));
    }
    const std::uint64_t count = flatline::engine::level::add_up_sector_lines(c.sectors, out);
    std::vector<std::uint32_t> all(count + 1, kGuard);
    out.lines = all.data();
    for (std::size_t i = shares; i-- > 0;) {  // in any order
        flatline::engine::level::fill_sector_lines(lines, sides, c.sectors, out, i);
    }
    flatline::engine::level::end_sector_lines(c.sectors, out);
    EXPECT_EQ(rows.back(), kGuard);
    EXPECT_EQ(all.back(), kGuard);
    EXPECT_EQ(rows[0], 0u);
    ASSERT_EQ(rows[c.sectors], count);
    const auto expected = slow_lists(c);
    for (std::size_t s = 0; s < c.sectors; ++s) {
        ASSERT_LE(rows[s], rows[s + 1]);
        const std::vector<std::uint32_t> list(all.begin() + rows[s], all.begin() + rows[s + 1]);
        ASSERT_EQ(list, expected[s]) << "sector " << s;
    }
}

void expect_same(const Case& c) {
    for (const std::size_t shares : {1, 2, 3, 7}) expect_same(c, shares);
}

TEST(SectorLines, NoSectors) { expect_same(Case{}); }

TEST(SectorLines, SectorsWithoutLines) {
    Case c;
    c.sectors = 3;
    expect_same(c);
    c.side(1);
    expect_same(c);
    c.line(0, FLATLINE_NONE);
    expect_same(c);
}

TEST(SectorLines, ALineWithBothSidesInOneSectorStandsOnce) {
    Case c;
    c.sectors = 2;
    for (const std::uint32_t sector : {0u, 0u, 1u}) c.side(sector);
    c.line(0, 1);  // two sides, one sector
    c.line(0, 0);  // one side, twice
    c.line(0, 2);
    c.line(2, 0);
    c.line(2, FLATLINE_NONE);
    expect_same(c);
}

TEST(SectorLines, AgreesWithTheSlowOneOnRandomMaps) {
    std::mt19937 random(5);
    for (int round = 0; round < 400; ++round) {
        Case c;
        c.sectors = static_cast<std::uint32_t>(1 + random() % 12);
        const auto sides = static_cast<std::uint32_t>(1 + random() % 40);
        for (std::uint32_t i = 0; i < sides; ++i) {
            c.side(static_cast<std::uint32_t>(random() % c.sectors));
        }
        for (auto i = random() % 60; i > 0; --i) {
            const auto front = static_cast<std::uint32_t>(random() % sides);
            const auto back = static_cast<std::uint32_t>(random() % sides);
            c.line(front, random() % 3 == 0 ? FLATLINE_NONE : back);
        }
        expect_same(c);
    }
}

}  // namespace
