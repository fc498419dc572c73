// versions/pairs.hpp: which map of one file is which of another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "versions/map_file.hpp"

namespace flatline::engine::tool {

/// Two maps, or one that only one file has.
struct MapPair {
    const FoundMap* before;
    const FoundMap* after;

    /// Of the second map where there is one.
    const std::string& name() const { return after != nullptr ? after->name : before->name; }
};

/// In the order of the second file, what only the first has last. `wanted` is --map: a name, or
/// A=B. Nothing where neither file has such a map, or not both of A and B.
std::optional<std::vector<MapPair>> pair_maps(const MapFile& before, const MapFile& after,
                                              const std::optional<std::string>& wanted);

}  // namespace flatline::engine::tool
