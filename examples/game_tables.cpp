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
    const auto map = flatline::load(text, options.add_products(FLATLINE_PRODUCT_BLOCKMAP));
    if (!map) return 1;

    // A tree for a map that comes without one; it outlives the map, and the runtime may use it.
    const auto nodes = flatline::build_nodes(*map);
    if (!nodes) return 1;
    flatline::RuntimeOptions with_nodes;
    with_nodes.nodes = &nodes->bsp();
    const auto runtime = flatline::build_runtime(*map, FLATLINE_RUNTIME_ALL, with_nodes);
    if (!runtime) return 1;

    std::printf("sectors with tag 1: %zu\n", runtime->sectors_with(1).size());
    std::printf("lines with id 1: %zu, things with id 1: %zu\n", runtime->lines_with(1).size(),
                runtime->things_with(1).size());
    for (std::uint32_t sector = 0; sector < map->sectors().size(); ++sector) {
        const flatline_sector_bounds& box = runtime->sector_bounds()[sector];
        std::printf("sector %u: %zu lines, %zu neighbours, %zu gaps, centre %g %g\n", sector,
                    map->sector_lines(sector).size(), runtime->neighbours(sector).size(),
                    runtime->gaps(sector).size(), box.centre_x, box.centre_y);
    }
    for (const auto& object : runtime->polyobjects()) {
        std::printf("polyobject %d: %zu lines\n", object.number, runtime->lines_of(object).size());
    }
    if (!map->linedefs().empty()) {
        const flatline_line_data& line = runtime->line_data()[0];
        std::printf("line 0 goes (%g, %g); side 0 belongs to line %u; %zu lines meet vertex 0\n",
                    line.dx, line.dy, runtime->side_lines()[0], runtime->vertex_lines(0).size());
    }
    for (const auto& place : runtime->thing_places()) {
        std::printf("a thing in sector %u, subsector %u of %zu\n", place.sector, place.subsector,
                    nodes->subsectors().size());
    }

    std::vector<std::uint32_t> scratch(map->linedefs().size());
    flatline::LineMarks marks(scratch.data(), scratch.size());
    std::size_t near = 0;
    flatline::for_each_line_in_box(map->blockmap(), marks, 0, 0, 64, 64,
                                   [&](std::uint32_t) { ++near; });
    std::printf("%zu lines near the first box\n", near);
    const bool free_way = flatline::for_each_line_near_segment(map->blockmap(), marks, 0, 0, 64, 64,
                                                               [](std::uint32_t) { return false; });
    if (free_way) std::puts("no lines there");
    std::printf("cell of (1, 1): %u\n", flatline_cell_at(&map->blockmap(), 1, 1));
    std::printf("sector 0 sees itself: %d\n", flatline::sees(map->reject(), 0, 0) ? 1 : 0);
    return 0;
}
