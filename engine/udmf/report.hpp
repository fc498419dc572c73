// Makes the findings of a text. No other code makes findings while a text is read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/budget.hpp"
#include "base/finding_edit.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "udmf/builder.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

/// The functions that fail end the reading of the text; they return null, so that callers can
/// return it in turn.
class Report {
public:
    using Byte = unsigned char;

    Report(FindingList& findings, const Budget& budget, const Source& source) noexcept
        : findings_(findings), budget_(budget), source_(source) {}

    /// Forgets all that was said.
    void begin() noexcept {
        detail::FindingEdit::clear(findings_);
        refuses_ = out_of_memory_ = false;
    }
    /// True if a finding refuses the map, although the text is read to its end.
    bool refuses() const noexcept { return refuses_; }
    bool out_of_memory() const noexcept { return out_of_memory_; }

    /// Makes a finding about the bytes from `at` to `end`, in the element that is open.
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
    /// Reports a key that no table knows. `element` is what it stands in, `index` which one
    /// (OpenBlock::element).
    void unknown_field(std::uint32_t index, std::uint8_t element, const Byte* key,
                       const Byte* key_end) noexcept;

    std::nullptr_t fail(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                        FieldId field = FLATLINE_NO_FIELD) noexcept;
    std::nullptr_t fail_limit(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                              std::uint64_t met, std::uint64_t limit) noexcept;
    /// Reports that an array or a table could not grow: the limit is spent, or the system has no
    /// more.
    std::nullptr_t fail_memory(const OpenBlock& open, const Byte* at) noexcept;

private:
    FindingList& findings_;
    const Budget& budget_;
    const Source& source_;
    bool refuses_ = false;
    bool out_of_memory_ = false;
};

}  // namespace flatline::engine::udmf
