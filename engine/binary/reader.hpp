// Binary lumps in, the raw map of a TEXTMAP out: the same structs, values and unknown fields as if
// a lossless converter had written a text of them (docs/binary.md, "What a map becomes").
#pragma once

#include <cstdint>
#include <string_view>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "base/reservation.hpp"
#include "binary/short_names.hpp"
#include "model/binary.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::binary {

struct ReadOptions {
    const Limits* limits = nullptr;
    std::string_view namespace_override;
    Progress* progress = nullptr;  // null: nobody asks
};

/// Working memory that a Loader keeps between maps.
struct ReadWorkspace {
    ShortNames names;
};

/// Where things go. `arrays` and `names` are memory of the map, `values` is worked in.
struct ReadTarget {
    ReadWorkspace& workspace;
    Reservation& values;
    const MemoryHooks& hooks;
    Budget& budget;
    FindingList& findings;
    Reservation& arrays;
    Reservation& names;
    udmf::RawMap& raw;
};

/// Reads the map. Strings of the result lie in SIDEDEFS, then SECTORS, then raw.decoded. Indices
/// are as written, 0xFFFF of a side as FLATLINE_NONE; `raw.vertices` ends after the last one that
/// a line names, but for those that name none of VERTEXES. All memory is announced to the byte.
/// Where it is refused, the findings say why.
Outcome read(const BinaryLumps& lumps, const ReadOptions& options,
             const ReadTarget& target) noexcept;

/// What a load comes to at most.
struct MemoryBound {
    std::uint64_t arrays = 0;  ///< announced before the first name is met
    std::uint64_t names = 0;   ///< of a map in which no name occurs twice
    std::uint64_t values = 0;  ///< how many values go to columns
};
MemoryBound bound_memory(const BinaryLumps& lumps, const ReadOptions& options) noexcept;

}  // namespace flatline::engine::binary
