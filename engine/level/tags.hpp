// Elements by tag, with each dialect's idea of what a tag is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/fields.hpp"
#include "flatline/types.h"

namespace flatline::level {

/// What a port does with one kind of tag (docs/runtime.md, "Tags and ids"). Numbers above 0 are
/// always tags.
struct TagRule {
    bool zero = false;              ///< 0 is a tag like others
    bool zero_untagged = false;     ///< asking for 0 finds the elements without any tag
    bool minus_one = false;         ///< -1 is a tag like others; otherwise it means unset
    bool all = false;               ///< asking for -1 finds every element
    bool negative = false;          ///< numbers below -1 are tags like others
    bool negative_is_zero = false;  ///< a negative id counts as 0
    bool more_zero = false;         ///< a 0 in moreids is a tag where zero is one
    bool more_negative = false;     ///< a negative number in moreids is one where others are
    bool repeats = false;           ///< an element that repeats a tag is listed as often
    bool wraps = false;             ///< tags have 16 bits: they wrap
};

struct TagRules {
    TagRule sectors, lines, things;
};

/// GZDoom: sector tag 0 is none and finds the untagged; line -1 is unset, 0 a tag; thing 0 none.
inline constexpr TagRules kZdoomTags = {
    .sectors = {.zero_untagged = true, .minus_one = true, .negative = true, .more_negative = true},
    .lines = {.zero = true, .negative = true, .more_negative = true},
    .things = {.minus_one = true, .negative = true, .more_negative = true},
};
/// SRB2: every element has a tag, 0 where it gives none; -1 stands for all of them.
inline constexpr TagRule kSrb2Tag = {.zero = true,
                                     .all = true,
                                     .negative = true,
                                     .more_zero = true,
                                     .more_negative = true,
                                     .wraps = true};
inline constexpr TagRules kSrb2Tags = {kSrb2Tag, kSrb2Tag, kSrb2Tag};
/// dsda: sector tags are above 0; a negative line id is 0, which is a tag; repeats are kept.
inline constexpr TagRules kDsdaTags = {
    .sectors = {.repeats = true},
    .lines = {.zero = true, .negative_is_zero = true, .repeats = true},
    .things = {.minus_one = true, .negative = true, .repeats = true},
};
/// Boom, for Woof, Eternity and the base namespaces: one tag, 0 like others; a line without id
/// (-1) has none, a thing with id 0 none.
inline constexpr TagRules kBoomTags = {
    .sectors = {.zero = true, .minus_one = true, .negative = true},
    .lines = {.zero = true, .negative = true},
    .things = {.minus_one = true, .negative = true},
};

constexpr const TagRules& tag_rules(Dialect dialect) noexcept {
    switch (dialect) {
        case Dialect::zdoom:
            return kZdoomTags;
        case Dialect::srb2:
            return kSrb2Tags;
        case Dialect::dsda:
            return kDsdaTags;
        default:
            return kBoomTags;
    }
}

/// The ids of one kind of element: field `id` in the structs, and its moreids column or null.
struct TagSource {
    const std::int32_t* first_id = nullptr;  // of element 0
    std::size_t stride = 0;                  // bytes from one to the next
    std::size_t count = 0;
    const flatline_column* more = nullptr;
    const std::int32_t* ids = nullptr;  // what `more` points into
};

/// One kind's table in two steps. Entries are sorted by their digits, stable and linear whatever
/// the tags are, so no map can make the table slow as it could a hash.
class TagTable {
public:
    struct Entry {
        std::uint32_t key;  // the tag, in an order of unsigned numbers
        std::uint32_t element;
    };

    TagTable(const TagSource& source, const TagRule& rule) noexcept;

    /// Entries of scratch that sort() needs, twice; above 2^31 there is no table.
    std::uint64_t scratch_entries() const noexcept { return entries_; }
    /// Precondition: `scratch` has 2 * scratch_entries() entries, which stay until fill().
    void sort(Entry* scratch) noexcept;
    std::uint32_t tag_count() const noexcept { return tags_; }
    std::uint32_t element_count() const noexcept { return elements_; }

    /// Fills tags (tag_count()), rows (tag_count() + 1) and elements (element_count()).
    flatline_tags fill(std::int32_t* tags, std::uint32_t* rows,
                       std::uint32_t* elements) const noexcept;

private:
    template <class Use>
    void each(Use&& use) const noexcept;
    bool same(std::size_t i) const noexcept {  // as the entry before it
        return sorted_[i].key == sorted_[i - 1].key && sorted_[i].element == sorted_[i - 1].element;
    }

    TagSource source_;
    TagRule rule_;
    std::uint64_t entries_ = 0;
    Entry* sorted_ = nullptr;
    std::uint32_t tags_ = 0;
    std::uint32_t elements_ = 0;
};

}  // namespace flatline::level
