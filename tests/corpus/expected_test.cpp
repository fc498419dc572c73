// Every map of the open corpus: its status and its findings of severity error are those of
// expected.tsv, where each error on a map has the fact that makes it one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include "corpus/tool_findings.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"

namespace corpus_expected_test {

using tool_findings::Place;

struct Expected {
    std::string status;
    std::string errors;  // "rule=count rule=count" by name, "" for none
    std::string fact;    // why the errors are right; "" exactly if there are none

    bool operator==(const Expected& other) const {
        return status == other.status && errors == other.errors;
    }
};

std::map<Place, Expected> read_table() {
    std::istringstream table(corpus::read_file(paths::source() + "/tests/corpus/expected.tsv"));
    std::map<Place, Expected> rows;
    std::string line;
    while (std::getline(table, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == '\t') {
                cells.emplace_back();
            } else {
                cells.back() += c;
            }
        }
        EXPECT_EQ(cells.size(), 5u) << line;
        cells.resize(5);
        const bool is_new =
            rows.emplace(Place{cells[0], cells[1]}, Expected{cells[2], cells[3], cells[4]}).second;
        EXPECT_TRUE(is_new) << "twice: " << line;
    }
    return rows;
}

Expected outcome(const tool_findings::Checked& checked) {
    std::map<std::string, int> errors;
    for (const nlohmann::json& finding : checked.findings) {
        if (finding["severity"] == "error") ++errors[finding["rule"]];
    }
    Expected found{checked.status, "", ""};
    for (const auto& [rule, count] : errors) {
        found.errors += (found.errors.empty() ? "" : " ") + rule + "=" + std::to_string(count);
    }
    return found;
}

TEST(CorpusExpected, ARowWithErrorsHasItsFact) {
    const auto rows = read_table();
    EXPECT_GT(rows.size(), 200u);
    for (const auto& [place, row] : rows) {
        EXPECT_EQ(row.errors.empty(), row.fact.empty()) << place.first << " " << place.second;
    }
}

TEST(CorpusExpected, EveryMapHasTheErrorsOfItsRow) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const auto rows = read_table();
    const auto checked = tool_findings::check(corpus::files());
    for (const auto& [place, of_place] : checked) {
        const Expected found = outcome(of_place);
        const std::string line =
            place.first + "\t" + place.second + "\t" + found.status + "\t" + found.errors;
        const auto row = rows.find(place);
        if (row == rows.end()) {
            ADD_FAILURE() << "not in expected.tsv: " << line;
        } else {
            EXPECT_EQ(row->second, found) << "expected.tsv has: " << row->second.status << "\t"
                                          << row->second.errors << "\nnow: " << line;
        }
    }
    for (const auto& [place, row] : rows) {
        EXPECT_EQ(checked.count(place), 1u)
            << "no such map: " << place.first << " " << place.second;
    }
}

// A map with 877 findings, 705 of one rule: text tells the first ones of each.
TEST(CorpusExpected, AMapOfManyFindingsFitsAScreen) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const std::string path = (corpus::folder() / "udmf-odd/DRRP-Team__DRRP/MAP0@caf85dac.wad");
    const auto lines = [&](const std::vector<std::string>& options) {
        std::vector<std::string> arguments = {"check", path};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const std::string out = flatline::engine::tool_test::run_tool(arguments).out;
        return std::count(out.begin(), out.end(), '\n');
    };
    EXPECT_LE(lines({}), 30);
    EXPECT_GT(lines({"--all", "--notes"}), 705);
}

}  // namespace corpus_expected_test
