#include "base/jobs.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/compiler.hpp"

namespace flatline::engine {
namespace {

// About as long as waking a thread takes. A thread spins at most that long before it sleeps.
constexpr std::chrono::microseconds kLook{50};
constexpr int kPausesALook = 8;  // between two looks at the clock

}  // namespace

Jobs::Jobs(const JobHooks& hooks, std::size_t threads) noexcept
    : hooks_(hooks), threads_(std::clamp(threads, std::size_t{1}, kMost)) {
    if (hooks_.run != nullptr) return;
    looks_ = threads_ <= std::thread::hardware_concurrency();
    const auto help = [](void* self) noexcept { static_cast<Jobs*>(self)->help(); };
    // With fewer, or none, where the system has no more.
    while (started_ + 1 < threads_ && helpers_[started_].start(help, this)) ++started_;
}

Jobs::~Jobs() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        calls_.fetch_add(1, std::memory_order_relaxed);
    }
    work_.notify_all();
    for (std::size_t i = 0; i < started_; ++i) helpers_[i].join();
}

// Waits a little for what another thread is about to do.
template <class Ready>
void Jobs::look(const Ready& ready) const noexcept {
    if (!looks_ || ready()) return;
    using Clock = std::chrono::steady_clock;
    for (const Clock::time_point end = Clock::now() + kLook; Clock::now() < end;) {
        for (int i = 0; i < kPausesALook; ++i) {
            if (ready()) return;
            pause();
        }
    }
}

// Locks. Nobody holds the lock for long, and who sleeps for it has to be woken.
void Jobs::enter(std::unique_lock<std::mutex>& lock) const noexcept {
    look([&] { return lock.try_lock(); });
    if (!lock.owns_lock()) lock.lock();
}

// Does one job, with the lock given up meanwhile; false if there is none.
bool Jobs::take(std::unique_lock<std::mutex>& lock) noexcept {
    if (next_ == count_) return false;
    const std::size_t i = next_++;
    running_.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    job_(context_, i);
    enter(lock);
    if (running_.fetch_sub(1, std::memory_order_relaxed) == 1 && next_ == count_) {
        done_.notify_one();
    }
    return true;
}

void Jobs::help() noexcept {
    std::unique_lock lock(mutex_, std::defer_lock);
    enter(lock);
    for (;;) {
        while (take(lock)) {
        }
        if (ends_) return;
        const std::size_t calls = calls_.load(std::memory_order_relaxed);
        const auto called = [&] { return calls_.load(std::memory_order_relaxed) != calls; };
        lock.unlock();
        look(called);
        enter(lock);
        work_.wait(lock, called);
    }
}

void Jobs::run(std::size_t count, void (*job)(void* context, std::size_t i),
               void* context) noexcept {
    if (count == 0) return;
    const bool is_hosts = hooks_.run != nullptr && threads_ > 1;
    if (!is_hosts && (started_ == 0 || ends_)) {
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
        ends_ = ends_with_next_;
        calls_.fetch_add(1, std::memory_order_relaxed);
        work_.notify_all();
    }
    while (take(lock)) {
    }
    const auto done = [this] { return running_.load(std::memory_order_relaxed) == 0; };
    lock.unlock();
    look(done);
    enter(lock);
    done_.wait(lock, done);
}

}  // namespace flatline::engine
