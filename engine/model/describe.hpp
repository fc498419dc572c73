// model/describe.hpp: findings with their place, in words and in numbers.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/findings.hpp"
#include "model/map.hpp"

namespace flatline::engine {

/// Where findings come from, as far as a host knows it. What is empty is left out.
struct FindingSource {
    std::string_view file{};  ///< any text of the host: "maps.wad"
    std::string_view map{};   ///< "MAP01"
    /// The bytes of the TEXTMAP or .map, for line and column. Empty: those of `loaded`.
    std::string_view text{};
    /// The map of the load or check, in whose text elements are looked for; null: none.
    const Map* loaded = nullptr;
};

/// Writes place and sentence of a finding, such as "maps.wad:MAP01 TEXTMAP line 12 column 3,
/// linedef 7: v2 is 9, but the map has 4 vertices": file and map, then lump with line and column
/// in a text and the byte elsewhere, then the element. At most `capacity` bytes, not terminated;
/// returns the length of all. Bytes that a terminal would obey become \xHH. Reads the text up to
/// the place; for thousands of findings, locate all first. Allocates nothing. Any thread.
std::size_t describe_at(const Finding& finding, const FindingSource& source, char* out,
                        std::size_t capacity) noexcept;

/// Where findings are in the text and on the map. `map`: of their load or check, or null; `text`:
/// its TEXTMAP or .map, in which a finding is looked for that has no offset. Entry i of `out`,
/// which has findings.size() entries, is of finding i, as flatline_location describes it; without
/// memory it has the offset of the finding alone. One pass over the text and one over the lines,
/// and findings are sorted by their offsets. Any thread.
void locate(const Map* map, std::string_view text, View<Finding> findings,
            flatline_location* out) noexcept;

}  // namespace flatline::engine
