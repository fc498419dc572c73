// Teleporters that lead nowhere, and destinations that none leads to.
#include <algorithm>

#include "check/behavior.hpp"
#include "check/number_tables.hpp"
#include "check/rules.hpp"
#include "check/tag_targets.hpp"
#include "check/teleporters.hpp"

namespace flatline::engine::sanity {
namespace {

// ZDoom's actions of things by their ids: what they name has a purpose.
constexpr NumberRange kNamesThings[] = {
    {17, 19},   {39, 39},   {70, 72},   {76, 80},   {83, 85},   {119, 119}, {125, 125}, {127, 128},
    {130, 139}, {154, 154}, {174, 180}, {191, 191}, {226, 227}, {229, 229}, {237, 237}, {248, 248},
};

constexpr std::string_view kArgNames[] = {"arg0", "arg1", "arg2", "arg3", "arg4"};

/// A line of a binary map, or of a text made from one, has the tag of its special as its id, which
/// says nothing.
bool has_number(const Map& map, const Runtime& tags, std::int32_t number) noexcept {
    if (!tags.sectors_with(number).empty() || !tags.things_with(number).empty()) return true;
    const View<std::uint32_t> lines = tags.lines_with(number);
    return std::any_of(lines.begin(), lines.end(), [&](std::uint32_t line) {
        const flatline_linedef& other = map.linedefs()[line];
        return other.special == 0 || other.arg[0] != number;
    });
}

}  // namespace

void teleport_no_destination(Context& context) noexcept {
    Teleporters teleporters(context);
    if (!teleporters.exist() || !teleporters.read()) return;
    const Map& map = context.map;
    std::uint32_t index = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        const std::uint32_t at = index++;
        const TeleportRow* const row = teleporters.find(line.special, line.arg);
        if (row == nullptr) continue;
        const std::int32_t id = Teleporters::id_of(*row, line.arg);
        const std::int32_t tag = Teleporters::tag_of(*row, line.arg);
        if (id == 0 && tag == 0) continue;
        const bool leads =
            teleporters.each_end(*row, line.arg, at, [](std::uint32_t) { return true; });
        if (context.was_cut() || !context.goes_on()) return;
        if (leads) continue;
        const std::int8_t arg = id != 0 ? row->thing_arg : row->tag_arg;
        const std::int32_t number = id != 0 ? id : tag;
        const bool is_other_rules =
            arg == 0 && is_tag_dangling(context, teleporters.tags(), line.special, number) &&
            !has_number(map, teleporters.tags(), number);
        if (is_other_rules) continue;
        context.report.about(Rule::teleport_no_destination, {FLATLINE_LINEDEF, at},
                             find_field(FLATLINE_LINEDEF, kArgNames[arg]), line.special, number);
    }
}

void teleport_destination_unused(Context& context) noexcept {
    Teleporters teleporters(context);
    const Map& map = context.map;
    const View<flatline_thing> things = map.things();
    const bool any = std::any_of(things.begin(), things.end(), [&](const auto& thing) {
        return teleporters.is_destination(thing.type);
    });
    if (!any || !teleporters.exist() || has_scripts(context) || !teleporters.read()) return;
    Scratch<bool> used;
    if (!context.take_zeroed(things.size(), used)) return;
    const bool has_ids = teleporters.numbering() == Numbering::hexen;
    // False where steps are spent.
    const auto mark = [&](std::int32_t special, const std::int32_t(&arg)[5]) {
        if (special == 0) return true;
        const TeleportRow* const row = teleporters.find(special, arg);
        const bool names = has_ids && (row == nullptr || row->tag_arg < 0) &&
                           holds(numbers::table(kNamesThings), special);
        if ((row == nullptr || row->leads == TeleportTarget::to_line) && !names) return true;
        for (const std::uint32_t i : teleporters.destinations()) {
            if (!context.spend()) return false;
            if (used[i]) continue;
            const std::int32_t own = things[i].id;
            if (names && own != 0 && std::find(arg, arg + 5, own) != arg + 5) used[i] = true;
            if (row == nullptr || row->leads == TeleportTarget::to_line) continue;
            const std::int32_t id = Teleporters::id_of(*row, arg);
            const std::int32_t tag = Teleporters::tag_of(*row, arg);
            const std::uint32_t sector = teleporters.sector_of(i);
            const bool in_sector = sector != FLATLINE_NONE && teleporters.has_tag(sector, tag);
            if (id != 0 ? own == id && (tag == 0 || in_sector)
                        : in_sector && (tag != 0 || row->leads == TeleportTarget::to_sector)) {
                used[i] = true;
            }
        }
        return true;
    };
    for (const flatline_linedef& line : map.linedefs()) {
        if (!mark(line.special, line.arg)) return;
    }
    for (const flatline_thing& thing : things) {
        if (has_ids && !mark(thing.special, thing.arg)) return;
    }
    for (const std::uint32_t i : teleporters.destinations()) {
        if (used[i]) continue;
        context.report.about(Rule::teleport_destination_unused, {FLATLINE_THING, i});
    }
}

}  // namespace flatline::engine::sanity
