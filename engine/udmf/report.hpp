// Findings of a text: the only place that makes them while it is read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/budget.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "udmf/builder.hpp"
#include "udmf/source.hpp"

namespace flatline::udmf {

/// What fails ends the reading of the text and returns null, so that callers can return it.
class Report {
public:
    using Byte = unsigned char;

    Report(FindingList& findings, const Budget& budget, const Source& source) noexcept
        : findings_(findings), budget_(budget), source_(source) {}

    /// Forgets all that was said.
    void begin() noexcept {
        findings_.clear();
        refuses_ = out_of_memory_ = false;
    }
    /// True where something that was added refuses the map, which is read to its end all the same.
    bool refuses() const noexcept { return refuses_; }
    bool out_of_memory() const noexcept { return out_of_memory_; }

    /// About the bytes from `at` to `end`, in the element that is open.
    Finding make(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                 FieldId field = FLATLINE_NO_FIELD) const noexcept;
    void add(const Finding& finding) noexcept {
        refuses_ = refuses_ || finding.refuses != 0;
        findings_.add(finding);
    }
    void warn(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
              FieldId field = FLATLINE_NO_FIELD) noexcept {
        add(make(rule, open, at, end, field));
    }
    /// A key that no table knows, in the open block or (`element`) outside of one.
    void unknown_field(const OpenBlock& open, std::uint8_t element, const Byte* key,
                       const Byte* key_end) noexcept;

    std::nullptr_t fail(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                        FieldId field = FLATLINE_NO_FIELD) noexcept;
    std::nullptr_t fail_limit(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                              std::uint64_t met, std::uint64_t limit) noexcept;
    /// An array or a table could not grow: over the limit, or the system has no more.
    std::nullptr_t fail_memory(const OpenBlock& open, const Byte* at) noexcept;

private:
    FindingList& findings_;
    const Budget& budget_;
    const Source& source_;
    bool refuses_ = false;
    bool out_of_memory_ = false;
};

}  // namespace flatline::udmf
