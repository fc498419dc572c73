// model/check.hpp: checks a loaded map by rules. A load does not run them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/archive.hpp"
#include "model/doom3.hpp"
#include "model/findings.hpp"
#include "model/games.hpp"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/progress.hpp"
#include "model/result.hpp"
#include "model/work.hpp"

namespace flatline::engine {

class Resources;

/// What a check makes of a rule: one of the severities, or nothing.
enum class RuleLevel : std::uint8_t {
    note = FLATLINE_NOTE,
    warning = FLATLINE_WARNING,
    error = FLATLINE_ERROR,
    off = FLATLINE_RULE_OFF
};

/// The level of every rule in one check. The default levels are the severities of rule_rows(). A
/// rule that docs/rules.md calls off by default is off.
class RuleLevels {
public:
    RuleLevels() noexcept;
    RuleLevel get(Rule rule) const noexcept { return levels_[static_cast<std::size_t>(rule)]; }
    void set(Rule rule, RuleLevel level) noexcept {
        levels_[static_cast<std::size_t>(rule)] = level;
    }
    void set_all(RuleLevel level) noexcept;

private:
    RuleLevel levels_[kRuleCount];
};

/// What a check takes besides the map. Only the rules that a check runs by itself have levels here;
/// the findings of a load keep their severities.
struct CheckOptions {
    RuleLevels levels;
    /// That the map was loaded from, for rules about the lumps around it; null: without them.
    const MapEntry* entry = nullptr;
    /// The map's lump BEHAVIOR, for rules about scripts; empty: it has none.
    Bytes behavior;
    /// Names of textures, types of things; null: without the rules that need them.
    const Resources* resources = nullptr;
    /// findings, arena-bytes and check-steps count; of a Doom 3 map world-coordinate too.
    Limits limits = {};
    /// For working memory.
    MemoryHooks memory = {};
    /// Called with the number of rules done; may cancel the check with Status::cancelled.
    ProgressHooks progress = {};
    /// That the check counts towards; null: none. See work.hpp.
    Work* work = nullptr;
    /// Whose things and specials the map has.
    Game game = Game::automatic;
};

/// What became of the rules of one check.
struct CheckReport {
    RuleSet not_run;    ///< that are on, but need an entry or resources that were not given
    RuleSet cut_short;  ///< by the limit check-steps; the finding check-incomplete names them
};

/// Runs the sanity rules over a map; no load does so by itself. Findings have element and field,
/// and no offset (describe.hpp, locate). Expected time is linear in the map, and work on hostile
/// maps is bounded by check-steps. Errors: refused where arena-bytes or CheckOptions::work is too
/// low, out_of_memory, cancelled; the findings of the first two are what was found until then. Any
/// thread. Source: docs/rules.md, "Sanity rules".
Result<CheckReport> check(const Map& map, const CheckOptions& options = {}) noexcept;

/// The same for a Doom 3 map: entities and their keys, brushes, whose windings it builds, and
/// patches (docs/doom3.md, "Checks"). Findings have the offset of what they are about.
Result<CheckReport> check(const Doom3Map& map, const CheckOptions& options = {}) noexcept;

/// The tag of the sectors that the special of a line acts on or leads to, in its first arguments; 0
/// where it has none, or where the numbers of the map's namespace are not known. `entry`: that the
/// map was loaded from, or null. Any thread. Source: docs/specials.md, "Which numbers a map has".
std::int32_t sector_tag(const Map& map, const MapEntry* entry,
                        const flatline_linedef& line) noexcept;

}  // namespace flatline::engine
