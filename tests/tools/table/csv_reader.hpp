// csv_reader.hpp: reads CSV as RFC 4180 has it, and knows an empty cell from an empty string.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flatline::engine::tool_test {

/// A cell; without a value it was empty and had no quotes.
using CsvCell = std::optional<std::string>;

struct CsvTable {
    std::vector<std::string> names;
    std::vector<std::vector<CsvCell>> rows;

    /// The cell of a row under a name, which must be there.
    const CsvCell& at(std::size_t row, std::string_view name) const;
};

/// A line that does not end with CR LF, or a quote in a cell without quotes, fails the test.
CsvTable read_csv(std::string_view text);

}  // namespace flatline::engine::tool_test
