// A loaded Map as JSON in the shape of `flatline dump`, made with the public API alone.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/map.hpp"
#include "reference/reference_reader.hpp"
#include "support/map_arrays.hpp"

namespace map_json {

using nlohmann::json;

inline constexpr const char* kKinds[] = {"vertex", "linedef", "sidedef", "sector", "thing"};
inline constexpr const char* kArrays[] = {"vertices", "linedefs", "sidedefs", "sectors", "things"};

inline json text(const flatline::engine::Map& map, flatline_text t) {
    return reference::printable(std::string(map.text(t)));
}

template <class T>
T member(const void* element, std::uint16_t offset) {
    T value;
    std::memcpy(&value, static_cast<const char*>(element) + offset, sizeof value);
    return value;
}

inline json standard_value(const flatline::engine::Map& map,
                           const flatline::engine::StandardField& field, const void* element) {
    if (field.bit != 0) {
        return (member<std::uint32_t>(element, field.offset) & field.bit) != 0;
    }
    if (field.is_name) {
        const auto name = member<std::uint32_t>(element, field.offset);
        return reference::printable(std::string(map.name(name)));
    }
    if (field.is_index) {
        const auto index = member<std::uint32_t>(element, field.offset);
        return index == FLATLINE_NONE ? json(-1) : json(index);
    }
    return field.kind == FLATLINE_REAL ? json(member<double>(element, field.offset))
                                       : json(member<std::int32_t>(element, field.offset));
}

inline json json_of(std::int32_t value) { return value; }
inline json json_of(double value) { return value; }
inline json json_of(bool value) { return value; }
inline json json_of(std::string_view value) { return reference::printable(std::string(value)); }
inline json json_of(flatline::engine::View<std::int32_t> ids) {
    json all = json::array();
    for (const std::int32_t id : ids) all.push_back(id);
    return all;
}

inline void add_elements(const flatline::engine::Map& map, json& dump) {
    std::uint8_t kind = 0;
    for (const map_arrays::Elements& elements : map_arrays::elements(map)) {
        json& array = dump[kArrays[kind]] = json::array();
        for (std::uint32_t i = 0; i < elements.count; ++i) {
            const char* element = elements[i];
            json object = json::object();
            for (const flatline::engine::StandardField& field :
                 flatline::engine::standard_fields()) {
                if (field.block == kind) {
                    object[std::string(field.name)] = standard_value(map, field, element);
                }
            }
            if (kind != FLATLINE_VERTEX) {
                object["comment"] = "";  // the one standard field that is a column
            }
            array.push_back(object);
        }
        dump["counts"][kArrays[kind++]] = elements.count;
    }
    for (const flatline_column& column : map.columns()) {
        for (std::uint32_t i = 0; i < column.count; ++i) {
            json& object = dump[kArrays[column.element]][column.elements[i]];
            object[std::string(flatline::engine::field_name(column.field))] =
                map_arrays::column_value(map, column, i,
                                         [](const auto& value) { return json_of(value); });
        }
    }
}

inline json unknown_value(const flatline::engine::Map& map, std::uint64_t i) {
    const flatline_unknown& entry = map.unknowns()[i];
    switch (entry.kind) {
        case FLATLINE_INTEGER:
            return entry.value.integer;
        case FLATLINE_REAL:
            return entry.value.real;
        case FLATLINE_BOOLEAN:
            return entry.value.boolean != 0;
        case FLATLINE_STRING:
            return text(map, entry.value.string);
        case FLATLINE_KEYWORD:
            return {{"keyword", text(map, entry.value.string)}};
        default:
            break;
    }
    json entries = json::array();
    for (std::uint64_t k = i + 1; k < entry.value.block_end;) {
        const flatline_unknown& inner = map.unknowns()[k];
        entries.push_back(json::array({text(map, inner.name), unknown_value(map, k)}));
        k = inner.kind == FLATLINE_UNKNOWN_BLOCK ? inner.value.block_end : k + 1;
    }
    return entries;
}

inline void add_unknowns(const flatline::engine::Map& map, json& dump) {
    json& unknown = dump["unknown"];
    for (const char* kind :
         {"vertex", "linedef", "sidedef", "sector", "thing", "global", "block"}) {
        unknown[kind] = json::array();
    }
    for (std::uint64_t i = 0; i < map.unknowns().size();) {
        const flatline_unknown& entry = map.unknowns()[i];
        const bool block = entry.kind == FLATLINE_UNKNOWN_BLOCK;
        json line = json::array();
        if (entry.element <= FLATLINE_THING) {
            line.push_back(entry.index);
        }
        line.push_back(text(map, entry.name));
        line.push_back(unknown_value(map, i));
        unknown[entry.element <= FLATLINE_THING ? kKinds[entry.element]
                                                : (block ? "block" : "global")]
            .push_back(line);
        i = block ? entry.value.block_end : i + 1;
    }
}

inline json dump(const flatline::engine::Map& map) {
    json result;
    add_elements(map, result);
    add_unknowns(map, result);
    result["sector_lines"] = json::array();
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) {
        json lines = json::array();
        for (const std::uint32_t line : map.sector_lines(i)) {
            lines.push_back(line);
        }
        result["sector_lines"].push_back(lines);
    }
    result["namespace"] = reference::printable(std::string(map.map_namespace()));
    result["format"] = "udmf";
    for (const char* part : {"floor_planes", "ceiling_planes", "nodes", "blockmap"}) {
        result[part] = nullptr;
    }
    return result;
}

}  // namespace map_json
