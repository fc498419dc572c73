#include "fix/plan.hpp"

#include <algorithm>
#include <cmath>

#include "model/fields.hpp"

namespace flatline::engine::mend {

bool Plan::mark(List<std::uint8_t>& marks, std::uint32_t count) noexcept {
    changes = true;
    if (marks.empty()) keep(marks.extend(count, 0));
    return good_;
}

void Plan::remove(std::uint8_t kind, std::uint32_t index) noexcept {
    if (mark(removed_[kind], counts_.of[kind])) removed_[kind][index] = 1;
}

void Plan::merge(std::uint32_t vertex, std::uint32_t to) noexcept {
    if (merged_.empty()) {
        for (std::uint32_t i = 0; i < counts_.of[FLATLINE_VERTEX] && good_; ++i) {
            keep(merged_.push(i));
        }
    }
    if (!good_) return;
    merged_[vertex] = to;
    remove(FLATLINE_VERTEX, vertex);
}

void Plan::set(const FieldSet& set) noexcept {
    changes = true;
    keep(sets_.push(set));
}

void Plan::set_flag(std::uint8_t kind, std::uint32_t index, FieldId field, bool value) noexcept {
    set({kind, FieldSet::Kind::boolean, field, index, value ? 1 : 0, {}});
}

void Plan::set_integer(std::uint8_t kind, std::uint32_t index, FieldId field,
                       std::int64_t value) noexcept {
    set({kind, FieldSet::Kind::integer, field, index, value, {}});
}

void Plan::set_index(std::uint8_t kind, std::uint32_t index, FieldId field, std::uint8_t of,
                     std::uint32_t value) noexcept {
    set({kind, FieldSet::Kind::index, field, index, value, {}, of});
}

void Plan::set_name(std::uint8_t kind, std::uint32_t index, FieldId field,
                    std::string_view value) noexcept {
    set({kind, FieldSet::Kind::name, field, index, 0, value});
}

void Plan::split(std::uint32_t line, std::uint32_t vertex, double along) noexcept {
    changes = true;
    keep(splits_.push({line, vertex, along}));
}

void Plan::edit(std::uint64_t offset, std::uint64_t length, std::string_view text,
                std::uint32_t row) noexcept {
    changes = true;
    const std::uint64_t at = pool_.size();
    keep(pool_.append(reinterpret_cast<const unsigned char*>(text.data()), text.size()) &&
         edits_.push({offset, length, at, text.size(), row}));
}

std::uint32_t Plan::number(std::uint8_t kind, std::uint32_t index) const noexcept {
    // A load with repairs may have met numbers that name nothing.
    if (index >= counts_.of[kind]) return index;
    if (kind == FLATLINE_VERTEX) index = vertex_of(index);
    return numbers_[kind].empty() ? index : numbers_[kind][index];
}

bool Plan::renumbers(std::uint8_t kind) const noexcept {
    const bool grows = kind == FLATLINE_LINEDEF || kind == FLATLINE_SIDEDEF;
    return !removed_[kind].empty() || (grows && !new_lines_.empty());
}

void Plan::settle() noexcept {
    for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
        kept_[kind] = counts_.of[kind];
        if (removed_[kind].empty()) continue;
        kept_[kind] = 0;
        for (std::uint32_t i = 0; i < counts_.of[kind] && good_; ++i) {
            keep(numbers_[kind].push(removed_[kind][i] != 0 ? FLATLINE_NONE : kept_[kind]++));
        }
    }
    if (!good_) return;
    list_new_lines();
    for (FieldSet& set : sets_) {
        if (set.kind != FieldSet::Kind::index) continue;
        set.value = number(set.of, static_cast<std::uint32_t>(set.value));
    }
    std::stable_sort(sets_.begin(), sets_.end(), [](const FieldSet& a, const FieldSet& b) {
        return a.element != b.element ? a.element < b.element : a.number < b.number;
    });
}

void Plan::list_new_lines() noexcept {
    std::sort(splits_.begin(), splits_.end(), [](const Split& a, const Split& b) {
        if (a.line != b.line) return a.line < b.line;
        return a.along != b.along ? a.along < b.along : a.vertex < b.vertex;
    });
    // Several vertices may be at one place, and several rules may want one of them.
    const Split* const unique =
        std::unique(splits_.begin(), splits_.end(), [](const Split& a, const Split& b) {
            return a.line == b.line && b.along - a.along <= kTouch;
        });
    splits_.truncate(static_cast<std::size_t>(unique - splits_.begin()));
    const Split* const end = splits_.end();
    for (const Split* first = splits_.begin(); first != end && good_;) {
        const Split* last = first;
        while (last != end && last->line == first->line) ++last;
        add_parts(first, last);
        first = last;
    }
}

// The line ends at the first of the vertices. A texture goes on where it was: the offset of a front
// side counts from the first end of its line, that of a back side from the second.
void Plan::add_parts(const Split* first, const Split* last) noexcept {
    const flatline_linedef& line = map_.linedefs()[first->line];
    const flatline_vertex& a = map_.vertices()[line.v1];
    const flatline_vertex& b = map_.vertices()[line.v2];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const auto offset = [&](std::uint32_t side, double more) {
        if (side == FLATLINE_NONE) return std::int64_t{0};
        return static_cast<std::int64_t>(std::llround(map_.sidedefs()[side].offsetx + more));
    };
    for (const Split* at = first; at != last; ++at) {
        const Split* const next = at + 1;
        const std::uint32_t v2 = next != last ? next->vertex : line.v2;
        const double ends = next != last ? next->along : length;
        keep(new_lines_.push({first->line, at->vertex, v2, line.sidefront, line.sideback,
                              offset(line.sidefront, at->along),
                              offset(line.sideback, length - ends)}));
    }
    set_index(FLATLINE_LINEDEF, first->line, find_field(FLATLINE_LINEDEF, "v2"), FLATLINE_VERTEX,
              first->vertex);
    if (line.sideback == FLATLINE_NONE) return;
    set_integer(FLATLINE_SIDEDEF, line.sideback, find_field(FLATLINE_SIDEDEF, "offsetx"),
                offset(line.sideback, length - first->along));
}

}  // namespace flatline::engine::mend
