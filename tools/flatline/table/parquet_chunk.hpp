// table/parquet_chunk.hpp: the values of one column in one row group, and their pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "table/batch.hpp"

namespace flatline::engine::tool {

// Numbers of parquet.thrift (Apache Parquet, parquet-format).
namespace parquet {
enum Physical : std::int32_t { kBoolean = 0, kInt32 = 1, kInt64 = 2, kDouble = 5, kByteArray = 6 };
enum Encoding : std::int32_t { kPlain = 0, kRle = 3, kRleDictionary = 8 };
enum Codec : std::int32_t { kUncompressed = 0, kGzip = 2 };
Physical physical_of(ValueType type);
}  // namespace parquet

/// What the metadata of a file say about a column chunk. Offsets are those of its first pages.
struct ParquetChunkInfo {
    std::vector<std::int32_t> encodings;
    std::int32_t codec = parquet::kUncompressed;
    std::uint64_t rows = 0, nulls = 0;
    std::uint64_t uncompressed_bytes = 0, bytes = 0;  ///< with the headers of pages
    std::optional<std::uint64_t> dictionary_offset;
    std::uint64_t data_offset = 0;
    std::optional<std::string> least, most;  ///< plain values; none if all are null
};

/// Collects the values of a column until the row group is full.
class ParquetChunk {
public:
    explicit ParquetChunk(const TableColumn& column) : column_(&column) {}

    /// Makes all rows up to this one null that have no value yet.
    void fill_nulls(std::size_t rows);
    void add(const ColumnValues& values, std::size_t first, std::size_t count);
    /// About how many bytes it holds.
    std::size_t bytes() const;
    /// Appends its pages to `out`; offsets in the result count from the start of `out`.
    ParquetChunkInfo write(std::string& out);

private:
    struct Page;

    void add_text(std::string_view text);
    void add_code(std::uint32_t code, std::size_t times);
    void leave_dictionary();
    void note_text(std::string_view text);
    std::size_t value_count() const;
    template <class Number>
    void write_numbers(const std::vector<Number>& list, std::vector<Page>& pages,
                       ParquetChunkInfo& info) const;
    void write_texts(std::vector<Page>& pages, ParquetChunkInfo& info) const;
    template <class AppendValues>
    void add_pages(std::vector<Page>& pages, std::int32_t encoding,
                   const AppendValues& append) const;

    const TableColumn* column_;
    std::size_t rows_ = 0;
    std::vector<std::uint8_t> levels_;  ///< one a row, 0 of a null; empty: none is null
    // The values that are not null.
    std::vector<std::int32_t> integers_;
    std::vector<std::int64_t> longs_;
    std::vector<double> reals_;
    std::vector<std::uint8_t> booleans_;
    std::deque<std::string> entries_;  ///< texts, each once; elements stay where they are
    std::unordered_map<std::string_view, std::uint32_t> codes_of_;
    std::vector<std::uint32_t> codes_;
    std::size_t entry_bytes_ = 0;
    bool is_plain_ = false;  ///< texts are too many for a dictionary: they are in plain_
    std::string plain_;      ///< each after its size, as a page has them
    std::size_t plain_count_ = 0;
    std::optional<std::string> least_, most_;
};

}  // namespace flatline::engine::tool
