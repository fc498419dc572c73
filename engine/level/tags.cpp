#include "level/tags.hpp"

#include <cstring>
#include <utility>

namespace flatline::engine::level {
namespace {

// Maps the order of signed numbers to that of unsigned ones, and back.
constexpr std::uint32_t kSign = 0x80000000u;
std::uint32_t key_of(std::int32_t tag) noexcept { return static_cast<std::uint32_t>(tag) ^ kSign; }
std::int32_t tag_of(std::uint32_t key) noexcept { return static_cast<std::int32_t>(key ^ kSign); }

}  // namespace

TagTable::TagTable(const TagSource& source, const TagRule& rule) noexcept
    : source_(source), rule_(rule) {
    each([this](std::int32_t, std::uint32_t) { ++entries_; });
}

// Calls `use(tag, element)` for every tag that the rule lets an element have, elements ascending.
template <class Use>
void TagTable::each(Use&& use) const noexcept {
    std::uint32_t next_more = 0;
    const auto wrapped = [this](std::int32_t tag) {
        return rule_.wraps ? static_cast<std::int16_t>(tag) : tag;
    };
    const auto allowed = [this](std::int32_t tag) {
        if (tag == -1) return rule_.minus_one;
        return tag > 0 || (tag == 0 ? rule_.zero : rule_.negative);
    };
    const auto* at = reinterpret_cast<const unsigned char*>(source_.first_id);
    for (std::size_t i = 0; i < source_.count; ++i, at += source_.stride) {
        const auto element = static_cast<std::uint32_t>(i);
        bool tagged = false;
        const auto add = [&](std::int32_t tag) {
            use(tag, element);
            tagged = true;
        };
        std::int32_t id;
        std::memcpy(&id, at, sizeof id);
        id = wrapped(id);
        if (rule_.negative_is_zero && id < 0) id = 0;
        flatline_text range{0, 0};
        if (source_.more != nullptr && next_more < source_.more->count &&
            source_.more->elements[next_more] == element) {
            range = source_.more->values.ids[next_more++];
        }
        if ((allowed(id) || range.size != 0) && keeps_tags(i)) {
            if (allowed(id)) add(id);
            for (std::uint32_t k = 0; k < range.size; ++k) {
                const std::int32_t more = wrapped(source_.ids[range.offset + k]);
                if (!allowed(more) || (more == 0 && !rule_.more_zero) ||
                    (more < 0 && !rule_.more_negative)) {
                    continue;
                }
                add(more);
            }
        }
        if (rule_.zero_untagged && !tagged) use(0, element);
        if (rule_.all) use(-1, element);
    }
}

void TagTable::sort(Entry* scratch) noexcept {
    const auto count = static_cast<std::size_t>(entries_);
    Entry* from = scratch;
    Entry* to = scratch + count;
    std::size_t n = 0;
    std::uint32_t digits[4][256] = {};
    each([&](std::int32_t tag, std::uint32_t element) {
        const std::uint32_t key = key_of(tag);
        from[n++] = {key, element};
        for (int d = 0; d < 4; ++d) ++digits[d][key >> (8 * d) & 255];
    });
    for (int d = 0; d < 4; ++d) {
        std::uint32_t at = 0;
        bool varies = false;
        for (std::uint32_t& digit : digits[d]) {
            varies = varies || (digit != 0 && digit != count);
            at += std::exchange(digit, at);
        }
        if (!varies) continue;
        for (std::size_t i = 0; i < count; ++i) {
            to[digits[d][from[i].key >> (8 * d) & 255]++] = from[i];
        }
        std::swap(from, to);
    }
    sorted_ = from;
    tags_ = elements_ = 0;
    for (std::size_t i = 0; i < count; ++i) {
        tags_ += i == 0 || from[i].key != from[i - 1].key;
        elements_ += i == 0 || rule_.repeats || !same(i);
    }
}

flatline_tags TagTable::fill(std::int32_t* tags, std::uint32_t* rows,
                             std::uint32_t* elements) const noexcept {
    std::uint32_t tag_count = 0;
    std::uint32_t element_count = 0;
    for (std::size_t i = 0; i < entries_; ++i) {
        if (i == 0 || sorted_[i].key != sorted_[i - 1].key) {
            tags[tag_count] = tag_of(sorted_[i].key);
            rows[tag_count++] = element_count;
        }
        if (i == 0 || rule_.repeats || !same(i)) elements[element_count++] = sorted_[i].element;
    }
    rows[tag_count] = element_count;
    return {tags, rows, elements, tag_count, element_count};
}

}  // namespace flatline::engine::level
