// Loads a std::string, and names what came of it.
#pragma once

#include <string>
#include <string_view>

#include "flatline/load.hpp"

namespace load_text {

inline flatline::Bytes bytes(std::string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

inline flatline::LoadResult<flatline::Map> load(std::string_view text,
                                                const flatline::LoadOptions& options = {}) {
    return flatline::load_borrowed(bytes(text), options);
}

/// The id of the rule of a finding, as on the command line.
inline std::string_view rule_id(const flatline::Finding& finding) {
    return flatline::rule_rows()[finding.rule].id;
}

inline std::string sentence(const flatline::Finding& finding, std::string_view text) {
    std::string result(flatline::describe(finding, text, nullptr, 0), '\0');
    flatline::describe(finding, text, result.data(), result.size());
    return result;
}

/// All findings from a severity on, a line each, for messages of failing tests.
inline std::string story(const flatline::LoadResult<flatline::Map>& result, std::string_view text,
                         flatline::Severity from = flatline::Severity::note) {
    std::string all = result.status == flatline::Status::ok        ? "loaded\n"
                      : result.status == flatline::Status::refused ? "refused\n"
                                                                   : "out of memory\n";
    for (const flatline::Finding& finding : result.findings.kept()) {
        if (finding.severity < static_cast<std::uint8_t>(from)) {
            continue;
        }
        all += std::string(rule_id(finding)) + " at " + std::to_string(finding.offset) + ": " +
               sentence(finding, text) + "\n";
    }
    return all;
}

/// The first finding of this rule (or of one of "a|b"), null where there is none.
inline const flatline::Finding* find(const flatline::LoadResult<flatline::Map>& result,
                                     std::string_view rules) {
    for (const flatline::Finding& finding : result.findings.kept()) {
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
