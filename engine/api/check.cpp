// The C functions of flatline.h: sanity rules over a finished map of either kind.
#include <cstdint>
#include <new>

#include "api/handle.hpp"
#include "model/archive.hpp"
#include "model/check.hpp"
#include "model/findings.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

static_assert(FLATLINE_NOTE == static_cast<int>(RuleLevel::note) &&
              FLATLINE_WARNING == static_cast<int>(RuleLevel::warning) &&
              FLATLINE_ERROR == static_cast<int>(RuleLevel::error) &&
              FLATLINE_RULE_OFF == static_cast<int>(RuleLevel::off));

static_assert(FLATLINE_GAME_AUTOMATIC == static_cast<int>(Game::automatic) &&
              FLATLINE_GAME_DOOM == static_cast<int>(Game::doom) &&
              FLATLINE_GAME_DOOM2 == static_cast<int>(Game::doom2) &&
              FLATLINE_GAME_HERETIC == static_cast<int>(Game::heretic) &&
              FLATLINE_GAME_HEXEN == static_cast<int>(Game::hexen) &&
              FLATLINE_GAME_STRIFE == static_cast<int>(Game::strife) &&
              FLATLINE_GAME_SRB2 == static_cast<int>(Game::srb2) && kGames == 7);

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
    if (given.behavior == nullptr && given.behavior_size != 0) return false;
    to.behavior = {static_cast<const unsigned char*>(given.behavior), given.behavior_size};
    return read_levels(given, to.levels);
}

}  // namespace

bool flatline::engine::capi::read_check_options(const flatline_check_options* from,
                                                flatline_check_options& given,
                                                CheckOptions& options) noexcept {
    return take(from, given) && read_given(given, options);
}

namespace {

// What both kinds of maps have in common.
template <class Checked>
flatline_status check_map(const Checked* map, const flatline_check_options* options,
                          flatline_report** report) noexcept {
    if (report == nullptr) return FLATLINE_BAD_ARGUMENT;
    *report = nullptr;
    flatline_check_options given = FLATLINE_CHECK_OPTIONS_INIT;
    CheckOptions wanted;
    if (map == nullptr || map->status != Status::ok ||
        !read_check_options(options, given, wanted)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return make(report, [&](flatline_report& made) {
        const flatline_status status = made.keep(check(map->value, wanted));
        if (status == FLATLINE_CANCELLED) {
            delete *report;
            *report = nullptr;
        }
        return status;
    });
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

void flatline_find_points(const flatline_map* map, const flatline_finding* findings, size_t count,
                          flatline_vertex* points) {
    if (map == nullptr || findings == nullptr || points == nullptr) return;
    find_points(map->value, {findings, count}, points);
}
