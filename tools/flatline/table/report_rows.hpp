// table/report_rows.hpp: the rows of files, maps and findings, from reports.
#pragma once

#include <functional>

#include "report/model.hpp"
#include "table/map_rows.hpp"

namespace flatline::engine::tool {

/// Calls `use` with the rows that a report gives: all rows of `files`, `maps` and `findings`, none
/// of another kind. `file`: the number of the file in the run.
void each_report_row(const TableShape& shape, const FileReport& report, std::int32_t file,
                     const std::function<void(const RowBatch&)>& use);

}  // namespace flatline::engine::tool
