// The rules that fix can fix, and the changes that each plans.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/list.hpp"
#include "fix/field_pairs.hpp"
#include "fix/plan.hpp"
#include "model/findings.hpp"
#include "model/map.hpp"

namespace flatline::engine::mend {

/// What became of a finding.
enum class FixOutcome : std::uint8_t {
    mended,
    step,    ///< something was planned after which it can be mended in a later pass
    later,   ///< what is planned already is in the way; a later pass mends it
    unsafe,  ///< only FixOptions::unsafe mends it
    exempt,  ///< nothing mends it in a map like this, so it is not left
    left,    ///< nothing mends it
};

/// Plans for one pass over a loaded map, finding after finding.
class Planner {
public:
    Planner(const Map& of, bool unsafe_too, Plan& to) noexcept
        : map(of), unsafe(unsafe_too), plan(to), pairs(of) {}
    Planner(const Planner&) = delete;
    Planner& operator=(const Planner&) = delete;

    /// Plans what mends a finding; `row` is its number. Precondition: it is about this map.
    FixOutcome add(const Finding& finding, std::uint32_t row) noexcept;

    const Map& map;
    const bool unsafe;
    Plan& plan;
    FieldPairs pairs;

    // ---- What refers to what, counted at the first use by a rule ----

    [[nodiscard]] bool count_uses() noexcept;
    /// A line of the side, NONE where it has none.
    std::uint32_t line_of(std::uint32_t side) const noexcept { return line_of_side_[side]; }
    /// True if each sector has a side without this one.
    bool can_spare_side(std::uint32_t side) const noexcept {
        return sector_sides_[map.sidedefs()[side].sector] > 1;
    }
    void remove_side(std::uint32_t side) noexcept;
    /// Removes a line with the sides and vertices that only it used, but for side `but`. False, and
    /// nothing is planned, where a sector, or the map, would have none left.
    bool remove_line(std::uint32_t line, std::uint32_t but = FLATLINE_NONE) noexcept;
    void merge_vertices(std::uint32_t vertex, std::uint32_t to) noexcept;
    /// Lines that something is planned for besides a split; splits of them wait, and the other way.
    bool is_touched(std::uint32_t line) const noexcept { return touched_[line] != 0; }
    void touch(std::uint32_t line, std::uint8_t how) noexcept { touched_[line] |= how; }
    std::uint8_t touched(std::uint32_t line) const noexcept { return touched_[line]; }
    /// The name of a wall that most sides have; "" where none has one.
    std::string_view frequent_texture() noexcept;
    /// Where block number `index` of a kind begins in the text; NO_OFFSET where there is none.
    std::uint64_t block_at(std::uint8_t kind, std::uint32_t index) noexcept;

private:
    bool counted_ = false;
    std::uint32_t lines_left_ = 0;
    List<std::uint32_t> vertex_uses_, side_uses_, sector_sides_, line_of_side_;
    List<std::uint8_t> touched_;
    bool has_frequent_ = false;
    std::string_view frequent_;
    bool has_blocks_ = false;
    List<std::uint64_t> blocks_[kKinds];
};

/// A name that no wall is drawn with. SRB2 draws none whose name begins with a minus.
inline bool is_no_texture(std::string_view name) noexcept {
    return name.empty() || name.front() == '-';
}

inline constexpr std::uint8_t kTouchedWhole = 1;
inline constexpr std::uint8_t kTouchedSplit = 2;

// What mends the findings of a rule, by what they are about.
FixOutcome mend_unused_vertex(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_duplicate_vertex(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_unused_side(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_line_without_length(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_flag(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_thing_outside(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_dangling_tag(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_overlap(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_vertex_on_line(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_missing_texture(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_remainder(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_nodes(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_bytes_after_nodes(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_blockmap(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_reject(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_by_deletion(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_number(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_case(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_escapes(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_end_of_text(Planner&, const Finding&, std::uint32_t row) noexcept;
FixOutcome mend_duplicate_field(Planner&, const Finding&, std::uint32_t row) noexcept;

/// What was done about a finding of a rule, in words: "removed".
std::string_view deed_of(Rule rule) noexcept;
/// Whether any rule mends findings of this one; each that says so in rules.inc does.
bool has_mender(Rule rule) noexcept;

}  // namespace flatline::engine::mend
