#include "game_resources.hpp"

#include <filesystem>
#include <utility>

#include "config_folder.hpp"
#include "files.hpp"
#include "open.hpp"
#include "platform.hpp"
#include "report/make.hpp"

namespace flatline::engine::tool {

bool is_config(const std::string& path) {
    return same_name(text_of(path_of(path).extension()), ".cfg") && !is_folder(path);
}

ResourcesOptions resources_options(const Arguments& args) {
    ResourcesOptions options;
    options.limits = args.load.limits;
    options.texture_sizes = args.levels.get(Rule::texture_misaligned) != RuleLevel::off;
    return options;
}

Resources resources_of(Document& document, const Arguments& args, const Resources* game) {
    Resources own(resources_options(args));
    if (game != nullptr && document.archive() != nullptr && !document.maps().empty()) {
        (void)own.add_archive(*document.archive());
    }
    own.set_base(game);
    return own;
}

GameResources::GameResources(Console& console)
    : limits_(console.args.load.limits), given_(!console.args.resources.empty()) {
    ResourcesOptions options = resources_options(console.args);
    options.report = report;
    options.context = this;
    resources_ = Resources(options);
    for (const std::string& path : console.args.resources) {
        if (const auto wrong = wrong_path(path); wrong || path == kStandardInput) {
            console.complain(wrong ? *wrong : "--resources: standard input holds no resources");
            wrong_use_ = true;
            continue;
        }
        path_ = path;
        found_ = 0;
        if (is_config(path)) {
            add_config(path);
        } else {
            add(path);
        }
    }
}

void GameResources::report(void* self, std::string_view path, const Finding& finding) {
    GameResources& own = *static_cast<GameResources*>(self);
    if (own.found_++ == 0) {
        own.kept_notes_ = own.kept_lines_ = 0;
        own.reports_.emplace_back().path = own.path_;
        own.reports_.back().kind = FileKind::resources;
        own.fingerprints_ = Fingerprinter("");
    }
    FileReport& report = own.reports_.back();
    report.tally.add(finding);
    const bool is_note = finding.severity == static_cast<std::uint8_t>(Severity::note);
    std::uint64_t& kept = is_note ? own.kept_notes_ : own.kept_lines_;
    if (kept >= (is_note ? own.limits_.findings : own.limits_.finding_lines)) {
        return report.tally.leave_out(finding);
    }
    ++kept;
    report.findings.push_back(report_on_resource(finding, own.path_, path, own.fingerprints_));
}

void GameResources::add(const std::string& path) {
    const OpenArchive opened = open_archive(path, limits_);
    if (!opened) return report(this, "", make_finding(Rule::file_unreadable));
    Archive& archive = *opened;
    if (archive.broken()) {
        for (const ArchiveFinding& f : archive.findings()) report(this, f.path, f.finding);
        return;
    }
    const bool had[] = {resources_.has(ResourceKind::lump), resources_.has(ResourceKind::file)};
    const Status status = resources_.add_archive(archive);
    if (status == Status::out_of_memory) report(this, "", make_finding(Rule::out_of_memory));
    const bool has[] = {resources_.has(ResourceKind::lump), resources_.has(ResourceKind::file)};
    if (!had[0] && !had[1] && !has[0] && !has[1] && found_ == 0) {
        report(this, "", make_finding(Rule::resource_none));
    }
}

void GameResources::add_config(const std::string& path) {
    const std::filesystem::path file = path_of(path);
    const std::string name = text_of(file.filename());
    path_ = file.has_parent_path() ? text_of(file.parent_path()) : ".";
    Archive folder = Archive::from_source(
        std::make_unique<ConfigFolder>(path_, limits_.config_bytes, limits_.archive_entries),
        limits_);
    const Status status = resources_.add_game_config(folder, name);
    if (status == Status::out_of_memory) report(this, "", make_finding(Rule::out_of_memory));
    if (!resources_.has_thing_types() && found_ == 0) {
        report(this, name, make_finding(Rule::resource_none));
    }
}

}  // namespace flatline::engine::tool
