// baseline.hpp: a list of known findings, so that a run reports only new ones.
//
// A baseline is text: a first line "flatline baseline 1", then a row a finding, sorted, with tabs
// between: file, map, rule, fingerprint, count, sentence. A tab, line feed, carriage return or
// backslash in them is \t, \n, \r or \\. The fingerprint tells findings apart; file, map, rule and
// sentence are for people.
//
// Of a pair the fingerprint is that of the element that was reported, and a pair is known where
// either of its elements is: of each two that overlap or cross the rules report one, so after a
// renumbering, when it is perhaps the other, no pair is taken for new.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "new_file.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

/// What every baseline begins with.
inline constexpr std::string_view kBaselineHead = "flatline baseline 1\n";

/// What a baseline that was read knows. A finding is known as often as its rows say.
class Baseline {
public:
    /// Reads a file. A value is what is wrong with it.
    std::optional<std::string> read(const std::string& path);

    /// True if the finding is known, which then is used up (but that of a pair). Rows of another
    /// file count as well, because files are moved.
    bool take(const ReportedFinding& finding);

private:
    std::optional<std::string> add_line(std::string_view line);

    std::unordered_map<std::string, std::uint64_t> left_;  ///< by fingerprint
};

/// Collects findings and writes them as a baseline.
class NewBaseline {
public:
    void add(const ReportedFinding& finding);
    /// Writes the file whole or not at all. A value is what was wrong.
    std::optional<std::string> write(const WantedFile& wanted, bool force) const;
    std::uint64_t count() const { return count_; }

private:
    struct Known {
        std::uint64_t count = 0;
        std::string message;
    };

    std::map<std::vector<std::string>, Known> rows_;  ///< by file, map, rule and fingerprint
    std::uint64_t count_ = 0;
};

}  // namespace flatline::engine::tool
