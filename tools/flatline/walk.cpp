#include "walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "batch/inner_files.hpp"
#include "batch/interrupt.hpp"
#include "batch/shard.hpp"
#include "batch/worker_pool.hpp"
#include "game_resources.hpp"
#include "report/make.hpp"

namespace flatline::engine::tool {
namespace {

bool is_in_shard(const Input& input, const BatchOptions& batch) {
    if (!batch.is_shard() || batch.shard_by != ShardBy::content) return true;
    return content_hash(input) % batch.shards == batch.shard - 1;
}

std::optional<FileDigest> digest_of(const Input& input, const Document& document) {
    if (input.unlisted) return std::nullopt;
    const Bytes given = document.standard_input();
    if (given.data() == nullptr) return digest_of_path(input.path);
    return digest_of_bytes({reinterpret_cast<const char*>(given.data()), given.size()});
}

/// How many findings of the next map are kept, where a file's maps have `kept` so far, notes and
/// others: a WAD of 100 KB may hold thousands of maps that share one text. One each stays, which
/// says what refuses the map.
Limits limits_of_next(const std::array<std::uint64_t, 2>& kept, const Arguments& args) {
    constexpr std::uint64_t kMostOfAFile = 100'000;
    constexpr std::uint64_t kLeast = 1000;
    constexpr std::uint64_t kFindingBytes = 2048;  // of one kept finding
    const std::uint64_t share = args.batch.memory.value_or(UINT64_MAX) / kFindingBytes / 2;
    Limits limits = args.load.limits;
    const auto bound = [&](std::uint64_t& limit, std::uint64_t before) {
        limit = std::min(limit, std::max(share, kLeast));
        const std::uint64_t most = std::max(std::min(kMostOfAFile, share), limit);
        limit = std::min<std::uint64_t>(limit, before < most ? most - before : 1);
    };
    bound(limits.findings, kept[0]);
    bound(limits.finding_lines, kept[1]);
    return limits;
}

/// What telling of a map takes, and of one of its findings, in steps of work. Findings have a bound
/// of their own (limits_of_next), so that they need not count as much as they take.
constexpr std::uint64_t kMapSteps = 1024;
constexpr std::uint64_t kFindingSteps = 64;
constexpr std::uint64_t kHashedBytes = 8;  // of fingerprints, a step

/// Looks at the wanted maps of one input, one after another. Maps that share their lumps are loaded
/// and checked once.
class MapsOfInput {
public:
    MapsOfInput(const Input& input, InnerFiles& inner, Document& document, const LookOptions& look,
                Loader& loader, Watch& watch, FileReport& report)
        : is_last_input_(input.is_last),
          inner_(inner),
          document_(document),
          look_(look),
          loader_(loader),
          watch_(watch),
          report_(report),
          own_(resources_of(document, look.args, look.game)),
          args_(look.args),
          next_twin_(document.maps().size(), kNone),
          is_done_(document.maps().size()) {
        args_.load.work = &work_;
    }

    void run() {
        find_wanted();
        for (std::size_t i = 0; i < document_.maps().size() && !ended_; ++i) {
            if (!is_done_[i]) look_at(i);
        }
        end_file();
        put_in_order();
    }

private:
    static constexpr std::size_t kNone = SIZE_MAX;

    /// Maps that are not wanted are done; of the others each knows the next that shares its lumps.
    void find_wanted() {
        std::vector<std::size_t> last(document_.maps().size(), kNone);
        for (std::size_t i = 0; i < document_.maps().size(); ++i) {
            is_done_[i] = !is_wanted(look_.args, document_.maps()[i]);
            if (is_done_[i]) {
                report_.other_maps.push_back(document_.maps()[i].name);
                continue;
            }
            ++wanted_;
            std::size_t& before = last[document_.twin_of(i)];
            if (before != kNone && look_.shares_twins) next_twin_[before] = i;
            before = i;
        }
    }

    void look_at(std::size_t map) {
        if (!watch_.goes_on()) return end_run();
        if (inner_.is_twin(map)) return set_done(map);
        begin_file(map);
        if (work_.used >= work_.limit) {
            set_done(map);
            ++left_out_;
            return;
        }
        args_.load.limits = limits_of_next(kept_, look_.args);
        Session session = load_session(document_, map, loader_, args_, look_.rules,
                                       look_.game != nullptr ? &own_ : nullptr, &watch_);
        reported_timeout_ = has(session, Rule::out_of_time);
        tell(session, map);
        // Its twins would be refused in the same way, and what is left is for no map of its size.
        const bool refused = session.result.findings.rules().has(Rule::limit_file_work) ||
                             session.doom3.findings.rules().has(Rule::limit_file_work);
        if (refused) work_.used = work_.limit;
        for (std::size_t twin = next_twin_[map]; twin != kNone; twin = next_twin_[twin]) {
            if (work_.used >= work_.limit || !watch_.goes_on()) break;
            turn_to_twin(session, document_, twin, limits_of_next(kept_, look_.args));
            tell(session, twin);
        }
        loader_.recycle(std::move(session.result.value));
    }

    void set_done(std::size_t map) {
        is_done_[map] = true;
        --wanted_;
    }

    void tell(Session& session, std::size_t map) {
        set_done(map);
        inner_.tell(map);
        places_.push_back(map);
        report_.maps.push_back(report_on_map(document_, session));
        report_.maps.back().number = map;
        for (const PlacedFinding& placed : session.findings) {
            ++kept_[placed.finding.severity == static_cast<std::uint8_t>(Severity::note) ? 0 : 1];
        }
        if (look_.loaded) look_.loaded(session, report_.maps.back());
        if (look_.added) look_.added(session, report_, is_last_input_ && wanted_ == 0);
        const std::uint64_t steps = kMapSteps + kFindingSteps * session.findings.size() +
                                    std::exchange(session.keys.hashed, 0) / kHashedBytes;
        work_.used += std::min(steps, work_.limit - work_.used);
    }

    /// In a folder each file has its own work.
    void begin_file(std::size_t map) {
        const std::string_view file = document_.own_file(map);
        if (has_file_ && file == file_) return;
        end_file();
        file_ = file;
        has_file_ = true;
        work_ = document_.work_of(map, look_.args.load.limits);
    }

    /// Says how many maps of the file there was no work left for.
    void end_file() {
        if (left_out_ == 0) return;
        report_.not_looked_at += left_out_;
        add(make_finding(Rule::maps_not_looked_at, Lump::none, FLATLINE_NO_OFFSET,
                         static_cast<std::int64_t>(std::exchange(left_out_, 0)),
                         static_cast<std::int64_t>(work_.limit)),
            file_);
    }

    /// Says of the whole input that the time for it is over, unless one of its maps says so.
    void end_run() {
        ended_ = true;
        if (!watch_.is_over()) return;
        report_.not_looked_at +=
            static_cast<std::uint64_t>(std::count(is_done_.begin(), is_done_.end(), false));
        if (!reported_timeout_) add(out_of_time(look_.args, false), "");
    }

    void add(const Finding& finding, std::string_view inner) {
        report_.findings.push_back(report_on_resource(finding, report_.path, inner, fingerprints_));
        report_.tally.add(finding);
        report_.container_error = true;
    }

    /// Twins were reported after the first of them.
    void put_in_order() {
        if (std::is_sorted(places_.begin(), places_.end())) return;
        std::vector<std::size_t> order(places_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return places_[a] < places_[b]; });
        std::vector<MapReport> maps;
        maps.reserve(order.size());
        for (const std::size_t i : order) maps.push_back(std::move(report_.maps[i]));
        report_.maps = std::move(maps);
    }

    static bool has(const Session& session, Rule rule) {
        return std::any_of(session.findings.begin(), session.findings.end(),
                           [&](const PlacedFinding& placed) {
                               return placed.finding.rule == static_cast<std::uint16_t>(rule);
                           });
    }

    const bool is_last_input_;
    InnerFiles& inner_;
    Document& document_;
    const LookOptions& look_;
    Loader& loader_;
    Watch& watch_;
    FileReport& report_;
    const Resources own_;
    Arguments args_;
    std::vector<std::size_t> next_twin_;
    std::vector<bool> is_done_;
    std::size_t wanted_ = 0;           // maps that are not done
    std::vector<std::size_t> places_;  // of report_.maps in the document
    Fingerprinter fingerprints_{""};
    Work work_{};
    std::string_view file_;  // of a folder, that the work is for
    bool has_file_ = false;
    std::uint64_t left_out_ = 0;              // of its maps
    std::array<std::uint64_t, 2> kept_ = {};  // notes and other findings of the maps so far
    bool reported_timeout_ = false;           // that the time is over
    bool ended_ = false;
};

/// The inputs of all PATHs, and what is said about each PATH when they are done.
class InputWalk {
public:
    InputWalk(Console& console, const LookOptions& look,
              const std::function<void(FileReport)>& take)
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
        choose_shard();
        if (!inputs_.empty()) inputs_.back().is_last = true;
        Meter meter(console_);
        WorkerPoolOptions pool;
        pool.threads = args.batch.jobs;
        pool.timeout = args.batch.timeout;
        pool.builds_nodes = args.build_nodes;
        pool.in_turn = look_.in_turn;
        end_paths(0);
        look_at_all(
            inputs_, pool, meter,
            [&](const Input& input, Loader& loader, Watch& watch) {
                const auto index = static_cast<std::size_t>(&input - inputs_.data());
                const auto known = [&](FileReport& report) { return is_known(report, index); };
                std::optional<FileReport> report =
                    look_at(input, look_, loader, watch, known, {run_twins(), index});
                if (report && run_twins() != nullptr && report->digest && !report->is_skipped) {
                    twins_.tell(report->digest->sha256, index);
                }
                return report;
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

    /// Keeps only the inputs of this part, if that is known without reading them.
    void choose_shard() {
        const BatchOptions& batch = console_.args.batch;
        if (!batch.is_shard() || batch.shard_by == ShardBy::content) return;
        const std::vector<bool> is_own = in_shard_by_name(inputs_, batch);
        std::vector<Input> own;
        std::size_t path = 0;
        for (std::size_t i = 0; i <= inputs_.size(); ++i) {
            for (; path < paths_.size() && paths_[path].end == i; ++path) {
                paths_[path].end = own.size();
            }
            if (i < inputs_.size() && is_own[i]) own.push_back(std::move(inputs_[i]));
        }
        inputs_ = std::move(own);
    }

    /// What workers share, if a file inside an archive may be the twin of one outside.
    Twins* run_twins() { return inner_scope_ == TwinScope::run ? &twins_ : nullptr; }

    /// True if a file is the same as an earlier one, or an earlier run has its results. The report
    /// then says nothing else.
    bool is_known(FileReport& report, std::size_t index) {
        const std::string& sha256 = report.digest->sha256;
        FileReport known;
        known.is_skipped = console_.args.batch.dedupe &&
                           (twins_.has_earlier(sha256, index) ||
                            (run_twins() != nullptr && twins_.has_reported(sha256, index)));
        if (!known.is_skipped && look_.earlier) known.earlier = look_.earlier(sha256);
        if (!known.is_skipped && !known.earlier) return false;
        known.path = std::move(report.path);
        known.digest = std::move(report.digest);
        report = std::move(known);
        return true;
    }

    /// Makes the report of a file with the bytes of an earlier one that of its twin.
    void note_twin(FileReport& report) {
        if (!console_.args.batch.dedupe || !report.digest) return;
        const std::string* const first =
            first_files_.first(report.digest->sha256, report.path, !report.is_skipped);
        if (first == nullptr) {
            // The work on the earlier one failed, and this one was not looked at.
            if (report.is_skipped) {
                report = report_on_container(Document::unusable(report.path, Rule::out_of_memory));
            }
            return;
        }
        FileReport twin;
        twin.path = std::move(report.path);
        twin.digest = std::move(report.digest);
        twin.same_as = *first;
        report = std::move(twin);
    }

    void note_twins_inside(FileReport& report) {
        FirstFiles of_archive;
        note_inner_twins(report, run_twins() != nullptr ? first_files_ : of_archive);
    }

    /// Says of folders whose last input is done, which is the one before `end`, where no map was
    /// met. What one shard does not meet is met in another.
    void end_paths(std::size_t end) {
        for (; ended_ < paths_.size() && paths_[ended_].end <= end; ++ended_) {
            const std::string& path = paths_[ended_].path;
            if (std::exchange(reported_, false) || !is_folder(path)) continue;
            if (console_.args.batch.is_shard()) continue;
            FileReport folder = report_on_container(Document::unusable(path, Rule::no_maps));
            folder.kind = FileKind::folder;
            take(std::move(folder));
        }
    }

    void take(FileReport report) {
        if (report.kind == FileKind::file) note_twin(report);
        if (!report.inner.empty()) note_twins_inside(report);
        reported_ |= report.says_something();
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
    bool reported_ = false;  // of the path that is not ended: a map, or why there is none
    bool any_map_ = false;
    bool container_error_ = false;
    bool wrong_use_ = false;
    NameList others_;
    const TwinScope inner_scope_ = scope_of_inner_twins(console_.args);
    Twins twins_;
    FirstFiles first_files_;
};

}  // namespace

std::optional<FileReport> look_at(const Input& input, const LookOptions& look, Loader& loader,
                                  Watch& watch, const IsKnown& is_known, Neighbours neighbours) {
    if (!is_in_shard(input, look.args.batch)) return std::nullopt;
    const auto begun = std::chrono::steady_clock::now();
    Document document = Document::open(input, look.args.load.limits, look.args.batch);
    if (input.walked && document.is_passed_over()) return std::nullopt;
    FileReport report = report_on_container(document);
    if (look.args.batch.digests) report.digest = digest_of(input, document);
    if (report.digest && is_known && is_known(report)) return report;
    if (look.opened) look.opened(document, report);
    watch.start();
    InnerFiles inner(document, scope_of_inner_twins(look.args), neighbours.twins, neighbours.index);
    MapsOfInput(input, inner, document, look, loader, watch, report).run();
    report.inner = inner.take();
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return report;
}

WalkResult walk(Console& console, const LookOptions& look,
                const std::function<void(FileReport)>& take) {
    if (reads_standard_input_twice(console.args.paths)) {
        console.complain("standard input can be read only once");
        return {true};
    }
    InputWalk walk(console, look, take);
    for (const std::string& path : console.args.paths) walk.add(path);
    walk.run();
    return walk.finish();
}

}  // namespace flatline::engine::tool
