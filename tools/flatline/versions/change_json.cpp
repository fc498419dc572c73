#include "versions/change_json.hpp"

#include <string>

namespace flatline::engine::tool {
namespace {

void write_index(JsonWriter& json, std::uint32_t index) {
    if (index == FLATLINE_NONE) {
        json.null();
    } else {
        json.natural(index);
    }
}

void write_place(JsonWriter& json, double value) {
    if (value == value) {
        json.whole(value);
    } else {
        json.null();
    }
}

std::string_view json_string_of(const flatline_change_value& value) {
    return {static_cast<const char*>(value.data), static_cast<std::size_t>(value.size)};
}

void write_value(JsonWriter& json, const Map& map, const flatline_change_value& value);

/// The contents of a block as [name, value], which is what dump has.
void write_block(JsonWriter& json, const Map& map, std::uint64_t block) {
    json.begin_array();
    const View<flatline_unknown> unknowns = map.unknowns();
    std::vector<std::uint64_t> ends;  // of the blocks that are open
    const std::uint64_t end = unknowns[block].value.block_end;
    for (std::uint64_t i = block + 1;; ++i) {
        while (!ends.empty() && i == ends.back()) {
            json.end_array();
            json.end_array();
            ends.pop_back();
        }
        if (i == end) break;
        const flatline_unknown& unknown = unknowns[i];
        json.begin_array();
        json.string(map.text(unknown.name));
        if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) {
            json.begin_array();
            ends.push_back(unknown.value.block_end);
            continue;
        }
        flatline_change_value value{};
        value.kind = unknown.kind;
        if (unknown.kind == FLATLINE_REAL) {
            value.value.real = unknown.value.real;
        } else if (unknown.kind == FLATLINE_INTEGER || unknown.kind == FLATLINE_BOOLEAN) {
            value.value.integer = unknown.value.integer;
        } else {
            const std::string_view text = map.text(unknown.value.string);
            value.data = text.data();
            value.size = text.size();
        }
        write_value(json, map, value);
        json.end_array();
    }
    json.end_array();
}

void write_value(JsonWriter& json, const Map& map, const flatline_change_value& value) {
    switch (value.kind) {
        case FLATLINE_INTEGER:
            json.integer(value.value.integer);
            break;
        case FLATLINE_REAL:
            json.real(value.value.real);
            break;
        case FLATLINE_BOOLEAN:
            json.boolean(value.value.integer != 0);
            break;
        case FLATLINE_STRING:
            json.string(json_string_of(value));
            break;
        case FLATLINE_KEYWORD:
            json.begin_object();
            json.member("keyword", json_string_of(value));
            json.end_object();
            break;
        case FLATLINE_IDS:
            json.begin_array();
            for (std::uint64_t i = 0; i < value.size; ++i) {
                json.integer(static_cast<const std::int32_t*>(value.data)[i]);
            }
            json.end_array();
            break;
        case FLATLINE_UNKNOWN_BLOCK:
            write_block(json, map, value.value.block);
            break;
        default:
            json.null();
            break;
    }
}

void write_fields(JsonWriter& json, const Comparison& comparison, const flatline_change& change) {
    json.key("fields");
    json.begin_object();
    for (const flatline_field_change& field : comparison.diff.value.fields(change)) {
        json.raw_key(
            JsonWriter::prepared_key({field.name, static_cast<std::size_t>(field.name_size)}));
        json.begin_array();
        write_value(json, comparison.map_before(), field.before);
        write_value(json, comparison.map_after(), field.after);
        json.end_array();
    }
    json.end_object();
}

std::string_view name_of_block(const Comparison& comparison, const flatline_change& change) {
    const bool in_after = change.owner_after != FLATLINE_NONE;
    const Map& map = in_after ? comparison.map_after() : comparison.map_before();
    return map.text(map.unknowns()[in_after ? change.owner_after : change.owner_before].name);
}

void begin_change(JsonWriter& json, std::string_view map, std::uint8_t kind) {
    json.begin_object();
    json.member("type", "change");
    json.member("map", map);
    json.member("kind", change_word(kind));
}

}  // namespace

void write_change_members(JsonWriter& json, const Comparison& comparison,
                          const flatline_change& change) {
    json.member("element", element_name(change.element));
    json.key("before");
    write_index(json, change.before);
    json.key("after");
    write_index(json, change.after);
    json.key("x");
    write_place(json, change.x);
    json.key("y");
    write_place(json, change.y);
    if (change.element == FLATLINE_BLOCK) json.member("name", name_of_block(comparison, change));
    if (change.element == FLATLINE_SIDEDEF) {
        json.key("linedef");
        json.begin_array();
        write_index(json, change.owner_before);
        write_index(json, change.owner_after);
        json.end_array();
        json.member("side", change.side == 0 ? "front" : "back");
    }
    if (change.flipped != 0) json.member("flipped", true);
    if (change.kind == FLATLINE_CHANGED) write_fields(json, comparison, change);
}

void write_changes_json(JsonWriter& json, std::string_view map, const Comparison& comparison) {
    for (const flatline_change& change : comparison.diff.value.changes()) {
        if (json.output().failed()) return;
        begin_change(json, map, change.kind);
        write_change_members(json, comparison, change);
        json.end_object();
        json.end_line();
    }
    for (const LumpChange& change : comparison.lumps) {
        begin_change(json, map, change.kind);
        json.member("element", "lump");
        json.key("before");
        write_index(json, change.before);
        json.key("after");
        write_index(json, change.after);
        json.key("x");
        json.null();
        json.key("y");
        json.null();
        json.member("name", change.name);
        json.end_object();
        json.end_line();
    }
}

}  // namespace flatline::engine::tool
