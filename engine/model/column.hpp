// model/column.hpp: finding the value of one element in a column.
#pragma once

#include <cstdint>

#include "flatline/types.h"

namespace flatline::engine {

namespace detail {

/// The first entry below `count` that is not below `index`, where at(i) is entry i of an ascending
/// array. Looks at entries near `from` first: twice the logarithm of the distance many.
template <class At>
std::uint32_t lower_entry(std::uint32_t count, std::uint32_t index, std::uint32_t from,
                          const At& at) noexcept {
    std::uint32_t low = 0;  // all before are below `index`
    std::uint32_t high = count;
    std::uint32_t probe = from < count ? from : count;
    std::uint32_t step = 1;
    if (probe < count && at(probe) < index) {
        do {
            low = probe + 1;
            probe = step - 1 < count - low ? low + (step - 1) : count;
            step *= 2;
        } while (probe < count && at(probe) < index);
        high = probe;
    } else {
        high = probe;
        while (probe > 0 && !(at(probe - 1) < index)) {
            high = probe - 1;
            probe = step < high ? high - step : 0;
            step *= 2;
        }
        low = probe;
    }
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (at(middle) < index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

}  // namespace detail

/// Finds entries of one column, best for elements in order: a step to an element near the one
/// before costs O(1), one to an element d entries away O(log d). The column must outlive this.
/// One thread at a time.
class ColumnCursor {
public:
    /// Null is a column without entries, as Map::column gives for a field that nobody uses.
    /// `from` is the entry near which it looks first, any number.
    explicit ColumnCursor(const flatline_column* column, std::uint32_t from = 0) noexcept
        : column_(column), at_(from) {}

    /// The entry that holds the value of element number `index`, or FLATLINE_NONE if that
    /// element does not give the field and so has its default.
    std::uint32_t find(std::uint32_t index) noexcept {
        if (column_ == nullptr) return FLATLINE_NONE;
        const std::uint32_t* elements = column_->elements;
        at_ = detail::lower_entry(column_->count, index, at_,
                                  [elements](std::uint32_t i) { return elements[i]; });
        return at_ < column_->count && elements[at_] == index ? at_ : FLATLINE_NONE;
    }
    /// Where the last find ended, for another cursor to go on from.
    std::uint32_t place() const noexcept { return at_; }

private:
    const flatline_column* column_;
    std::uint32_t at_;
};

/// The same for one element alone. Logarithmic in the column's count.
inline std::uint32_t find_entry(const flatline_column& column, std::uint32_t index) noexcept {
    return ColumnCursor(&column).find(index);
}

}  // namespace flatline::engine
