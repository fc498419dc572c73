// The C functions of c_check.h: sanity rules over a finished map of either kind.
#include <cstdint>
#include <new>

#include "api/capi.hpp"
#include "flatline/archive.hpp"
#include "flatline/check.hpp"
#include "flatline/findings.hpp"

using flatline::capi::limits_of;
using flatline::capi::take;

struct flatline_report {
    flatline::FindingList findings;
};

namespace {

bool is_out_of_memory(const flatline::FindingList& findings) noexcept {
    for (const flatline_finding& finding : findings.kept()) {
        if (finding.rule == static_cast<uint16_t>(flatline::Rule::out_of_memory)) return true;
    }
    return false;
}

// What both kinds of maps have in common; `run` calls the rules.
template <class Handle, class Run>
flatline_status check(const Handle* map, const flatline_check_options* options,
                      flatline_report** report, const Run& run) noexcept {
    if (report == nullptr) return FLATLINE_BAD_ARGUMENT;
    *report = nullptr;
    flatline_check_options given = FLATLINE_CHECK_OPTIONS_INIT;
    if (map == nullptr || map->result.status != flatline::Status::ok || !take(options, given)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const flatline::MapEntry* entry = nullptr;
    if (given.archive != nullptr) {
        const auto& maps = given.archive->archive.maps();
        if (given.archive_map >= maps.size()) return FLATLINE_BAD_ARGUMENT;
        entry = &maps[given.archive_map];
    }
    auto* made = new (std::nothrow) flatline_report;
    if (made == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *report = made;
    const flatline::Limits limits =
        given.limits != nullptr ? limits_of(*given.limits) : flatline::Limits{};
    made->findings = flatline::FindingList(limits.findings);
    run(limits, entry, made->findings);
    return is_out_of_memory(made->findings) ? FLATLINE_OUT_OF_MEMORY : FLATLINE_OK;
}

}  // namespace

flatline_status flatline_check(const flatline_map* map, const flatline_check_options* options,
                               flatline_report** report) {
    const auto run = [map](const flatline::Limits&, const flatline::MapEntry* entry,
                           flatline::FindingList& findings) {
        if (entry != nullptr) {
            flatline::check(map->result.value, *entry, findings);
        } else {
            flatline::check(map->result.value, findings);
        }
    };
    return check(map, options, report, run);
}

flatline_status flatline_doom3_check(const flatline_doom3_map* map,
                                     const flatline_check_options* options,
                                     flatline_report** report) {
    const auto run = [map](const flatline::Limits& limits, const flatline::MapEntry*,
                           flatline::FindingList& findings) {
        flatline::check(map->result.value, limits, findings);
    };
    return check(map, options, report, run);
}

void flatline_report_free(flatline_report* report) { delete report; }

const flatline_finding* flatline_report_findings(const flatline_report* report, size_t* count) {
    return flatline::capi::findings_of(report != nullptr ? &report->findings : nullptr, count);
}

uint64_t flatline_report_finding_count(const flatline_report* report, uint8_t severity) {
    return report != nullptr ? flatline::capi::count_of(report->findings, severity) : 0;
}
