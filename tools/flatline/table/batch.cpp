#include "table/batch.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "utf8.hpp"

namespace flatline::engine::tool {
namespace {

bool is_ascii(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<signed char>(c) >= 0; });
}

template <class Value>
void append_value(std::string& bytes, const Value& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class Value>
void append_list(std::string& bytes, const std::vector<Value>& list) {
    append_value(bytes, list.size());
    if (list.empty()) return;
    bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Value));
}
void append_list(std::string& bytes, const std::vector<std::string_view>& list) {
    append_value(bytes, list.size());
    for (const std::string_view text : list) append_value(bytes, text.size());
    for (const std::string_view text : list) bytes.append(text);
}

/// What append_ wrote, in the same order. It is the program's own, so nothing is checked.
class BatchReader {
public:
    explicit BatchReader(std::string_view bytes) : rest_(bytes) {}

    template <class Value>
    void read(Value& value) {
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_.remove_prefix(sizeof value);
    }
    template <class Value>
    void read(std::vector<Value>& list) {
        std::size_t size = 0;
        read(size);
        list.resize(size);
        if (size == 0) return;
        std::memcpy(list.data(), rest_.data(), size * sizeof(Value));
        rest_.remove_prefix(size * sizeof(Value));
    }
    void read(std::vector<std::string_view>& list) {
        std::vector<std::size_t> sizes;
        read(sizes);
        list.clear();
        for (const std::size_t size : sizes) {
            list.push_back(rest_.substr(0, size));
            rest_.remove_prefix(size);
        }
    }

private:
    std::string_view rest_;
};

/// Calls `use` with the list that a type's values are in.
template <class Values, class Use>
void with_list(ValueType type, Values& values, const Use& use) {
    switch (type) {
        case ValueType::int32:
            return use(values.integers);
        case ValueType::int64:
            return use(values.longs);
        case ValueType::real:
            return use(values.reals);
        case ValueType::boolean:
            return use(values.booleans);
        case ValueType::text:
        case ValueType::json:
            return use(values.texts);
    }
}

}  // namespace

void ColumnValues::clear() {
    integers.clear();
    longs.clear();
    reals.clear();
    booleans.clear();
    texts.clear();
    given.clear();
    is_constant = false;
}

ColumnValues& RowBatch::add(std::size_t column) {
    columns.push_back({column, {}});
    if (!spare_.empty()) {
        columns.back().values = std::move(spare_.back());
        spare_.pop_back();
        columns.back().values.clear();
    }
    return columns.back().values;
}

const ColumnValues* RowBatch::find(std::size_t column) const {
    const auto at = std::lower_bound(
        columns.begin(), columns.end(), column,
        [](const Cells& cells, std::size_t wanted) { return cells.column < wanted; });
    return at != columns.end() && at->column == column ? &at->values : nullptr;
}

std::string_view RowBatch::text(std::string_view bytes) {
    if (is_ascii(bytes) || is_utf8(bytes)) return bytes;
    std::string made_text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) {
            made_text += static_cast<char>(0xC0 | byte >> 6);
            made_text += static_cast<char>(0x80 | (byte & 0x3F));
        } else {
            made_text += c;
        }
    }
    return keep(std::move(made_text));
}

void RowBatch::clear() {
    // The last lists go to the first columns, so that each keeps the room that it needs.
    for (auto cells = columns.rbegin(); cells != columns.rend(); ++cells) {
        spare_.push_back(std::move(cells->values));
    }
    columns.clear();
    made.clear();
    rows = 0;
}

void append_batch(std::string& bytes, const RowBatch& batch,
                  const std::vector<TableColumn>& columns) {
    append_value(bytes, batch.rows);
    append_value(bytes, batch.columns.size());
    for (const RowBatch::Cells& cells : batch.columns) {
        append_value(bytes, cells.column);
        append_value(bytes, cells.values.is_constant);
        append_list(bytes, cells.values.given);
        with_list(columns[cells.column].type, cells.values,
                  [&](const auto& list) { append_list(bytes, list); });
    }
}

void read_batch(std::string_view bytes, RowBatch& batch, const std::vector<TableColumn>& columns) {
    BatchReader reader(bytes);
    batch.clear();
    std::size_t count = 0;
    reader.read(batch.rows);
    reader.read(count);
    for (; count != 0; --count) {
        std::size_t column = 0;
        reader.read(column);
        ColumnValues& values = batch.add(column);
        reader.read(values.is_constant);
        reader.read(values.given);
        with_list(columns[column].type, values, [&](auto& list) { reader.read(list); });
    }
}

}  // namespace flatline::engine::tool
