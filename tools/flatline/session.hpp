// session.hpp: loads one map after another and collects the findings about each.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "args.hpp"
#include "batch/watch.hpp"
#include "control/silence.hpp"
#include "document.hpp"
#include "model/check.hpp"
#include "model/doom3.hpp"
#include "model/load.hpp"
#include "report/fingerprint.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

inline constexpr flatline_vertex kNoPoint = {std::numeric_limits<double>::quiet_NaN(), 0};

/// A finding and its place; line and column are 0 where it is not in a text, and x and y are NaN
/// where it is not about an element with a place on the map.
struct PlacedFinding {
    Finding finding;
    TextPlace place;
    flatline_vertex point;
    std::uint64_t character = 0;  ///< the column in code points

    bool has_point() const { return point.x == point.x; }
};

/// Numbers of a loaded map that take a pass over it.
struct MapFacts {
    /// Unknown fields and blocks by where they stand, from FLATLINE_VERTEX to FLATLINE_BLOCK.
    std::array<std::uint64_t, FLATLINE_MAP> unknowns = {};
    /// Floors and ceilings by what gave them their planes, FLATLINE_PLANE_FLAT first.
    std::array<std::uint64_t, FLATLINE_PLANE_KINDS> planes = {};
};

/// One map of a document, loaded or not.
struct Session {
    const MapEntry* entry = nullptr;
    std::string file;  ///< as printed: with the file inside an archive
    MapStatus status = MapStatus::unsupported;
    LoadResult<Map> result;               ///< of a UDMF map
    LoadResult<Doom3Map> doom3;           ///< of a Doom 3 map
    Result<CheckReport> check;            ///< of a loaded map, where Rules::all
    std::string_view text;                ///< of the map, "" where it is not at hand
    std::vector<PlacedFinding> findings;  ///< in order of place; as many as the limits allow
    Tally tally;
    std::vector<PlacedFinding> found;  ///< of those what load and check found, in that order
    Tally tally_of_found;
    std::vector<PortVerdict> verdicts;  ///< of the ports of --target, where Rules::all
    double load_seconds = 0;            ///< that its load took
    /// What it was loaded with; null without --resources. Not longer than the walk of its file.
    const Resources* resources = nullptr;
    // Made at the first use by a report; also for the maps with the same lumps.
    mutable ElementKeys keys;
    mutable std::optional<MapFacts> facts;
    Silences silences;  ///< of a loaded map, where Rules::all

    bool is_doom3() const { return entry->format == MapFormat::doom3; }
    MemoryUse memory() const { return is_doom3() ? doom3.memory : result.memory; }
};

/// Which rules a session runs: those of the load, or also those of check.
enum class Rules { load, all };

/// A map of a document, and what all its loads and checks in this run are asked for.
struct MapWork {
    Document& document;
    std::size_t map;
    const Arguments& args;
    const Resources* resources;  ///< of the game and the document, null without --resources
    Watch* watch;                ///< may end each of them; null: nothing does
    Work* of_file = nullptr;     ///< that they count towards
    Loader* loader = nullptr;    ///< of all loads of the map
    std::uint64_t beside = 0;    ///< bytes of an earlier load of the map that are still held

    LoadOptions load_options() const;
    Doom3Options doom3_options() const;
    Result<CheckReport> check(const Map& loaded) const;
    Result<CheckReport> check(const Doom3Map& loaded) const;

private:
    CheckOptions check_options() const;
};

/// Loads a map. Its findings include what was found about it when the container was opened.
/// `resources`: of the game and the document, null without --resources. `watch` may end it: because
/// of the time with the finding out-of-time, else without a word; null: nothing does. The work is
/// that of args.load, or else the one map's own.
Session load_session(Document& document, std::size_t map, Loader& loader, const Arguments& args,
                     Rules rules, const Resources* resources = nullptr, Watch* watch = nullptr);

/// Makes the session that of another map with the same lumps (Document::twin_of), of which a load
/// and a check find the same. Its findings are at most as many as the limits say.
void turn_to_twin(Session& session, const Document& document, std::size_t map,
                  const Limits& limits);

/// The finding that the time for a file is over.
Finding out_of_time(const Arguments& args, bool refuses);

/// Adds findings of a later step to those of the load.
void add_findings(Session& session, const FindingList& findings, const Limits& limits);

/// True where --map is absent or names this map.
bool is_wanted(const Arguments& args, const MapEntry& entry);

}  // namespace flatline::engine::tool
