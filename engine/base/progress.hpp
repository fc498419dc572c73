// The progress of a load: adds up what its threads have read, reports it to the host and returns
// the host's answer.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "model/progress.hpp"

namespace flatline::engine {

class Progress {
public:
    /// Bytes of text between two looks at the clock, which makes a few thousand looks a second.
    static constexpr std::uint64_t kSlice = 256u << 10;

    /// For a text of `total` bytes that the calling thread loads.
    Progress(const ProgressHooks& hooks, std::uint64_t total) noexcept;

    /// False without a callback; then nothing below needs to be called.
    bool wanted() const noexcept { return hooks_.report != nullptr; }
    /// Counts `bytes` more as read. Any thread may call it; only the loading thread
    /// reports to the host, when it is time. False if the load is to end.
    [[nodiscard]] bool add(std::uint64_t bytes) noexcept;
    /// Reports to the host that the text is read to its end. False if the load is to end.
    [[nodiscard]] bool finish() noexcept;
    /// The text is read again from its first byte.
    void restart() noexcept { done_.store(0, std::memory_order_relaxed); }
    bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

private:
    using Clock = std::chrono::steady_clock;

    ProgressHooks hooks_;
    std::uint64_t total_;
    std::thread::id owner_;
    Clock::time_point next_;
    std::uint64_t reported_ = 0;
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> cancelled_{false};
};

}  // namespace flatline::engine
