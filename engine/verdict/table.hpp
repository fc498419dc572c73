// The table of what ports do, with what the engine needs of a row besides what it shows.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "model/verdict.hpp"

namespace flatline::engine::verdict {

/// What tells that a row applies.
enum class Origin : std::uint8_t { finding, text, map, lumps };

/// The maps that a row is about: bits of formats, and of the nodes of a map.
enum Where : std::uint8_t {
    kText = 1,
    kDoom = 2,
    kHexen = 4,
    kBinary = kDoom | kHexen,
    kAll = kText | kBinary,
    kExtendedNodes = 8,  ///< nodes of a TEXTMAP, or with a signature
    kClassicNodes = 16,  ///< nodes without one
};

struct Source {
    Origin origin;
    std::uint8_t where;
};

inline constexpr bool kRowMarks[] = {
#define FLATLINE_VERDICT(...) true,
#include "verdict/table.inc"
#undef FLATLINE_VERDICT
};
inline constexpr std::size_t kRowCount = std::size(kRowMarks);

/// Where the rows of verdict_rows() come from. Static data.
View<Source> row_sources() noexcept;

void no_such_row();  // defined nowhere: naming a row that is not there does not compile

/// The first row of a rule or fact with this detail, which stands for all of them; kRowCount where
/// there is none.
constexpr std::size_t first_row(std::string_view rule, std::string_view detail) {
    constexpr std::string_view kRows[][2] = {
#define FLATLINE_VERDICT(origin, rule, detail, ...) {rule, detail},
#include "verdict/table.inc"
#undef FLATLINE_VERDICT
    };
    for (std::size_t i = 0; i < kRowCount; ++i) {
        if (kRows[i][0] == rule && kRows[i][1] == detail) return i;
    }
    return kRowCount;
}
consteval std::size_t row(std::string_view rule, std::string_view detail = "") {
    const std::size_t found = first_row(rule, detail);
    if (found == kRowCount) no_such_row();
    return found;
}

/// The facts found about a map: the rows of the table that apply, by port. A row stands for all of
/// its rule and detail (first_row).
class Facts {
public:
    void add(std::size_t row) noexcept {
        for (auto& port : ports_) port.set(row);
    }
    void add(std::size_t row, Port port) noexcept {
        ports_[static_cast<std::size_t>(port)].set(row);
    }
    bool has(std::size_t row, std::size_t port) const noexcept { return ports_[port].test(row); }

private:
    std::bitset<kRowCount> ports_[kPortCount];
};

/// Adds the facts that a text shows. `map` is null for a map that was refused; of its text
/// nothing after the first error is looked at. `load`: findings of the load, or null.
void collect_text_facts(std::string_view text, const Map* map, const FindingList* load,
                        Facts& facts) noexcept;
/// Adds the facts that the numbers and counts of a loaded map show.
void collect_map_facts(const Map& map, Facts& facts) noexcept;
/// Adds the facts that the lumps around a map show.
void collect_lump_facts(const VerdictInput& input, MapFormat format, Facts& facts) noexcept;
/// Adds the facts that findings show. `text` is that of the map, `rules` are those that the list
/// has met.
void collect_finding_facts(const FindingList& list, std::string_view text, const Map* map,
                           Facts& facts) noexcept;

/// The form of a map's nodes: its signature, "ZGL" for all three of these, "" for classic ones and
/// for none.
std::string_view nodes_form(const VerdictInput& input, MapFormat format) noexcept;

}  // namespace flatline::engine::verdict
