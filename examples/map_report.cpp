// Loads a TEXTMAP in C++, draws nothing, and counts what a renderer would: walls, floors, things.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});

    if (flatline::memory_bound(text)->total > 64u << 20) return 1;  // too much for this program
    flatline::LoadOptions options;
    options.add_products(FLATLINE_PRODUCT_BUILD_NODES | FLATLINE_PRODUCT_BLOCKMAP);
    const auto loaded = flatline::load(text, options);
    for (auto& finding : loaded.findings()) {
        const flatline::Place place = flatline::place(finding);
        std::printf("%d:%d: %s [%s]\n", static_cast<int>(place.line),
                    static_cast<int>(place.column), flatline::sentence(finding).c_str(),
                    flatline_rule_id(finding.rule));
    }
    if (!loaded || loaded.memory().used > loaded.memory().announced) return 1;
    const flatline::Map& map = *loaded;

    // What is drawn of a line: a middle wall where it has one side, upper and lower ones else.
    std::size_t walls = 0;
    for (auto& line : map.linedefs()) {
        walls += line.sideback == FLATLINE_NONE ? 1 : 2;
    }
    std::size_t sloped = 0;
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) sloped += map.is_flat(i) ? 0 : 1;
    std::printf("%zu walls, %zu sectors (%zu sloped), %zu things, %zu subsectors\n", walls,
                map.sectors().size(), sloped, map.things().size(),
                static_cast<std::size_t>(map.nodes().subsector_count));
    if (!map.things().empty()) {
        const flatline_thing& thing = map.things()[0];
        const std::uint32_t leaf = flatline_subsector_at(&map.nodes(), thing.x, thing.y);
        const std::uint32_t sector = map.nodes().subsectors[leaf].sector;
        const flatline_plane floor = map.floor_plane(sector);
        std::printf("thing 0 stands on %s at height %g\n",
                    std::string(map.name(map.sectors()[sector].texturefloor)).c_str(),
                    0.0 + flatline_z_at(&floor, thing.x, thing.y));
    }

    const auto report = flatline::check(map);
    if (!report) return 1;
    std::printf("%d findings of the check\n", static_cast<int>(report.findings().total()));
    return 0;
}
