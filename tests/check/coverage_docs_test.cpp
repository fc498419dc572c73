// docs/checker-coverage.md against the table of rules: every result of the editors has a row, with
// rules that there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "model/check.hpp"
#include "support/paths.hpp"

namespace check_coverage_docs_test {

std::vector<std::string> cells_of(const std::string& row) {
    std::vector<std::string> cells;
    for (std::size_t from = 2; from < row.size();) {
        const std::size_t to = std::min(row.find(" |", from), row.size());
        cells.push_back(row.substr(from, to - from));
        from = to + 3;
    }
    return cells;
}

// The rows of a section's table, without its head.
std::vector<std::vector<std::string>> rows_of(const std::string& heading) {
    std::ifstream file(paths::source() + "/docs/checker-coverage.md");
    std::vector<std::vector<std::string>> rows;
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("## ", 0) == 0) inside = line.find(heading) != std::string::npos;
        if (inside && line.rfind("| ", 0) == 0) rows.push_back(cells_of(line));
    }
    if (!rows.empty()) rows.erase(rows.begin());
    return rows;
}

void expect_rules(const std::string& heading, std::size_t count) {
    const auto rows = rows_of(heading);
    EXPECT_EQ(rows.size(), count) << heading;
    std::set<std::string> results;
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 4u) << row[0];
        EXPECT_TRUE(results.insert(row[0]).second) << row[0] << " is there twice";
        std::size_t rules = 0;
        for (std::size_t at = 0; (at = row[1].find('`', at)) != std::string::npos; ++rules) {
            const std::size_t end = row[1].find('`', at + 1);
            const std::string id = row[1].substr(at + 1, end - at - 1);
            EXPECT_NE(flatline::engine::find_rule(id), flatline::engine::Rule::count_) << id;
            at = end + 1;
        }
        EXPECT_EQ(rules == 0, row[2] == "no") << row[0];
        // What is not wholly there says what is missing.
        EXPECT_TRUE(row[2].rfind("yes", 0) == 0 || !row[3].empty()) << row[0];
    }
}

TEST(CheckCoverageDocs, EveryResultHasItsRules) {
    expect_rules("UltimateDoomBuilder", 33);
    expect_rules("SLADE", 15);
}

TEST(CheckCoverageDocs, ThirtyFindingsWereRead) {
    const auto rows = rows_of("Thirty findings");
    EXPECT_EQ(rows.size(), 30u);
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 5u);
        const std::string id = row[2].substr(1, row[2].find('`', 1) - 1);
        EXPECT_NE(flatline::engine::find_rule(id), flatline::engine::Rule::count_) << id;
    }
}

}  // namespace check_coverage_docs_test
