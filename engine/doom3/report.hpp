// Findings about a Doom 3 map while it is read, and the text that they point into.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/budget.hpp"
#include "doom3/tokens.hpp"
#include "model/findings.hpp"
#include "model/view.hpp"

namespace flatline::engine::doom3 {

/// The text that is read, without BOM and trailing NULs. Offsets count from `base`.
struct MapText {
    Bytes all;
    const Byte* base = nullptr;
    const Byte* begin = nullptr;
    const Byte* end = nullptr;
    /// The last '}' (begin - 1 if there is none). Loops over white space and digits that begin
    /// at or before it end there without looking for the end.
    const Byte* stop = nullptr;

    std::uint32_t offset(const Byte* p) const noexcept {
        return static_cast<std::uint32_t>(p - base);
    }
    flatline_text span(const Byte* from, const Byte* to) const noexcept {
        return {offset(from), static_cast<std::uint32_t>(to - from)};
    }
    std::string_view view(flatline_text span) const noexcept {
        return text::as_text(base + span.offset, span.size);
    }
};

/// What comes of a step. bad: reported, and the path stands at what is wrong. stop: a limit, or
/// memory is out.
enum class Step : std::uint8_t { ok, bad, stop };

class Report {
public:
    Report(const MapText& text, FindingList& findings, const Budget& budget, bool partial) noexcept
        : text_(text), findings_(findings), budget_(budget), partial_(partial) {}

    /// What the findings from now on are about.
    void about(std::uint8_t element, std::uint32_t index) noexcept {
        element_ = element;
        index_ = index;
    }

    /// A finding that changes nothing; `a` and `b` are its rule's numbers.
    void note(Rule rule, const Byte* at, const Byte* end, std::int64_t a = 0,
              std::int64_t b = 0) noexcept;
    /// Refuses the map or, in a partial load, what it is about. Returns Step::bad.
    Step fail(Rule rule, const Byte* at, const Byte* end, std::int64_t a = 0,
              std::int64_t b = 0) noexcept;
    /// The same for what was reported before.
    Step fail_again() noexcept {
        failed_ = true;
        return Step::bad;
    }
    /// Refuses the map in a partial load, too.
    Step refuse(Rule rule, const Byte* at, const Byte* end, std::int64_t a = 0,
                std::int64_t b = 0) noexcept;
    /// Forgets all findings but this one, which refuses the map.
    void only(Rule rule, const Byte* at, const Byte* end) noexcept;
    Step fail_limit(Rule rule, const Byte* at, std::uint64_t met, std::uint64_t limit) noexcept;
    /// Tells from the budget whether a limit or the system was in the way.
    Step fail_memory(const Byte* at) noexcept;

    bool failed() const noexcept { return failed_; }
    bool out_of_memory() const noexcept { return out_of_memory_; }

private:
    Finding finding(Rule rule, const Byte* at, const Byte* end, std::int64_t a,
                    std::int64_t b) const noexcept;

    const MapText& text_;
    FindingList& findings_;
    const Budget& budget_;
    const bool partial_;
    std::uint8_t element_ = FLATLINE_MAP;
    std::uint32_t index_ = FLATLINE_NONE;
    bool failed_ = false;
    bool out_of_memory_ = false;
};

}  // namespace flatline::engine::doom3
