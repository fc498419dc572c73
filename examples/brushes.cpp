// Loads a Doom 3 map in C++ and makes polygons of its brushes and triangles of its patches.
// Run: maps/crate.map
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    flatline::Doom3Loader loader;
    const flatline::LoadResult<flatline::Doom3Map> result =
        loader.load_borrowed({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    if (!result) return 1;
    const flatline::Doom3Map& map = result.value;
    for (const flatline_doom3_entity& entity : map.entities()) {
        std::printf("%s: %zu brushes, %zu patches, %zu keys\n",
                    std::string(map.class_name(entity)).c_str(), map.brushes(entity).size(),
                    map.patches(entity).size(), map.pairs(entity).size());
    }

    flatline::WindingsOptions in_world;
    in_world.space = flatline::Doom3Space::world;
    const flatline::Result<flatline::Windings> windings = flatline::build_windings(map, in_world);
    if (!windings) return 1;
    for (std::size_t i = 0; i < map.brushes().size(); ++i) {
        const flatline_doom3_solid& solid = windings.value.solids()[i];
        std::printf("brush %zu: volume %g, %u sides, flags %u\n", i, solid.volume,
                    solid.winding_count, solid.flags);
        for (const flatline_doom3_side& side : map.sides(map.brushes()[i])) {
            const flatline_doom3_winding& winding =
                windings.value.windings()[static_cast<std::size_t>(&side - map.sides().data())];
            if (winding.point_count == 0) continue;
            const flatline_doom3_vector& first = windings.value.points(winding)[0];
            std::printf("  %s, %u points, first at s %g t %g\n",
                        std::string(map.material(side.material)).c_str(), winding.point_count,
                        flatline::texture_s(winding, first), flatline::texture_t(winding, first));
        }
    }

    const flatline::Result<flatline::Surfaces> surfaces = flatline::build_surfaces(map);
    if (!surfaces) return 1;
    for (const flatline_doom3_surface& surface : surfaces.value.surfaces()) {
        std::printf("a surface of %zu vertices and %zu triangles\n",
                    surfaces.value.vertices(surface).size(),
                    surfaces.value.indices(surface).size() / 3);
    }
    return 0;
}
