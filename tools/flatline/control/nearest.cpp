#include "control/nearest.hpp"

#include <utility>
#include <vector>

#include "model/findings.hpp"

namespace flatline::engine::tool {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::vector<std::size_t> before(row.size());  // the row before that of i - 1
    std::vector<std::size_t> above(row.size());
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before, above);
        std::swap(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, changed});
            const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

std::string Nearest::clause() const {
    return word().empty() ? "" : "; did you mean '" + std::string(word()) + "'?";
}

std::string nearest_rule(std::string_view id) {
    return nearest(id, rule_rows(), [](const RuleRow& row) { return row.id; });
}

}  // namespace flatline::engine::tool
