#include "nodes/report.hpp"

#include <gtest/gtest.h>

namespace nodes_report_test {

using flatline::Rule;
using flatline::nodes::Place;
using flatline::nodes::Reporter;

// The first of each rule is added. The list of those that were seen has an end: rules beyond it are
// added every time.
TEST(NodesReporter, OnceForEachRuleAndNoMoreThanItHolds) {
    flatline::FindingList findings;
    Reporter reporter(findings);
    for (int turn = 0; turn < 2; ++turn) {
        for (int i = 0; i < 40; ++i) reporter.add(static_cast<Rule>(i), Place{});
    }
    EXPECT_EQ(findings.total(), 40u + 8);
}

}  // namespace nodes_report_test
