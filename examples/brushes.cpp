// Loads a Doom 3 map in C++ and makes polygons of its brushes and triangles of its patches.
// Run: maps/crate.map
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    flatline::Loader loader;
    const auto map = loader.load_doom3(std::move(text));  // the map owns the text
    if (!map) return 1;
    for (const auto& entity : map->entities()) {
        std::printf("%s: %zu brushes, %zu patches, %zu keys\n",
                    std::string(map->class_name(entity)).c_str(), map->brushes(entity).size(),
                    map->patches(entity).size(), map->pairs(entity).size());
    }

    const auto windings = flatline::build_windings(*map);
    if (!windings) return 1;
    for (std::size_t i = 0; i < map->brushes().size(); ++i) {
        const flatline_doom3_brush& brush = map->brushes()[i];
        const flatline_doom3_solid& solid = windings->solids()[i];
        std::printf("brush %zu: volume %g, %u sides, flags %u\n", i, solid.volume,
                    solid.winding_count, solid.flags);
        for (std::uint32_t k = 0; k < brush.side_count; ++k) {
            const flatline_doom3_winding& winding = windings->windings()[brush.first_side + k];
            if (winding.point_count == 0) continue;
            const flatline_doom3_vector& first = windings->points(winding)[0];
            std::printf("  %s, %u points, first at s %g t %g\n",
                        std::string(map->material(map->sides(brush)[k].material)).c_str(),
                        winding.point_count, flatline::texture_s(winding, first),
                        flatline::texture_t(winding, first));
        }
    }

    const auto surfaces = flatline::build_surfaces(*map);
    if (!surfaces) return 1;
    for (const auto& surface : surfaces->surfaces()) {
        std::printf("a surface of %zu vertices and %zu triangles\n",
                    surfaces->vertices(surface).size(), surfaces->indices(surface).size() / 3);
    }
    return 0;
}
