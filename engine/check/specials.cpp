// Rules about specials that no port knows, and lines whose special has no trigger.
#include "check/columns.hpp"
#include "check/number_tables.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {

// The port does nothing with such a number.
void special_unknown(Context& context) noexcept {
    const NumberRules* const rules = number_rules(context);
    if (rules == nullptr) return;
    const auto tell = [&](Rule rule, std::uint8_t kind, std::uint32_t index, std::int32_t special) {
        context.report.about(rule, {kind, index}, find_field(kind, "special"), special);
    };
    const NumberTable of_ports = context.map.format() == MapFormat::doom
                                     ? numbers::table(numbers::kDoomPortSpecials)
                                     : NumberTable();
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        const std::uint32_t at = index++;
        if (line.special == 0 || holds(rules->line_specials, line.special) ||
            holds(of_ports, line.special)) {
            continue;
        }
        tell(Rule::line_special_unknown, FLATLINE_LINEDEF, at, line.special);
    }
    index = 0;
    for (const flatline_sector& sector : context.map.sectors()) {
        const std::uint32_t at = index++;
        if (sector.special == 0) continue;
        const auto bits = static_cast<std::uint32_t>(sector.special);
        const bool known =
            (bits & ~(rules->sector_bits | rules->sector_flags)) == 0 &&
            holds(rules->sector_specials, static_cast<std::int32_t>(bits & rules->sector_bits));
        if (!known) tell(Rule::sector_special_unknown, FLATLINE_SECTOR, at, sector.special);
    }
    if (!rules->things_have_specials) return;
    index = 0;
    for (const flatline_thing& thing : context.map.things()) {
        const std::uint32_t at = index++;
        if (thing.special == 0 || holds(rules->line_specials, thing.special)) continue;
        tell(Rule::thing_special_unknown, FLATLINE_THING, at, thing.special);
    }
}

// A special of ZDoom runs when a trigger of its line is met; some run when the map begins.
void line_no_activation(Context& context) noexcept {
    const NumberRules* const rules = number_rules(context);
    if (rules == nullptr || rules->at_load.empty()) return;
    constexpr std::uint32_t kTriggers = FLATLINE_LINE_PLAYERCROSS | FLATLINE_LINE_PLAYERUSE |
                                        FLATLINE_LINE_MONSTERCROSS | FLATLINE_LINE_MONSTERUSE |
                                        FLATLINE_LINE_IMPACT | FLATLINE_LINE_PLAYERPUSH |
                                        FLATLINE_LINE_MONSTERPUSH | FLATLINE_LINE_MISSILECROSS;
    ColumnWalk more[] = {{context.map, FLATLINE_LINEDEF, "anycross"},
                         {context.map, FLATLINE_LINEDEF, "playeruseback"},
                         {context.map, FLATLINE_LINEDEF, "damagespecial"},
                         {context.map, FLATLINE_LINEDEF, "deathspecial"}};
    const FieldId field = find_field(FLATLINE_LINEDEF, "special");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        const std::uint32_t at = index++;
        if (line.special == 0 || !holds(rules->line_specials, line.special) ||
            (line.flags & kTriggers) != 0 || holds(rules->at_load, line.special)) {
            continue;
        }
        bool triggered = false;
        for (ColumnWalk& column : more) triggered = triggered || column.flag(at);
        if (triggered) continue;
        context.report.about(Rule::line_no_activation, {FLATLINE_LINEDEF, at}, field, line.special);
    }
}

namespace {

// SRB2's specials whose parameters must be there (its p_spec.c skips the line without a word).
constexpr std::int32_t kCallLua = 443;
constexpr std::int32_t kBossParameters = 449;
constexpr std::int32_t kBosses = 16;

}  // namespace

void srb2_special_setup(Context& context) noexcept {
    if (context.map.dialect() != Dialect::srb2) return;
    ColumnWalk names(context.map, FLATLINE_LINEDEF, "stringarg0");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        const std::uint32_t at = index++;
        const bool wrong =
            (line.special == kCallLua && names.text(at).empty()) ||
            (line.special == kBossParameters && (line.arg[0] < 0 || line.arg[0] >= kBosses));
        if (wrong) {
            context.report.about(Rule::srb2_special_setup, {FLATLINE_LINEDEF, at},
                                 FLATLINE_NO_FIELD, line.special);
        }
    }
}

}  // namespace flatline::engine::sanity
