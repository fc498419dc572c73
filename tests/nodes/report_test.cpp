#include "nodes/report.hpp"

#include <gtest/gtest.h>

namespace nodes_report_test {

using flatline::engine::Rule;
using flatline::engine::nodes::LumpPlace;
using flatline::engine::nodes::Reporter;

// The first of each rule is added. The list of those that were seen has an end: rules beyond it are
// added every time.
TEST(NodesReporter, OnceForEachRuleAndNoMoreThanItHolds) {
    flatline::engine::FindingList findings;
    Reporter reporter(findings);
    for (int turn = 0; turn < 2; ++turn) {
        for (int i = 0; i < 40; ++i) reporter.add(static_cast<Rule>(i), LumpPlace{});
    }
    EXPECT_EQ(findings.total(), 40u + 8);
}

}  // namespace nodes_report_test
