// The lines of a map in a grid of square cells, for rules that look for neighbours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "check/scratch.hpp"
#include "model/map.hpp"
#include "model/view.hpp"

namespace flatline::engine::sanity {

class Context;

/// Half of the third decimal, in map units: what is no further from a line is on it. The one
/// tolerance of all rules, because editors write three decimals.
inline constexpr double kTouch = 0.0005;

/// A line by the places of its ends, v1 first.
struct Segment {
    double x1, y1, x2, y2;

    bool has_length() const noexcept { return x1 != x2 || y1 != y2; }
    double left() const noexcept { return std::min(x1, x2); }
    double right() const noexcept { return std::max(x1, x2); }
    double bottom() const noexcept { return std::min(y1, y2); }
    double top() const noexcept { return std::max(y1, y2); }
};

/// Which lines are in which cell. A cell lists, ascending, at least the lines that come within
/// kTouch of it. Lines of no length are in none.
class LineGrid {
public:
    struct Cells {
        std::uint32_t first_column, last_column, first_row, last_row;
    };

    /// False if memory is out or the steps are spent.
    [[nodiscard]] bool build(Context& context) noexcept;

    /// One a line.
    View<Segment> segments() const noexcept { return {segments_.data(), segments_.size()}; }
    const Segment& operator[](std::size_t line) const noexcept { return segments_[line]; }

    std::uint32_t columns() const noexcept { return columns_; }
    std::uint32_t rows() const noexcept { return rows_; }
    std::uint32_t column_of(double x) const noexcept { return index((x - x_) * scale_, columns_); }
    std::uint32_t row_of(double y) const noexcept { return index((y - y_) * scale_, rows_); }
    /// Where a column begins in x, but for rounding.
    double left_of(std::uint32_t column) const noexcept { return x_ + column * size_; }

    View<std::uint32_t> lines_in(std::uint32_t column, std::uint32_t row) const noexcept {
        const std::size_t cell = std::size_t{row} * columns_ + column;
        return {lines_.data() + starts_[cell], starts_[cell + 1] - starts_[cell]};
    }
    View<std::uint32_t> lines_at(double x, double y) const noexcept {
        return lines_in(column_of(x), row_of(y));
    }
    Cells cells_of(double left, double bottom, double right, double top) const noexcept {
        return {column_of(left), column_of(right), row_of(bottom), row_of(top)};
    }
    /// Calls use(column, row) for each cell that lists the line, until it gives false. False then.
    template <class Use>
    bool each_cell(const Segment& s, Use&& use) const noexcept;

private:
    // More than kTouch and what rounding adds to it.
    static constexpr double kSlack = 0.001;

    static std::uint32_t index(double at, std::uint32_t count) noexcept {
        if (!(at > 0)) return 0;
        return at < count ? static_cast<std::uint32_t>(at) : count - 1;
    }
    void measure(const Map& map) noexcept;
    bool fill(Context& context) noexcept;

    Scratch<Segment> segments_;
    Scratch<std::uint32_t> starts_;  // of the cells in `lines_`, row by row
    Scratch<std::uint32_t> lines_;
    double x_ = 0, y_ = 0, size_ = 1, scale_ = 1;
    std::uint32_t columns_ = 1, rows_ = 1;
    bool built_ = false;
};

template <class Use>
bool LineGrid::each_cell(const Segment& s, Use&& use) const noexcept {
    const Cells box =
        cells_of(s.left() - kSlack, s.bottom() - kSlack, s.right() + kSlack, s.top() + kSlack);
    const bool flat = s.top() - s.bottom() < kSlack;
    if (box.first_row == box.last_row || box.first_column == box.last_column || flat) {
        for (std::uint32_t row = box.first_row; row <= box.last_row; ++row) {
            for (std::uint32_t c = box.first_column; c <= box.last_column; ++c) {
                if (!use(c, row)) return false;
            }
        }
        return true;
    }
    const double slope = (s.x2 - s.x1) / (s.y2 - s.y1);
    for (std::uint32_t row = box.first_row; row <= box.last_row; ++row) {
        // The part of the line in this row, a little longer, and as the columns of its ends.
        const double low = std::max(y_ + row * size_ - kSlack, s.bottom());
        const double high = std::min(y_ + (row + 1.0) * size_ + kSlack, s.top());
        const double a = s.x1 + (low - s.y1) * slope;
        const double b = s.x1 + (high - s.y1) * slope;
        const double slack = kSlack + kSlack * (slope < 0 ? -slope : slope);
        const std::uint32_t first = std::max(column_of(std::min(a, b) - slack), box.first_column);
        const std::uint32_t last = std::min(column_of(std::max(a, b) + slack), box.last_column);
        for (std::uint32_t c = first; c <= last; ++c) {
            if (!use(c, row)) return false;
        }
    }
    return true;
}

}  // namespace flatline::engine::sanity
