#include "base/jobs.hpp"

#include <algorithm>

namespace flatline {

Jobs::Jobs(const JobHooks& hooks, std::size_t threads) noexcept
    : hooks_(hooks), threads_(std::clamp(threads, std::size_t{1}, kMost)) {
    if (hooks_.run != nullptr) return;
    const auto help = [](void* self) noexcept { static_cast<Jobs*>(self)->help(); };
    // With fewer, or none, where the system has no more.
    while (started_ + 1 < threads_ && helpers_[started_].start(help, this)) ++started_;
}

Jobs::~Jobs() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    work_.notify_all();
    for (std::size_t i = 0; i < started_; ++i) helpers_[i].join();
}

// Does one job, with the lock given up meanwhile; false where there is none.
bool Jobs::take(std::unique_lock<std::mutex>& lock) noexcept {
    if (next_ == count_) return false;
    const std::size_t i = next_++;
    ++running_;
    lock.unlock();
    job_(context_, i);
    lock.lock();
    if (--running_ == 0 && next_ == count_) done_.notify_one();
    return true;
}

void Jobs::help() noexcept {
    std::unique_lock lock(mutex_);
    while (!ends_) {
        if (!take(lock)) work_.wait(lock);
    }
}

void Jobs::run(std::size_t count, void (*job)(void* context, std::size_t i),
               void* context) noexcept {
    if (count == 0) return;
    const bool is_hosts = hooks_.run != nullptr && threads_ > 1;
    if (!is_hosts && started_ == 0) {
        for (std::size_t i = 0; i < count; ++i) job(context, i);
        return;
    }
    std::unique_lock lock(mutex_);
    job_ = job;
    context_ = context;
    next_ = 0;
    count_ = count;
    if (is_hosts) {
        // Whatever number the host calls with, the next job that nobody has taken is done: twice
        // is then once, and what it leaves out is done below.
        const auto once = [](void* self, std::size_t) {
            auto& jobs = *static_cast<Jobs*>(self);
            std::unique_lock own(jobs.mutex_);
            jobs.take(own);
        };
        lock.unlock();
        hooks_.run(hooks_.context, count, once, this);
        lock.lock();
    } else {
        work_.notify_all();
    }
    while (take(lock)) {
    }
    done_.wait(lock, [this] { return running_ == 0; });
}

}  // namespace flatline
