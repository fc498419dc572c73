#include "walk.hpp"

#include <fmt/format.h>

#include "files.hpp"
#include "game_resources.hpp"
#include "report.hpp"

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

/// The maps of one PATH after another.
class Walk {
public:
    Walk(Console& console, Rules rules, const Visitor& visitor, const Resources* game)
        : console_(console), rules_(rules), visitor_(visitor), game_(game) {}

    /// A PATH that cannot be used is said at once, and the others are looked at all the same.
    void path(const std::string& path) {
        if (const auto wrong = wrong_path(path)) {
            console_.complain(*wrong);
            result_.wrong_use = true;
            return;
        }
        bool told = false;  // a map, or why there is none
        for (const Input& input : list_inputs(path)) {
            if (console_.out.failed()) return;
            Document document = Document::open(input, console_.args.load.limits);
            if (input.walked && document.is_passed_over()) continue;
            told |= !document.maps().empty() || document.container_tally().total() != 0;
            ++result_.totals.files;
            visit(document);
        }
        if (told || !is_folder(path)) return;
        Document folder = Document::without_maps(path);
        visit(folder);
    }

    WalkResult finish() {
        const Arguments& args = console_.args;
        if (args.map && result_.totals.maps == 0 && !result_.container_error &&
            !result_.wrong_use) {
            console_.complain(fmt::format("no map is called {}; there are: {}",
                                          printable(*args.map), others_.text()));
            result_.wrong_use = true;
        }
        return result_;
    }

private:
    void visit(Document& document) {
        result_.totals.findings.add(document.container_tally());
        result_.container_error |= document.has_container_error();
        const Tally about = document.container_tally();
        const bool is_empty = document.maps().empty() && about.errors + about.warnings == 0;
        result_.only_empty = is_empty && (result_.only_empty || !visited_);
        visited_ = true;
        // The textures of a mod stand beside its maps.
        Resources own(resources_options(console_.args));
        if (game_ != nullptr && document.archive() != nullptr && !document.maps().empty()) {
            (void)own.add_archive(*document.archive());
        }
        own.set_base(game_);
        visitor_.document(document);
        for (std::size_t i = 0; i < document.maps().size() && !console_.out.failed(); ++i) {
            if (!is_wanted(console_.args, document.maps()[i])) {
                others_.add(document.maps()[i].name);
                continue;
            }
            Session session = load_session(document, i, loader_, console_.args, rules_,
                                           game_ != nullptr ? &own : nullptr);
            add_to(result_.totals, session);
            visitor_.session(session);
            loader_.recycle(std::move(session.result.value));
            console_.flush_in_order();
        }
    }

    Console& console_;
    Rules rules_;
    const Visitor& visitor_;
    const Resources* game_;
    WalkResult result_;
    bool visited_ = false;
    NameList others_;
    Loader loader_;
};

}  // namespace

WalkResult walk_maps(Console& console, Rules rules, const Visitor& visitor, const Resources* game) {
    Walk walk(console, rules, visitor, game);
    if (reads_standard_input_twice(console.args.paths)) {
        console.complain("standard input can be read only once");
        WalkResult result;
        result.wrong_use = true;
        return result;
    }
    for (const std::string& path : console.args.paths) walk.path(path);
    return walk.finish();
}

}  // namespace flatline::tool
