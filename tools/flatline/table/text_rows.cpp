#include "table/text_rows.hpp"

#include <charconv>
#include <utility>

#include "reals.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kTextBytes = 1u << 18;  // that are collected before they are written

void append_integer(std::string& out, std::int64_t value) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

/// As JsonWriter::real. Always writes a dot or an exponent, so that readers see a floating-point
/// column.
void append_real(std::string& out, double value) {
    char digits[kRealBytes];
    const char* const end = put_real(digits, value);
    const std::string_view text(digits, static_cast<std::size_t>(end - digits));
    out += text;
    if (text.find_first_of(".e") == text.npos) out += ".0";
}

}  // namespace

void TextRows::begin(const std::vector<std::size_t>& chosen) {
    chosen_ = chosen;
    std::vector<std::string_view> names;
    for (const std::size_t column : chosen) {
        before_.push_back(form_.before(columns_[column].name, names.empty()));
        names.push_back(columns_[column].name);
    }
    if (form_.header != nullptr) out_.write(form_.header(names));
}

void TextRows::find_pieces(const RowBatch& batch) {
    pieces_.clear();
    std::string& before = text_;  // empty between batches
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
        const ColumnValues* const values = batch.find(chosen_[i]);
        const ValueType type = columns_[chosen_[i]].type;
        before += before_[i];
        if (values == nullptr) {
            before += form_.null;
        } else if (values->is_constant) {
            append_value(*values, type, 0);
        } else {
            pieces_.push_back({std::exchange(before, {}), values, type});
        }
    }
    before += form_.row_end;
    row_end_ = std::exchange(text_, {});
}

void TextRows::add(const RowBatch& batch) {
    find_pieces(batch);
    for (std::size_t row = 0; row < batch.rows; ++row) {
        for (const Piece& piece : pieces_) append_cell(piece, row);
        text_ += row_end_;
        if (text_.size() < kTextBytes) continue;
        out_.write(text_);
        text_.clear();
        if (out_.failed()) return;
    }
    out_.write(text_);
    text_.clear();
}

void TextRows::append_cell(const Piece& piece, std::size_t row) {
    text_ += piece.before;
    if (!piece.values->has(row)) {
        text_ += form_.null;
    } else {
        append_value(*piece.values, piece.type, row);
    }
}

void TextRows::append_value(const ColumnValues& values, ValueType type, std::size_t at) {
    switch (type) {
        case ValueType::int32:
            return append_integer(text_, values.integers[at]);
        case ValueType::int64:
            return append_integer(text_, values.longs[at]);
        case ValueType::real:
            return append_real(text_, values.reals[at]);
        case ValueType::boolean:
            text_ += values.booleans[at] != 0 ? "true" : "false";
            return;
        case ValueType::text:
            return form_.append_text(text_, values.texts[at]);
        case ValueType::json:
            return form_.append_json(text_, values.texts[at]);
    }
}

void TextRows::end(const std::vector<std::size_t>&) {}

std::unique_ptr<TableWriter> make_table_writer(TableFormat format,
                                               const std::vector<TableColumn>& columns,
                                               Output& out) {
    switch (format) {
        case TableFormat::csv:
            return make_csv_writer(columns, out);
        case TableFormat::ndjson:
            return make_ndjson_writer(columns, out);
        case TableFormat::parquet:
            break;
    }
    return make_parquet_writer(columns, out);
}

}  // namespace flatline::engine::tool
