#include "walk.hpp"

#include <fmt/format.h>

#include <utility>

#include "game_resources.hpp"
#include "report/make.hpp"

namespace flatline::tool {
namespace {

/// Collects names of maps for a message, but not all of an archive with thousands.
class NameList {
public:
    void add(const std::string& name) {
        constexpr std::size_t kMost = 40;
        if (++count_ > kMost) return;
        names_ += (names_.empty() ? "" : " ") + printable(name);
        if (count_ == kMost) names_ += " ...";
    }
    std::string text() const { return count_ == 0 ? "none" : names_; }

private:
    std::size_t count_ = 0;
    std::string names_;
};

void look_at_maps(Document& document, const LookOptions& look, Loader& loader, FileReport& report) {
    const Resources own = resources_of(document, look.args, look.game);
    for (std::size_t i = 0; i < document.maps().size() && !look.stops(); ++i) {
        if (!is_wanted(look.args, document.maps()[i])) {
            report.other_maps.push_back(document.maps()[i].name);
            continue;
        }
        Session session = load_session(document, i, loader, look.args, look.rules,
                                       look.game != nullptr ? &own : nullptr);
        report.maps.push_back(report_on_map(document, session));
        if (look.loaded) look.loaded(session, report.maps.back());
        loader.recycle(std::move(session.result.value));
    }
}

/// The inputs of one PATH after another.
class Walk {
public:
    Walk(Console& console, const LookOptions& look, const std::function<void(FileReport)>& take)
        : console_(console), look_(look), take_(take) {}

    /// A PATH that cannot be used is said at once, and the others are looked at all the same.
    void path(const std::string& path) {
        if (const auto wrong = wrong_path(path)) {
            console_.complain(*wrong);
            wrong_use_ = true;
            return;
        }
        bool told = false;  // a map, or why there is none
        for (const Input& input : list_inputs(path)) {
            if (look_.stops()) return;
            std::optional<FileReport> report = look_at(input, look_, loader_);
            if (!report) continue;
            told |= report->says_something();
            take(std::move(*report));
        }
        if (told || !is_folder(path)) return;
        FileReport folder = report_on_container(Document::without_maps(path));
        folder.kind = FileKind::folder;
        take(std::move(folder));
    }

    WalkResult finish() {
        const Arguments& args = console_.args;
        if (args.map && !any_map_ && !container_error_ && !wrong_use_) {
            console_.complain(fmt::format("no map is called {}; there are: {}",
                                          printable(*args.map), others_.text()));
            wrong_use_ = true;
        }
        return {wrong_use_};
    }

private:
    void take(FileReport report) {
        any_map_ |= !report.maps.empty();
        container_error_ |= report.container_error;
        for (const std::string& name : report.other_maps) others_.add(name);
        take_(std::move(report));
        console_.flush_in_order();
    }

    Console& console_;
    const LookOptions& look_;
    const std::function<void(FileReport)>& take_;
    bool any_map_ = false;
    bool container_error_ = false;
    bool wrong_use_ = false;
    NameList others_;
    Loader loader_;
};

}  // namespace

std::optional<FileReport> look_at(const Input& input, const LookOptions& look, Loader& loader) {
    Document document = Document::open(input, look.args.load.limits);
    if (input.walked && document.is_passed_over()) return std::nullopt;
    FileReport report = report_on_container(document);
    if (look.opened) look.opened(document, report);
    look_at_maps(document, look, loader, report);
    return report;
}

WalkResult walk(Console& console, const LookOptions& look,
                const std::function<void(FileReport)>& take) {
    if (reads_standard_input_twice(console.args.paths)) {
        console.complain("standard input can be read only once");
        return {true};
    }
    Walk walk(console, look, take);
    for (const std::string& path : console.args.paths) walk.path(path);
    return walk.finish();
}

}  // namespace flatline::tool
