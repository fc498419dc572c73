// Learned runs in front of the other machines: text that was met before is compared and applied as
// a whole, up to the value behind it. On any doubt another machine goes on from the same statement,
// so that all give the same map.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "flatline/kernel.hpp"
#include "flatline/limits.hpp"
#include "udmf/builder.hpp"
#include "udmf/checkpoint.hpp"
#include "udmf/language.hpp"
#include "udmf/read_options.hpp"
#include "udmf/report.hpp"
#include "udmf/runs/learn.hpp"
#include "udmf/runs/store.hpp"
#include "udmf/source.hpp"

namespace flatline::udmf {

class Follower {
public:
    using Byte = unsigned char;

    Follower(const Limits& limits, const Source& source, Builder& builder, Report& report,
             const Language& language, const Checkpoint& checkpoint, OpenBlock& open,
             Runs& runs) noexcept
        : limits_(limits),
          source_(source),
          builder_(builder),
          report_(report),
          checkpoint_(checkpoint),
          open_(open),
          runs_(runs),
          learner_(limits, source, language, runs) {}

    /// Before the first byte of the text. `learns`: false where runs are of no use.
    void begin(Kernel kernel, bool learns) noexcept;

    /// Runs begin before it only: their text, and any value behind it, lies before source.stop.
    const Byte* stop() const noexcept { return std::min(limit_, checkpoint_.next()); }
    /// Applies runs from `p`, where a statement or a comment may begin, as long as they are known
    /// or can be learned; `from` says what was read last (Runs::state). Returns where another
    /// machine goes on.
    const Byte* follow(const Byte* p, std::uint16_t from) noexcept {
        return (this->*follow_)(p, from);
    }
    /// True where texts were so seldom met twice that it no longer pays to look.
    bool gave_up() const noexcept { return gave_up_; }

private:
    struct Head;
    template <class Kernel>
    const Byte* loop(const Byte* p, std::uint16_t from) noexcept;
    const Byte* follow_scalar(const Byte* p, std::uint16_t from) noexcept;
    const Byte* follow_vector(const Byte* p, std::uint16_t from) noexcept;
    const Byte* follow_avx2(const Byte* p, std::uint16_t from) noexcept;
    bool apply(const Run& run, const Byte* p, OpenBlock& open, Head& head) noexcept;
    template <class Kernel>
    const Byte* hole(Run& run, const Byte* p, const Byte* stop, OpenBlock& open,
                     Head& head) noexcept;
    const Byte* integer(Run& run, const Byte* p, OpenBlock& open) noexcept;
    template <class Kernel>
    const Byte* real(const Run& run, const Byte* p, OpenBlock& open) noexcept;
    const Byte* whole(const Run& run, const Byte* p, OpenBlock& open) noexcept;
    template <class Kernel>
    const Byte* name(const Run& run, const Byte* p, OpenBlock& open) noexcept;
    const Byte* column_integer(const Run& run, const Byte* p, const OpenBlock& open) noexcept;
    template <class Kernel>
    const Byte* column_real(const Run& run, const Byte* p, const OpenBlock& open) noexcept;
    const Byte* column_text(const Run& run, const Byte* p, const OpenBlock& open) noexcept;
    const Byte* string(const Byte* p, flatline_text* out) noexcept;
    const Byte* unknown(const Run& run, const Byte* p, OpenBlock open) noexcept;
    bool worth_learning(const Byte* p) noexcept;

    const Limits& limits_;
    const Source& source_;
    Builder& builder_;
    Report& report_;
    const Checkpoint& checkpoint_;
    OpenBlock& open_;
    Runs& runs_;
    Learner learner_;
    const Byte* (Follower::*follow_)(const Byte*, std::uint16_t) noexcept = nullptr;
    const Byte* limit_ = nullptr;  // source.begin where nothing is followed
    const Byte* stop_ = nullptr;   // stop() while following
    std::size_t most_string_ = 0;  // of a name: what may be taken without a look at the limits
    std::uint64_t misses_ = 0;
    bool gave_up_ = false;
};

}  // namespace flatline::udmf
