// The places where the paths stop in a text: to report progress, to see whether the load was
// cancelled, and where another slice begins.
#pragma once

#include <cstddef>

#include "base/progress.hpp"
#include "udmf/read_options.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

/// Runs that are learned near the end of a text or of a slice would lead over it, so paths that
/// look far ahead stop so many bytes before.
inline constexpr std::ptrdiff_t kRunMargin = 1024;

class Checkpoint {
public:
    using Byte = unsigned char;

    Checkpoint(const Source& source, Progress* progress) noexcept
        : source_(source), progress_(progress) {}

    /// Called before the first byte. `slice` is null if the whole text is read.
    void begin(const Slice* slice) noexcept;

    /// Before a statement that begins after this byte pass() must be called. It is never after
    /// source.stop.
    const Byte* next() const noexcept { return next_; }
    /// Called between two statements, of which the next is at `p`. False if reading is to end.
    [[nodiscard]] bool pass(const Byte* p, bool top_level) noexcept;

    /// True if reading ended at the beginning of another slice: at `split`.
    bool arrived() const noexcept { return arrived_; }
    std::size_t split() const noexcept { return split_; }
    bool cancelled() const noexcept { return cancelled_; }
    /// True if pass() has ended the reading.
    bool ended() const noexcept { return ended_; }

private:
    void begin_stretch(const Byte* p) noexcept;
    bool at_split(const Byte* p) noexcept;

    const Source& source_;
    Progress* const progress_;
    const Slice* slice_ = nullptr;
    const Byte* next_ = nullptr;
    const Byte* reported_ = nullptr;  // progress is reported up to here
    std::size_t split_ = 0;           // the next one
    bool arrived_ = false;            // there
    bool cancelled_ = false;
    bool ended_ = false;
};

}  // namespace flatline::engine::udmf
