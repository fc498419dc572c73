// table/text_rows.hpp: rows as text, one after another, for CSV and NDJSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "table/writer.hpp"

namespace flatline::engine::tool {

/// What one format has otherwise than another. Numbers and booleans they write alike.
struct TextForm {
    /// What stands before a cell: separators and names.
    std::string (*before)(std::string_view name, bool is_first);
    std::string_view null;
    std::string_view row_end;
    void (*append_text)(std::string& out, std::string_view text);
    void (*append_json)(std::string& out, std::string_view json);
    /// The first line of the table; null where it has none.
    std::string (*header)(const std::vector<std::string_view>& names);
};

/// Writes a table row by row. What does not change within a batch is put together once.
class TextRows : public TableWriter {
public:
    TextRows(const std::vector<TableColumn>& columns, Output& out, const TextForm& form)
        : columns_(columns), out_(out), form_(form) {}

    bool needs_columns() const override { return true; }
    void begin(const std::vector<std::size_t>& chosen) override;
    void add(const RowBatch& batch) override;
    void end(const std::vector<std::size_t>& chosen) override;

private:
    /// A column whose values change from row to row, and the text that all rows have before it.
    struct Piece {
        std::string before;
        const ColumnValues* values;
        ValueType type;
    };

    void find_pieces(const RowBatch& batch);
    void append_cell(const Piece& piece, std::size_t row);
    void append_value(const ColumnValues& values, ValueType type, std::size_t at);

    const std::vector<TableColumn>& columns_;
    Output& out_;
    const TextForm form_;
    std::vector<std::size_t> chosen_;
    std::vector<std::string> before_;  // of each chosen column
    std::vector<Piece> pieces_;
    std::string row_end_;  // with the constant cells after the last piece
    std::string text_;
};

}  // namespace flatline::engine::tool
