// Follows learned runs, before the other paths try: it compares text that was seen before and
// applies it as a whole, up to the next value. In doubt another path reads the same statement, so
// the map is the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "model/kernel.hpp"
#include "model/limits.hpp"
#include "udmf/builder.hpp"
#include "udmf/checkpoint.hpp"
#include "udmf/grammar_state.hpp"
#include "udmf/read_options.hpp"
#include "udmf/report.hpp"
#include "udmf/runs/learn.hpp"
#include "udmf/runs/store.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

class Follower {
public:
    using Byte = unsigned char;

    Follower(const Limits& limits, const Source& source, Builder& builder, Report& report,
             const GrammarState& grammar, const Checkpoint& checkpoint, OpenBlock& open,
             Runs& runs) noexcept
        : limits_(limits),
          source_(source),
          builder_(builder),
          report_(report),
          grammar_(grammar),
          checkpoint_(checkpoint),
          open_(open),
          runs_(runs),
          learner_(limits, source, grammar, runs) {}

    /// Called before the first byte of the text. With `learns` false nothing is followed.
    void begin(Kernel kernel, bool learns) noexcept;

    /// A run must begin before this byte; then its text and the value after it lie before
    /// source.stop.
    const Byte* stop() const noexcept { return std::min(limit_, checkpoint_.next()); }
    /// Applies runs from `p`, where a statement or a comment may begin, as long as they are known
    /// or can be learned. `from` says what was read last (Runs::state). Returns the byte at which
    /// another path goes on. Precondition: p < stop().
    const Byte* follow(const Byte* p, std::uint16_t from) noexcept {
        stop_ = stop();
        runs_.hold_for({grammar_.dialect(), grammar_.v0_99(), limits_.identifier_bytes});
        return (this->*follow_)(p, from);
    }
    /// True if runs were met again so seldom that it no longer pays to look for them.
    bool gave_up() const noexcept { return gave_up_; }

private:
    struct Head;
    enum class Applied : std::uint8_t { all, nothing, unlearned };
    template <class Kernel>
    const Byte* loop(const Byte* p, std::uint16_t from) noexcept;
    const Byte* follow_scalar(const Byte* p, std::uint16_t from) noexcept;
    const Byte* follow_vector(const Byte* p, std::uint16_t from) noexcept;
    const Byte* follow_avx2(const Byte* p, std::uint16_t from) noexcept;
    Applied apply(const Run& run, const Byte* p, OpenBlock& open, Head& head) noexcept;
    template <class Kernel>
    const Byte* slot(Run& run, const Byte* p, OpenBlock& open, Head& head) noexcept;
    const Byte* index(Run& run, const Byte* p, OpenBlock& open) noexcept;
    static const Byte* other_index(Run& run, const Byte* p, std::int32_t& out) noexcept;
    const Byte* integer(Run& run, const Byte* p, OpenBlock& open) noexcept;
    template <class Kernel>
    const Byte* real(const Run& run, const Byte* p, OpenBlock& open) noexcept;
    const Byte* whole(const Run& run, const Byte* p, OpenBlock& open) noexcept;
    template <class Kernel>
    const Byte* name(const Run& run, const Byte* p, OpenBlock& open) noexcept;
    const Byte* column_integer(const Run& run, const Byte* p, const OpenBlock& open) noexcept;
    template <class Kernel>
    const Byte* column_real(const Run& run, const Byte* p, const OpenBlock& open) noexcept;
    const Byte* column_text(const Run& run, const Byte* p, const OpenBlock& open,
                            std::uint8_t kind) noexcept;
    const Byte* string(const Byte* p, flatline_text* out) noexcept;
    const Byte* escaped_string(const Byte* p, flatline_text* out) noexcept;
    template <class Kernel>
    const Byte* line_comment(Run& run, const Byte* p) const noexcept;
    const Byte* comment_end(Run& run, const Byte* p, std::size_t size) const noexcept;
    const Byte* block_comment(const Byte* p) const noexcept;
    const Byte* unknown(const Run& run, const Byte* p, std::uint32_t index,
                        std::uint8_t kind) noexcept;
    bool worth_learning(const Byte* p) noexcept;

    const Limits& limits_;
    const Source& source_;
    Builder& builder_;
    Report& report_;
    const GrammarState& grammar_;
    const Checkpoint& checkpoint_;
    OpenBlock& open_;
    Runs& runs_;
    Learner learner_;
    const Byte* (Follower::*follow_)(const Byte*, std::uint16_t) noexcept = nullptr;
    const Byte* limit_ = nullptr;  // source.begin where nothing is followed
    const Byte* stop_ = nullptr;   // stop() while following
    std::size_t most_string_ = 0;  // up to this length of a name no limit needs to be looked at
    std::uint64_t misses_ = 0;
    bool gave_up_ = false;
};

}  // namespace flatline::engine::udmf
