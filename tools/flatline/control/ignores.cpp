#include "control/ignores.hpp"

#include <algorithm>
#include <string_view>

namespace flatline::engine::tool {
namespace {

// What a row may say, besides patterns.
constexpr unsigned kRule = 1;
constexpr unsigned kElement = 2;
constexpr unsigned kIndex = 4;
constexpr unsigned kFingerprint = 8;

void append(std::string& key, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) key += static_cast<char>(value >> 8 * i);
}

/// What rows of this shape say that apply to such a finding.
std::string key_of(unsigned shape, Rule rule, std::uint8_t element, std::uint32_t index,
                   std::string_view fingerprint) {
    std::string key(1, static_cast<char>(shape));
    if ((shape & kRule) != 0) append(key, static_cast<std::uint64_t>(rule));
    if ((shape & kElement) != 0) append(key, element);
    if ((shape & kIndex) != 0) append(key, index);
    if ((shape & kFingerprint) != 0) key += fingerprint;
    return key;
}

unsigned shape_of(const Ignore& row) {
    return (row.rules.empty() ? 0 : kRule) | (row.element ? kElement : 0) |
           (row.index ? kIndex : 0) | (row.fingerprint.empty() ? 0 : kFingerprint);
}

}  // namespace

Ignores::Ignores(const std::vector<Ignore>& rows) {
    for (const Ignore& row : rows) {
        const unsigned shape = shape_of(row);
        if (std::find(shapes_.begin(), shapes_.end(), shape) == shapes_.end()) {
            shapes_.push_back(shape);
        }
        const Patterns patterns = {row.file.empty() ? kNone : files_.add(row.file),
                                   row.map.empty() ? kNone : maps_.add(row.map)};
        const auto add = [&](Rule rule) {
            rows_[key_of(shape, rule, row.element.value_or(0), row.index.value_or(0),
                         row.fingerprint)]
                .patterns.push_back(patterns);
        };
        if (row.rules.empty()) add(Rule::count_);
        for (const Rule rule : row.rules) add(rule);
    }
}

bool Ignores::has(const ReportedFinding& finding) {
    if (rows_.empty()) return false;
    const bool is_other_file = files_.look_at(finding.file);
    const bool is_other_map = maps_.look_at(finding.map);
    if (is_other_file || is_other_map) ++place_;
    return std::any_of(shapes_.begin(), shapes_.end(), [&](unsigned shape) {
        ++steps_;
        const auto found = rows_.find(
            key_of(shape, finding.rule, finding.element, finding.index, finding.fingerprint));
        return found != rows_.end() && fits(found->second, finding);
    });
}

/// Whether one of the rows is about the file and map of the finding.
bool Ignores::fits(Rows& rows, const ReportedFinding& finding) {
    if (rows.asked_of == place_) return rows.fit;
    rows.asked_of = place_;
    rows.fit =
        std::any_of(rows.patterns.begin(), rows.patterns.end(), [&](const Patterns& patterns) {
            ++steps_;
            // A pattern for maps leaves out what is about no map.
            if (patterns.map != kNone && (finding.map.empty() || !maps_.fits(patterns.map))) {
                return false;
            }
            return patterns.file == kNone || files_.fits(patterns.file);
        });
    return rows.fit;
}

}  // namespace flatline::engine::tool
