#include "walk.hpp"

#include <fmt/format.h>

#include "files.hpp"
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

}  // namespace

WalkResult walk_maps(Console& console, Rules rules, const Visitor& visitor) {
    const Arguments& args = console.args;
    WalkResult result;
    if (const auto wrong = wrong_path(args.paths)) {
        console.complain(*wrong);
        result.wrong_use = true;
        return result;
    }
    NameList others;
    Loader loader;
    for (const Input& input : list_inputs(args.paths)) {
        if (console.out.failed()) break;
        Document document = Document::open(input, args.load.limits);
        if (input.walked && document.is_passed_over()) continue;
        ++result.totals.files;
        result.totals.findings.add(document.container_tally());
        result.container_error |= document.has_container_error();
        visitor.document(document);
        for (std::size_t i = 0; i < document.maps().size() && !console.out.failed(); ++i) {
            if (!is_wanted(args, document.maps()[i])) {
                others.add(document.maps()[i].name);
                continue;
            }
            Session session = load_session(document, i, loader, args, rules);
            add_to(result.totals, session);
            visitor.session(session);
            loader.recycle(std::move(session.result.value));
            console.flush_in_order();
        }
    }
    if (args.map && result.totals.maps == 0 && !result.container_error) {
        console.complain(
            fmt::format("no map is called {}; there are: {}", printable(*args.map), others.text()));
        result.wrong_use = true;
    }
    return result;
}

}  // namespace flatline::tool
