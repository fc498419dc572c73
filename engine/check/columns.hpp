// Values of fields beyond the standard ones, read for elements in ascending order.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/map.hpp"

namespace flatline::engine::sanity {

/// One column of a map, or none. Elements are asked for in ascending order.
class ColumnWalk {
public:
    ColumnWalk() noexcept = default;
    ColumnWalk(const Map& map, std::uint8_t block, std::string_view name) noexcept
        : map_(&map), column_(map.column(block, name)) {}

    bool exists() const noexcept { return column_ != nullptr; }
    FieldId field() const noexcept {
        return exists() ? column_->field : FieldId{FLATLINE_NO_FIELD};
    }
    /// True where the element gives the field.
    bool has(std::uint32_t element) noexcept {
        if (column_ == nullptr) return false;
        while (at_ < column_->count && column_->elements[at_] < element) ++at_;
        return at_ < column_->count && column_->elements[at_] == element;
    }
    bool flag(std::uint32_t element) noexcept {
        return has(element) && column_->values.booleans[at_] != 0;
    }
    std::int32_t integer(std::uint32_t element, std::int32_t fallback) noexcept {
        return has(element) ? column_->values.integers[at_] : fallback;
    }
    double real(std::uint32_t element, double fallback) noexcept {
        return has(element) ? column_->values.reals[at_] : fallback;
    }
    std::string_view text(std::uint32_t element) noexcept {
        return has(element) ? map_->text(column_->values.texts[at_]) : std::string_view();
    }

private:
    const Map* map_ = nullptr;
    const flatline_column* column_ = nullptr;
    std::uint32_t at_ = 0;
};

}  // namespace flatline::engine::sanity
