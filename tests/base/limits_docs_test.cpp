// docs/limits.md against the table of limits: every limit stands there, with its default.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "flatline/limits.hpp"
#include "support/paths.hpp"

namespace limits_docs_test {

// Between ", ": the comma of 131,072 has no blank behind it.
std::vector<std::string> parts_of(const std::string& cell) {
    std::vector<std::string> parts;
    for (std::size_t from = 0;;) {
        const std::size_t to = cell.find(", ", from);
        parts.push_back(cell.substr(from, to == std::string::npos ? to : to - from));
        if (to == std::string::npos) return parts;
        from = to + 2;
    }
}

// "2 GiB", "64 Ki", "131,072".
double number_of(const std::string& text) {
    std::string digits;
    for (const char c : text) {
        if (c >= '0' && c <= '9') digits += c;
    }
    double number = std::stod("0" + digits);
    for (const char unit : {'G', 'M', 'K'}) {
        const bool has = text.find(std::string(" ") + unit + "i") != std::string::npos;
        if (has) number *= unit == 'G' ? 1u << 30 : unit == 'M' ? 1u << 20 : 1u << 10;
    }
    return number;
}

// The first two cells of every row of the tables that have "limit" and "default" as their head.
std::map<std::string, double> documented_defaults() {
    std::map<std::string, double> defaults;
    std::ifstream page(paths::source() + "/docs/limits.md");
    bool in_table = false;
    for (std::string line; std::getline(page, line);) {
        if (line.rfind("| limit | default |", 0) == 0) {
            in_table = true;
            continue;
        }
        in_table = in_table && line.rfind("|", 0) == 0;
        if (!in_table || line.rfind("|---", 0) == 0) continue;
        const std::size_t second = line.find(" | ");
        const std::size_t third = line.find(" | ", second + 3);
        const auto names = parts_of(line.substr(2, second - 2));
        const auto values = parts_of(line.substr(second + 3, third - second - 3));
        for (std::size_t i = 0; i < names.size(); ++i) {
            defaults[names[i]] = number_of(values.size() == names.size() ? values[i] : values[0]);
        }
    }
    return defaults;
}

TEST(LimitsDocs, EveryLimitHasItsDefaultThere) {
    const std::map<std::string, double> documented = documented_defaults();
    const flatline::Limits limits;
    for (const flatline::LimitRow& row : flatline::limit_rows()) {
        const auto found = documented.find(std::string(row.name));
        ASSERT_NE(found, documented.end()) << row.name;
        const double value =
            row.count != nullptr ? static_cast<double>(limits.*row.count) : limits.*row.real;
        EXPECT_EQ(found->second, value) << row.name;
    }
    EXPECT_EQ(documented.size(), flatline::limit_rows().size()) << "limits that do not exist";
}

}  // namespace limits_docs_test
