#include "draw/picture_maker.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string_view>
#include <utility>

#include "control/policy.hpp"
#include "report/json_lines.hpp"
#include "report/make.hpp"
#include "report/text_sink.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kFileBuffer = 1u << 18;

/// The report without what flatline.toml, --rule and the elements themselves ask not to hear of. A
/// baseline is for runs that tell what is new.
MapReport under_control(const Arguments& args, MapReport report) {
    ControlPolicy policy(args.control, args.given_levels, nullptr, nullptr);
    FileReport file;
    file.maps.push_back(std::move(report));
    policy.apply(file);
    return std::move(file.maps.front());
}

}  // namespace

PictureMaker::PictureMaker(Console& console, Document& document)
    : console_(console),
      document_(document),
      game_(console),
      own_(resources_of(document, console.args, game_.get())) {
    if (wrong_use()) return;
    FindingText complaints(console.err, console.err_style);
    for (const FileReport& file : game_.reports()) complaints.print_container(file);
}

std::unique_ptr<DrawnMap> PictureMaker::make(std::size_t map, bool with_flats) {
    const Arguments& args = console_.args;
    auto drawn = std::make_unique<DrawnMap>();
    Loader loader;
    Watch watch(args.batch.timeout);
    drawn->session = load_session(document_, map, loader, args, Rules::all,
                                  game_.get() != nullptr ? &own_ : nullptr, &watch);
    drawn->report = under_control(args, report_on_map(document_, drawn->session));
    if (drawn->session.status == MapStatus::ok) {
        make_picture_of(*drawn, with_flats);
    } else {
        drawn->why = drawn->session.status == MapStatus::refused
                         ? "the map is refused, so there is nothing to draw"
                         : "a map of this format is listed, not loaded";
    }
    return drawn;
}

void PictureMaker::make_picture_of(DrawnMap& drawn, bool with_flats) {
    const Arguments& args = console_.args;
    std::optional<Picture> picture = make_picture(drawn.session, drawn.report, args.load.limits);
    if (!picture) {
        drawn.why = "the geometry does not fit the limit arena-bytes";
        return;
    }
    drawn.picture.emplace(std::move(*picture));
    drawn.picture->least = args.min_severity.value_or(Severity::warning);
    if (with_flats && !drawn.session.is_doom3()) {
        if (!flats_) flats_.emplace(document_, args);
        drawn.picture->flats = flats_->of(drawn.session.result.value);
    }
}

void complain_of(Console& console, const DrawnMap& drawn, std::string_view what) {
    console.complain(fmt::format("{}:{}: {}", printable(drawn.session.file),
                                 printable(drawn.session.entry->name), what));
}

void tell_left_out(Console& console, const DrawnMap& drawn) {
    const std::uint32_t count = drawn.picture->plan.left_out;
    if (count == 0) return;
    complain_of(console, drawn,
                fmt::format("{}: the limit surface-points has no points left",
                            counted(count, "patch is not drawn", "patches are not drawn")));
}

void tell_json(Console& console, const MapReport& report, std::string_view output) {
    JsonWriter json(console.out);
    if (!console.args.quiet) write_map_json(json, report);
    if (output.empty()) return;
    json.begin_object();
    json.member("type", "draw");
    json.member("file", report.file);
    json.member("map", report.name);
    json.member("output", output);
    json.end_object();
    json.end_line();
}

WantedFile wanted_picture(const Arguments& args, std::string path) {
    WantedFile wanted{std::move(path), "--output"};
    wanted.kept = args.paths;
    wanted.kept.insert(wanted.kept.end(), args.resources.begin(), args.resources.end());
    return wanted;
}

bool write_whole(Console& console, const WantedFile& wanted,
                 const std::function<void(Output&)>& write) {
    NewFile file(wanted, console.args.force);
    Output out(
        [&file](std::string_view bytes) {
            const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
            return file.write(begin, bytes.size()) ? 0 : file.error();
        },
        kFileBuffer);
    write(out);
    out.flush();
    if (!out.failed() && file.commit()) return true;
    console.complain(
        fmt::format("cannot write {}: {}", printable(wanted.path), std::strerror(file.error())));
    return false;
}

}  // namespace flatline::engine::tool
