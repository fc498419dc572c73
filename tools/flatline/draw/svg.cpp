#include "draw/svg.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "draw/kinds.hpp"
#include "draw/looks.hpp"
#include "draw/shades.hpp"
#include "report/text_sink.hpp"
#include "text.hpp"
#include "utf8.hpp"
#include "xml.hpp"

namespace flatline::engine::tool {
namespace {

class SvgWriter {
public:
    SvgWriter(Output& out, const Picture& picture)
        : out_(out), picture_(picture), box_(picture.bounds.with_margin()), unit_(unit_of(box_)) {}

    void write();

private:
    template <class... Values>
    void print(fmt::format_string<Values...> format, const Values&... values) {
        buffer_.clear();
        fmt::vformat_to(std::back_inserter(buffer_), format, fmt::make_format_args(values...));
        out_.write(buffer_);
    }

    void write_head();
    void write_styles();
    void write_glyphs(std::string_view prefix, View<GlyphStyle> glyphs);
    void write_marked_glyphs();
    void write_sectors();
    void write_sector(std::uint32_t index, std::size_t shade);
    void write_lines();
    void write_things();
    void write_shapes();
    void write_entities();
    void write_glyph(std::string_view id, flatline_vertex at, double angle, double size,
                     std::string_view title);
    void write_marks();
    double thing_size() const { return std::max(kThingUnits, kThingPixels * unit_); }

    Output& out_;
    const Picture& picture_;
    const Bounds box_;
    const double unit_;  ///< map units of one pixel
    std::string buffer_;
};

void SvgWriter::write() {
    write_head();
    write_styles();
    out_.write("<defs>\n");
    write_glyphs("thing", thing_styles());
    write_marked_glyphs();
    out_.write("</defs>\n");
    print("<rect class=\"ground\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", box_.left,
          -box_.top, box_.width(), box_.height());
    out_.write("<g transform=\"scale(1 -1)\">\n");
    if (picture_.session.is_doom3()) {
        write_shapes();
        write_entities();
    } else {
        write_sectors();
        write_lines();
        write_things();
    }
    write_marks();
    out_.write("</g>\n</svg>\n");
}

void SvgWriter::write_head() {
    out_.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    print(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
        "viewBox=\"{} {} {} {}\">\n",
        pixels_of(box_, box_.width()), pixels_of(box_, box_.height()), box_.left, -box_.top,
        box_.width(), box_.height());
    const MapReport& report = picture_.report;
    print("<title>{} of {}</title>\n", xml_text(report.name), xml_text(picture_.file));
    std::size_t shown = 0;
    for (const Mark& mark : picture_.marks) shown += mark.findings.size();
    print("<desc>{}, {}; {} of them marked</desc>\n", tally_in_words(report.tally),
          counted(report.tally.notes, "note", "notes"), shown);
}

void SvgWriter::write_styles() {
    std::string light;
    std::string dark;
    const auto add = [&](std::string_view selector, std::string_view property,
                         std::string_view on_light, std::string_view on_dark) {
        fmt::format_to(std::back_inserter(light), "{}{{{}:{}}}\n", selector, property, on_light);
        if (on_light == on_dark) return;
        fmt::format_to(std::back_inserter(dark), "{}{{{}:{}}}\n", selector, property, on_dark);
    };
    add(".ground", "fill", kGround.on_light, kGround.on_dark);
    for (const LineStyle& line : line_styles()) {
        add(fmt::format(".{}", line.name), "stroke", line.on_light, line.on_dark);
        fmt::format_to(std::back_inserter(light), ".{}{{stroke-width:{}", line.name,
                       line.width * unit_);
        if (line.dash > 0) {
            fmt::format_to(std::back_inserter(light), ";stroke-dasharray:{} {}", line.dash * unit_,
                           line.gap * unit_);
        }
        light += "}\n";
    }
    for (const GlyphStyle& thing : thing_styles()) {
        add(fmt::format(".thing-{}", thing.name), "fill", thing.on_light, thing.on_dark);
    }
    for (const GlyphStyle& mark : mark_styles()) {
        add(fmt::format(".mark-{}", mark.name), "fill", mark.on_light, mark.on_dark);
    }
    add(".shape", "stroke", kShapeLine.on_light, kShapeLine.on_dark);
    std::size_t shade = 0;
    for (const std::string_view color : height_ramp()) {
        fmt::format_to(std::back_inserter(light), ".h{}{{fill:{}}}\n", shade++, color);
    }
    print(
        "<style>\n{}#sectors{{fill-rule:evenodd;fill-opacity:{}}}\n"
        "#lines{{fill:none;stroke-linecap:round}}\n"
        ".shape{{fill-opacity:{};stroke-width:{};stroke-linejoin:round}}\n"
        "#things path{{stroke:{};stroke-width:{}}}\n"
        ".sign{{fill:{};stroke:{};stroke-width:{}}}\n"
        "symbol path{{fill-rule:evenodd}}\n"
        "@media (prefers-color-scheme:dark){{\n{}"
        "#things path{{stroke:{}}}\n.sign{{fill:{};stroke:{}}}\n"
        "}}\n</style>\n",
        light, kSectorOpacity, kShapeOpacity, unit_ * kShapeStroke, kThingLine.on_light,
        kThingBorder, kGround.on_light, kMarkLine.on_light, kMarkBorder, dark, kThingLine.on_dark,
        kGround.on_dark, kMarkLine.on_dark);
}

void SvgWriter::write_glyphs(std::string_view prefix, View<GlyphStyle> glyphs) {
    for (const GlyphStyle& glyph : glyphs) {
        print("<path id=\"{0}-{1}\" class=\"{0}-{1}\" fill-rule=\"evenodd\" d=\"{2}\"/>\n", prefix,
              glyph.name, glyph.path);
    }
}

/// What is cut out of a mark shows its shape below it.
void SvgWriter::write_marked_glyphs() {
    for (const GlyphStyle& mark : mark_styles()) {
        print(
            "<symbol id=\"mark-{0}\" overflow=\"visible\"><path class=\"sign\" d=\"{1}\"/>"
            "<path class=\"mark-{0}\" d=\"{2}\"/></symbol>\n",
            mark.name, shape_of_mark(mark.path), mark.path);
    }
}

void SvgWriter::write_sectors() {
    const View<flatline_sector> sectors = picture_.map().sectors();
    const Shades shades = shades_of_floors(picture_.map());
    out_.write("<g id=\"sectors\">\n");
    for (std::uint32_t i = 0; i < sectors.size(); ++i) {
        if (out_.failed()) return;
        write_sector(i, shades.shade_of(sectors[i].heightfloor));
    }
    out_.write("</g>\n");
}

void SvgWriter::write_sector(std::uint32_t index, std::size_t shade) {
    const Outlines& outlines = picture_.outlines;
    const std::uint32_t first = outlines.sector_rows[index];
    const std::uint32_t last = outlines.sector_rows[index + 1];
    if (first == last) return;
    print("<path class=\"h{}\" d=\"", shade);
    for (std::uint32_t ring = first; ring < last; ++ring) {
        const std::uint32_t begin = outlines.ring_rows[ring];
        for (std::uint32_t i = begin; i < outlines.ring_rows[ring + 1]; ++i) {
            const flatline_vertex& at = picture_.map().vertices()[outlines.vertices[i]];
            print("{}{} {}", i == begin ? 'M' : 'L', at.x, at.y);
        }
        out_.put('Z');
    }
    const flatline_sector& sector = picture_.map().sectors()[index];
    print("\"><title>sector {}: floor {}, ceiling {}, light {}", index, sector.heightfloor,
          sector.heightceiling, sector.lightlevel);
    if (sector.special != 0) print(", special {}", sector.special);
    if (sector.id != 0) print(", tag {}", sector.id);
    out_.write("</title></path>\n");
}

void SvgWriter::write_lines() {
    const Map& map = picture_.map();
    const std::vector<std::vector<std::uint32_t>> by_kind = lines_by_kind(map);
    out_.write("<g id=\"lines\">\n");
    // What matters most is drawn last, over the rest.
    for (std::size_t kind = by_kind.size(); kind-- > 0;) {
        if (by_kind[kind].empty()) continue;
        print("<path class=\"{}\" d=\"", line_styles()[kind].name);
        for (const std::uint32_t index : by_kind[kind]) {
            const flatline_vertex& from = map.vertices()[map.linedefs()[index].v1];
            const flatline_vertex& to = map.vertices()[map.linedefs()[index].v2];
            print("M{} {}L{} {}", from.x, from.y, to.x, to.y);
            if (out_.failed()) return;
        }
        out_.write("\"/>\n");
    }
    out_.write("</g>\n");
}

void SvgWriter::write_glyph(std::string_view id, flatline_vertex at, double angle, double size,
                            std::string_view title) {
    print("<g transform=\"translate({} {}) ", at.x, at.y);
    if (angle != 0) print("rotate({}) ", angle);
    print("scale({})\"><use href=\"#{}\"/><title>{}</title></g>\n", size, id, title);
}

void SvgWriter::write_things() {
    out_.write("<g id=\"things\">\n");
    std::uint32_t index = 0;
    for (const flatline_thing& thing : picture_.map().things()) {
        if (out_.failed()) return;
        const auto kind = static_cast<std::size_t>(kind_of_thing(picture_.map(), thing.type));
        const GlyphStyle& style = thing_styles()[kind];
        write_glyph(fmt::format("thing-{}", style.name), {thing.x, thing.y},
                    style.turns ? thing.angle : 0, thing_size(),
                    fmt::format("thing {}: type {}, {}", index, thing.type, style.label));
        ++index;
    }
    out_.write("</g>\n");
}

void SvgWriter::write_shapes() {
    const Plan& plan = picture_.plan;
    const Shades shades = shades_of_tops(plan);
    out_.write("<g id=\"shapes\">\n");
    for (const PlanShape& shape : plan.shapes) {
        if (out_.failed()) return;
        if (shape.ring_count == 0) continue;
        print("<path class=\"shape h{}\" d=\"", shades.shade_of(shape.high));
        for (std::uint32_t ring = 0; ring < shape.ring_count; ++ring) {
            const std::uint32_t begin = plan.ring_rows[shape.first_ring + ring];
            const std::uint32_t end = plan.ring_rows[shape.first_ring + ring + 1];
            for (std::uint32_t i = begin; i < end; ++i) {
                print("{}{} {}", i == begin ? 'M' : 'L', plan.points[i].x, plan.points[i].y);
            }
            out_.put('Z');
        }
        print("\"><title>{} {}: z {} to {}</title></path>\n", element_name(shape.element),
              shape.index, shape.low, shape.high);
    }
    out_.write("</g>\n");
}

void SvgWriter::write_entities() {
    out_.write("<g id=\"things\">\n");
    const Doom3Map& map = picture_.doom3();
    for (const PlanEntity& entity : picture_.plan.entities) {
        if (out_.failed()) return;
        const GlyphStyle& style = thing_styles()[static_cast<std::size_t>(entity.kind)];
        write_glyph(fmt::format("thing-{}", style.name), entity.at, style.turns ? entity.angle : 0,
                    kThingPixels * unit_,
                    fmt::format("entity {}: {}", entity.index,
                                xml_text(map.class_name(map.entities()[entity.index]))));
    }
    out_.write("</g>\n");
}

void SvgWriter::write_marks() {
    out_.write("<g id=\"findings\">\n");
    for (const Mark& mark : picture_.marks) {
        if (out_.failed()) return;
        std::string title;
        for (const ReportedFinding* finding : mark.findings) {
            fmt::format_to(std::back_inserter(title), "{}{}: {} [{}]", title.empty() ? "" : "\n",
                           severity_name(finding->severity), xml_text(finding->message),
                           finding->rule_id());
        }
        write_glyph(fmt::format("mark-{}", severity_name(mark.severity)), mark.at, 0,
                    kMarkPixels[static_cast<std::size_t>(mark.severity)] * unit_, title);
    }
    out_.write("</g>\n");
}

}  // namespace

void write_svg(Output& out, const Picture& picture) { SvgWriter(out, picture).write(); }

}  // namespace flatline::engine::tool
