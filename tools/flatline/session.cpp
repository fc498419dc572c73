#include "session.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "cache.hpp"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "model/describe.hpp"
#include "targets/targets.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// Leaves as many findings as the limits say, and tells `tally` which it left out. The load and the
/// rules have kept up to the limits each, so the last of the least important ones go. What refuses
/// the map is the most important.
void cut(std::vector<PlacedFinding>& findings, const Limits& limits, Tally& tally) {
    // What says that rules were cut short stays, or their silence would look like a pass.
    const auto rank = [](const Finding& f) {
        const bool stays =
            f.refuses != 0 || f.rule == static_cast<std::uint16_t>(Rule::check_incomplete);
        return stays ? 3 : int{f.severity};
    };
    const auto lines = static_cast<std::uint64_t>(
        std::count_if(findings.begin(), findings.end(), [&](const PlacedFinding& placed) {
            return rank(placed.finding) != static_cast<int>(Severity::note);
        }));
    const std::uint64_t notes = findings.size() - lines;
    std::uint64_t surplus = notes > limits.findings ? notes - limits.findings : 0;
    for (int lowest = 0; lowest <= 3; ++lowest) {
        if (lowest == 1) surplus = lines > limits.finding_lines ? lines - limits.finding_lines : 0;
        if (surplus == 0) continue;
        const auto kept =
            std::remove_if(findings.rbegin(), findings.rend(), [&](const PlacedFinding& placed) {
                if (surplus == 0 || rank(placed.finding) != lowest) return false;
                --surplus;
                tally.leave_out(placed.finding);
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

/// The order of findings by place. Those without one come last.
bool comes_before(const Finding& a, const Finding& b) {
    // First those in the text, then those in other lumps, lump by lump, then those without a place.
    const auto rank = [](const Finding& f) {
        return f.offset == FLATLINE_NO_OFFSET ? 2 : is_in_text(f) ? 0 : 1;
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return rank(a) == 1 && a.lump != b.lump ? a.lump < b.lump : a.offset < b.offset;
}

/// Columns in code points. Bytes that are no UTF-8 count as one each, where they do not look like
/// the middle of a code point. Ascending places take one pass over the text in all.
class Characters {
public:
    explicit Characters(std::string_view text) : text_(text) {}

    std::uint64_t column(std::uint64_t offset, const TextPlace& place) {
        const std::uint64_t line_start = offset - (place.column - 1);
        if (at_ < line_start || at_ > offset) {
            at_ = line_start;
            column_ = 1;
        }
        for (; at_ < offset; ++at_) {
            if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) ++column_;
        }
        return column_;
    }

private:
    std::string_view text_;
    std::uint64_t at_ = 0;
    std::uint64_t column_ = 1;
};

/// Gives each finding its offset, line, column and point.
void place_all(std::vector<PlacedFinding>& all, const Map& map, std::string_view text) {
    std::vector<Finding> findings;
    findings.reserve(all.size());
    for (const PlacedFinding& placed : all) findings.push_back(placed.finding);
    std::vector<flatline_location> found(findings.size());
    locate(map.empty() ? nullptr : &map, text, {findings.data(), findings.size()}, found.data());
    std::vector<std::size_t> order(findings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return found[a].offset < found[b].offset; });
    Characters characters(text);
    for (const std::size_t i : order) {
        const flatline_location& at = found[i];
        all[i] = {findings[i], {at.line, at.column}, at.point};
        Finding& finding = all[i].finding;
        if (finding.offset == FLATLINE_NO_OFFSET && at.offset != FLATLINE_NO_OFFSET) {
            finding.offset = at.offset;
            finding.lump = static_cast<std::uint8_t>(Lump::textmap);
        }
        if (at.line != 0) all[i].character = characters.column(at.offset, all[i].place);
    }
}

void sort_by_place(std::vector<PlacedFinding>& findings) {
    std::stable_sort(findings.begin(), findings.end(),
                     [](const PlacedFinding& a, const PlacedFinding& b) {
                         return comes_before(a.finding, b.finding);
                     });
}

/// Which map the session is about, and its findings: those of the container in front of what was
/// found.
void begin_with(Session& session, const Document& document, std::size_t map, const Limits& limits) {
    const MapEntry& entry = document.maps()[map];
    session.entry = &entry;
    session.file = document.path_of(entry.path);
    session.tally = session.tally_of_found;
    session.findings.clear();
    for (const ArchiveFinding& f : document.findings()) {
        if (f.map.empty() || f.path != entry.path || !same_name(f.map, entry.name)) continue;
        session.findings.push_back({f.finding, {}, kNoPoint});
        session.tally.add(f.finding);
    }
    session.findings.insert(session.findings.end(), session.found.begin(), session.found.end());
    cut(session.findings, limits, session.tally);
    sort_by_place(session.findings);
}

/// What one load and one check of a map find, as it is found.
class Finder {
public:
    Finder(Session& session, const MapWork& work) : session_(session), work_(work) {}

    void load(Loader& loader) {
        const Document& document = work_.document;
        const auto begun = std::chrono::steady_clock::now();
        if (session_.is_doom3()) {
            session_.doom3 =
                cache() != nullptr
                    ? cache()->load_doom3(work_.document, work_.map, work_.doom3_options())
                    : work_.document.load_doom3(work_.map, work_.doom3_options());
            add_load(session_.doom3);
        } else if (document.maps()[work_.map].supported) {
            session_.result =
                cache() != nullptr
                    ? cache()->load(work_.document, work_.map, loader, work_.load_options())
                    : work_.document.load(work_.map, loader, work_.load_options());
            add_load(session_.result);
        } else {
            add(unsupported_map(document.maps()[work_.map]));
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
        session_.load_seconds = took.count();
        if (session_.status == MapStatus::ok) {
            session_.text = session_.is_doom3() ? session_.doom3.value.source()
                                                : session_.result.value.textmap();
        } else if (std::any_of(found_.begin(), found_.end(), [](const PlacedFinding& placed) {
                       return is_in_text(placed.finding);
                   })) {
            session_.text = session_.is_doom3() ? document.text_of_refused(session_.doom3)
                                                : document.text_of_refused(session_.result);
        }
    }

    void check() {
        if (session_.status == MapStatus::ok) {
            session_.check = session_.is_doom3() ? work_.check(session_.doom3.value)
                                                 : work_.check(session_.result.value);
            add(session_.check.findings);
            FindingList unknown(work_.args.load.limits.findings,
                                work_.args.load.limits.finding_lines);
            session_.silences = session_.is_doom3()
                                    ? Silences(session_.doom3.value, session_.text, unknown)
                                    : Silences(session_.result.value, session_.text, unknown);
            add(unknown);
            if (session_.check.status == Status::out_of_memory) add_out_of_memory();
            if (session_.check.status == Status::cancelled) add_time(false);
        }
        const bool was_over = work_.watch != nullptr && work_.watch->is_over();
        session_.verdicts = verdicts_on(session_, work_);
        if (!was_over) add_time(false);
    }

    void end(const Limits& limits) {
        cut(found_, limits, session_.tally_of_found);
        place_all(found_, session_.result.value, session_.text);
        session_.found = std::move(found_);
        begin_with(session_, work_.document, work_.map, limits);
    }

private:
    MapCache* cache() const { return work_.args.cache.get(); }
    void add(const Finding& finding) {
        found_.push_back({finding, {}, kNoPoint});
        session_.tally_of_found.add(finding);
    }
    void add(const FindingList& list) {
        session_.tally_of_found.add(list);
        for (const Finding& finding : list.kept()) found_.push_back({finding, {}, kNoPoint});
    }
    void add_out_of_memory() {
        const auto is_it = [](const PlacedFinding& placed) {
            return placed.finding.rule == static_cast<std::uint16_t>(Rule::out_of_memory);
        };
        if (std::none_of(found_.begin(), found_.end(), is_it)) {
            add(make_finding(Rule::out_of_memory));
        }
    }
    // Where the time is over, and not the run.
    void add_time(bool refuses) {
        if (work_.watch == nullptr || !work_.watch->is_over()) return;
        add(out_of_time(work_.args, refuses));
    }
    template <class Loaded>
    void add_load(const Loaded& result) {
        session_.status = result ? MapStatus::ok : MapStatus::refused;
        add(result.findings);
        if (result.status == Status::out_of_memory) add_out_of_memory();
        if (result.status == Status::cancelled) add_time(true);
    }

    Session& session_;
    const MapWork& work_;
    std::vector<PlacedFinding> found_;
};

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
    options.limits = document.load_limits(map, args.load.limits, args.batch, beside);
    options.work = of_file;
    if (watch != nullptr) {
        options.progress = watch->of_load();
        options.build_progress = watch->of_build();
    }
    return options;
}

Doom3Options MapWork::doom3_options() const {
    Doom3Options options;
    options.limits = document.load_limits(map, args.load.limits, args.batch, beside);
    options.work = of_file;
    if (watch != nullptr) options.progress = watch->of_load();
    return options;
}

CheckOptions MapWork::check_options() const {
    CheckOptions options;
    options.entry = &document.maps()[map];
    options.limits = document.rule_limits(map, args.load.limits, args.batch, beside);
    options.levels = args.levels;
    options.resources = resources;
    options.game = args.game;
    options.work = of_file;
    if (watch != nullptr) options.progress = watch->of_rest();
    return options;
}

Result<CheckReport> MapWork::check(const Map& loaded) const {
    const Buffer behavior = document.read_lump(map, "BEHAVIOR", false);
    CheckOptions options = check_options();
    options.behavior = behavior.bytes();
    return flatline::engine::check(loaded, options);
}

Result<CheckReport> MapWork::check(const Doom3Map& loaded) const {
    return flatline::engine::check(loaded, check_options());
}

Session load_session(Document& document, std::size_t map, Loader& loader, const Arguments& args,
                     Rules rules, const Resources* resources, Watch* watch) {
    Work own = document.work_of(map, args.load.limits);
    MapWork work{document, map, args, resources, watch};
    work.of_file = args.load.work != nullptr ? args.load.work : &own;
    Session session;
    session.entry = &document.maps()[map];
    session.resources = resources;
    work.loader = &loader;
    Finder finder(session, work);
    finder.load(loader);
    if (rules == Rules::all) finder.check();
    finder.end(args.load.limits);
    if (watch != nullptr) watch->map_done();
    return session;
}

void turn_to_twin(Session& session, const Document& document, std::size_t map,
                  const Limits& limits) {
    cut(session.found, limits, session.tally_of_found);
    begin_with(session, document, map, limits);
}

void add_findings(Session& session, const FindingList& findings, const Limits& limits) {
    if (findings.total() == 0) return;
    std::vector<PlacedFinding> added;
    for (const Finding& finding : findings.kept()) added.push_back({finding, {}, kNoPoint});
    place_all(added, session.result.value, session.text);
    session.tally.add(findings);
    session.findings.insert(session.findings.end(), added.begin(), added.end());
    cut(session.findings, limits, session.tally);
    sort_by_place(session.findings);
}

bool is_wanted(const Arguments& args, const MapEntry& entry) {
    return !args.map || same_name(*args.map, entry.name);
}

}  // namespace flatline::engine::tool
