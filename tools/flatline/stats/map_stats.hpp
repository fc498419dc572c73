// stats/map_stats.hpp: the statistics of a map, or of several in sum.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/games.hpp"
#include "session.hpp"
#include "stats/port_limits.hpp"

namespace flatline::engine::tool {

inline constexpr std::size_t kSkills = 5;
/// A mode of the game. Things have flags for the modes in which they appear.
enum class PlayMode : std::uint8_t { single, coop, deathmatch };
inline constexpr std::size_t kPlayModes = 3;
std::string_view mode_name(PlayMode mode);

/// A number for each skill of each mode.
struct Amounts {
    std::array<std::array<std::uint64_t, kSkills>, kPlayModes> of = {};

    const std::array<std::uint64_t, kSkills>& operator[](PlayMode mode) const {
        return of[static_cast<std::size_t>(mode)];
    }
    void add(const Amounts& other, std::uint64_t times = 1);
    bool any(PlayMode mode) const;
};

/// One type of things.
struct TypeStats {
    std::string name;           ///< "" where no table has it
    std::string_view category;  ///< static; "unknown" where no table has it
    std::uint64_t count = 0;    ///< in whatever skill and mode
    Amounts amounts;
};

/// The box around the lines, in map units.
struct MapSize {
    double x_min = 0, y_min = 0, x_max = 0, y_max = 0;

    double width() const { return x_max - x_min; }
    double height() const { return y_max - y_min; }
};

/// Names with how often each is used. Names that differ in case only are one.
class NameUses {
public:
    void add(std::string_view name, std::uint64_t uses = 1);
    void add(const NameUses& other);
    bool empty() const { return names_.empty(); }
    std::size_t size() const { return names_.size(); }
    /// By name without case. The spelling is the first that was met.
    template <class Use>
    void each(const Use& use) const {
        for (const auto& [key, entry] : names_) use(entry.spelling, entry.uses);
    }

private:
    struct Entry {
        std::string spelling;
        std::uint64_t uses = 0;
    };
    std::map<std::string, Entry> names_;
};

struct MapStats {
    std::uint64_t maps = 0;
    std::set<Game> games;

    std::uint64_t things = 0;
    std::map<std::int32_t, TypeStats> types;
    std::array<Amounts, kThingCategories + 1> categories;  ///< the last: unknown types
    Amounts hit_points;                                    ///< of monsters
    Amounts health;                                        ///< that all health items give
    std::map<PickupKind, Amounts> ammunition;  ///< that boxes, clips, packs and weapons give
    std::map<PickupKind, Amounts> dropped;     ///< that monsters leave when they die
    std::set<PickupKind> keys;  ///< those for one player or cooperation, on some skill
    std::uint64_t secrets = 0, exits = 0, teleporters = 0, destinations = 0;

    std::optional<MapSize> size;  ///< none in a sum, and without lines
    /// Square units within the outline, and of the box beside it; none where the outline is open.
    std::optional<double> area = 0, empty_area = 0;
    std::uint64_t vertices = 0, linedefs = 0, sidedefs = 0, sectors = 0;
    std::map<std::int32_t, std::uint64_t> line_specials, sector_specials;

    NameUses textures, flats;
    /// Those that neither the game nor the file has; none where nothing says what they have.
    std::optional<NameUses> unknown_textures, unknown_flats;

    LimitUses limits;         ///< in a sum the most that a map has used
    double load_seconds = 0;  ///< of the load alone

    void add(const MapStats& other);
};

/// Precondition: `session` has a loaded map of arrays.
MapStats stats_of(const Session& session, const Arguments& args);

}  // namespace flatline::engine::tool
