#include "level/resolve.hpp"
#include "base/finding_edit.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "level/sector_lines.hpp"
#include "model/fields.hpp"
#include "support/load_text.hpp"

namespace resolve_test {

using flatline::engine::Finding;
using flatline::engine::FindingList;

constexpr auto kNone = FLATLINE_NONE;

// Four vertices, three sides, two sectors, and as many lines as a test adds.
struct Case {
    std::vector<flatline_linedef> lines;
    std::vector<flatline_sidedef> sides{3};
    std::size_t vertices = 4;
    std::size_t sectors = 2;
    FindingList findings;

    flatline_linedef& line(std::uint32_t v1, std::uint32_t v2, std::uint32_t front,
                           std::uint32_t back) {
        flatline_linedef line{};
        line.v1 = v1;
        line.v2 = v2;
        line.sidefront = front;
        line.sideback = back;
        lines.push_back(line);
        return lines.back();
    }
    flatline::engine::level::Elements elements(std::vector<std::uint32_t>& rows,
                                               std::size_t shares) {
        return {lines.data(),
                sides.data(),
                vertices,
                lines.size(),
                sides.size(),
                sectors,
                {rows.data(), nullptr, shares}};
    }
    // As a load does it. Whether all is good, and what is counted then, does not depend on shares.
    bool check(std::size_t shares) {
        std::vector<std::uint32_t> rows(shares * (sectors + 1), 7);
        const flatline::engine::level::Elements all = elements(rows, shares);
        bool good = true;
        for (std::size_t i = shares; i-- > 0;)
            good = flatline::engine::level::all_good(all, i) && good;
        if (!good) return false;
        std::vector<std::uint32_t> expected(sectors + 1);
        flatline::engine::level::count_sector_lines(
            {lines.data(), lines.size()}, {sides.data(), sides.size()}, sectors, expected.data());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i >= expected.size()) rows[i % expected.size()] += rows[i];
        }
        rows.resize(expected.size());
        EXPECT_EQ(rows, expected);
        return true;
    }
    bool resolve(bool repair) {
        flatline::engine::detail::FindingEdit::clear(findings);
        const bool all_good = check(1);
        for (const std::size_t shares : {2, 3}) EXPECT_EQ(check(shares), all_good);
        std::vector<std::uint32_t> rows(sectors + 1, 7);
        const bool good = flatline::engine::level::resolve(
            elements(rows, 1),
            repair ? flatline::engine::Repair::repair : flatline::engine::Repair::refuse, findings);
        EXPECT_EQ(all_good, findings.kept().empty() && good);
        if (good) {
            std::vector<std::uint32_t> expected(sectors + 1);
            flatline::engine::level::count_sector_lines({lines.data(), lines.size()},
                                                        {sides.data(), sides.size()}, sectors,
                                                        expected.data());
            EXPECT_EQ(rows, expected);
        }
        return good;
    }
    // The findings as "rule element index field a/b", a '+' where repaired, ';' between them.
    std::string story() const {
        std::string all;
        for (const Finding& f : findings.kept()) {
            EXPECT_EQ(f.offset, FLATLINE_NO_OFFSET);
            EXPECT_EQ(f.length, 0u);
            EXPECT_EQ(f.lump, static_cast<std::uint8_t>(flatline::engine::Lump::textmap));
            EXPECT_EQ(f.severity == 1, f.repaired == 1);
            if (!all.empty()) all += "; ";
            all += std::string(load_text::rule_id(f)) + " " +
                   std::string(flatline::engine::element_name(f.element)) + " " +
                   std::to_string(f.index) + " " +
                   std::string(flatline::engine::field_name(f.field)) + " " + std::to_string(f.a) +
                   "/" + std::to_string(f.b) + (f.repaired != 0 ? "+" : "");
        }
        return all;
    }
};

TEST(Resolve, NothingIsFine) {
    Case c;
    c.sides.clear();
    c.vertices = c.sectors = 0;
    EXPECT_TRUE(c.resolve(false));
    EXPECT_TRUE(c.resolve(true));
    EXPECT_EQ(c.story(), "");
}

TEST(Resolve, TheLastIndexIsFineAndNoBackIsNone) {
    Case c;
    c.line(0, 3, 2, 2);
    c.line(3, 3, 0, kNone);
    c.sides[2].sector = 1;
    EXPECT_TRUE(c.resolve(false));
    EXPECT_EQ(c.story(), "");
}

TEST(Resolve, OneBeyondIsBad) {
    Case c;
    c.line(4, 0, 0, kNone);
    c.line(0, 4, 0, kNone);
    c.line(0, 1, 3, kNone);
    c.line(0, 1, 0, 3);
    c.sides[1].sector = 2;
    EXPECT_FALSE(c.resolve(false));
    EXPECT_EQ(c.story(),
              "line-vertex-range linedef 0 v1 4/4; line-vertex-range linedef 1 v2 4/4; "
              "line-side-range linedef 2 sidefront 3/3; line-side-range linedef 3 sideback 3/3; "
              "side-sector-range sidedef 1 sector 2/2");
    EXPECT_EQ(c.lines[0].v1, 4u) << "nothing is touched";
}

TEST(Resolve, OneBadIndexOfTheMapIsEnough) {
    for (int which = 0; which < 4; ++which) {
        Case c;
        c.line(which == 0 ? 4 : 0, which == 1 ? 4 : 1, which == 2 ? 3 : 0, which == 3 ? 3 : 1);
        EXPECT_FALSE(c.resolve(false)) << which;
        EXPECT_EQ(c.findings.kept().size(), 1u) << which;
    }
}

TEST(Resolve, EveryBadIndexOfALineIsListed) {
    Case c;
    c.line(9, 8, 7, 6);
    EXPECT_FALSE(c.resolve(false));
    EXPECT_EQ(c.story(),
              "line-vertex-range linedef 0 v1 9/4; line-vertex-range linedef 0 v2 8/4; "
              "line-side-range linedef 0 sidefront 7/3; line-side-range linedef 0 sideback 6/3");
}

TEST(Resolve, NegativeOnes) {
    Case c;
    c.line(kNone, 0, kNone, kNone);
    c.line(0, 0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFEu);
    c.sides[0].sector = kNone;
    EXPECT_FALSE(c.resolve(false));
    EXPECT_EQ(c.story(),
              "line-vertex-range linedef 0 v1 -1/4; line-no-sides linedef 0 sidefront -1/3; "
              "line-vertex-range linedef 1 v2 -2147483648/4; "
              "line-side-range linedef 1 sidefront -2/3; line-side-range linedef 1 sideback -2/3; "
              "side-sector-range sidedef 0 sector -1/2");
}

TEST(Resolve, RepairPutsZeroOrNone) {
    Case c;
    c.line(9, 8, 7, 6);
    c.line(1, 2, kNone, 0xFFFFFFFEu);
    c.line(3, 3, 2, 1);
    c.sides[1].sector = 5;
    c.sides[2].sector = 1;
    EXPECT_TRUE(c.resolve(true));
    EXPECT_EQ(c.story(),
              "line-vertex-range linedef 0 v1 9/4+; line-vertex-range linedef 0 v2 8/4+; "
              "line-side-range linedef 0 sidefront 7/3+; line-side-range linedef 0 sideback 6/3+; "
              "line-missing-front linedef 1 sidefront -1/3+; "
              "line-side-range linedef 1 sideback -2/3+; "
              "side-sector-range sidedef 1 sector 5/2+");
    EXPECT_EQ(c.lines[0].v1, 0u);
    EXPECT_EQ(c.lines[0].v2, 0u);
    EXPECT_EQ(c.lines[0].sidefront, 0u);
    EXPECT_EQ(c.lines[0].sideback, kNone);
    EXPECT_EQ(c.lines[1].v1, 1u);
    EXPECT_EQ(c.lines[1].sidefront, 0u);
    EXPECT_EQ(c.lines[1].sideback, kNone);
    EXPECT_EQ(c.lines[2].sideback, 1u);
    EXPECT_EQ(c.sides[1].sector, 0u);
    EXPECT_EQ(c.sides[2].sector, 1u);
    EXPECT_TRUE(c.resolve(false)) << "what is repaired is good";
}

TEST(Resolve, WithoutAnElementZeroThereIsNoRepair) {
    Case c;
    c.sides.clear();
    c.vertices = c.sectors = 0;
    c.line(0, 1, 2, 3);
    EXPECT_FALSE(c.resolve(true));
    EXPECT_EQ(c.story(),
              "line-vertex-range linedef 0 v1 0/0; line-vertex-range linedef 0 v2 1/0; "
              "line-side-range linedef 0 sidefront 2/0; line-side-range linedef 0 sideback 3/0+");
    Case sides;
    sides.sectors = 0;
    EXPECT_FALSE(sides.resolve(true));
    EXPECT_EQ(sides.findings.errors(), 3u);
}

// "rule severity+", a line each, of a text that is repaired.
std::string repaired(const std::string& text) {
    flatline::engine::LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        load_text::load(text, options);
    std::string story;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        if (f.element == FLATLINE_MAP) continue;
        story += std::string(load_text::rule_id(f)) + " " + std::to_string(f.index) +
                 (f.repaired != 0  ? "+"
                  : f.refuses != 0 ? "!"
                                   : "") +
                 "\n";
        EXPECT_NE(f.offset, FLATLINE_NO_OFFSET) << "a refused map tells its places";
    }
    return story;
}

TEST(Resolve, AMissingIndexIsReportedOnce) {
    EXPECT_EQ(repaired("vertex{x=0;y=0;}linedef{v1=0;v2=0;}"), "line-no-sides 0!\n");
    EXPECT_EQ(repaired("vertex{x=0;y=0;}linedef{v1=0;v2=0;sideback=-1;}"), "line-no-sides 0!\n");
    EXPECT_EQ(repaired("vertex{x=0;y=0;}linedef{v1=0;v2=0;sideback=0;}"),
              "line-missing-front 0!\nline-side-range 0+\n");
    EXPECT_EQ(repaired("linedef{v2=0;sidefront=0;}sidedef{}"),
              "line-missing-field 0!\nline-vertex-range 0!\nside-missing-field 0!\n");
}

TEST(Resolve, AMissingIndexIsElementZero) {
    flatline::engine::LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    const std::string text =
        "linedef{}vertex{x=1;y=2;}sidedef{}sector{texturefloor=\"A\";textureceiling=\"A\";}";
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        load_text::load(text, options);
    ASSERT_TRUE(result) << load_text::story(result, text);
    EXPECT_EQ(result.value.linedefs()[0].v1, 0u);
    EXPECT_EQ(result.value.linedefs()[0].v2, 0u);
    EXPECT_EQ(result.value.linedefs()[0].sidefront, 0u);
    EXPECT_EQ(result.value.sidedefs()[0].sector, 0u);
    for (const char* rule : {"line-missing-field", "line-no-sides", "side-missing-field"}) {
        const flatline::engine::Finding* finding = load_text::find(result, rule);
        ASSERT_NE(finding, nullptr) << rule;
        EXPECT_EQ(finding->repaired, 1) << rule;
        EXPECT_EQ(finding->severity,
                  static_cast<std::uint8_t>(flatline::engine::Severity::warning));
    }
}

TEST(Resolve, ALineWithoutAnySideHasARuleOfItsOwn) {
    Case c;
    c.line(0, 1, kNone, kNone);
    c.line(0, 1, kNone, 1);
    EXPECT_FALSE(c.resolve(false));
    EXPECT_EQ(c.story(),
              "line-no-sides linedef 0 sidefront -1/3; "
              "line-missing-front linedef 1 sidefront -1/3");
    EXPECT_TRUE(c.resolve(true));
    EXPECT_EQ(c.lines[0].sidefront, 0u);
}

}  // namespace resolve_test
