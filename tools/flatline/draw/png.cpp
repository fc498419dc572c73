#include "draw/png.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#ifdef FLATLINE_TOOL_PNG
#include <png.h>
#endif

#include "draw/glyph_path.hpp"
#include "draw/kinds.hpp"
#include "draw/looks.hpp"
#include "draw/raster.hpp"
#include "draw/shades.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kMostPixels = 64u << 20;  // three bytes each

#ifdef FLATLINE_TOOL_PNG

/// Paints a picture in the order of svg.cpp.
class Painter {
public:
    Painter(const Picture& picture, const PixelSize& size)
        : picture_(picture),
          box_(picture.bounds.with_margin()),
          scale_(static_cast<double>(size.width) / box_.width()),
          pixel_(unit_of(box_) * scale_),
          image_(size.width, size.height, rgb_of(kGround.on_light)) {}

    Image run() {
        if (picture_.session.is_doom3()) {
            paint_shapes();
            paint_entities();
        } else {
            paint_sectors();
            paint_lines();
            paint_things();
        }
        paint_marks();
        return std::move(image_);
    }

private:
    /// A point of the map in the image.
    flatline_vertex at(double x, double y) const {
        return {(x - box_.left) * scale_, (box_.top - y) * scale_};
    }
    template <class PointAt>
    void add_ring(std::uint32_t begin, std::uint32_t end, PointAt point_at) {
        polygons_.begin();
        for (std::uint32_t i = begin; i < end; ++i) {
            const flatline_vertex& point = point_at(i);
            const flatline_vertex pixel = at(point.x, point.y);
            polygons_.add(pixel.x, pixel.y);
        }
    }
    void paint_sectors();
    void paint_lines();
    void paint_dashes(flatline_vertex from, flatline_vertex to, const LineStyle& style);
    void paint_things();
    void paint_shapes();
    void paint_entities();
    void paint_marks();
    void add_glyph(std::string_view path, flatline_vertex place, double angle, double size);
    void paint_borders(double width, Rgb color);
    void paint_thing(ThingKind kind, flatline_vertex place, double angle, double size);

    const Picture& picture_;
    const Bounds box_;
    const double scale_;  ///< pixels of a map unit
    const double pixel_;  ///< what looks.hpp calls a pixel, in those of the image
    Image image_;
    Polygons polygons_;
    double dashes_left_ = 1e6;  ///< of lines; the others are drawn without gaps
};

void Painter::paint_sectors() {
    const View<flatline_sector> sectors = picture_.map().sectors();
    const Shades shades = shades_of_floors(picture_.map());
    const Outlines& outlines = picture_.outlines;
    for (std::uint32_t i = 0; i < sectors.size(); ++i) {
        polygons_.clear();
        for (std::uint32_t ring = outlines.sector_rows[i]; ring < outlines.sector_rows[i + 1];
             ++ring) {
            add_ring(outlines.ring_rows[ring], outlines.ring_rows[ring + 1],
                     [&](std::uint32_t k) -> const flatline_vertex& {
                         return picture_.map().vertices()[outlines.vertices[k]];
                     });
        }
        image_.fill(polygons_, Inside::odd,
                    rgb_of(height_ramp()[shades.shade_of(sectors[i].heightfloor)]), kSectorOpacity);
    }
}

void Painter::paint_dashes(flatline_vertex from, flatline_vertex to, const LineStyle& style) {
    const double width = style.width * pixel_;
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const double dash = style.dash * pixel_;
    const double step = dash + style.gap * pixel_;
    if (!(dash > 0) || length <= dash || length / step > dashes_left_) {
        return polygons_.add_stroke(from, to, width);
    }
    dashes_left_ -= length / step;
    const auto point = [&](double along) -> flatline_vertex {
        return {from.x + (to.x - from.x) * along / length,
                from.y + (to.y - from.y) * along / length};
    };
    for (double along = 0; along < length; along += step) {
        polygons_.add_stroke(point(along), point(std::min(along + dash, length)), width);
    }
}

void Painter::paint_lines() {
    constexpr std::size_t kPointsAtOnce = 1u << 16;
    const Map& map = picture_.map();
    const std::vector<std::vector<std::uint32_t>> by_kind = lines_by_kind(map);
    for (std::size_t kind = by_kind.size(); kind-- > 0;) {
        const LineStyle& style = line_styles()[kind];
        polygons_.clear();
        for (const std::uint32_t index : by_kind[kind]) {
            const flatline_vertex& from = map.vertices()[map.linedefs()[index].v1];
            const flatline_vertex& to = map.vertices()[map.linedefs()[index].v2];
            paint_dashes(at(from.x, from.y), at(to.x, to.y), style);
            if (polygons_.size() < kPointsAtOnce) continue;
            image_.fill(polygons_, Inside::any, rgb_of(style.on_light));
            polygons_.clear();
        }
        image_.fill(polygons_, Inside::any, rgb_of(style.on_light));
    }
}

/// Adds the rings of a glyph to polygons_. `size`: half of the glyph, in map units.
void Painter::add_glyph(std::string_view path, flatline_vertex place, double angle, double size) {
    constexpr double kRadians = 0.017453292519943295;
    const double c = std::cos(angle * kRadians);
    const double s = std::sin(angle * kRadians);
    polygons_.clear();
    for (const std::vector<flatline_vertex>& ring : rings_of_glyph(path)) {
        polygons_.begin();
        for (const flatline_vertex& p : ring) {
            const flatline_vertex pixel =
                at(place.x + (p.x * c - p.y * s) * size, place.y + (p.x * s + p.y * c) * size);
            polygons_.add(pixel.x, pixel.y);
        }
    }
}

/// Paints the borders of polygons_.
void Painter::paint_borders(double width, Rgb color) {
    Polygons edges;
    for (std::size_t i = 0; i < polygons_.count(); ++i) {
        const flatline_vertex* const first = polygons_.first(i);
        const flatline_vertex* const last = polygons_.last(i);
        for (const flatline_vertex* point = first; point != last; ++point) {
            edges.add_stroke(*point, point + 1 == last ? *first : point[1], width);
        }
    }
    image_.fill(edges, Inside::any, color);
}

void Painter::paint_thing(ThingKind kind, flatline_vertex place, double angle, double size) {
    const GlyphStyle& style = thing_styles()[static_cast<std::size_t>(kind)];
    add_glyph(style.path, place, style.turns ? angle : 0, size);
    image_.fill(polygons_, Inside::odd, rgb_of(style.on_light));
    paint_borders(kThingBorder * size * scale_, rgb_of(kThingLine.on_light));
}

void Painter::paint_things() {
    const double size = std::max(kThingUnits, kThingPixels * unit_of(box_));
    for (const flatline_thing& thing : picture_.map().things()) {
        paint_thing(kind_of_thing(picture_.map(), thing.type), {thing.x, thing.y}, thing.angle,
                    size);
    }
}

void Painter::paint_shapes() {
    const Plan& plan = picture_.plan;
    const Shades shades = shades_of_tops(plan);
    for (const PlanShape& shape : plan.shapes) {
        polygons_.clear();
        for (std::uint32_t ring = 0; ring < shape.ring_count; ++ring) {
            add_ring(plan.ring_rows[shape.first_ring + ring],
                     plan.ring_rows[shape.first_ring + ring + 1],
                     [&](std::uint32_t k) -> const flatline_vertex& { return plan.points[k]; });
        }
        image_.fill(polygons_, Inside::any, rgb_of(height_ramp()[shades.shade_of(shape.high)]),
                    kShapeOpacity);
        paint_borders(kShapeStroke * pixel_, rgb_of(kShapeLine.on_light));
    }
}

void Painter::paint_entities() {
    for (const PlanEntity& entity : picture_.plan.entities) {
        paint_thing(entity.kind, entity.at, entity.angle, kThingPixels * unit_of(box_));
    }
}

void Painter::paint_marks() {
    for (const Mark& mark : picture_.marks) {
        const auto severity = static_cast<std::size_t>(mark.severity);
        const GlyphStyle& style = mark_styles()[severity];
        const double size = kMarkPixels[severity] * unit_of(box_);
        add_glyph(shape_of_mark(style.path), mark.at, 0, size);
        image_.fill(polygons_, Inside::odd, rgb_of(kGround.on_light));
        paint_borders(kMarkBorder * size * scale_, rgb_of(kMarkLine.on_light));
        add_glyph(style.path, mark.at, 0, size);
        image_.fill(polygons_, Inside::odd, rgb_of(style.on_light));
    }
}

#endif

}  // namespace

PixelSize size_of_png(const Picture& picture, std::size_t width) {
    const Bounds box = picture.bounds.with_margin();
    if (width == 0) width = static_cast<std::size_t>(pixels_of(box, box.width()));
    const double height = std::round(static_cast<double>(width) * box.height() / box.width());
    constexpr double kTallest = 1e15;
    return {width, static_cast<std::size_t>(std::clamp(height, 1.0, kTallest))};
}

std::optional<std::string> wrong_size(const PixelSize& size) {
    if (size.height <= kMostPixels / size.width) return std::nullopt;
    return fmt::format("--width: the picture would have {} by {} pixels, and at most {} are drawn",
                       size.width, size.height, kMostPixels);
}

#ifdef FLATLINE_TOOL_PNG

bool has_png() { return true; }

std::string png_version() { return png_get_libpng_ver(nullptr); }

void write_png(Output& out, const Picture& picture, const PixelSize& size) {
    const Image image = Painter(picture, size).run();
    png_image head = {};
    head.version = PNG_IMAGE_VERSION;
    head.width = static_cast<png_uint_32>(size.width);
    head.height = static_cast<png_uint_32>(size.height);
    head.format = PNG_FORMAT_RGB;
    // To compute the size first would compress the picture twice.
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(head);
    std::vector<char> packed(bytes);
    if (png_image_write_to_memory(&head, packed.data(), &bytes, 0, image.bytes().data(), 0,
                                  nullptr) == 0) {
        // The room suffices, so that memory is all that can be out.
        throw std::bad_alloc();
    }
    out.write({packed.data(), bytes});
}

#else

bool has_png() { return false; }

std::string png_version() { return ""; }

void write_png(Output&, const Picture&, const PixelSize&) {}

#endif

}  // namespace flatline::engine::tool
