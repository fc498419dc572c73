// Rules about specials that need a tag, and have none or one that no element has.
#include "check/number_tables.hpp"
#include "check/rules.hpp"
#include "check/tag_targets.hpp"
#include "check/teleport_tables.hpp"

namespace flatline::engine::sanity {
namespace {

/// What arg0 of a special names.
enum class Target : std::uint8_t { none, sector, sector_or_back, line, thing };

/// Boom's generalized types: the lowest three bits are the trigger; the last two are pushes, which
/// act on the sector behind the line.
bool is_generalized_push(std::int32_t special) noexcept {
    return special >= numbers::kGeneralized && (special & 7) >= 6;
}

Target target_of(const NumberRules& rules, std::int32_t special) noexcept {
    if (holds(rules.line_tagged, special)) return Target::line;
    if (holds(rules.thing_tagged, special)) return Target::thing;
    if (&rules == &numbers::kDoom) {
        const bool tagged = holds(rules.line_specials, special) &&
                            !holds(numbers::table(numbers::kDoomUntagged), special) &&
                            !is_generalized_push(special);
        return tagged ? Target::sector : Target::none;
    }
    if (holds(rules.sector_tagged, special)) return Target::sector;
    return holds(rules.back_tagged, special) ? Target::sector_or_back : Target::none;
}

/// True where a special with an arg0 of 0 acts on more, or on less, than was meant.
bool wants_tag(const NumberRules& rules, Target target, std::int32_t special,
               const std::int32_t (&arg)[5], bool has_back) noexcept {
    if (&rules == &numbers::kDoom) return target != Target::none;
    if (target == Target::sector) return true;
    if (target == Target::sector_or_back) return !has_back;
    // A teleporter takes the id of a thing or, where that is 0, the tag of a sector.
    const TeleportRow* const row = find_teleport(teleports::rows(teleports::kHexen), special);
    return row != nullptr && row->thing_arg == 0 && row->tag_arg > 0 && arg[row->tag_arg] == 0;
}

bool exists(const Runtime& tags, Target target, std::int32_t tag) noexcept {
    switch (target) {
        case Target::sector:
        case Target::sector_or_back:
            return !tags.sectors_with(tag).empty();
        case Target::line:
            return !tags.lines_with(tag).empty();
        case Target::thing:
            return !tags.things_with(tag).empty();
        case Target::none:
            break;
    }
    return true;
}

}  // namespace

bool is_tag_dangling(const Context& context, const Runtime& tags, std::int32_t special,
                     std::int32_t tag) noexcept {
    const NumberRules* const rules = number_rules(context);
    return rules != nullptr && context.is_on(Rule::special_tag_dangling) &&
           !exists(tags, target_of(*rules, special), tag);
}

void special_tags(Context& context) noexcept {
    const NumberRules* const rules = number_rules(context);
    if (rules == nullptr) return;
    const Runtime* const tags = context.runtime(FLATLINE_RUNTIME_TAGS);
    if (tags == nullptr) return;
    const auto judge = [&](std::uint8_t kind, std::uint32_t index, std::int32_t special,
                           const std::int32_t(&arg)[5], bool has_back) {
        if (special == 0) return;
        const Target target = target_of(*rules, special);
        const FieldId field = find_field(kind, "arg0");
        if (arg[0] == 0) {
            if (wants_tag(*rules, target, special, arg, has_back)) {
                context.report.about(Rule::special_tag_zero, {kind, index}, field, special);
            }
        } else if (!exists(*tags, target, arg[0])) {
            context.report.about(Rule::special_tag_dangling, {kind, index}, field, special, arg[0]);
        }
    };
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        judge(FLATLINE_LINEDEF, index++, line.special, line.arg, line.sideback != FLATLINE_NONE);
    }
    if (!rules->things_have_specials) return;
    index = 0;
    for (const flatline_thing& thing : context.map.things()) {
        judge(FLATLINE_THING, index++, thing.special, thing.arg, false);
    }
}

}  // namespace flatline::engine::sanity

namespace flatline::engine {

std::int32_t sector_tag(const Map& map, const MapEntry* entry,
                        const flatline_linedef& line) noexcept {
    using sanity::Target;
    if (line.special == 0) return 0;
    const sanity::Numbering numbering = sanity::numbering_of(map, entry);
    if (numbering == sanity::Numbering::none) return 0;
    // Almost every type of SRB2 takes the tag of the sectors that it changes.
    if (numbering == sanity::Numbering::srb2) return line.arg[0];
    const bool actions = numbering == sanity::Numbering::hexen;
    const sanity::NumberRules& rules = actions ? sanity::numbers::kZdoom : sanity::numbers::kDoom;
    const Target target = sanity::target_of(rules, line.special);
    if (target == Target::sector || target == Target::sector_or_back) return line.arg[0];
    if (!actions) return 0;
    const sanity::TeleportRow* const row =
        sanity::find_teleport(sanity::teleports::rows(sanity::teleports::kHexen), line.special);
    const bool leads =
        row != nullptr && row->leads == sanity::TeleportTarget::to_thing && row->tag_arg >= 0;
    return leads && line.arg[row->thing_arg] == 0 ? line.arg[row->tag_arg] : 0;
}

}  // namespace flatline::engine
