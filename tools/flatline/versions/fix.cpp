// versions/fix.cpp: `flatline fix`: fixes what is safe to fix, in the files themselves or in
// others.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch/interrupt.hpp"
#include "batch/worker_pool.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "json.hpp"
#include "model/fix.hpp"
#include "model/version.hpp"
#include "new_file.hpp"
#include "platform.hpp"
#include "report/make.hpp"
#include "report/text_sink.hpp"
#include "session.hpp"
#include "text.hpp"
#include "versions/mended_file.hpp"
#include "versions/unified.hpp"

namespace flatline::engine::tool {
namespace {

/// What a run did. Without -o and --in-place it writes nothing, so nothing is `fixed`.
struct FixCounts {
    std::uint64_t files = 0, maps = 0, fixed = 0, left = 0;
    std::uint64_t would = 0;  ///< of `left`: what a run that writes mends
    bool refused = false;
};

/// Where --backup keeps what was there.
WantedFile backup_of(const MendedFile& file) { return {file.path + ".bak", "--backup"}; }

class FixRun {
public:
    explicit FixRun(Console& console) : console_(console) {}

    int run();

private:
    const Arguments& args() const { return console_.args; }
    bool writes() const { return args().fix.in_place || !args().fix.output.empty(); }

    void begin();
    int mend_all(const std::vector<Input>& inputs);
    void take(const std::unique_ptr<MendedInput>& mended);
    bool is_writable(const std::vector<MendedFile>& files, const Document& document);
    void tell(const MendedFile& file);
    void tell_map(const MendedFile& file, const MendedMap& map);
    void tell_row(const MendedFile& file, const MendedMap& map, const flatline_fix_row& row);
    bool write(MendedFile& file);
    bool write_to(MendedFile& file, const WantedFile& wanted, bool force);
    void end();

    Console& console_;
    FixCounts counts_;
    bool several_ = false;  ///< PATH is a folder
    bool wrong_use_ = false;
    bool failed_ = false;
};

void FixRun::begin() {
    if (!args().json) return;
    JsonWriter json(console_.out);
    json.begin_object();
    json.member("type", "run");
    json.member("schema", "flatline.fix/1");
    json.member("version", version());
    json.end_object();
    json.end_line();
}

int FixRun::run() {
    const std::string& path = args().paths.front();
    several_ = is_folder(path);
    const std::vector<Input> inputs = list_inputs(path, args().batch.any_name);
    if (!args().fix.output.empty() && inputs.size() != 1) {
        console_.complain("--output: the folder has several files; --in-place fixes all of them");
        return kExitUsage;
    }
    begin();
    if (const int signal = mend_all(inputs); signal != 0) return exit_code_of(signal);
    if (wrong_use_) {
        if (several_) end();
        return kExitUsage;
    }
    if (args().map && counts_.maps == 0) {
        console_.complain(fmt::format("--map: no map is called {}", printable(*args().map)));
        return kExitUsage;
    }
    if (counts_.maps == 0) {
        console_.complain(fmt::format("{}: no map in it", printable(path)));
        failed_ = true;
    }
    end();
    return failed_ || counts_.refused || counts_.left != 0 ? kExitFindings : kExitOk;
}

/// Mends on the threads of --jobs, and writes on this one: with one thread file after file, else
/// when all threads have ended, because only one thread may have a temporary file. Returns the
/// signal that ended the run, or 0.
int FixRun::mend_all(const std::vector<Input>& inputs) {
    WorkerPoolOptions pool;
    pool.threads = args().batch.jobs;
    pool.timeout = args().batch.timeout;
    pool.in_turn = pool.threads <= 1;
    std::vector<std::unique_ptr<MendedInput>> mended(inputs.size());
    {
        Meter meter(console_);
        look_at_all(
            inputs, pool, meter,
            [&](const Input& input, Loader& loader, Watch& watch) -> std::optional<FileReport> {
                const auto i = static_cast<std::size_t>(&input - inputs.data());
                mended[i] = mend_input(input, args(), loader, watch);
                return FileReport();
            },
            [&](std::size_t i, const std::optional<FileReport>&) {
                if (pool.in_turn) take(std::exchange(mended[i], nullptr));
                return !console_.out.failed();
            });
    }
    for (std::unique_ptr<MendedInput>& one : mended) {
        if (one != nullptr && interrupted() == 0) take(std::exchange(one, nullptr));
    }
    return interrupted();
}

void FixRun::take(const std::unique_ptr<MendedInput>& mended) {
    if (mended == nullptr || mended->passed_over) return;
    FindingText complaints(console_.err, console_.err_style);
    if (mended->document.has_container_error()) {
        complaints.print_container_errors(report_on_container(mended->document));
        failed_ = true;
    }
    if (!is_writable(mended->files, mended->document)) {
        wrong_use_ = true;
        return;
    }
    if (!mended->files.empty()) ++counts_.files;
    for (MendedFile& file : mended->files) {
        for (const MendedMap& map : file.maps) {
            ++counts_.maps;
            if (!map.refused) continue;
            counts_.refused = true;
            complaints.print_map(map.refusal);
            console_.complain(fmt::format("{}:{}: the map is not fixed", printable(file.name),
                                          printable(map.name)));
        }
        if (writes() && !write(file)) failed_ = true;
        tell(file);
    }
    console_.flush();
}

/// Complains where what is asked for cannot be written.
bool FixRun::is_writable(const std::vector<MendedFile>& files, const Document& document) {
    if (!writes() || files.empty()) return true;
    if (!args().fix.output.empty() && files.size() != 1) {
        console_.complain("--output: the maps lie in several files; --map chooses one");
        return false;
    }
    if (!args().fix.in_place) return true;
    for (const MendedFile& file : files) {
        if (!file.changed()) continue;
        if (!file.path.empty()) {
            if (!args().fix.backup) continue;
            const auto wrong = wrong_new_files({backup_of(file)}, args().force);
            if (!wrong) continue;
            console_.complain(*wrong);
            return false;
        }
        console_.complain(
            fmt::format("{}: --in-place writes no {}; -o FILE writes the WAD or text in it",
                        printable(document.path()),
                        document.path() == kStandardInput ? "standard input" : "archives"));
        return false;
    }
    return true;
}

/// Writes a file that changed; one that did not only under another name.
bool FixRun::write(MendedFile& file) {
    if (!args().fix.output.empty()) {
        return write_to(file, {args().fix.output, "--output"}, args().force);
    }
    if (!file.changed()) return true;
    if (args().fix.backup) {
        const WantedFile backup = backup_of(file);
        NewFile copy(backup, args().force);
        const Buffer old = file.old_bytes();
        if (!copy.write(old.data(), old.size()) || !copy.commit()) {
            console_.complain(fmt::format("cannot write {}: {}", printable(backup.path),
                                          std::strerror(copy.error())));
            return false;
        }
    }
    return write_to(file, {file.path, "--in-place"}, true);
}

bool FixRun::write_to(MendedFile& file, const WantedFile& wanted, bool force) {
    NewFile out(wanted, force);
    const auto to_file = [](void* to, const unsigned char* bytes, std::size_t size) {
        return static_cast<NewFile*>(to)->write(bytes, size);
    };
    const std::string why = file.write({to_file, &out});
    if (why.empty() && out.error() == 0 && out.commit()) {
        file.written = true;
        return true;
    }
    console_.complain(fmt::format("cannot write {}: {}", printable(wanted.path),
                                  out.error() != 0 ? std::strerror(out.error()) : why));
    return false;
}

void FixRun::tell(const MendedFile& file) {
    for (const MendedMap& map : file.maps) {
        if (map.refused) continue;
        // What is not written is not mended.
        for (const flatline_fix_row& row : map.fixed.value.value().rows) {
            const bool done = row.applied != 0 && file.written;
            ++(done ? counts_.fixed : counts_.left);
            counts_.would += row.applied != 0 && !done;
        }
        if (!args().quiet) tell_map(file, map);
    }
}

void FixRun::tell_map(const MendedFile& file, const MendedMap& map) {
    if (args().fix.diff && !args().json) {
        print_map_diff(console_, file, map);
        return;
    }
    for (const flatline_fix_row& row : map.fixed.value.value().rows) tell_row(file, map, row);
}

void FixRun::tell_row(const MendedFile& file, const MendedMap& map, const flatline_fix_row& row) {
    const std::string_view rule = rule_rows()[row.rule].id;
    const std::string_view message(row.message, static_cast<std::size_t>(row.message_size));
    if (!args().json) {
        const std::string where = several_ ? printable(file.name) + ':' : std::string();
        console_.print("{}{}: {} [{}]\n", where, printable(map.name), printable(message), rule);
        return;
    }
    JsonWriter json(console_.out);
    json.begin_object();
    json.member("type", "fix");
    json.member("rule", rule);
    if (several_) json.member("file", file.name);
    json.member("map", map.name);
    json.member("element", element_name(row.element));
    json.key("index");
    if (row.index == FLATLINE_NONE) {
        json.null();
    } else {
        json.natural(row.index);
    }
    json.member("applied", row.applied != 0 && file.written);
    json.member("message", message);
    json.end_object();
    json.end_line();
}

void FixRun::end() {
    if (args().json) {
        JsonWriter json(console_.out);
        json.begin_object();
        json.member("type", "summary");
        json.member("files", counts_.files);
        json.member("maps", counts_.maps);
        json.member("fixed", counts_.fixed);
        json.member("left", counts_.left);
        json.end_object();
        json.end_line();
        return;
    }
    if (args().fix.diff) return;
    const std::string what = fmt::format("{}, {}: ", counted(counts_.files, "file", "files"),
                                         counted(counts_.maps, "map", "maps"));
    if (counts_.would != 0 && !writes()) {
        console_.print("{}{} to mend, {} left; -o FILE or --in-place writes\n", what, counts_.would,
                       counts_.left - counts_.would);
    } else {
        console_.print("{}{} mended, {} left\n", what, counts_.fixed, counts_.left);
    }
}

/// Says why the run cannot be what was asked for; nothing where it can.
std::optional<std::string> wrong_fix(const Arguments& args) {
    const std::string& path = args.paths.front();
    if (auto wrong = wrong_path(path)) return wrong;
    if (args.fix.in_place && path == kStandardInput) {
        return "--in-place: standard input is no file that could be replaced";
    }
    if (args.fix.backup && !args.fix.in_place) return "--backup: it is for --in-place";
    if (args.fix.output.empty()) return std::nullopt;
    WantedFile wanted{args.fix.output, "--output"};
    wanted.kept = args.paths;
    return wrong_new_files({wanted}, args.force);
}

}  // namespace

int run_fix(Console& console) {
    if (const auto wrong = wrong_fix(console.args)) {
        console.complain(*wrong);
        return kExitUsage;
    }
    for (const Rule rule : console.args.fix.named) {
        if (rule_rows()[static_cast<std::size_t>(rule)].fix != RuleFix::none) continue;
        console.complain(fmt::format("--rule: fix cannot fix {}",
                                     rule_rows()[static_cast<std::size_t>(rule)].id));
    }
    hear_interrupts();
    return FixRun(console).run();
}

}  // namespace flatline::engine::tool
