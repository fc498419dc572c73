// The C functions of c_check.h: sanity rules over a finished map of either kind.
#include <cstdint>
#include <new>

#include "api/capi.hpp"
#include "flatline/archive.hpp"
#include "flatline/check.hpp"
#include "flatline/findings.hpp"

using flatline::CheckOptions;
using flatline::CheckReport;
using flatline::capi::limits_of;
using flatline::capi::take;

static_assert(FLATLINE_NOTE == static_cast<int>(flatline::RuleLevel::note) &&
              FLATLINE_WARNING == static_cast<int>(flatline::RuleLevel::warning) &&
              FLATLINE_ERROR == static_cast<int>(flatline::RuleLevel::error) &&
              FLATLINE_RULE_OFF == static_cast<int>(flatline::RuleLevel::off));

namespace {

bool read_levels(const flatline_check_options& given, flatline::RuleLevels& levels) noexcept {
    if (given.level_count != 0 && given.levels == nullptr) return false;
    for (size_t i = 0; i < given.level_count; ++i) {
        if (given.levels[i].level > FLATLINE_RULE_OFF) return false;
        const auto level = static_cast<flatline::RuleLevel>(given.levels[i].level);
        if (given.levels[i].rule == nullptr) {
            levels.set_all(level);
            continue;
        }
        const flatline::Rule rule = flatline::find_rule(given.levels[i].rule);
        if (rule == flatline::Rule::count_) return false;
        levels.set(rule, level);
    }
    return true;
}

// False for options that no version of the header can have made. `to` refers to `given`.
bool read_options(flatline_check_options& given, CheckOptions& to) noexcept {
    if (given.archive != nullptr) {
        const auto& maps = given.archive->archive.maps();
        if (given.archive_map >= maps.size()) return false;
        to.entry = &maps[given.archive_map];
    }
    if (given.limits != nullptr) to.limits = limits_of(*given.limits);
    if (!flatline::capi::read_memory(given.memory, to.memory)) return false;
    to.progress = flatline::capi::progress_of(given.progress);
    to.work = given.work;
    if (given.resources != nullptr) to.resources = &given.resources->resources;
    if (given.behavior == nullptr && given.behavior_size != 0) return false;
    to.behavior = {static_cast<const unsigned char*>(given.behavior), given.behavior_size};
    return read_levels(given, to.levels);
}

// What both kinds of maps have in common.
template <class Handle>
flatline_status check(const Handle* map, const flatline_check_options* options,
                      flatline_report** report) noexcept {
    if (report == nullptr) return FLATLINE_BAD_ARGUMENT;
    *report = nullptr;
    flatline_check_options given = FLATLINE_CHECK_OPTIONS_INIT;
    CheckOptions wanted;
    if (map == nullptr || map->result.status != flatline::Status::ok || !take(options, given) ||
        !read_options(given, wanted)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    auto* made = new (std::nothrow) flatline_report;
    if (made == nullptr) return FLATLINE_OUT_OF_MEMORY;
    made->result = flatline::check(map->result.value, wanted);
    if (made->result.status == flatline::Status::cancelled) {
        delete made;
        return FLATLINE_CANCELLED;
    }
    *report = made;
    return static_cast<flatline_status>(made->result.status);
}

}  // namespace

flatline_status flatline_check(const flatline_map* map, const flatline_check_options* options,
                               flatline_report** report) {
    return check(map, options, report);
}

flatline_status flatline_doom3_check(const flatline_doom3_map* map,
                                     const flatline_check_options* options,
                                     flatline_report** report) {
    return check(map, options, report);
}

uint8_t flatline_rule_default_level(uint16_t rule) {
    if (rule >= flatline::kRuleCount) return FLATLINE_RULE_OFF;
    return static_cast<uint8_t>(flatline::RuleLevels().get(static_cast<flatline::Rule>(rule)));
}

uint8_t flatline_report_rule(const flatline_report* report, uint16_t rule) {
    if (report == nullptr || rule >= flatline::kRuleCount) return FLATLINE_RULE_RUN;
    const CheckReport& rules = report->result.value;
    if (rules.not_run.has(static_cast<flatline::Rule>(rule))) return FLATLINE_RULE_NOT_RUN;
    return rules.cut_short.has(static_cast<flatline::Rule>(rule)) ? FLATLINE_RULE_CUT_SHORT
                                                                  : FLATLINE_RULE_RUN;
}

void flatline_find_points(const flatline_map* map, const flatline_finding* findings, size_t count,
                          flatline_vertex* points) {
    if (map == nullptr || findings == nullptr || points == nullptr) return;
    flatline::find_points(map->result.value, {findings, count}, points);
}

void flatline_report_free(flatline_report* report) { delete report; }

const flatline_finding* flatline_report_findings(const flatline_report* report, size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(report), count);
}

uint64_t flatline_report_finding_count(const flatline_report* report, uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(report), severity);
}

int flatline_report_has_rule(const flatline_report* report, uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(report), rule);
}
