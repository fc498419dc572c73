// The fields of elements beyond their structs, element by element.
#pragma once

#include <cstdint>
#include <string_view>

#include "binary/flags.hpp"
#include "model/map.hpp"

namespace flatline::engine::write {

class Extras {
public:
    /// Begins before the first element of a kind.
    void begin(const Map& map, std::uint8_t block) noexcept;
    /// Goes on to an element; elements come in ascending order.
    void seek(std::uint32_t element) noexcept;

    /// True if a field of boolean kind is given and true. The field is none of the struct's.
    bool is_on(const binary::BooleanTarget& target) const noexcept;
    /// The last one of that name, in any case; null if there is none.
    const flatline_unknown* unknown(std::string_view name) const noexcept;
    /// All of them, and what is in blocks among them.
    View<flatline_unknown> unknowns() const noexcept {
        return {map_->unknowns().data() + first_unknown_, end_unknown_ - first_unknown_};
    }
    /// Calls use(column, entry) for each column that has a value of the element.
    template <class Use>
    void each_column(Use&& use) const noexcept {
        for (std::size_t i = 0; i < column_count_; ++i) {
            if (has_value(i)) use(*columns_[i], entries_[i]);
        }
    }

private:
    static constexpr std::size_t kMostColumns = 256;  // as in layout.hpp

    bool has_value(std::size_t i) const noexcept {
        return entries_[i] < columns_[i]->count && columns_[i]->elements[entries_[i]] == element_;
    }

    const Map* map_ = nullptr;
    std::uint8_t block_ = 0;
    std::uint32_t element_ = 0;
    std::size_t first_unknown_ = 0;
    std::size_t end_unknown_ = 0;
    const flatline_column* columns_[kMostColumns];
    std::uint32_t entries_[kMostColumns];
    std::size_t column_count_ = 0;
};

}  // namespace flatline::engine::write
