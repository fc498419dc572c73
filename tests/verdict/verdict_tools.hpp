// Sound maps of each port, and what is judged of texts, lumps and findings.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/check_maps.hpp"
#include "model/binary.hpp"
#include "model/check.hpp"
#include "model/resources.hpp"
#include "model/verdict.hpp"
#include "nodes/write.hpp"
#include "reference/binary_compare.hpp"
#include "reference/reference_binary.hpp"
#include "support/binary_maps.hpp"
#include "support/load_text.hpp"
#include "verdict/table.hpp"

namespace verdict_tools {

using flatline::engine::MapFormat;
using flatline::engine::Port;

struct Judged {
    flatline::engine::Verdicts verdicts;
    bool made = false;
};

/// A namespace that the port knows.
inline std::string own_namespace(Port port) {
    switch (port) {
        case Port::gzdoom:
            return "zdoom";
        case Port::zdbsp:
            return "doom";
        default:
            return std::string(flatline::engine::port_name(port));
    }
}

/// A map that loads in the port, and in which no rule finds anything.
inline check_maps::Parts sound(Port port) {
    check_maps::Parts parts;
    parts.map_namespace = own_namespace(port);
    parts.things = "thing{x=8;y=8;type=1;skill1=true;single=true;}";
    return parts;
}

inline Judged judged_text(std::string_view text,
                          const flatline::engine::LoadOptions& options = {}) {
    const flatline::engine::LoadResult<flatline::engine::Map> loaded =
        load_text::load(text, options);
    flatline::engine::VerdictInput input;
    input.load = &loaded.findings;
    input.text = text;
    flatline::engine::Result<flatline::engine::CheckReport> checked;
    if (loaded) {
        input.map = &loaded.value;
        checked = flatline::engine::check(loaded.value);
        input.check = &checked.findings;
    }
    return {flatline::engine::judge(input), true};
}

inline Judged judged_binary(const reference::BinaryMap& map, bool checks = true) {
    const flatline::engine::BinaryLumps lumps = binary_compare::lumps_of(map);
    flatline::engine::LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    const flatline::engine::LoadResult<flatline::engine::Map> loaded =
        flatline::engine::load_binary_borrowed(lumps, options);
    flatline::engine::VerdictInput input;
    input.load = &loaded.findings;
    input.format = lumps.hexen ? MapFormat::hexen : MapFormat::doom;
    input.nodes = lumps.nodes;
    input.ssectors = lumps.ssectors;
    flatline::engine::Result<flatline::engine::CheckReport> checked;
    if (loaded) input.map = &loaded.value;
    if (loaded && checks) {
        checked = flatline::engine::check(loaded.value);
        input.check = &checked.findings;
    }
    return {flatline::engine::judge(input), true};
}

/// The lumps of a Doom map in this order, as a port finds them after the label; no load.
inline Judged judged_lumps(const reference::BinaryMap& map, const std::vector<std::string>& names,
                           flatline::engine::CText label = "MAP01") {
    std::vector<flatline::engine::VerdictLump> lumps;
    std::vector<flatline::engine::MapLump> listed;
    std::vector<std::string> bytes;
    for (const std::string& name : names) bytes.push_back(map.lump(name));
    for (std::size_t i = 0; i < names.size(); ++i) {
        lumps.push_back({names[i], load_text::bytes(bytes[i])});
        listed.push_back({names[i].c_str(), 0, bytes[i].size(), true});
    }
    flatline::engine::MapEntry entry;
    entry.name = label;
    entry.format = MapFormat::doom;
    entry.lumps = {listed.data(), listed.size()};
    flatline::engine::VerdictInput input;
    input.entry = &entry;
    input.lumps = {lumps.data(), lumps.size()};
    return {flatline::engine::judge(input), true};
}

inline const std::vector<std::string>& usual_lumps() {
    static const std::vector<std::string> names = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                                   "SEGS",   "SSECTORS", "NODES",    "SECTORS",
                                                   "REJECT", "BLOCKMAP"};
    return names;
}

/// A line of a special of Boom in front of a side whose texture no resource has.
inline Judged judged_boom() {
    check_maps::Parts parts = sound(Port::dsda);
    parts.linedefs.insert(parts.linedefs.find('{') + 1, "special=242;");
    parts.sidedefs.insert(parts.sidedefs.find('{') + 1, "texturetop=\"GONE\";");
    static const std::string text = parts.text();
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    flatline::engine::Resources resources;
    (void)resources.add(flatline::engine::ResourceKind::texture, "WALL");
    flatline::engine::CheckOptions options =
        check_maps::only({flatline::engine::Rule::texture_unknown});
    options.resources = &resources;
    const flatline::engine::Result<flatline::engine::CheckReport> checked =
        flatline::engine::check(loaded.value, options);
    flatline::engine::VerdictInput input;
    input.map = &loaded.value;
    input.check = &checked.findings;
    return {flatline::engine::judge(input), true};
}

/// What only the port's own reading of elements or nodes tells.
inline Judged judged_reading(const flatline::engine::VerdictRow& row, Port port) {
    reference::BinaryMap map = testing_support::two_rooms(false);
    std::vector<std::string> names = usual_lumps();
    if (row.rule == "port-elements") {
        if (port == Port::srb2) return judged_lumps(map, names, "map01");
        if (row.detail.empty()) {
            names.erase(names.begin() + 4, names.end());
        } else {
            map.lumps["VERTEXES"].resize(4);
        }
    } else if (row.detail.empty()) {
        if (port != Port::woof) map.lumps["NODES"].clear();
        testing_support::set_word(map.lumps["SEGS"], 6, 99);
    } else if (port == Port::srb2) {
        testing_support::set_word(map.lumps["SEGS"], 6, 99);
    } else {
        testing_support::set_word(map.lumps["SSECTORS"], 2, 99);
    }
    return judged_lumps(map, names);
}

inline MapFormat format_of(const flatline::engine::verdict::Source& source) {
    return (source.where & flatline::engine::verdict::kText) != 0   ? MapFormat::udmf
           : (source.where & flatline::engine::verdict::kDoom) != 0 ? MapFormat::doom
                                                                    : MapFormat::hexen;
}

/// A map of which only the lumps are known, as the row wants them.
inline Judged judged_entry(const flatline::engine::VerdictRow& row,
                           const flatline::engine::verdict::Source& source) {
    flatline::engine::MapEntry entry;
    entry.name = "MAP01";
    entry.format = format_of(source);
    std::vector<std::string> names = {"THINGS",   "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",
                                      "SSECTORS", "NODES",    "SECTORS",  "REJECT",   "BLOCKMAP"};
    if (entry.format == MapFormat::udmf) names = {"TEXTMAP", "ZNODES", "ENDMAP"};
    const auto drop = [&](std::string_view name) {
        names.erase(std::remove(names.begin(), names.end(), name), names.end());
    };
    if (row.detail == "order") std::swap(names[0], names[1]);
    if (row.detail == "SEGS" || row.detail == "REJECT" || row.detail == "BLOCKMAP") {
        drop(row.detail);
    } else if (entry.format == MapFormat::udmf) {
        names.insert(names.begin() + 1, "BLOCKMAP");
    }
    if (row.detail == "five") {
        for (const char* name : {"SEGS", "SSECTORS", "NODES", "REJECT", "BLOCKMAP"}) drop(name);
    }
    if (row.rule == "nodes-missing") drop("ZNODES");
    if (row.rule == "wad-endmap-missing") drop("ENDMAP");
    std::vector<flatline::engine::MapLump> lumps;
    for (const std::string& name : names) lumps.push_back({name.c_str(), 0, 10, true});
    entry.lumps = {lumps.data(), lumps.size()};
    flatline::engine::VerdictInput input;
    input.entry = &entry;
    const std::string head =
        std::string(row.detail) + (row.detail == "ZGL" ? "N" : "") + "\0\0\0\0";
    if (row.rule == "port-nodes") {
        const bool in_ssectors = row.detail == "ZGL" && entry.format != MapFormat::udmf;
        (entry.format == MapFormat::udmf ? input.znodes
         : in_ssectors                   ? input.ssectors
                                         : input.nodes) = load_text::bytes(head);
    }
    return {flatline::engine::judge(input), true};
}

/// A finding of the row's rule, and of its detail, that a load or a check has made.
inline Judged judged_finding(const flatline::engine::VerdictRow& row,
                             const flatline::engine::verdict::Source& source) {
    flatline::engine::Finding f =
        flatline::engine::make_finding(flatline::engine::find_rule(row.rule));
    if (row.detail == "more" || row.detail == "long") f.a = 1;
    if (row.detail == "fewer" || row.detail == "short") f.b = 1;
    if (row.detail == "wall") f.b = 1;
    if (row.detail == "sidefront" || row.detail == "sideback") {
        f.field = flatline::engine::find_field(FLATLINE_LINEDEF, row.detail);
    }
    flatline::engine::FindingList list;
    list.add(f);
    flatline::engine::VerdictInput input;
    input.check = &list;
    input.format = format_of(source);
    flatline::engine::LoadResult<flatline::engine::Map> srb2;
    if (row.detail == "srb2") {  // slopes are the port's of the namespace
        static const std::string text = sound(Port::srb2).text();
        srb2 = load_text::load(text);
        input.map = &srb2.value;
    }
    return {flatline::engine::judge(input), true};
}

/// So many triangles that their nodes do not fit 15 bits, with these nodes in ZNODES.
inline Judged judged_many_nodes(int triangles) {
    std::string text = "namespace=\"srb2\";thing{x=9;y=9;type=1;}";
    const auto number = [](int value) { return std::to_string(value); };
    for (int i = 0; i < triangles; ++i) {
        const int x = i % 200 * 8;
        const int y = i / 200 * 8;
        for (const auto& [dx, dy] : {std::pair{0, 0}, {0, 4}, {4, 0}}) {
            text += "vertex{x=" + number(x + dx) + ";y=" + number(y + dy) + ";}";
        }
        for (int k = 0; k < 3; ++k) {
            text += "linedef{v1=" + number(3 * i + k) + ";v2=" + number(3 * i + (k + 1) % 3) +
                    ";sidefront=" + number(i) + ";}";
        }
        text += "sidedef{sector=0;}";
    }
    text += "sector{texturefloor=\"A\";textureceiling=\"A\";}\n";
    flatline::engine::LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BUILD_NODES;
    const flatline::engine::LoadResult<flatline::engine::Map> built =
        load_text::load(text, options);
    const flatline_bsp& nodes = built.value.nodes();
    std::string lump(flatline::engine::nodes::xgl3_bytes(nodes), '\0');
    const bool written =
        flatline::engine::nodes::write_xgl3(nodes, reinterpret_cast<unsigned char*>(lump.data()));
    options = {};
    options.lumps.znodes = load_text::bytes(lump);
    if (!written) return {};
    const flatline::engine::LoadResult<flatline::engine::Map> loaded =
        load_text::load(text, options);
    flatline::engine::VerdictInput input;
    input.map = &loaded.value;
    return {flatline::engine::judge(input), true};
}

/// Maps with a number, or with so many elements, that 16 bits do not hold it. Without the rules of
/// a check, which take long for many lines in one place.
inline Judged judged_large(const flatline::engine::VerdictRow& row) {
    constexpr int kMany = 32770;
    if (row.detail == "32768") return judged_many_nodes(kMany);
    reference::BinaryMap map = testing_support::two_rooms(false);
    static const std::map<std::string_view, const char*> kEmpty = {
        {"map-empty-vertices", "VERTEXES"},
        {"map-empty-lines", "LINEDEFS"},
        {"map-empty-sides", "SIDEDEFS"},
        {"map-empty-sectors", "SECTORS"},
        {"map-empty-things", "THINGS"}};
    if (const auto empty = kEmpty.find(row.rule); empty != kEmpty.end()) {
        map.lumps[empty->second].clear();
        return judged_lumps(map, usual_lumps());
    }
    if (row.detail == "side sector") {
        const std::string record = map.lumps["SECTORS"].substr(0, 26);
        for (int i = 0; i < kMany; ++i) map.lumps["SECTORS"] += record;
        testing_support::set_word(map.lumps["SIDEDEFS"], 28, kMany);
    } else if (row.detail == "signed") {
        const std::string record = map.lumps["LINEDEFS"].substr(0, 14);
        for (int i = 0; i < kMany; ++i) map.lumps["LINEDEFS"] += record;
    } else {
        return {};
    }
    return judged_binary(map, false);
}

}  // namespace verdict_tools
