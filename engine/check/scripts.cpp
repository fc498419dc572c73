// Specials that run a script of the map which its BEHAVIOR does not have.
#include "check/behavior.hpp"
#include "check/columns.hpp"
#include "check/number_tables.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr NumberRange kScriptSpecials[] = {{80, 85}, {226, 226}};

}  // namespace

void script_unknown(Context& context) noexcept {
    constexpr std::int32_t kLibrary = 1000;
    const Map& map = context.map;
    if (map.map_namespace() != "zdoom") return;
    Scripts scripts(context, context.options.behavior);
    if (!scripts.read()) return;
    const NumberTable specials = numbers::table(kScriptSpecials);
    const auto judge = [&](Rule rule, std::uint8_t kind, std::uint32_t index, std::int32_t special,
                           const std::int32_t(&arg)[5], ColumnWalk& names) {
        if (!holds(specials, special) || arg[1] != 0 || !names.text(index).empty() ||
            scripts.has(arg[0])) {
            return;
        }
        // Libraries of a mod, which another file loads for every map, have high numbers so that
        // they stay clear of those of maps.
        const Severity most = arg[0] >= kLibrary ? Severity::note : Severity::error;
        context.report.about_at_most(most, rule, {kind, index}, find_field(kind, "arg0"), arg[0]);
    };
    ColumnWalk line_names(map, FLATLINE_LINEDEF, "arg0str");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        judge(Rule::line_script_unknown, FLATLINE_LINEDEF, index++, line.special, line.arg,
              line_names);
    }
    ColumnWalk thing_names(map, FLATLINE_THING, "arg0str");
    index = 0;
    for (const flatline_thing& thing : map.things()) {
        judge(Rule::thing_script_unknown, FLATLINE_THING, index++, thing.special, thing.arg,
              thing_names);
    }
}

}  // namespace flatline::engine::sanity
