// Compares a load of a binary map with the reference: what is refused and where, what is repaired,
// and every array, name, column, unknown field and plane of what loads. Tests and a fuzzer share
// it, so it needs no test library.
#pragma once

#include <string>
#include <string_view>

#include "model/binary.hpp"
#include "model/fields.hpp"
#include "reference/reference_binary.hpp"
#include "support/binary_map.hpp"
#include "support/load_text.hpp"
#include "support/map_content.hpp"
#include "support/oracle.hpp"

namespace binary_compare {

using reference::BinaryMap;
using Result = flatline::engine::LoadResult<flatline::engine::Map>;

/// The lumps as a host gives them; valid as long as `map`.
inline flatline::engine::BinaryLumps lumps_of(const BinaryMap& map) {
    return binary_map::lumps_by_name(map.hexen(), [&](const char* name) {
        const auto found = map.lumps.find(name);
        return found == map.lumps.end() ? flatline::engine::Bytes()
                                        : load_text::bytes(found->second);
    });
}

inline std::string line_of(std::string_view rule, std::string_view lump, std::uint64_t offset,
                           std::uint64_t index, std::string_view field) {
    return std::string(rule) + " " + std::string(lump) + " " + std::to_string(offset) + " " +
           std::to_string(index) + " " + std::string(field) + "\n";
}

/// The findings about bad indices, one a line: rule, lump, offset, record, field.
inline std::string faults_of(const Result& result) {
    const std::string_view rules[] = {"line-vertex-range", "line-side-range", "line-missing-front",
                                      "line-no-sides", "side-sector-range"};
    std::string out;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        const std::string_view rule = load_text::rule_id(f);
        for (const std::string_view known : rules) {
            if (rule == known) {
                out += line_of(
                    rule, flatline::engine::lump_name(static_cast<flatline::engine::Lump>(f.lump)),
                    f.offset, f.index, flatline::engine::field_name(f.field));
            }
        }
    }
    return out;
}

inline std::string faults_of(const reference::BinaryText& text) {
    std::string out;
    for (const reference::BinaryRefusal& f : text.faults) {
        out += line_of(f.rule, f.lump, f.offset, f.index, f.field);
    }
    return out;
}

inline std::string planes_of(const flatline::engine::Map& map) {
    std::string all;
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) {
        const flatline_plane planes[] = {map.floor_plane(i), map.ceiling_plane(i)};
        map_content::append(all, planes, sizeof planes);
    }
    return all;
}

/// "" or how the load `result` of `map` differs from what the reference says of it, read in
/// `map_namespace` ("" for that of the format).
inline std::string difference(const Result& result, const BinaryMap& map,
                              const std::string& map_namespace = "", bool repair = false) {
    const reference::BinaryText expected = reference::write_udmf(map, map_namespace, repair);
    if (const std::string fault = oracle::first_fault(result, ""); !fault.empty()) return fault;
    if (static_cast<bool>(result) != expected.good) {
        return "loaded: " + std::to_string(static_cast<bool>(result)) + " against " +
               std::to_string(expected.good) + "\n" + load_text::story(result, "") + "against\n" +
               faults_of(expected);
    }
    if (faults_of(result) != faults_of(expected)) {
        return faults_of(result) + "against\n" + faults_of(expected);
    }
    if (!result) return "";
    const Result text = load_text::load(expected.text);
    if (!text) return "the text is refused: " + load_text::story(text, expected.text);
    if (map_content::of(result.value) == map_content::of(text.value) &&
        planes_of(result.value) == planes_of(text.value)) {
        return "";
    }
    return "the content is not that of the text";
}

/// Loads `map` and compares.
inline std::string difference(const BinaryMap& map, const std::string& map_namespace = "",
                              bool repair = false) {
    flatline::engine::LoadOptions options;
    options.namespace_override = map_namespace;
    options.repair = repair ? flatline::engine::Repair::repair : flatline::engine::Repair::refuse;
    return difference(flatline::engine::load_binary_borrowed(lumps_of(map), options), map,
                      map_namespace, repair);
}

}  // namespace binary_compare
