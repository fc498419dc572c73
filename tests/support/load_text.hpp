// Loads a std::string and describes the result.
#pragma once

#include <string>
#include <string_view>

#include "model/load.hpp"

namespace load_text {

inline flatline::engine::Bytes bytes(std::string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

inline flatline::engine::LoadResult<flatline::engine::Map> load(
    std::string_view text, const flatline::engine::LoadOptions& options = {}) {
    return flatline::engine::load_borrowed(bytes(text), options);
}

/// The id of the rule of a finding, as on the command line.
inline std::string_view rule_id(const flatline::engine::Finding& finding) {
    return flatline::engine::rule_rows()[finding.rule].id;
}

inline std::string sentence(const flatline::engine::Finding& finding, std::string_view text) {
    std::string result(flatline::engine::describe(finding, text, nullptr, 0), '\0');
    flatline::engine::describe(finding, text, result.data(), result.size());
    return result;
}

/// All findings from a severity on, a line each, for messages of failing tests.
inline std::string story(const flatline::engine::LoadResult<flatline::engine::Map>& result,
                         std::string_view text,
                         flatline::engine::Severity from = flatline::engine::Severity::note) {
    std::string all = result.status == flatline::engine::Status::ok        ? "loaded\n"
                      : result.status == flatline::engine::Status::refused ? "refused\n"
                                                                           : "out of memory\n";
    for (const flatline::engine::Finding& finding : result.findings.kept()) {
        if (finding.severity < static_cast<std::uint8_t>(from)) {
            continue;
        }
        all += std::string(rule_id(finding)) + " at " + std::to_string(finding.offset) + ": " +
               sentence(finding, text) + "\n";
    }
    return all;
}

/// The first finding of this rule (or of one of "a|b"), null if there is none.
inline const flatline::engine::Finding* find(
    const flatline::engine::LoadResult<flatline::engine::Map>& result, std::string_view rules) {
    for (const flatline::engine::Finding& finding : result.findings.kept()) {
        for (std::size_t first = 0; first <= rules.size();) {
            const std::size_t end = rules.find('|', first);
            if (rules.substr(first, end - first) == rule_id(finding)) {
                return &finding;
            }
            first = end == std::string_view::npos ? rules.size() + 1 : end + 1;
        }
    }
    return nullptr;
}

}  // namespace load_text
