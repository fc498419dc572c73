#include "control/nearest.hpp"

#include <utility>
#include <vector>

#include "model/findings.hpp"

namespace flatline::engine::tool {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t above_left = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = above_left + (a[i - 1] != b[j - 1]);
            above_left = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
        }
    }
    return row.back();
}

std::string Nearest::clause() const {
    return word().empty() ? "" : "; the nearest is '" + std::string(word()) + "'";
}

std::string nearest_rule(std::string_view id) {
    return nearest(id, rule_rows(), [](const RuleRow& row) { return row.id; });
}

}  // namespace flatline::engine::tool
