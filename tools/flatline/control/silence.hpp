// silence.hpp: rules that an element of a map asks not to hear of.
//
//   linedef { ... user_flatline_ignore = "line-overlap line-cross"; }
//
// At the top level of a TEXTMAP it is about findings without an element. In a Doom 3 map it is a
// key of an entity, and also about the entity's brushes and patches.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "flatline/doom3.hpp"
#include "flatline/findings.hpp"
#include "flatline/map.hpp"

namespace flatline::tool {

/// The silences of one map.
class Silences {
public:
    Silences() = default;
    /// `text`: of the map. Words that are no rule become findings, in `unknown`.
    Silences(const Map& map, std::string_view text, std::vector<Finding>& unknown);
    Silences(const Doom3Map& map, std::string_view text, std::vector<Finding>& unknown);

    /// True where the element of the finding asks for it; never of one that refuses the map.
    bool has(const Finding& finding) const;

private:
    void add(std::uint8_t element, std::uint32_t index, std::string_view rules,
             std::string_view text, Lump lump, std::vector<Finding>& unknown);

    std::unordered_map<std::uint64_t, std::vector<Rule>> rules_;  ///< by element and index
};

}  // namespace flatline::tool
