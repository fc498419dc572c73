#include "draw/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "draw/base64.hpp"
#include "draw/kinds.hpp"
#include "draw/subsectors.hpp"
#include "model/check.hpp"
#include "unknown_json.hpp"
#include "value_at.hpp"

namespace flatline::engine::tool {
namespace {

template <class T>
void numbers(JsonWriter& json, std::string_view key, const std::vector<T>& values) {
    json.member(key, base64(values));
}

/// Writes the elements of one kind: a value of every standard field for each, and lists of the
/// other fields.
class ElementTable {
public:
    template <class Element>
    ElementTable(JsonWriter& json, const Map& map, std::uint8_t block, View<Element> elements)
        : json_(json),
          map_(map),
          block_(block),
          first_(reinterpret_cast<const unsigned char*>(elements.data())),
          size_(sizeof(Element)),
          count_(elements.size()) {}

    void write() {
        json_.key(element_name(block_));
        json_.begin_object();
        json_.member("count", count_);
        write_fields();
        write_flags();
        write_columns();
        write_unknowns();
        json_.end_object();
    }

private:
    template <class T>
    std::vector<T> values_at(std::size_t offset) const {
        std::vector<T> values(count_);
        for (std::size_t i = 0; i < count_; ++i)
            values[i] = value_at<T>(first_ + i * size_ + offset);
        return values;
    }

    void write_fields() {
        json_.key("fields");
        json_.begin_array();
        for (const StandardField& field : standard_fields()) {
            if (field.block != block_ || field.bit != 0) continue;
            json_.begin_object();
            json_.member("name", field.name);
            if (field.is_name || field.is_index) {
                json_.member("type", field.is_name ? "name" : "index");
                numbers(json_, "values", values_at<std::uint32_t>(field.offset));
            } else if (field.kind == FLATLINE_REAL) {
                json_.member("type", "real");
                numbers(json_, "values", values_at<double>(field.offset));
            } else {
                json_.member("type", "integer");
                numbers(json_, "values", values_at<std::int32_t>(field.offset));
            }
            json_.end_object();
        }
        json_.end_array();
    }

    void write_flags() {
        bool any = false;
        for (const StandardField& field : standard_fields()) {
            if (field.block != block_ || field.bit == 0) continue;
            if (!any) {
                numbers(json_, "flags", values_at<std::uint32_t>(field.offset));
                json_.key("flagNames");
                json_.begin_array();
            }
            any = true;
            json_.begin_array();
            json_.natural(field.bit);
            json_.string(field.name);
            json_.end_array();
        }
        if (any) json_.end_array();
    }

    void write_columns() {
        json_.key("columns");
        json_.begin_array();
        for (const flatline_column& column : map_.columns()) {
            if (column.element != block_) continue;
            json_.begin_object();
            json_.member("name", field_name(column.field));
            numbers(json_, "elements",
                    std::vector<std::uint32_t>(column.elements, column.elements + column.count));
            write_column_values(column);
            json_.end_object();
        }
        json_.end_array();
    }

    void write_column_values(const flatline_column& column) {
        const std::uint32_t count = column.count;
        const auto put = [&](std::string_view type, const auto* values) {
            json_.member("type", type);
            numbers(json_, "values", std::vector(values, values + count));
        };
        switch (column.kind) {
            case FLATLINE_INTEGER:
                return put("integer", column.values.integers);
            case FLATLINE_REAL:
                return put("real", column.values.reals);
            case FLATLINE_BOOLEAN:
                return put("boolean", column.values.booleans);
            default:
                break;
        }
        const bool is_text = column.kind == FLATLINE_STRING;
        json_.member("type", is_text ? "text" : "ids");
        json_.key("values");
        json_.begin_array();
        for (std::uint32_t i = 0; i < count; ++i) {
            if (is_text) {
                json_.string(map_.text(column.values.texts[i]));
                continue;
            }
            const flatline_text range = column.values.ids[i];
            json_.begin_array();
            for (std::uint32_t k = 0; k < range.size; ++k) {
                json_.integer(map_.ids()[range.offset + k]);
            }
            json_.end_array();
        }
        json_.end_array();
    }

    /// As [element, name, value in words]; what is inside blocks is left out.
    void write_unknowns() {
        json_.key("unknown");
        json_.begin_array();
        for (const flatline_unknown& unknown : map_.unknowns()) {
            if (unknown.element != block_ || unknown.depth != 0) continue;
            json_.begin_array();
            json_.natural(unknown.index);
            json_.string(map_.text(unknown.name));
            if (!write_plain_value(json_, map_, unknown)) {
                json_.string(unknown.kind == FLATLINE_KEYWORD ? map_.text(unknown.value.string)
                                                              : "{ ... }");
            }
            json_.end_array();
        }
        json_.end_array();
    }

    JsonWriter& json_;
    const Map& map_;
    const std::uint8_t block_;
    const unsigned char* const first_;
    const std::size_t size_;
    const std::size_t count_;
};

void write_kinds(JsonWriter& json, const Map& map) {
    std::vector<std::uint8_t> lines;
    for (const flatline_linedef& line : map.linedefs()) {
        lines.push_back(static_cast<std::uint8_t>(kind_of_line(map, line)));
    }
    numbers(json, "lineKinds", lines);
    std::vector<std::uint8_t> things;
    for (const flatline_thing& thing : map.things()) {
        things.push_back(static_cast<std::uint8_t>(kind_of_thing(map, thing.type)));
    }
    numbers(json, "thingKinds", things);
}

/// The tags that specials of lines name.
void write_tags(JsonWriter& json, const Picture& picture) {
    const Map& map = picture.map();
    std::vector<std::int32_t> tags;
    for (const flatline_linedef& line : map.linedefs()) {
        tags.push_back(sector_tag(map, picture.session.entry, line));
    }
    const auto is_tag = [](std::int32_t tag) { return tag != 0; };
    if (std::any_of(tags.begin(), tags.end(), is_tag)) numbers(json, "lineTags", tags);
}

void write_flats(JsonWriter& json, const FlatPictures& flats) {
    if (flats.pictures.empty()) return;
    const auto bytes = [&](std::string_view key, const std::string& text) {
        json.member(key, base64(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
    };
    json.key("flats");
    json.begin_object();
    if (!flats.palette.empty()) bytes("palette", flats.palette);
    json.key("images");
    json.begin_array();
    for (const FlatPicture& flat : flats.pictures) {
        json.begin_object();
        json.member("name", flat.name);
        json.member("width", flat.width);
        json.member("height", flat.height);
        if (flat.png.empty()) {
            bytes("pixels", flat.pixels);
        } else {
            bytes("png", flat.png);
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

/// The planes that are not level.
void write_slopes(JsonWriter& json, const Map& map) {
    json.key("slopes");
    json.begin_array();
    for (std::uint32_t sector = 0; sector < map.sectors().size(); ++sector) {
        if (map.is_flat(sector)) continue;
        for (const bool ceiling : {false, true}) {
            const auto source = ceiling ? map.ceiling_source(sector) : map.floor_source(sector);
            if (source.kind == FLATLINE_PLANE_FLAT) continue;
            const auto plane = ceiling ? map.ceiling_plane(sector) : map.floor_plane(sector);
            json.begin_object();
            json.member("sector", sector);
            json.member("ceiling", ceiling);
            json.key("plane");
            json.begin_array();
            for (const double part : {plane.a, plane.b, plane.c, plane.d}) json.real(part);
            json.end_array();
            json.member("from", plane_kind_name(source.kind));
            if (source.index != FLATLINE_NONE) json.member("index", source.index);
            json.end_object();
        }
    }
    json.end_array();
}

void write_subsectors(JsonWriter& json, const Picture& picture) {
    const flatline_bsp& nodes = picture.map().nodes();
    json.key("subsectors");
    if (nodes.subsector_count == 0) return json.null();
    const SubsectorPolygons polygons = make_subsectors(picture.map(), picture.bounds.with_margin());
    json.begin_object();
    json.member("format", std::string_view(nodes.format));
    numbers(json, "rows", polygons.rows);
    numbers(json, "points", polygons.points);
    json.end_object();
}

void write_blockmap(JsonWriter& json, const Map& map) {
    const flatline_blockmap& blockmap = map.blockmap();
    json.key("blockmap");
    if (blockmap.columns == 0) return json.null();
    constexpr std::uint32_t kMost = 65535;
    std::vector<std::uint16_t> counts;
    const std::size_t cells = static_cast<std::size_t>(blockmap.columns) * blockmap.rows;
    for (std::size_t i = 0; i < cells; ++i) {
        counts.push_back(static_cast<std::uint16_t>(std::min(blockmap.cells[i].count, kMost)));
    }
    json.begin_object();
    json.member("fromLump", blockmap.from_lump != 0);
    json.key("x");
    json.real(blockmap.origin_x);
    json.key("y");
    json.real(blockmap.origin_y);
    json.member("columns", blockmap.columns);
    json.member("rows", blockmap.rows);
    numbers(json, "counts", counts);
    json.end_object();
}

}  // namespace

void write_map_data(JsonWriter& json, const Picture& picture) {
    const Map& map = picture.map();
    json.key("names");
    json.begin_array();
    for (std::uint32_t i = 0; i < map.names().size(); ++i) json.string(map.name(i));
    json.end_array();
    json.key("elements");
    json.begin_object();
    ElementTable(json, map, FLATLINE_VERTEX, map.vertices()).write();
    ElementTable(json, map, FLATLINE_LINEDEF, map.linedefs()).write();
    ElementTable(json, map, FLATLINE_SIDEDEF, map.sidedefs()).write();
    ElementTable(json, map, FLATLINE_SECTOR, map.sectors()).write();
    ElementTable(json, map, FLATLINE_THING, map.things()).write();
    json.end_object();
    write_kinds(json, map);
    write_tags(json, picture);
    write_flats(json, picture.flats);
    json.key("outlines");
    json.begin_object();
    numbers(json, "sectors", picture.outlines.sector_rows);
    numbers(json, "rings", picture.outlines.ring_rows);
    numbers(json, "vertices", picture.outlines.vertices);
    json.end_object();
    write_slopes(json, map);
    write_subsectors(json, picture);
    write_blockmap(json, map);
}

}  // namespace flatline::engine::tool
