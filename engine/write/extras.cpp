#include "write/extras.hpp"

#include "text/chars.hpp"

namespace flatline::engine::write {

void Extras::begin(const Map& map, std::uint8_t block) noexcept {
    map_ = &map;
    block_ = block;
    first_unknown_ = end_unknown_ = column_count_ = 0;
    for (const flatline_column& column : map.columns()) {
        if (column.element != block || column_count_ == kMostColumns) continue;
        columns_[column_count_] = &column;
        entries_[column_count_++] = 0;
    }
}

void Extras::seek(std::uint32_t element) noexcept {
    element_ = element;
    for (std::size_t i = 0; i < column_count_; ++i) {
        const flatline_column& column = *columns_[i];
        while (entries_[i] < column.count && column.elements[entries_[i]] < element) ++entries_[i];
    }
    // Those of one element stand together, and elements of one kind in order.
    const View<flatline_unknown> unknowns = map_->unknowns();
    const auto stands_before = [&](const flatline_unknown& unknown) {
        return unknown.element != block_ || unknown.index < element;
    };
    std::size_t at = end_unknown_;
    while (at < unknowns.size() && stands_before(unknowns[at])) ++at;
    first_unknown_ = at;
    const auto stands_in = [&](const flatline_unknown& unknown) {
        return unknown.element == block_ && unknown.index == element;
    };
    while (at < unknowns.size() && stands_in(unknowns[at])) ++at;
    end_unknown_ = at;
}

bool Extras::is_on(const binary::BooleanTarget& target) const noexcept {
    if (!target.is_column()) {
        const flatline_unknown* given = unknown(target.name);
        return given != nullptr && given->kind == FLATLINE_BOOLEAN && given->value.boolean != 0;
    }
    bool on = false;
    each_column([&](const flatline_column& column, std::uint32_t entry) {
        on = on || (column.field == target.field && column.values.booleans[entry] != 0);
    });
    return on;
}

const flatline_unknown* Extras::unknown(std::string_view name) const noexcept {
    const flatline_unknown* found = nullptr;
    for (const flatline_unknown& unknown : unknowns()) {
        if (unknown.depth == 0 && text::same_name(map_->text(unknown.name), name)) found = &unknown;
    }
    return found;
}

}  // namespace flatline::engine::write
