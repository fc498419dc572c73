// Pools of a host for LoadOptions::jobs, and what they have seen.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "flatline/jobs.hpp"

namespace host_pool {

/// The orders and places in which jobs may run.
enum class Way { in_order, backwards, one_thread_each, another_thread };

class Pool {
public:
    explicit Pool(Way way) : way_(way) {}
    flatline::JobHooks hooks() { return {run, this}; }
    /// How often a load asked for help: a text that is read in parts is counted, read and joined,
    /// and two stages behind it are in two parts each.
    int runs() const { return runs_; }

private:
    using Job = void (*)(void* context, std::size_t i);

    static void run(void* context, std::size_t count, Job job, void* job_context) {
        auto& pool = *static_cast<Pool*>(context);
        ++pool.runs_;
        std::vector<std::thread> threads;
        switch (pool.way_) {
            case Way::in_order:
                for (std::size_t i = 0; i < count; ++i) job(job_context, i);
                break;
            case Way::backwards:
                for (std::size_t i = count; i-- > 0;) job(job_context, i);
                break;
            case Way::one_thread_each:
                for (std::size_t i = 0; i < count; ++i) threads.emplace_back(job, job_context, i);
                break;
            case Way::another_thread:
                threads.emplace_back([=] {
                    for (std::size_t i = 0; i < count; ++i) job(job_context, i);
                });
                break;
        }
        for (std::thread& thread : threads) thread.join();
    }

    Way way_;
    std::atomic<int> runs_{0};
};

}  // namespace host_pool
