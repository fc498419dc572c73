// Locks whose key is not in the map.
#include <bit>

#include "check/behavior.hpp"
#include "check/columns.hpp"
#include "check/lock_tables.hpp"
#include "check/number_tables.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

// Actions that put a thing into the map by the number of its kind: a key may be one.
constexpr NumberRange kSpawns[] = {{135, 135}, {137, 137}, {139, 139}};

constexpr unsigned kSkills = 5;
constexpr std::uint32_t kModes[] = {FLATLINE_THING_SINGLE, FLATLINE_THING_COOP};
/// A bit for each skill of each mode.
using Times = std::uint32_t;
constexpr Times kAlways = (1u << (kSkills * std::size(kModes))) - 1;

Times times_of(const flatline_thing& thing) noexcept {
    constexpr std::uint32_t kFive = (1u << kSkills) - 1;
    static_assert(FLATLINE_THING_SKILL1 == 1);
    Times times = 0;
    for (std::size_t mode = 0; mode < std::size(kModes); ++mode) {
        if ((thing.flags & kModes[mode]) != 0) times |= (thing.flags & kFive) << (mode * kSkills);
    }
    return times;
}

/// The keys of a lock, and the skills and modes in which the map has none of them.
struct MissingKeys {
    Keys keys = 0;
    Times times = 0;
    bool of_hexen = false;  ///< no other game has the lock
};

class KeyRing {
public:
    explicit KeyRing(const Context& context) noexcept;

    /// True where every game that has the lock lacks a key; `lack` is set for the first one.
    template <class LockOf>
    bool lacks(LockOf&& lock_of, MissingKeys& lack) const noexcept {
        bool found = false;
        bool opens = false;
        GameSet having;
        games_.each([&](Game game) {
            const std::int32_t lock = lock_of(game);
            bool exists = false;
            const MissingKeys of_game = lack_of(game, lock, exists);
            if (!exists) return;
            having = having | GameSet(game);
            if (of_game.keys == 0) {
                opens = true;
            } else if (!found) {
                lack = of_game;
                found = true;
            }
        });
        lack.of_hexen = having.is_only(Game::hexen);
        return found && !opens;
    }

private:
    MissingKeys lack_of(Game game, std::int32_t lock, bool& exists) const noexcept;

    GameSet games_;
    Times there_[kGames][kKeyCount] = {};
};

KeyRing::KeyRing(const Context& context) noexcept : games_(context.types.games()) {
    for (const flatline_thing& thing : context.map.things()) {
        games_.each([&](Game game) {
            const ThingFacts* const facts = context.types.find(game, thing.type);
            if (facts == nullptr || !is_key(facts->gives)) return;
            const unsigned i = static_cast<unsigned>(facts->gives) - kFirstKey;
            there_[static_cast<std::size_t>(game)][i] |= times_of(thing);
        });
    }
}

MissingKeys KeyRing::lack_of(Game game, std::int32_t lock, bool& exists) const noexcept {
    const Times(&there)[kKeyCount] = there_[static_cast<std::size_t>(game)];
    for (const LockRow& row : locks::kRows) {
        if (row.lock != lock || !row.games.has(game)) continue;
        exists = true;
        Times any = 0;
        for (Keys left = row.wanted; left != 0; left &= left - 1) {
            const auto i = static_cast<unsigned>(std::countr_zero(left));
            any |= there[i];
            if (row.each && there[i] != kAlways) return {Keys{1} << i, kAlways & ~there[i]};
        }
        if (any != kAlways) return {row.wanted, kAlways & ~any};
    }
    return {};
}

}  // namespace

void key_missing(Context& context) noexcept {
    const Map& map = context.map;
    const Numbering numbering = numbering_of(map, context.options.entry);
    if (numbering != Numbering::doom && numbering != Numbering::hexen) return;
    const KeyRing ring(context);
    bool unsure = false;
    bool asked = false;
    const auto is_unsure = [&] {
        if (asked) return unsure;
        asked = true;
        const NumberTable spawns = numbers::table(kSpawns);
        unsure = has_scripts(context);
        for (const flatline_linedef& line : map.linedefs()) {
            unsure = unsure || (numbering == Numbering::hexen && holds(spawns, line.special));
        }
        for (const flatline_thing& thing : map.things()) {
            unsure = unsure || (numbering == Numbering::hexen && holds(spawns, thing.special));
        }
        return unsure;
    };
    ColumnWalk lock_numbers(map, FLATLINE_LINEDEF, "locknumber");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        const std::uint32_t at = index++;
        if (line.special == 0) continue;
        MissingKeys lack;
        FieldId field = find_field(FLATLINE_LINEDEF, "special");
        bool lacks = false;
        if (numbering == Numbering::doom) {
            lacks = ring.lacks([&](Game game) { return lock_of_line(GameSet(game), line.special); },
                               lack);
        } else if (const int arg = lock_arg(line.special); arg >= 0) {
            lacks = ring.lacks([&](Game) { return line.arg[arg]; }, lack);
            constexpr std::string_view kArgs[] = {"arg0", "arg1", "arg2", "arg3", "arg4"};
            field = find_field(FLATLINE_LINEDEF, kArgs[arg]);
        }
        if (!lacks && lock_numbers.has(at)) {
            const std::int32_t number = lock_numbers.integer(at, 0);
            lacks = ring.lacks([&](Game) { return number; }, lack);
            field = lock_numbers.field();
        }
        if (!lacks) continue;
        Finding finding =
            context.report.make(Rule::key_missing, {FLATLINE_LINEDEF, at}, field,
                                static_cast<std::int64_t>(lack.keys), std::int64_t{lack.times});
        // A hub of Hexen has keys in other maps.
        const bool note = lack.of_hexen || is_unsure();
        note ? context.report.add_as_note(finding) : context.report.add(finding);
    }
}

}  // namespace flatline::engine::sanity
