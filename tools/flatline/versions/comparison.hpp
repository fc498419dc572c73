// versions/comparison.hpp: two maps, and all that differs between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/diff.hpp"
#include "versions/map_file.hpp"
#include "versions/pairs.hpp"

namespace flatline::engine::tool {

struct ChangeCounts {
    std::uint64_t added = 0, removed = 0, changed = 0;

    std::uint64_t total() const { return added + removed + changed; }
    void add(std::uint8_t kind);
    void add(const ChangeCounts& other);
};

/// A lump beside the map's own that is not the same in both files.
struct LumpChange {
    std::uint8_t kind;  ///< FLATLINE_ADDED .. FLATLINE_CHANGED
    std::string name;
    std::uint32_t before, after;  ///< among the lumps of the map, or FLATLINE_NONE
};

/// A lump of a map that no element is read from.
struct BesideLump {
    std::string name;
    std::uint32_t index;  ///< among the lumps of the map
    std::uint64_t size;
};

/// The lumps beside the elements, with those that are made of them where `derived`. Of a name the
/// last one, which ports take.
std::vector<BesideLump> lumps_beside(const MapEntry& entry, bool derived);

struct Comparison {
    std::unique_ptr<Session> before, after;
    Result<Diff> diff;
    std::vector<LumpChange> lumps;

    const Map& map_before() const { return before->result.value; }
    const Map& map_after() const { return after->result.value; }
    ChangeCounts counts() const;
};

/// Loads and compares a pair of which both are there. Nothing after a complaint.
std::unique_ptr<Comparison> compare_maps(Console& console, MapFile& before, MapFile& after,
                                         const MapPair& pair);

/// "added", "removed" or "changed", and "+", "-" or "~".
const char* change_word(std::uint8_t kind);
const char* change_mark(std::uint8_t kind);

}  // namespace flatline::engine::tool
