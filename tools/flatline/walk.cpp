#include "walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "batch/crew.hpp"
#include "batch/interrupt.hpp"
#include "batch/shard.hpp"
#include "game_resources.hpp"
#include "report/make.hpp"

namespace flatline::tool {
namespace {

bool is_in_shard(const Input& input, const BatchOptions& batch) {
    return !batch.is_shard() || content_hash(input) % batch.shards == batch.shard - 1;
}

/// How many findings of the next map are kept, where a file's maps have `kept` so far: a WAD of
/// 100 KB may hold thousands of maps that share one text. One each stays, which says what refuses
/// the map.
std::uint64_t findings_of_next(std::uint64_t kept, std::uint64_t limit) {
    constexpr std::uint64_t kMostOfAFile = 100'000;
    const std::uint64_t most = std::max(kMostOfAFile, limit);
    return std::min(limit, kept < most ? most - kept : 1);
}

/// Says of the whole file that the time for it is over.
void add_out_of_time(const Arguments& args, FileReport& report) {
    Fingerprinter fingerprints("");
    const Finding finding = out_of_time(args, false);
    report.findings.push_back(report_on_resource(finding, report.path, "", fingerprints));
    report.tally.add(finding);
    report.container_error = true;
}

void look_at_maps(Document& document, const LookOptions& look, Loader& loader, Watch& watch,
                  FileReport& report) {
    const Resources own = resources_of(document, look.args, look.game);
    Arguments args = look.args;
    std::uint64_t kept = 0;  // findings of the maps so far
    bool told = false;       // that the time is over
    for (std::size_t i = 0; i < document.maps().size(); ++i) {
        if (!is_wanted(look.args, document.maps()[i])) {
            report.other_maps.push_back(document.maps()[i].name);
            continue;
        }
        if (!watch.goes_on()) {
            if (watch.is_over() && !told) add_out_of_time(look.args, report);
            return;
        }
        args.load.limits.findings = findings_of_next(kept, look.args.load.limits.findings);
        Session session = load_session(document, i, loader, args, look.rules,
                                       look.game != nullptr ? &own : nullptr, &watch);
        told = std::any_of(
            session.findings.begin(), session.findings.end(), [](const PlacedFinding& placed) {
                return placed.finding.rule == static_cast<std::uint16_t>(Rule::out_of_time);
            });
        report.maps.push_back(report_on_map(document, session));
        kept += session.findings.size();
        if (look.loaded) look.loaded(session, report.maps.back());
        loader.recycle(std::move(session.result.value));
    }
}

/// The inputs of all PATHs, and what is said about each PATH when they are done.
class Walk {
public:
    Walk(Console& console, const LookOptions& look, const std::function<void(FileReport)>& take)
        : console_(console), look_(look), take_(take) {}

    /// A PATH that cannot be used is said at once, and the others are looked at all the same.
    void add(const std::string& path) {
        if (const auto wrong = wrong_path(path)) {
            console_.complain(*wrong);
            wrong_use_ = true;
            return;
        }
        for (Input& input : list_inputs(path, console_.args.batch.any_name)) {
            inputs_.push_back(std::move(input));
        }
        paths_.push_back({path, inputs_.size()});
    }

    void run() {
        const Arguments& args = console_.args;
        Meter meter(console_);
        CrewOptions crew;
        crew.threads = args.batch.jobs;
        crew.timeout = args.batch.timeout;
        crew.builds_nodes = args.build_nodes;
        crew.in_turn = look_.in_turn;
        end_paths(0);
        look_at_all(
            inputs_, crew, meter,
            [&](const Input& input, Loader& loader, Watch& watch) {
                return look_at(input, look_, loader, watch);
            },
            [&](std::size_t index, std::optional<FileReport> report) {
                if (report) take(std::move(*report));
                end_paths(index + 1);
                return !console_.out.failed();
            });
    }

    WalkResult finish() {
        const Arguments& args = console_.args;
        if (args.map && !any_map_ && !container_error_ && !wrong_use_ && interrupted() == 0) {
            console_.complain(fmt::format("no map is called {}; there are: {}",
                                          printable(*args.map), others_.text()));
            wrong_use_ = true;
        }
        return {wrong_use_};
    }

private:
    /// One PATH of the command line. Its inputs end where those of the next begin.
    struct Path {
        std::string path;
        std::size_t end;
    };

    /// Says of folders whose last input is done, which is the one before `end`, where no map was
    /// met. What one shard does not meet is met in another.
    void end_paths(std::size_t end) {
        for (; ended_ < paths_.size() && paths_[ended_].end <= end; ++ended_) {
            const std::string& path = paths_[ended_].path;
            if (std::exchange(told_, false) || !is_folder(path)) continue;
            if (console_.args.batch.is_shard()) continue;
            FileReport folder = report_on_container(Document::unusable(path, Rule::no_maps));
            folder.kind = FileKind::folder;
            take(std::move(folder));
        }
    }

    void take(FileReport report) {
        told_ |= report.says_something();
        any_map_ |= !report.maps.empty();
        container_error_ |= report.container_error;
        for (const std::string& name : report.other_maps) others_.add(name);
        take_(std::move(report));
        console_.flush();
    }

    Console& console_;
    const LookOptions& look_;
    const std::function<void(FileReport)>& take_;
    std::vector<Input> inputs_;
    std::vector<Path> paths_;
    std::size_t ended_ = 0;  // of paths_
    bool told_ = false;      // of the path that is not ended: a map, or why there is none
    bool any_map_ = false;
    bool container_error_ = false;
    bool wrong_use_ = false;
    NameList others_;
};

}  // namespace

std::optional<FileReport> look_at(const Input& input, const LookOptions& look, Loader& loader,
                                  Watch& watch) {
    if (!is_in_shard(input, look.args.batch)) return std::nullopt;
    Document document = Document::open(input, look.args.load.limits);
    if (input.walked && document.is_passed_over()) return std::nullopt;
    FileReport report = report_on_container(document);
    if (look.opened) look.opened(document, report);
    watch.start();
    look_at_maps(document, look, loader, watch, report);
    return report;
}

WalkResult walk(Console& console, const LookOptions& look,
                const std::function<void(FileReport)>& take) {
    if (reads_standard_input_twice(console.args.paths)) {
        console.complain("standard input can be read only once");
        return {true};
    }
    Walk walk(console, look, take);
    for (const std::string& path : console.args.paths) walk.add(path);
    walk.run();
    return walk.finish();
}

}  // namespace flatline::tool
