// What each port would make of a map, with the lumps around it that are named; and the table.
// Run: maps/rooms.textmap TEXTMAP ZNODES
#include <flatline/flatline.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto map = flatline::load(text);
    if (!map) return 1;
    const auto report = flatline::check(*map);
    if (!report) return 1;

    // A WAD with those lumps of the map alone: its own text, and nodes that are built. Which lumps
    // a port wants or refuses is a part of the verdict.
    const auto made = flatline::make_map_lumps(*map);
    if (!made) return 1;
    std::vector<flatline_named_lump> lumps = {{"MAP01", {}}};
    for (auto& lump : made->lumps()) {
        const auto is_named = [&](const char* name) { return std::string(name) == lump.name; };
        if (std::any_of(argv + 2, argv + argc, is_named)) lumps.push_back(lump);
        if (std::string("TEXTMAP") == lumps.back().name) lumps.back().bytes = flatline::Bytes(text);
    }
    std::string wad;
    if (!flatline::write_wad(lumps, flatline::sink_to(wad))) return 1;
    const auto archive = flatline::Archive::from_bytes(std::move(wad), "maps.wad");
    if (!archive) return 1;
    flatline::VerdictOptions options;
    options.with_report(*report).in_archive(*archive, 0);
    options.with_lumps({lumps.data() + 1, lumps.size() - 1});  // some ports go by their order
    const auto verdicts = flatline::judge(*map, options);
    if (!verdicts) return 1;
    for (std::uint8_t port = 0; port < FLATLINE_PORTS; ++port) {
        const flatline_verdict& verdict = (*verdicts)[port];
        std::printf("%s: %s %s\n", flatline_port_name(port),
                    flatline_judgement_name(verdict.judgement), verdict.rule);
    }

    // Of all findings, also of those that were not kept.
    std::printf("met player-start-missing: %s\n",
                report.has(flatline::Rule::player_start_missing) ? "yes" : "no");
    bool refuses = false;
    for (auto& row : flatline::verdict_rows()) {
        refuses = refuses || (std::string("portability-plus") == row.rule &&
                              row.judgements[FLATLINE_PORT_WOOF] == FLATLINE_REFUSES);
    }
    std::printf("Woof refuses a plus sign: %s\n", refuses ? "yes" : "no");
    for (auto& fact : flatline::port_facts()) {
        if (std::string("port-nodes") == fact.id) std::printf("port-nodes: %s\n", fact.sentence);
    }
    return 0;
}
