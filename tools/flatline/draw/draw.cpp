// draw.cpp: one map seen from above, with its findings, as a picture or a page.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "choose.hpp"
#include "commands.hpp"
#include "control/policy.hpp"
#include "draw/page.hpp"
#include "draw/picture.hpp"
#include "draw/svg.hpp"
#include "game_resources.hpp"
#include "new_file.hpp"
#include "platform.hpp"
#include "report/json_lines.hpp"
#include "report/make.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"
#include "session.hpp"

namespace flatline::engine::tool {
namespace {

/// What can be written, by the suffix of the file.
struct Form {
    std::string_view suffix;
    void (*write)(Output&, const Picture&);
};
constexpr Form kForms[] = {{".svg", write_svg}, {".html", write_page}};

const Form* form_of(const std::string& path) {
    const std::string suffix = text_of(path_of(path).extension());
    for (const Form& form : kForms) {
        if (same_name(suffix, form.suffix)) return &form;
    }
    return nullptr;
}

/// The picture, which takes the place of nothing that it is made of.
WantedFile wanted_picture(const Arguments& args) {
    WantedFile wanted{args.draw.output, "--output"};
    wanted.kept = args.paths;
    wanted.kept.insert(wanted.kept.end(), args.resources.begin(), args.resources.end());
    return wanted;
}

/// Says why nothing can be drawn there; nothing where it can.
std::optional<std::string> wrong_picture(const WantedFile& wanted, bool force) {
    if (wanted.path.empty() || form_of(wanted.path) != nullptr) {
        return wrong_new_files({wanted}, force);
    }
    return fmt::format("{}: the suffix says what is drawn; name a .svg or .html",
                       printable(wanted.path));
}

constexpr std::size_t kFileBuffer = 1u << 18;

bool write_file(Console& console, const WantedFile& wanted, const Picture& picture) {
    NewFile file(wanted, console.args.force);
    Output out(
        [&file](std::string_view bytes) {
            const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
            return file.write(begin, bytes.size()) ? 0 : file.error();
        },
        kFileBuffer);
    form_of(wanted.path)->write(out, picture);
    out.flush();
    if (!out.failed() && file.commit()) return true;
    console.complain(
        fmt::format("cannot write {}: {}", printable(wanted.path), std::strerror(file.error())));
    return false;
}

/// The report without what flatline.toml, --rule and the elements themselves ask not to hear of. A
/// baseline is for runs that tell what is new.
MapReport under_control(const Arguments& args, MapReport report) {
    ControlPolicy policy(args.control, args.given_levels, nullptr, nullptr);
    FileReport file;
    file.maps.push_back(std::move(report));
    policy.apply(file);
    return std::move(file.maps.front());
}

void tell_json(Console& console, const MapReport& report) {
    JsonWriter json(console.out);
    if (!console.args.quiet) write_map_json(json, report);
    json.begin_object();
    json.member("type", "draw");
    json.member("file", report.file);
    json.member("map", report.name);
    json.member("output", console.args.draw.output);
    json.end_object();
    json.end_line();
    Totals totals;
    totals.files = 1;
    totals.add(report);
    print_summary(console, totals);
}

void tell(Console& console, const MapReport& report) {
    if (console.args.json) return tell_json(console, report);
    if (console.args.quiet) return;
    console.print("{}: {} with {}, {}\n", printable(console.args.draw.output),
                  printable(report.name), tally_in_words(report.tally),
                  counted(report.tally.notes, "note", "notes"));
}

}  // namespace

int run_draw(Console& console) {
    const Arguments& args = console.args;
    const WantedFile wanted = wanted_picture(args);
    if (const auto wrong = wrong_picture(wanted, args.force)) {
        console.complain(*wrong);
        return kExitUsage;
    }
    int exit_code = kExitOk;
    std::optional<ChosenMap> chosen = choose_map(console, exit_code);
    if (!chosen) return exit_code;
    FindingText complaints(console.err, console.err_style);
    GameResources game(console);
    if (game.wrong_use()) return kExitUsage;
    for (const FileReport& file : game.reports()) complaints.print_container(file);
    const Resources own = resources_of(chosen->document, args, game.get());

    Loader loader;
    Watch watch(args.batch.timeout);
    const Session session = load_session(chosen->document, chosen->map, loader, args, Rules::all,
                                         game.get() != nullptr ? &own : nullptr, &watch);
    const MapReport report = under_control(args, report_on_map(chosen->document, session));
    const auto complain = [&](std::string_view why) {
        console.complain(
            fmt::format("{}:{}: {}", printable(session.file), printable(session.entry->name), why));
        return kExitFindings;
    };
    if (session.status != MapStatus::ok) {
        complaints.print_map(report);
        return complain(session.status == MapStatus::refused
                            ? "the map is refused, so there is nothing to draw"
                            : "a map of this format is listed, not loaded");
    }
    std::optional<Picture> picture = make_picture(session, report, args.load.limits);
    if (!picture) return complain("the geometry does not fit the limit arena-bytes");
    picture->least = args.min_severity.value_or(Severity::warning);
    if (picture->plan.left_out != 0) {
        complain(fmt::format(
            "{}: the limit surface-points has no points left",
            counted(picture->plan.left_out, "patch is not drawn", "patches are not drawn")));
    }
    if (!write_file(console, wanted, *picture)) return kExitFindings;
    tell(console, report);
    return kExitOk;
}

}  // namespace flatline::engine::tool
