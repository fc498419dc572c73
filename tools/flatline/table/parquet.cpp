// Parquet: column chunks by row group, and metadata at the end of the file. The writer takes rows
// as they come. A column that the first row groups lack gets chunks of nulls for them at the end,
// because the metadata say where each chunk is. So the run reads its input once, and holds one row
// group. Source: Apache Parquet, parquet-format, its description and parquet.thrift
#include <map>
#include <string>
#include <utility>

#include "model/version.hpp"
#include "table/parquet_chunk.hpp"
#include "table/parquet_values.hpp"
#include "table/thrift.hpp"
#include "table/writer.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kMagic = "PAR1";
// With what is added at once a row group has less than 64 MB.
constexpr std::size_t kGroupBytes = 48u << 20;
constexpr std::size_t kPieceBytes = 8u << 20;
constexpr std::size_t kGroupRows = 1u << 20;

/// About how many bytes some rows take.
std::size_t bytes_of_rows(const RowBatch& batch, const std::vector<TableColumn>& columns,
                          std::size_t first, std::size_t count) {
    std::size_t bytes = 0;
    for (const RowBatch::Cells& cells : batch.columns) {
        const ValueType type = columns[cells.column].type;
        bytes += count * 8;
        if ((type != ValueType::text && type != ValueType::json) || cells.values.is_constant) {
            continue;
        }
        for (std::size_t i = first; i < first + count; ++i) bytes += cells.values.texts[i].size();
    }
    return bytes;
}

class ParquetWriter : public TableWriter {
public:
    ParquetWriter(const std::vector<TableColumn>& columns, Output& out)
        : columns_(columns), out_(out) {}

    bool needs_columns() const override { return false; }
    void begin(const std::vector<std::size_t>&) override { write(kMagic); }
    void add(const RowBatch& batch) override { add(batch, 0, batch.rows); }
    void end(const std::vector<std::size_t>& chosen) override {
        end_group();
        for (Group& group : groups_) {
            for (const std::size_t column : chosen) {
                if (group.chunks.count(column) != 0) continue;
                ParquetChunk nulls(columns_[column]);
                nulls.fill_nulls(group.rows);
                write_chunk(group, column, nulls);
            }
        }
        std::string metadata;
        append_metadata(metadata, chosen);
        append_plain(metadata, static_cast<std::uint32_t>(metadata.size()));
        write(metadata);
        write(kMagic);
    }

private:
    struct Group {
        std::size_t rows = 0;
        std::map<std::size_t, ParquetChunkInfo> chunks;  // by column
    };

    void write(std::string_view bytes) {
        out_.write(bytes);
        at_ += bytes.size();
    }

    void add(const RowBatch& batch, std::size_t first, std::size_t count) {
        const std::size_t bytes = bytes_of_rows(batch, columns_, first, count);
        if (bytes > kPieceBytes && count > 1) {
            add(batch, first, count / 2);
            return add(batch, first + count / 2, count - count / 2);
        }
        std::size_t held = 0;
        for (const RowBatch::Cells& cells : batch.columns) {
            ParquetChunk& chunk =
                chunks_.try_emplace(cells.column, columns_[cells.column]).first->second;
            chunk.fill_nulls(rows_);
            chunk.add(cells.values, first, count);
        }
        rows_ += count;
        for (const auto& [column, chunk] : chunks_) held += chunk.bytes();
        if (held >= kGroupBytes || rows_ >= kGroupRows) end_group();
    }

    void end_group() {
        if (rows_ == 0) return;
        Group& group = groups_.emplace_back();
        group.rows = std::exchange(rows_, 0);
        for (auto& [column, chunk] : chunks_) {
            chunk.fill_nulls(group.rows);
            write_chunk(group, column, chunk);
        }
        chunks_.clear();
    }

    void write_chunk(Group& group, std::size_t column, ParquetChunk& chunk) {
        std::string pages;
        ParquetChunkInfo info = chunk.write(pages);
        info.data_offset += at_;
        if (info.dictionary_offset) *info.dictionary_offset += at_;
        group.chunks.emplace(column, std::move(info));
        write(pages);
    }

    void append_metadata(std::string& bytes, const std::vector<std::size_t>& chosen) const;
    void append_schema(ThriftWriter& thrift, const std::vector<std::size_t>& chosen) const;
    void append_group(ThriftWriter& thrift, const Group& group,
                      const std::vector<std::size_t>& chosen) const;
    void append_chunk(ThriftWriter& thrift, std::size_t column, const ParquetChunkInfo& info) const;

    const std::vector<TableColumn>& columns_;
    Output& out_;
    std::uint64_t at_ = 0;  // bytes written
    std::map<std::size_t, ParquetChunk> chunks_;
    std::size_t rows_ = 0;  // of the group that it collects
    std::vector<Group> groups_;
};

// The numbers of fields are those of parquet.thrift.

void ParquetWriter::append_metadata(std::string& bytes,
                                    const std::vector<std::size_t>& chosen) const {
    std::uint64_t rows = 0;
    for (const Group& group : groups_) rows += group.rows;
    ThriftWriter thrift(bytes);
    thrift.i32(1, 1);  // the version of the format
    append_schema(thrift, chosen);
    thrift.i64(3, static_cast<std::int64_t>(rows));
    thrift.list(4, ThriftWriter::kStruct, groups_.size());
    for (const Group& group : groups_) append_group(thrift, group, chosen);
    thrift.binary(6, "flatline " + std::string(version()));
    thrift.list(7, ThriftWriter::kStruct, chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        thrift.begin_item();
        thrift.begin_struct(1);  // ordered as the type says, so that bounds count
        thrift.end_struct();
        thrift.end_struct();
    }
    thrift.end();
}

void ParquetWriter::append_schema(ThriftWriter& thrift,
                                  const std::vector<std::size_t>& chosen) const {
    constexpr std::int32_t kRequired = 0;
    constexpr std::int32_t kOptional = 1;
    constexpr std::int32_t kUtf8 = 0;
    thrift.list(2, ThriftWriter::kStruct, chosen.size() + 1);
    thrift.begin_item();
    thrift.binary(4, "table");
    thrift.i32(5, static_cast<std::int32_t>(chosen.size()));
    thrift.end_struct();
    for (const std::size_t i : chosen) {
        const TableColumn& column = columns_[i];
        const std::int32_t type = parquet::physical_of(column.type);
        thrift.begin_item();
        thrift.i32(1, type);
        thrift.i32(3, column.is_nullable ? kOptional : kRequired);
        thrift.binary(4, column.name);
        if (type == parquet::kByteArray) {
            thrift.i32(6, kUtf8);
            thrift.begin_struct(10);  // the same by the newer name: a string
            thrift.begin_struct(1);
            thrift.end_struct();
            thrift.end_struct();
        }
        thrift.end_struct();
    }
}

void ParquetWriter::append_group(ThriftWriter& thrift, const Group& group,
                                 const std::vector<std::size_t>& chosen) const {
    std::uint64_t bytes = 0;
    thrift.begin_item();
    thrift.list(1, ThriftWriter::kStruct, chosen.size());
    for (const std::size_t column : chosen) {
        const ParquetChunkInfo& info = group.chunks.at(column);
        bytes += info.uncompressed_bytes;
        thrift.begin_item();
        append_chunk(thrift, column, info);
        thrift.end_struct();
    }
    thrift.i64(2, static_cast<std::int64_t>(bytes));
    thrift.i64(3, static_cast<std::int64_t>(group.rows));
    thrift.end_struct();
}

void ParquetWriter::append_chunk(ThriftWriter& thrift, std::size_t column,
                                 const ParquetChunkInfo& info) const {
    thrift.i64(2, 0);  // where metadata of its own would be; there are none
    thrift.begin_struct(3);
    thrift.i32(1, parquet::physical_of(columns_[column].type));
    thrift.list(2, ThriftWriter::kI32, info.encodings.size());
    for (const std::int32_t encoding : info.encodings) thrift.item(encoding);
    thrift.list(3, ThriftWriter::kBinary, 1);
    thrift.text_item(columns_[column].name);
    thrift.i32(4, info.codec);
    thrift.i64(5, static_cast<std::int64_t>(info.rows));
    thrift.i64(6, static_cast<std::int64_t>(info.uncompressed_bytes));
    thrift.i64(7, static_cast<std::int64_t>(info.bytes));
    thrift.i64(9, static_cast<std::int64_t>(info.data_offset));
    if (info.dictionary_offset) thrift.i64(11, static_cast<std::int64_t>(*info.dictionary_offset));
    thrift.begin_struct(12);
    thrift.i64(3, static_cast<std::int64_t>(info.nulls));
    if (info.least) {
        thrift.binary(5, *info.most);
        thrift.binary(6, *info.least);
    }
    thrift.end_struct();
    thrift.end_struct();
}

}  // namespace

std::unique_ptr<TableWriter> make_parquet_writer(const std::vector<TableColumn>& columns,
                                                 Output& out) {
    return std::make_unique<ParquetWriter>(columns, out);
}

}  // namespace flatline::engine::tool
