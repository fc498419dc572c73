// The main() of the tests in the build of tests/removal/run, which gives it one of these:
//   FLATLINE_REMOVAL_RECORD=FILE  runs each test in a process of its own and writes a line: its
//                                 name, its milliseconds of processor time, how it ended, and each
//                                 check or change that it reached with what was seen there. Tests
//                                 that take longer than FLATLINE_REMOVAL_SECONDS are ended and get
//                                 no line
//   FLATLINE_REMOVAL_PLAN=FILE    for each line (number, removal, tests with their milliseconds)
//                                 runs these tests in a process of its own, in which the check is
//                                 removed, until one notices; a line for each goes to
//                                 FLATLINE_REMOVAL_RESULTS
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace flatline_removal {
namespace {

constexpr int kMostChecks = 1 << 18;
constexpr long kMostPages = 3L << 18;  // 3 GB beyond what the process begins with

long milliseconds_used() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000L +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000L;
}

class Recorder : public testing::EmptyTestEventListener {
public:
    explicit Recorder(const char* file) : out_(file, std::ios::app), seen_(kMostChecks) {
        seen = seen_.data();
    }
    ~Recorder() override { seen = nullptr; }

    void OnTestStart(const testing::TestInfo&) override { began_ = milliseconds_used(); }
    void OnTestEnd(const testing::TestInfo& test) override {
        out_ << test.test_suite_name() << '.' << test.name() << '\t' << milliseconds_used() - began_
             << '\t'
             << (test.result()->Passed()    ? "passed"
                 : test.result()->Skipped() ? "skipped"
                                            : "failed")
             << '\t';
        for (int i = 0; i < kMostChecks; ++i) {
            if (seen_[i] != 0) out_ << i << ':' << int{seen_[i]} << ' ';
        }
        out_ << '\n' << std::flush;
    }

private:
    std::ofstream out_;
    std::vector<unsigned char> seen_;
    long began_ = 0;
};

struct Trial {
    struct Test {
        std::string name;
        long milliseconds = 0;
    };
    int number = 0;
    std::vector<Test> tests;
};

// How far a trial is, seen by both processes.
struct Shared {
    volatile std::size_t test;
};

// Ends this process where it takes more processor time from now on, or waits for ever.
void allow(long seconds) {
    rlimit limit{};
    getrlimit(RLIMIT_CPU, &limit);
    // The hard limit stays: who has lowered it may not raise it again for the next test.
    limit.rlim_cur = static_cast<rlim_t>(milliseconds_used() / 1000 + seconds);
    if (setrlimit(RLIMIT_CPU, &limit) != 0) std::perror("flatline: setrlimit");
    alarm(static_cast<unsigned>(30 + 10 * seconds));
}

int run_test(const std::string& name) {
    testing::GTEST_FLAG(filter) = name;
    return RUN_ALL_TESTS();
}

[[noreturn]] void run_trial(const Trial& trial, Shared& shared) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(2);
    if (std::getenv("FLATLINE_REMOVAL_LOUD") == nullptr) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
    }
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const rlimit file{1u << 30, 1u << 30};
    setrlimit(RLIMIT_FSIZE, &file);
    signal(SIGXCPU, SIG_DFL);
    removed = trial.number;
    for (std::size_t i = 0; i < trial.tests.size(); ++i) {
        shared.test = i;
        allow(3 + trial.tests[i].milliseconds / 100);  // a hang is noticed, too
        if (run_test(trial.tests[i].name) != 0) _exit(1);
    }
    _exit(0);
}

long pages_of(pid_t process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/statm");
    long all = 0;
    long resident = 0;
    in >> all >> resident;
    return resident;
}

// What ended the trial.
std::string outcome(int status, bool too_large) {
    if (too_large) return "memory";
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        if (signal == SIGXCPU || signal == SIGALRM || signal == SIGKILL) return "time";
        return "crash";
    }
    return WEXITSTATUS(status) == 0 ? "survived" : WEXITSTATUS(status) == 1 ? "test" : "crash";
}

void try_one(const Trial& trial, Shared& shared, std::ostream& results) {
    shared.test = 0;
    const pid_t child = fork();
    if (child == 0) run_trial(trial, shared);
    int status = 0;
    bool too_large = false;
    const long at_first = pages_of(getpid());
    for (int turn = 0; waitpid(child, &status, WNOHANG) == 0; ++turn) {
        usleep(1000);
        if (turn % 16 != 0 || pages_of(child) - at_first < kMostPages) continue;
        too_large = true;
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        break;
    }
    const std::string what = outcome(status, too_large);
    results << trial.number << '\t' << what << '\t'
            << (what == "survived" ? "" : trial.tests[shared.test].name) << '\n'
            << std::flush;
}

int run_plan(const char* plan, const char* results_file) {
    void* memory =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    auto& shared = *static_cast<Shared*>(memory);
    std::ofstream results(results_file, std::ios::app);
    std::ifstream lines(plan);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Trial trial;
        std::string how;
        words >> trial.number >> how;
        removal = how == "true"    ? Removal::kTrue
                  : how == "false" ? Removal::kFalse
                                   : Removal::kInverted;
        for (Trial::Test test; words >> test.milliseconds >> test.name;)
            trial.tests.push_back(test);
        try_one(trial, shared, results);
    }
    return 0;
}

int record(const char* file) {
    const char* const seconds = std::getenv("FLATLINE_REMOVAL_SECONDS");
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    std::remove(file);
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int k = 0; k < suite.total_test_count(); ++k) {
            const testing::TestInfo& test = *suite.GetTestInfo(k);
            const pid_t child = fork();
            if (child == 0) {
                testing::UnitTest::GetInstance()->listeners().Append(new Recorder(file));
                allow(seconds != nullptr ? std::atol(seconds) : 5);
                run_test(std::string(test.test_suite_name()) + '.' + test.name());
                _exit(0);
            }
            waitpid(child, nullptr, 0);
        }
    }
    return 0;
}

}  // namespace
}  // namespace flatline_removal

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (const char* plan = std::getenv("FLATLINE_REMOVAL_PLAN")) {
        return flatline_removal::run_plan(plan, std::getenv("FLATLINE_REMOVAL_RESULTS"));
    }
    if (const char* file = std::getenv("FLATLINE_REMOVAL_RECORD")) {
        return flatline_removal::record(file);
    }
    return RUN_ALL_TESTS();
}
