// Things that never appear, and types that the game does not have.
#include "check/namespaces.hpp"
#include "check/rules.hpp"
#include "check/skills.hpp"
#include "model/resources.hpp"

namespace flatline::engine::sanity {
namespace {

/// Where the 3D mode of Doom Builder and its heirs begins: for editors alone.
constexpr std::int32_t kEditorCamera = 32000;

/// Ports take these out of the list before they look at flags.
bool is_start(const Map& map, std::int32_t type) noexcept {
    constexpr std::int32_t kDeathmatch = 11;
    return (type >= 1 && type <= 4) || type == kDeathmatch ||
           (is_zdoom(map) && type >= 4001 && type <= 4004);
}

}  // namespace

void thing_never_appears(Context& context) noexcept {
    const Map& map = context.map;
    if (map.dialect() == Dialect::srb2 || is_srb2_binary(map, context.options.entry)) return;
    constexpr std::uint32_t kAnyMode =
        FLATLINE_THING_SINGLE | FLATLINE_THING_COOP | FLATLINE_THING_DM;
    constexpr std::uint32_t kClasses =
        FLATLINE_THING_CLASS1 | FLATLINE_THING_CLASS2 | FLATLINE_THING_CLASS3;
    ThingSkills skills(map);
    const PolyobjectTypes* const types = polyobject_types(map);
    const bool has_classes = map.map_namespace() == "hexen";
    std::uint32_t index = 0;
    for (const flatline_thing& thing : map.things()) {
        const std::uint32_t at = index++;
        if (thing.type == kEditorCamera || is_start(map, thing.type) ||
            (types != nullptr && (types->is_anchor(thing.type) || types->is_spot(thing.type)))) {
            continue;
        }
        const bool appears = skills.of(at, thing) != 0 && (thing.flags & kAnyMode) != 0 &&
                             (!has_classes || (thing.flags & kClasses) != 0);
        if (!appears) context.report.about(Rule::thing_never_appears, {FLATLINE_THING, at});
    }
}

void thing_type_unknown(Context& context) noexcept {
    std::uint32_t index = 0;
    for (const flatline_thing& thing : context.map.things()) {
        const std::uint32_t at = index++;
        if (thing.type == kEditorCamera || context.types.kind(thing.type).is_known ||
            context.options.resources->thing_type(thing.type) != nullptr) {
            continue;
        }
        context.report.about(Rule::thing_type_unknown, {FLATLINE_THING, at}, FLATLINE_NO_FIELD,
                             thing.type);
    }
}

void thing_obsolete(Context& context) noexcept {
    std::uint32_t index = 0;
    for (const flatline_thing& thing : context.map.things()) {
        const std::uint32_t at = index++;
        const ThingType* const type = context.options.resources->thing_type(thing.type);
        if (type == nullptr || !type->obsolete) continue;
        context.report.about(Rule::thing_obsolete, {FLATLINE_THING, at}, FLATLINE_NO_FIELD,
                             thing.type);
    }
}

}  // namespace flatline::engine::sanity
