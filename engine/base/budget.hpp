// How much memory a load may take: announced before it is taken, counted as it is filled.
#pragma once

#include <cstdint>

namespace flatline::engine {

/// What a load may take. `announce` publishes the upper bound; `charge` refuses to pass the limit
/// (arena-bytes) or the bound, whichever is lower.
class Budget {
public:
    explicit Budget(std::uint64_t limit) noexcept : limit_(limit) {}

    /// `by_size`: nothing was counted for it, so it is far above what will be used.
    void announce(std::uint64_t bound, bool by_size = false) noexcept {
        by_size_ = by_size_ || by_size;
        const std::uint64_t room = limit_ - announced_;
        announced_ += bound < room ? bound : room;
    }
    /// For arrays that grow by moving, one at a time: `bytes` are held beside what was announced
    /// while one does.
    void announce_move(std::uint64_t bytes) noexcept {
        if (bytes <= moved_) return;
        announce(bytes - moved_);
        moved_ = bytes;
    }
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        if (bytes > announced_ - used_) {
            wanted_ = used_ + bytes;
            return false;
        }
        used_ += bytes;
        return true;
    }
    /// True if charge(bytes) would be granted.
    bool has(std::uint64_t bytes) const noexcept { return bytes <= announced_ - used_; }
    /// Gives back what was charged since used() was `mark`: the same memory is filled again.
    void rewind(std::uint64_t mark) noexcept { used_ = mark; }
    std::uint64_t limit() const noexcept { return limit_; }
    std::uint64_t announced() const noexcept { return announced_; }
    bool by_size() const noexcept { return by_size_; }
    std::uint64_t used() const noexcept { return used_; }
    /// What a refused charge would have come to; 0 where none was refused.
    std::uint64_t wanted() const noexcept { return wanted_; }

private:
    std::uint64_t limit_;
    std::uint64_t announced_ = 0;
    std::uint64_t used_ = 0;
    std::uint64_t wanted_ = 0;
    std::uint64_t moved_ = 0;  // the largest move that was announced
    bool by_size_ = false;
};

}  // namespace flatline::engine
