#include "batch/watch.hpp"

#include <algorithm>
#include <utility>

#include "batch/interrupt.hpp"

namespace flatline::engine::tool {
namespace {

// The share of a load with nodes that has passed when the text is read: measured on long maps.
constexpr double kReadShare = 1.0 / 6;

double share(std::uint64_t done, std::uint64_t total) {
    return total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
}

}  // namespace

Watch::Watch(std::optional<double> seconds, bool builds_nodes, const std::atomic<bool>* stop,
             std::atomic<std::uint64_t>* done)
    : stop_(stop), done_(done), builds_nodes_(builds_nodes) {
    if (seconds) {
        time_ =
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    }
    start();
}

void Watch::start() {
    if (time_) end_ = Clock::now() + *time_;
}

bool Watch::goes_on() {
    if (interrupted() != 0) return false;
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return false;
    if (time_ && Clock::now() >= end_) is_over_ = true;
    return !is_over_;
}

void Watch::map_done() {
    before_ += std::exchange(of_map_, 0);
    tell(0);
}

void Watch::tell(double share_of_map) {
    if (done_ == nullptr) return;
    const auto of_map = static_cast<std::uint64_t>(static_cast<double>(of_map_) * share_of_map);
    // A second load of the map begins again, which is no way back.
    reported_ = std::max(reported_, before_ + of_map);
    done_->store(reported_, std::memory_order_relaxed);
}

bool Watch::on_load_progress(void* self, std::uint64_t done, std::uint64_t total) {
    Watch& own = *static_cast<Watch*>(self);
    own.of_map_ = total;
    own.tell(share(done, total) * (own.builds_nodes_ ? kReadShare : 1));
    return own.goes_on();
}

bool Watch::on_build_progress(void* self, std::uint64_t done, std::uint64_t total) {
    Watch& own = *static_cast<Watch*>(self);
    own.tell(kReadShare + share(done, total) * (1 - kReadShare));
    return own.goes_on();
}

bool Watch::on_other_progress(void* self, std::uint64_t, std::uint64_t) {
    return static_cast<Watch*>(self)->goes_on();
}

}  // namespace flatline::engine::tool
