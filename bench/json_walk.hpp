// The generator's JSON twin of a TEXTMAP into the arrays that the reader of the TEXTMAP leaves, by
// simdjson On-Demand: what a loader of JSON would have to do for the same map.
//
// Fair to both: the parser, the padded text and all arrays are kept between walks; keys are found
// by name in the same hash table of fields that the reader of TEXTMAP uses, without unescaping
// them (their length by eight bytes at a time); names get the same ids through the same table of
// names; every field beyond the standard ones becomes a value of a column, by the same code. What
// only our loader does is left out: counting (room is known here), findings, limits, indices
// checked against the arrays, lines by sector.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mapgen.hpp"
#include "udmf/columns.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::bench {

class JsonWalk {
public:
    // Room for a map of these counts. `json` is copied.
    JsonWalk(const std::string& json, const mapgen::Counts& counts);
    ~JsonWalk();

    // Reads everything once more; false if anything is not as the generator writes it.
    bool again();

    const udmf::RawMap& raw() const;
    const udmf::Columns& columns() const;
    std::string_view text(flatline_text text) const;
    // The version of simdjson, and which of its implementations walks and finds the structure.
    static std::string library();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace flatline::engine::bench
