// Runs pieces of work at the same time, on a host's threads or on threads that a load starts.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "base/share.hpp"
#include "base/thread.hpp"
#include "model/jobs.hpp"

namespace flatline::engine {

/// The threads of one load. Threads that the load starts join any run() once they have started;
/// nobody waits for their start. If the system gives no thread, the caller does all the work. A
/// thread that waits for others spins for some tens of microseconds before it sleeps, if there may
/// be a processor for each thread.
class Jobs {
public:
    static constexpr std::size_t kMost = 64;  // threads

    /// For `threads` threads with the calling one: at least 1, at most kMost are used.
    Jobs(const JobHooks& hooks, std::size_t threads) noexcept;
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;
    ~Jobs();

    std::size_t threads() const noexcept { return threads_; }

    /// As JobHooks::run. One run at a time.
    void run(std::size_t count, void (*job)(void* context, std::size_t i), void* context) noexcept;
    /// The same for something that can be called with i.
    template <class Job>
    void run(std::size_t count, const Job& job) noexcept {
        const auto call = [](void* context, std::size_t i) {
            (*static_cast<const Job*>(context))(i);
        };
        run(count, call, const_cast<Job*>(&job));
    }
    /// The next run is the last one that threads of its own help with: they end after it, while
    /// the calling thread goes on. Later runs are done by that one.
    void end_with_next() noexcept { ends_with_next_ = true; }

private:
    void help() noexcept;
    bool take(std::unique_lock<std::mutex>& lock) noexcept;
    template <class Ready>
    void look(const Ready& ready) const noexcept;
    void enter(std::unique_lock<std::mutex>& lock) const noexcept;

    JobHooks hooks_;
    std::size_t threads_;
    std::size_t started_ = 0;
    bool looks_ = false;  // before it sleeps
    bool ends_with_next_ = false;

    std::mutex mutex_;  // of all below
    std::condition_variable work_;
    std::condition_variable done_;
    void (*job_)(void* context, std::size_t i) = nullptr;
    void* context_ = nullptr;
    std::size_t next_ = 0;
    std::size_t count_ = 0;
    // These two are looked at without the mutex, and what they tell then counts for nothing else.
    std::atomic<std::size_t> running_{0};  // taken and not done
    std::atomic<std::size_t> calls_{0};    // for the threads: runs, and the end
    bool ends_ = false;

    Thread helpers_[kMost - 1];
};

/// Calls work(share) for shares that are together all of `size` elements, on the threads of `jobs`;
/// null: for one share, on this thread.
template <class Work>
void in_shares(Jobs* jobs, std::size_t size, const Work& work) noexcept {
    if (jobs == nullptr || jobs->threads() == 1) {
        work(Share{0, size});
        return;
    }
    // A thread that begins late leaves some of its work to the others.
    constexpr std::size_t kSharesAThread = 4;
    const std::size_t shares = kSharesAThread * jobs->threads();
    jobs->run(shares, [&](std::size_t i) { work(share_of(size, i, shares)); });
}
/// Calls work(i) for each of `count` pieces, on the threads of `jobs`; null: on this thread.
template <class Work>
void in_pieces(Jobs* jobs, std::size_t count, const Work& work) noexcept {
    if (jobs != nullptr) {
        jobs->run(count, work);
    } else {
        for (std::size_t i = 0; i < count; ++i) work(i);
    }
}

}  // namespace flatline::engine
