// main() of every flatline_tests_<room>: GoogleTest's, and a line for each test that is skipped and
// one for all. tests/summary.py adds them up over the rooms.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "support/paths.hpp"

namespace room_main {

// What ctest shows as Skipped (SKIP_RETURN_CODE): no test has said anything of the code.
constexpr int kSkipped = 77;

std::string reason_of(const testing::TestResult& result) {
    for (int i = 0; i < result.total_part_count(); ++i) {
        const testing::TestPartResult& part = result.GetTestPartResult(i);
        if (part.skipped()) return part.message();
    }
    return "";
}

class Skips : public testing::EmptyTestEventListener {
public:
    void OnTestStart(const testing::TestInfo&) override { paths::take_missed_corpus(); }
    void OnTestEnd(const testing::TestInfo& test) override {
        const testing::TestResult& result = *test.result();
        if (paths::take_missed_corpus() && result.Passed()) {
            ADD_FAILURE() << "passes without the corpus that it asks for; it should be skipped";
        }
        if (!result.Skipped()) return;
        std::printf("skipped: %s.%s: %s\n", test.test_suite_name(), test.name(),
                    reason_of(result).c_str());
    }
    void OnTestProgramEnd(const testing::UnitTest& all) override {
        if (all.test_to_run_count() == 0) return;
        std::printf("%d passed, %d failed, %d skipped\n", all.successful_test_count(),
                    all.failed_test_count(), all.skipped_test_count());
    }
};

}  // namespace room_main

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::UnitTest& all = *testing::UnitTest::GetInstance();
    all.listeners().Append(new room_main::Skips);
    const int status = RUN_ALL_TESTS();
    const bool told = all.successful_test_count() != 0 || all.skipped_test_count() == 0;
    return status != 0 || told ? status : room_main::kSkipped;
}
