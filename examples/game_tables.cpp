// What a game asks of a map while it runs: lines by tag, neighbours, what is near, who sees whom.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    flatline::LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    const auto loaded = flatline::load_borrowed(
        {reinterpret_cast<const unsigned char*>(text.data()), text.size()}, options);
    if (!loaded) return 1;
    const flatline::Map& map = loaded.value;

    // A tree for a map that comes without one; it outlives the map, and the runtime may use it.
    const flatline::Result<flatline::Nodes> nodes = flatline::build_nodes(map);
    if (!nodes) return 1;
    flatline::RuntimeOptions wanted;
    wanted.tables = FLATLINE_RUNTIME_ALL;
    wanted.nodes = &nodes.value.bsp();
    const flatline::Result<flatline::Runtime> built = flatline::build_runtime(map, wanted);
    if (!built) return 1;
    const flatline::Runtime& runtime = built.value;

    std::printf("sectors with tag 1: %zu\n", runtime.sectors_with(1).size());
    std::printf("lines with id 1: %zu, things with id 1: %zu\n", runtime.lines_with(1).size(),
                runtime.things_with(1).size());
    for (std::uint32_t sector = 0; sector < map.sectors().size(); ++sector) {
        const flatline_sector_bounds& box = runtime.sector_bounds()[sector];
        std::printf("sector %u: %zu lines, %zu neighbours, %zu gaps, centre %g %g\n", sector,
                    map.sector_lines(sector).size(), runtime.neighbours(sector).size(),
                    runtime.gaps(sector).size(), box.centre_x, box.centre_y);
    }
    for (const flatline_polyobject& object : runtime.polyobjects()) {
        std::printf("polyobject %d: %zu lines\n", object.number, runtime.lines_of(object).size());
    }
    if (!map.linedefs().empty()) {
        const flatline_line_data& line = runtime.line_data()[0];
        std::printf("line 0 goes (%g, %g); side 0 belongs to line %u; %zu lines meet vertex 0\n",
                    line.dx, line.dy, runtime.side_lines()[0], runtime.vertex_lines(0).size());
    }
    for (const flatline_thing_place& place : runtime.thing_places()) {
        std::printf("a thing in sector %u, subsector %u of %zu\n", place.sector, place.subsector,
                    nodes.value.subsectors().size());
    }

    std::vector<std::uint32_t> scratch(map.linedefs().size());
    flatline::LineMarks marks(scratch.data(), scratch.size());
    std::size_t near = 0;
    flatline::for_each_line_in_box(map.blockmap(), marks, 0, 0, 64, 64, [&](std::uint32_t) {
        ++near;
        return true;
    });
    std::printf("%zu lines near the first box\n", near);
    flatline::for_each_line_near_segment(map.blockmap(), marks, 0, 0, 64, 64,
                                         [](std::uint32_t) { return false; });
    std::printf("cell of (1, 1): %u\n", flatline::cell_at(flatline::grid_of(map.blockmap()), 1, 1));
    std::printf("sector 0 sees itself: %d\n", flatline::sees(map.reject(), 0, 0) ? 1 : 0);
    return 0;
}
