#include "targets/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace flatline::engine::tool {

void VerdictMatrix::add(const MapReport& map) {
    if (map.verdicts.empty()) return;
    head_.assign({"port"});
    std::vector<std::string>& row = rows_.emplace_back();
    row.push_back(fmt::format("{}:{}", printable(map.file), printable(map.name)));
    for (const PortVerdict& verdict : map.verdicts) {
        head_.emplace_back(port_name(verdict.port));
        const bool known = verdict.judgement != Judgement::unknown;
        std::string cell(known ? judgement_name(verdict.judgement) : "?");
        if (!verdict.rule.empty()) cell += fmt::format(" [{}]", verdict.rule);
        row.push_back(std::move(cell));
    }
}

void VerdictMatrix::print(Output& out, const Style& style) const {
    if (rows_.empty()) return;
    std::vector<std::size_t> widths(head_.size());
    const auto widen = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    };
    widen(head_);
    for (const auto& row : rows_) widen(row);
    const auto line = [&](const std::vector<std::string>& row) {
        std::string text;
        for (std::size_t i = 0; i + 1 < row.size(); ++i) {
            text += fmt::format("{:<{}}  ", row[i], widths[i]);
        }
        return text + row.back();
    };
    out.write(style.dim(line(head_)) + '\n');
    for (const auto& row : rows_) out.write(line(row) + '\n');
}

}  // namespace flatline::engine::tool
