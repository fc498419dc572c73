#include "tools/table/csv_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace flatline::engine::tool_test {

const CsvCell& CsvTable::at(std::size_t row, std::string_view name) const {
    const auto column = std::find(names.begin(), names.end(), name);
    static const CsvCell none;
    EXPECT_NE(column, names.end()) << name;
    if (column == names.end() || row >= rows.size()) return none;
    return rows[row][static_cast<std::size_t>(column - names.begin())];
}

CsvTable read_csv(std::string_view text) {
    std::vector<std::vector<CsvCell>> lines;
    while (!text.empty()) {
        std::vector<CsvCell>& line = lines.emplace_back();
        for (bool more = true; more;) {
            CsvCell cell;
            if (text.substr(0, 1) == "\"") {
                cell.emplace();
                text.remove_prefix(1);
                for (;;) {
                    const std::size_t quote = text.find('"');
                    if (quote == text.npos) {
                        ADD_FAILURE() << "a quote is not closed";
                        return {};
                    }
                    cell->append(text.substr(0, quote));
                    text.remove_prefix(quote + 1);
                    if (text.substr(0, 1) != "\"") break;
                    *cell += '"';
                    text.remove_prefix(1);
                }
            } else {
                const std::size_t end = std::min(text.find_first_of(",\r\n\""), text.size());
                if (end != 0) cell = text.substr(0, end);
                text.remove_prefix(end);
            }
            line.push_back(std::move(cell));
            more = text.substr(0, 1) == ",";
            if (more) text.remove_prefix(1);
        }
        if (text.substr(0, 2) != "\r\n") {
            ADD_FAILURE() << "no CR LF before: " << text.substr(0, 40);
            return {};
        }
        text.remove_prefix(2);
    }
    CsvTable table;
    if (lines.empty()) return table;
    for (CsvCell& name : lines.front()) table.names.push_back(name.value_or(""));
    lines.erase(lines.begin());
    table.rows = std::move(lines);
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.names.size());
    return table;
}

}  // namespace flatline::engine::tool_test
