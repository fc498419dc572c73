// What a shot along a segment meets: cells, lines once each, segs and planes of the place it ends.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

void print_plane(const char* which, const flatline_plane& plane,
                 const flatline_plane_source& source, double x, double y) {
    std::printf("%s at height %g, %s\n", which, 0.0 + flatline_z_at(&plane, x, y),
                flatline_plane_kind_name(source.kind));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    flatline::LoadOptions options;
    options.add_products(FLATLINE_PRODUCT_BLOCKMAP);
    const auto loaded = flatline::load(text, options);
    if (!loaded || loaded->things().size() < 2) return 1;
    const flatline::Map& map = *loaded;
    const flatline_thing& from = map.things()[0];
    const flatline_thing& to = map.things()[1];

    // A walk of the program's own, cell by cell: marks let each line come once.
    const flatline_blockmap& blockmap = map.blockmap();
    std::vector<std::uint32_t> scratch(map.linedefs().size());
    flatline::LineMarks marks(scratch.data(), scratch.size());
    marks.begin();
    flatline::for_each_cell_on_segment(
        blockmap, from.x, from.y, to.x, to.y, [&](std::uint32_t cell) {
            std::printf("cell %u brings lines", cell);
            for (const std::uint32_t line : flatline::cell_lines(blockmap, cell)) {
                if (marks.first(line)) std::printf(" %u", line);
            }
            std::printf("\n");
        });
    std::size_t cells = 0;
    flatline::for_each_cell_in_box(blockmap, to.x - 100, to.y - 16, to.x + 16, to.y + 16,
                                   [&](std::uint32_t) { return ++cells < 100; });
    std::printf("the blast meets %zu cells\n", cells);

    // Where it ends: the subsector with its segs, then the floor and ceiling there.
    const auto nodes = flatline::build_nodes(map);
    if (!nodes) return 1;
    const flatline_subsector& leaf = nodes->subsectors()[nodes->subsector_at(to.x, to.y)];
    std::printf("segs there are of lines");
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
        const flatline_seg& seg = nodes->segs()[leaf.first + i];
        if (seg.linedef != FLATLINE_NONE) std::printf(" %u", seg.linedef);
    }
    std::printf("\n");
    print_plane("floor", map.floor_plane(leaf.sector), map.floor_source(leaf.sector), to.x, to.y);
    print_plane("ceiling", map.ceiling_plane(leaf.sector), map.ceiling_source(leaf.sector), to.x,
                to.y);
    for (std::size_t i = 0; i < map.planes().size(); ++i) {
        std::printf("stored plane %zu: c %.3f, %s\n", i, map.planes()[i].c,
                    flatline_plane_kind_name(map.plane_sources()[i].kind));
    }

    // What a script with the line id 10 moves; tags are the only table that is built here.
    const auto runtime = flatline::build_runtime(map, FLATLINE_RUNTIME_TAGS);
    if (!runtime) return 1;
    std::printf("lines with id 10: %zu\n", runtime->lines_with(10).size());
    return 0;
}
