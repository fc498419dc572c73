// Field by field: only of elements that are not the same.
#include <algorithm>
#include <cstring>

#include "diff/changes.hpp"
#include "model/column.hpp"

namespace flatline::engine::compare {
namespace {

const unsigned char* element_at(const Map& map, std::uint8_t kind, std::uint32_t index) noexcept {
    switch (kind) {
        case FLATLINE_VERTEX:
            return reinterpret_cast<const unsigned char*>(&map.vertices()[index]);
        case FLATLINE_LINEDEF:
            return reinterpret_cast<const unsigned char*>(&map.linedefs()[index]);
        case FLATLINE_SIDEDEF:
            return reinterpret_cast<const unsigned char*>(&map.sidedefs()[index]);
        case FLATLINE_SECTOR:
            return reinterpret_cast<const unsigned char*>(&map.sectors()[index]);
        default:
            return reinterpret_cast<const unsigned char*>(&map.things()[index]);
    }
}

Value member_value(const Map& map, const StandardField& field,
                   const unsigned char* element) noexcept {
    const unsigned char* const at = element + field.offset;
    if (field.kind == FLATLINE_REAL) {
        double real;
        std::memcpy(&real, at, sizeof real);
        return real_value(real);
    }
    std::uint32_t word;
    std::memcpy(&word, at, sizeof word);
    if (field.bit != 0) return boolean_value((word & field.bit) != 0);
    if (field.is_name) return string_value(map.name(word));
    return integer_value(static_cast<std::int32_t>(word));
}

int compare_names(std::string_view a, std::string_view b) noexcept {
    const std::size_t size = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < size; ++i) {
        const auto x = static_cast<unsigned char>(text::to_lower(a[i]));
        const auto y = static_cast<unsigned char>(text::to_lower(b[i]));
        if (x != y) return x < y ? -1 : 1;
    }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

}  // namespace

bool FieldComparer::add(std::string_view name, const Value& before, const Value& after) noexcept {
    return out_.fields.push(pairing_.memory, {name.data(), name.size(), before, after});
}

bool FieldComparer::compare_members(std::uint8_t kind, std::uint32_t before,
                                    std::uint32_t after) noexcept {
    const Map& a = pairing_.a.map;
    const Map& b = pairing_.b.map;
    const unsigned char* const at_a = element_at(a, kind, before);
    const unsigned char* const at_b = element_at(b, kind, after);
    for (const StandardField& field : standard_fields()) {
        if (field.block != kind || field.is_index) continue;
        const Value value_a = member_value(a, field, at_a);
        const Value value_b = member_value(b, field, at_b);
        if (same_value(pairing_.mixer, a, value_a, b, value_b)) continue;
        if (same_value(pairing_.mixer, a, value_a, a, default_of(a, field.field)) &&
            same_value(pairing_.mixer, b, value_b, b, default_of(b, field.field))) {
            continue;  // neither gives it, and the namespaces have other defaults
        }
        if (!pairing_.representable.field(kind, field.name)) continue;
        if (!add(field.name, value_a, value_b)) return false;
    }
    return true;
}

bool FieldComparer::list_given(const Half& half, std::uint8_t kind, std::uint32_t index,
                               List& out) noexcept {
    out.truncate(0);
    const Map& map = half.map;
    const auto push = [&](std::string_view name, const Value& value) {
        return out.push(pairing_.memory, {name, value, static_cast<std::uint32_t>(out.size())});
    };
    for (const flatline_column& column : map.columns()) {
        if (column.element != kind) continue;
        const std::uint32_t entry = find_entry(column, index);
        if (entry == FLATLINE_NONE) continue;
        const Value value = column_value(map, column, entry);
        if (same_value(pairing_.mixer, map, value, map, default_of(map, column.field))) continue;
        if (!push(field_name(column.field), value)) return false;
    }
    const Growing<std::uint64_t>& own = half.unknown[kind];
    const auto* at = std::lower_bound(own.begin(), own.end(), index,
                                      [&](std::uint64_t entry, std::uint32_t wanted) {
                                          return map.unknowns()[entry].index < wanted;
                                      });
    for (; at != own.end() && map.unknowns()[*at].index == index; ++at) {
        if (!push(map.text(map.unknowns()[*at].name), unknown_value(map, *at))) return false;
    }
    sort_names(out);
    return true;
}

bool FieldComparer::list_block(const Half& half, std::uint64_t block, List& out) noexcept {
    out.truncate(0);
    const View<flatline_unknown> unknowns = half.map.unknowns();
    const std::uint64_t end = unknowns[block].value.block_end;
    for (std::uint64_t i = block + 1; i < end;) {
        const flatline_unknown& unknown = unknowns[i];
        const auto order = static_cast<std::uint32_t>(out.size());
        if (!out.push(pairing_.memory,
                      {half.map.text(unknown.name), unknown_value(half.map, i), order})) {
            return false;
        }
        i = unknown.kind == FLATLINE_UNKNOWN_BLOCK ? unknown.value.block_end : i + 1;
    }
    sort_names(out);
    return true;
}

// By name, and of each name only the last.
void FieldComparer::sort_names(List& list) const noexcept {
    std::sort(list.begin(), list.end(), [](const GivenField& a, const GivenField& b) {
        const int order = compare_names(a.name, b.name);
        return order != 0 ? order < 0 : a.order < b.order;
    });
    std::size_t left = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i + 1 < list.size() && compare_names(list[i].name, list[i + 1].name) == 0) continue;
        list[left++] = list[i];
    }
    list.truncate(left);
}

bool FieldComparer::merge(std::uint8_t kind) noexcept {
    const Map& a = pairing_.a.map;
    const Map& b = pairing_.b.map;
    const auto fallback = [&](const Map& own, const Map& other, std::string_view name) {
        if (kind > FLATLINE_THING) return no_value();
        const Value value = default_of(own, kind, name);
        return value.kind != FLATLINE_NO_VALUE ? value : default_of(other, kind, name);
    };
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < given_a_.size() || k < given_b_.size()) {
        const int order = i == given_a_.size() ? 1
                          : k == given_b_.size()
                              ? -1
                              : compare_names(given_a_[i].name, given_b_[k].name);
        const std::string_view name = order <= 0 ? given_a_[i].name : given_b_[k].name;
        const Value before = order <= 0 ? given_a_[i++].value : fallback(a, b, name);
        const Value after = order >= 0 ? given_b_[k++].value : fallback(b, a, name);
        if (same_value(pairing_.mixer, a, before, b, after)) continue;
        if (kind <= FLATLINE_THING && !pairing_.representable.field(kind, name)) continue;
        if (!add(name, before, after)) return false;
    }
    return true;
}

bool FieldComparer::compare(std::uint8_t kind, std::uint32_t before, std::uint32_t after) noexcept {
    return compare_members(kind, before, after) && list_given(pairing_.a, kind, before, given_a_) &&
           list_given(pairing_.b, kind, after, given_b_) && merge(kind);
}

bool FieldComparer::compare_blocks(std::uint64_t before, std::uint64_t after) noexcept {
    return list_block(pairing_.a, before, given_a_) && list_block(pairing_.b, after, given_b_) &&
           merge(FLATLINE_BLOCK);
}

}  // namespace flatline::engine::compare
