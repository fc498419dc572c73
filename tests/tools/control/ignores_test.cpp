// The rows [[ignore]]: what patterns fit, and how much work many rows and many findings are.
#include "control/ignores.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ignores_test {

using namespace flatline::engine;
using namespace flatline::engine::tool;

// By trying everything.
bool slow_fits(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*') {
        for (std::size_t i = 0; i <= name.size(); ++i) {
            if (slow_fits(pattern.substr(1), name.substr(i))) return true;
        }
        return false;
    }
    return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
           slow_fits(pattern.substr(1), name.substr(1));
}

bool slow_fits_path(std::string_view pattern, std::string_view path) {
    if (slow_fits(pattern, path)) return true;
    const std::size_t slash = path.find('/');
    return slash != path.npos && slow_fits_path(pattern, path.substr(slash + 1));
}

/// All texts of up to `most` of these letters.
std::vector<std::string> texts(std::string_view letters, std::size_t most) {
    std::vector<std::string> all = {""};
    for (std::size_t from = 0, length = 0; length < most; ++length) {
        const std::size_t to = all.size();
        for (; from < to; ++from) {
            for (const char letter : letters) all.push_back(all[from] + letter);
        }
    }
    return all;
}

TEST(Patterns, FitWhatTryingEverythingSays) {
    const std::vector<std::string> patterns = texts("ab/*?", 4);
    const std::vector<std::string> names = texts("ab/", 5);
    PatternSet whole(PatternSet::Of::names);
    PatternSet paths(PatternSet::Of::paths);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        ASSERT_EQ(whole.add(patterns[i]), i);
        ASSERT_EQ(paths.add(patterns[i]), i);
    }
    for (const std::string& name : names) {
        EXPECT_TRUE(whole.look_at(name));
        EXPECT_FALSE(whole.look_at(name));
        paths.look_at(name);
        for (std::uint32_t i = 0; i < patterns.size(); ++i) {
            ASSERT_EQ(whole.fits(i), slow_fits(patterns[i], name)) << patterns[i] << " " << name;
            ASSERT_EQ(paths.fits(i), slow_fits_path(patterns[i], name)) << patterns[i] << name;
        }
    }
}

// A word holds 64 places of a pattern.
TEST(Patterns, OfEveryLength) {
    for (std::size_t length = 50; length < 200; ++length) {
        const std::string text(length, 'x');
        PatternSet set(PatternSet::Of::names);
        const std::uint32_t open = set.add("*" + text + "?");
        const std::uint32_t all = set.add(text + "*");
        const std::uint32_t middle = set.add(text.substr(1) + "*y");
        for (const std::string& name : {text, text + "y", "a" + text + "y", text.substr(1)}) {
            set.look_at(name);
            EXPECT_EQ(set.fits(open), name.size() > length) << name;
            EXPECT_EQ(set.fits(all), name.substr(0, length) == text) << name;
            EXPECT_EQ(set.fits(middle), name == text + "y") << name;
        }
    }
}

TEST(Patterns, CaseAndEqualOnes) {
    PatternSet set(PatternSet::Of::paths);
    EXPECT_EQ(set.add("Maps/*.WAD"), set.add("maps/*.wad"));
    const std::uint32_t plain = set.add("a.WAD");
    set.look_at("x/Maps/A.wad");
    EXPECT_TRUE(set.fits(0));
    EXPECT_TRUE(set.fits(plain));
    EXPECT_TRUE(set.look_at("x/Maps/B.wad"));
    EXPECT_FALSE(set.fits(plain));
    EXPECT_EQ(set.add("b.wad"), 2u);
    EXPECT_TRUE(set.look_at("x/Maps/B.wad")) << "there is one more";
    EXPECT_TRUE(set.fits(2));
}

ReportedFinding finding_at(std::uint32_t index, const std::string& file) {
    ReportedFinding finding;
    finding.rule = Rule::vertex_unused;
    finding.file = file;
    finding.map = "MAP01";
    finding.element = FLATLINE_VERTEX;
    finding.index = index;
    finding.fingerprint = std::string(32, static_cast<char>('a' + index % 6));
    return finding;
}

/// The work for so many findings of one file with 15,000 rows, none of which applies.
std::uint64_t work(const Ignore& row, bool each_other, std::uint32_t findings) {
    std::vector<Ignore> rows(15'000, row);
    for (std::size_t i = 0; each_other && i < rows.size(); ++i) {
        rows[i].file += std::to_string(i);
        rows[i].map += std::to_string(i);
    }
    Ignores ignores(rows);
    std::string file = "a";
    for (int i = 0; i < 50; ++i) file += "/aaaa";
    for (std::uint32_t i = 0; i < findings; ++i) {
        EXPECT_FALSE(ignores.has(finding_at(i, file)));
    }
    return ignores.steps();
}

TEST(Ignores, WorkIsLinearInRowsAndFindings) {
    std::vector<Ignore> rows(6);
    rows[0].file = "*a*a*a*a*a*a*b";
    rows[1].map = "*M*A*P*2";
    rows[2].file = "b/b/b";
    rows[3].rules = {Rule::vertex_unused};
    rows[3].map = "MAP0?x";
    rows[4].element = FLATLINE_VERTEX;
    rows[4].index = 1'000'000;
    rows[5].fingerprint = std::string(32, 'f') + "x";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        SCOPED_TRACE(i);
        for (const bool each_other : {false, true}) {
            if (each_other && i > 3) continue;  // they have no patterns that could be others
            const std::uint64_t one = work(rows[i], each_other, 1);
            const std::uint64_t many = work(rows[i], each_other, 900);
            // 15,000 rows, patterns of 20 bytes, a name of 250.
            EXPECT_LT(one, 15'000u * 600);
            EXPECT_LE(many - one, 900u * 4) << "more findings of the file are a look each";
        }
    }
}

TEST(Ignores, EveryPartOfARowMustApply) {
    Ignore row;
    row.rules = {Rule::line_cross, Rule::vertex_unused};
    row.map = "map0?";
    row.file = "b*.wad";
    row.element = FLATLINE_VERTEX;
    row.index = 3;
    row.fingerprint = finding_at(3, "").fingerprint;
    const ReportedFinding good = finding_at(3, "a/b1.WAD");
    EXPECT_TRUE(Ignores({row}).has(good));
    const auto is_ignored = [&](auto change) {
        ReportedFinding other = good;
        change(other);
        // After one that is ignored, and before.
        Ignores ignores({row});
        EXPECT_TRUE(ignores.has(good));
        const bool ignored = ignores.has(other);
        EXPECT_TRUE(ignores.has(good));
        return ignored;
    };
    EXPECT_FALSE(is_ignored([](ReportedFinding& f) { f.rule = Rule::line_overlap; }));
    EXPECT_FALSE(is_ignored([](ReportedFinding& f) { f.map = "MAP10"; }));
    EXPECT_FALSE(is_ignored([](ReportedFinding& f) { f.map = ""; }));
    EXPECT_FALSE(is_ignored([](ReportedFinding& f) { f.file = "a/c1.wad"; }));
    EXPECT_FALSE(is_ignored([](ReportedFinding& f) { f.element = FLATLINE_SECTOR; }));
    EXPECT_FALSE(is_ignored([](ReportedFinding& f) { f.index = 4; }));
    EXPECT_FALSE(is_ignored([](ReportedFinding& f) { f.fingerprint = "x"; }));
    EXPECT_TRUE(is_ignored([](ReportedFinding& f) { f.rule = Rule::line_cross; }));
}

}  // namespace ignores_test
