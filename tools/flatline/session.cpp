#include "session.hpp"

#include <algorithm>
#include <cstring>

#include "flatline/check.hpp"
#include "targets/targets.hpp"
#include "text.hpp"

namespace flatline::tool {
namespace {

/// Leaves `most` findings. The load and the rules have kept up to the limit each, so the last of
/// the least important ones are left out. What refuses the map is the most important.
void cut(std::vector<Finding>& findings, std::uint64_t most) {
    // What says that rules were cut short stays, or their silence would look like a pass.
    const auto rank = [](const Finding& f) {
        const bool stays =
            f.refuses != 0 || f.rule == static_cast<std::uint16_t>(Rule::check_incomplete);
        return stays ? 3 : int{f.severity};
    };
    for (int lowest = 0; lowest <= 3; ++lowest) {
        std::uint64_t surplus = findings.size() - std::min<std::uint64_t>(most, findings.size());
        const auto kept = std::remove_if(findings.rbegin(), findings.rend(), [&](const Finding& f) {
            if (surplus == 0 || rank(f) != lowest) return false;
            --surplus;
            return true;
        });
        findings.erase(findings.begin(), kept.base());
    }
}

/// True where the finding is in the text of the map: its TEXTMAP, or the whole .map file.
bool is_in_text(const Finding& finding) {
    return (finding.lump == static_cast<std::uint8_t>(Lump::textmap) ||
            finding.lump == static_cast<std::uint8_t>(Lump::map)) &&
           finding.offset != FLATLINE_NO_OFFSET;
}

/// Gives each finding its offset, line and column, and sorts them by place. Findings without a
/// place come last; at one place they keep the order in which they were found.
std::vector<PlacedFinding> place_all(std::vector<Finding>& findings, const Map& map,
                                     std::string_view text) {
    if (!map.empty() && !findings.empty()) {
        std::vector<std::uint64_t> offsets(findings.size(), FLATLINE_NO_OFFSET);
        locate(map, {findings.data(), findings.size()}, offsets.data());
        for (std::size_t i = 0; i < findings.size(); ++i) {
            Finding& finding = findings[i];
            if (finding.offset != FLATLINE_NO_OFFSET || offsets[i] == FLATLINE_NO_OFFSET) continue;
            finding.offset = offsets[i];
            finding.lump = static_cast<std::uint8_t>(Lump::textmap);
        }
    }
    // First those in the text, then those in other lumps, lump by lump, then those without a place.
    const auto rank = [](const Finding& f) {
        return f.offset == FLATLINE_NO_OFFSET ? 2 : is_in_text(f) ? 0 : 1;
    };
    std::stable_sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
        if (rank(a) != rank(b)) return rank(a) < rank(b);
        return rank(a) == 1 && a.lump != b.lump ? a.lump < b.lump : a.offset < b.offset;
    });
    std::vector<flatline_vertex> points(findings.size());
    find_points(map, {findings.data(), findings.size()}, points.data());
    std::vector<PlacedFinding> placed;
    placed.reserve(findings.size());
    PlaceFinder finder(text);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& finding = findings[i];
        const bool has_place =
            is_in_text(finding) && finding.offset <= text.size() && text.data() != nullptr;
        placed.push_back(
            {finding, has_place ? finder.place(finding.offset) : TextPlace{}, points[i]});
    }
    return placed;
}

}  // namespace

Finding out_of_time(const Arguments& args, bool refuses) {
    const double seconds = args.batch.timeout.value_or(0);
    std::int64_t bits = 0;
    static_assert(sizeof bits == sizeof seconds);
    std::memcpy(&bits, &seconds, sizeof bits);
    Finding finding = make_finding(Rule::out_of_time, Lump::none, FLATLINE_NO_OFFSET, bits);
    finding.refuses = refuses;
    return finding;
}

LoadOptions MapWork::load_options() const {
    LoadOptions options = args.load;
    if (watch != nullptr) {
        options.progress = watch->of_load();
        options.build_progress = watch->of_build();
    }
    return options;
}

Doom3Options MapWork::doom3_options() const {
    Doom3Options options;
    options.limits = args.load.limits;
    if (watch != nullptr) options.progress = watch->of_load();
    return options;
}

CheckOptions MapWork::check_options() const {
    CheckOptions options;
    options.entry = &document.maps()[map];
    options.limits = check_limits(args.load.limits, args.batch);
    options.levels = args.levels;
    options.resources = resources;
    if (watch != nullptr) options.progress = watch->of_rest();
    return options;
}

Result<CheckReport> MapWork::check(const Map& loaded) const {
    const Buffer behavior = document.read_lump(map, "BEHAVIOR", false);
    CheckOptions options = check_options();
    options.behavior = behavior.bytes();
    return flatline::check(loaded, options);
}

Result<CheckReport> MapWork::check(const Doom3Map& loaded) const {
    return flatline::check(loaded, check_options());
}

Session load_session(Document& document, std::size_t map, Loader& loader, const Arguments& args,
                     Rules rules, const Resources* resources, Watch* watch) {
    Session session;
    const MapEntry& entry = document.maps()[map];
    session.entry = &entry;
    session.file = document.path_of(entry.path);

    std::vector<Finding> findings;
    for (const ArchiveFinding& f : document.findings()) {
        if (f.map.empty() || f.path != entry.path || !same_name(f.map, entry.name)) continue;
        findings.push_back(f.finding);
        session.tally.add(f.finding);
    }
    const auto add_own = [&](Rule rule) {
        const bool known = std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
            return f.rule == static_cast<std::uint16_t>(rule);
        });
        if (known) return;
        findings.push_back(make_finding(rule));
        session.tally.add(findings.back());
    };
    const auto add_list = [&](const FindingList& list) {
        session.tally.add(list);
        findings.insert(findings.end(), list.kept().begin(), list.kept().end());
    };
    // Where the time is over, and not the run.
    const auto add_time = [&](bool refuses) {
        if (watch == nullptr || !watch->is_over()) return;
        findings.push_back(out_of_time(args, refuses));
        session.tally.add(findings.back());
    };
    const auto add_load = [&](const auto& result) {
        session.status = result ? MapStatus::ok : MapStatus::refused;
        add_list(result.findings);
        if (result.status == Status::out_of_memory) add_own(Rule::out_of_memory);
        if (result.status == Status::cancelled) add_time(true);
    };
    const MapWork work{document, map, args, resources, watch};
    if (session.is_doom3()) {
        session.doom3 = document.load_doom3(map, work.doom3_options());
        add_load(session.doom3);
    } else if (entry.supported) {
        session.result = document.load(map, loader, work.load_options());
        add_load(session.result);
    } else {
        add_own(Rule::map_unsupported);
    }
    if (session.status == MapStatus::ok) {
        session.text =
            session.is_doom3() ? session.doom3.value.source() : session.result.value.textmap();
        if (rules == Rules::all) {
            session.check = session.is_doom3() ? work.check(session.doom3.value)
                                               : work.check(session.result.value);
            add_list(session.check.findings);
            std::vector<Finding> unknown;
            session.silences = session.is_doom3()
                                   ? Silences(session.doom3.value, session.text, unknown)
                                   : Silences(session.result.value, session.text, unknown);
            for (const Finding& finding : unknown) session.tally.add(finding);
            findings.insert(findings.end(), unknown.begin(), unknown.end());
            if (session.check.status == Status::out_of_memory) add_own(Rule::out_of_memory);
            if (session.check.status == Status::cancelled) add_time(false);
        }
    } else if (std::any_of(findings.begin(), findings.end(), is_in_text)) {
        session.text = session.is_doom3() ? document.text_of_refused(session.doom3)
                                          : document.text_of_refused(session.result);
    }
    if (rules == Rules::all) {
        const bool was_over = watch != nullptr && watch->is_over();
        session.verdicts = verdicts_on(session, work);
        if (!was_over) add_time(false);
    }
    cut(findings, args.load.limits.findings);
    session.findings = place_all(findings, session.result.value, session.text);
    if (watch != nullptr) watch->map_done();
    return session;
}

void add_findings(Session& session, const FindingList& findings, const Limits& limits) {
    if (findings.total() == 0) return;
    std::vector<Finding> all;
    for (const PlacedFinding& placed : session.findings) all.push_back(placed.finding);
    all.insert(all.end(), findings.kept().begin(), findings.kept().end());
    session.tally.add(findings);
    cut(all, limits.findings);
    session.findings = place_all(all, session.result.value, session.text);
}

bool is_wanted(const Arguments& args, const MapEntry& entry) {
    return !args.map || same_name(*args.map, entry.name);
}

}  // namespace flatline::tool
