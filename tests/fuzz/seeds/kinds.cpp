#include "fuzz/seeds/kinds.hpp"

#include <iterator>
#include <utility>

#include "check/doom3_rows.hpp"
#include "doom3/texts.hpp"
#include "mapgen.hpp"
#include "model/fields.hpp"
#include "support/binary_maps.hpp"
#include "support/nodes_tools.hpp"
#include "support/wad_builder.hpp"
#include "support/zlib_stream.hpp"
#include "tools/rule_maps/lumps.hpp"
#include "tools/rule_maps/made.hpp"

namespace seeds {
namespace {

namespace mapgen = flatline::engine::mapgen;
namespace rule_maps = flatline::engine::tool_test::rule_maps;
using testing_support::WadBuilder;

// What is longer would be mutated for long without a word of it mattering.
constexpr std::size_t kMost = 16'000;

void add(List& list, std::string name, std::string bytes) {
    if (!bytes.empty() && bytes.size() <= kMost) {
        list.push_back({std::move(name), std::move(bytes)});
    }
}

// Small, and each with another of the odd layouts.
List generated() {
    constexpr bool mapgen::Options::*kOdd[] = {
        &mapgen::Options::crlf,         &mapgen::Options::comments,
        &mapgen::Options::tabs,         &mapgen::Options::random_key_order,
        &mapgen::Options::messy_layout, &mapgen::Options::user_keys};
    List list;
    for (const auto flavour :
         {mapgen::Flavour::Zdoom, mapgen::Flavour::Srb2, mapgen::Flavour::Dsda}) {
        for (const auto style :
             {mapgen::Style::Udb, mapgen::Style::Slade, mapgen::Style::Minified}) {
            mapgen::Options options;
            options.target_bytes = 6000;
            options.flavour = flavour;
            options.style = style;
            options.seed = 1 + list.size();
            options.sloped_fraction = 0.5;
            options.*kOdd[list.size() % std::size(kOdd)] = true;
            add(list, "generated" + std::to_string(list.size()), mapgen::generate(options).text);
        }
    }
    return list;
}

WadBuilder with_game(std::string_view text, const List& lumps) {
    WadBuilder wad;
    rule_maps::add_game(wad);
    wad.lump("MAP01").lump("TEXTMAP", text).lump("BEHAVIOR", rule_maps::behavior());
    for (const Named& lump : lumps) wad.lump(lump.name, lump.bytes);
    return wad.lump("ENDMAP");
}

// A map of Doom or Hexen with nodes of another form than the classic one.
void add_binary_nodes(List& list) {
    for (const bool hexen : {false, true}) {
        const std::string format = hexen ? "hexen" : "doom";
        reference::BinaryMap map = testing_support::two_rooms(hexen);
        add(list, format, testing_support::wad_of(map, testing_support::kBinaryLumps));
        const auto with = [&](const std::string& name, const std::string& segs,
                              const std::string& ssectors, const std::string& nodes) {
            map.lumps["SEGS"] = segs;
            map.lumps["SSECTORS"] = ssectors;
            map.lumps["NODES"] = nodes;
            add(list, format + "-" + name,
                testing_support::wad_of(map, testing_support::kBinaryLumps));
        };
        for (const Named& form : znodes()) {
            // GL forms stand in SSECTORS, the others in NODES.
            const bool gl = form.name[1] == 'G';
            with(form.name, "", gl ? form.bytes : "", gl ? "" : form.bytes);
        }
        const nodes_tools::BinaryLumps deep =
            nodes_tools::classic_lumps(nodes_tools::open_two_squares_lump(), true);
        with("xNd4", deep.segs, deep.ssectors, deep.nodes);
    }
}

}  // namespace

List znodes() {
    List list;
    for (const std::string form : {"NOD", "GLN", "GL2", "GL3"}) {
        nodes_tools::Lump lump =
            form == "NOD" ? nodes_tools::open_two_squares_lump() : nodes_tools::two_squares_lump();
        const std::string payload = nodes_tools::payload("X" + form, lump);
        add(list, "X" + form, "X" + form + payload);
        add(list, "Z" + form, "Z" + form + testing_support::zlib_stream(payload, 6));
    }
    return list;
}

List texts(bool fires) {
    List list;
    for (const rule_maps::Row& row : rule_maps::all_rows()) {
        add(list, row.rule, rule_maps::make(fires ? row.fires : row.silent).text);
    }
    if (fires) return list;
    for (const flatline::engine::NamespaceRow& row : flatline::engine::namespace_rows()) {
        add(list, "namespace-" + std::string(row.name), testing_support::square_text(row.name));
    }
    for (Named& text : generated()) list.push_back(std::move(text));
    add(list, "two-squares", nodes_tools::two_squares_map());
    return list;
}

List doom3_maps(bool fires) {
    List list;
    for (const doom3_rows::Row& row : doom3_rows::rows()) {
        add(list, row.rule, fires ? row.fires : row.silent);
    }
    if (fires) return list;
    const std::string quake = "( 0 0 0 ) ( 0 1 0 ) ( 1 1 0 ) \"a\" 0 0 0 1 1\n";
    const std::string points =
        "( 0 0 0 ) ( 0 1 0 ) ( 1 1 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"textures/a\" 0 0 0\n";
    add(list, "cube-and-patch", doom3_maps::world(doom3_maps::cube() + doom3_maps::kPatch));
    add(list, "prism", doom3_rows::prism(24));
    add(list, "patch-15-by-9", doom3_rows::sized(15, 9));
    add(list, "patchDef3", doom3_rows::patch("5 3 4 2 0 0 0", doom3_rows::grid(5, 3), "patchDef3"));
    add(list, "brush", doom3_maps::world("{\n" + quake + quake + quake + quake + "}\n"));
    for (const std::string kind : {"brushDef", "brushDef2"}) {
        add(list, kind, doom3_maps::world("{\n" + kind + "\n{\n" + points + points + "}\n}\n"));
    }
    add(list, "moved", doom3_rows::entity("\"origin\" \"8 16 24\"\n" + doom3_rows::box()));
    return list;
}

List wads(bool fires) {
    List list;
    for (const rule_maps::Row& row : rule_maps::all_rows()) {
        const rule_maps::Made made = rule_maps::make(fires ? row.fires : row.silent);
        List lumps;
        for (const auto& [name, bytes] : made.lumps) lumps.push_back({name, bytes});
        add(list, row.rule, with_game(made.text, lumps).build());
        if (row.binary) add(list, row.rule + std::string("-binary"), rule_maps::as_lumps(made));
    }
    for (const rule_maps::LumpRow& row : rule_maps::lump_rows()) {
        add(list, row.rule + std::string("-lump"), fires ? row.fires : row.silent);
    }
    if (fires) return list;
    for (const Named& form : znodes()) {
        add(list, form.name,
            with_game(nodes_tools::two_squares_map(),
                      {{"ZNODES", form.bytes}, {"REJECT", std::string(1, '\0')}})
                .build());
    }
    add_binary_nodes(list);
    for (const Named& text : generated()) add(list, text.name, with_game(text.bytes, {}).build());
    return list;
}

}  // namespace seeds
