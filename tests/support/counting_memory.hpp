// MemoryHooks that count calls and fail on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>

#include "model/memory.hpp"

namespace counting_memory {

/// Hooks over malloc. Not for two threads at once. Outlives every Map and Loader made with it.
class Memory {
public:
    static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

    flatline::engine::MemoryHooks hooks() { return {acquire, release, this}; }

    std::uint64_t acquired() const { return acquired_; }  ///< calls that were answered
    std::uint64_t calls() const { return calls_; }
    std::size_t open_blocks() const { return open_.size(); }
    std::uint64_t open_bytes() const { return open_bytes_; }
    std::uint64_t largest() const { return largest_; }
    /// The most that was open at once, since the last call of forget_peak().
    std::uint64_t peak_bytes() const { return peak_bytes_; }
    void forget_peak() { peak_bytes_ = open_bytes_; }
    /// A release of memory that is not open, or with another size than it was asked for with.
    bool misused() const { return misused_; }

    /// Lets call `k` from now on (0: the next one) fail, and with `sticky` all after it.
    void fail_at(std::uint64_t k, bool sticky) {
        fail_at_ = calls_ + k;
        sticky_ = sticky;
    }
    void heal() { fail_at_ = kNever; }

private:
    static void* acquire(void* context, std::size_t bytes) {
        auto& self = *static_cast<Memory*>(context);
        const std::uint64_t call = self.calls_++;
        if (call == self.fail_at_ || (self.sticky_ && call > self.fail_at_)) return nullptr;
        void* memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
        if (memory == nullptr) return nullptr;
        ++self.acquired_;
        self.open_[memory] = bytes;
        self.open_bytes_ += bytes;
        if (bytes > self.largest_) self.largest_ = bytes;
        if (self.open_bytes_ > self.peak_bytes_) self.peak_bytes_ = self.open_bytes_;
        return memory;
    }
    static void release(void* context, void* memory, std::size_t bytes) {
        auto& self = *static_cast<Memory*>(context);
        const auto found = self.open_.find(memory);
        if (found == self.open_.end() || found->second != bytes) {
            self.misused_ = true;
            return;
        }
        self.open_.erase(found);
        self.open_bytes_ -= bytes;
        std::free(memory);
    }

    std::map<void*, std::size_t> open_;
    std::uint64_t open_bytes_ = 0;
    std::uint64_t largest_ = 0;
    std::uint64_t peak_bytes_ = 0;
    std::uint64_t acquired_ = 0;
    std::uint64_t calls_ = 0;
    std::uint64_t fail_at_ = kNever;
    bool sticky_ = false;
    bool misused_ = false;
};

}  // namespace counting_memory
