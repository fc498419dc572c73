// convert.cpp: one map in another format.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "choose.hpp"
#include "commands.hpp"
#include "model/write_wad.hpp"
#include "new_file.hpp"
#include "platform.hpp"
#include "report/json_lines.hpp"
#include "report/make.hpp"
#include "report/map_info.hpp"
#include "session.hpp"

namespace flatline::engine::tool {
namespace {

template <std::size_t N>
bool has_suffix(const std::string& path, const char* const (&suffixes)[N]) {
    const std::string suffix = text_of(path_of(path).extension());
    return std::any_of(suffixes, suffixes + N,
                       [&](const char* one) { return same_name(suffix, one); });
}

/// True for the name of a text: it holds the TEXTMAP alone.
bool is_text_path(const std::string& path) {
    static constexpr const char* kSuffixes[] = {".textmap", ".udmf", ".txt"};
    return has_suffix(path, kSuffixes);
}

/// True for the name of a file that is no WAD, so that one would be in the way under it.
bool is_other_archive(const std::string& path) {
    static constexpr const char* kSuffixes[] = {".pk3", ".pk4", ".zip", ".pk7", ".7z", ".map"};
    return has_suffix(path, kSuffixes);
}

/// Says why no map is written under that name; nothing where one is.
std::optional<std::string> wrong_name(const std::string& path, const Convert& options) {
    if (is_text_path(path) && options.to != MapFormat::udmf) {
        return fmt::format("{}: a text holds no binary map; name a .wad", printable(path));
    }
    if (is_other_archive(path)) {
        return fmt::format("{}: what is written is a WAD; name a .wad", printable(path));
    }
    return std::nullopt;
}

bool to_file(void* file, const unsigned char* bytes, std::size_t size) {
    return static_cast<NewFile*>(file)->write(bytes, size);
}

/// Notes are what check is for.
void drop_notes(Session& session) {
    session.tally.notes = 0;
    std::erase_if(session.findings, [](const PlacedFinding& placed) {
        return placed.finding.severity == static_cast<std::uint8_t>(Severity::note);
    });
}

class Conversion {
public:
    Conversion(Console& console, ChosenMap& chosen, const WantedFile& wanted)
        : console_(console), chosen_(chosen), wanted_(wanted), watch_(console.args.batch.timeout) {}

    int run();

private:
    const Convert& options() const { return console_.args.convert; }
    bool make_lumps(Session& session);
    bool write(Session& session);
    void report(const Session& session);
    int refuse(Session& session);

    Console& console_;
    ChosenMap& chosen_;
    const WantedFile& wanted_;
    Watch watch_;
    std::vector<StoredLump> stored_;
    Result<MapLumps> made_;
    std::uint64_t bytes_ = 0;
};

int Conversion::run() {
    Loader loader;
    Session session = load_session(chosen_.document, chosen_.map, loader, console_.args,
                                   Rules::load, nullptr, &watch_);
    if (session.is_doom3() || session.status == MapStatus::unsupported) {
        console_.complain(fmt::format("{}:{}: a map of this format is not converted",
                                      printable(session.file), printable(session.entry->name)));
        return kExitFindings;
    }
    if (session.status != MapStatus::ok || !make_lumps(session)) return refuse(session);
    if (!console_.args.json && !console_.args.all) drop_notes(session);
    if (!write(session)) return kExitFindings;
    report(session);
    return kExitOk;
}

/// Prints why there is no new file.
int Conversion::refuse(Session& session) {
    session.status = MapStatus::refused;
    report(session);
    if (!console_.args.json) {
        console_.complain(fmt::format("{}:{}: nothing was written", printable(session.file),
                                      printable(session.entry->name)));
    }
    return kExitFindings;
}

bool Conversion::make_lumps(Session& session) {
    FindingList unread;
    stored_ = chosen_.document.read_lumps(chosen_.map, unread);
    std::vector<LumpView> stored;
    for (const StoredLump& lump : stored_) stored.push_back({lump.name, lump.bytes.bytes()});
    MapLumpsOptions make;
    make.format = options().to;
    make.style = options().style;
    make.nodes = options().nodes;
    make.with_blockmap = options().with_blockmap;
    make.stored = {stored.data(), stored.size()};
    make.limits = console_.args.load.limits;
    make.progress = watch_.of_build();
    made_ = make_map_lumps(session.result.value, make);
    if (made_.status == Status::cancelled) made_.findings.add(out_of_time(console_.args, true));
    add_findings(session, unread, make.limits);
    add_findings(session, made_.findings, make.limits);
    return static_cast<bool>(made_) && unread.total() == 0;
}

bool Conversion::write(Session& session) {
    NewFile file(wanted_, console_.args.force);
    const Sink sink{to_file, &file};
    const View<LumpView> lumps = made_.value.lumps();
    bool written;
    if (is_text_path(options().output)) {
        bytes_ = lumps[0].bytes.size();
        written = file.write(lumps[0].bytes.data(), lumps[0].bytes.size());
    } else {
        WriteResult result = chosen_.document.write_wad(chosen_.map, lumps, sink);
        bytes_ = result.bytes;
        written = static_cast<bool>(result);
        if (result.status == Status::refused || result.status == Status::out_of_memory) {
            add_findings(session, result.findings, console_.args.load.limits);
            refuse(session);
            return false;
        }
    }
    if (written && file.commit()) return true;
    console_.complain(fmt::format("cannot write {}: {}", printable(options().output),
                                  std::strerror(file.error())));
    return false;
}

void Conversion::report(const Session& session) {
    const MapReport report = report_on_map(chosen_.document, session);
    print_findings(console_, report);
    const bool good = session.status == MapStatus::ok;
    if (console_.args.json) {
        JsonWriter json(console_.out);
        if (!console_.args.quiet) write_map_json(json, report);
        if (good) {
            json.begin_object();
            json.member("type", "convert");
            json.member("file", session.file);
            json.member("map", session.entry->name);
            json.member("output", options().output);
            json.member("format", map_format_name(options().to));
            json.member("bytes", bytes_);
            json.key("lumps");
            json.begin_array();
            for (const LumpView& lump : made_.value.lumps()) {
                json.begin_object();
                json.member("name", lump.name);
                json.member("size", lump.bytes.size());
                json.end_object();
            }
            json.end_array();
            json.end_object();
            json.end_line();
        }
        Totals totals;
        totals.files = 1;
        totals.add(report);
        print_summary(console_, totals);
        return;
    }
    if (!good || console_.args.quiet) return;
    console_.print("{}: {} as {}, {} bytes\n", printable(options().output),
                   printable(session.entry->name), map_format_name(options().to), bytes_);
    const std::vector<Port>& targets = console_.args.targets;
    const bool woof = std::find(targets.begin(), targets.end(), Port::woof) != targets.end();
    if (woof && options().to == MapFormat::udmf && !options().with_blockmap) {
        console_.print("Woof stops at a TEXTMAP without a BLOCKMAP: --with-blockmap writes one\n");
    }
}

}  // namespace

int run_convert(Console& console) {
    const Convert& options = console.args.convert;
    const WantedFile wanted{options.output, "--output"};
    auto wrong = wrong_name(options.output, options);
    if (!wrong) wrong = wrong_new_files({wanted}, console.args.force);
    if (wrong) {
        console.complain(*wrong);
        return kExitUsage;
    }
    int exit_code = kExitOk;
    std::optional<ChosenMap> chosen = choose_map(console, exit_code);
    return chosen ? Conversion(console, *chosen, wanted).run() : exit_code;
}

}  // namespace flatline::engine::tool
