#include "base/progress.hpp"

#include <algorithm>

namespace flatline::engine {

Progress::Progress(const ProgressHooks& hooks, std::uint64_t total) noexcept
    : hooks_(hooks), total_(total) {
    if (!wanted()) return;
    owner_ = std::this_thread::get_id();
    next_ = Clock::now() + std::chrono::milliseconds(hooks_.interval_ms);
}

bool Progress::add(std::uint64_t bytes) noexcept {
    const std::uint64_t done = done_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (!wanted() || cancelled()) return !cancelled();
    if (std::this_thread::get_id() != owner_) return true;
    const Clock::time_point now = Clock::now();
    if (now < next_) return true;
    next_ = now + std::chrono::milliseconds(hooks_.interval_ms);
    // The number that the host gets never falls, even if a text is read twice.
    reported_ = std::max(reported_, std::min(done, total_));
    if (hooks_.report(hooks_.context, reported_, total_)) return true;
    cancelled_.store(true, std::memory_order_relaxed);
    return false;
}

bool Progress::finish() noexcept {
    if (!wanted()) return true;
    done_.store(total_, std::memory_order_relaxed);
    return add(0);
}

}  // namespace flatline::engine
