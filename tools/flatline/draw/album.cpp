#include "draw/album.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "batch/meter.hpp"
#include "choose.hpp"
#include "draw/album_index.hpp"
#include "draw/page.hpp"
#include "draw/picture_maker.hpp"
#include "draw/thumbnail.hpp"
#include "platform.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndexName = "index.html";
constexpr std::size_t kStemBytes = 40;

/// The stem of a map's page: its name, with an underscore for each character that is no letter,
/// digit, '-' or '_'. Stems that differ only in case count as one, as some file systems have it.
std::string page_stem(std::string_view name, std::vector<std::string>& used) {
    std::string stem;
    for (const char c : name.substr(0, kStemBytes)) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '-' || c == '_';
        stem += is_plain ? c : '_';
    }
    if (stem.empty()) stem = "_";
    const auto is_used = [&](const std::string& wanted) {
        return std::any_of(used.begin(), used.end(),
                           [&](const std::string& one) { return same_name(one, wanted); });
    };
    std::string own = stem;
    for (std::size_t i = 2; is_used(own); ++i) own = fmt::format("{}-{}", stem, i);
    used.push_back(own);
    return own;
}

/// Says why no pages can be written into that folder; "" where they can, or where it can be made.
std::string wrong_folder(const std::string& path) {
    if (form_of(path) != PictureForm::none) {
        return fmt::format("{}: --all-maps writes a folder, not a file", printable(path));
    }
    std::error_code error;
    const fs::file_status status = fs::status(path_of(path), error);
    if (fs::is_directory(status) || status.type() == fs::file_type::not_found) return "";
    return fmt::format("{}: not a folder", printable(path));
}

class Album {
public:
    Album(Console& console, ChosenMaps& chosen)
        : console_(console), chosen_(chosen), meter_(console) {}

    int run();

private:
    const Arguments& args() const { return console_.args; }
    const std::string& folder() const { return args().draw.output; }
    void choose_names();
    bool names_are_free();
    bool has_folder();
    bool write_map(PictureMaker& maker, std::size_t i);
    bool write_index();

    Console& console_;
    ChosenMaps& chosen_;
    Meter meter_;
    std::vector<WantedFile> wanted_;  ///< the pages of maps, and the index last
    AlbumIndex index_;
    Totals totals_;
};

void Album::choose_names() {
    std::vector<std::string> used = {"index"};
    const auto want = [&](std::string_view name) {
        wanted_.push_back(wanted_picture(args(), text_of(path_of(folder()) / path_of(name))));
    };
    for (const std::size_t map : chosen_.maps) {
        AlbumMap& entry = index_.maps.emplace_back();
        entry.name = std::string(chosen_.document.maps()[map].name);
        entry.page = page_stem(entry.name, used) + ".html";
        want(entry.page);
    }
    want(kIndexName);
}

/// False after a complaint. Asked before any of the files is made.
bool Album::names_are_free() {
    std::error_code error;
    // In a folder that is not there nothing is in the way.
    if (!fs::is_directory(path_of(folder()), error)) return true;
    for (const WantedFile& wanted : wanted_) {
        // They have different names, so each is asked for alone.
        if (const auto wrong = wrong_new_files({wanted}, args().force)) {
            console_.complain(*wrong);
            return false;
        }
    }
    return true;
}

/// Makes the folder where it is not there. False after a complaint.
bool Album::has_folder() {
    std::error_code error;
    fs::create_directory(path_of(folder()), error);
    if (!error) return true;
    console_.complain(
        fmt::format("cannot make the folder {}: {}", printable(folder()), error.message()));
    return false;
}

int Album::run() {
    choose_names();
    if (!names_are_free()) return kExitUsage;
    PictureMaker maker(console_, chosen_.document);
    if (maker.wrong_use() || !has_folder()) return kExitUsage;
    totals_.files = 1;
    bool good = true;
    for (std::size_t i = 0; i < index_.maps.size(); ++i) {
        meter_.show_bar(i, index_.maps.size(), "maps");
        good = write_map(maker, i) && good;
    }
    meter_.erase();
    if (!write_index()) return kExitFindings;
    if (args().json) {
        print_summary(console_, totals_);
    } else if (!args().quiet) {
        console_.print("{}: {} with {}, {}\n", printable(wanted_.back().path),
                       counted(index_.maps.size(), "map", "maps"), tally_in_words(totals_.findings),
                       counted(totals_.findings.notes, "note", "notes"));
    }
    return good ? kExitOk : kExitFindings;
}

/// False where the map has no page, after a complaint.
bool Album::write_map(PictureMaker& maker, std::size_t i) {
    AlbumMap& entry = index_.maps[i];
    const std::unique_ptr<DrawnMap> drawn = maker.make(chosen_.maps[i], true);
    entry.words = drawn->report.words;
    entry.tally = drawn->report.tally;
    entry.why = drawn->why;
    totals_.add(drawn->report);
    bool written = false;
    if (drawn->picture) {
        entry.thumbnail = thumbnail_of(*drawn->picture);
        drawn->picture->index = std::string(kIndexName);
        if (drawn->picture->plan.left_out != 0) meter_.erase();
        tell_left_out(console_, *drawn);
        written = write_whole(console_, wanted_[i],
                              [&](Output& out) { write_page(out, *drawn->picture); });
        if (!written) entry.why = "the page could not be written";
    } else {
        meter_.erase();
        complain_of(console_, *drawn, drawn->why);
    }
    if (args().json) tell_json(console_, drawn->report, written ? wanted_[i].path : "");
    return written;
}

bool Album::write_index() {
    index_.file = file_name(chosen_.document.path());
    return write_whole(console_, wanted_.back(),
                       [&](Output& out) { write_album_index(out, index_); });
}

}  // namespace

int run_album(Console& console) {
    const Arguments& args = console.args;
    std::string wrong = wrong_folder(args.draw.output);
    if (args.map) wrong = "--map: --all-maps draws every map";
    if (!wrong.empty()) {
        console.complain(wrong);
        return kExitUsage;
    }
    int exit_code = kExitOk;
    std::optional<ChosenMaps> chosen = choose_maps(console, true, exit_code);
    return chosen ? Album(console, *chosen).run() : exit_code;
}

}  // namespace flatline::engine::tool
