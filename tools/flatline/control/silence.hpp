// silence.hpp: rules that an element of a map silences.
//
//   linedef { ... user_flatline_ignore = "line-overlap line-cross"; }
//
// At the top level of a TEXTMAP it is about findings without an element. In a Doom 3 map it is a
// key of an entity, and also about the entity's brushes and patches.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "model/doom3.hpp"
#include "model/findings.hpp"
#include "model/map.hpp"

namespace flatline::engine::tool {

/// The silences of one map.
class Silences {
public:
    Silences() = default;
    /// `text`: of the map. Words that are no rule become findings, in `unknown`.
    Silences(const Map& map, std::string_view text, FindingList& unknown);
    Silences(const Doom3Map& map, std::string_view text, FindingList& unknown);

    /// True if the element of the finding silences its rule. A finding that refuses the map is
    /// never silenced. For a brush or patch its entity decides, so a Doom 3 map must outlive this
    /// object.
    bool has(const Finding& finding) const;
    /// How many rows are kept: one for each rule that an element names, however often it does.
    std::size_t size() const { return rows_.size(); }

private:
    void add(std::uint8_t element, std::uint32_t index, std::string_view rules,
             std::string_view text, Lump lump, FindingList& unknown);
    Rule find(std::string_view id);
    void finish();

    std::vector<std::pair<std::string_view, Rule>> rules_;  ///< by id; of the first silence on
    std::vector<std::uint64_t> rows_;  ///< element, index and rule in one number; sorted
    View<flatline_doom3_brush> brushes_;
    View<flatline_doom3_patch> patches_;
};

}  // namespace flatline::engine::tool
