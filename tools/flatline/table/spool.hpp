// table/spool.hpp: batches that wait: for the files before theirs, or for the names of all columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "report/outputs.hpp"
#include "table/batch.hpp"

namespace flatline::engine::tool {

/// Keeps batches in order: the first `held` bytes in memory, and all where they are more in a
/// temporary file without a name. One thread at a time.
class BatchSpool {
public:
    BatchSpool(const std::vector<TableColumn>& columns, std::size_t held)
        : columns_(columns), held_(held) {}

    void add(const RowBatch& batch);
    /// Calls `use` with each batch, once; it returns false to end this. Returns 0, or the errno of
    /// why batches could not be kept or read again.
    int take_all(const std::function<bool(RowBatch&)>& use);

private:
    void move_to_file();
    bool use_next(std::string_view& bytes, const std::function<bool(RowBatch&)>& use);

    const std::vector<TableColumn>& columns_;
    const std::size_t held_;
    std::string bytes_;  ///< batches, each after its size; those that are not in the file
    CollectedFile file_;
    std::unique_ptr<Output> out_;
    RowBatch batch_;
    std::uint64_t left_ = 0;  ///< batches
    int error_ = 0;
};

}  // namespace flatline::engine::tool
