// Loads a TEXTMAP in C++, draws nothing, and counts what a renderer would: walls, floors, things.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

void print_findings(const flatline::FindingList& findings, std::string_view text) {
    flatline::PlaceFinder places(text);
    for (const flatline::Finding& finding : findings.kept()) {
        char sentence[200];
        const std::size_t size = flatline::describe(finding, text, sentence, sizeof sentence);
        const flatline::TextPlace place = places.place(finding.offset);
        std::printf("%llu:%llu: %.*s [%s]\n", static_cast<unsigned long long>(place.line),
                    static_cast<unsigned long long>(place.column), static_cast<int>(size), sentence,
                    std::string(flatline::rule_rows()[finding.rule].id).c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const flatline::Bytes bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());

    if (flatline::announce(bytes).total > 64u << 20) return 1;  // too much for this program
    flatline::LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BUILD_NODES | FLATLINE_PRODUCT_BLOCKMAP;
    const flatline::LoadResult<flatline::Map> result = flatline::load_borrowed(bytes, options);
    if (!result) {
        print_findings(result.findings, text);
        return 1;
    }
    const flatline::Map& map = result.value;

    // What is drawn of a line: a middle wall where it has one side, upper and lower ones else.
    std::size_t walls = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        walls += line.sideback == FLATLINE_NONE ? 1 : 2;
    }
    std::size_t sloped = 0;
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) sloped += map.is_flat(i) ? 0 : 1;
    std::printf("%zu walls, %zu sectors (%zu sloped), %zu things, %zu subsectors\n", walls,
                map.sectors().size(), sloped, map.things().size(),
                static_cast<std::size_t>(map.nodes().subsector_count));
    if (!map.things().empty()) {
        const flatline_thing& thing = map.things()[0];
        const std::uint32_t leaf = flatline::subsector_at(map.nodes(), thing.x, thing.y);
        const std::uint32_t sector = map.nodes().subsectors[leaf].sector;
        std::printf("thing 0 stands on %s at height %g\n",
                    std::string(map.name(map.sectors()[sector].texturefloor)).c_str(),
                    0.0 + flatline::z_at(map.floor_plane(sector), thing.x, thing.y));
    }

    const auto check = flatline::check(map);
    std::printf("%llu findings of the check\n",
                static_cast<unsigned long long>(check.findings.total()));
    return 0;
}
