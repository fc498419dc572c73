#include "udmf/checkpoint.hpp"

#include "text/scan.hpp"

namespace flatline::engine::udmf {

void Checkpoint::begin(const Slice* slice) noexcept {
    slice_ = slice;
    reported_ = source_.begin;
    split_ = 0;
    arrived_ = ended_ = false;
    begin_stretch(source_.begin);
}

// Sets where the paths stop next when they go on from `p`.
void Checkpoint::begin_stretch(const Byte* p) noexcept {
    next_ = source_.stop;
    if (progress_ == nullptr && slice_ == nullptr) return;
    constexpr auto kStretch = static_cast<std::ptrdiff_t>(Progress::kSlice);
    if (next_ - p > kStretch) next_ = p + kStretch;
    if (slice_ != nullptr && split_ < slice_->splits.size()) {
        const Byte* const near = slice_->splits[split_] - kRunMargin;
        if (next_ > near) next_ = near;
    }
}

// True if only blanks and comments lie between `p` and the next split. Precondition: `p` is
// outside all blocks. Splits that were passed were guessed wrong: they lie in a string, a comment
// or a block.
bool Checkpoint::at_split(const Byte* p) noexcept {
    const View<const Byte*> splits = slice_->splits;
    if (split_ == splits.size() || splits[split_] - p > kRunMargin) return false;
    const Byte* opened = nullptr;
    p = text::skip_blank(p, source_.end, &opened);
    while (p != nullptr && split_ < splits.size() && splits[split_] < p) ++split_;
    return split_ < splits.size() && splits[split_] == p;
}

bool Checkpoint::pass(const Byte* p, bool top_level) noexcept {
    const auto read = static_cast<std::uint64_t>(p - reported_);
    if (read >= Progress::kSlice || slice_ == nullptr) {
        reported_ = p;
        if (progress_ != nullptr && !progress_->add(read)) cancelled_ = true;
        ended_ = cancelled_ || (slice_ != nullptr && slice_->stop->load(std::memory_order_relaxed));
    }
    if (!ended_ && slice_ != nullptr && top_level) ended_ = arrived_ = at_split(p);
    if (!ended_) begin_stretch(p);
    return !ended_;
}

}  // namespace flatline::engine::udmf
