#include "base/progress.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace {

using flatline::engine::Progress;

struct Host {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> calls;
    std::size_t most = SIZE_MAX;

    flatline::engine::ProgressHooks hooks(std::uint32_t interval_ms) {
        const auto report = [](void* context, std::uint64_t done, std::uint64_t total) {
            auto& host = *static_cast<Host*>(context);
            host.calls.emplace_back(done, total);
            return host.calls.size() < host.most;
        };
        return {report, this, interval_ms};
    }
};
using Calls = decltype(Host::calls);

TEST(Progress, NobodyAsks) {
    Progress progress({}, 10);
    EXPECT_FALSE(progress.wanted());
    EXPECT_TRUE(progress.add(10));
    EXPECT_TRUE(progress.finish());
}

TEST(Progress, TellsWhatIsDoneAndNeverLess) {
    Host host;
    Progress progress(host.hooks(0), 100);
    EXPECT_TRUE(progress.wanted());
    EXPECT_TRUE(progress.add(30));
    EXPECT_TRUE(progress.add(20));
    progress.restart();
    EXPECT_TRUE(progress.add(10));
    EXPECT_TRUE(progress.add(60));
    EXPECT_TRUE(progress.add(60));  // two threads that read the same
    EXPECT_TRUE(progress.finish());
    EXPECT_EQ(host.calls,
              (Calls{{30, 100}, {50, 100}, {50, 100}, {70, 100}, {100, 100}, {100, 100}}));
}

TEST(Progress, NotBeforeTheIntervalIsOver) {
    Host host;
    Progress progress(host.hooks(3'600'000), 100);
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(progress.add(1));
    EXPECT_TRUE(progress.finish());
    EXPECT_TRUE(host.calls.empty());
}

TEST(Progress, AnswerEndsTheLoadForGood) {
    Host host;
    host.most = 2;
    Progress progress(host.hooks(0), 100);
    EXPECT_TRUE(progress.add(1));
    EXPECT_FALSE(progress.cancelled());
    EXPECT_FALSE(progress.add(1));
    EXPECT_TRUE(progress.cancelled());
    EXPECT_FALSE(progress.add(1));
    EXPECT_FALSE(progress.finish());
    EXPECT_EQ(host.calls.size(), 2u);
}

TEST(Progress, OtherThreadsCountAndDoNotCall) {
    Host host;
    host.most = 1;
    Progress progress(host.hooks(0), 100);
    std::thread([&] { EXPECT_TRUE(progress.add(40)); }).join();
    EXPECT_TRUE(host.calls.empty());
    EXPECT_FALSE(progress.add(2));
    EXPECT_EQ(host.calls, (Calls{{42, 100}}));
    std::thread([&] { EXPECT_FALSE(progress.add(1)); }).join();
}

}  // namespace
