// Loads a map of Hexen format from its lumps, in two namespaces, and asks for its lines as stored.
// Run:
#include <flatline/flatline.hpp>

#include <cstdio>
#include <utility>
#include <vector>

namespace {

// A triangle of 64 units; each line has special 121, which gives it an id.
constexpr unsigned char kVertexes[] = {0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 0, 0};
constexpr unsigned char kLinedefs[] = {
    0, 0, 1, 0, 1, 0, 121, 5, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF,  // v1 v2 flags special args sides
    1, 0, 2, 0, 1, 0, 121, 6, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF,
    2, 0, 0, 0, 1, 0, 121, 7, 2, 0, 0, 1, 0, 0, 0xFF, 0xFF};  // arg1: flags, arg4: 256 times
constexpr unsigned char kSidedefs[31] = "\0\0\0\0-\0\0\0\0\0\0\0-\0\0\0\0\0\0\0BRICK1\0\0\0";
constexpr unsigned char kSectors[27] = "\0\0\200\0FLAT1\0\0\0FLAT1\0\0\0\240\0\0\0\0";

void print(const flatline::Map& map) {
    const auto name = map.map_namespace();
    std::printf("%s, namespace %.*s:", flatline_format_name(map.format()),
                static_cast<int>(name.size()), name.data());
    for (const auto& line : map.linedefs()) {
        std::printf(" id %d%s", static_cast<int>(line.id),
                    (line.flags & FLATLINE_LINE_JUMPOVER) != 0 ? " jumpover" : "");
    }
    std::printf("\n");
}

}  // namespace

int main() {
    flatline::BinaryLumps lumps;
    lumps.vertexes = {kVertexes, sizeof kVertexes};
    lumps.linedefs = {kLinedefs, sizeof kLinedefs};
    lumps.sidedefs = {kSidedefs, sizeof kSidedefs - 1};  // without the literal's zero
    lumps.sectors = {kSectors, sizeof kSectors - 1};
    lumps.hexen = 1;
    flatline::Limits limits;
    limits.arena_bytes = flatline::memory_bound(lumps)->total + (1u << 20);  // and nodes
    flatline::LoadOptions options;
    options.limits = &limits;
    options.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_STORED_RECORDS;
    const auto hexen = flatline::load_binary(lumps, options);
    if (!hexen) return 1;
    print(*hexen);
    std::printf("as stored:");
    for (const auto& line : hexen->stored<flatline_hexen_linedef>(FLATLINE_LINEDEF)) {
        std::printf(" special %d (%d)", line.special, line.arg[0]);
    }
    std::printf("\n");

    // ZDoom reads more of the arguments. The Map owns the bytes that its names lie in.
    auto names = flatline::Buffer::own(
        std::vector<unsigned char>(kSidedefs, kSidedefs + sizeof kSidedefs - 1));
    lumps.sidedefs = names.bytes();
    options.extras.namespace_override = "zdoom";
    const auto zdoom = flatline::load_binary(lumps, std::move(names), options);
    if (!zdoom) return 1;
    print(*zdoom);
    return 0;
}
