// What is to be changed in a map: elements that go, fields that get another value, lines that are
// split, bytes of the text, lumps to be made anew. It refers to one loaded map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/list.hpp"
#include "model/findings.hpp"
#include "model/map.hpp"

namespace flatline::engine::mend {

/// Elements have five kinds, FLATLINE_VERTEX .. FLATLINE_THING.
inline constexpr std::size_t kKinds = 5;

/// What is no further from a line is on it (docs/rules.md, "Sanity rules").
inline constexpr double kTouch = 0.0005;

/// How many elements of each kind a map has.
struct KindCounts {
    explicit KindCounts(const Map& map) noexcept
        : of{map.arrays().vertex_count, map.arrays().linedef_count, map.arrays().sidedef_count,
             map.arrays().sector_count, map.arrays().thing_count} {}
    std::uint32_t of[kKinds];
};

/// A field of an element that gets a value.
struct FieldSet {
    enum class Kind : std::uint8_t { boolean, integer, index, name };
    std::uint8_t element;
    Kind kind;
    FieldId field;
    std::uint32_t number;   ///< of the element
    std::int64_t value;     ///< of an index: the old number, after settle() the new one
    std::string_view text;  ///< of a name; lives as long as the map
    std::uint8_t of = 0;    ///< of an index: the kind of element that it names
};

/// Bytes of the text that others take the place of; those lie in Plan::pool.
struct TextEdit {
    std::uint64_t offset;
    std::uint64_t length;
    std::uint64_t text;
    std::uint64_t size;
    std::uint32_t row;  ///< what it mends, FLATLINE_NONE: an edit that others follow from
};

/// A vertex at which a line becomes two.
struct Split {
    std::uint32_t line;
    std::uint32_t vertex;
    double along;  ///< units from the line's first end
};

/// A line that a split makes; vertices and sides are those of the map now.
struct NewLine {
    std::uint32_t line;  ///< that it is a part of
    std::uint32_t v1, v2;
    std::uint32_t front, back;  ///< sides that its own are copies of; NONE: it has none
    std::int64_t front_offset, back_offset;  ///< what their offsetx becomes
};

class Plan {
public:
    explicit Plan(const Map& map) noexcept : map_(map), counts_(map) {}
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    // Each does nothing where memory is out, which good() tells.
    void remove(std::uint8_t kind, std::uint32_t index) noexcept;
    bool is_removed(std::uint8_t kind, std::uint32_t index) const noexcept {
        return !removed_[kind].empty() && removed_[kind][index] != 0;
    }
    /// The vertex goes, and lines that end there end at `to`, which stays.
    void merge(std::uint32_t vertex, std::uint32_t to) noexcept;
    std::uint32_t vertex_of(std::uint32_t vertex) const noexcept {
        return merged_.empty() ? vertex : merged_[vertex];
    }
    void set_flag(std::uint8_t kind, std::uint32_t index, FieldId field, bool value) noexcept;
    void set_integer(std::uint8_t kind, std::uint32_t index, FieldId field,
                     std::int64_t value) noexcept;
    /// `value`: the index of an element of kind `of`, which may change its number.
    void set_index(std::uint8_t kind, std::uint32_t index, FieldId field, std::uint8_t of,
                   std::uint32_t value) noexcept;
    void set_name(std::uint8_t kind, std::uint32_t index, FieldId field,
                  std::string_view value) noexcept;
    void split(std::uint32_t line, std::uint32_t vertex, double along) noexcept;
    /// `row` is the finding that is mended.
    void edit(std::uint64_t offset, std::uint64_t length, std::string_view text,
              std::uint32_t row) noexcept;
    /// Cuts the last bytes of a lump of records off.
    void cut(Lump lump, std::uint64_t bytes) noexcept {
        cuts[static_cast<std::size_t>(lump)] = bytes;
        changes = true;
    }
    void make_anew(Lump lump) noexcept {
        anew[static_cast<std::size_t>(lump)] = true;
        changes = true;
    }

    /// To be called once, when all is planned: gives every element that stays its number, lists
    /// the lines that splits make, and sorts what was set, with the new numbers in it.
    void settle() noexcept;

    bool good() const noexcept { return good_; }
    const Map& map() const noexcept { return map_; }
    const KindCounts& counts() const noexcept { return counts_; }
    View<FieldSet> sets() const noexcept { return sets_.view(); }
    View<TextEdit> edits() const noexcept { return edits_.view(); }
    View<NewLine> new_lines() const noexcept { return new_lines_.view(); }
    std::string_view pool(const TextEdit& edit) const noexcept {
        return {reinterpret_cast<const char*>(pool_.data()) + edit.text,
                static_cast<std::size_t>(edit.size)};
    }
    /// The number that an element has afterwards, NONE for one that goes. Only after settle().
    std::uint32_t number(std::uint8_t kind, std::uint32_t index) const noexcept;
    /// Whether an element of a kind goes, comes, or becomes another vertex.
    bool renumbers(std::uint8_t kind) const noexcept;
    std::uint32_t kept(std::uint8_t kind) const noexcept { return kept_[kind]; }

    std::uint64_t cuts[16] = {};  ///< by Lump
    bool anew[16] = {};           ///< by Lump
    bool changes = false;

private:
    bool mark(List<std::uint8_t>& marks, std::uint32_t count) noexcept;
    void set(const FieldSet& set) noexcept;
    void keep(bool done) noexcept { good_ = good_ && done; }
    void list_new_lines() noexcept;
    void add_parts(const Split* first, const Split* last) noexcept;

    const Map& map_;
    KindCounts counts_;
    bool good_ = true;
    List<std::uint8_t> removed_[kKinds];  // empty: none
    List<std::uint32_t> numbers_[kKinds];
    std::uint32_t kept_[kKinds] = {};
    List<std::uint32_t> merged_;  // one a vertex, empty: none
    List<FieldSet> sets_;
    List<TextEdit> edits_;
    List<unsigned char> pool_;
    List<Split> splits_;
    List<NewLine> new_lines_;
};

}  // namespace flatline::engine::mend
