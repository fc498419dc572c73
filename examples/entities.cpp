// Reads the entities of a Doom 3 map: keys and values, planes and points in the space of the
// entity, points on a patch.
// Run: maps/crate.map
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string string_of(std::string_view text) { return std::string(text); }

void print_keys(const flatline::Doom3Map& map, const flatline_doom3_entity& entity) {
    std::printf("%s\n", string_of(map.class_name(entity)).c_str());
    for (const auto& pair : map.pairs(entity)) {
        std::string value(map.value(pair));
        value.resize(flatline_doom3_unescape(value.data(), value.size(), value.data()));
        std::printf("  %s: %s\n", string_of(map.key(pair)).c_str(), value.c_str());
    }
    if (map.find(entity, "origin") == nullptr) std::printf("  (no origin)\n");
}

// The sides of a brush, in the world and as a model of its entity has them.
void print_sides(const flatline::Doom3Map& map, const flatline_doom3_brush& brush) {
    const flatline_doom3_entity& entity = map.entities()[brush.entity];
    for (const auto& side : map.sides(brush)) {
        const flatline_doom3_plane world = flatline::world_plane(side, brush, entity);
        const flatline_doom3_plane local = flatline::local_plane(side, brush, entity);
        std::printf("  side (%g, %g, %g): d is %g, in the entity %g\n", world.a, world.b, world.c,
                    world.d, local.d);
    }
}

void print_patch(const flatline::Doom3Map& map, const flatline_doom3_patch& patch) {
    const auto points = map.points(patch);
    if (flatline_doom3_is_degenerate_patch(points.data(), points.size()) != 0) return;
    const flatline_doom3_point corner =
        flatline::local_point(points[0], patch, map.entities()[patch.entity]);
    const flatline_doom3_vertex middle =
        flatline_doom3_evaluate_patch(points.data(), patch.width, patch.height, 0.5, 0.5);
    std::printf("  patch from (%g, %g, %g), its middle at (%g, %g, %g)\n", corner.x, corner.y,
                corner.z, middle.x, middle.y, middle.z);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    flatline::Doom3Options options;
    options.escapes = 1;  // strings as DarkRadiant writes them
    options.partial = 1;  // what has an error is left out
    const auto map = flatline::load_doom3(text, options);
    if (!map) return 1;
    std::printf("version %g (%s), %s, %zu bytes\n", map->version(),
                map->has_version() ? "written" : "assumed",
                map->complete() ? "complete" : "partial", map->source().size());
    for (const auto& entity : map->entities()) {
        print_keys(*map, entity);
        for (const auto& brush : map->brushes(entity)) print_sides(*map, brush);
        for (const auto& patch : map->patches(entity)) print_patch(*map, patch);
    }
    for (const flatline_text material : map->materials()) {
        std::printf("material %s\n", string_of(map->text(material)).c_str());
    }
    std::printf("%zu keys in primitives, %zu brushes with Quake's texture numbers\n",
                map->primitive_pairs().size(), map->quake_textures().size());
    return 0;
}
