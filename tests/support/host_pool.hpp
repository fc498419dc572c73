// Thread pools of a host for LoadOptions::jobs, which record their calls.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "model/jobs.hpp"

namespace host_pool {

/// The orders and places in which jobs may run.
enum class Way { in_order, backwards, one_thread_each, another_thread };
/// What a pool may not do, and what costs nothing all the same: jobs called twice, never, only some
/// of them, and on threads that go on when run has returned.
enum class Fault { twice, never, some, late };

class Pool {
public:
    explicit Pool(Way way) : way_(way) {}
    explicit Pool(Fault fault) : way_(Way::in_order), is_faulty_(true), fault_(fault) {}
    ~Pool() { join(); }
    /// Waits for threads that run late. Before what they work for ends.
    void join() {
        for (std::thread& thread : late_) thread.join();
        late_.clear();
    }
    flatline::engine::JobHooks hooks() { return {run, this}; }
    /// How often a load asked for help: a text that is read in parts is counted, read and joined,
    /// and two stages behind it are in two parts each.
    int runs() const { return runs_; }

private:
    using Job = void (*)(void* context, std::size_t i);

    static void run(void* context, std::size_t count, Job job, void* job_context) {
        auto& pool = *static_cast<Pool*>(context);
        ++pool.runs_;
        if (pool.is_faulty_) return pool.run_badly(count, job, job_context);
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

    void run_badly(std::size_t count, Job job, void* job_context) {
        switch (fault_) {
            case Fault::twice:
                for (std::size_t i = 0; i < 2 * count; ++i) job(job_context, i / 2);
                break;
            case Fault::never:
                break;
            case Fault::some:
                for (std::size_t i = 0; i < count; i += 2) job(job_context, i);
                break;
            case Fault::late:
                for (std::size_t i = 0; i < count; ++i) late_.emplace_back(job, job_context, i);
                break;
        }
    }

    Way way_;
    bool is_faulty_ = false;
    Fault fault_ = Fault::never;
    std::vector<std::thread> late_;
    std::atomic<int> runs_{0};
};

}  // namespace host_pool
