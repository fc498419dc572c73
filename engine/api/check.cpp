// The C functions of flatline.h: sanity rules over a finished map of either kind.
#include <cstdint>
#include <new>

#include "api/handle.hpp"
#include "model/archive.hpp"
#include "model/check.hpp"
#include "model/findings.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

bool read_levels(const flatline_check_options& given, RuleLevels& levels) noexcept {
    if (given.level_count != 0 && given.levels == nullptr) return false;
    for (size_t i = 0; i < given.level_count; ++i) {
        if (given.levels[i].level > FLATLINE_RULE_OFF) return false;
        const auto level = static_cast<RuleLevel>(given.levels[i].level);
        if (given.levels[i].rule == nullptr) {
            levels.set_all(level);
            continue;
        }
        const Rule rule = find_rule(given.levels[i].rule);
        if (rule == Rule::count_) return false;
        levels.set(rule, level);
    }
    return true;
}

// False for options that no version of the header can have made. `to` refers to `given`.
bool read_given(flatline_check_options& given, CheckOptions& to) noexcept {
    if (given.archive != nullptr) {
        const auto& maps = given.archive->value.maps();
        if (given.archive_map >= maps.size()) return false;
        to.entry = &maps[given.archive_map];
    }
    to.limits = limits_of(given.limits);
    if (!read_memory(given.memory, to.memory)) return false;
    to.progress = progress_of(given.progress);
    to.work = given.work;
    if (given.game >= kGames || given.unused != 0) return false;
    to.game = static_cast<Game>(given.game);
    if (given.resources != nullptr) to.resources = &given.resources->value;
    return read_bytes(given.behavior, given.behavior_size, to.behavior) &&
           read_levels(given, to.levels);
}

}  // namespace

bool flatline::engine::capi::read_check_options(const flatline_check_options* from,
                                                flatline_check_options& given,
                                                CheckOptions& options) noexcept {
    return copy_options(from, given) && read_given(given, options);
}

namespace {

// What both kinds of maps have in common.
template <class Checked>
flatline_status check_map(const Checked* map, const flatline_check_options* options,
                          flatline_report** report) noexcept {
    if (!start(report)) return FLATLINE_BAD_ARGUMENT;
    flatline_check_options given = FLATLINE_CHECK_OPTIONS_INIT;
    CheckOptions wanted;
    if (map == nullptr || map->status != Status::ok ||
        !read_check_options(options, given, wanted)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return make_unless(FLATLINE_CANCELLED, report,
                       [&](flatline_report& made) { return made.keep(check(map->value, wanted)); });
}

}  // namespace

flatline_status flatline_check(const flatline_map* map, const flatline_check_options* options,
                               flatline_report** report) {
    return check_map(map, options, report);
}

flatline_status flatline_doom3_check(const flatline_doom3_map* map,
                                     const flatline_check_options* options,
                                     flatline_report** report) {
    return check_map(map, options, report);
}

uint8_t flatline_rule_default_level(uint16_t rule) {
    if (rule >= kRuleCount) return FLATLINE_RULE_OFF;
    return static_cast<uint8_t>(RuleLevels().get(static_cast<Rule>(rule)));
}

uint8_t flatline_report_rule(const flatline_report* report, uint16_t rule) {
    if (report == nullptr || rule >= kRuleCount) return FLATLINE_RULE_RUN;
    const CheckReport& rules = report->value;
    if (rules.not_run.has(static_cast<Rule>(rule))) return FLATLINE_RULE_NOT_RUN;
    return rules.cut_short.has(static_cast<Rule>(rule)) ? FLATLINE_RULE_CUT_SHORT
                                                        : FLATLINE_RULE_RUN;
}
