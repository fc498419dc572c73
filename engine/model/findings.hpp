// model/findings.hpp: the findings of loader and checker about a map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine {

/// How bad a finding is. Source: docs/rules.md, "Severities".
enum class Severity : std::uint8_t {
    note = FLATLINE_NOTE,
    warning = FLATLINE_WARNING,
    error = FLATLINE_ERROR
};

/// The lump or file whose bytes flatline_finding::offset counts; `none` where there is none.
enum class Lump : std::uint8_t {
    none = FLATLINE_LUMP_NONE,
    textmap = FLATLINE_LUMP_TEXTMAP,
    znodes = FLATLINE_LUMP_ZNODES,
    blockmap = FLATLINE_LUMP_BLOCKMAP,
    reject = FLATLINE_LUMP_REJECT,
    directory = FLATLINE_LUMP_DIRECTORY,
    file = FLATLINE_LUMP_FILE,
    map = FLATLINE_LUMP_MAP,
    things = FLATLINE_LUMP_THINGS,
    linedefs = FLATLINE_LUMP_LINEDEFS,
    sidedefs = FLATLINE_LUMP_SIDEDEFS,
    vertexes = FLATLINE_LUMP_VERTEXES,
    sectors = FLATLINE_LUMP_SECTORS,
    segs = FLATLINE_LUMP_SEGS,
    ssectors = FLATLINE_LUMP_SSECTORS,
    nodes = FLATLINE_LUMP_NODES,
};

/// Every rule that a finding can name, in the order of rule_rows(). The ids of rules (RuleRow::id)
/// never change; these numbers may. Source: docs/rules.md, "Rules".
enum class Rule : std::uint16_t {
#define FLATLINE_RULE(symbol, id, severity, numbers, fix, sentence) symbol,
#include "flatline/rules.inc"
#undef FLATLINE_RULE
    count_
};

inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::count_);

/// A set of rules.
class RuleSet {
public:
    bool has(Rule rule) const noexcept { return (words_[word(rule)] >> bit(rule) & 1) != 0; }
    void add(Rule rule) noexcept { words_[word(rule)] |= std::uint64_t{1} << bit(rule); }
    void add(const RuleSet& other) noexcept {
        for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    }
    bool empty() const noexcept {
        for (const std::uint64_t w : words_) {
            if (w != 0) return false;
        }
        return true;
    }

private:
    static std::size_t word(Rule rule) noexcept { return static_cast<std::size_t>(rule) / 64; }
    static unsigned bit(Rule rule) noexcept { return static_cast<unsigned>(rule) % 64; }

    static constexpr std::size_t kWords = kRuleCount / 64 + 1;
    std::uint64_t words_[kWords] = {};
};

/// What the members `a` and `b` of a finding hold: nothing, integers, the bits of doubles, or the 8
/// bytes of a lump's name. `plane`: `a` is 0 for a sector's floor and 1 for its ceiling, and of a
/// brush the number of a side. `rules`: up to eight rules, `a` before `b`, 16 bits each from the
/// lowest, as Rule + 1; 0 ends them.
/// `lock`: `a` has a bit for each key that would do, red_card of PickupKind on the lowest, and `b`
/// one for each time without any of them: skills 1 to 5 in single player, then in coop.
enum class Numbers : std::uint8_t {
    none = FLATLINE_NUMBERS_NONE,
    integers = FLATLINE_NUMBERS_INTEGERS,
    reals = FLATLINE_NUMBERS_REALS,
    lump_name = FLATLINE_NUMBERS_LUMP_NAME,
    plane = FLATLINE_NUMBERS_PLANE,
    rules = FLATLINE_NUMBERS_RULES,
    lock = FLATLINE_NUMBERS_LOCK
};

/// What a finding of map-unsupported has in `a`: which lumps of other games the map has.
inline constexpr std::int64_t kForeignLeafs = 1;
inline constexpr std::int64_t kForeignLights = 2;
inline constexpr std::int64_t kForeignMacros = 4;

/// Whether fix() (fix.hpp) mends what a rule finds: `safe` if no port shows or plays another map
/// because of it, `unsafe` only if that is asked for. Source: docs/fix.md.
enum class RuleFix : std::uint8_t {
    none = FLATLINE_FIX_NONE,
    safe = FLATLINE_FIX_SAFE,
    unsafe = FLATLINE_FIX_UNSAFE
};

/// What is wrong with a polyobject: {cause} of a finding, which holds it in `b`.
enum class PolyobjectFault : std::uint8_t {
    none,
    no_spot,
    no_anchor,
    no_line,
    order_zero,
    mirrors_itself,
    mirror_without_spot,
    started_before,
    marked_before,
    count_
};

/// One row of the table of rules. In `sentence`, {text} stands for the bytes that the finding is
/// about, {field}, {a} and {b} for these members of the finding, {key} for the field or, where
/// there is none, for the bytes, {part} for the field in terms of mappers ("middle texture"),
/// {game} for the game that the bits of `a` name (kForeignLeafs and so on), {cause} for the
/// PolyobjectFault that `b` holds, {related} for the other
/// element of a pair and its index or "none", {more} for " and N more" where `a`, the number of
/// further partners, is not 0, {times} for ", N times" where the number of findings that this one
/// stands for is not 0: `a`, or `b` where the sentence has {a}.
struct RuleRow {
    std::string_view id;
    Severity severity;
    Numbers numbers;
    RuleFix fix;
    std::string_view sentence;
};

namespace detail {
RuleRow rule_row(std::size_t i) noexcept;
}

/// The rows of all rules; the index is the Rule. Static data, any thread.
using RuleRows = Rows<RuleRow, detail::rule_row>;
RuleRows rule_rows() noexcept;

/// The rule with this id (RuleRow::id), Rule::count_ where there is none. Any thread.
Rule find_rule(std::string_view id) noexcept;

/// What a row says about a rule in words: why it matters, how to mend what it finds, and the
/// programs that refuse, repair or report the same. Rules of one kind may share them.
struct RuleNote {
    std::string_view why, mend, ports;
};

/// The note of a rule. Static data, any thread. Source: docs/rules.md.
RuleNote rule_note(Rule rule) noexcept;

/// One finding; flatline/types.h describes its members.
using Finding = flatline_finding;

/// Makes a finding about the map or file as a whole, without an element or a field. Its severity is
/// that of the rule. Any thread.
Finding make_finding(Rule rule, Lump lump = Lump::none, std::uint64_t offset = FLATLINE_NO_OFFSET,
                     std::int64_t a = 0, std::int64_t b = 0) noexcept;

/// The words for a kind of element ("vertex", "linedef", ... of FLATLINE_VERTEX ...), for a lump
/// ("TEXTMAP", "ZNODES", ...) and for a severity ("note", "warning", "error"). Static, any thread.
std::string_view element_name(std::uint8_t element) noexcept;
std::string_view lump_name(Lump lump) noexcept;
std::string_view severity_name(Severity severity) noexcept;
/// "none", "safe", "unsafe". Static, any thread.
std::string_view fix_name(RuleFix fix) noexcept;

/// Whether a finding is about an element, which describe() names first.
bool names_element(const Finding& finding) noexcept;

/// Writes the element and the sentence of `finding` into `out`, without its place in the lump
/// (describe.hpp) and the id of its rule. At most `capacity` bytes, not terminated; returns the
/// length of all. `lump_bytes` are the bytes of the lump that the
/// finding is about, from which the sentence quotes; empty: it does without. Bytes of the map that
/// are not printable ASCII become \xHH. Allocates nothing. Any thread.
std::size_t describe(const Finding& finding, std::string_view lump_bytes, char* out,
                     std::size_t capacity) noexcept;

/// The line and column of a byte of a text. Both count from 1, columns in bytes.
struct TextPlace {
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Tells the places of many byte offsets of one text. Ascending offsets take one pass over the text
/// in all; a lower one than before begins again from the first byte. Lines end at '\n', or at '\r'
/// in a text that has no '\n'. The text must outlive this. One thread at a time.
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

/// The findings of one call: the first notes up to one limit, the first warnings and errors up to
/// another, and how many there were in all. So notes push out nothing. When there is no room for
/// warnings and errors, an error takes the place of a warning, and a finding that refuses the map
/// takes the place of one that does not. The list owns its memory. While one thread adds to it, no
/// other may use it. Move-only.
class FindingList {
public:
    FindingList() noexcept = default;
    /// Keeps at most `notes` notes and `lines` warnings and errors, usually those of
    /// Limits::findings and Limits::finding_lines, and counts the rest.
    FindingList(std::uint64_t notes, std::uint64_t lines) noexcept : limits_{notes, lines} {}
    FindingList(FindingList&& other) noexcept;
    FindingList& operator=(FindingList&& other) noexcept;
    FindingList(const FindingList&) = delete;
    FindingList& operator=(const FindingList&) = delete;
    ~FindingList();

    /// The findings that are kept, in the order in which they were added, but for those that took
    /// another's place in a full list. Valid until the next add and as long as the list lives.
    View<Finding> kept() const noexcept FLATLINE_LIFETIMEBOUND { return {data_, size_}; }
    /// How many were added, kept or not.
    std::uint64_t errors() const noexcept { return counts_[2]; }
    std::uint64_t warnings() const noexcept { return counts_[1]; }
    std::uint64_t notes() const noexcept { return counts_[0]; }
    std::uint64_t total() const noexcept { return counts_[0] + counts_[1] + counts_[2]; }
    /// How many of a rule and severity were added and are not kept. 0 for all where there was no
    /// memory to count them by rule.
    std::uint64_t left_out(Rule rule, Severity severity) const noexcept;
    /// How many were added and are not kept.
    std::uint64_t left_out() const noexcept { return total() - size_; }
    /// The rules of all that were added, kept or not.
    const RuleSet& rules() const noexcept FLATLINE_LIFETIMEBOUND { return rules_; }

    /// Adds one. Never fails: where memory is out, the finding is counted and not kept. One that
    /// refuses the map becomes an error.
    void add(const Finding& finding) noexcept;

private:
    friend struct detail::FindingEdit;

    bool make_room() noexcept;
    bool replace_lesser(const Finding& finding, int rank) noexcept;
    void leave_out(const Finding& finding, std::uint64_t count) noexcept;

    Finding* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
    std::uint64_t limits_[2] = {1000, 100'000};  // of notes, of warnings and errors
    std::uint64_t kept_[2] = {0, 0};             // the same
    std::uint64_t counts_[3] = {0, 0, 0};
    std::uint64_t* left_out_ = nullptr;  // by rule and severity; null: nothing, or no memory
    RuleSet rules_;
    std::size_t full_from_[2] = {SIZE_MAX, SIZE_MAX};  // of errors, of what refuses
};

}  // namespace flatline::engine
