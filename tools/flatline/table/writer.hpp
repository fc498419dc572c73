// table/writer.hpp: a table in one of its formats.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "output.hpp"
#include "table/batch.hpp"

namespace flatline::engine::tool {

/// Writes one table: begin, any number of batches, end. A failed write is Output's to tell.
class TableWriter {
public:
    virtual ~TableWriter() = default;
    /// True where the table cannot be begun before all of its columns are known.
    virtual bool needs_columns() const = 0;
    /// `chosen`: the columns of the table in order, as places in columns_of(kind). Where columns
    /// need not be known they may still become more until the end.
    virtual void begin(const std::vector<std::size_t>& chosen) = 0;
    virtual void add(const RowBatch& batch) = 0;
    virtual void end(const std::vector<std::size_t>& chosen) = 0;
};

/// `columns`: columns_of(kind). These and `out` must outlive the writer.
std::unique_ptr<TableWriter> make_table_writer(TableFormat format,
                                               const std::vector<TableColumn>& columns,
                                               Output& out);

std::unique_ptr<TableWriter> make_csv_writer(const std::vector<TableColumn>& columns, Output& out);
std::unique_ptr<TableWriter> make_ndjson_writer(const std::vector<TableColumn>& columns,
                                                Output& out);
std::unique_ptr<TableWriter> make_parquet_writer(const std::vector<TableColumn>& columns,
                                                 Output& out);

}  // namespace flatline::engine::tool
