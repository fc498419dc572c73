// Changes to a list of findings that only the engine may make.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/findings.hpp"

namespace flatline::engine::detail {

struct FindingEdit {
    /// Forgets all findings; the memory and the limit stay.
    static void clear(FindingList& list) noexcept;
    /// Adds a finding for which there may be no room: it then takes the place of the last one of
    /// another rule, of a note if it is a note.
    static void add_surely(FindingList& list, const Finding& finding) noexcept;
    /// Counts what `other` has counted and not kept.
    static void add_dropped(FindingList& list, const FindingList& other) noexcept;
    /// Counts of a severity what the list was never given, too.
    static void set_count(FindingList& list, Severity severity, std::uint64_t count) noexcept {
        list.counts_[static_cast<std::size_t>(severity)] = count;
    }
    /// Puts `finding`, of the same severity, in the place of finding `i` of those that are kept.
    static void replace(FindingList& list, std::size_t i, const Finding& finding) noexcept;
    /// Makes finding `i` of those that are kept a note. It keeps its room.
    static void make_note(FindingList& list, std::size_t i) noexcept;
    /// Counts `count` findings of a rule and a severity that are not kept.
    static void leave_out(FindingList& list, Rule rule, Severity severity,
                          std::uint64_t count) noexcept;
    /// Gives finding `i` of those that are kept its place.
    static void set_place(FindingList& list, std::size_t i, std::uint64_t offset,
                          std::uint32_t length) noexcept;
};

}  // namespace flatline::engine::detail
