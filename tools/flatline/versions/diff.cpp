// versions/diff.cpp: `flatline diff`: the differences between the maps of two files.
#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <string>

#include "commands.hpp"
#include "files.hpp"
#include "json.hpp"
#include "model/version.hpp"
#include "new_file.hpp"
#include "platform.hpp"
#include "versions/change_json.hpp"
#include "versions/change_text.hpp"
#include "versions/comparison.hpp"
#include "versions/diff_page.hpp"

namespace flatline::engine::tool {
namespace {

// As diff has them.
constexpr int kExitEqual = 0;
constexpr int kExitDifferent = 1;
constexpr int kExitTrouble = 2;

class DiffRun {
public:
    DiffRun(Console& console, const std::vector<MapPair>& pairs, MapFile& before, MapFile& after)
        : console_(console), pairs_(pairs), before_(before), after_(after) {}

    int run() {
        begin();
        bool trouble = false;
        for (const MapPair& pair : pairs_) {
            if (pair.before == nullptr || pair.after == nullptr) {
                trouble = !tell_single(pair) || trouble;
            } else if (const auto comparison = compare_maps(console_, before_, after_, pair)) {
                trouble = !tell(pair, *comparison) || trouble;
            } else {
                trouble = true;
            }
        }
        end();
        if (trouble) return kExitTrouble;
        return counts_.total() + added_ + removed_ != 0 ? kExitDifferent : kExitEqual;
    }

private:
    const Arguments& args() const { return console_.args; }

    void begin() {
        if (!args().json) return;
        JsonWriter json(console_.out);
        json.begin_object();
        json.member("type", "run");
        json.member("schema", "flatline.diff/1");
        json.member("version", version());
        json.end_object();
        json.end_line();
    }

    /// False after a complaint: the map is refused. One of a kind that is not read is only listed.
    bool tell_single(const MapPair& pair) {
        const bool is_added = pair.before == nullptr;
        MapFile& file = is_added ? after_ : before_;
        const FoundMap& map = is_added ? *pair.after : *pair.before;
        const MapEntry& entry = file.document_of(map).maps()[map.map];
        if (entry.supported && entry.format != MapFormat::doom3 &&
            file.load(map)->status != MapStatus::ok) {
            return false;
        }
        ++(is_added ? added_ : removed_);
        const std::uint8_t kind = is_added ? FLATLINE_ADDED : FLATLINE_REMOVED;
        if (!args().json) {
            if (!args().quiet)
                console_.print("{} map {}\n", change_mark(kind), printable(pair.name()));
            return true;
        }
        JsonWriter json(console_.out);
        json.begin_object();
        json.member("type", "map");
        json.member("map", pair.name());
        json.member("kind", change_word(kind));
        json.end_object();
        json.end_line();
        return true;
    }

    bool tell(const MapPair& pair, const Comparison& comparison) {
        ++maps_;
        const ChangeCounts counts = comparison.counts();
        counts_.add(counts);
        if (!args().diff.output.empty() && !write_page(comparison)) return false;
        if (args().quiet) return true;
        if (args().json) {
            JsonWriter json(console_.out);
            if (!args().diff.stat) write_changes_json(json, pair.name(), comparison);
            return true;
        }
        // As diff says nothing of what is equal.
        if (counts.total() == 0) return true;
        if (args().diff.stat) {
            print_change_counts(console_, pair.name(), comparison);
        } else {
            print_changes(console_, pair.name(), comparison);
        }
        return true;
    }

    bool write_page(const Comparison& comparison) {
        const WantedFile wanted{args().diff.output, "--output"};
        NewFile file(wanted, args().force);
        constexpr std::size_t kBuffer = 1u << 18;
        Output out(
            [&file](std::string_view bytes) {
                const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
                return file.write(begin, bytes.size()) ? 0 : file.error();
            },
            kBuffer);
        if (!write_diff_page(out, comparison, args().load.limits)) {
            console_.complain("the page does not fit the limits");
            return false;
        }
        out.flush();
        if (!out.failed() && file.commit()) return true;
        console_.complain(fmt::format("cannot write {}: {}", printable(wanted.path),
                                      std::strerror(file.error())));
        return false;
    }

    void end() {
        if (!args().json) {
            if (!args().quiet && maps_ > 1 && counts_.total() != 0) {
                console_.print("{}: {}\n", counted(maps_, "map", "maps"), counts_in_words(counts_));
            }
            return;
        }
        JsonWriter json(console_.out);
        json.begin_object();
        json.member("type", "summary");
        json.member("maps", maps_);
        json.member("maps_added", added_);
        json.member("maps_removed", removed_);
        json.member("added", counts_.added);
        json.member("removed", counts_.removed);
        json.member("changed", counts_.changed);
        json.end_object();
        json.end_line();
    }

    Console& console_;
    const std::vector<MapPair>& pairs_;
    MapFile& before_;
    MapFile& after_;
    ChangeCounts counts_;
    std::uint64_t maps_ = 0, added_ = 0, removed_ = 0;
};

/// Says why no page is written; nothing where one is, or none is asked for.
std::optional<std::string> wrong_page(const Arguments& args) {
    const std::string& path = args.diff.output;
    if (path.empty()) return std::nullopt;
    if (!same_name(text_of(path_of(path).extension()), ".html")) {
        return fmt::format("{}: what is written is a page; name a .html", printable(path));
    }
    WantedFile wanted{path, "--output"};
    wanted.kept = args.paths;
    return wrong_new_files({wanted}, args.force);
}

}  // namespace

int run_diff(Console& console) {
    const Arguments& args = console.args;
    if (const auto wrong = wrong_page(args)) {
        console.complain(*wrong);
        return kExitTrouble;
    }
    if (reads_standard_input_twice(args.paths)) {
        console.complain("standard input can be read only once");
        return kExitTrouble;
    }
    MapFile before(console, args.paths[0]);
    MapFile after(console, args.paths[1]);
    if (!before.open() || !after.open()) return kExitTrouble;
    const auto pairs = pair_maps(before, after, args.map);
    if (!pairs) {
        console.complain(
            fmt::format("--map: the files have no maps of that name: {}", printable(*args.map)));
        return kExitTrouble;
    }
    std::size_t pages = 0;
    for (const MapPair& pair : *pairs) pages += pair.before != nullptr && pair.after != nullptr;
    if (!args.diff.output.empty() && pages != 1) {
        console.complain("a page shows one pair of maps; choose it with --map");
        return kExitTrouble;
    }
    return DiffRun(console, *pairs, before, after).run();
}

}  // namespace flatline::engine::tool
