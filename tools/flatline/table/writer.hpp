// table/writer.hpp: a table in one of its formats.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "output.hpp"
#include "table/batch.hpp"

namespace flatline::engine::tool {

/// Writes one table: begin, any number of batches, end. Output remembers a write that failed.
class TableWriter {
public:
    virtual ~TableWriter() = default;
    /// True if begin() needs all columns of the table.
    virtual bool needs_columns() const = 0;
    /// `chosen`: the columns of the table in order, as places in columns_of(kind). Without
    /// needs_columns() more of them may come until the end.
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
