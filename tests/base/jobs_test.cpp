#include "base/jobs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

#include "support/host_pool.hpp"
#include "support/needs.hpp"

namespace {

using flatline::engine::Jobs;
using host_pool::Pool;
using host_pool::Way;

// Each job once, and all of them done when run returns.
void expect_all(Jobs& jobs, std::size_t count) {
    std::vector<std::atomic<int>> done(count);
    jobs.run(count, [&](std::size_t i) { ++done[i]; });
    for (const std::atomic<int>& times : done) EXPECT_EQ(times, 1);
}

TEST(Jobs, EachOnceOnThreadsOfItsOwn) {
    for (const std::size_t threads : {0, 1, 2, 3, 8, 64, 1000}) {
        Jobs jobs({}, threads);
        EXPECT_GE(jobs.threads(), 1u);
        EXPECT_LE(jobs.threads(), Jobs::kMost);
        for (const std::size_t count : {0, 1, 2, 7, 300}) expect_all(jobs, count);
    }
}

TEST(Jobs, ManyRunsOneAfterAnother) {
    Jobs jobs({}, 4);
    std::size_t sum = 0;
    std::vector<std::size_t> parts(16);
    for (std::size_t run = 0; run < 2000; ++run) {
        // What a run has written the next one reads, on whatever thread.
        jobs.run(parts.size(), [&](std::size_t i) { parts[i] += i; });
        sum += 16 * 15 / 2;
    }
    std::size_t met = 0;
    for (const std::size_t part : parts) met += part;
    EXPECT_EQ(met, sum);
}

TEST(Jobs, TheCallerWaitsForTheLastOfAll) {
    Jobs jobs({}, 2);
    if (jobs.threads() < 2) GTEST_SKIP() << needs::other("a second thread");
    const auto caller = std::this_thread::get_id();
    for (int round = 0; round < 5; ++round) {
        std::atomic<int> begun{0};
        std::atomic<int> ended{0};
        jobs.run(2, [&](std::size_t) {
            ++begun;
            while (begun < 2) std::this_thread::yield();
            if (std::this_thread::get_id() != caller) {
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
            ++ended;
        });
        EXPECT_EQ(ended, 2);
    }
}

// Fails by not ending, under a thread sanitizer by a race.
TEST(Jobs, EndWithoutWork) {
    for (int i = 0; i < 100; ++i) Jobs({}, 3);
}

TEST(Jobs, TheCallerDoesWhatComesBehindTheLastRun) {
    for (const std::size_t threads : {1, 2, 5}) {
        Jobs jobs({}, threads);
        expect_all(jobs, 3);
        jobs.end_with_next();
        expect_all(jobs, 30);
        const auto caller = std::this_thread::get_id();
        jobs.run(10, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
        expect_all(jobs, 7);
    }
}

TEST(Jobs, ThreadsThatSleepAreWoken) {
    Jobs jobs({}, 2);
    for (int round = 0; round < 3; ++round) {
        // Far longer than anyone looks for work.
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        expect_all(jobs, 3);
    }
}

TEST(Jobs, PoolsOfAHost) {
    for (const Way way :
         {Way::in_order, Way::backwards, Way::one_thread_each, Way::another_thread}) {
        Pool pool(way);
        Jobs jobs(pool.hooks(), 4);
        for (const std::size_t count : {0, 1, 2, 30}) expect_all(jobs, count);
        EXPECT_EQ(pool.runs(), 3);  // nothing is no run
        // One thread needs no pool.
        Jobs alone(pool.hooks(), 1);
        expect_all(alone, 5);
        EXPECT_EQ(pool.runs(), 3);  // nothing is no run
    }
}

TEST(Jobs, PoolsThatRunJobsTwiceNeverOrLate) {
    using host_pool::Fault;
    for (const Fault fault : {Fault::twice, Fault::never, Fault::some, Fault::late}) {
        Pool pool(fault);
        Jobs jobs(pool.hooks(), 4);
        for (int round = 0; round < 20; ++round) {
            for (const std::size_t count : {1, 2, 7, 30}) expect_all(jobs, count);
            pool.join();  // the stacks of all rounds are more than 32 bits have room for
        }
    }
}

}  // namespace
