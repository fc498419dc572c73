// Tables that a port computes when it loads a map, and fields written into the port's own structs.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t kBlocking = 1;

struct PortLine {
    std::uint32_t flags;
};
struct PortVertex {
    std::int32_t x, y;
};
struct PortSector {
    double gravity;
    std::uint8_t gives_gravity;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto map = flatline::load(text);
    if (!map) return 1;

    std::vector<PortLine> lines(map->linedefs().size());
    const flatline::FieldId blocking = flatline_find_field(FLATLINE_LINEDEF, "blocking");
    if (!flatline::scatter(
            *map, blocking,
            flatline::host_bits(lines.data(), lines.size(), &PortLine::flags, kBlocking))) {
        return 1;
    }
    std::size_t blocked = 0;
    for (const PortLine& line : lines) blocked += line.flags & kBlocking;
    std::printf("%zu of %zu lines block\n", blocked, lines.size());

    std::vector<PortSector> sectors(map->sectors().size());
    const flatline::FieldId gravity = flatline_find_field(FLATLINE_SECTOR, "gravity");
    if (!flatline::scatter(
            *map, gravity,
            flatline::host_column(sectors.data(), sectors.size(), &PortSector::gravity))) {
        return 1;
    }
    flatline::given(
        *map, gravity,
        flatline::host_column(sectors.data(), sectors.size(), &PortSector::gives_gravity));
    for (const PortSector& sector : sectors) {
        std::printf("gravity %g, %s\n", sector.gravity, sector.gives_gravity ? "given" : "default");
    }

    std::vector<PortVertex> vertices(map->vertices().size());
    const auto column = [&](const char* name, std::int32_t PortVertex::*member) {
        return flatline::fixed_column(flatline_find_field(FLATLINE_VERTEX, name), vertices.data(),
                                      vertices.size(), member, FLATLINE_FIXED_DIGITS);
    };
    const flatline_fixed_column columns[] = {column("x", &PortVertex::x),
                                             column("y", &PortVertex::y)};
    flatline::fixed_columns(*map, columns);
    std::printf("vertex 4 at (%d, %d) in 16.16\n", vertices[4].x, vertices[4].y);

    const auto nodes = flatline::build_nodes(*map);
    if (!nodes) return 1;
    flatline::RuntimeOptions with_nodes;
    with_nodes.nodes = &nodes->bsp();
    const auto runtime = flatline::build_runtime(*map, FLATLINE_RUNTIME_ALL, with_nodes);
    if (!runtime) return 1;
    std::printf("%zu vertices for segs, %zu segs with length and angle\n",
                runtime->trail_vertices().size(), runtime->seg_data().size());
    for (std::uint32_t i = 0; i < nodes->subsectors().size(); ++i) {
        std::printf("subsector %u: %zu lines\n", i, runtime->subsector_lines(i).size());
    }
    for (const std::uint32_t group : runtime->sound_groups()) {
        std::printf("sound group %u, beyond lines that block sound: %zu\n", group,
                    runtime->sound_neighbours(group).size());
    }
    return 0;
}
