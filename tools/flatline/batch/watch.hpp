// batch/watch.hpp: the progress of the work on one file, and whether it continues.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "model/progress.hpp"

namespace flatline::engine::tool {

/// The work on one file. Loads and checks report their progress to it, and it ends them when the
/// time for the file is over or the run ends. One thread at a time; other threads read `done`.
class Watch {
public:
    using Clock = std::chrono::steady_clock;

    /// `seconds`: of --timeout. `builds_nodes`: a load spends most of its time on nodes. `stop`
    /// says that the run ends; `done` receives the finished bytes of the file's maps. Both may be
    /// null, and outlive this.
    Watch(std::optional<double> seconds, bool builds_nodes, const std::atomic<bool>* stop,
          std::atomic<std::uint64_t>* done);
    /// For a command that loads one map and shows no progress.
    explicit Watch(std::optional<double> seconds) : Watch(seconds, false, nullptr, nullptr) {}
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    /// The time begins now, and not while the file waited for its turn.
    void start();
    /// False from then on where the run ends or the time is over.
    bool goes_on();
    /// True if goes_on was false because of the time.
    bool is_over() const { return is_over_; }

    /// For the load of a map, a build of nodes in it, and the rest of the work.
    ProgressHooks of_load() { return {on_load_progress, this, kInterval}; }
    ProgressHooks of_build() { return {on_build_progress, this, kInterval}; }
    ProgressHooks of_rest() { return {on_other_progress, this, kInterval}; }
    /// The map is loaded; the next begins where it ends.
    void map_done();

private:
    static constexpr std::uint32_t kInterval = 20;  // milliseconds

    static bool on_load_progress(void* self, std::uint64_t done, std::uint64_t total);
    static bool on_build_progress(void* self, std::uint64_t done, std::uint64_t total);
    static bool on_other_progress(void* self, std::uint64_t done, std::uint64_t total);
    void tell(double share_of_map);

    const std::atomic<bool>* stop_;
    std::atomic<std::uint64_t>* done_;
    std::optional<Clock::duration> time_;
    Clock::time_point end_ = Clock::time_point::max();
    bool builds_nodes_;
    bool is_over_ = false;
    std::uint64_t before_ = 0;    // bytes of finished maps
    std::uint64_t of_map_ = 0;    // bytes of the map that loads now
    std::uint64_t reported_ = 0;  // finished bytes, as last reported
};

}  // namespace flatline::engine::tool
