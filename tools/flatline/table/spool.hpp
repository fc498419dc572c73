// table/spool.hpp: batches that wait: for the files before theirs, or for the names of all columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "report/outputs.hpp"
#include "table/batch.hpp"

namespace flatline::engine::tool {

/// Keeps batches in order: up to `held` bytes in memory, and if there are more, all of them in a
/// temporary file without a name. One thread at a time.
class BatchSpool {
public:
    BatchSpool(const std::vector<TableColumn>& columns, std::size_t held)
        : columns_(columns), held_(held) {}

    void add(const RowBatch& batch);
    /// Calls `use` with each batch, once; it returns false to end this. Returns 0, or the errno of
    /// the write or read that failed.
    int take_all(const std::function<bool(RowBatch&)>& use);

private:
    void move_to_file();
    int take_from_file(const std::function<bool(RowBatch&)>& use);

    const std::vector<TableColumn>& columns_;
    const std::size_t held_;
    std::deque<std::string> kept_;  ///< batches that are not in the file
    std::size_t kept_bytes_ = 0;
    std::string bytes_;  ///< of the next batch
    CollectedFile file_;
    std::unique_ptr<Output> out_;  ///< into the file: batches, each after its size
    RowBatch batch_;
    std::uint64_t in_file_ = 0;  ///< batches
    int error_ = 0;
};

}  // namespace flatline::engine::tool
