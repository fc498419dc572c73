#include "versions/map_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "files.hpp"
#include "platform.hpp"
#include "report/make.hpp"
#include "report/text_sink.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// What git and diff give in the place of a file that does not exist.
bool is_null_device(const std::string& path) { return path == "/dev/null" || path == "nul"; }

bool is_empty_file(const std::string& path) {
    std::error_code error;
    const std::filesystem::path file = path_of(path);
    return std::filesystem::is_regular_file(file, error) &&
           std::filesystem::file_size(file, error) == 0 && !error;
}

}  // namespace

bool MapFile::open() {
    if (is_null_device(path_)) return true;
    if (const auto wrong = wrong_path(path_)) {
        console_.complain(*wrong);
        return false;
    }
    if (path_ != kStandardInput && is_empty_file(path_)) return true;
    inputs_ = list_inputs(path_, console_.args.batch.any_name);
    FindingText complaints(console_.err, console_.err_style);
    bool good = true;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const Document& document = open_input(i);
        if (inputs_[i].walked && document.is_passed_over()) continue;
        if (document.has_container_error()) {
            complaints.print_container_errors(report_on_container(document));
            good = false;
        }
        for (std::size_t map = 0; map < document.maps().size(); ++map) {
            const MapEntry& entry = document.maps()[map];
            std::string where;
            if (is_folder(path_)) {
                where = document.path_of(entry.path).substr(path_.size());
                // "maps" and "maps/" are one folder.
                where.erase(0, where.find_first_not_of("/\\"));
            }
            maps_.push_back({i, map, std::string(entry.name), std::move(where)});
        }
    }
    if (good) return true;
    console_.complain(fmt::format("{}: not all of it can be read", printable(path_)));
    return false;
}

Document& MapFile::open_input(std::size_t input) {
    if (opened_ != input) {
        document_ = Document::open(inputs_[input], console_.args.load.limits, console_.args.batch);
        opened_ = input;
    }
    return document_;
}

Document& MapFile::document_of(const FoundMap& map) { return open_input(map.input); }

std::unique_ptr<Session> MapFile::load(const FoundMap& map) {
    Document& document = document_of(map);
    watch_ = std::make_unique<Watch>(console_.args.batch.timeout);
    auto session = std::make_unique<Session>(load_session(document, map.map, loader_, console_.args,
                                                          Rules::load, nullptr, watch_.get()));
    if (session->status != MapStatus::ok) {
        FindingText(console_.err, console_.err_style).print_map(report_on_map(document, *session));
        console_.complain(fmt::format(
            "{}:{}: {}", printable(session->file), printable(session->entry->name),
            session->status == MapStatus::refused ? "the map is refused"
                                                  : "a map of this format is listed, not loaded"));
    } else if (session->is_doom3()) {
        console_.complain(fmt::format("{}:{}: a Doom 3 map has no lines to compare",
                                      printable(session->file), printable(session->entry->name)));
        session->status = MapStatus::unsupported;
    }
    return session;
}

}  // namespace flatline::engine::tool
