#include "draw/picture.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::pair<std::string_view, PictureForm> kForms[] = {
    {".svg", PictureForm::svg}, {".html", PictureForm::html}, {".png", PictureForm::png}};

Bounds bounds_of(const Map& map) {
    Bounds bounds;
    const auto add = [&](const flatline_vertex& vertex) { bounds.add(vertex.x, vertex.y); };
    for (const flatline_linedef& line : map.linedefs()) {
        add(map.vertices()[line.v1]);
        add(map.vertices()[line.v2]);
    }
    for (const flatline_thing& thing : map.things()) bounds.add(thing.x, thing.y);
    return bounds;
}

Bounds bounds_of(const Plan& plan) {
    Bounds bounds;
    for (const flatline_vertex& point : plan.points) bounds.add(point.x, point.y);
    for (const PlanEntity& entity : plan.entities) bounds.add(entity.at.x, entity.at.y);
    return bounds;
}

/// Notes before errors, which are then drawn over them, and else in the order of first findings.
std::vector<Mark> marks_of(const Picture& picture) {
    std::vector<Mark> marks;
    std::map<std::pair<double, double>, std::size_t> known;
    for (const ReportedFinding& finding : picture.report.findings) {
        const auto place = picture.place_of(finding);
        if (!place) continue;
        const auto [entry, is_new] = known.try_emplace({place->x, place->y}, marks.size());
        if (is_new) marks.push_back({*place, finding.severity, {}});
        Mark& mark = marks[entry->second];
        mark.severity = std::max(mark.severity, finding.severity);
        mark.findings.push_back(&finding);
    }
    std::stable_sort(marks.begin(), marks.end(),
                     [](const Mark& a, const Mark& b) { return a.severity < b.severity; });
    return marks;
}

}  // namespace

PictureForm form_of(const std::string& path) {
    const std::string suffix = text_of(path_of(path).extension());
    for (const auto& [name, form] : kForms) {
        if (same_name(suffix, name)) return form;
    }
    return PictureForm::none;
}

std::string file_name(std::string_view path, std::string_view inner) {
    std::string_view host = path;
    if (inner.size() < host.size()) host.remove_suffix(inner.size());
    while (host.size() > 1 && host.back() == '/') host.remove_suffix(1);
    std::string name = text_of(path_of(host).filename());
    if (name.empty()) name = std::string(host);
    return inner.empty() ? name : name + "/" + std::string(inner);
}

std::optional<flatline_vertex> Picture::place_of(const ReportedFinding& finding) const {
    if (finding.has_point()) return flatline_vertex{finding.x, finding.y};
    if (!session.is_doom3()) return std::nullopt;
    return plan.place_of(finding.element, finding.index);
}

std::optional<Picture> make_picture(const Session& session, const MapReport& report,
                                    const Limits& limits) {
    Picture picture{session, report, {}, {}, {}, {}, Severity::warning, {}, {}, {}};
    picture.file = file_name(report.file, session.entry->path);
    if (session.is_doom3()) {
        std::optional<Plan> plan = make_plan(session.doom3.value, limits);
        if (!plan) return std::nullopt;
        picture.plan = std::move(*plan);
        picture.bounds = bounds_of(picture.plan);
    } else {
        picture.outlines = trace_outlines(picture.map());
        picture.bounds = bounds_of(picture.map());
    }
    picture.marks = marks_of(picture);
    for (const Mark& mark : picture.marks) picture.bounds.add(mark.at.x, mark.at.y);
    return picture;
}

}  // namespace flatline::engine::tool
