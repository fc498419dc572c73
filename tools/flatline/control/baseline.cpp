#include "control/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "escape.hpp"
#include "input_file.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kFirstLine = kBaselineHead.substr(0, kBaselineHead.size() - 1);
constexpr std::size_t kCells = 6;
constexpr std::size_t kMostRows = 10'000'000;

constexpr std::pair<char, char> kEscapes[] = {{'\t', 't'}, {'\n', 'n'}, {'\r', 'r'}, {'\\', '\\'}};

/// The escapes above, and \xHH as text for people has it.
void append_cell(std::string& out, std::string_view cell) {
    while (!cell.empty()) {
        const std::size_t special = std::min(cell.find_first_of("\t\n\r\\"), cell.size());
        escape(cell.substr(0, special), [&](std::string_view piece) { out.append(piece); });
        cell.remove_prefix(special);
        if (cell.empty()) return;
        out += '\\';
        out += std::find_if(std::begin(kEscapes), std::end(kEscapes), [&](const auto& e) {
                   return e.first == cell[0];
               })->second;
        cell.remove_prefix(1);
    }
}

}  // namespace

std::optional<std::string> Baseline::read(const std::string& path) {
    const std::string name = printable(path);
    LineReader lines(path);
    if (*lines.wrong() != '\0') {
        return fmt::format("{}: the baseline cannot be read: {}", name, lines.wrong());
    }
    std::string line;
    if (!lines.next(line) || line != kFirstLine) {
        return fmt::format("{}: this is no baseline: its first line is not '{}'", name, kFirstLine);
    }
    for (std::size_t number = 2; lines.next(line); ++number) {
        if (line.empty()) continue;
        if (const auto wrong = add_line(line))
            return fmt::format("{}:{}: {}", name, number, *wrong);
        if (number > kMostRows) return fmt::format("{}: more than {} rows", name, kMostRows);
    }
    if (lines.failed()) return fmt::format("{}: the baseline cannot be read", name);
    return std::nullopt;
}

std::optional<std::string> Baseline::add_line(std::string_view line) {
    std::array<std::string_view, kCells> cells;
    for (std::size_t i = 0; i < kCells; ++i) {
        const std::size_t end = line.find('\t');
        if ((end == line.npos) != (i + 1 == kCells)) {
            return fmt::format("a row has {} cells with tabs between", kCells);
        }
        cells[i] = line.substr(0, end);
        line.remove_prefix(end == line.npos ? line.size() : end + 1);
    }
    const std::string_view number = cells[4];
    std::uint64_t count = 0;
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), count);
    if (error != std::errc() || stop != number.data() + number.size() || count == 0) {
        return fmt::format("the count is a number from 1, not '{}'", printable(number));
    }
    if (cells[3].empty()) return "the fingerprint is missing";
    std::uint64_t& left = left_[std::string(cells[3])];
    left += std::min(count, UINT64_MAX - left);
    return std::nullopt;
}

bool Baseline::take(const ReportedFinding& finding) {
    if (!finding.pair.empty()) {
        return std::any_of(finding.pair.begin(), finding.pair.end(),
                           [&](const std::string& one) { return left_.count(one) != 0; });
    }
    const auto found = left_.find(finding.fingerprint);
    if (found == left_.end() || found->second == 0) return false;
    --found->second;
    return true;
}

void NewBaseline::add(const ReportedFinding& finding) {
    const std::string& print = finding.pair.empty() ? finding.fingerprint : finding.pair.front();
    Known& known = rows_[{finding.file, finding.map, std::string(finding.rule_id()), print}];
    if (known.count++ == 0) known.message = finding.message;
    ++count_;
}

std::optional<std::string> NewBaseline::write(const WantedFile& wanted, bool force) const {
    std::string text(kBaselineHead);
    for (const auto& [keys, known] : rows_) {
        for (const std::string& key : keys) {
            append_cell(text, key);
            text += '\t';
        }
        fmt::format_to(std::back_inserter(text), "{}\t", known.count);
        append_cell(text, known.message);
        text += '\n';
    }
    NewFile file(wanted, force);
    file.write(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    if (file.commit()) return std::nullopt;
    return fmt::format("{}: the baseline cannot be written: {}", printable(wanted.path),
                       std::strerror(file.error()));
}

}  // namespace flatline::engine::tool
