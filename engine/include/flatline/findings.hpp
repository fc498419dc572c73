// flatline/findings.hpp: what the loader and the checker have to say about a map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

enum class Severity : std::uint8_t { note, warning, error };

/// What a finding's offset counts in.
enum class Lump : std::uint8_t { none, textmap, znodes, blockmap, reject, directory, file, map };

/// Every rule, in the order of rule_rows(). Ids are stable for ever: docs/rules.md,
/// "Rules".
enum class Rule : std::uint16_t {
#define FLATLINE_RULE(symbol, id, severity, numbers, sentence) symbol,
#include "flatline/rules.inc"
#undef FLATLINE_RULE
    count_
};

/// What the numbers `a` and `b` of a finding are. plane: of a sector 0 is the floor, 1 the ceiling;
/// of a brush it is a side.
enum class Numbers : std::uint8_t { none, integers, reals, lump_name, plane };

/// One row of the table of rules. In `sentence` {text} stands for the bytes the finding is about,
/// {field}, {a} and {b} for what the record holds.
struct RuleRow {
    std::string_view id;
    Severity severity;
    Numbers numbers;
    std::string_view sentence;
};

/// All rules, indexed by Rule. Static data, any thread.
View<RuleRow> rule_rows() noexcept;

using Finding = flatline_finding;

/// A finding with the severity of its rule, about the map or file as a whole: no element, no field.
Finding make_finding(Rule rule, Lump lump = Lump::none, std::uint64_t offset = FLATLINE_NO_OFFSET,
                     std::int64_t a = 0, std::int64_t b = 0) noexcept;

/// "vertex", "linedef", ... of FLATLINE_VERTEX ...; "TEXTMAP", "ZNODES", ... of a Lump.
std::string_view element_name(std::uint8_t element) noexcept;
std::string_view lump_name(Lump lump) noexcept;
std::string_view severity_name(Severity severity) noexcept;

/// Writes the sentence of `finding` (without place and rule id) into `out`, cut at `capacity`,
/// no terminator; bytes of the map that are not printable ASCII are escaped as \xHH.
/// Returns the full length. `lump_bytes`: the lump that the finding is about, or empty.
/// Allocates nothing. Any thread.
std::size_t describe(const Finding& finding, std::string_view lump_bytes, char* out,
                     std::size_t capacity) noexcept;

/// Line and column of a byte of a text, both from 1, columns in bytes.
struct TextPlace {
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Places of many offsets of one text. Offsets that ascend cost one pass over the text in all;
/// an offset that goes back starts again. Lines end at '\n', in a text that has none at '\r'.
class PlaceFinder {
public:
    explicit PlaceFinder(std::string_view text) noexcept
        : text_(text), line_end_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {}
    TextPlace place(std::uint64_t offset) noexcept;

private:
    std::string_view text_;
    char line_end_;
    std::uint64_t at_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t line_start_ = 0;
};

namespace detail {
struct FindingEdit;
}

/// The findings of one call: the first ones up to a limit, and how many there were of each severity
/// in all. When the list is full, an error takes the place of a note or warning, and what refuses
/// the map takes the place of anything else.
/// Move-only; memory is the list's own. One thread at a time may write to it.
class FindingList {
public:
    FindingList() noexcept = default;
    /// Keeps at most `limit` findings, usually those of Limits::findings, and counts the rest.
    explicit FindingList(std::uint64_t limit) noexcept : limit_(limit) {}
    FindingList(FindingList&& other) noexcept;
    FindingList& operator=(FindingList&& other) noexcept;
    FindingList(const FindingList&) = delete;
    FindingList& operator=(const FindingList&) = delete;
    ~FindingList();

    /// The findings that are kept, in the order in which they were added.
    View<Finding> kept() const noexcept { return {data_, size_}; }
    /// How many were added, kept or not.
    std::uint64_t errors() const noexcept { return counts_[2]; }
    std::uint64_t warnings() const noexcept { return counts_[1]; }
    std::uint64_t notes() const noexcept { return counts_[0]; }
    std::uint64_t total() const noexcept { return counts_[0] + counts_[1] + counts_[2]; }

    /// Adds one. Never fails: where memory is out, the finding is counted and not kept.
    void add(const Finding& finding) noexcept;

private:
    friend struct detail::FindingEdit;

    Finding* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
    std::uint64_t limit_ = 1000;
    std::uint64_t counts_[3] = {0, 0, 0};
    std::size_t full_from_[2] = {SIZE_MAX, SIZE_MAX};  // of errors, of what refuses
};

}  // namespace flatline
