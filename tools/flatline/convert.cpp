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
    if (is_text_path(path) && options.all_maps) {
        return fmt::format("{}: a text holds one map; name a .wad", printable(path));
    }
    if (options.translate != Translate::none && options.to != MapFormat::udmf) {
        return "--translate: a translated map is a text; use it with --to udmf";
    }
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

/// The label of a map in a new WAD: its name; of a text, which has none, that of the first map.
std::string label_of(const MapEntry& entry) {
    if (entry.bare || entry.name == "-") return "MAP01";
    return upper_case(entry.name);
}

/// What is in the way first, and how many more things are; "" where nothing is.
std::string first_in_the_way(const MapReport& report) {
    const ReportedFinding* first = nullptr;
    std::uint64_t count = 0;
    for (const ReportedFinding& finding : report.findings) {
        if (!finding.refuses) continue;
        if (first == nullptr) first = &finding;
        ++count;
    }
    if (first == nullptr) return {};
    std::string text = first->message;
    if (count > 1) text += fmt::format(" (and {} more)", count - 1);
    return text;
}

/// Says what is wrong with a map that loads and has no numbers for --translate.
void explain_no_translation(MapReport& report) {
    for (ReportedFinding& finding : report.findings) {
        if (finding.rule != Rule::map_unsupported || !finding.refuses) continue;
        finding.message = "--translate: the map has no specials of Doom, Heretic or Strife";
    }
}

/// A map that is converted, before anything is written.
struct MadeMap {
    std::size_t map;
    MapReport report;
    std::vector<StoredLump> stored;
    Result<MapLumps> made;

    View<LumpView> lumps() const { return made.value.lumps(); }
    bool good() const { return report.status == MapStatus::ok; }
};

class Conversion {
public:
    Conversion(Console& console, ChosenMaps& chosen, const WantedFile& wanted)
        : console_(console), chosen_(chosen), wanted_(wanted), watch_(console.args.batch.timeout) {}

    int run();

private:
    const Convert& options() const { return console_.args.convert; }
    bool has_labels();
    bool fits_its_wad();
    MadeMap make(std::size_t map);
    bool make_lumps(Session& session, MadeMap& made);
    bool write();
    WriteResult write_wad(const Sink& sink);
    void tell(const MadeMap& made);
    void tell_written(const MadeMap& made);
    int end(bool written);

    Console& console_;
    ChosenMaps& chosen_;
    const WantedFile& wanted_;
    Watch watch_;
    std::vector<std::string> labels_;  ///< by map; "" keeps its own
    std::vector<MadeMap> maps_;
    std::uint64_t bytes_ = 0;
};

int Conversion::run() {
    if (!has_labels()) return kExitUsage;
    bool good = true;
    for (const std::size_t map : chosen_.maps) {
        maps_.push_back(make(map));
        tell(maps_.back());
        good = good && maps_.back().good();
    }
    return end(good && write());
}

/// Gives each map of a new WAD its label. False after a complaint.
bool Conversion::has_labels() {
    const bool is_new = options().only || chosen_.document.archive() == nullptr;
    for (const std::size_t map : chosen_.maps) {
        const MapEntry& entry = chosen_.document.maps()[map];
        std::string label = options().name;
        if (label.empty() && is_new) label = label_of(entry);
        const bool is_twice =
            std::find(labels_.begin(), labels_.end(), label) != labels_.end() && !label.empty();
        if (is_twice || (!label.empty() && !is_map_label(label))) {
            console_.complain(fmt::format("{}: a map of the WAD cannot be called {}{}",
                                          printable(entry.name), printable(label),
                                          is_twice ? ", which another one is" : ""));
            return false;
        }
        labels_.push_back(label);
    }
    return is_new || fits_its_wad();
}

/// The same for maps that stay among others.
bool Conversion::fits_its_wad() {
    const View<MapEntry> entries = chosen_.document.maps();
    const MapEntry& first = entries[chosen_.maps[0]];
    for (const std::size_t map : chosen_.maps) {
        if (entries[map].path == first.path && (!entries[map].bare || chosen_.maps.size() == 1)) {
            continue;
        }
        console_.complain("the maps lie in several files; --only writes them into one WAD");
        return false;
    }
    for (std::size_t i = 0; i < entries.size() && !options().name.empty(); ++i) {
        if (i == chosen_.maps[0] || entries[i].path != first.path ||
            !same_name(entries[i].name, options().name)) {
            continue;
        }
        console_.complain(
            fmt::format("--name: another map of the WAD is called {}", printable(options().name)));
        return false;
    }
    return true;
}

MadeMap Conversion::make(std::size_t map) {
    MadeMap made{map, {}, {}, {}};
    Loader loader;
    Session session =
        load_session(chosen_.document, map, loader, console_.args, Rules::load, nullptr, &watch_);
    const bool is_other = session.is_doom3() || session.status == MapStatus::unsupported;
    if (is_other) {
        console_.complain(fmt::format("{}:{}: a map of this format is not converted",
                                      printable(session.file), printable(session.entry->name)));
    } else if (session.status != MapStatus::ok || !make_lumps(session, made)) {
        session.status = MapStatus::refused;
    } else if (!console_.args.json && !console_.args.all &&
               console_.args.min_severity != Severity::note) {
        drop_notes(session);
    }
    made.report = report_on_map(chosen_.document, session);
    if (is_other) {
        made.report.status = MapStatus::unsupported;
    } else {
        explain_no_translation(made.report);
    }
    return made;
}

bool Conversion::make_lumps(Session& session, MadeMap& to) {
    FindingList unread;
    to.stored = chosen_.document.read_lumps(to.map, unread);
    std::vector<LumpView> stored;
    for (const StoredLump& lump : to.stored) stored.push_back({lump.name, lump.bytes.bytes()});
    MapLumpsOptions make;
    make.format = options().to;
    make.style = options().style;
    make.nodes = options().nodes;
    make.with_blockmap = options().with_blockmap;
    make.translate = options().translate;
    make.lossy = options().lossy;
    make.stored = {stored.data(), stored.size()};
    make.limits = console_.args.load.limits;
    make.progress = watch_.of_build();
    to.made = make_map_lumps(session.result.value, make);
    if (to.made.status == Status::cancelled) to.made.findings.add(out_of_time(console_.args, true));
    add_findings(session, unread, make.limits);
    add_findings(session, to.made.findings, make.limits);
    return static_cast<bool>(to.made) && unread.total() == 0;
}

bool Conversion::write() {
    NewFile file(wanted_, console_.args.force);
    bool written;
    if (is_text_path(options().output)) {
        const Bytes text = maps_[0].lumps()[0].bytes;
        bytes_ = text.size();
        written = file.write(text.data(), text.size());
    } else {
        const WriteResult result = write_wad({to_file, &file});
        bytes_ = result.bytes;
        written = static_cast<bool>(result);
        if (result.status == Status::refused || result.status == Status::out_of_memory) {
            Session session;
            session.entry = &chosen_.document.maps()[maps_[0].map];
            session.file = maps_[0].report.file;
            session.status = MapStatus::refused;
            add_findings(session, result.findings, console_.args.load.limits);
            maps_[0].report = report_on_map(chosen_.document, session);
            tell(maps_[0]);
            return false;
        }
    }
    if (written && file.commit()) return true;
    console_.complain(fmt::format("cannot write {}: {}", printable(options().output),
                                  std::strerror(file.error())));
    return false;
}

WriteResult Conversion::write_wad(const Sink& sink) {
    Archive* const archive = chosen_.document.archive();
    if (options().only || archive == nullptr) {
        std::vector<LumpView> all;
        for (std::size_t i = 0; i < maps_.size(); ++i) {
            all.push_back({labels_[i], {}});
            all.insert(all.end(), maps_[i].lumps().begin(), maps_[i].lumps().end());
        }
        return flatline::engine::write_wad({all.data(), all.size()}, sink);
    }
    std::vector<WrittenMap> all;
    for (std::size_t i = 0; i < maps_.size(); ++i) {
        all.push_back({maps_[i].map, maps_[i].lumps(), labels_[i]});
    }
    return flatline::engine::write_wad(*archive, {all.data(), all.size()}, sink);
}

/// Prints what was found about a map, and, where it is not converted, what is in the way.
void Conversion::tell(const MadeMap& made) {
    print_findings(console_, made.report);
    if (console_.args.json) {
        JsonWriter json(console_.out);
        if (!console_.args.quiet) write_map_json(json, made.report);
    } else if (!made.good()) {
        const std::string why = first_in_the_way(made.report);
        const std::string where =
            fmt::format("{}:{}", printable(made.report.file), printable(made.report.name));
        console_.complain(why.empty() ? fmt::format("{}: nothing was written", where)
                                      : fmt::format("{}: {}; nothing was written", where, why));
    }
}

void Conversion::tell_written(const MadeMap& made) {
    JsonWriter json(console_.out);
    json.begin_object();
    json.member("type", "convert");
    json.member("file", made.report.file);
    json.member("map", made.report.name);
    json.member("output", options().output);
    json.member("format", map_format_name(options().to));
    json.member("bytes", bytes_);
    json.key("lumps");
    json.begin_array();
    for (const LumpView& lump : made.lumps()) {
        json.begin_object();
        json.member("name", lump.name);
        json.member("size", lump.bytes.size());
        json.end_object();
    }
    json.end_array();
    json.end_object();
    json.end_line();
}

int Conversion::end(bool written) {
    const int exit_code = written ? kExitOk : kExitFindings;
    if (console_.args.json) {
        Totals totals;
        totals.files = 1;
        for (const MadeMap& made : maps_) {
            if (written) tell_written(made);
            totals.add(made.report);
        }
        print_summary(console_, totals);
        return exit_code;
    }
    if (!written || console_.args.quiet) return exit_code;
    const std::string what =
        maps_.size() == 1 ? printable(maps_[0].report.name) : fmt::format("{} maps", maps_.size());
    console_.print("{}: {} as {}, {} bytes\n", printable(options().output), what,
                   map_format_name(options().to), bytes_);
    const std::vector<Port>& targets = console_.args.targets;
    const bool woof = std::find(targets.begin(), targets.end(), Port::woof) != targets.end();
    if (woof && options().to == MapFormat::udmf && !options().with_blockmap) {
        console_.print("Woof stops at a TEXTMAP without a BLOCKMAP: --with-blockmap writes one\n");
    }
    return exit_code;
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
    std::optional<ChosenMaps> chosen = choose_maps(console, options.all_maps, exit_code);
    return chosen ? Conversion(console, *chosen, wanted).run() : exit_code;
}

}  // namespace flatline::engine::tool
