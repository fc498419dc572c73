// Finds elements by tag. Every dialect defines tags in its own way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "level/geometry.hpp"
#include "model/fields.hpp"

namespace flatline::engine::level {

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

/// GZDoom: the sector tag 0 is none, and asking for it finds the untagged sectors. A line id of -1
/// is unset and 0 is an id. A thing id of 0 is none.
inline constexpr TagRules kZdoomTags = {
    .sectors = {.zero_untagged = true, .minus_one = true, .negative = true, .more_negative = true},
    .lines = {.zero = true, .negative = true, .more_negative = true},
    .things = {.minus_one = true, .negative = true, .more_negative = true},
};
/// SRB2: every element has a tag, 0 where none is given. Asking for -1 finds all elements.
inline constexpr TagRule kSrb2Tag = {.zero = true,
                                     .all = true,
                                     .negative = true,
                                     .more_zero = true,
                                     .more_negative = true,
                                     .wraps = true};
inline constexpr TagRules kSrb2Tags = {kSrb2Tag, kSrb2Tag, kSrb2Tag};
/// dsda-doom: sector tags are above 0. A negative line id counts as 0, which is a tag. An element
/// that repeats a tag is listed as often.
inline constexpr TagRules kDsdaTags = {
    .sectors = {.repeats = true},
    .lines = {.zero = true, .negative_is_zero = true, .repeats = true},
    .things = {.minus_one = true, .negative = true, .repeats = true},
};
/// Boom's rules, for Woof, Eternity and the base namespaces: 0 is a tag like others. A line without
/// id (-1) has no tag, and neither has a thing with id 0.
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

/// The ids of one kind of element: the member `id` of its structs, and its column moreids, or null.
struct TagSource {
    const std::int32_t* first_id = nullptr;  // of element 0
    std::size_t stride = 0;                  // bytes from one to the next
    std::size_t count = 0;
    const flatline_column* more = nullptr;
    const std::int32_t* ids = nullptr;   // what `more` points into
    const Geometry* bordered = nullptr;  // given: sectors without a line of length have no tags
};

/// Makes the table of one kind of element in two steps. Entries are sorted digit by digit: stable,
/// and linear whatever the tags are. A map could make a hash table slow, but not this.
class TagTable {
public:
    struct Entry {
        std::uint32_t key;  // the tag, in an order of unsigned numbers
        std::uint32_t element;
    };

    TagTable(const TagSource& source, const TagRule& rule) noexcept;

    /// sort() needs scratch memory for twice as many entries. Above 2^31 there is no table.
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
    bool keeps_tags(std::size_t element) const noexcept {
        return source_.bordered == nullptr || source_.bordered->is_bordered(element);
    }
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

}  // namespace flatline::engine::level
