// Findings about containers.
#pragma once

#include <cstdint>

#include "flatline/findings.hpp"

namespace flatline::archive {

/// A finding with the severity of its rule, about no element and no field.
inline Finding make_finding(Rule rule, Lump lump, std::uint64_t offset, std::int64_t a = 0,
                            std::int64_t b = 0) noexcept {
    Finding finding = {};
    finding.offset = offset;
    finding.a = a;
    finding.b = b;
    finding.index = FLATLINE_NONE;
    finding.rule = static_cast<std::uint16_t>(rule);
    finding.field = FLATLINE_NO_FIELD;
    finding.severity = static_cast<std::uint8_t>(rule_rows()[finding.rule].severity);
    finding.element = FLATLINE_MAP;
    finding.lump = static_cast<std::uint8_t>(lump);
    return finding;
}

inline Finding make_finding(Rule rule) noexcept {
    return make_finding(rule, Lump::none, FLATLINE_NO_OFFSET);
}

/// A finding about a limit: `met` is over `limit`.
inline Finding over_limit(Rule rule, std::uint64_t met, std::uint64_t limit) noexcept {
    return make_finding(rule, Lump::none, FLATLINE_NO_OFFSET, static_cast<std::int64_t>(met),
                        static_cast<std::int64_t>(limit));
}

}  // namespace flatline::archive
