// ignores.hpp: the rows [[ignore]] of flatline.toml, prepared for fast matching.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "control/control.hpp"
#include "control/patterns.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

/// Rows are found by what they say of rule, element, index and fingerprint, and their patterns are
/// looked at once a name. So the work grows with the rows, with the findings, and with the rows for
/// each file and map that has findings, but not with rows times findings.
class Ignores {
public:
    explicit Ignores(const std::vector<Ignore>& rows);

    /// True if all that some row says applies to the finding.
    bool has(const ReportedFinding& finding);
    /// The work so far: rows, keys, and what PatternSet counts.
    std::uint64_t steps() const { return steps_ + files_.steps() + maps_.steps(); }

private:
    /// The patterns of a row, kNone if it has none.
    struct Patterns {
        std::uint32_t file;
        std::uint32_t map;
    };
    /// Rows that say the same but for their patterns.
    struct Rows {
        std::vector<Patterns> patterns;
        std::uint64_t asked_of = 0;  ///< the number of the file and map that `fit` is about
        bool fit = false;
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    bool fits(Rows& rows, const ReportedFinding& finding);

    PatternSet files_{PatternSet::Of::paths};
    PatternSet maps_{PatternSet::Of::names};
    std::unordered_map<std::string, Rows> rows_;  ///< by what they say but for their patterns
    std::vector<unsigned> shapes_;                ///< which parts rows say, as bits
    std::uint64_t place_ = 0;                     ///< files and maps so far
    std::uint64_t steps_ = 0;
};

}  // namespace flatline::engine::tool
