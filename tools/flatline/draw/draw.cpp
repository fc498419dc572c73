// draw.cpp: one map seen from above, with its findings, as a picture or a page.
#include <fmt/format.h>

#include <optional>

#include "choose.hpp"
#include "commands.hpp"
#include "draw/album.hpp"
#include "draw/page.hpp"
#include "draw/picture_maker.hpp"
#include "draw/png.hpp"
#include "draw/svg.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

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

void tell(Console& console, const MapReport& report) {
    if (console.args.json) {
        tell_json(console, report, console.args.draw.output);
        Totals totals;
        totals.files = 1;
        totals.add(report);
        return print_summary(console, totals);
    }
    if (console.args.quiet) return;
    console.print("{}: {} with {}, {}\n", printable(console.args.draw.output),
                  printable(report.name), tally_in_words(report.tally),
                  counted(report.tally.notes, "note", "notes"));
}

}  // namespace

int run_draw(Console& console) {
    const Arguments& args = console.args;
    if (args.draw.all_maps) return run_album(console);
    const WantedFile wanted = wanted_picture(args, args.draw.output);
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
