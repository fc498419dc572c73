#include "udmf/runs/comments.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "text/chars.hpp"
#include "text/match.hpp"
#include "text/scan.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

// Where the bytes of the run differ from those at `p`, from byte `at` on; byte 0 is expected at
// `p`. run.size where they do not.
std::size_t same_until(const Byte* p, const Run& run, std::size_t at) noexcept {
    static_assert(RunRest::kSpare >= 32);
    for (; at < run.size; at += 32) {
        const std::uint32_t other = ~text::VectorKernel::same32(p + at, run.rest->text + at);
        if (other == 0) continue;
        at += static_cast<unsigned>(std::countr_zero(other));
        break;
    }
    return std::min<std::size_t>(at, run.size);
}

// Blanks and comments between two statements.
struct Gap {
    const Byte* end;  // null if there is no comment, or one that does not end before `stop`
    std::size_t from;
};

// The first gap from byte `from` of the text at `p` on that holds the byte `at`.
Gap gap_at(const Byte* p, std::size_t from, std::size_t at, const Byte* stop) noexcept {
    while (at > from && text::is_blank(p[at - 1])) --at;
    if (at == 0 || (p[at - 1] != ';' && p[at - 1] != '{' && p[at - 1] != '}')) return {nullptr, 0};
    const Byte* comment = nullptr;
    const Byte* const end = text::skip_blank(p + at, stop, &comment);
    const bool passed = comment != nullptr && end != nullptr && end < stop;
    return {passed && !text::has_nul(comment, end) ? end : nullptr, at};
}

// Compares a run that is the same as the text at `p` up to `gap`.
bool matches_behind(const Byte* p, Gap gap, const Byte* stop, Run& run,
                    CommentedMatch& out) noexcept {
    out = {&run, p, p};
    std::size_t at = gap.from;
    do {
        while (at < run.size && text::is_blank(run.rest->text[at])) ++at;
        out.tail = gap.end - at;
        if (run.brace >= at) out.block = out.tail;
        const std::size_t same = same_until(out.tail, run, at);
        if (same == run.size) return true;
        gap = gap_at(out.tail, at, same, stop);
        at = gap.from;
    } while (gap.end != nullptr);
    return false;
}

}  // namespace

CommentedMatch match_around_comments(const Byte* p, RunState& state, const Byte* stop) noexcept {
    if (state.runs == state.end) return {};
    // Runs hold no slash but that of a comment after them.
    const void* const slash = std::memchr(p, '/', RunRest::kBytes);
    if (slash == nullptr) return {};
    const Gap gap =
        gap_at(p, 0, static_cast<std::size_t>(static_cast<const Byte*>(slash) - p), stop);
    if (gap.end == nullptr) return {};
    CommentedMatch found;
    for (Run* run = state.runs; run != state.end; ++run) {
        if (run->size > gap.from && same_until(p, *run, 0) >= gap.from &&
            matches_behind(p, gap, stop, *run, found)) {
            return found;
        }
    }
    return {};
}

}  // namespace flatline::engine::udmf
