// tally.hpp: counts findings.
#pragma once

#include <cstdint>

#include "model/findings.hpp"

namespace flatline::engine::tool {

/// How many findings there were of each severity, kept or not.
struct Tally {
    std::uint64_t errors = 0;
    std::uint64_t warnings = 0;
    std::uint64_t notes = 0;

    std::uint64_t total() const { return errors + warnings + notes; }
    void add(Severity severity);
    void remove(Severity severity);
    void add(const Finding& finding) { add(static_cast<Severity>(finding.severity)); }
    void remove(const Finding& finding) { remove(static_cast<Severity>(finding.severity)); }
    void add(const FindingList& list);
    void add(const Tally& other);
};

}  // namespace flatline::engine::tool
