// draw.cpp: one map seen from above, with its findings, as a picture or a page.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "choose.hpp"
#include "commands.hpp"
#include "draw/album.hpp"
#include "draw/page.hpp"
#include "draw/picture_maker.hpp"
#include "draw/png.hpp"
#include "draw/svg.hpp"
#include "platform.hpp"
#include "report/json_lines.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"

namespace flatline::engine::tool {
namespace {

/// What can be written, by the suffix of the file.
enum class PictureForm : std::uint8_t { none, svg, html, png };
constexpr std::pair<std::string_view, PictureForm> kForms[] = {
    {".svg", PictureForm::svg}, {".html", PictureForm::html}, {".png", PictureForm::png}};

PictureForm form_of(const std::string& path) {
    const std::string suffix = text_of(path_of(path).extension());
    for (const auto& [name, form] : kForms) {
        if (same_name(suffix, name)) return form;
    }
    return PictureForm::none;
}

/// The picture, which takes the place of nothing that it is made of.
WantedFile wanted_picture(const Arguments& args) {
    WantedFile wanted{args.draw.output, "--output"};
    wanted.kept = args.paths;
    wanted.kept.insert(wanted.kept.end(), args.resources.begin(), args.resources.end());
    return wanted;
}

/// Says why nothing can be drawn there; nothing where it can.
std::optional<std::string> wrong_picture(const Arguments& args, const WantedFile& wanted) {
    const PictureForm form = form_of(wanted.path);
    if (form == PictureForm::none && !wanted.path.empty()) {
        return fmt::format("{}: the suffix says what is drawn; name a .svg, .png or .html",
                           printable(wanted.path));
    }
    if (args.draw.width != 0 && form != PictureForm::png) {
        return "--width: only a .png has pixels";
    }
    if (form == PictureForm::png && !has_png()) {
        return fmt::format("{}: this program was built without libpng; name a .svg or .html",
                           printable(wanted.path));
    }
    return wrong_new_files({wanted}, args.force);
}

bool write_form(Console& console, const WantedFile& wanted, const Picture& picture) {
    return write_whole(console, wanted, [&](Output& out) {
        switch (form_of(wanted.path)) {
            case PictureForm::html:
                return write_page(out, picture);
            case PictureForm::png:
                return write_png(out, picture, size_of_png(picture, console.args.draw.width));
            default:
                return write_svg(out, picture);
        }
    });
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
    if (args.draw.all_maps) return run_album(console);
    const WantedFile wanted = wanted_picture(args);
    if (const auto wrong = wrong_picture(args, wanted)) {
        console.complain(*wrong);
        return kExitUsage;
    }
    int exit_code = kExitOk;
    std::optional<ChosenMap> chosen = choose_map(console, exit_code);
    if (!chosen) return exit_code;
    PictureMaker maker(console, chosen->document);
    if (maker.wrong_use()) return kExitUsage;
    const std::unique_ptr<DrawnMap> drawn =
        maker.make(chosen->map, form_of(wanted.path) == PictureForm::html);
    if (!drawn->picture) {
        if (drawn->session.status != MapStatus::ok) {
            FindingText(console.err, console.err_style).print_map(drawn->report);
        }
        complain_of(console, *drawn, drawn->why);
        return kExitFindings;
    }
    tell_left_out(console, *drawn);
    if (form_of(wanted.path) == PictureForm::png) {
        if (const auto wrong = wrong_size(size_of_png(*drawn->picture, args.draw.width))) {
            console.complain(*wrong);
            return kExitUsage;
        }
    }
    if (!write_form(console, wanted, *drawn->picture)) return kExitFindings;
    tell(console, drawn->report);
    return kExitOk;
}

}  // namespace flatline::engine::tool
