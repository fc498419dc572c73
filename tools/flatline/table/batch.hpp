// table/batch.hpp: some rows of a table, column by column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "table/columns.hpp"

namespace flatline::engine::tool {

/// The values of one column. Its type says which list has them, one a row; rows that are null have
/// some value there. Texts are UTF-8 and belong to the batch or to its map.
struct ColumnValues {
    std::vector<std::int32_t> integers;
    std::vector<std::int64_t> longs;
    std::vector<double> reals;
    std::vector<std::uint8_t> booleans;
    std::vector<std::string_view> texts;
    std::vector<std::uint8_t> given;  ///< one a row, 0 where it is null; empty: none is null
    bool is_constant = false;         ///< one value, which all rows have

    bool has(std::size_t row) const { return given.empty() || given[row] != 0; }
    /// The place of a row's value.
    std::size_t at(std::size_t row) const { return is_constant ? 0 : row; }
    void clear();
};

/// Consecutive rows of one map or file.
struct RowBatch {
    struct Cells {
        std::size_t column;  ///< in columns_of(kind)
        ColumnValues values;
    };

    std::size_t rows = 0;
    std::vector<Cells> columns;    ///< ascending; an absent column is null in all rows
    std::deque<std::string> made;  ///< texts that the batch owns

    /// The values of a column that comes after all present ones. Takes lists of an earlier use of
    /// the batch.
    ColumnValues& add(std::size_t column);
    /// Null where all rows are null.
    const ColumnValues* find(std::size_t column) const;
    /// `bytes` as the text of a cell. Valid UTF-8 stays; in any other string each byte becomes the
    /// code point of its value, as `dump` has it.
    std::string_view text(std::string_view bytes);
    std::string_view keep(std::string text) { return made.emplace_back(std::move(text)); }
    void clear();

private:
    std::vector<ColumnValues> spare_;
};

/// A batch as bytes, for a file, and back. Texts of the batch view `bytes` then.
void append_batch(std::string& bytes, const RowBatch& batch,
                  const std::vector<TableColumn>& columns);
void read_batch(std::string_view bytes, RowBatch& batch, const std::vector<TableColumn>& columns);

}  // namespace flatline::engine::tool
