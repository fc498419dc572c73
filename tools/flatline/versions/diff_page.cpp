#include "versions/diff_page.hpp"

#include <optional>

#include "draw/page.hpp"
#include "draw/page_data.hpp"
#include "report/make.hpp"
#include "versions/change_text.hpp"

namespace flatline::engine::tool {
namespace {

/// What a page says of a map beside its elements. There are no findings: a comparison runs no
/// rules.
MapReport report_of(const Session& session) {
    MapReport report;
    report.file = session.file;
    report.name = session.entry->name;
    report.format = session.entry->format;
    report.name_space = std::string(session.result.value.map_namespace());
    return report;
}

void write_change(JsonWriter& json, const Comparison& comparison, const flatline_change& change) {
    json.begin_object();
    json.member("kind", static_cast<int>(change.kind));
    json.member("element", element_name(change.element));
    if (change.before != FLATLINE_NONE) json.member("before", change.before);
    if (change.after != FLATLINE_NONE) json.member("after", change.after);
    json.member("text", describe_change(comparison, change));
    json.end_object();
}

}  // namespace

bool write_diff_page(Output& out, const Comparison& comparison, const Limits& limits) {
    const MapReport before = report_of(*comparison.before);
    const MapReport after = report_of(*comparison.after);
    const std::optional<Picture> old = make_picture(*comparison.before, before, limits);
    std::optional<Picture> now = make_picture(*comparison.after, after, limits);
    if (!old || !now) return false;
    if (!old->bounds.empty()) {
        now->bounds.add(old->bounds.left, old->bounds.bottom);
        now->bounds.add(old->bounds.right, old->bounds.top);
    }
    write_page(out, *now, [&](JsonWriter& json) {
        json.key("before");
        json.begin_object();
        write_map_data(json, *old);
        json.end_object();
        json.key("changes");
        json.begin_array();
        for (const flatline_change& change : comparison.diff.value.changes()) {
            write_change(json, comparison, change);
        }
        json.end_array();
    });
    return true;
}

}  // namespace flatline::engine::tool
